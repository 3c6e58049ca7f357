"""Where symbolic runs stop or take too long, calls with plain values find what a person would."""

from __future__ import annotations

import pytest

from heapwright.answers.calls.verdict import Found
from support.expect import expect
from support.python_engine import ask_python, check_python_sequence, check_python_verdicts

MAILBOX = """
import uuid

class Mailbox:
    def __init__(self, address: str) -> None:
        if "@" not in address:
            raise ValueError(address)
        self.address = address.lower()
        self.is_read: dict[str, bool] = {}
        self.n_new = 0

    def deliver(self, urgent: bool) -> str:
        number = uuid.uuid4().hex
        self.is_read[number] = False
        self.n_new += 1
        return number

    def read(self, mid: str) -> None:
        if not self.is_read[mid]:
            self.is_read[mid] = True
            self.n_new -= 1

    def delete(self, mid: str) -> None:
        del self.is_read[mid]

"""


def test_what_only_a_run_has_is_named_and_given_back() -> None:
    check_python_sequence(
        MAILBOX
        + """
@spec
def ONE_READ(box: Mailbox) -> bool:
    return list(box.is_read.values()) == [True]
""",
        expect("""
        box = Mailbox("@")
        mid = box.deliver(False)
        box.read(mid)
        """),
        scope={"characters": 1, "items": 2},
        calls=3,
    )


def test_what_a_literal_type_names_is_not_made_simpler() -> None:
    check_python_sequence(
        "from typing import Literal\n"
        + MAILBOX.replace("urgent: bool", 'urgent: Literal["yes", "no"]')
        + """
@spec
def ONE_READ(box: Mailbox) -> bool:
    return list(box.is_read.values()) == [True]
""",
        expect("""
        box = Mailbox("@")
        mid = box.deliver("yes")
        box.read(mid)
        """),
        scope={"characters": 3, "items": 2},
        calls=3,
    )


def test_a_broken_invariant_is_found_by_trying() -> None:
    check_python_sequence(
        MAILBOX.replace(
            "    def deliver(",
            "    @invariant\n    def is_exact(self) -> bool:\n"
            "        return self.n_new == sum(not one for one in self.is_read.values())\n\n"
            "    def deliver(",
        ),
        expect("""
        it = Mailbox("@")
        mid = it.deliver(False)
        it.delete(mid)
        """),
        scope={"characters": 1, "items": 2},
        calls=3,
    )


# What hexadecimal digits an unknown int has is not followed.
CODES = """
class Lock:
    def __init__(self, code: int) -> None:
        if code < 0:
            raise ValueError(code)
        self.code = hex(code)
        self.tries: list[str] = []

    def turn(self, to: int) -> None:
        if to < 0:
            self.tries.append("back")
            raise ValueError(to)
        self.tries.append(hex(to))

"""


def _about(condition: str) -> str:
    return f"{CODES}@spec\ndef QUESTION(lock: Lock) -> bool:\n    return {condition}\n"


OPENED = "int(lock.code, 16) == 77 and lock.tries == ['0x4e']"


def test_numbers_that_the_question_names_are_tried() -> None:
    check_python_sequence(
        _about(OPENED),
        expect("""
            lock = Lock(77)
            lock.turn(78)
        """),
    )


def test_what_is_not_found_stays_undecided() -> None:
    why = "the calls that seem to make it true do not when they are run"
    check_python_verdicts(_about("lock.code == '77'"), {"QUESTION": f"undecided: {why}"})


def test_the_same_question_has_the_same_answer() -> None:
    first, second = (ask_python(_about(OPENED), "QUESTION").verdict for _ in range(2))
    assert isinstance(first, Found)
    assert first == second


@pytest.mark.parametrize(("calls", "is_found"), [(2, True), (1, False)])
def test_no_more_calls_are_made_than_allowed(calls: int, is_found: bool) -> None:
    answer = ask_python(_about(OPENED), "QUESTION", calls=calls)
    assert isinstance(answer.verdict, Found) is is_found


