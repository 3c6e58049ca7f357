"""Decimal numbers.

`decimal_steps` has what is done with numbers that are not known. A number is `_n * 10 ** _e`,
where `_e` is always known; `_negative` is the sign of a zero. Of infinities and NaNs `_n` is None
and `_e` their text. What is known is computed by the real module (`_hw_decimal`), so it is exact;
all else is arithmetic on ints. `_loose` says how much of a number is known that was computed so:
0 all of it; 1 its value, but not how many zeros it ends with; 2 that it is one of several values,
because it was rounded to 28 digits somewhere.
"""

from decimal import DivisionByZero, InvalidOperation


class decimal_Decimal:
    def __init__(self, value=0, context=None):
        if context is not None:
            _hw_stop("a context for `Decimal`")
        self._negative = False
        self._loose = 0
        if isinstance(value, int):
            self._n = value + 0
            self._e = 0
        elif isinstance(value, decimal_Decimal):
            self._n = value._n
            self._e = value._e
            self._negative = value._negative
            self._loose = value._loose
        elif isinstance(value, (str, float, tuple, decimal_DecimalTuple)):
            given = value._all() if isinstance(value, decimal_DecimalTuple) else value
            if not _hw_known(given):
                _hw_stop("a `Decimal` of an unknown value")
            parts = _checked(_hw_decimal("new", given))
            self._n = parts[0]
            self._e = parts[1]
            self._negative = parts[2]
        elif isinstance(value, list):
            _hw_stop("a `Decimal` of a list")
        else:
            raise TypeError

    def _is_known(self):
        return self._loose == 0 and _hw_known(self._n)

    def _parts(self):
        return (self._n, self._e, self._negative)

    def __add__(self, other):
        other = _as_decimal(other)
        return NotImplemented if other is None else _decimal_sum("add", self, other, 1)

    def __radd__(self, other):
        other = _as_decimal(other)
        return NotImplemented if other is None else _decimal_sum("add", other, self, 1)

    def __sub__(self, other):
        other = _as_decimal(other)
        return NotImplemented if other is None else _decimal_sum("sub", self, other, -1)

    def __rsub__(self, other):
        other = _as_decimal(other)
        return NotImplemented if other is None else _decimal_sum("sub", other, self, -1)

    def __mul__(self, other):
        other = _as_decimal(other)
        return NotImplemented if other is None else _decimal_product(self, other)

    def __rmul__(self, other):
        other = _as_decimal(other)
        return NotImplemented if other is None else _decimal_product(other, self)

    def __truediv__(self, other):
        other = _as_decimal(other)
        return NotImplemented if other is None else _decimal_quotient(self, other)

    def __rtruediv__(self, other):
        other = _as_decimal(other)
        return NotImplemented if other is None else _decimal_quotient(other, self)

    def __floordiv__(self, other):
        other = _as_decimal(other)
        return NotImplemented if other is None else _decimal_whole(self, other)

    def __rfloordiv__(self, other):
        other = _as_decimal(other)
        return NotImplemented if other is None else _decimal_whole(other, self)

    def __mod__(self, other):
        other = _as_decimal(other)
        return NotImplemented if other is None else _decimal_rest(self, other)

    def __rmod__(self, other):
        other = _as_decimal(other)
        return NotImplemented if other is None else _decimal_rest(other, self)

    def __pow__(self, other):
        other = _as_decimal(other)
        return NotImplemented if other is None else _decimal_power(self, other)

    def __rpow__(self, other):
        other = _as_decimal(other)
        return NotImplemented if other is None else _decimal_power(other, self)

    def __neg__(self):
        if self._is_known():
            return _from_parts(_hw_decimal("neg", self._parts()))
        return _decimal_made(-self._n, self._e, False, self._loose)

    def __pos__(self):
        if self._is_known():
            return _from_parts(_hw_decimal("pos", self._parts()))
        return _decimal_made(self._n, self._e, False, self._loose)

    def __abs__(self):
        if self._is_known():
            return _from_parts(_hw_decimal("abs", self._parts()))
        n = self._n if self._n >= 0 else -self._n
        return _decimal_made(n, self._e, False, self._loose)

    def copy_abs(self):
        if self._is_known():
            return _from_parts(_hw_decimal("copy_abs", self._parts()))
        return _decimal_of(self._n if self._n >= 0 else -self._n, self._e, False, self._loose)

    def copy_negate(self):
        if self._is_known():
            return _from_parts(_hw_decimal("copy_negate", self._parts()))
        return _decimal_of(-self._n, self._e, not self._negative, self._loose)

    def copy_sign(self, other, context=None):
        other = _wanted_decimal(other)
        return self.copy_abs().copy_negate() if other.is_signed() else self.copy_abs()

    def __eq__(self, other):
        other = _comparable_decimal(other)
        if other is None:
            return NotImplemented
        if self._n is None or other._n is None:
            return _hw_decimal("eq", _stand_in(self), _stand_in(other))
        return _aligned(self, other) == _aligned(other, self)

    def __lt__(self, other):
        other = _comparable_decimal(other)
        if other is None:
            return NotImplemented
        if self._n is None or other._n is None:
            return _checked(_hw_decimal("lt", _stand_in(self), _stand_in(other)))
        return _aligned(self, other) < _aligned(other, self)

    def __le__(self, other):
        other = _comparable_decimal(other)
        if other is None:
            return NotImplemented
        if self._n is None or other._n is None:
            return _checked(_hw_decimal("le", _stand_in(self), _stand_in(other)))
        return _aligned(self, other) <= _aligned(other, self)

    def __gt__(self, other):
        other = _comparable_decimal(other)
        if other is None:
            return NotImplemented
        if self._n is None or other._n is None:
            return _checked(_hw_decimal("gt", _stand_in(self), _stand_in(other)))
        return _aligned(self, other) > _aligned(other, self)

    def __ge__(self, other):
        other = _comparable_decimal(other)
        if other is None:
            return NotImplemented
        if self._n is None or other._n is None:
            return _checked(_hw_decimal("ge", _stand_in(self), _stand_in(other)))
        return _aligned(self, other) >= _aligned(other, self)

    def __hash__(self):
        # Equal numbers have equal hashes.
        return hash(self)

    def __bool__(self):
        return self._n is None or self._n != 0

    def __int__(self):
        if self._is_known():
            return _checked(_hw_decimal("int", self._parts()))
        return _rescaled(self._n, self._e, 0, "ROUND_DOWN")

    def __trunc__(self):
        return self.__int__()

    def __floor__(self):
        if self._is_known():
            return _checked(_hw_decimal("floor", self._parts()))
        return _rescaled(self._n, self._e, 0, "ROUND_FLOOR")

    def __ceil__(self):
        if self._is_known():
            return _checked(_hw_decimal("ceil", self._parts()))
        return _rescaled(self._n, self._e, 0, "ROUND_CEILING")

    def __round__(self, digits=None):
        if self._is_known() and _hw_known(digits):
            if digits is None:
                return _checked(_hw_decimal("round", self._parts()))
            return _from_parts(_hw_decimal("round", self._parts(), digits))
        if digits is None:
            return _rescaled(self._n, self._e, 0, "ROUND_HALF_EVEN")
        return self.quantize(_decimal_of(1, -_known_digits(digits), False, 0))

    def __float__(self):
        if self._is_known():
            return _checked(_hw_decimal("float", self._parts()))
        return float(self._n * 10**self._e) if self._e >= 0 else self._n / 10**-self._e

    def __str__(self):
        if self._is_known():
            return _hw_decimal("str", self._parts())
        return _hw_input("computed str")

    def __repr__(self):
        return "Decimal('" + self.__str__() + "')"

    def __format__(self, spec):
        text = _hw_decimal("format", _stand_in(self), spec) if _hw_known(spec) else None
        if isinstance(text, tuple):
            raise ValueError
        return text if text is not None and self._is_known() else _hw_input("computed str")

    def quantize(self, exp, rounding=None, context=None):
        exp = _wanted_decimal(exp)
        if context is not None:
            _hw_stop("a context for `quantize`")
        rounding = "ROUND_HALF_EVEN" if rounding is None else _checked_rounding(rounding)
        if exp._loose > 0:
            _hw_stop("places of an unknown quotient")
        if self._is_known() and exp._is_known():
            return _from_parts(_hw_decimal("quantize", self._parts(), exp._parts(), rounding))
        if self._n is None or exp._n is None:
            return _from_parts(_hw_decimal("quantize", _stand_in(self), _stand_in(exp), rounding))
        negative = self._n < 0 or (self._negative and self._n == 0)
        n = _rescaled(self._n, self._e, exp._e, rounding)
        if not -10000000000000000000000000000 < n < 10000000000000000000000000000:
            raise InvalidOperation
        return _decimal_of(n, exp._e, negative, 0)

    def to_integral_value(self, rounding=None, context=None):
        rounding = "ROUND_HALF_EVEN" if rounding is None else _checked_rounding(rounding)
        if self._is_known():
            return _from_parts(_hw_decimal("to_integral_value", self._parts(), rounding))
        if self._e >= 0:
            return self
        negative = self._n < 0 or (self._negative and self._n == 0)
        return _decimal_of(
            _rescaled(self._n, self._e, 0, rounding), 0, negative, 1 if self._loose > 0 else 0
        )

    def to_integral(self, rounding=None, context=None):
        return self.to_integral_value(rounding)

    def to_integral_exact(self, rounding=None, context=None):
        return self.to_integral_value(rounding)

    def normalize(self, context=None):
        if self._is_known():
            return _from_parts(_hw_decimal("normalize", self._parts()))
        loose = self._loose if self._loose > 0 else 1
        return _decimal_made(self._n, self._e, self._negative, loose)

    def as_tuple(self):
        if self._is_known():
            return decimal_DecimalTuple(*_hw_decimal("as_tuple", self._parts()))
        if self._loose > 0:
            _hw_stop("the digits of an unknown quotient")
        # Its digits are not known: whoever asks for them stops.
        return decimal_DecimalTuple(1 if self.is_signed() else 0, None, self._e)

    def as_integer_ratio(self):
        if self._is_known():
            return _checked(_hw_decimal("as_integer_ratio", self._parts()))
        _hw_stop("the fraction of an unknown `Decimal`")

    def adjusted(self):
        if self._is_known():
            return _hw_decimal("adjusted", self._parts())
        _hw_stop("the digits of an unknown `Decimal`")

    def compare(self, other, context=None):
        other = _wanted_decimal(other)
        if self._n is None or other._n is None:
            return _from_parts(_hw_decimal("compare", _stand_in(self), _stand_in(other)))
        if self < other:
            return decimal_Decimal(-1)
        return decimal_Decimal(1 if self > other else 0)

    def max(self, other, context=None):
        return _decimal_extreme("max", self, _wanted_decimal(other))

    def min(self, other, context=None):
        return _decimal_extreme("min", self, _wanted_decimal(other))

    def sqrt(self, context=None):
        return _computed_decimal("sqrt", self)

    def exp(self, context=None):
        return _computed_decimal("exp", self)

    def ln(self, context=None):
        return _computed_decimal("ln", self)

    def log10(self, context=None):
        return _computed_decimal("log10", self)

    def is_zero(self):
        return self._n is not None and self._n == 0

    def is_signed(self):
        if self._n is None:
            return _hw_decimal("is_signed", self._parts())
        return self._n < 0 or (self._negative and self._n == 0)

    def is_nan(self):
        return self._n is None and _hw_decimal("is_nan", self._parts())

    def is_qnan(self):
        return self._n is None and _hw_decimal("is_qnan", self._parts())

    def is_snan(self):
        return self._n is None and _hw_decimal("is_snan", self._parts())

    def is_infinite(self):
        return self._n is None and _hw_decimal("is_infinite", self._parts())

    def is_finite(self):
        return self._n is not None

    def is_canonical(self):
        return True

    def canonical(self):
        return self

    def conjugate(self):
        return self

    @property
    def real(self):
        return self

    @property
    def imag(self):
        return decimal_Decimal(0)


