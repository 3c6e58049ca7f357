"""What literals say together: who is an alias of whom, and what holds of ints and Booleans.

Place: paths/unknown_heaps/. Path conditions and the cases of `alias_cases` are kept in this.

References are only ever compared for equality, and there are endlessly many objects. So
equal ones are put together, distinct ones are noted as apart, and that decides everything: a set of
such literals has a model unless two that are equal are apart. The domain of ints would decide
it too, by difference bounds, at about 60 times the cost (measured on avl_find: 300 µs a literal).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from heapwright.domains import FALSE as IMPOSSIBLE
from heapwright.domains import TRUE as UNCONSTRAINED
from heapwright.domains import Constraint, NoModel, Undecided, assume, model
from heapwright.heaps.model import NULL, is_reference
from heapwright.records import dataclass
from heapwright.terms.build import not_
from heapwright.terms.evaluate import Value
from heapwright.terms.term import BooleanConstant, DiffersFromZero, EqualsZero, Term

NONE: frozenset[Term] = frozenset()

Assignment: TypeAlias = Mapping[Term, Value]


@dataclass(frozen=True, slots=True)
class Knowledge:
    """A conjunction of literals. Never changed in place."""

    leaders: Mapping[Term, Term]
    """For a reference, the one that stands for it and all that are equal; null if it is null."""
    apart: Mapping[Term, frozenset[Term]]
    """For a leader, the leaders that differ from it."""
    constraint: Constraint


NOTHING = Knowledge({}, {}, UNCONSTRAINED)


def learned(knowledge: Knowledge, literal: Term) -> Knowledge | None:
    """Add a literal; None if that is proved to be a contradiction."""
    compared = _compared(literal)
    if compared is None:
        if type(literal) is BooleanConstant:
            return knowledge if literal.value else None
        constraint = assume(knowledge.constraint, literal)
        if constraint is IMPOSSIBLE:
            return None
        return Knowledge(knowledge.leaders, knowledge.apart, constraint)
    one, two = (knowledge.leaders.get(side, side) for side in compared)
    is_apart = two in knowledge.apart.get(one, NONE)
    if type(literal) is EqualsZero:
        if one is two:
            return knowledge
        return None if is_apart else _united(knowledge, one, two)
    if one is two:
        return None
    return knowledge if is_apart else _separated(knowledge, one, two)


def known(knowledge: Knowledge, literal: Term) -> bool | None:
    """Say whether a literal holds if the knowledge decides it; None if it does not."""
    compared = _compared(literal)
    if compared is not None:
        one, two = (knowledge.leaders.get(side, side) for side in compared)
        if one is two:
            return type(literal) is EqualsZero
        if two in knowledge.apart.get(one, NONE):
            return type(literal) is not EqualsZero
        return None
    if type(literal) is BooleanConstant:
        return literal.value
    if assume(knowledge.constraint, literal) is IMPOSSIBLE:
        return False
    if assume(knowledge.constraint, not_(literal)) is IMPOSSIBLE:
        return True
    return None


def model_of(knowledge: Knowledge) -> Assignment | NoModel | Undecided:
    """Give values under which all literals hold, each object a number of its own."""
    found = model(knowledge.constraint)
    if isinstance(found, NoModel | Undecided):
        return found
    values = dict(found)
    numbers: dict[Term, int] = {NULL: 0}
    mentioned = dict.fromkeys([*knowledge.leaders, *knowledge.apart])
    for reference in sorted(mentioned, key=lambda term: term.order):
        if reference is not NULL:
            leader = knowledge.leaders.get(reference, reference)
            values[reference] = numbers.setdefault(leader, len(numbers))
    return values


def _compared(literal: Term) -> tuple[Term, Term] | None:
    """Read a literal as a comparison of references."""
    if type(literal) is EqualsZero or type(literal) is DiffersFromZero:
        difference = literal.difference
        if difference is not None:
            one, two, _ = difference
            if (one is not None and is_reference(one)) or (two is not None and is_reference(two)):
                return NULL if one is None else one, NULL if two is None else two
    return None


def _united(knowledge: Knowledge, one: Term, two: Term) -> Knowledge:
    # Null leads whatever is equal to it.
    kept, gone = (two, one) if two is NULL else (one, two)
    leaders = {r: kept if leader is gone else leader for r, leader in knowledge.leaders.items()}
    leaders[gone] = kept
    others = knowledge.apart.get(gone)
    if others is None:
        return Knowledge(leaders, knowledge.apart, knowledge.constraint)
    apart = dict(knowledge.apart)
    del apart[gone]
    apart[kept] = apart.get(kept, NONE) | others
    for other in others:
        apart[other] = apart[other] - {gone} | {kept}
    return Knowledge(leaders, apart, knowledge.constraint)


def _separated(knowledge: Knowledge, one: Term, two: Term) -> Knowledge:
    apart = dict(knowledge.apart)
    apart[one] = apart.get(one, NONE) | {two}
    apart[two] = apart.get(two, NONE) | {one}
    return Knowledge(knowledge.leaders, apart, knowledge.constraint)
