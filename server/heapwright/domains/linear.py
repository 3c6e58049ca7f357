"""Arithmetic on sums: substitution, intervals, elimination, residues.

Place: domains/. `constraint`, `decide` and `project` build on these pure
functions. A *sum* here is a sorted tuple of (variable, coefficient) and a
constant, as `terms` writes them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import gcd
from typing import TypeAlias

from heapwright.domains.difference_bounds import INFINITE, Bound
from heapwright.terms.build import linear_view, sorted_parts
from heapwright.terms.term import (
    LARGEST_BOUND,
    EqualsZero,
    FloorModulo,
    IntegerConstant,
    Parts,
    Term,
    Variable,
)

Sum: TypeAlias = "tuple[Parts, int]"
Definitions: TypeAlias = "dict[Variable, Sum]"
Range: TypeAlias = "tuple[Bound, Bound]"

LARGEST_FACTOR = 10**50


def resolved(parts: Parts, constant: int, definitions: Mapping[Variable, Sum]) -> Sum:
    """Replace defined variables by their sums."""
    total: dict[Term, int] = {}
    for atom, coefficient in parts:
        body = definitions.get(atom)  # type: ignore[call-overload]
        if body is None:
            total[atom] = total.get(atom, 0) + coefficient
            continue
        constant += coefficient * body[1]
        for inner, factor in body[0]:
            total[inner] = total.get(inner, 0) + coefficient * factor
    return sorted_parts(total), constant


def is_plain(parts: Parts, constant: int) -> bool:
    """Say whether a sum is over variables, with numbers that infinity can be added to."""
    for atom, factor in parts:
        if type(atom) is not Variable or not -LARGEST_FACTOR < factor < LARGEST_FACTOR:
            return False
    return -LARGEST_BOUND < constant < LARGEST_BOUND


def combined(lower: Sum, upper: Sum, variable: Term) -> tuple[Sum, bool]:
    """Eliminate `variable` from two inequalities `sum <= 0` that bound it on two sides.

    The second answer says whether the result is exact over the integers, which
    takes a coefficient of one on either side.
    """
    low = -coefficient_of(lower[0], variable)
    high = coefficient_of(upper[0], variable)
    total: dict[Term, int] = {}
    for atom, factor in lower[0]:
        total[atom] = high * factor
    for atom, factor in upper[0]:
        total[atom] = total.get(atom, 0) + low * factor
    constant = high * lower[1] + low * upper[1]
    return (sorted_parts(total), constant), low == 1 or high == 1


def coefficient_of(parts: Parts, variable: Term) -> int:
    """Give the coefficient of a variable, zero where it does not occur."""
    for atom, factor in parts:
        if atom is variable:
            return factor
    return 0


def scaled_in(total: Sum, variable: Term, factor: int, value: Sum) -> Sum:
    """Multiply by `factor` and replace `factor * variable` by `value`."""
    own = coefficient_of(total[0], variable)
    result: dict[Term, int] = {}
    for atom, coefficient in total[0]:
        if atom is not variable:
            result[atom] = factor * coefficient
    for atom, coefficient in value[0]:
        result[atom] = result.get(atom, 0) + own * coefficient
    return sorted_parts(result), factor * total[1] + own * value[1]


def extent(parts: Parts, constant: int, ranges: Mapping[Term, Range]) -> Range:
    """Give the lowest and highest value of a sum from the ranges of its variables."""
    lowest: Bound = constant
    highest: Bound = constant
    for atom, factor in parts:
        low, high = ranges.get(atom, (-INFINITE, INFINITE))
        if factor > 0:
            lowest += factor * low
            highest += factor * high
        else:
            lowest += factor * high
            highest += factor * low
    return lowest, highest


def refuted(inequalities: Iterable[Sum], most: int = 120) -> bool:
    """Say whether eliminating variables one by one meets a contradiction.

    Sound for integers: every derived inequality follows. Gives up, answering
    no, when more than `most` inequalities are alive.
    """
    alive: dict[Parts, int] = {}
    for parts, constant in inequalities:
        if _add_inequality(alive, parts, constant):
            return True
    while alive:
        counts: dict[Term, list[int]] = {}
        for parts in alive:
            for atom, factor in parts:
                counts.setdefault(atom, [0, 0])[factor > 0] += 1
        variable = min(counts, key=lambda atom: (counts[atom][0] * counts[atom][1], atom.order))
        lowers, uppers, others = [], [], {}
        for parts, constant in alive.items():
            own = coefficient_of(parts, variable)
            if own < 0:
                lowers.append((parts, constant))
            elif own > 0:
                uppers.append((parts, constant))
            else:
                others[parts] = constant
        if len(others) + len(lowers) * len(uppers) > most:
            return False
        alive = others
        for lower in lowers:
            for upper in uppers:
                (parts, constant), _ = combined(lower, upper, variable)
                if _add_inequality(alive, parts, constant):
                    return True
    return False


def _add_inequality(alive: dict[Parts, int], parts: Parts, constant: int) -> bool:
    """Keep the strongest inequality of each direction; say whether it is a contradiction."""
    if not parts:
        return constant > 0
    common = gcd(*[factor for _, factor in parts])
    if common > 1:
        parts = tuple([(atom, factor // common) for atom, factor in parts])
        constant = -(-constant // common)
    known = alive.get(parts)
    if known is None or constant > known:
        alive[parts] = constant
    mirrored = alive.get(tuple([(atom, -factor) for atom, factor in parts]))
    return mirrored is not None and mirrored + alive[parts] > 0


def congruence_of(literal: Term) -> tuple[int, Parts, int] | None:
    """Read a literal `modulus | sum` over variables."""
    if type(literal) is not EqualsZero or len(literal.parts) != 1 or literal.constant:
        return None
    atom = literal.parts[0][0]
    if type(atom) is not FloorModulo or type(atom.divisor) is not IntegerConstant:
        return None
    parts, constant = linear_view(atom.dividend)
    if not is_plain(parts, constant) or not 0 < atom.divisor.value < LARGEST_FACTOR:
        return None
    return atom.divisor.value, parts, constant


def common_residue(
    modulus: int, rest: int, other_modulus: int, other_rest: int
) -> tuple[int, int] | None:
    """Join `x = rest (mod modulus)` with another such fact, None when they contradict."""
    common = gcd(modulus, other_modulus)
    if (rest - other_rest) % common:
        return None
    step = other_modulus // common
    lift = (other_rest - rest) // common * pow(modulus // common, -1, step) % step
    joined = modulus * step
    return joined, (rest + modulus * lift) % joined