class decimal_DecimalTuple:
    def __init__(self, sign, digits, exponent):
        self.sign = sign
        self._digits = digits
        self.exponent = exponent

    @property
    def digits(self):
        if self._digits is None:
            _hw_stop("the digits of an unknown `Decimal`")
        return self._digits

    def _all(self):
        return (self.sign, self.digits, self.exponent)

    def __iter__(self):
        return iter(self._all())

    def __len__(self):
        return 3

    def __getitem__(self, index):
        if isinstance(index, int) and (index == 2 or index == -1):
            return self.exponent
        return self._all()[index]

    def __eq__(self, other):
        if isinstance(other, decimal_DecimalTuple):
            return self._all() == other._all()
        return self._all() == other if isinstance(other, tuple) else NotImplemented

    def __hash__(self):
        return hash(self)


def decimal_from_float(f, /):
    if not isinstance(f, (int, float)):
        raise TypeError
    return decimal_Decimal(f)


class decimal_Context:
    # The one that every program starts with: 28 digits, and halves go to the even neighbour.

    @property
    def prec(self):
        return 28

    @prec.setter
    def prec(self, value):
        if not isinstance(value, int):
            raise TypeError
        if value != 28:
            _hw_stop("another number of digits than 28")

    @property
    def rounding(self):
        return "ROUND_HALF_EVEN"

    @rounding.setter
    def rounding(self, value):
        if _checked_rounding(value) != "ROUND_HALF_EVEN":
            _hw_stop("another way to round for all numbers")

    def create_decimal(self, num="0"):
        return +decimal_Decimal(num)

    def quantize(self, a, b):
        return _wanted_decimal(a).quantize(b)


def decimal_getcontext():
    return decimal_Context()
