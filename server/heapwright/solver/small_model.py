"""A model that a person would have chosen: 0, 1, 2 before -7719.

Place: solver/. Answers call this for the literals of a sequence.
Bounded work: first one common range for all variables, narrow ranges first, then
a few variables one by one. What a check does not answer Sat is not tried again.
"""

from __future__ import annotations

from collections.abc import Sequence

from heapwright.solver.answer import Answer, Sat, Solver
from heapwright.solver.query import Query
from heapwright.terms.build import equal, integer, less_equal
from heapwright.terms.sorts import INT
from heapwright.terms.term import Term

RANGES = ((0, 2), (0, 9), (-9, 9), (0, 99), (-99, 99), (0, 999))
MOST_CHECKS = 24


def small_model(solver: Solver, query: Query, variables: Sequence[Term]) -> Answer:
    """Answer the query, with small values for `variables`, earlier ones first."""
    answer = solver.check(query)
    if not isinstance(answer, Sat):
        return answer
    numbers = [variable for variable in variables if variable.sort is INT]
    checks = 0
    for low, high in RANGES:
        if all(low <= answer.assignment.get(variable, 0) <= high for variable in numbers):
            break
        limits = [less_equal(integer(low), variable) for variable in numbers]
        limits += [less_equal(variable, integer(high)) for variable in numbers]
        checks += 1
        narrower = solver.check(Query((*query.conjuncts, *limits)))
        if isinstance(narrower, Sat):
            query, answer = Query((*query.conjuncts, *limits)), narrower
            break
    fixed: list[Term] = []
    for variable in numbers:
        for value in (0, 1, 2):
            current = answer.assignment.get(variable, 0)
            if current == value:
                break
            if checks >= MOST_CHECKS or 0 <= current < value:
                break
            checks += 1
            attempt = (*query.conjuncts, *fixed, equal(variable, integer(value)))
            smaller = solver.check(Query(attempt))
            if isinstance(smaller, Sat):
                answer = smaller
                break
        fixed.append(equal(variable, integer(int(answer.assignment.get(variable, 0)))))
    return answer
