"""What the module `math` has. What is known is computed by the real one (`_hw_real`)."""


def math_floor(x, /):
    if isinstance(x, int):
        return x + 0
    return _hw_real("floor", x)


def math_ceil(x, /):
    if isinstance(x, int):
        return x + 0
    return _hw_real("ceil", x)


def math_trunc(x, /):
    if isinstance(x, int):
        return x + 0
    return _hw_real("trunc", x)


def math_sqrt(x, /):
    return _hw_real("sqrt", x)


def math_fabs(x, /):
    return _hw_real("fabs", x)


def math_exp(x, /):
    return _hw_real("exp", x)


def math_log(x, base=None, /):
    if base is None:
        return _hw_real("log", x)
    return _hw_real("log", x, base)


def math_log2(x, /):
    return _hw_real("log2", x)


def math_log10(x, /):
    return _hw_real("log10", x)


def math_sin(x, /):
    return _hw_real("sin", x)


def math_cos(x, /):
    return _hw_real("cos", x)


def math_tan(x, /):
    return _hw_real("tan", x)


def math_atan(x, /):
    return _hw_real("atan", x)


def math_atan2(y, x, /):
    return _hw_real("atan2", y, x)


def math_hypot(*coordinates):
    if len(coordinates) != 2:
        _hw_stop("`math.hypot` of more or less than two numbers")
    return _hw_real("hypot", coordinates[0], coordinates[1])


def math_pow(x, y, /):
    return _hw_real("pow", x, y)


def math_degrees(x, /):
    return _hw_real("degrees", x)


def math_radians(x, /):
    return _hw_real("radians", x)


def math_isclose(a, b, *, rel_tol=1e-09, abs_tol=0.0):
    return _hw_real("isclose", a, b, rel_tol, abs_tol)


def math_isnan(x, /):
    return _hw_real("isnan", x)


def math_isinf(x, /):
    return _hw_real("isinf", x)


def math_isfinite(x, /):
    return _hw_real("isfinite", x)


def math_gcd(*integers):
    found = 0
    for number in integers:
        found, rest = abs(_int(found)), abs(_int(number))
        while rest:
            found, rest = rest, found % rest
    return found


def math_lcm(*integers):
    found = 1
    for number in integers:
        number = abs(_int(number))
        if number == 0:
            return 0
        found = found * number // math_gcd(found, number)
    return found


def math_factorial(x, /):
    if _int(x) < 0:
        raise ValueError
    found = 1
    while x > 1:
        found = found * x
        x = x - 1
    return found


def math_isqrt(n, /):
    if _int(n) < 0:
        raise ValueError
    found = 0
    while (found + 1) * (found + 1) <= n:
        found = found + 1
    return found


def math_comb(n, k, /):
    if _int(n) < 0 or _int(k) < 0:
        raise ValueError
    if k > n:
        return 0
    found = 1
    index = 0
    while index < k:
        found = found * (n - index) // (index + 1)
        index = index + 1
    return found


def math_prod(iterable, *, start=1):
    found = start
    for item in iterable:
        found = found * item
    return found


def math_asin(x, /):
    return _hw_real("asin", x)


def math_acos(x, /):
    return _hw_real("acos", x)


def math_sinh(x, /):
    return _hw_real("sinh", x)


def math_cosh(x, /):
    return _hw_real("cosh", x)


def math_tanh(x, /):
    return _hw_real("tanh", x)


def math_asinh(x, /):
    return _hw_real("asinh", x)


def math_acosh(x, /):
    return _hw_real("acosh", x)


def math_atanh(x, /):
    return _hw_real("atanh", x)


def math_expm1(x, /):
    return _hw_real("expm1", x)


def math_log1p(x, /):
    return _hw_real("log1p", x)


def math_exp2(x, /):
    return _hw_real("exp2", x)


def math_cbrt(x, /):
    return _hw_real("cbrt", x)


def math_erf(x, /):
    return _hw_real("erf", x)


def math_erfc(x, /):
    return _hw_real("erfc", x)


def math_gamma(x, /):
    return _hw_real("gamma", x)


def math_lgamma(x, /):
    return _hw_real("lgamma", x)


def math_fmod(x, y, /):
    return _hw_real("fmod", x, y)


def math_copysign(x, y, /):
    return _hw_real("copysign", x, y)
