"""What is done with decimal numbers that are not known.

`decimals` has the class. CPython keeps 28 digits of every result. A result that is not known is
below `10 ** 16`: others lie outside of the scope (`_hw_within`), as containers with too many
entries do. So one with at most 12 places is exact. One with more, and nearly every quotient, may
be rounded: it is any of the few numbers that rounding may give (`_hw_between`).
"""


def _decimal_of(n, e, negative, loose):
    made = decimal_Decimal()
    made._n = n
    made._e = e
    made._negative = negative
    made._loose = loose
    return made


def _checked(found):
    # What the real module raises is a tuple with the name of it.
    if isinstance(found, tuple) and len(found) == 1:
        if found[0] == "InvalidOperation":
            raise InvalidOperation
        if found[0] == "DivisionByZero":
            raise DivisionByZero
        if found[0] == "ValueError":
            raise ValueError
        if found[0] == "OverflowError":
            raise OverflowError
        if found[0] == "TypeError":
            raise TypeError
        _hw_stop("a `Decimal` beyond all bounds")
    return found


def _from_parts(found):
    parts = _checked(found)
    return _decimal_of(parts[0], parts[1], parts[2], 0)


def _stand_in(number):
    # Of a finite number beside an infinity or a NaN only that it is one matters.
    return number._parts() if number._is_known() else (1, number._e, False)


def _as_decimal(value):
    if isinstance(value, decimal_Decimal):
        return value
    return decimal_Decimal(value) if isinstance(value, int) else None


def _wanted_decimal(value):
    found = _as_decimal(value)
    if found is None:
        raise TypeError
    return found


def _comparable_decimal(value):
    if isinstance(value, float):
        if _hw_known(value):
            return decimal_Decimal(value)
        if value % 1 == 0:
            return decimal_Decimal(int(value))
        _hw_stop("an unknown float beside a `Decimal`")
    return _as_decimal(value)


def _aligned(number, other):
    # Its coefficient where both have the same exponent.
    lower = other._e if other._e < number._e else number._e
    if number._e - lower > 400:
        _hw_stop("a `Decimal` with a very large exponent")
    return number._n * 10 ** (number._e - lower)


def _decimal_made(n, e, negative, loose):
    _hw_within(n, 10 ** (16 - e) if e < 0 else 10000000000000000)
    if loose < 2 and e >= -12:
        return _decimal_of(n, e, negative, loose)
    positive = n if n >= 0 else -n
    if loose < 2 and positive < 10000000000000000000000000000:
        return _decimal_of(n, e, negative, loose)
    slack = positive // 1000000000000000000000000000
    return _decimal_of(_hw_between(n - slack, n + slack), e, negative, 2)


def _loosest(lhs, rhs):
    return lhs._loose if lhs._loose > rhs._loose else rhs._loose


def _decimal_sum(name, lhs, rhs, sign):
    if lhs._is_known() and rhs._is_known():
        return _from_parts(_hw_decimal(name, lhs._parts(), rhs._parts()))
    if lhs._n is None or rhs._n is None:
        return _from_parts(_hw_decimal(name, _stand_in(lhs), _stand_in(rhs)))
    e = lhs._e if lhs._e < rhs._e else rhs._e
    n = _aligned(lhs, rhs) + sign * _aligned(rhs, lhs)
    negative = False
    if lhs._negative and rhs._negative == (sign == 1):
        negative = lhs._n == 0 and rhs._n == 0
    return _decimal_made(n, e, negative, _loosest(lhs, rhs))


def _decimal_product(lhs, rhs):
    if lhs._is_known() and rhs._is_known():
        return _from_parts(_hw_decimal("mul", lhs._parts(), rhs._parts()))
    if lhs._n is None or rhs._n is None:
        return _decimal_beside_special("mul", lhs, rhs)
    n = lhs._n * rhs._n
    if rhs._n > 0:
        negative = lhs._negative and lhs._n == 0
    elif lhs._n > 0:
        negative = rhs._negative and rhs._n == 0
    else:
        negative = n == 0 and lhs.is_signed() != rhs.is_signed()
    return _decimal_made(n, lhs._e + rhs._e, negative, _loosest(lhs, rhs))


def _decimal_beside_special(name, lhs, rhs):
    # Here the sign of a finite number matters, and whether it is zero.
    return _from_parts(_hw_decimal(name, _signed_stand_in(lhs), _signed_stand_in(rhs)))


def _signed_stand_in(number):
    if number._is_known():
        return number._parts()
    if number._n == 0:
        return (0, number._e, number._negative)
    return (1 if number._n > 0 else -1, number._e, False)


def _check_divisor(lhs, rhs):
    if rhs._n == 0:
        if lhs._n == 0:
            raise InvalidOperation
        raise DivisionByZero


