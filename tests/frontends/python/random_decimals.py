"""Random expressions on decimal numbers, as text that CPython and we both read.

Place: tests/frontends/python. `test_decimals_against_cpython` computes them known, and
`tests/answers/test_python_decimals` with numbers that only a call gives.
"""

from __future__ import annotations

import random

ROUNDINGS = (
    *("ROUND_UP", "ROUND_DOWN", "ROUND_CEILING", "ROUND_FLOOR", "ROUND_HALF_UP"),
    *("ROUND_HALF_DOWN", "ROUND_HALF_EVEN", "ROUND_05UP"),
)
HEAD = f"from decimal import Decimal, {', '.join(ROUNDINGS)}\n"
_SPECIAL = ("NaN", "Infinity", "-Infinity", "-0", "0E+3", "-0.00", "1E+5", "7E-9")
_OPERATORS = ("+", "-", "*", "/", "//", "%")


def random_number(chance: random.Random) -> str:
    """Give the text of a number, now and then a special one or one with many digits."""
    if chance.random() < 0.12:
        return chance.choice(_SPECIAL)
    n_digits = chance.choice((1, 2, 3, 4, 9, 27, 28, 30)) if chance.random() < 0.4 else 3
    digits = "".join(chance.choice("0123456789") for _ in range(n_digits))
    place = chance.randint(0, n_digits)
    sign = chance.choice(("", "", "-"))
    return f"{sign}{digits[:place] or '0'}.{digits[place:]}" if place < n_digits else sign + digits


def random_operand(chance: random.Random) -> str:
    """Give an expression for a number: a decimal one mostly."""
    kind = chance.random()
    if kind < 0.15:
        return str(chance.choice((0, 1, 2, 3, 7, 10, 100, -4, 12345)))
    if kind < 0.2:
        return f"Decimal({chance.choice((0.5, 1.1, 1e20, -2.25, 0.1))})"
    if kind < 0.24:
        return f"Decimal((1, (3, 1, 4), {chance.randint(-3, 2)}))"
    return f'Decimal("{random_number(chance)}")'


def random_expression(chance: random.Random, first: str) -> str:
    """Give an expression on `first` that ends in something to show."""
    text = random_steps(chance, first)
    other = random_operand(chance)
    match chance.randrange(12):
        case 0:
            return f"{text} {chance.choice(('<', '<=', '>', '>=', '==', '!='))} {other}"
        case 1:
            return f"{text} == {chance.choice((0.5, 1.5, -3.0, 0.1))}"
        case 2:
            return f"{text}.as_tuple().exponent"
        case 3:
            return f"(int({text}), bool({text}))"
        case 4:
            return f"format({text}, {chance.choice(('.2f', ',.2f', '>12', '+.3e', ''))!r})"
        case 5:
            return f"({text}.is_zero(), {text}.is_signed(), {text}.is_nan(), {text}.is_finite())"
        case 6:
            return f"round({text})"
        case 7:
            return f"repr({text})"
        case _:
            return f"str({text})"


def random_steps(chance: random.Random, first: str) -> str:
    """Give an expression that computes a number from `first`."""
    text = first
    for _ in range(chance.randint(1, 3)):
        text = f"({_step(chance, text)})"
    return text


def _step(chance: random.Random, text: str) -> str:
    other = random_operand(chance)
    match chance.randrange(12):
        case 0:
            return f"-{text}"
        case 1:
            return f"abs({text})"
        case 2:
            places = chance.choice(("1", "0.1", "0.01", "0.001", "1E+1"))
            return f'{text}.quantize(Decimal("{places}"), rounding={chance.choice(ROUNDINGS)})'
        case 3:
            return f"{text}.to_integral_value({chance.choice(ROUNDINGS)})"
        case 4:
            return f"{text}.normalize()"
        case 5:
            return f"round({text}, {chance.randint(-1, 3)})"
        case 6:
            return f"{text}.copy_sign({other})"
        case 7:
            return f"{other} {chance.choice(_OPERATORS)} {text}"
        case 8:
            return f"{text} ** {chance.randint(0, 3)}"
        case _:
            return f"{text} {chance.choice(_OPERATORS)} {other}"
