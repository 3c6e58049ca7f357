"""Explore such that no call waits for the end of another.

Place: graph/explore/. `answers` turns to this where exploring everything takes long; `fair_graph`
says when that is.

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

The order depends on nothing but the setting and the heaps that were found so far. So a graph that
was stopped is taken up by going through the order once more: as many calls as it says were made
are passed over, and what they found becomes known when they come. Nothing else need be stored,
and whoever tries the heaps sees them just as when they were found. (Measured: passing over 2,400
calls takes 0.1 s, making them 0.7 s.) A call in which the graph was stopped counts as not made:
made again it finds what is there already covered, and then the rest.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping

from heapwright.graph.client.gives import Ways, ways_on
from heapwright.graph.client.nearness import FAR, distance_of, near_classes
from heapwright.graph.explore.explore import explore_call
from heapwright.graph.state.public_calls import PublicCall
from heapwright.graph.state.shape import Shape
from heapwright.graph.state.state_graph import Argument, Disjunct, Edge, Setting, StateGraph, Union
from heapwright.graph.state.watch import Watch
from heapwright.solver.answer import Solver

CALL_COST = 2  # of one more call, in doublings of the turns


def explored_fairly(graph: StateGraph, solver: Solver, watch: Watch) -> Iterator[Disjunct]:
    """Grow a graph; give each disjunct when it is found, the empty heap first.

    Goes through what was found before in the same order, without running a call. Ends when no
    call is left or the watch allows no more checks; the watch may object before.
    """
    max_calls = graph.setting.most_calls
    waiting: list[tuple[int, int, int]] = []  # how long, its size, the number of the disjunct
    turns: dict[int, _Turns] = {}
    near = near_classes(graph.setting)
    past = _Past(graph)
    n_known = 0

    def fresh() -> Iterator[Disjunct]:
        nonlocal n_known
        while n_known < past.end:
            disjunct = graph.disjuncts[n_known]
            n_known += 1
            if disjunct.number not in past.covered:
                yield disjunct
                if max_calls is None or disjunct.depth < max_calls:
                    wait = _wait(near, disjunct)
                    heapq.heappush(waiting, (wait, _size(disjunct.shape), disjunct.number))

    yield from fresh()
    while waiting:
        _, size, number = heapq.heappop(waiting)
        if number in past.covered:
            continue
        disjunct = graph.disjuncts[number]
        own = turns.get(number)
        if own is None:
            own = turns[number] = _Turns(graph.setting, near, disjunct.shape, watch)
        for call, arguments in own.round():
            if not past.has_made(number, call, arguments):
                if not watch.has_checks:
                    return
                explore_call(graph, solver, disjunct, call, arguments, watch)
                past.note()
            yield from fresh()
        if own.is_over:
            del turns[number]
        else:
            wait = _wait(near, disjunct) + own.n_doublings
            heapq.heappush(waiting, (wait, size, number))


class _Past:
    """What of a graph is known at a time: as much as there was when that call was first made."""

    __slots__ = ("_graph", "_n_made", "covered", "end")

    def __init__(self, graph: StateGraph) -> None:
        self._graph = graph
        self._n_made = 0
        self.end = 1  # of the numbers that are known
        self.covered: set[int] = set()

    def has_made(self, source: int, call: PublicCall, arguments: tuple[Argument, ...]) -> bool:
        """Say whether the next call was made before; then what it has found becomes known."""
        if self._n_made >= self._graph.n_turns:
            return False
        self._n_made += 1
        disjuncts = self._graph.disjuncts
        while self.end < len(disjuncts):
            origin = disjuncts[self.end].origin
            if isinstance(origin, Union):
                other, fresh = origin.parts
                self.covered.add(fresh)
                if disjuncts[other].depth == disjuncts[fresh].depth:
                    self.covered.add(other)
            elif not _is_of(origin, source, call, arguments):
                break
            self.end += 1
        return True

    def note(self) -> None:
        """Note that the next call was made just now."""
        self._n_made += 1
        self._graph.n_turns = self._n_made
        self.end, self.covered = len(self._graph.disjuncts), self._graph.covered


def _is_of(
    edge: Edge | None, source: int, call: PublicCall, arguments: tuple[Argument, ...]
) -> bool:
    """Say whether an edge belongs to a call; that may be one of an older program."""
    return (
        edge is not None
        and edge.source == source
        and (edge.call.name, edge.call.receiver) == (call.name, call.receiver)
        and edge.arguments == arguments
    )


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
