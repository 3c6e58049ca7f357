"""Put two constraints together where their union is one constraint.

Place: graph/. `explore` calls this for the disjuncts of one shape: fewer disjuncts
means fewer calls to run. `v even` and `v odd` become no constraint at all; `a < b` and
`a = b` become `a <= b`. Asks no solver; changes nothing.
Source: [MSEQ] merging of isomorphic states. We differ: a union replaces its parts only
where it describes exactly the same heaps in a form that the domain can express.
"""

from __future__ import annotations

from heapwright.domains.constraint import FALSE, TRUE, Constraint, assume
from heapwright.domains.decide import Included, entails, includes
from heapwright.domains.normal_form import existentials, inequalities
from heapwright.terms.build import not_

# More differences than this are not worth the effort: such unions are rarely exact.
MOST_DIFFERENCES = 3


def united(first: Constraint, second: Constraint) -> Constraint | None:
    """Give the constraint that describes just what the two describe together, if any.

    The candidate is everything that both say. It is exact when each heap in it that
    breaks something only `first` says is one of `second`.
    """
    if existentials(first) or existentials(second):
        return None
    first_parts, second_parts = inequalities(first), inequalities(second)
    only_first = [part for part in first_parts if not entails(second, part)]
    if len(only_first) > MOST_DIFFERENCES:
        return None
    only_second = [part for part in second_parts if not entails(first, part)]
    if len(only_second) > MOST_DIFFERENCES:
        return None
    union = TRUE
    dropped = {*only_first, *only_second}
    for part in (*first_parts, *second_parts):
        if part not in dropped:
            union = assume(union, part)
    for part in only_first:
        beyond = assume(union, not_(part))
        if beyond is not FALSE and not isinstance(includes(second, beyond), Included):
            return None
    return union
