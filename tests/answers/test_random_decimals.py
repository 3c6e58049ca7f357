"""Computing with decimal numbers that only a call gives, against CPython."""

from __future__ import annotations

import decimal
import random

import pytest

from frontends.python.random_decimals import HEAD, random_steps
from heapwright.answers.calls.verdict import Found, Nowhere
from support.python_engine import ask_python


@pytest.mark.parametrize("seed", range(3))
def test_what_a_call_gives_is_computed_as_cpython_computes_it(seed: int) -> None:
    """What CPython gives is never ruled out, and nothing else is ever found."""
    chance = random.Random(seed)
    n_found = n_exact = n_cases = 0
    while n_cases < 12:
        given = chance.choice((0, 1, -1, 5, 15, 25, 105, -250, 1234, 99999, 333))
        steps = random_steps(chance, "(Decimal(n) * Decimal('0.01'))")
        names: dict[str, object] = {"n": given, **vars(decimal)}
        try:
            value = eval(steps, names)  # noqa: S307 - a text that we wrote ourselves
        except ArithmeticError as error:
            value = type(error).__name__
        except TypeError:
            continue
        if value != value:
            continue
        n_cases += 1
        shown = f'Decimal("{value}")' if isinstance(value, decimal.Decimal) else repr(value)
        text = f"""{HEAD}
from decimal import DivisionByZero, InvalidOperation

class T:
    def __init__(self):
        self.r = None

    def go(self, n: int):
        if n == {given}:
            try:
                self.r = {steps}
            except InvalidOperation:
                self.r = "InvalidOperation"
            except DivisionByZero:
                self.r = "DivisionByZero"

@spec
def SAME(t: T) -> bool:
    return t.r == {shown}

@spec
def OTHER(t: T) -> bool:
    return t.r is not None and t.r != {shown}
"""
        same, other = (ask_python(text, name).verdict for name in ("SAME", "OTHER"))
        assert not isinstance(same, Nowhere), steps
        assert not isinstance(other, Found), steps
        n_found += isinstance(same, Found)
        n_exact += isinstance(other, Nowhere)
    assert n_found > 0.7 * n_cases
    assert n_exact > 0.5 * n_cases
