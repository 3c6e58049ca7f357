"""Arithmetic and order on symbolic numbers: ints, bools and floats.

Place: paths/values/. `known_shapes` comes here once it knows that both operands are numbers.

Ints are exact. A symbolic float is a fraction of ints and computed with in the reals: IEEE
rounds, so a run notes that the result is only believed after a replay. Where only a proof is
wanted it is known by its order instead, see `ranked_floats`.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any

from heapwright.domains.constraint import FALSE, assume
from heapwright.heaps.known_shape import FloatRank, FloatTerm, Value
from heapwright.paths.runs.machine import FLOATS, Machine, RunStopped
from heapwright.paths.values.any_kind import (
    Number,
    float_value,
    fraction_of,
    int_term,
    is_float,
    known,
)
from heapwright.paths.values.ranked_floats import compared, ranked, ranked_power
from heapwright.terms import build
from heapwright.terms.term import Term

MOST_BITS = 14_000
OPEN = Term | FloatTerm | FloatRank  # a number that is not known
MOST_CASES = 32  # on each side of zero, of an unknown int of which each value is a path


class NoResult(Exception):
    """Python raises another exception for these operands: its class."""

    def __init__(self, class_name: str) -> None:
        super().__init__(class_name)
        self.class_name = class_name


_PLAIN: Mapping[str, Callable[[Any, Any], Any]] = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "truediv": operator.truediv,
    "floordiv": operator.floordiv,
    "mod": operator.mod,
    "and": operator.and_,
    "or": operator.or_,
    "xor": operator.xor,
    "lt": operator.lt,
    "le": operator.le,
    "eq": operator.eq,
}
_ON_INTS = ("and", "or", "xor", "lshift", "rshift")


def computed(machine: Machine, operation: str, lhs: Number, rhs: Number) -> Value:
    """Compute with two numbers; `NoResult` says what Python raises instead."""
    if operation == "matmul" or (operation in _ON_INTS and (is_float(lhs) or is_float(rhs))):
        raise NoResult("TypeError")
    if operation in ("truediv", "floordiv", "mod") and _is_zero(machine, rhs):
        raise NoResult("ZeroDivisionError")
    if operation in ("pow", "lshift", "rshift"):
        return _power_or_shift(machine, operation, lhs, rhs)
    if not isinstance(lhs, OPEN) and not isinstance(rhs, OPEN):
        try:
            result = _PLAIN[operation](lhs, rhs)
        except OverflowError:
            raise NoResult("OverflowError") from None
        if type(result) is int and result.bit_length() > MOST_BITS:
            raise RunStopped(f"an int grew beyond {MOST_BITS} bits")
        assert isinstance(result, int | float)
        return result
    if is_float(lhs) or is_float(rhs) or operation == "truediv":
        if machine.ranks is not None:
            return ranked(machine, operation, lhs, rhs)
        return _fraction(machine, operation, lhs, rhs)
    assert isinstance(lhs, int | Term) and isinstance(rhs, int | Term)
    if operation in _ON_INTS:
        return _bits(machine, operation, lhs, rhs)
    return _ints(operation, int_term(lhs), int_term(rhs))


def _few_values(machine: Machine, *values: int | Term) -> bool:
    """Say whether each of these ints is known to have only a few values."""
    lowest, highest = build.integer(-MOST_CASES), build.integer(MOST_CASES - 1)
    return all(
        assume(machine.pc, build.less(value, lowest)) is FALSE
        and assume(machine.pc, build.less(highest, value)) is FALSE
        for value in values
        if isinstance(value, Term)
    )


def _one_of_few(machine: Machine, value: int | Term) -> int:
    """Give an int that has only a few values as one of these, each a path.

    A run that follows earlier decisions knows more than the one that made them did. So what is
    decided here depends on nothing that is known. Whether it is worth it does; but where it was
    not, the run ended without a decision, and knowing more it stays worth it. Whoever needs
    several such ints asks about all of them first.
    """
    if isinstance(value, int):
        return value
    low, high = -MOST_CASES, MOST_CASES
    while high - low > 1:
        middle = (low + high) // 2
        if decided(machine, known(build.less(value, build.integer(middle)))):
            high = middle
        else:
            low = middle
    return low


def ordered(machine: Machine, operation: str, lhs: Number, rhs: Number) -> Value:
    """Compare two numbers by `lt`, `le` or `eq`."""
    if not isinstance(lhs, OPEN) and not isinstance(rhs, OPEN):
        return bool(_PLAIN[operation](lhs, rhs))
    if is_float(lhs) or is_float(rhs):
        if machine.ranks is not None:
            return compared(machine, operation, lhs, rhs)
        for side in (lhs, rhs):
            if isinstance(side, float) and _is_infinite(side):
                machine.doubts[FLOATS] = None
                if operation == "eq" or side != side:
                    return False
                return (side < 0) == (side is lhs)
        (a, b), (c, d) = fraction_of(lhs), fraction_of(rhs)
        machine.doubts[FLOATS] = None
        lhs_term, rhs_term = build.scale(d, a), build.scale(b, c)
    else:
        assert isinstance(lhs, int | Term) and isinstance(rhs, int | Term)
        lhs_term, rhs_term = int_term(lhs), int_term(rhs)
    compare = {"lt": build.less, "le": build.less_equal, "eq": build.equal}[operation]
    return known(compare(lhs_term, rhs_term))


def _is_infinite(value: float) -> bool:
    return value != value or value in (float("inf"), -float("inf"))


def _is_zero(machine: Machine, value: Number) -> bool:
    if isinstance(value, FloatTerm):
        value = value.numerator
    if isinstance(value, FloatRank):
        value = value.rank
    if isinstance(value, Term):
        return decided(machine, known(build.equal(value, build.integer(0))))
    return value == 0


def decided(machine: Machine, value: Value) -> bool:
    """Give a truth that may be symbolic."""
    if isinstance(value, Term):
        return machine.decide(value)
    assert isinstance(value, bool)
    return value


def _ints(operation: str, lhs: Term, rhs: Term) -> Value:
    match operation:
        case "add":
            return known(build.add(lhs, rhs))
        case "sub":
            return known(build.subtract(lhs, rhs))
        case "mul":
            return known(build.multiply(lhs, rhs))
        case "floordiv":
            return known(build.floor_div(lhs, rhs))
        case "mod":
            return known(build.floor_mod(lhs, rhs))
        case _:
            raise AssertionError(operation)


def _bits(machine: Machine, operation: str, lhs: int | Term, rhs: int | Term) -> Value:
    """Compute with bits: the last of an unknown int, or all of one that has few values."""
    for mask, other in ((lhs, rhs), (rhs, lhs)):
        if operation == "and" and isinstance(mask, int) and mask >= 0 and mask & (mask + 1) == 0:
            # Also of a negative number, whose bits have no end.
            return known(build.floor_mod(int_term(other), build.integer(mask + 1)))
    if not _few_values(machine, lhs, rhs):
        raise RunStopped("operators on the bits of an unknown int are not followed")
    return int(_PLAIN[operation](_one_of_few(machine, lhs), _one_of_few(machine, rhs)))


def _fraction(machine: Machine, operation: str, lhs: Number, rhs: Number) -> Value:
    machine.doubts[FLOATS] = None
    (a, b), (c, d) = fraction_of(lhs), fraction_of(rhs)
    match operation:
        case "add" | "sub":
            combine = build.add if operation == "add" else build.subtract
            return float_value(combine(build.scale(d, a), build.scale(b, c)), b * d)
        case "mul":
            return float_value(build.multiply(a, c), b * d)
        case "truediv":
            divisor = known(c)
            if isinstance(divisor, int):
                sign = 1 if divisor > 0 else -1
                return float_value(build.scale(d * sign, a), b * abs(divisor))
    raise RunStopped("such arithmetic on unknown floats is not followed")


def _power_or_shift(machine: Machine, operation: str, lhs: Number, rhs: Number) -> Value:
    if isinstance(rhs, int) and isinstance(lhs, Term) and 0 <= rhs <= 8 and operation == "pow":
        result: Term = build.integer(1)
        for _ in range(rhs):
            result = build.multiply(result, lhs)
        return known(result)
    if isinstance(rhs, int) and isinstance(lhs, Term) and 0 <= rhs <= 64 and operation != "pow":
        power = build.integer(1 << rhs)
        shifted = build.multiply if operation == "lshift" else build.floor_div
        return known(shifted(lhs, power))
    if isinstance(rhs, Term) and _few_values(machine, rhs):
        return _power_or_shift(machine, operation, lhs, _one_of_few(machine, rhs))
    if isinstance(lhs, OPEN) or isinstance(rhs, OPEN):
        if operation == "pow" and machine.ranks is not None and (is_float(lhs) or is_float(rhs)):
            return ranked_power(machine, lhs, rhs)
        raise RunStopped("such arithmetic on unknown numbers is not followed")
    if operation == "pow":
        return _power(lhs, rhs)
    assert isinstance(lhs, int) and isinstance(rhs, int)
    if rhs < 0:
        raise NoResult("ValueError")
    if operation == "rshift":
        return lhs >> rhs
    if lhs and rhs > MOST_BITS:
        raise RunStopped(f"an int grew beyond {MOST_BITS} bits")
    return lhs << rhs


def _power(lhs: float, rhs: float) -> Value:
    """Give a power of known numbers."""
    if lhs == 0 and rhs < 0:
        raise NoResult("ZeroDivisionError")
    if isinstance(lhs, int) and isinstance(rhs, int):
        if abs(lhs) > 1 and rhs * lhs.bit_length() > MOST_BITS:
            raise RunStopped(f"an int grew beyond {MOST_BITS} bits")
    elif lhs < 0 and rhs != int(rhs):
        raise RunStopped("complex numbers are not followed")
    try:
        value = lhs**rhs
    except OverflowError:
        raise NoResult("OverflowError") from None
    assert isinstance(value, int | float)
    return value
