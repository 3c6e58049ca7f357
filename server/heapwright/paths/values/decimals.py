"""Decimal numbers of which everything is known: the real module computes with them.

Place: paths/values/. Part of `known_shapes.library`. A number is a tuple: its coefficient with the
sign, its exponent, and whether it is a negative zero; of an infinity or a NaN None, its text,
False. What the module raises is a tuple with the name of the exception.
"""

from __future__ import annotations

import decimal
import math
import operator
from collections.abc import Callable, Mapping, Sequence
from decimal import Context, Decimal
from typing import Any

from heapwright.heaps.known_shape import (
    FloatRank,
    FloatTerm,
    HeapObject,
    NamedValue,
    SpelledText,
    TextAtom,
    Value,
)
from heapwright.terms.term import Term

# Numbers with more digits are not followed.
MOST_DIGITS = 2_000
_ROUNDINGS = frozenset(
    name for name in dir(decimal) if name.startswith("ROUND_") and isinstance(name, str)
)
_BY_OPERATOR: Mapping[str, Callable[..., Any]] = {
    **{
        name: getattr(operator, name)
        for name in (
            *("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "neg", "pos", "abs"),
            *("eq", "lt", "le", "gt", "ge"),
        )
    },
    "int": int,
    "float": float,
    "str": str,
    "round": round,
    "floor": math.floor,
    "ceil": math.ceil,
    "format": format,
    "as_tuple": lambda number: tuple(number.as_tuple()),
    "quantize": lambda number, places, rounding: number.quantize(places, rounding=rounding),
    "to_integral_value": lambda number, rounding: number.to_integral_value(rounding=rounding),
}
_TOO_LARGE: Value = ("Overflow",)


def is_settled(value: Value) -> bool:
    """Say whether nothing of a value is open; objects and members are no plain values."""
    if isinstance(value, tuple):
        return all(map(is_settled, value))
    open_kinds = Term | FloatTerm | FloatRank | TextAtom | SpelledText | HeapObject | NamedValue
    return not isinstance(value, open_kinds)


def decimal_result(name: Value, given: Sequence[Value]) -> Value:
    """Compute with known numbers as the module `decimal` does by default."""
    assert isinstance(name, str)
    if name == "is_rounding":
        return given[0] in _ROUNDINGS
    usual = Context(prec=28, rounding=decimal.ROUND_HALF_EVEN)
    usual.traps[decimal.Overflow] = True
    with decimal.localcontext(usual):
        try:
            if name == "new":
                return _parts(Decimal(given[0]))  # type: ignore[arg-type]  # which it checks
            operands = [_number(one) if isinstance(one, tuple) else one for one in given]
            compute = _BY_OPERATOR.get(name) or getattr(Decimal, name)
            found = compute(*operands)
        except decimal.InvalidOperation:
            return ("InvalidOperation",)
        except decimal.DivisionByZero:
            return ("DivisionByZero",)
        except decimal.DecimalException:
            return _TOO_LARGE
        except (ValueError, OverflowError, TypeError) as problem:
            return (type(problem).__name__,)
    if isinstance(found, Decimal):
        return _parts(found)
    assert isinstance(found, bool | int | float | str | tuple)
    if type(found) is int and found.bit_length() > 4 * MOST_DIGITS:
        return _TOO_LARGE
    return found


def _number(parts: tuple[Value, ...]) -> Decimal:
    coefficient, exponent, is_negative_zero = parts
    if not isinstance(coefficient, int):
        assert isinstance(exponent, str)
        return Decimal(exponent)
    assert isinstance(exponent, int)
    sign = 1 if coefficient < 0 or (is_negative_zero and coefficient == 0) else 0
    return Decimal((sign, tuple(map(int, str(abs(coefficient)))), exponent))


def _parts(number: Decimal) -> Value:
    sign, digits, exponent = number.as_tuple()
    if not isinstance(exponent, int):
        return (None, str(number), False)
    if len(digits) > MOST_DIGITS:
        return _TOO_LARGE
    coefficient = int("".join(map(str, digits)))
    return (-coefficient if sign else coefficient, exponent, bool(sign) and coefficient == 0)
