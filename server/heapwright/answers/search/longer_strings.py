"""Ask once more with strings as long as the code wants them.

Place: answers/search/. `schedule` comes here where short strings gave no answer.

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

from collections.abc import Sequence

from heapwright.answers.calls.verdict import (
    Found,
    NotFound,
    NotInSmaller,
    Nowhere,
    Undecided,
    Verdict,
)
from heapwright.answers.search import strategy
from heapwright.answers.search.strategy import Case, Now
from heapwright.graph.client.demanded_lengths import MOST_DEMANDED, demanding, unmet
from heapwright.graph.explore.breadth_first import explore
from heapwright.graph.explore.explore import new_graph
from heapwright.graph.state.state_graph import Setting, StateGraph
from heapwright.graph.state.watch import Watch
from heapwright.records import replace

MOST_ROUNDS = 5
TIMES = 4  # how many times more paths than before, beside those of the schedule
TOO_LONG = "they are too long"
TOO_MANY = "there are too many lengths"
NOT_ALL = "there are too many heaps with them"


def wants_longer_strings(case: Case, now: Now) -> bool:
    """Say whether longer strings may say more: not where short ones took too long already."""
    match now.verdict:
        case Nowhere():
            pass
        case NotFound() | Undecided() if now.graph.stopped_by in (None, "calls"):
            pass
        case _:
            return False
    return case.question is not None and bool(unmet(now.graph, now.whole.work.demands))


def longer_strings(
    first: strategy.Share, least_checks: int, turns: Sequence[strategy.Turn], case: Case, now: Now
) -> strategy.Steps:
    """Give a better verdict, and the graph that it rests on, where longer strings lead to one.

    In each round `first` says how much may be explored to see whether there are new demands.
    """
    yield from ()
    watch, verdict, graph = now.part, now.verdict, now.graph
    best = verdict, graph
    beyond = TOO_MANY
    most_checks = least_checks + TIMES * graph.counts.followed
    for _ in range(MOST_ROUNDS):
        setting = demanding(graph, watch.work.demands)
        if setting.spelling == graph.setting.spelling:
            break
        graph = _recalled(graph, replace(setting, is_loose=False))
        part = first.of(watch)
        explore(graph, case.solver, case.max_calls, part)
        if demanding(graph, watch.work.demands).spelling != graph.setting.spelling:
            continue
        part.most_checks = most_checks
        found = strategy.scheduled_beside(case, graph, part, turns).verdict
        if graph.kept_by is not None:
            graph.kept_by.keep(graph)
        if isinstance(found, Found):
            return strategy.Came("found it", found, graph)
        if isinstance(found, Nowhere):
            best = found, graph
        else:
            beyond = str(graph.narrowings[0]) if graph.narrowings else NOT_ALL
    verdict, graph = best
    if isinstance(verdict, Nowhere):
        verdict = _weakened(verdict, graph, watch, beyond)
    is_all = isinstance(verdict, Nowhere)
    words = "nothing answers the question with them, either" if is_all else beyond
    return strategy.Came(words, verdict, graph)


def _recalled(graph: StateGraph, setting: Setting) -> StateGraph:
    """Give the graph of a setting as far as it was explored before, kept where another is."""
    return new_graph(setting) if graph.kept_by is None else graph.kept_by.recall(setting)


def _weakened(proof: Nowhere, graph: StateGraph, watch: Watch, beyond: str) -> Verdict:
    """Say of a proof that it is one about short strings only, if the code asks for others."""
    lengths = sorted({demand.length for demand in unmet(graph, watch.work.demands)})
    if not lengths:
        return proof
    return NotInSmaller(TOO_LONG if lengths[0] > MOST_DEMANDED else beyond, tuple(lengths))
