"""What is proved about floats, whatever rounding makes of them, and what is not."""

from __future__ import annotations

from heapwright.answers.search.ask import specs_of
from heapwright.editor.known.wording import bound_text
from oracle.test_loose import is_proved
from support.python_engine import ask_python, check_python_verdicts, loaded_python

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
QUESTIONS = """
@spec
def OVERDRAWN(account: Account) -> bool:
    return account.balance < 0

@spec
def TOO_HIGH(account: Account) -> bool:
    return account.rate > 1

@spec
def DEARER(account: Account, price: float) -> bool:
    return price >= 0 and account.discounted(price) > price

@spec
def PAID_BACK(account: Account) -> bool:
    return sum(account.fees) < 0

@spec
def RICH(account: Account) -> bool:
    return account.balance > 1000.5 and account.rate == 0.5
"""


def test_signs_and_orders_are_proved() -> None:
    proved = dict.fromkeys(("OVERDRAWN", "TOO_HIGH", "DEARER", "PAID_BACK"), "nowhere")
    check_python_verdicts(ACCOUNT + QUESTIONS, {**proved, "RICH": "found in 2"})


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


def test_a_proof_says_how_large_floats_may_be() -> None:
    told = bound_text(ask_python(ACCOUNT + QUESTIONS, "OVERDRAWN").objects)
    assert told == " with at most 1 Account, 4 items and finite floats up to 2**53"
    # Nothing that is found needs such a bound.
    assert "float" not in bound_text(ask_python(ACCOUNT + QUESTIONS, "RICH").objects)


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
