"""Explore such that no call waits for the end of another.

Place: graph/. `answers` turns to this where exploring everything takes long.

Breadth first, all ways to call a constructor with seven open parameters come before the first
method of anything: a client would have called the two methods that matter long before. So here
each call gets its turn on a heap, the simplest arguments first, and a heap that was found gets
its first turns before others have had all theirs. How long a heap waits is its depth, and one
more each time that it has had twice as many turns; heaps whose objects are far from what the
question is about (see `nearness`), and heaps with many objects in the client's hands, wait
longer. Of those that wait equally long the smallest goes first. A call that is further away gets
its first turn later.

In the end all calls are made here, too, but for the most unusual arguments. What is found is
found by calls like any other; that nothing is found means nothing, and a sequence need not be a
shortest one.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping

from heapwright.graph.api import PublicCall
from heapwright.graph.arguments import Ways, ways_on
from heapwright.graph.explore import explore_call, new_graph
from heapwright.graph.nearness import FAR, distance_of, near_classes
from heapwright.graph.shape import Shape
from heapwright.graph.state_graph import Argument, Disjunct, Setting, StateGraph
from heapwright.graph.watch import Watch
from heapwright.records import replace
from heapwright.solver.answer import Solver

CALL_COST = 2  # of one more call, in doublings of the turns

# A fair exploration is worth it when the empty heap alone took so many paths, or all heaps of up
# to one call more so many times as many, and so on; or such a share of the time. Breadth first,
# the subjects need fewer.
FIRST_CHECKS, TIMES, FIRST_SHARE = 200, 4, 0.1
# Paths and share of the time that is left for it.
FAIR_CHECKS, FAIR_SHARE = 3_000, 0.5


def allowed_checks(depth: int) -> int:
    """Say how many paths may have been run, breadth first, while heaps of a depth are explored."""
    return int(FIRST_CHECKS * TIMES**depth)


def fair_graph(setting: Setting) -> StateGraph:
    """Give a new graph to be explored fairly, without code that nobody can replay."""
    return new_graph(replace(setting, follows_unread=False, is_fair=True))


def fair_part(watch: Watch) -> Watch:
    """Give a watch for exploring such a graph."""
    part = watch.part(FAIR_SHARE)
    part.most_checks = FAIR_CHECKS
    return part


def explored_fairly(
    graph: StateGraph, solver: Solver, max_calls: int | None, watch: Watch
) -> Iterator[Disjunct]:
    """Grow a new graph; give each disjunct when it is found, the empty heap first.

    Ends when no call is left; the watch may object before.
    """
    waiting: list[tuple[int, int, int]] = []  # how long, its size, the number of the disjunct
    turns: dict[int, _Turns] = {}
    near = near_classes(graph.setting)
    n_known = 0

    def fresh() -> Iterator[Disjunct]:
        nonlocal n_known
        while n_known < len(graph.disjuncts):
            disjunct = graph.disjuncts[n_known]
            n_known += 1
            if disjunct.number not in graph.covered:
                yield disjunct
                if max_calls is None or disjunct.depth < max_calls:
                    wait = _wait(near, disjunct)
                    heapq.heappush(waiting, (wait, _size(disjunct.shape), disjunct.number))

    yield from fresh()
    while waiting:
        _, size, number = heapq.heappop(waiting)
        if number in graph.covered:
            continue
        disjunct = graph.disjuncts[number]
        own = turns.get(number)
        if own is None:
            own = turns[number] = _Turns(graph.setting, near, disjunct.shape, watch)
        for call, arguments in own.round():
            explore_call(graph, solver, disjunct, call, arguments, watch)
            yield from fresh()
        if own.is_over:
            del turns[number]
        else:
            wait = _wait(near, disjunct) + own.n_doublings
            heapq.heappush(waiting, (wait, size, number))


def _wait(near: Mapping[str, int], disjunct: Disjunct) -> int:
    """Say how long a heap waits for its first turn."""
    shape = disjunct.shape
    held = [near.get(shape.objects[position][0], FAR) for position in shape.roots]
    return CALL_COST * disjunct.depth + min(held, default=0) + max(0, len(held) - 1)


def _size(shape: Shape) -> int:
    return sum(1 + len(labels) for _, _, labels in shape.objects)


class _Turns:
    """The calls on one heap, in rounds in which each is made once, with further arguments."""

    __slots__ = ("_late", "_n_rounds", "_rest")

    def __init__(
        self, setting: Setting, near: Mapping[str, int], shape: Shape, watch: Watch
    ) -> None:
        self._rest: list[tuple[PublicCall, Ways]] = []
        # Those that wait for their first turn, with their distance; the next one is the last.
        late = [
            (distance_of(call, near), call, ways) for call, ways in ways_on(setting, shape, watch)
        ]
        self._late = sorted(late, key=lambda one: one[0])[::-1]
        self._n_rounds = 0

    def round(self) -> Iterator[tuple[PublicCall, tuple[Argument, ...]]]:
        """Give each call once more, as far as there are arguments."""
        if not self._rest and self._late:
            # Nobody waits for rounds in which nothing is done.
            self._n_rounds = max(self._n_rounds, 2 ** self._late[-1][0] - 1)
        while self._late and self._n_rounds >= 2 ** self._late[-1][0] - 1:
            _, call, ways = self._late.pop()
            self._rest.append((call, ways))
        rest = []
        for call, ways in self._rest:
            arguments = next(ways, None)
            if arguments is not None:
                rest.append((call, ways))
                yield call, arguments
        self._rest = rest
        self._n_rounds += 1

    @property
    def is_over(self) -> bool:
        """Whether no call is left."""
        return not self._rest and not self._late

    @property
    def n_doublings(self) -> int:
        """Say how often the number of rounds has doubled."""
        return self._n_rounds.bit_length()
