"""Enumerations whose members are made by an `__init__`, compared with CPython."""

from __future__ import annotations

import pytest

from frontends.python.method_bodies import compared

LABELS = """
from enum import Enum, IntEnum
class classproperty:
    def __init__(self, function):
        self._function = function
    def __get__(self, instance, owner):
        return self._function(owner)
class EnumLabel(Enum):
    def __init__(self, label):
        self.label = self.labels[label]
    @classproperty
    def labels(cls):
        raise NotImplementedError
    def shout(self):
        return self.label.upper()
class Status(EnumLabel):
    NEW = 0
    DONE = 1
    @classproperty
    def labels(cls):
        return {0: "New", 1: "Done"}
class Other(EnumLabel):
    NEW = 0
    @classproperty
    def labels(cls):
        return {0: "Fresh"}
"""
SAME = {
    "the planets of Python's own documentation": """
from enum import Enum
class Planet(Enum):
    MERCURY = (3.303e+23, 2.4397e6)
    EARTH   = (5.976e+24, 6.37814e6)
    def __init__(self, mass, radius):
        self.mass = mass       # in kilograms
        self.radius = radius   # in meters
    @property
    def surface_gravity(self):
        # universal gravitational constant  (m3 kg-1 s-2)
        G = 6.67300E-11
        return G * self.mass / (self.radius * self.radius)
---
self.n = len(Planet)
one = Planet.EARTH
return one.value, one.surface_gravity, Planet.MERCURY.radius, one.mass > Planet.MERCURY.mass""",
    "an `__init__` of an enumeration without members makes those below": f"""
{LABELS}
---
found = [one.label for one in Status], Status.DONE.shout(), Other(0).label, Status["NEW"].label
return found, isinstance(Status.NEW, EnumLabel), issubclass(Status, EnumLabel), Status.labels""",
    "members below one enumeration are different": f"""
{LABELS}
---
shown = str(Status.NEW), repr(Other.NEW)
return Status.NEW == Other.NEW, Status.NEW is Status(0), len(Status), shown""",
    "what the class above shows, its members show": """
from enum import Enum
class Shown(Enum):
    def __str__(self):
        return "<" + self.name + ">"
    @classmethod
    def count(cls):
        return len(cls)
class Size(Shown):
    S = 1
    L = 2
---
return str(Size.L), f"{Size.S}", repr(Size.S), Size.count(), [str(one) for one in Size]""",
    "ints below an enumeration without members": """
from enum import IntEnum
class Base(IntEnum):
    def __init__(self, number):
        self.double = number * 2
    def next(self):
        return self + 1
class Level(Base):
    LOW = 1
    HIGH = 5
---
n = Level.HIGH + Level.LOW, isinstance(Level.LOW, int), Level(5) is Level.HIGH
return n, Level.HIGH.next(), Level.LOW.double, Level.HIGH > 3""",
    "an `__init__` computes": """
from enum import Enum
class Size(Enum):
    code: str
    SMALL = ("s", 1)
    LARGE = ("l", 5, 2)
    HUGE = ("h", 5, 0)
    def __init__(self, code, width, height=3, *rest, unit="cm"):
        self.code, both = code.upper(), (width, height)
        area = 1
        for side in both:
            area *= side
        if area:
            self.area = area
        else:
            self.empty = True
        self.text = f"{self.name}:{area:03d}{unit}"
        self.last = self.wide(width) and sum(both) / 2
        self.place = -len(type(self).__name__)
    @staticmethod
    def wide(n):
        return n > 2
---
small, huge = Size.SMALL, Size.HUGE
try:
    self.n = huge.area
except AttributeError:
    self.n = 7
found = small.code, small.area, small.text, small.last, huge.last, small.place
return found, hasattr(small, "empty"), huge.empty, Size.LARGE.text""",
    "a second name of a member": """
from enum import Enum
class Size(Enum):
    A = ("x", 1)
    B = ("x", 1)
    def __init__(self, code, n):
        self.code = code
---
return Size.B is Size.A, Size.B.code, [one.name for one in Size]""",
    "a class below calls the `__init__` above": """
from enum import Enum
class Base(Enum):
    def __init__(self, n):
        self.n = n
class Size(Base):
    A = 1
    def __init__(self, n):
        super().__init__(n + 10)
        self.m = self.n
---
return Size.A.n, Size.A.m, Size.A.value""",
    "escapes in the values of members": """
from enum import Enum, StrEnum
class Sign(StrEnum):
    TAB = "\\t"
    QUOTE = '"'
---
return str(Sign.TAB), len(Sign.TAB), repr(Sign.QUOTE), Sign("\\t") is Sign.TAB""",
}
UNFOLLOWED = {
    "an enumeration without members makes none": f"""
{LABELS}
---
try:
    return EnumLabel(0)
except (ValueError, TypeError) as e:
    return type(e).__name__""",
    "members that keep a list": """
from enum import Enum
class Size(Enum):
    A = 1
    def __init__(self, n):
        self.seen = [n]
---
Size.A.seen.append(x)
return Size.A.seen""",
    "members that count each other": """
from enum import Enum
seen = []
class Size(Enum):
    A = 1
    B = 2
    def __init__(self, n):
        seen.append(n)
        self.place = len(seen)
---
return Size.B.place, Size.A.place, len(seen)""",
    "members that know what a module says": """
from enum import Enum
FACTOR = 3
class Size(Enum):
    A = 1
    def __init__(self, n):
        self.n = n * FACTOR
---
return Size.A.n""",
    "a member whose attribute is set later": """
from enum import Enum
class Size(Enum):
    A = 1
    def __init__(self, n):
        self.n = n
---
Size.A.n = x
return Size.A.n""",
    "an `__init__` that says what the value is": """
from enum import Enum
class Size(Enum):
    A = (1, "a")
    def __init__(self, n, code):
        self._value_ = code
        self.n = n
---
return Size.A.value, Size.A.n""",
    "a name that hides one of Python's": """
from enum import Enum
def len(x):
    return 5
class Size(Enum):
    A = "abc"
    def __init__(self, text):
        self.n = len(text)
---
return Size.A.n""",
    "a decorated `__init__`": """
from enum import Enum
def twice(f):
    def inner(self, n):
        f(self, n * 2)
    return inner
class Size(Enum):
    A = 1
    @twice
    def __init__(self, n):
        self.n = n
---
return Size.A.n""",
    "strings below an enumeration without members": """
from enum import Enum
class Base(str, Enum):
    def tail(self):
        return self[1:]
class Word(Base):
    A = "abc"
---
return Word.A.tail(), Word.A + "x", Word.A == "abc", str(Word.A)""",
    "a value of an enumeration on its members": """
from enum import Enum
class Size(Enum):
    A = 1
    B = 2
    def other(self):
        return self.B
---
return Size.A.other() is Size.B""",
}


@pytest.mark.parametrize("body", SAME.values(), ids=SAME)
def test_as_in_cpython(body: str) -> None:
    assert compared(body, 2, 0, -1) == ("", None)


@pytest.mark.parametrize("body", UNFOLLOWED.values(), ids=UNFOLLOWED)
def test_followed_as_in_cpython_or_not_at_all(body: str) -> None:
    difference, _ = compared(body, 2)
    assert difference == ""
