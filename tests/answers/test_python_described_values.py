"""Values of a class that decide themselves what its attribute means, asked by specs."""

from __future__ import annotations

from support.python_engine import check_python_verdicts

CHECKED = """
class Checked:
    def __init__(self, low):
        self.low = low

    def __set_name__(self, owner, name):
        self.name = "_" + name

    def __get__(self, one, owner=None):
        return getattr(one, self.name, self.low)

    def __set__(self, one, value):
        if value < self.low:
            raise ValueError(value)
        setattr(one, self.name, value)

class Holder:
    level = Checked(2)
    height = Checked(5)

    def put(self, x: int) -> None:
        self.level = x

@spec
def AT_FIRST(o: Holder) -> bool:
    return o.level == 2 and o.height == 5

@spec
def SEVEN(o: Holder) -> bool:
    return o.level == 7

@spec
def BY_A_CLIENT(o: Holder) -> bool:
    return o.height == 7

@spec
def LOW(o: Holder) -> bool:
    return o.level < 2 or o.height < 5
"""


def test_a_descriptor_decides_what_is_assigned_and_read() -> None:
    check_python_verdicts(
        CHECKED,
        {"AT_FIRST": "found in 1", "SEVEN": "found in 2", "BY_A_CLIENT": "found in 2"}
        | {"LOW": "nowhere"},
    )


def test_a_descriptor_that_refuses_leaves_nothing_behind() -> None:
    text = """
class Fixed:
    def __get__(self, one, owner=None):
        return 5

    def __set__(self, one, value):
        raise AttributeError

class Holder:
    level = Fixed()

    def put(self, x: int) -> None:
        self.level = x

@spec
def FIVE(o: Holder) -> bool:
    return o.level == 5

@spec
def SEVEN(o: Holder) -> bool:
    return o.level == 7
"""
    check_python_verdicts(text, {"FIVE": "found in 1", "SEVEN": "nowhere"})


def test_what_assigning_does_is_unknown_where_the_value_may_be_a_descriptor() -> None:
    text = """
from elsewhere import Column

class Row:
    name = Column(3)

    def put(self, x: int) -> None:
        self.name = x

@spec
def SEVEN(o: Row) -> bool:
    return o.name == 7
"""
    check_python_verdicts(
        text,
        {"SEVEN": "undecided: `Row.name` is left out: what assigning `name` does is not known"},
    )


def test_a_descriptor_without_a_setter_is_left_out() -> None:
    text = """
class Cached:
    def __get__(self, one, owner=None):
        one.value = 5
        return 5

class Holder:
    value = Cached()

    def put(self, x: int) -> None:
        self.value = x

@spec
def SIX(o: Holder) -> bool:
    return o.value == 6
"""
    check_python_verdicts(
        text,
        {
            "SIX": "undecided: `Holder.value` is left out: "
            "`value` of objects and of their class is not supported"
        },
    )


def test_a_member_of_an_enumeration_as_a_default_is_no_descriptor() -> None:
    text = """
from dataclasses import dataclass, field
from enum import Enum

class Status(Enum):
    DRAFT = 1
    PLACED = 2

class Limits:
    LEAST = 3

@dataclass
class Order:
    _status: Status = field(default=Status.DRAFT, init=False)
    n: int = field(default=Limits.LEAST, init=False)

    def place(self, n: int) -> None:
        self._status = Status.PLACED
        self.n = n

class Plain:
    status = Status.DRAFT

    def place(self) -> None:
        self.status = Status.PLACED

@spec
def FIRST(o: Order) -> bool:
    return o._status is Status.DRAFT and o.n == 3

@spec
def PLACED(o: Order) -> bool:
    return o._status is Status.PLACED and o.n == 7

@spec
def OTHER(o: Order) -> bool:
    return o._status is Status.DRAFT and o.n != 3

@spec
def PLAIN(o: Plain) -> bool:
    return o.status is Status.PLACED
"""
    check_python_verdicts(
        text,
        {"FIRST": "found in 1", "PLACED": "found in 2", "OTHER": "nowhere", "PLAIN": "found in 2"},
    )


def test_a_value_of_another_class_that_may_decide_is_left_out() -> None:
    text = """
class Fixed:
    def __get__(self, one, owner=None):
        return self

    def __set__(self, one, value):
        pass

class First:
    level = Fixed()

class Second:
    level = First.level

    def put(self, x: int) -> None:
        self.level = x

@spec
def SEVEN(o: Second) -> bool:
    return o.level == 7
"""
    left_out = "`Second.level` is left out: what assigning `level` does is not known"
    check_python_verdicts(text, {"SEVEN": f"undecided: {left_out}"})


def test_names_in_a_circle_have_no_value() -> None:
    text = """
first = second
second = first

class Holder:
    level = first

    def put(self, x: int) -> None:
        self.level = x

@spec
def SEVEN(o: Holder) -> bool:
    return o.level == 7
"""
    left_out = "`Holder.level` is left out: what assigning `level` does is not known"
    check_python_verdicts(text, {"SEVEN": f"undecided: {left_out}"})