@pytest.mark.parametrize("with_raising", [True, False])
def test_calls_that_raise_are_made_where_they_are_wanted(with_raising: bool) -> None:
    text = _about("int(lock.code, 16) == 77 and lock.tries == ['back']")
    answer = ask_python(text, "QUESTION", with_raising=with_raising)
    assert isinstance(answer.verdict, Found) is with_raising


@pytest.mark.parametrize(("most", "is_found"), [(2, True), (1, False)])
def test_bounds_that_somebody_set_are_kept(most: int, is_found: bool) -> None:
    condition = "int(a.code, 16) == 77 and int(b.code, 16) == 78"
    text = f"{CODES}@spec\ndef TWO(a: Lock, b: Lock) -> bool:\n    return {condition}\n"
    assert isinstance(ask_python(text, "TWO", scope={"Lock": most}).verdict, Found) is is_found


def test_a_string_is_put_together_of_what_the_code_looks_for() -> None:
    check_python_sequence(
        """
class Address:
    def __init__(self, text: str) -> None:
        name, _, host = text.lower().partition("@")
        if not name or "." not in host:
            raise ValueError(text)
        self.name = name
        self.host = host

@spec
def MINE(address: Address) -> bool:
    return address.name == "me" and address.host.endswith(".com")
""",
        expect('address = Address("me@.com")'),
    )


def test_a_loop_of_an_unknown_number_of_rounds_just_runs() -> None:
    check_python_sequence(
        """
class Building:
    def __init__(self, n: int) -> None:
        self.n_rooms = 0
        for _ in range(n):
            self.n_rooms += 1

@spec
def LARGE(b: Building) -> bool:
    return b.n_rooms == 500
""",
        expect("b = Building(500)"),
    )


ORDERS = """
from dataclasses import dataclass, field


@dataclass
class Item:
    sku: str
    price: int
    stock: int = 0


@dataclass
class Line:
    item: Item
    qty: int

    @property
    def total(self) -> int:
        return self.item.price * self.qty


class Order:
    def __init__(self, number: int) -> None:
        self.number = number
        self.lines: list[Line] = []
        self.status = "open"
        self.discount = 0

    def add(self, item: Item, qty: int) -> None:
        if self.status != "open":
            raise ValueError("closed")
        if qty <= 0 or qty > item.stock:
            raise ValueError("qty")
        item.stock -= qty
        for line in self.lines:
            if line.item.sku == item.sku:
                line.qty += qty
                return
        self.lines.append(Line(item, qty))

    def apply(self, code: str) -> None:
        if code.startswith("SAVE") and code[4:].isdigit():
            self.discount = min(50, int(code[4:]))

    def total(self) -> int:
        raw = sum(line.total for line in self.lines)
        return raw - raw * self.discount // 100

    def pay(self, amount: int) -> int:
        if self.status != "open" or not self.lines:
            raise ValueError("state")
        if amount < self.total():
            raise ValueError("amount")
        self.status = "paid"
        return amount - self.total()

    def ship(self) -> None:
        if self.status != "paid":
            raise ValueError("not paid")
        self.status = "shipped"


class Shop:
    def __init__(self) -> None:
        self.items: dict[str, Item] = {}
        self.orders: list[Order] = []

    def stock(self, sku: str, price: int, qty: int) -> Item:
        if price <= 0 or qty < 0:
            raise ValueError
        item = self.items.get(sku)
        if item is None:
            item = self.items[sku] = Item(sku, price, qty)
        else:
            item.stock += qty
        return item

    def order(self) -> Order:
        order = Order(len(self.orders) + 1)
        self.orders.append(order)
        return order

    def revenue(self) -> int:
        return sum(o.total() for o in self.orders if o.status != "open")

"""


def test_numbers_that_nobody_would_draw_are_solved_for() -> None:
    check_python_sequence(
        ORDERS
        + """
@spec
def SHIPPED(o: Order) -> bool:
    return o.status == "shipped" and o.total() == 4711
""",
        expect("""
        item = Item("a", 1, 4711)
        o = Order(0)
        o.add(item, 4711)
        o.pay(4711)
        o.ship()
        """),
    )
