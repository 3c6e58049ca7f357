"""Believe a model only after evaluating it.

Place: solver/. Wraps every other link; evaluation shares no code with any of
them. A model that fails is a bug below, and it must weaken an answer instead of
making one wrong.
"""

from __future__ import annotations

from heapwright.solver.answer import Answer, Sat, Solver, SolverCounts, Unknown
from heapwright.solver.query import AnyQuery, EntailmentQuery, Query
from heapwright.terms.evaluate import evaluate
from heapwright.terms.term import Term


class ValidatingSolver:
    """Passes on what holds; a wrong model becomes Unknown."""

    __slots__ = ("_counts", "_inner")

    def __init__(self, inner: Solver, counts: SolverCounts) -> None:
        """Check every model of `inner`."""
        self._inner = inner
        self._counts = counts

    def check(self, query: AnyQuery) -> Answer:
        """Answer a query."""
        answer = self._inner.check(query)
        if isinstance(answer, Sat) and not _holds(query, answer):
            self._counts.wrong_models += 1
            return Unknown("the solver's model does not satisfy the query")
        return answer


def _holds(query: AnyQuery, answer: Sat) -> bool:
    match query:
        case Query(conjuncts):
            return all(_is_true(term, answer) for term in conjuncts)
        case EntailmentQuery(kept, existentials, fresh):
            if not all(_is_true(term, answer) for term in fresh):
                return False
            # With existentials the refutation of kept is beyond evaluation.
            return bool(existentials) or not all(_is_true(term, answer) for term in kept)


def _is_true(term: Term, answer: Sat) -> bool:
    try:
        return evaluate(term, answer.assignment) is True
    except (KeyError, ZeroDivisionError):
        return False
