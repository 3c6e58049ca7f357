"""Enumerations with tuples as values, and what `__init__` makes of these."""

from __future__ import annotations

from heapwright.answers.calls.verdict import Nowhere
from support.python_engine import ask_python, check_python_verdicts

SIZES = """
from enum import Enum

class Size(Enum):
    SMALL = ("s", 1)
    BIG = ("b", 10)
    HUGE = ("b", 10)

    def __init__(self, code: str, width: int) -> None:
        self.code = code
        self.width = width
        self.area = self.width * width

    @property
    def is_wide(self) -> bool:
        return self.width > 5

    @classmethod
    def of(cls, code: str) -> "Size":
        for one in cls:
            if one.code == code:
                return one
        raise ValueError(code)

class Box:
    def __init__(self, size: Size) -> None:
        self.size = size
        self.n = 0

    def fill(self, n: int) -> None:
        if n < 0 or n > self.size.width:
            raise ValueError(n)
        self.n = n

    def shrink(self) -> None:
        if self.n < 2:
            self.size = Size.of("s")
"""


def test_members_have_what_init_made_of_their_values() -> None:
    text = (
        SIZES
        + """
@spec
def FULL(b: Box) -> bool:
    return b.n == 9 and b.size is Size.HUGE and b.size.value == ("b", 10) and b.size.is_wide

@spec
def SHRUNK(b: Box) -> bool:
    return b.n == 1 and b.size.area == 1

@spec
def BURST(b: Box) -> bool:
    return b.n > b.size.width

@spec
def SHOWN(b: Box) -> bool:
    return repr(b.size) == "<Size.BIG: ('b', 10)>" and Size(("s", 1)) is Size.SMALL

@spec
def THREE(b: Box) -> bool:
    return len(list(Size)) == 3
"""
    )
    expected = {"FULL": "found in 2", "SHRUNK": "found in 2", "BURST": "nowhere"}
    check_python_verdicts(text, {**expected, "SHOWN": "found in 1", "THREE": "contradiction"})


def test_nothing_is_proved_where_code_changes_what_a_member_has() -> None:
    text = (
        SIZES
        + """
def stretch(b: Box) -> Box:
    b.size.width = 99
    return b

@spec
def STRETCHED(b: Box) -> bool:
    return b.n == 50
"""
    )
    assert not isinstance(ask_python(text, "STRETCHED").verdict, Nowhere)


def test_other_plain_values_of_members_are_known() -> None:
    text = """
from enum import Enum

class Rate(Enum):
    NONE = None
    HALF = 0.5
    LOSS = (-1, (2.5, "x"))

class Job:
    def __init__(self, rate: Rate) -> None:
        self.rate = rate

@spec
def HALF(j: Job) -> bool:
    return j.rate.value == 0.5 and str(j.rate) == "Rate.HALF"

@spec
def LOSS(j: Job) -> bool:
    return j.rate.value[1][0] == 2.5 and Rate((-1, (2.5, "x"))) is j.rate
"""
    check_python_verdicts(text, {"HALF": "found in 1", "LOSS": "found in 1"})


BASES = """
from enum import Enum

class Labelled(Enum):
    def __init__(self, label, n):
        self.label = label
        self.n = n

class Size(Labelled):
    A = ("a", 1)
    B = ("b", 2)

    def other(self):
        return self.B

class Kind(Labelled):
    X = ("x", 7)

class Box:
    def __init__(self) -> None:
        self.n = 0
        self.size = Size.A

    def put(self, one: Labelled) -> None:
        self.n = one.n

    def swap(self) -> None:
        self.size = self.size.other()
"""


def test_an_enumeration_without_members_stands_for_those_below_it() -> None:
    text = (
        BASES
        + """
@spec
def SEVEN(b: Box) -> bool:
    return b.n == 7

@spec
def THREE(b: Box) -> bool:
    return b.n == 3
"""
    )
    check_python_verdicts(text, {"SEVEN": "found in 2", "THREE": "nowhere"})


def test_a_member_has_the_other_members() -> None:
    text = (
        BASES
        + """
@spec
def SWAPPED(b: Box) -> bool:
    return b.size is Size.B and b.size.label == "b"
"""
    )
    check_python_verdicts(text, {"SWAPPED": "found in 2"})
