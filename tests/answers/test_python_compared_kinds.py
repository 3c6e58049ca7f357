"""Clients give the kinds of values that code compares with where nothing declares them."""

from __future__ import annotations

import pytest

from support.engine import verdict_text
from support.expect import expect
from support.python_engine import ask_python, check_python_sequence, check_python_verdicts


def test_a_key_that_a_question_names_is_given() -> None:
    check_python_sequence(
        """
class Bank:
    def __init__(self):
        self.accounts = {}

    def open(self, owner):
        self.accounts[owner] = 0

@spec
def ANN(b: Bank):
    return b.accounts["ann"] == 0
""",
        expect(
            """
            b = Bank()
            b.open("ann")
            """
        ),
    )


@pytest.mark.parametrize(
    "question",
    [
        *('c.values["host"] == "local"', 'c.get("host") == "local"', 'c.get("host") == 0.5'),
        *('c.get("tags") == [1, 2]', 'c.get("on") is True', 'c.get("sub") == {"a": 1}'),
        *('c.get("at") == (1, "x")', '"h" in c.values.values()', 'c.get("host") is None'),
    ],
)
def test_values_of_type_any_are_what_a_question_compares_them_with(question: str) -> None:
    text = f"""
from typing import Any

class Config:
    def __init__(self) -> None:
        self.values: dict[str, Any] = {{}}

    def set(self, key: str, value: Any) -> None:
        self.values[key] = value

    def get(self, key: str) -> Any:
        return self.values[key]

@spec
def ASKED(c: Config) -> bool:
    return {question}
"""
    check_python_verdicts(text, {"ASKED": "found in 2"})


def test_what_a_generic_class_holds_is_what_a_question_says() -> None:
    text = """
from typing import Generic, TypeVar

T = TypeVar("T")

class Stack(Generic[T]):
    def __init__(self) -> None:
        self.items: list[T] = []

    def push(self, item: T) -> None:
        self.items.append(item)

@spec
def TEXTS(s: Stack[str]) -> bool:
    return s.items == ["a"]

@spec
def PAIRS(s: Stack[tuple[int, int]]) -> bool:
    return s.items == [(1, 2)]
"""
    check_python_verdicts(text, {"TEXTS": "found in 2", "PAIRS": "found in 2"})


NODE = """
class Node:
    def __init__(self, data):
        self.data = data
        self.next = None

    def append(self, data):
        self.next = Node(data)
"""


def test_no_question_changes_the_answer_to_another_one() -> None:
    text = f"""{NODE}
@spec
def MIXED(n: Node):
    return n.data == 1 and n.next.data == "one"

@spec
def PAIR(n: Node):
    return n.data == (1, 2)

@spec
def HALF(n: Node):
    return n.data == 0.5

@spec
def ODD(n: Node):
    return n.data + n.data == 3
"""
    found = {"MIXED": "found in 2", "PAIR": "found in 1", "HALF": "found in 1", "ODD": "nowhere"}
    check_python_verdicts(text, found)


def test_what_is_kept_in_objects_inside_of_containers_is_given() -> None:
    text = """
class Contact:
    def __init__(self, name, phone):
        self.name = name
        self.phone = phone

class Book:
    def __init__(self):
        self.contacts = {}

    def add(self, name, phone):
        if name in self.contacts:
            raise KeyError(name)
        self.contacts[name] = Contact(name, phone)

@spec
def PHONE(b: Book):
    return b.contacts["ann"].phone == "123"
"""
    check_python_verdicts(text, {"PHONE": "found in 2"})


def test_no_contradiction_rests_on_a_guess() -> None:
    text = """
class Account:
    def __init__(self, balance=0):
        self.balance = balance

@spec
def PART(a: Account):
    return 0 < a.balance < 1
"""
    check_python_verdicts(text, {"PART": "nowhere"})


def test_handlers_that_are_called_elsewhere_are_functions() -> None:
    text = """
class Bus:
    def __init__(self):
        self.handlers = {}
        self.sent = []

    def on(self, event, handler):
        self.handlers.setdefault(event, []).append(handler)

    def emit(self, event, value):
        for handler in self.handlers.get(event, []):
            self.sent.append(handler(value))

@spec
def SENT(b: Bus):
    return len(b.sent) == 1

@spec
def CLICKED(b: Bus):
    return len(b.handlers["click"]) == 2
"""
    check_python_verdicts(text, {"SENT": "found in 3", "CLICKED": "found in 3"})


def test_an_entry_that_is_called_is_a_function() -> None:
    text = """
class Bus:
    def __init__(self):
        self.handlers = {}
        self.sent = 0

    def on(self, event, handler):
        self.handlers[event] = handler

    def emit(self, event):
        self.handlers[event]()
        self.sent += 1

@spec
def SENT(b: Bus):
    return b.sent == 1
"""
    check_python_verdicts(text, {"SENT": "found in 3"})


def test_objects_are_given_where_a_question_asks_for_one_of_those_that_are_kept() -> None:
    text = """
class Employee:
    def __init__(self, salary):
        self.salary = salary
        self.boss = None

class Company:
    def __init__(self):
        self.staff = []

    def hire(self, employee, boss=None):
        employee.boss = boss
        self.staff.append(employee)

@spec
def BOSS(c: Company):
    return c.staff[1].boss is c.staff[0]
"""
    check_python_verdicts(text, {"BOSS": "found in 4"})


BOX = """
from enum import Enum

class State(Enum):
    OPEN = 1
    SHUT = 2

class Box:
    def __init__(self, data):
        self.data = data

@spec
def ASKED(b: Box):
    return {question}

@spec
def NESTED(b: Box):
    return b.data.data == 3

@spec
def ODD(b: Box):
    return b.data + b.data == 3
"""


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        *(("b.data is State.SHUT", "found in 1"), ("b.data == State.SHUT", "found in 1")),
        *(("len(b.data) == 2", "found in 1"), ('b.data.upper() == "A"', "found in 1")),
        *(('b.data in ("a", "b")', "found in 1"), ("b.data is b", "nowhere")),
    ],
)
def test_what_another_question_does_with_a_value_has_no_say(question: str, verdict: str) -> None:
    expected = {"ASKED": verdict, "NESTED": "found in 2", "ODD": "nowhere"}
    check_python_verdicts(BOX.format(question=question), expected)


@pytest.mark.parametrize(
    "question",
    [
        *('b.data == b"x"', "b.data == frozenset([1])", "b.data is Box", "b.data() == 3"),
        *("b.data[0] == 3", "3 in b.data", "sum(x for x in b.data) == 3"),
    ],
)
def test_nothing_is_proved_where_a_question_needs_what_no_call_gives(question: str) -> None:
    text = BOX.format(question=question)
    found = verdict_text(ask_python(text, "ASKED").verdict)
    assert found.startswith("undecided: "), found
    check_python_verdicts(text, {"ODD": "nowhere"})


def test_a_case_compares_too() -> None:
    text = """
class Switch:
    def __init__(self):
        self.is_on = 0

    def do(self, command):
        match command:
            case "on" | "up":
                self.is_on = 1
            case _:
                self.is_on = 0

@spec
def ON(s: Switch):
    return s.is_on == 1
"""
    check_python_verdicts(text, {"ON": "found in 2"})
