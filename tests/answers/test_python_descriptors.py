"""Descriptors that a program writes itself: what calls can build through them."""

from __future__ import annotations

from support.python_engine import check_python_verdicts

BOXES = """
class classproperty:
    def __init__(self, f):
        self._f = f

    def __get__(self, instance, owner):
        return self._f(owner)

class Box:
    def __init__(self) -> None:
        self.n = 0

    @classproperty
    def limits(cls):
        return {0: 3, 1: 5}

    def put(self, place: int) -> None:
        self.n = self.limits[place]

class Big(Box):
    @classproperty
    def limits(cls):
        return {0: 30}
"""


def test_a_property_of_a_class_is_that_of_the_object_s_class() -> None:
    check_python_verdicts(
        BOXES
        + """
@spec
def FIVE(b: Box) -> bool:
    return b.n == 5

@spec
def THIRTY(b: Box) -> bool:
    return b.n == 30 and b.limits[0] == 30 and Box.limits[0] == 3

@spec
def FOUR(b: Box) -> bool:
    return b.n == 4

@spec
def BIG_WITH_THREE(b: Big) -> bool:
    return b.n == 3
""",
        {
            "FIVE": "found in 2",
            "THIRTY": "found in 2",
            "FOUR": "nowhere",
            "BIG_WITH_THREE": "nowhere",
        },
    )


def test_reading_on_a_class_is_a_call_where_it_changes_something() -> None:
    check_python_verdicts(
        BOXES
        + """
class Counter:
    n_read = 0

    @classproperty
    def number(cls):
        Counter.n_read += 1
        return Counter.n_read

@spec
def READ_TWICE(b: Counter) -> bool:
    return Counter.n_read == 2
""",
        {"READ_TWICE": "found in 3"},
    )


def test_a_function_that_a_class_holds_is_a_method_of_its_objects() -> None:
    check_python_verdicts(
        """
def fill(box, n):
    box.n = n

class Box:
    put = fill

    def __init__(self) -> None:
        self.n = 0

    def go(self, n: int) -> None:
        self.put(n)

@spec
def FIVE(b: Box) -> bool:
    return b.n == 5
""",
        {"FIVE": "found in 2"},
    )


def test_a_property_is_a_value() -> None:
    check_python_verdicts(
        """
class Box:
    def __init__(self) -> None:
        self.p = None
        self.n = 0

    def keep(self) -> None:
        def double(self):
            return self.n * 2
        self.p = property(double)

    def use(self, n: int) -> None:
        self.n = n
        if self.p is not None:
            self.n = self.p.fget(self)

@spec
def SIX(b: Box) -> bool:
    return b.n == 6 and isinstance(b.p, property)

@spec
def BOTH(b: Box) -> bool:
    return b.p is None and isinstance(b.p, property)
""",
        {"SIX": "found in 3", "BOTH": "nowhere"},
    )
