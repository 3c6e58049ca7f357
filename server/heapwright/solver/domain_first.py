"""Answer by the exact domains what they can decide.

Place: solver/. Between the cache and z3. `benchmarks/domains.py` compares costs.
"""

from __future__ import annotations

from heapwright import domains
from heapwright.solver.answer import Answer, Sat, Solver, SolverCounts, Unsat
from heapwright.solver.query import AnyQuery, EntailmentQuery, Query, without_quantifier
from heapwright.terms.build import and_, not_
from heapwright.terms.rewrite import free_variables
from heapwright.terms.sorts import BOOL
from heapwright.terms.term import Term

# With more conditions that have cases inside, trying values is hopeless: paths of a circular list
# with companions spent 6 s here on a query that z3 answers in 0.05 s.
MOST_RESIDUAL = 12


class DomainFirstSolver:
    """Decides by domains, else asks the next link."""

    __slots__ = ("_counts", "_inner")

    def __init__(self, inner: Solver, counts: SolverCounts) -> None:
        """Ask `inner` only what stays undecided."""
        self._inner = inner
        self._counts = counts

    def check(self, query: AnyQuery) -> Answer:
        """Answer a query."""
        answer = decided(query)
        if answer is None:
            return self._inner.check(query)
        self._counts.by_domains += 1
        return answer


def decided(query: AnyQuery) -> Answer | None:
    """Answer by domains alone; None when they leave it open."""
    plain = without_quantifier(query)
    if plain is not None:
        return _decided_plain(plain)
    assert isinstance(query, EntailmentQuery)
    bound = set(query.kept_existentials)
    free = {v for term in query.kept for v in free_variables(term)} - bound
    kept = domains.project(_conjunction(query.kept), sorted(free, key=lambda v: v.order))
    left = domains.existentials(kept)
    if not left:
        return _decided_plain(Query((*query.fresh, not_(and_(*domains.literals(kept))))))
    # A bound variable with the name of a free one is another variable, and then
    # sameness of names proves nothing.
    if any(not set(left).isdisjoint(free_variables(term)) for term in query.fresh):
        return None
    match domains.includes(kept, _conjunction(query.fresh)):
        case domains.Included():
            return Unsat()
        case _:
            return None


def _decided_plain(query: Query) -> Answer | None:
    constraint = _conjunction(query.conjuncts)
    if constraint is domains.FALSE:
        return Unsat()
    if len(constraint.residual) > MOST_RESIDUAL:
        return None
    match domains.model(constraint):
        case domains.NoModel():
            return Unsat()
        case domains.Undecided():
            return Unsat() if domains.status(constraint) is domains.Status.CONTRADICTION else None
        case assignment:
            complete = dict(assignment)
            for term in query.conjuncts:
                for variable in free_variables(term):
                    complete.setdefault(variable, False if variable.sort is BOOL else 0)
            return Sat(complete)


def _conjunction(terms: tuple[Term, ...]) -> domains.Constraint:
    constraint = domains.TRUE
    for term in terms:
        constraint = domains.assume(constraint, term)
    return constraint
