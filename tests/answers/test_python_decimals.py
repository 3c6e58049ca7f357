"""Decimal numbers that a client gives, computed with as CPython computes."""

from __future__ import annotations

import decimal
import random

import pytest

from frontends.python.random_decimals import HEAD, random_steps
from heapwright.answers.calls.verdict import Found, Nowhere
from support.expect import expect
from support.python_engine import ask_python, check_python_sequence, check_python_verdicts

ACCOUNT = """
from decimal import Decimal, ROUND_HALF_UP

CENT = Decimal("0.01")

class Account:
    def __init__(self) -> None:
        self.balance = Decimal("0.00")

    def deposit(self, amount: Decimal) -> None:
        if amount <= 0:
            raise ValueError("amount")
        self.balance += amount

    def withdraw(self, amount: Decimal) -> None:
        if amount <= 0 or amount > self.balance:
            raise ValueError("amount")
        self.balance -= amount

    def interest(self) -> None:
        self.balance = (self.balance * Decimal("1.05")).quantize(CENT, ROUND_HALF_UP)
"""


def test_a_balance_is_found_and_a_client_gives_the_amount() -> None:
    check_python_sequence(
        ACCOUNT
        + """
@spec
def SPEC(account: Account) -> bool:
    return account.balance == Decimal("99.95")
""",
        expect(
            """
            account = Account()
            account.deposit(decimal.Decimal("99.95"))
            """
        ),
    )


def test_a_balance_that_no_call_can_make_is_proved_to_be_none() -> None:
    text = (
        ACCOUNT
        + """
@spec
def NEGATIVE(account: Account) -> bool:
    return account.balance < 0

@spec
def HALF_A_CENT(account: Account) -> bool:
    return account.balance == Decimal("0.005")

@spec
def BY_INTEREST(account: Account) -> bool:
    return account.balance == Decimal("0.11")
"""
    )
    check_python_verdicts(
        text, {"NEGATIVE": "nowhere", "HALF_A_CENT": "nowhere", "BY_INTEREST": "found in 2"}
    )


def test_more_places_are_tried_where_the_scope_says_so() -> None:
    text = (
        ACCOUNT
        + """
@spec
def SPEC(account: Account) -> bool:
    return account.balance == Decimal("0.005")
"""
    )
    check_python_verdicts(text, {"SPEC": "found in 2"}, scope={"places": 3})


def test_a_rounded_quotient_is_never_taken_for_exact() -> None:
    text = """
from decimal import Decimal

class Share:
    def __init__(self, total: Decimal):
        self.part = total / 3

@spec
def WHOLE(s: Share) -> bool:
    return s.part == Decimal("0.02")

@spec
def LOST(s: Share) -> bool:
    return s.part * 3 != s.part + s.part + s.part
"""
    answer = ask_python(text, "WHOLE")
    assert isinstance(answer.verdict, Found)
    assert not isinstance(ask_python(text, "LOST").verdict, Nowhere)


def test_numbers_with_many_places_are_rounded_and_not_left_out() -> None:
    text = """
from decimal import Decimal

class Price:
    def __init__(self, amount: Decimal):
        self.amount = amount * Decimal(1.1)

@spec
def SPEC(p: Price) -> bool:
    return p.amount == Decimal("2.750000000000000222044604925")
"""
    assert isinstance(ask_python(text, "SPEC").verdict, Found)


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


def test_a_member_that_is_a_string_is_not_refused_by_decimal() -> None:
    text = """
from decimal import Decimal
from enum import Enum

class Rate(str, Enum):
    LOW = "0.5"

class Price:
    def __init__(self, rate: Rate) -> None:
        try:
            self.amount = Decimal(rate)
        except TypeError:
            self.amount = None

@spec
def REFUSED(p: Price) -> bool:
    return p.amount is None

@spec
def HALF(p: Price) -> bool:
    return p.amount == Decimal("0.5")
"""
    assert not isinstance(ask_python(text, "REFUSED").verdict, Found)
    assert not isinstance(ask_python(text, "HALF").verdict, Nowhere)
