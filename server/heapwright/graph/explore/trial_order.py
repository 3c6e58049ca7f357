"""The order in which a question looks at the disjuncts of a graph.

Place: graph/explore/. A question is tried on each disjunct in order of number, except on those
that a union covered in the very step that found them. The rule looks only at what a
graph holds, not at when it was explored: a question asked while the graph grows and one
asked of a stored graph look at the same disjuncts in the same order, and so find the
same answer.
"""

from __future__ import annotations

from bisect import bisect_left

from heapwright.graph.state.state_graph import Edge, StateGraph, Union


class TrialOrder:
    """Walks along a graph, also while it grows. Changes nothing but itself."""

    __slots__ = ("_graph", "_position", "_skipped", "_steps")

    def __init__(self, graph: StateGraph) -> None:
        self._graph = graph
        self._position = 0
        self._steps: list[int] = []  # by disjunct: the one whose calls were made then
        self._skipped: set[int] = set()

    def fresh(self, before: int | None = None) -> list[int]:
        """Give the numbers to look at that were not given before.

        With a bound, these are the empty heap and what calls on the disjuncts before it lead to.
        """
        disjuncts = self._graph.disjuncts
        steps, skipped = self._steps, self._skipped
        for disjunct in disjuncts[len(steps) :]:
            match disjunct.origin:
                case None:
                    steps.append(-1)
                case Edge(source=source):
                    steps.append(source)
                case Union(parts=(other, fresh)):
                    steps.append(steps[fresh])
                    skipped.add(fresh)
                    if steps[other] == steps[fresh] and disjuncts[other].depth == disjunct.depth:
                        skipped.add(other)
        end = len(disjuncts) if before is None else bisect_left(steps, before)
        numbers = [n for n in range(self._position, end) if n not in skipped]
        self._position = max(self._position, end)
        return numbers
