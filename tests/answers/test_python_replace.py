"""`dataclasses.replace`, asked by specs."""

from __future__ import annotations

from support.engine import verdict_text
from support.python_engine import ask_python, check_python_verdicts


def test_replace_makes_another_object_with_the_other_fields() -> None:
    text = """
import dataclasses
from dataclasses import dataclass, field, replace

@dataclass(frozen=True)
class Point:
    x: int
    y: int = 5
    total: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "total", self.x + self.y)

class Named(Point):
    pass

class Holder:
    def __init__(self) -> None:
        self.point = Point(1)
        self.before = self.point
        self.told = ""

    def move(self, x: int) -> None:
        self.point = replace(self.point, x=x)

    def lift(self) -> None:
        self.point = dataclasses.replace(Named(2, 3), **{"y": 4})

    def fail(self, how: int) -> None:
        try:
            if how == 0:
                replace(self.point, z=1)
            elif how == 1:
                replace(self, x=1)
            elif how == 2:
                replace(Point, x=1)
            elif how == 3:
                replace([1])
            else:
                return
            self.told = "done"
        except TypeError:
            self.told = "no"

@spec
def MOVED(h: Holder) -> bool:
    return h.point.x == 7 and h.point.y == 5 and h.point.total == 12 and h.before.x == 1

@spec
def LIFTED(h: Holder) -> bool:
    return type(h.point) is Named and h.point.x == 2 and h.point.total == 6

@spec
def FAILED(h: Holder) -> bool:
    return h.told == "no"

@spec
def NEVER(h: Holder) -> bool:
    return h.told == "done" or h.point.total != h.point.x + h.point.y or h.before.x != 1
"""
    found = dict.fromkeys(("MOVED", "LIFTED", "FAILED"), "found in 2")
    check_python_verdicts(text, {**found, "NEVER": "nowhere"})


def test_replace_of_what_is_no_parameter_is_given_up() -> None:
    text = """
from dataclasses import InitVar, dataclass, field, replace

@dataclass
class Point:
    x: int
    n: int = field(default=0, init=False)

@dataclass
class Scaled:
    x: int
    scale: InitVar[int]

    def __post_init__(self, scale: int) -> None:
        self.x *= scale

class Holder:
    def __init__(self) -> None:
        self.point = Point(1)
        self.scaled = Scaled(2, 3)

    def number(self) -> None:
        self.point = replace(self.point, n=1)

    def scale(self, by: int) -> None:
        self.scaled = replace(self.scaled, scale=by)

    def forget(self) -> None:
        self.scaled = replace(self.scaled, x=0)

@spec
def NUMBERED(h: Holder) -> bool:
    return h.point.n == 1

@spec
def FORGOT(h: Holder) -> bool:
    return h.scaled.x == 5

@spec
def SCALED(h: Holder) -> bool:
    return h.scaled.x == 12
"""
    for name in ("NUMBERED", "FORGOT"):
        assert verdict_text(ask_python(text, name).verdict).startswith("undecided")
    check_python_verdicts(text, {"SCALED": "found in 2"})
