"""Exits of the lines of a Python module: as coverage.py measures them, and as we report them.

Place: benchmarks/parts/. `benchmarks/tests.py` and the tests of generated tests compare the two.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from heapwright.answers.branches.branches import Branch, BranchKind
from heapwright.text.line_index import Encoding
from heapwright.workspace.branch_tests import BranchTests
from heapwright.workspace.load import LoadedProgram


def all_branches(made: BranchTests) -> tuple[Branch, ...]:
    """Give the branches of every fate."""
    tests = made.tests
    return (*tests.covered, *tests.unreachable, *(branch for branch, _ in tests.unknown))


def exits_by_line(loaded: LoadedProgram, branches: Iterable[Branch]) -> dict[int, int]:
    """Count branches by line."""
    exits: dict[int, int] = {}
    for branch in branches:
        if branch.kind is BranchKind.BRANCH and branch.path == loaded.root.path:
            line = line_of(loaded, branch.start)
            exits[line] = exits.get(line, 0) + 1
    return exits


def line_of(loaded: LoadedProgram, offset: int) -> int:
    """Give the number of a line, from 1 on."""
    return loaded.root.line_index.position(offset, Encoding.UTF_32).line + 1


def tested_lines(loaded: LoadedProgram, made: BranchTests) -> set[int]:
    """Give the lines of all that the tested calls can run."""
    lines: set[int] = set()
    for name in made.decided.functions:
        place = loaded.source_map.functions.get(name)
        if place is not None and place.path == loaded.root.path:
            span = place.span.shifted(place.offset)
            lines.update(range(line_of(loaded, span.start), line_of(loaded, span.end) + 1))
    return lines


def exits_measured(folder: Path, name: str) -> tuple[dict[int, int], dict[int, int]]:
    """Give, by line, how many exits coverage.py saw taken and how many it knows."""
    output = folder / "coverage.json"
    subprocess.run(
        [sys.executable, "-m", "coverage", "json", "-q", "-o", str(output)], cwd=folder, check=True
    )
    report = json.loads(output.read_text(encoding="utf-8"))["files"][f"{name}.py"]
    taken: dict[int, int] = {}
    total: dict[int, int] = {}
    for start, _ in report["executed_branches"]:
        taken[start] = taken.get(start, 0) + 1
    for start, _ in (*report["executed_branches"], *report["missing_branches"]):
        total[start] = total.get(start, 0) + 1
    return taken, total
