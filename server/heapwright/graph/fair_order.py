"""Explore such that no call waits for the end of another.

Place: graph/. `answers` turns to this where exploring everything takes long.

Breadth first, all ways to call a constructor with seven open parameters come before the first
method of anything: a client would have called the two methods that matter long before. So here
each call gets its turn on a heap, the simplest arguments first, and a heap that was found gets
its first turns before others have had all theirs. How long a heap waits is its depth, and one
more each time that it has had twice as many turns; heaps without an object of the kind that the
question is about, and heaps with many objects in the client's hands, wait longer. Of those that
wait equally long the smallest goes first.

In the end all calls are made here, too, but for the most unusual arguments. What is found is
found by calls like any other; that nothing is found means nothing, and a sequence need not be a
shortest one.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator

from heapwright.graph.api import PublicCall
from heapwright.graph.arguments import Ways, ways_on
from heapwright.graph.explore import explore_call
from heapwright.graph.shape import Shape
from heapwright.graph.state_graph import Argument, Disjunct, Setting, StateGraph
from heapwright.graph.watch import Watch
from heapwright.ir.types import RefType
from heapwright.solver.answer import Solver

CALL_COST = 2  # of one more call, in doublings of the turns


def explored_fairly(
    graph: StateGraph, solver: Solver, max_calls: int | None, watch: Watch
) -> Iterator[Disjunct]:
    """Grow a new graph; give each disjunct when it is found, the empty heap first.

    Ends when no call is left; the watch may object before.
    """
    waiting: list[tuple[int, int, int]] = []  # how long, its size, the number of the disjunct
    turns: dict[int, _Turns] = {}
    n_known = 0

    def fresh() -> Iterator[Disjunct]:
        nonlocal n_known
        while n_known < len(graph.disjuncts):
            disjunct = graph.disjuncts[n_known]
            n_known += 1
            if disjunct.number not in graph.covered:
                yield disjunct
                if max_calls is None or disjunct.depth < max_calls:
                    wait = _wait(graph.setting, disjunct)
                    heapq.heappush(waiting, (wait, _size(disjunct.shape), disjunct.number))

    yield from fresh()
    while waiting:
        wait, size, number = heapq.heappop(waiting)
        if number in graph.covered:
            continue
        disjunct = graph.disjuncts[number]
        own = turns.get(number)
        if own is None:
            own = turns[number] = _Turns(graph.setting, disjunct.shape, watch)
        for call, arguments in own.round():
            explore_call(graph, solver, disjunct, call, arguments, watch)
            yield from fresh()
        if own.is_over:
            del turns[number]
        else:
            heapq.heappush(waiting, (wait + own.is_doubled, size, number))


def _wait(setting: Setting, disjunct: Disjunct) -> int:
    """Say how long a heap waits for its first turn."""
    shape = disjunct.shape
    held = [shape.objects[position][0] for position in shape.roots]
    is_about = not setting.api.asked.isdisjoint(held)
    return CALL_COST * disjunct.depth + (not is_about) + max(0, len(held) - 1)


def _size(shape: Shape) -> int:
    return sum(1 + len(labels) for _, _, labels in shape.objects)


class _Turns:
    """The calls on one heap, in rounds in which each is made once, with further arguments."""

    __slots__ = ("_n_rounds", "_rest")

    def __init__(self, setting: Setting, shape: Shape, watch: Watch) -> None:
        asked = setting.api.asked
        self._rest: list[tuple[PublicCall, Ways]] = sorted(
            ways_on(setting, shape, watch, is_fair=True),
            key=lambda one: not _is_about(one[0], asked),
        )
        self._n_rounds = 0

    def round(self) -> Iterator[tuple[PublicCall, tuple[Argument, ...]]]:
        """Give each call once more, as far as there are arguments."""
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
        return not self._rest

    @property
    def is_doubled(self) -> bool:
        """Whether the number of rounds has come to the next power of two."""
        return self._n_rounds & (self._n_rounds - 1) == 0


def _is_about(call: PublicCall, asked: frozenset[str]) -> bool:
    """Say whether a call changes or makes an object of these classes."""
    if call.receiver is not None:
        return call.receiver in asked
    return isinstance(call.result, RefType) and call.result.class_name in asked
