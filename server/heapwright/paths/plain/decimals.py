"""Decimal numbers on the plain interpreter: Python's own module computes with them.

Place: paths/plain/. Part of `dynamic`, written without a look at the symbolic version. The
library hands a number over as (coefficient, exponent, whether it is a negative zero), or as
(None, text, False) if it is not finite, and wants the same back; an exception is its name in a
tuple.
"""

from __future__ import annotations

import decimal
import math
from collections.abc import Sequence

from heapwright.paths.plain.machine import Dynamic

_LONGEST = 2_000


def decimal_value(name: str, given: Sequence[Dynamic]) -> Dynamic:
    """Compute one step in a context that nobody has changed."""
    with decimal.localcontext(decimal.DefaultContext):
        decimal.getcontext().prec = 28
        try:
            found = _computed(name, given)
        except decimal.InvalidOperation:
            return ("InvalidOperation",)
        except decimal.DivisionByZero:
            return ("DivisionByZero",)
        except decimal.DecimalException:
            return ("Overflow",)
        except (TypeError, ValueError, OverflowError) as error:
            return (type(error).__name__,)
    return _told(found) if isinstance(found, decimal.Decimal) else found


def _computed(name: str, given: Sequence[Dynamic]) -> Dynamic:
    if name == "new":
        return decimal.Decimal(given[0])
    if name == "is_rounding":
        return given[0] in vars(decimal) and given[0].startswith("ROUND_")
    operands: list[Dynamic] = [_read(one) if isinstance(one, tuple) else one for one in given]
    first, *rest = operands
    match name, rest:
        case "quantize", [places, rounding]:
            return first.quantize(places, rounding)
        case "to_integral_value", [rounding]:
            return first.to_integral_value(rounding)
        case "format", [spec]:
            return f"{first:{spec}}"
        case "as_tuple", _:
            return (*first.as_tuple(),)
        case "str", _:
            return str(first)
        case "floor" | "ceil", _:
            return getattr(math, name)(first)
        case _ if hasattr(first, f"__{name}__"):
            found = getattr(first, f"__{name}__")(*rest)
            assert found is not NotImplemented
            if isinstance(found, int) and abs(found) >= 16**_LONGEST:
                return ("Overflow",)
            return found
        case _:
            return getattr(first, name)(*rest)


def _read(parts: tuple[Dynamic, ...]) -> decimal.Decimal:
    coefficient, exponent, is_negative_zero = parts
    if coefficient is None:
        return decimal.Decimal(exponent)
    sign = "-" if is_negative_zero and coefficient == 0 else ""
    return decimal.Decimal(f"{sign}{coefficient}E{exponent}")


def _told(number: decimal.Decimal) -> Dynamic:
    if not number.is_finite():
        return (None, str(number), False)
    text = "".join(str(digit) for digit in number.as_tuple().digits)
    if len(text) > _LONGEST:
        return ("Overflow",)
    whole = int(text)
    is_signed = number.is_signed()
    return (-whole if is_signed else whole, number.as_tuple().exponent, is_signed and whole == 0)
