"""Branches that no reachable heap takes, as problems of the file.

Place: editor/known/. The server and the command line show them. A problem stands at the text that
never runs, which editors fade; where no text depends on the branch, at the condition, which
could be left out.
"""

from __future__ import annotations

from collections.abc import Iterable

from heapwright.answers.branches.branches import THROWN, Branch
from heapwright.editor.known.guarded_text import Places, guarded_text
from heapwright.problems import Problem, Related, Severity
from heapwright.text.span import Span
from heapwright.workspace.load import LoadedProgram

CODE = "HW011"


def dead_branches(loaded: LoadedProgram, unreachable: Iterable[Branch]) -> tuple[Problem, ...]:
    """Give one problem per place of the root file where a condition always comes out one way.

    A place that is never asked at all is reported as that, unless it stands in text that
    is known never to run. An exception that nothing raises, or a fault that does not
    happen, is as it should be.
    """
    dead: dict[tuple[int, int, int], list[Branch]] = {}
    for branch in unreachable:
        if branch.path == loaded.root.path and branch.kind not in THROWN:
            dead.setdefault((branch.start, branch.end, branch.rank), []).append(branch)
    if not dead:
        return ()
    places = guarded_text(loaded)
    found: dict[tuple[Span, str], Problem] = {}
    for (start, end, _), branches in sorted(dead.items()):
        problem = _problem(loaded.root.text, places, Span(start, end), branches)
        found[problem.span, problem.message] = problem
    faded = [problem for problem in found.values() if problem.related]
    return tuple(
        problem
        for problem in found.values()
        if not any(other.span.holds(_condition(problem)) for other in faded if other is not problem)
    )


def _problem(text: str, places: Places, asked: Span, branches: list[Branch]) -> Problem:
    shown = " ".join(text[asked.start : asked.end].split())
    guarded = places.get((asked.start, asked.end))
    if len(branches) == 2:
        claim = f"`{shown}` is never asked: no public calls lead here within the scope"
        span = guarded.asked if guarded else asked
    else:
        never = branches[0].outcome
        span = (guarded and guarded.only_if(never)) or asked
        claim = f"`{shown}` is never {str(never).lower()} within the scope,"
        claim += " whatever public calls are made"
        if span != asked:
            claim += "; what depends on that never runs"
    related = () if span == asked else (Related("the condition", asked),)
    return Problem(CODE, Severity.HINT, claim, span, related)


def _condition(problem: Problem) -> Span:
    return problem.related[0].span if problem.related else problem.span