def _decimal_quotient(lhs, rhs):
    if lhs._is_known() and rhs._is_known():
        return _from_parts(_hw_decimal("truediv", lhs._parts(), rhs._parts()))
    if lhs._n is None or rhs._n is None:
        return _decimal_beside_special("truediv", lhs, rhs)
    _check_divisor(lhs, rhs)
    if not _hw_known(rhs._n):
        _hw_stop("a `Decimal` divided by an unknown number")
    if rhs._loose > 1:
        _hw_stop("digits of an unknown quotient")
    negative = lhs._n == 0 and lhs.is_signed() != rhs.is_signed()
    sign = 1 if rhs._n > 0 else -1
    divisor = sign * rhs._n
    e = lhs._e - rhs._e
    twos = 0
    left = divisor
    while left % 2 == 0:
        left = left // 2
        twos = twos + 1
    fives = 0
    while left % 5 == 0:
        left = left // 5
        fives = fives + 1
    if left == 1:
        more = twos if twos > fives else fives
        n = lhs._n * sign * (10**more // divisor)
        return _decimal_made(n, e - more, negative, lhs._loose if lhs._loose > 0 else 1)
    # Enough places for all 28 digits of any quotient.
    more = len(str(divisor)) + 28
    n = lhs._n * sign * 10**more // divisor
    positive = n + 1 if n >= 0 else -n
    slack = positive // 1000000000000000000000000000
    return _decimal_of(_hw_between(n - slack, n + 1 + slack), e - more, negative, 2)


def _parts_of_division(lhs, rhs):
    # The quotient goes toward zero here, and what is left has the sign of the dividend.
    if not _hw_known(rhs._n):
        _hw_stop("a `Decimal` divided by an unknown number")
    over = _aligned(lhs, rhs)
    below = _aligned(rhs, lhs)
    positive = over if over >= 0 else -over
    divisor = below if below >= 0 else -below
    whole = positive // divisor
    if whole >= 10000000000000000000000000000:
        raise InvalidOperation
    whole = whole if (over >= 0) == (below >= 0) else -whole
    return (whole, over - whole * below)


def _decimal_whole(lhs, rhs):
    if lhs._is_known() and rhs._is_known():
        return _from_parts(_hw_decimal("floordiv", lhs._parts(), rhs._parts()))
    if lhs._n is None or rhs._n is None:
        return _decimal_beside_special("floordiv", lhs, rhs)
    _check_divisor(lhs, rhs)
    whole = _parts_of_division(lhs, rhs)[0]
    return _decimal_of(whole, 0, lhs.is_signed() != rhs.is_signed(), 0)


def _decimal_rest(lhs, rhs):
    if lhs._is_known() and rhs._is_known():
        return _from_parts(_hw_decimal("mod", lhs._parts(), rhs._parts()))
    if lhs._n is None or rhs._n is None:
        return _decimal_beside_special("mod", lhs, rhs)
    if rhs._n == 0:
        raise InvalidOperation
    rest = _parts_of_division(lhs, rhs)[1]
    e = lhs._e if lhs._e < rhs._e else rhs._e
    return _decimal_made(rest, e, lhs.is_signed(), _loosest(lhs, rhs))


def _decimal_power(lhs, rhs):
    if lhs._is_known() and rhs._is_known():
        return _from_parts(_hw_decimal("pow", lhs._parts(), rhs._parts()))
    if not _hw_known(rhs._n) or rhs._loose > 0 or rhs._n is None:
        _hw_stop("a `Decimal` to the power of an unknown number")
    times = rhs.__int__()
    if times < 1 or times > 8 or rhs != times:
        _hw_stop("such a power of an unknown `Decimal`")
    n = lhs._n
    for _ in range(times - 1):
        n = n * lhs._n
    negative = lhs.is_signed() and times % 2 == 1
    return _decimal_made(n, lhs._e * times, negative, lhs._loose if lhs._loose > 0 else 1)


def _decimal_extreme(name, lhs, rhs):
    if lhs._n is None or rhs._n is None:
        if not (lhs._is_known() and rhs._is_known()):
            _hw_stop("an unknown `Decimal` beside an infinity or a NaN")
    if lhs._is_known() and rhs._is_known():
        return _from_parts(_hw_decimal(name, lhs._parts(), rhs._parts()))
    if lhs == rhs:
        return _decimal_made(lhs._n, lhs._e, lhs._negative, _loosest(lhs, rhs) or 1)
    chosen = lhs if (lhs > rhs) == (name == "max") else rhs
    return _decimal_made(chosen._n, chosen._e, chosen._negative, chosen._loose)


def _computed_decimal(name, number):
    if not number._is_known():
        _hw_stop("such a function of an unknown `Decimal`")
    return _from_parts(_hw_decimal(name, number._parts()))


def _checked_rounding(rounding):
    if not isinstance(rounding, str):
        raise TypeError
    if not _hw_known(rounding):
        _hw_stop("an unknown way to round")
    if not _hw_decimal("is_rounding", rounding):
        raise TypeError
    return rounding


def _known_digits(digits):
    _int(digits)
    if not _hw_known(digits):
        _hw_stop("an unknown number of places")
    return digits


def _rescaled(n, e, wanted, rounding):
    # The coefficient of the same number with another exponent.
    if e >= wanted:
        if e - wanted > 400:
            _hw_stop("a `Decimal` with a very large exponent")
        return n * 10 ** (e - wanted)
    if wanted - e > 400:
        _hw_stop("a `Decimal` with a very small exponent")
    unit = 10 ** (wanted - e)
    if n >= 0:
        return _rounded_quotient(n, unit, rounding, False)
    return -_rounded_quotient(-n, unit, rounding, True)


def _rounded_quotient(n, unit, rounding, negative):
    if rounding == "ROUND_CEILING":
        rounding = "ROUND_DOWN" if negative else "ROUND_UP"
    elif rounding == "ROUND_FLOOR":
        rounding = "ROUND_UP" if negative else "ROUND_DOWN"
    if rounding == "ROUND_DOWN":
        return n // unit
    if rounding == "ROUND_UP":
        return (n + unit - 1) // unit
    if rounding == "ROUND_HALF_UP":
        return (2 * n + unit) // (2 * unit)
    if rounding == "ROUND_HALF_DOWN":
        return (2 * n + unit - 1) // (2 * unit)
    if rounding == "ROUND_05UP":
        down = n // unit
        if n % unit != 0 and down % 5 == 0:
            return down + 1
        return down
    near = (2 * n + unit) // (2 * unit)
    if (2 * n + unit) % (2 * unit) == 0 and near % 2 == 1:
        return near - 1
    return near
