"""Branches that no reachable heap takes, as problems of the file.

Place: editor/. The server and the command line show them.
"""

from __future__ import annotations

from collections.abc import Iterable

from heapwright.answers.branches import THROWN, Branch
from heapwright.problems import Problem, Severity
from heapwright.text.span import Span
from heapwright.workspace.load import LoadedProgram

CODE = "HW011"


def dead_branches(loaded: LoadedProgram, unreachable: Iterable[Branch]) -> tuple[Problem, ...]:
    """Give one problem per place of the root file where a condition always comes out one way.

    A place that is never asked at all is reported as that. An exception that nothing
    raises, or a fault that does not happen, is as it should be.
    """
    dead: dict[tuple[int, int, int], list[Branch]] = {}
    for branch in unreachable:
        if branch.path == loaded.root.path and branch.kind not in THROWN:
            dead.setdefault((branch.start, branch.end, branch.rank), []).append(branch)
    problems: dict[tuple[int, int, str], Problem] = {}
    for (start, end, _), branches in sorted(dead.items()):
        shown = " ".join(loaded.root.text[start:end].split())
        if len(branches) == 2:
            message = f"`{shown}` is never asked: no public calls lead here within the scope"
        else:
            never = str(branches[0].outcome).lower()
            message = f"`{shown}` is never {never} within the scope, whatever public calls are made"
        problems[start, end, message] = Problem(CODE, Severity.HINT, message, Span(start, end))
    return tuple(problems.values())
