"""Remember answers to queries that come again.

Place: solver/. First link of the chain. Keeps the most recent answers only, so
that terms can die; an Unknown is kept too, since limits do not change within a
chain and asking again would cost the same time for the same answer.
"""

from __future__ import annotations

from collections import OrderedDict

from heapwright.solver.answer import Answer, Solver, SolverCounts
from heapwright.solver.query import AnyQuery


class CachingSolver:
    """Answers from memory, else asks the next link."""

    __slots__ = ("_answers", "_counts", "_inner", "_most")

    def __init__(self, inner: Solver, counts: SolverCounts, most: int = 4096) -> None:
        """Remember at most `most` answers of `inner`."""
        self._inner = inner
        self._counts = counts
        self._most = most
        self._answers: OrderedDict[AnyQuery, Answer] = OrderedDict()

    def check(self, query: AnyQuery) -> Answer:
        """Answer a query."""
        self._counts.queries += 1
        known = self._answers.get(query)
        if known is not None:
            self._counts.cached += 1
            self._answers.move_to_end(query)
            return known
        answer = self._inner.check(query)
        self._answers[query] = answer
        if len(self._answers) > self._most:
            self._answers.popitem(last=False)
        return answer
