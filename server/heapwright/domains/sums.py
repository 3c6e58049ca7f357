"""Assume literals over sums of several variables.

Place: domains/. `constraint` calls this for what is no difference of two
variables. An equality with a unit coefficient is solved and becomes a
definition; other literals are kept, and bounds are narrowed by them.
"""

from __future__ import annotations

from collections.abc import Mapping

from heapwright.domains.definitions import define
from heapwright.domains.difference_bounds import INFINITE
from heapwright.domains.draft import Constraint
from heapwright.domains.linear import Range, extent
from heapwright.domains.variable_rows import difference_at_most, ranges
from heapwright.terms.build import boolean, not_
from heapwright.terms.term import (
    LARGEST_BOUND,
    AtMostZero,
    DiffersFromZero,
    EqualsZero,
    Parts,
    Term,
    Variable,
)


def solve(draft: Constraint, literal: Term, pending: list[Term]) -> bool:
    """Turn an equality over several variables into a definition if a coefficient allows."""
    assert type(literal) is EqualsZero
    best: tuple[bool, str] | None = None
    pivot: tuple[Variable, int] | None = None
    for atom, factor in literal.parts:
        if factor not in (1, -1):
            continue
        assert type(atom) is Variable
        # A variable without bounds is the best to define: its bounds would
        # have to be rewritten as bounds of a sum.
        rank = (atom not in draft.index and atom not in draft.strides, atom.order)
        if best is None or rank > best:
            best, pivot = rank, (atom, factor)
    if pivot is None:
        return keep_sum(draft, literal)
    variable, sign = pivot
    rest = tuple([(atom, -sign * f) for atom, f in literal.parts if atom is not variable])
    define(draft, variable, (rest, -sign * literal.constant), pending)
    return True


def keep_sum(draft: Constraint, literal: Term) -> bool:
    """Keep a literal over a sum; say no when one that is kept contradicts it."""
    sums = with_literal(draft.sums, literal)
    if sums is None:
        return False
    draft.sums = sums
    return True


def with_literal(known: tuple[Term, ...], literal: Term) -> tuple[Term, ...] | None:
    """Add a literal to others; None when one of them contradicts it.

    Of two bounds on the same sum the weaker one is dropped, and an upper bound below a
    lower one is a contradiction: a loop over `x + y` or `x / 2` must come to its end. So is
    that a sum differs from what a bound on it excludes.
    """
    if literal in known:
        return known
    if not_(literal) in known:
        return None
    if type(literal) is DiffersFromZero:
        return known if any(_excludes(one, literal) for one in known) else (*known, literal)
    if type(literal) is not AtMostZero:
        return (*known, literal)
    opposite = tuple([(atom, -factor) for atom, factor in literal.parts])
    kept: list[Term] = []
    for other in known:
        if type(other) is AtMostZero:
            if other.parts == literal.parts:
                if other.constant >= literal.constant:
                    return known
                continue
            if other.parts == opposite and other.constant + literal.constant > 0:
                return None
        elif _excludes(literal, other):
            continue
        kept.append(other)
    return (*kept, literal)


def _excludes(bound: Term, other: Term) -> bool:
    """Say whether a bound on a sum implies that the sum differs from a number."""
    if type(bound) is not AtMostZero or type(other) is not DiffersFromZero:
        return False
    if bound.parts == other.parts:
        return bound.constant > other.constant
    opposite = tuple([(atom, -factor) for atom, factor in bound.parts])
    return opposite == other.parts and bound.constant + other.constant > 0


def narrow(draft: Constraint, pending: list[Term]) -> None:
    """Derive bounds from sums, push what is new, and drop sums that always hold."""
    known = ranges(draft)
    kept = []
    for literal in draft.sums:
        parts, constant = literal.parts, literal.constant  # type: ignore[attr-defined]
        lowest, highest = extent(parts, constant, known)
        if type(literal) is DiffersFromZero:
            if lowest > 0 or highest < 0:
                continue
            if lowest == highest == 0:
                pending.append(boolean(False))
        elif type(literal) is AtMostZero:
            if highest <= 0:
                continue
            if lowest > 0:
                pending.append(boolean(False))
            else:
                _narrow_each(parts, constant, known, pending)
        else:
            if lowest > 0 or highest < 0:
                pending.append(boolean(False))
            else:
                _narrow_each(parts, constant, known, pending)
                mirrored = tuple([(atom, -factor) for atom, factor in parts])
                _narrow_each(mirrored, -constant, known, pending)
        kept.append(literal)
    draft.sums = tuple(kept)


def _narrow_each(
    parts: Parts, constant: int, known: Mapping[Term, Range], pending: list[Term]
) -> None:
    """From `sum <= 0`, bound each variable by the lowest value of the others."""
    lows = []
    for atom, factor in parts:
        low, high = known.get(atom, (-INFINITE, INFINITE))
        lows.append(factor * (low if factor > 0 else high))
    if lows.count(-INFINITE) > 1:
        return
    finite = constant + sum([int(low) for low in lows if low != -INFINITE])
    one_infinite = -INFINITE in lows
    for (atom, factor), own in zip(parts, lows, strict=True):
        if one_infinite and own != -INFINITE:
            continue
        others = finite if one_infinite else finite - int(own)
        if not -LARGEST_BOUND < others < LARGEST_BOUND:
            continue
        assert type(atom) is Variable
        low, high = known.get(atom, (-INFINITE, INFINITE))
        if factor > 0:
            highest = -others // factor
            if highest < high:
                pending.append(difference_at_most(atom, None, highest))
        else:
            lowest = -(-others // -factor)
            if lowest > low:
                pending.append(difference_at_most(None, atom, -lowest))
