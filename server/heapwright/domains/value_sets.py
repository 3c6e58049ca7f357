"""Sets of values of one variable, where bounds do not say them: "a space", "no space".

Place: domains/. `constraint` keeps such a disjunction as one residual literal per variable, cut to
the bounds of that variable; `decide`, `models` and `project` read it here instead of going through
its cases. Without this, a string of four letters that are no spaces has ten disjunctions for each
letter, and to decide about it took seconds.

A *set* is a tuple of ranges in ascending order, with a gap between each and the next. Both ends
belong to a range; the first may begin and the last may end at infinity.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from heapwright.domains.difference_bounds import INFINITE
from heapwright.domains.disequalities import touching
from heapwright.domains.draft import Constraint
from heapwright.domains.linear import Range
from heapwright.domains.variable_rows import difference_at_most
from heapwright.terms.build import and_, equals_zero, or_
from heapwright.terms.rewrite import free_variables
from heapwright.terms.sorts import INT
from heapwright.terms.term import (
    LARGEST_BOUND,
    AtMostZero,
    Conjunction,
    DiffersFromZero,
    Disjunction,
    EqualsZero,
    Term,
    Variable,
)

Ranges: TypeAlias = "tuple[Range, ...]"
ValueSet: TypeAlias = "tuple[Variable, Ranges]"

EVERYTHING: Ranges = ((-INFINITE, INFINITE),)
# A program has few of them, each for every letter of a string.
MOST_REMEMBERED = 4_096


@lru_cache(maxsize=MOST_REMEMBERED)
def set_in(literal: Term) -> ValueSet | None:
    """Read a disjunction as a set of values of one variable; None if it says something else."""
    if type(literal) is not Disjunction:
        return None
    free = free_variables(literal)
    if len(free) != 1 or free[0].sort is not INT:
        return None
    found: Ranges = ()
    for part in literal.parts:
        inside = EVERYTHING
        for one in part.parts if type(part) is Conjunction else (part,):
            ranges = _ranges(one)
            if ranges is None:
                return None
            inside = common(inside, ranges)
        found = either(found, inside)
    return free[0], found


@lru_cache(maxsize=MOST_REMEMBERED)
def literal_of(variable: Variable, ranges: Ranges) -> Term:
    """Write a set of several ranges as a term; `set_in` reads it as the same set."""
    return or_(*[_within(variable, low, high) for low, high in ranges])


def common(first: Ranges, second: Ranges) -> Ranges:
    """Give the values of both sets."""
    found: list[Range] = []
    at = other = 0
    while at < len(first) and other < len(second):
        low = max(first[at][0], second[other][0])
        high = min(first[at][1], second[other][1])
        if low <= high:
            found.append((low, high))
        if first[at][1] < second[other][1]:
            at += 1
        else:
            other += 1
    return tuple(found)


def either(first: Ranges, second: Ranges) -> Ranges:
    """Give the values of one of two sets."""
    found: list[Range] = []
    for low, high in sorted((*first, *second)):
        if found and low <= found[-1][1] + 1:
            found[-1] = (found[-1][0], max(found[-1][1], high))
        else:
            found.append((low, high))
    return tuple(found)


def contains(ranges: Ranges, value: int) -> bool:
    """Say whether a value is in a set."""
    return any(low <= value <= high for low, high in ranges)


def size_of(ranges: Ranges) -> float:
    """Give the number of values."""
    return sum([high - low + 1 for low, high in ranges])


def values_of(constraint: Constraint, variable: Variable) -> Ranges:
    """Give the values that bounds and a set of its own leave to a variable."""
    at = constraint.index.get(variable)
    values = EVERYTHING
    if at is not None:
        values = ((-constraint.rows[0][at], constraint.rows[at][0]),)
    for literal in constraint.residual:
        found = set_in(literal)
        if found is not None and found[0] is variable:
            values = common(values, found[1])
    return values


def is_alone(constraint: Constraint, variable: Variable) -> bool:
    """Say whether a variable that is not defined is compared with numbers only."""
    if variable in constraint.strides:
        return False
    for group in (constraint.sums, constraint.congruences, constraint.residual):
        for literal in group:
            if variable in free_variables(literal) and set_in(literal) is None:
                return False
    if any(variable is atom for parts, _ in constraint.definitions.values() for atom, _ in parts):
        return False
    at = constraint.index.get(variable)
    if at is None:
        return True
    rows, own, zero = constraint.rows, constraint.rows[at], constraint.rows[0]
    for other, row in enumerate(rows):
        # A bound that follows from bounds on both says nothing more.
        if other != at and (own[other] < own[0] + zero[other] or row[at] < row[0] + zero[at]):
            return False
    return not any(other for other, _ in touching(constraint.apart, at))


def keep_set(draft: Constraint, found: ValueSet, pending: list[Term]) -> bool:
    """Add a set of values of a variable; say no when no value is left."""
    variable, ranges = found
    kept: list[Term] = []
    for literal in draft.residual:
        own = set_in(literal)
        if own is not None and own[0] is variable:
            ranges = common(ranges, own[1])
        else:
            kept.append(literal)
    draft.residual = tuple(kept)
    return _keep_within_bounds(draft, variable, ranges, pending)


def cut_sets(draft: Constraint, pending: list[Term]) -> bool:
    """Cut all sets to the bounds, and the bounds to the sets; say no when no value is left."""
    for literal in draft.residual:
        found = set_in(literal)
        if found is not None and not _is_cut(draft, *found):
            draft.residual = tuple([one for one in draft.residual if one is not literal])
            if not _keep_within_bounds(draft, *found, pending):
                return False
    return True


def _is_cut(draft: Constraint, variable: Variable, ranges: Ranges) -> bool:
    at = draft.index.get(variable)
    low, high = ranges[0][0], ranges[-1][1]
    if at is None:
        return low == -INFINITE and high == INFINITE
    return -draft.rows[0][at] == low and draft.rows[at][0] == high


def _keep_within_bounds(
    draft: Constraint, variable: Variable, ranges: Ranges, pending: list[Term]
) -> bool:
    """Keep what is left of a set, whose variable has no other."""
    (bounds,) = values_of(draft, variable)
    ranges = common(ranges, (bounds,))
    if not ranges:
        return False
    low, high = ranges[0][0], ranges[-1][1]
    if low > bounds[0]:
        pending.append(difference_at_most(None, variable, -int(low)))
    if high < bounds[1]:
        pending.append(difference_at_most(variable, None, int(high)))
    if len(ranges) > 1:
        draft.residual = (*draft.residual, literal_of(variable, ranges))
    return True


def _ranges(literal: Term) -> Ranges | None:
    """Give the values for which a comparison of a variable with a number holds."""
    kind = type(literal)
    if kind is not AtMostZero and kind is not EqualsZero and kind is not DiffersFromZero:
        return None
    parts, constant = literal.parts, literal.constant  # type: ignore[attr-defined]
    if len(parts) != 1 or parts[0][1] not in (1, -1) or type(parts[0][0]) is not Variable:
        return None
    if not -LARGEST_BOUND < constant < LARGEST_BOUND:
        return None
    value = -constant * parts[0][1]
    if kind is EqualsZero:
        return ((value, value),)
    if kind is DiffersFromZero:
        return ((-INFINITE, value - 1), (value + 1, INFINITE))
    return ((-INFINITE, value),) if parts[0][1] > 0 else ((value, INFINITE),)


def _within(variable: Variable, low: float, high: float) -> Term:
    if low == high:
        return equals_zero(((variable, 1),), -int(low))
    parts = []
    if low != -INFINITE:
        parts.append(difference_at_most(None, variable, -int(low)))
    if high != INFINITE:
        parts.append(difference_at_most(variable, None, int(high)))
    return and_(*parts)
