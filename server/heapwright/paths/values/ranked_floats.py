"""Arithmetic on floats of which the order is known: what surely holds of the results.

Place: paths/values/. `numbers` and the operations on numbers come here where floats are
known by their ranks (`heaps/float_ranks`), which is so in graphs that only prove.

Which float a sum is depends on rounding. But rounding is monotone and leaves floats as they are,
so much is certain: `a + b` is at least `a` if `b` is not negative, a difference of different floats
is not zero, `a * b` is at most `a` if `b` is between zero and one. So a result is any float at all
of which these facts hold, as far as the path knows the signs. What is computed twice of the same
operands is the same float. Every float that CPython computes is among these, if it is finite; so
what none of them does is proved.

Ints that meet floats become floats. Beyond 2**53 that rounds, so such runs are out of scope, and
the answer says so; infinite floats and NaN are out of scope with them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from math import isfinite

from heapwright.domains.constraint import FALSE, assume
from heapwright.domains.decide import entails
from heapwright.domains.definitions import resolve
from heapwright.domains.difference_bounds import INFINITE, Bound
from heapwright.domains.linear import extent
from heapwright.domains.variable_rows import ranges
from heapwright.heaps.float_ranks import MOST_EXACT, float_at, rank_of
from heapwright.heaps.known_shape import FloatRank, FloatTerm, Value
from heapwright.ir.core.program import FLOAT_SIZE
from heapwright.paths.runs.machine import ASKED_FINITE, Machine, RunStopped, ScopeLeft
from heapwright.paths.values.any_kind import Number, fresh_input, known
from heapwright.terms import build
from heapwright.terms.term import IntegerConstant, Term

_ZERO = build.integer(0)
_ONE = build.integer(rank_of(1.0))
_MINUS_ONE = build.integer(rank_of(-1.0))
_LARGEST = rank_of(math.inf) - 1  # the rank of the largest finite float


def ranked(machine: Machine, operation: str, lhs: Number, rhs: Number) -> Value:
    """Compute with two numbers, one of which is a float or becomes one."""
    a, b = rank_term(machine, lhs), rank_term(machine, rhs)
    if operation == "sub":
        operation, b = "add", build.negate(b)
    if operation == "mul":
        for factor, other in ((a, b), (b, a)):
            if factor is _ONE or factor is _MINUS_ONE:
                return float_of(build.scale(1 if factor is _ONE else -1, other))
    if operation in ("add", "summed"):
        for zero, other in ((a, b), (b, a)):
            if zero is _ZERO:
                return float_of(other)
    facts = _FACTS.get(operation)
    if facts is None:
        raise RunStopped("such arithmetic on unknown floats is not followed")
    result = _result(machine, operation, a, b)
    facts(machine, result, a, b)
    return float_of(result)


def rank_term(machine: Machine, number: Number) -> Term:
    """Give the rank of a number as a float."""
    match number:
        case FloatRank(rank):
            return rank
        case float() if isfinite(number):
            return build.integer(rank_of(number))
        case float():
            raise RunStopped("infinite floats and NaN are not followed")
        case int():
            if abs(number) > MOST_EXACT:
                _leave(machine)
            return build.integer(rank_of(float(number)))
        case Term():
            return _converted(machine, number)
        case FloatTerm():
            raise AssertionError("a fraction among floats whose order is known")


def float_of(rank: Term) -> Value:
    """Give the float of a rank; a plain one where it is known."""
    if isinstance(rank, IntegerConstant):
        return float_at(rank.value)
    return FloatRank(rank)


def compared(machine: Machine, operation: str, lhs: Number, rhs: Number) -> Value:
    """Compare two numbers by `lt`, `le` or `eq`, one of which is a float."""
    for side in (lhs, rhs):
        if isinstance(side, float) and not isfinite(side):
            if operation == "eq" or side != side:
                return False
            return (side < 0) == (side is lhs)
    if operation == "eq" and lhs == rhs:
        machine.met.add(ASKED_FINITE)  # `x != x` is how NaN is found
    compare = {"lt": build.less, "le": build.less_equal, "eq": build.equal}[operation]
    return known(compare(rank_term(machine, lhs), rank_term(machine, rhs)))


def ranked_power(machine: Machine, lhs: Number, rhs: Number) -> Value:
    """Give a power of an unknown number, or one with an unknown exponent; a float."""
    base = rank_term(machine, lhs)
    if not entails(machine.pc, build.less(_ZERO, base)) and not (isinstance(rhs, int) and rhs >= 0):
        raise RunStopped("such arithmetic on unknown floats is not followed")
    result = _result(machine, "pow", base, rank_term(machine, rhs))
    if (isinstance(rhs, int) and rhs % 2 == 0) or _sign(machine, base) in (0, 1):
        _hold(machine, build.less_equal(_ZERO, result))
    return float_of(result)


def whole(machine: Machine, name: str, value: FloatRank) -> Value:
    """Give `int`, `round`, `floor` or `ceil` of a float: an int between those of its bounds."""
    exact: Callable[[float], int] = _WHOLE[name]
    result = _result(machine, name, value.rank, value.rank)
    low, high = _bounds(machine, value.rank)
    if low is not None:
        _hold(machine, build.less_equal(build.integer(exact(float_at(low))), result))
    if high is not None:
        _hold(machine, build.less_equal(result, build.integer(exact(float_at(high)))))
    return result


def monotone(
    machine: Machine, name: str, value: FloatRank, exact: Callable[[float], float]
) -> Value:
    """Give what a function that keeps the order makes of a float: between those of its bounds."""
    result = _result(machine, name, value.rank, value.rank)
    low, high = _bounds(machine, value.rank)
    if low is not None:
        _hold(machine, build.less_equal(build.integer(rank_of(exact(float_at(low)))), result))
    if high is not None:
        _hold(machine, build.less_equal(result, build.integer(rank_of(exact(float_at(high))))))
    return float_of(result)


_WHOLE: Mapping[str, Callable[[float], int]] = {
    "int": int,
    "trunc": int,
    "round": round,
    "floor": math.floor,
    "ceil": math.ceil,
}


def _converted(machine: Machine, value: Term) -> Term:
    """Give the rank of an unknown int as a float: ordered as the ints that became floats are."""
    assert machine.ranks is not None
    machine.met.add(FLOAT_SIZE)
    limit = build.integer(MOST_EXACT)
    _hold(machine, build.less_equal(value, limit))
    _hold(machine, build.less_equal(build.negate(value), limit))
    result = _result(machine, "int", value, _ZERO)
    low, high = _extent(machine, value)
    _hold(machine, build.less_equal(build.integer(_rank_of_int(low)), result))
    _hold(machine, build.less_equal(result, build.integer(_rank_of_int(high))))
    for (name, other, _), rank in list(machine.ranks.items()):
        if name == "int" and other is not value:
            if entails(machine.pc, build.less_equal(value, other)):
                _hold(machine, build.less_equal(result, rank))
            if entails(machine.pc, build.less_equal(other, value)):
                _hold(machine, build.less_equal(rank, result))
    return result


def _rank_of_int(bound: Bound) -> int:
    return rank_of(float(max(-MOST_EXACT, min(MOST_EXACT, bound))))


def _result(machine: Machine, operation: str, a: Term, b: Term) -> Term:
    """Give what is computed of operands: a value of its own, and always the same."""
    assert machine.ranks is not None
    result = machine.ranks.get((operation, a, b))
    if result is None and operation in ("add", "mul"):
        result = machine.ranks.get((operation, b, a))
    if result is None:
        result = machine.ranks[operation, a, b] = fresh_input(machine)
    return result


def _leave(machine: Machine) -> None:
    raise ScopeLeft(FLOAT_SIZE)


def _hold(machine: Machine, fact: Term) -> None:
    """Take for granted what holds of all values within the scope."""
    machine.pc = assume(machine.pc, fact)
    if machine.pc is FALSE:
        _leave(machine)


def _sign(machine: Machine, value: Term) -> int | None:
    """Say that a value is 0, at least 0 (1), at most 0 (-1), or that nobody knows."""
    is_above = entails(machine.pc, build.less_equal(_ZERO, value))
    is_below = entails(machine.pc, build.less_equal(value, _ZERO))
    if is_above or is_below:
        return is_above - is_below
    return None


def _bounds(machine: Machine, rank: Term) -> tuple[int | None, int | None]:
    """Give the ranks between which one is known to be, as far as floats have them."""
    low, high = _extent(machine, rank)
    return _finite(low), _finite(high)


def _extent(machine: Machine, value: Term) -> tuple[Bound, Bound]:
    pc = machine.pc
    return extent(*build.linear_view(resolve(pc, value)), ranges(pc))


def _finite(bound: Bound) -> int | None:
    if bound in (INFINITE, -INFINITE) or abs(bound) > _LARGEST:
        return None
    return int(bound)


# --- What holds of results -----------------------------------------------------------


def _sum_facts(machine: Machine, result: Term, a: Term, b: Term) -> None:
    for one, other in ((a, b), (b, a)):
        sign = _sign(machine, other)
        if sign in (0, 1):
            _hold(machine, build.less_equal(one, result))
        if sign in (0, -1):
            _hold(machine, build.less_equal(result, one))
    # Ranks are ordered as floats are, and those of `b` and `-b` lie on both sides of zero.
    exact = build.add(a, b)
    sign = _sign(machine, exact)
    if sign in (0, 1):
        _hold(machine, build.less_equal(_ZERO, result))
    if sign in (0, -1):
        _hold(machine, build.less_equal(result, _ZERO))
    if entails(machine.pc, build.less(_ZERO, exact)):
        _hold(machine, build.less(_ZERO, result))
    if entails(machine.pc, build.less(exact, _ZERO)):
        _hold(machine, build.less(result, _ZERO))


def _total_facts(machine: Machine, result: Term, a: Term, b: Term) -> None:
    """`sum` adds up in another way since Python 3.12, so only signs are certain."""
    signs = {_sign(machine, a), _sign(machine, b)}
    if signs <= {0, 1}:
        _hold(machine, build.less_equal(_ZERO, result))
    if signs <= {0, -1}:
        _hold(machine, build.less_equal(result, _ZERO))


def _product_facts(machine: Machine, result: Term, a: Term, b: Term) -> None:
    _sign_facts(machine, result, a, b)
    for one, factor in ((a, b), (b, a)):
        sign = _sign(machine, one)
        if sign is None:
            continue
        size = build.scale(sign, one)
        if _is_between(machine, factor, _MINUS_ONE, _ONE):
            _hold_size_at_most(machine, result, size)
        if entails(machine.pc, build.less_equal(_ONE, factor)):
            _hold(machine, build.less_equal(size, build.scale(sign, result)))
        if entails(machine.pc, build.less_equal(factor, _MINUS_ONE)):
            _hold(machine, build.less_equal(size, build.scale(-sign, result)))


def _quotient_facts(machine: Machine, result: Term, a: Term, b: Term) -> None:
    _sign_facts(machine, result, a, b)
    sign, divisor = _sign(machine, a), _sign(machine, b)
    if sign is None or divisor is None:
        return
    size, divisor_size = build.scale(sign, a), build.scale(divisor, b)
    result_size = build.scale(sign * divisor, result)
    if entails(machine.pc, build.less_equal(_ONE, divisor_size)):
        _hold_size_at_most(machine, result, size)
    if sign and entails(machine.pc, build.less_equal(divisor_size, _ONE)):
        _hold(machine, build.less_equal(size, result_size))
    if sign and entails(machine.pc, build.less_equal(size, divisor_size)):
        _hold(machine, build.less_equal(result_size, _ONE))
    if sign and entails(machine.pc, build.less_equal(divisor_size, size)):
        _hold(machine, build.less_equal(_ONE, result_size))


def _remainder_facts(machine: Machine, result: Term, a: Term, b: Term) -> None:
    """A remainder has the sign of the divisor, and rounding can make it as large."""
    divisor = _sign(machine, b)
    if divisor is None:
        return
    size = build.scale(divisor, result)
    _hold(machine, build.less_equal(_ZERO, size))
    _hold(machine, build.less_equal(size, build.scale(divisor, b)))
    if _sign(machine, a) == divisor:
        # Then it is exact.
        _hold(machine, build.less(size, build.scale(divisor, b)))
        _hold(machine, build.less_equal(size, build.scale(divisor, a)))


def _floor_facts(machine: Machine, result: Term, a: Term, b: Term) -> None:
    _sign_facts(machine, result, a, b)
    is_small = _sign(machine, a) == 1 and entails(machine.pc, build.less(a, b))
    if is_small:
        _hold(machine, build.equal(result, _ZERO))


def _sign_facts(machine: Machine, result: Term, a: Term, b: Term) -> None:
    """The sign of a product or quotient, which may also be zero."""
    first, second = _sign(machine, a), _sign(machine, b)
    if first == 0 or second == 0:
        _hold(machine, build.equal(result, _ZERO))
    elif first is not None and second is not None:
        _hold(machine, build.less_equal(_ZERO, build.scale(first * second, result)))


def _hold_size_at_most(machine: Machine, result: Term, size: Term) -> None:
    _hold(machine, build.less_equal(result, size))
    _hold(machine, build.less_equal(build.negate(size), result))


def _is_between(machine: Machine, value: Term, low: Term, high: Term) -> bool:
    return entails(machine.pc, build.less_equal(low, value)) and entails(
        machine.pc, build.less_equal(value, high)
    )


_FACTS: Mapping[str, Callable[[Machine, Term, Term, Term], None]] = {
    "add": _sum_facts,
    "summed": _total_facts,
    "mul": _product_facts,
    "truediv": _quotient_facts,
    "mod": _remainder_facts,
    "floordiv": _floor_facts,
}
