"""Ask once more with strings as long as the code wants them.

Place: answers/search/. `ask` comes here where short strings gave no answer.

A verdict about strings of at most four characters is no news to somebody whose code demands
thirteen. What runs demanded is known by then (`graph/demanded_lengths`): for the parameters that
were checked, strings of those lengths are given as well. With these, further checks are met, as
when an ISBN is looked for among those that a library has. So a few heaps are looked at first, until
no demand is new; then the question is asked of the graph that all of them make. That may take a
share of the time, and some times as many paths as the short strings took.

In the end a proof is one that includes the longer strings. Where there is none, a proof about
short strings is told as what it is.
"""

from __future__ import annotations

from heapwright.answers.calls.question import Question
from heapwright.answers.calls.verdict import (
    Found,
    NotFound,
    NotInSmaller,
    Nowhere,
    Undecided,
    Verdict,
)
from heapwright.answers.search.search import search
from heapwright.graph.calls.demanded_lengths import MOST_DEMANDED, demanding, unmet
from heapwright.graph.explore.breadth_first import explore
from heapwright.graph.explore.explore import new_graph
from heapwright.graph.state.state_graph import Setting, StateGraph
from heapwright.graph.state.watch import Watch
from heapwright.records import replace
from heapwright.solver.answer import Solver

MOST_ROUNDS = 5
SHARE = 0.5  # of the time that is left
FIRST_CHECKS = 400  # paths, to see whether there are new demands
LEAST_CHECKS, TIMES = 2_000, 4  # paths in all, and how many times more than before
TOO_LONG = "they are too long"
TOO_MANY = "there are too many lengths"
NOT_ALL = "there are too many heaps with them"


def with_longer_strings(
    verdict: Verdict,
    graph: StateGraph,
    solver: Solver,
    question: Question,
    max_calls: int | None,
    watch: Watch,
) -> tuple[Verdict, StateGraph]:
    """Give a better verdict, and the graph that it rests on, where longer strings lead to one."""
    if not _is_worth_it(verdict, graph):
        return verdict, graph
    best = verdict, graph
    beyond = TOO_MANY
    most_checks = LEAST_CHECKS + TIMES * graph.counts.followed
    for _ in range(MOST_ROUNDS):
        setting = demanding(graph, watch.work.demands)
        if setting.spelling == graph.setting.spelling:
            break
        graph = _recalled(graph, replace(setting, is_loose=False))
        part = watch.part(SHARE)
        part.most_checks = FIRST_CHECKS
        explore(graph, solver, max_calls, part)
        if demanding(graph, watch.work.demands).spelling != graph.setting.spelling:
            continue
        part.most_checks = most_checks
        found = search(graph, solver, question, max_calls, part)
        if graph.kept_by is not None:
            graph.kept_by.keep(graph)
        if isinstance(found, Found):
            return found, graph
        if isinstance(found, Nowhere):
            best = found, graph
        else:
            beyond = graph.unproved[0] if graph.unproved else NOT_ALL
    return _weakened(*best, watch, beyond)


def _is_worth_it(verdict: Verdict, graph: StateGraph) -> bool:
    """Say whether longer strings may say more: not where short ones took too long already."""
    match verdict:
        case Nowhere():
            return True
        case NotFound() | Undecided():
            return graph.stopped_by in (None, "calls")
        case _:
            return False


def _recalled(graph: StateGraph, setting: Setting) -> StateGraph:
    """Give the graph of a setting as far as it was explored before, kept where another is."""
    return new_graph(setting) if graph.kept_by is None else graph.kept_by.recall(setting)


def _weakened(
    verdict: Verdict, graph: StateGraph, watch: Watch, beyond: str
) -> tuple[Verdict, StateGraph]:
    """Say of a proof that it is one about short strings only, if the code asks for others."""
    lengths = sorted({demand.length for demand in unmet(graph, watch.work.demands)})
    if isinstance(verdict, Nowhere) and lengths:
        if lengths[0] > MOST_DEMANDED:
            beyond = TOO_LONG
        verdict = NotInSmaller(beyond, tuple(lengths))
    return verdict, graph
