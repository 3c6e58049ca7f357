"""The main job in real editors, without a screen: neovim, and emacs with eglot.

Each opens a file with a wide character in front of all that matters, receives a
diagnostic, hovers, applies **Generate heap input** through its own user interface, and
then holds exactly the text that is expected.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from support.expect import expect
from support.repo import ROOT

EDITORS = ROOT / ".dev" / "editors"
HERE = Path(__file__).parent

PROGRAM = """\
// 𝒳 é
class A { int n; void up() := this.n := 4; }
/* 𝒳 */ spec four(A a) := a.n = 4;
spec never(A a) := a.n = 5; // 𝒳
"""


@pytest.mark.parametrize(
    ("editor", "arguments"),
    [
        ("nvim", ("--headless", "--clean", "-S", str(HERE / "neovim_heap_input.lua"))),
        ("emacs", ("-Q", "--batch", "-l", str(HERE / "emacs_heap_input.el"))),
    ],
)
def test_generate_heap_input_changes_the_buffer_exactly(
    editor: str, arguments: tuple[str, ...], tmp_path: Path
) -> None:
    file = tmp_path / "four.tiny"
    file.write_text(PROGRAM, encoding="utf-8")
    line = PROGRAM.split("\n")[2]
    assert EDITORS.exists(), "there are no editors yet: ./dev test tests/editors installs them"
    done = subprocess.run(
        [EDITORS / editor, *arguments],
        env={
            **os.environ,
            "HOME": str(tmp_path),
            "XDG_CONFIG_HOME": str(tmp_path),
            "LANG": "C.UTF-8",
            "HW_FILE": str(file),
            "HW_PYTHON": sys.executable,
            "HW_LINE": "3",
            "HW_CHARACTER": str(line.index("four")),
            "HW_COLUMN": str(len(line[: line.index("four")].encode())),
        },
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    said = [json.loads(text[3:]) for text in done.stdout.splitlines() if text.startswith("HW ")]
    seen = dict(said)
    assert "`never` is unreachable" in seen["diagnostic"][1]
    # Emacs without a mode for Markdown says that it wants plain text.
    plain = seen["hover"].replace("*", "").replace("`", "")
    assert plain.startswith("spec four: reachable in 2 calls")
    expect(
        """
        // 𝒳 é
        class A { int n; void up() := this.n := 4; }
        /* 𝒳 */ spec four(A a) := a.n = 4;

        test four_input {
            a := new A;
            a.up();
        }
        spec never(A a) := a.n = 5; // 𝒳
        """
    ).check(seen["buffer"])
