"""Put two constraints together where their union is one constraint.

Place: graph/explore/. `explore` calls this for the disjuncts of one shape: fewer disjuncts
means fewer calls to run. `v even` and `v odd` become no constraint at all; `a < b` and
`a = b` become `a <= b`. Asks no solver; changes nothing.
Source: [MSEQ] merging of isomorphic states. We differ: a union replaces its parts only
where it describes exactly the same heaps in a form that the domain can express.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import islice

from heapwright.domains.constraint import FALSE, TRUE, Constraint, assume
from heapwright.domains.decide import Included, entails, includes
from heapwright.domains.normal_form import existentials, inequalities
from heapwright.domains.value_sets import EVERYTHING, Ranges, either, literal_of, values_of
from heapwright.terms.build import not_
from heapwright.terms.rewrite import free_variables
from heapwright.terms.sorts import INT
from heapwright.terms.term import Term, Variable

# More differences than this are not worth the effort: such unions are rarely exact.
MOST_DIFFERENCES = 3
MOST_RANGES = 16  # of the values of one variable


def united(first: Constraint, second: Constraint, *, with_sets: bool = False) -> Constraint | None:
    """Give the constraint that describes just what the two describe together, if any.

    The candidate is everything that both say, `with_sets` also of which values a single variable
    has: "a capital" and "a digit" become "a capital or a digit". It is exact when each heap in it
    that breaks something only `first` says is one of `second`.
    """
    if existentials(first) or existentials(second):
        return None
    first_parts, second_parts = inequalities(first), inequalities(second)
    only_first = _not_entailed(second, first_parts)
    if len(only_first) > MOST_DIFFERENCES:
        return None
    only_second = _not_entailed(first, second_parts)
    if len(only_second) > MOST_DIFFERENCES:
        return None
    union = TRUE
    dropped = {*only_first, *only_second}
    for part in (*first_parts, *second_parts):
        if part not in dropped:
            union = assume(union, part)
    if with_sets:
        for part in _values_of_both(first, second, dropped):
            union = assume(union, part)
    for part in only_first:
        beyond = assume(union, not_(part))
        if beyond is not FALSE and not isinstance(includes(second, beyond), Included):
            return None
    return union


def _not_entailed(constraint: Constraint, parts: Iterable[Term]) -> list[Term]:
    """Give what a constraint does not entail, or just more of it than is wanted."""
    return list(
        islice((part for part in parts if not entails(constraint, part)), MOST_DIFFERENCES + 1)
    )


def _values_of_both(
    first: Constraint, second: Constraint, dropped: Collection[Term]
) -> Iterator[Term]:
    """Say of each variable that something else is said of by itself which values it may have."""
    alone = [free_variables(part) for part in dropped]
    for variable in dict.fromkeys(found[0] for found in alone if len(found) == 1):
        if variable.sort is INT:
            ranges = either(_values(first, variable), _values(second, variable))
            if len(ranges) <= MOST_RANGES:
                yield literal_of(variable, ranges)


def _values(constraint: Constraint, variable: Variable) -> Ranges:
    match constraint.definitions.get(variable):
        case None:
            return values_of(constraint, variable)
        case ((), value):
            return ((value, value),)
        case _:
            return EVERYTHING
