"""Hypothesis strategies for literals of every kind, and brute force over a box.

Place: tests/. Domain and solver tests draw from here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

from hypothesis import strategies as st

from heapwright.domains import TRUE, Constraint, assume
from heapwright.terms.build import (
    add,
    and_,
    equal,
    floor_div,
    floor_mod,
    if_then_else,
    integer,
    less,
    less_equal,
    multiply,
    not_,
    or_,
    scale,
    variable,
)
from heapwright.terms.evaluate import evaluate
from heapwright.terms.rewrite import free_variables
from heapwright.terms.term import Term, Variable

VARIABLES = tuple([variable(name) for name in "abcd"])
EDGE = 3
BOX = range(-EDGE, EDGE + 1)

Point = dict[Term, int | bool]

names = st.sampled_from(VARIABLES)
small = st.integers(-3, 3)


def _relate(which: int, left: Term, right: Term) -> Term:
    relations = (less, less_equal, equal, lambda a, b: not_(equal(a, b)), lambda a, b: less(b, a))
    return relations[which](left, right)


relation = st.integers(0, 4)
sums = st.lists(st.tuples(st.sampled_from([1, 1, -1, 2, -2, 3]), names), max_size=3).flatmap(
    lambda parts: small.map(lambda c: add(integer(c), *[scale(k, v) for k, v in parts]))
)
differences = st.builds(
    lambda which, x, y, c: _relate(which, x, add(y, integer(c))),
    relation,
    names,
    st.one_of(names, st.just(integer(0))),
    small,
)
comparisons = st.builds(_relate, relation, sums, sums)
congruences = st.builds(
    lambda total, m, r: equal(floor_mod(total, integer(m)), integer(r)),
    sums,
    st.sampled_from([2, 3, 4, -3]),
    st.integers(-1, 2),
)
nonlinear = st.one_of(
    st.builds(lambda x, y, c: less_equal(multiply(x, y), integer(c)), names, names, small),
    st.builds(lambda x, m, y: equal(floor_div(x, integer(m)), y), names, st.just(2), names),
    st.builds(lambda c, x, y, z: equal(if_then_else(c, x, y), z), differences, names, names, names),
)
simple = st.one_of(differences, differences, differences, comparisons, congruences, nonlinear)
literals_drawn = st.one_of(
    simple,
    simple,
    simple,
    st.builds(or_, simple, simple),
    st.builds(and_, simple, simple),
)
conjunctions = st.lists(literals_drawn, min_size=1, max_size=6)
bounded_conjunctions = conjunctions.map(lambda terms: [*in_the_box(VARIABLES[:3]), *terms]).map(
    lambda terms: [term for term in terms if not _mentions_last(term)]
)


def _mentions_last(term: Term) -> bool:
    return VARIABLES[3] in free_variables(term)


def in_the_box(variables: Iterable[Variable]) -> list[Term]:
    """Bound variables so that the box holds all models."""
    found: list[Term] = []
    for one in variables:
        found += [less_equal(integer(-EDGE), one), less_equal(one, integer(EDGE))]
    return found


def conjunction(terms: Iterable[Term]) -> Constraint:
    """Assume all terms."""
    constraint = TRUE
    for term in terms:
        constraint = assume(constraint, term)
    return constraint


def points(variables: Sequence[Variable], edge: int = EDGE) -> Iterable[Point]:
    """List every assignment of the box."""
    for values in product(range(-edge, edge + 1), repeat=len(variables)):
        yield dict(zip(variables, values, strict=True))


def true_at(terms: Iterable[Term], point: Point) -> bool:
    """Say whether all terms hold."""
    return all(evaluate(term, point) is True for term in terms)
