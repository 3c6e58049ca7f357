"""The graph that is explored fairly beside another one: when, how far, and where it is kept.

Place: graph/explore/. `answers` begins every search here. `fair_order` says in which order such a
graph grows.

A search begins breadth first, since what it finds so is shortest. Where that takes long, the
setting is *wide*, and the fair graph has its turn; then the search goes on breadth first. The
fair graph is kept like any other, under a recipe of its own, and with it how far the other graph
was explored when it had its turn. So a later question about the same setting neither makes the
calls again nor begins breadth first in vain: it looks at the heaps in the same order as if it were
the first, and finds the same answer. For the same reason the number of paths that a fair graph may
take is a bound on the graph and not on the question: what one question left of it the next one
uses, and once nothing is left, no question explores the graph any further.

Of a complete graph all this is not asked: it has every heap, and its answers are shortest.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from heapwright.graph.explore.breadth_first import INTERRUPTED
from heapwright.graph.explore.explore import new_graph
from heapwright.graph.state.state_graph import StateGraph, Wide
from heapwright.graph.state.watch import Watch
from heapwright.records import replace

# How many times as many paths heaps of up to one call more may take as those before.
TIMES = 4
# What took too long takes too long again, unless there is more time than this many times as much.
MUCH_MORE = 2


class Beginning:
    """The part of a search before the fair graph has its turn. Lives in one search."""

    __slots__ = ("_most_checks", "_watch", "fair", "turn")

    def __init__(self, graph: StateGraph, max_calls: int | None, watch: Watch) -> None:
        """Take a watch for no more than this; its checks are those for the empty heap alone."""
        self._watch = watch
        self._most_checks = watch.most_checks
        self.fair = _fair_graph(graph, max_calls)
        # How many disjuncts of the graph have all their calls by then; None if nobody knows.
        self.turn = known_turn(self.fair, self._watch)

    def watch_on(self, graph: StateGraph) -> Watch:
        """Give the watch for exploring the next disjunct, which may not take long."""
        if graph.explored < len(graph.disjuncts) and self._most_checks is not None:
            depth = graph.disjuncts[graph.explored].depth
            self._watch.most_checks = int(self._most_checks * TIMES**depth)
        return self._watch

    def is_over(self, graph: StateGraph, max_calls: int | None = None) -> bool:
        """Say whether it is known that exploring on, with calls up to a bound, takes long."""
        turn = self.turn
        if turn is None or not turn <= graph.explored or turn >= len(graph.disjuncts):
            return False
        return max_calls is None or graph.disjuncts[turn].depth < max_calls

    def took_long(self, graph: StateGraph) -> bool:
        """Say whether the watch has stopped the exploration, and not a bound or its end."""
        return graph.stopped_by not in (None, "calls", INTERRUPTED)

    @contextmanager
    def ended(self, graph: StateGraph) -> Iterator[StateGraph]:
        """Give the fair graph its turn: it is kept if it changes inside, whatever ends that."""
        fair = self.fair
        before = _progress(fair)
        if not self.is_over(graph):
            most = self._watch.seconds if self._watch.has_checks else None
            fair.wide = Wide(graph.explored, None if most is None else int(most * 1000))
        graph.stopped_by = None
        try:
            yield fair
        except KeyboardInterrupt:
            fair.stopped_by = INTERRUPTED  # perhaps in the middle of a change
            raise
        finally:
            is_whole = fair.stopped_by != INTERRUPTED
            if graph.kept_by is not None and is_whole and _progress(fair) != before:
                graph.kept_by.keep(fair)


def without_past(watch: Watch, fair: StateGraph) -> Watch:
    """Take the paths that a fair graph has had from those that a watch allows it."""
    if watch.most_checks is not None:
        watch.most_checks -= fair.counts.paths
    return watch


def _fair_graph(graph: StateGraph, max_calls: int | None) -> StateGraph:
    """Give the fair graph beside another one, without code that nobody can replay."""
    setting = replace(graph.setting, follows_unread=False, is_fair=True, most_calls=max_calls)
    return new_graph(setting) if graph.kept_by is None else graph.kept_by.recall(setting)


def known_turn(beside: StateGraph, first: Watch) -> int | None:
    """Say how far another graph was explored when one beside it had its turn, if that still holds.

    `first` is the watch for the other graph.
    """
    wide = beside.wide
    if wide is None:
        return None
    if wide.milliseconds is not None and (
        first.seconds is None or first.seconds * 1000 > MUCH_MORE * wide.milliseconds
    ):
        return None
    return wide.explored


def _progress(fair: StateGraph) -> tuple[int, int, Wide | None]:
    return fair.n_turns, fair.counts.paths, fair.wide
