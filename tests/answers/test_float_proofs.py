"""What is proved about floats without looking at heaps, and what is not."""

from __future__ import annotations

from heapwright.answers.search.ask import specs_of
from oracle.test_loose import is_proved
from support.python_engine import loaded_python

ACCOUNT = """
class Account:
    def __init__(self, balance: float = 0.0) -> None:
        if balance < 0:
            raise ValueError(balance)
        self.balance = balance
        self.rate = 0.0
        self.fees: list[float] = []

    def deposit(self, amount: float) -> None:
        if amount <= 0:
            raise ValueError(amount)
        self.balance += amount

    def withdraw(self, amount: float) -> None:
        if amount <= 0 or amount > self.balance:
            raise ValueError(amount)
        self.balance -= amount

    def set_rate(self, percent: int) -> None:
        if not 0 <= percent <= 100:
            raise ValueError(percent)
        self.rate = percent / 100

    def add_interest(self) -> None:
        self.balance += round(self.balance * self.rate, 2)

    def charge(self, fee: float) -> None:
        if not 0 <= fee <= self.balance:
            raise ValueError(fee)
        self.balance -= fee
        self.fees.append(fee)

    def discounted(self, price: float) -> float:
        return price * (1 - self.rate)
"""


def test_nothing_is_proved_about_what_is_not_finite() -> None:
    text = (
        "import math\n"
        + ACCOUNT
        + """
@spec
def ODD(account: Account) -> bool:
    return account.balance != account.balance

@spec
def NAN(account: Account) -> bool:
    return math.isnan(account.balance)

@spec
def ENDLESS(account: Account) -> bool:
    return not math.isfinite(account.balance)

@spec
def NEGATIVE(account: Account) -> bool:
    return account.balance < 0
"""
    )
    program = loaded_python(text).program
    assert [spec.name for spec in specs_of(program) if is_proved(program, spec, {})] == ["NEGATIVE"]


def test_what_depends_on_rounding_is_not_proved() -> None:
    text = """
class Meter:
    def __init__(self) -> None:
        self.total = 0.0
        self.parts: list[float] = []

    def add(self, part: float) -> None:
        if part <= 0:
            raise ValueError(part)
        self.total += part
        self.parts.append(part)

@spec
def LOST(meter: Meter) -> bool:
    return len(meter.parts) == 2 and meter.total == meter.parts[0]

@spec
def SUMMED_OTHERWISE(meter: Meter) -> bool:
    return len(meter.parts) == 3 and meter.total != sum(meter.parts)

@spec
def SMALLER(meter: Meter) -> bool:
    return len(meter.parts) == 2 and meter.total < meter.parts[1]
"""
    program = loaded_python(text).program
    proved = {spec.name for spec in specs_of(program) if is_proved(program, spec, {})}
    # A small part is lost beside a large one, and Python 3.12 adds up in another way.
    assert proved == {"SMALLER"}
