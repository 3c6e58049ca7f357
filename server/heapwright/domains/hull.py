"""One constraint that two others imply: what both say, as far as it is easily found.

Place: domains/. A graph that describes more than can be reached keeps one constraint per shape,
and lets it grow by this. Asks no solver. The result may have more models than both together, and
never fewer.

Differences of variables get the larger of their two bounds; everything else that one of the
constraints says is kept if the other entails it. Two known values leave their distance as a
modulus: of 5 and 10, and then 25, every value is a multiple of 5.

Growing without end is prevented by *widening*: then the first constraint may only lose what the
second does not keep, so that bounds which grow step by step are given up at once. Each step loses
something, but there may be many; `worn` loses all but bounds on single variables at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set

from heapwright.domains.constraint import FALSE, TRUE, Constraint, assume
from heapwright.domains.decide import entails
from heapwright.domains.difference_bounds import INFINITE, Bound
from heapwright.domains.normal_form import existentials, inequalities, variables
from heapwright.domains.value_sets import set_in
from heapwright.domains.variable_rows import difference_at_most
from heapwright.terms.build import divides
from heapwright.terms.rewrite import free_variables
from heapwright.terms.sorts import INT
from heapwright.terms.term import (
    AtMostZero,
    DiffersFromZero,
    Disjunction,
    EqualsZero,
    SumLiteral,
    Term,
    Variable,
)

MOST_TOUCHED = 6  # variables of which comparisons are tried


def hull(first: Constraint, second: Constraint, *, widens: bool = False) -> Constraint:
    """Give a constraint that every model of one of the two satisfies."""
    if first is FALSE or second is FALSE:
        return loosened(second if first is FALSE else first)
    spoken = _spoken_of(first, second)
    united = TRUE
    for part in _differences(first, second, spoken, widens=widens):
        united = assume(united, part)
    others = _others(first) if widens else [*_others(first), *_others(second)]
    if not widens:
        others += _moduli(first, second, spoken)
    for part in dict.fromkeys(others):
        if entails(first, part) and entails(second, part):
            united = assume(united, part)
    return united


def worn(first: Constraint, second: Constraint) -> Constraint:
    """Give the bounds on single variables that the first constraint has and the second keeps."""
    kept = TRUE
    for variable in _spoken_of(first, second)[1:]:
        for left, right in ((variable, None), (None, variable)):
            bound = _bound(first, _place(first, left), _place(first, right))
            if bound != INFINITE:
                part = difference_at_most(left, right, int(bound))
                if entails(second, part):
                    kept = assume(kept, part)
    return kept


def loosened(constraint: Constraint) -> Constraint:
    """Give the constraint without what only a solver could decide, and without existentials."""
    if constraint is FALSE or not (constraint.residual or existentials(constraint)):
        return constraint
    hidden = frozenset(existentials(constraint))
    kept = TRUE
    touched: dict[Variable, None] = {}  # by what is lost
    for part in inequalities(constraint):
        free = free_variables(part)
        if _is_simple(part) and hidden.isdisjoint(free):
            kept = assume(kept, part)
        elif not _is_difference(part):
            touched.update((variable, None) for variable in free if variable not in hidden)
    for part in _comparisons(constraint, list(touched), hidden):
        if not entails(kept, part) and entails(constraint, part):
            kept = assume(kept, part)
    return kept


def _is_difference(part: Term) -> bool:
    """Say whether a literal only says that something differs from something, as two strings do.

    Of such no comparison follows that the bounds do not know, or hardly ever; to try them all
    took half of the time with a list of different strings.
    """
    return isinstance(part, Disjunction) and all(
        isinstance(one, DiffersFromZero) for one in part.parts
    )


def _comparisons(
    constraint: Constraint, touched: Sequence[Variable], hidden: Set[Variable]
) -> Iterator[Term]:
    """Give what is worth keeping of what is lost: which of two is larger, and what is negative.

    `hp = min(hp + healing, most)`, with the old `hp` forgotten, leaves that `hp` is at most `most`.
    """
    others = [None, *(v for v in variables(constraint) if v not in hidden and v.sort is INT)]
    for left in touched[:MOST_TOUCHED]:
        for right in others:
            if left is not right and left.sort is INT:
                yield difference_at_most(left, right, 0)
                yield difference_at_most(right, left, 0)


def _spoken_of(first: Constraint, second: Constraint) -> list[Variable | None]:
    """List the variables that both constraints mention; None stands for zero."""
    hidden = {*existentials(first), *existentials(second)}
    in_second = set(variables(second))
    both = [v for v in variables(first) if v in in_second and v not in hidden]
    return [None, *both]


def _differences(
    first: Constraint, second: Constraint, spoken: Sequence[Variable | None], *, widens: bool
) -> Iterator[Term]:
    """Give the bounds on differences that both keep."""
    first_places = [_place(first, variable) for variable in spoken]
    second_places = [_place(second, variable) for variable in spoken]
    for at, left in enumerate(spoken):
        for other, right in enumerate(spoken):
            if at == other:
                continue
            own = _bound(first, first_places[at], first_places[other])
            further = _bound(second, second_places[at], second_places[other])
            most = max(own, further)
            if most == INFINITE:
                # What is the sum of several has no row, and yet its bounds.
                most = min(own, further)
                unsure = [
                    constraint
                    for constraint, places in ((first, first_places), (second, second_places))
                    if places[at] is None or places[other] is None
                ]
                if most == INFINITE or (widens and own == INFINITE):
                    continue
                part = difference_at_most(left, right, int(most))
                if len(unsure) == 1 and entails(unsure[0], part):
                    yield part
            elif not widens or further <= own:
                yield difference_at_most(left, right, int(most))


def _place(constraint: Constraint, variable: Variable | None) -> tuple[int, int] | None:
    """Say in which row a variable is, and what must be added; None if no row tells."""
    at = constraint.index.get(variable)
    if at is not None:
        return at, 0
    assert variable is not None
    match constraint.definitions.get(variable):
        case ((), constant):
            return 0, constant
        case (((Variable() as atom, 1),), constant) if atom in constraint.index:
            return constraint.index[atom], constant
        case _:
            return None


def _bound(
    constraint: Constraint, left: tuple[int, int] | None, right: tuple[int, int] | None
) -> Bound:
    """Give the least number that a difference is known not to exceed."""
    if left is None or right is None:
        return INFINITE
    return constraint.rows[left[0]][right[0]] + left[1] - right[1]


def _others(constraint: Constraint) -> list[Term]:
    """List what a constraint says beside bounds on differences."""
    hidden = frozenset(existentials(constraint))
    return [
        part
        for part in inequalities(constraint)
        if not (isinstance(part, AtMostZero) and part.difference is not None)
        and _is_simple(part)
        and hidden.isdisjoint(free_variables(part))
    ]


def _is_simple(part: Term) -> bool:
    """Say whether the domain decides about a literal quickly."""
    if not isinstance(part, SumLiteral):
        return set_in(part) is not None
    return all(type(atom) is Variable for atom, _ in part.parts) or _is_congruence(part)


def _is_congruence(part: Term) -> bool:
    return isinstance(part, EqualsZero) and len(part.parts) == 1


def _moduli(
    first: Constraint, second: Constraint, spoken: Iterable[Variable | None]
) -> Iterator[Term]:
    """Give what two different known values of a variable have in common."""
    for variable in spoken:
        if variable is None:
            continue
        own, further = _known_value(first, variable), _known_value(second, variable)
        if own is not None and further is not None and abs(own - further) > 1:
            yield divides(abs(own - further), ((variable, 1),), -own)


def _known_value(constraint: Constraint, variable: Variable) -> int | None:
    place = _place(constraint, variable)
    most = _bound(constraint, place, (0, 0))
    if most == INFINITE or most != -_bound(constraint, (0, 0), place):
        return None
    return int(most)
