"""Rename, formatting and completion as real editors do them.

The editors lie in `.dev/editors`, where `./dev test` puts them. Each script checks exact
texts with a character outside the first Unicode plane in them, and names what it saw.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from support.lsp import PATIENCE
from support.repo import ROOT

EDITORS = ROOT / ".dev" / "editors"
SCRIPTS = Path(__file__).parent
SEEN = ["completion", "formatting", "refusal", "rename", "rename across files"]


def check_editor(folder: Path, *command: str) -> None:
    """Run an editor in a folder; everything must be seen, and nothing else be said."""
    assert EDITORS.exists(), "there are no editors yet: ./dev test tests/editors installs them"
    environment = {
        **os.environ,
        "HEAPWRIGHT_SERVER": f"{sys.executable} -m heapwright serve",
        "HEAPWRIGHT_CACHE_DIR": str(folder / "cache"),
        "HOME": str(folder),
        "LC_ALL": "C.UTF-8",
    }
    done = subprocess.run(
        [EDITORS / command[0], *command[1:]],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=3 * PATIENCE,
        check=False,
    )
    said = [line for line in done.stdout.split("\n") if line]
    assert (said, done.returncode) == ([f"OK {what}" for what in SEEN], 0), done.stderr


def test_neovim_renames_formats_and_completes(tmp_path: Path) -> None:
    script = SCRIPTS / "neovim_features.lua"
    check_editor(tmp_path, "nvim", "--headless", "--clean", "-S", str(script))


def test_emacs_renames_formats_and_completes(tmp_path: Path) -> None:
    check_editor(tmp_path, "emacs", "-Q", "--batch", "-l", str(SCRIPTS / "emacs_features.el"))
