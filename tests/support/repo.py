"""Where the repository is and which files belong to it.

Place: tests/support, used by `tests/repo`.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "server" / "heapwright"


def repository_files() -> list[Path]:
    """Give the files that git tracks, or would if all were added, in order."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    names = sorted(set(listed.stdout.split("\0")) - {""})
    # A file that was deleted but is still in the index is listed too.
    return [ROOT / name for name in names if (ROOT / name).is_file()]
