"""How large the package is: files and lines per folder, long functions, what one check touches.

    ./dev bench house            of this checkout
    ./dev bench house FOLDER     of another one

Counts functions of more than 60 lines, functions of a cyclomatic complexity above 15 (as ruff's
C901 counts it), and the files that have to be followed to follow one `heapwright check` of a class
of 14 lines: those whose functions run, beyond what runs while modules are imported.
"""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
import sysconfig
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MOST_LINES = 60
MOST_COMPLEX = 15
CLASS = """from heapwright import spec


class Box:
    def __init__(self) -> None:
        self.n = 0

    def put(self, x: int) -> None:
        self.n = x


@spec
def FULL(b: Box) -> bool:
    return b.n == 3
"""
# Run beside the command: notes the file of every function that is called, unless a module is
# being imported meanwhile.
FOLLOW = """
import sys
from heapwright.cli.main import main

touched = set()


def note(frame, event, _):
    path = frame.f_code.co_filename
    if event != "call" or "heapwright" not in path:
        return
    above = frame
    while above is not None:
        if above.f_code.co_name == "<module>" and "heapwright" in above.f_code.co_filename:
            return
        above = above.f_back
    touched.add(path)


sys.setprofile(note)
main(["check", sys.argv[1], "--no-cache"])
sys.setprofile(None)
print(len(touched), file=sys.stderr)
"""


def main(arguments: Sequence[str]) -> int:
    """Print the tables."""
    root = Path(arguments[0]).resolve() if arguments else ROOT
    package = root / "server" / "heapwright"
    files: Counter[str] = Counter()
    lines: Counter[str] = Counter()
    n_functions = n_long = 0
    for path in sorted(package.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        folder = path.parent.relative_to(package).as_posix()
        files[folder] += 1
        lines[folder] += text.count("\n")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                n_functions += 1
                n_long += (node.end_lineno or node.lineno) - node.lineno + 1 > MOST_LINES
    for folder in sorted(files):
        print(f"{files[folder]:5} files {lines[folder]:7,} lines  {folder}")
    print(f"{files.total():5} files {lines.total():7,} lines  in all")
    print(f"{n_functions:5} functions, {n_long} of them with more than {MOST_LINES} lines")
    print(f"{n_complex(package):5} functions of a complexity above {MOST_COMPLEX}")
    print(f"{n_touched(root):5} files run in one check of a class of {CLASS.count(chr(10))} lines")
    return 0


def n_complex(package: Path) -> int:
    """Count the functions that ruff finds too complex."""
    ruff = Path(sysconfig.get_path("scripts")) / "ruff"
    limit = f"lint.mccabe.max-complexity={MOST_COMPLEX}"
    command = [str(ruff), "check", "--isolated", "--select", "C901", "--config", limit]
    done = subprocess.run(
        [*command, "--output-format", "json", str(package)], capture_output=True, text=True
    )
    return len(json.loads(done.stdout))


def n_touched(root: Path) -> int:
    """Count the files whose functions run when one small class is checked."""
    with tempfile.TemporaryDirectory() as folder:
        asked = Path(folder, "box.py")
        asked.write_text(CLASS, encoding="utf-8")
        environment = {**os.environ, "PYTHONPATH": str(root / "server")}
        # Twice: the first run may lower the library, which later ones find as it was kept.
        for _ in range(2):
            done = subprocess.run(
                [sys.executable, "-P", "-c", FOLLOW, str(asked)],
                capture_output=True,
                text=True,
                env=environment,
            )
    return int(done.stderr.split()[-1])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
