"""Classes that decide themselves about their attributes, asked by specs."""

from __future__ import annotations

from support.python_engine import check_python_verdicts


def test_a_deleted_attribute_is_missing_for_typed_code_too() -> None:
    text = """
class C:
    def __init__(self) -> None:
        self.x = 0
        self.seen = 0

    def drop(self) -> None:
        del self.x

    def get(self) -> None:
        try:
            y = self.x
            self.seen = 1
        except AttributeError:
            self.seen = 2

@spec
def TWO(c: C) -> bool:
    return c.seen == 2
"""
    check_python_verdicts(text, {"TWO": "found in 3"})


def test_a_class_with_setattr_keeps_what_it_lets_pass() -> None:
    text = """
class Age:
    def __init__(self) -> None:
        self.years = 0

    def __setattr__(self, name, value):
        if name == "years" and not 0 <= value <= 3:
            raise ValueError(value)
        super().__setattr__(name, value)

    def grow(self, by: int) -> None:
        self.years += by

@spec
def THREE(a: Age) -> bool:
    return a.years == 3

@spec
def FOUR(a: Age) -> bool:
    return a.years == 4 or a.years < 0
"""
    check_python_verdicts(text, {"THREE": "found in 2", "FOUR": "nowhere"})


def test_objects_that_refuse_assignments_never_change() -> None:
    text = """
class Point:
    __slots__ = ("x",)

    def __init__(self, x: int) -> None:
        object.__setattr__(self, "x", x)

    def __setattr__(self, name, value):
        raise AttributeError(name)

    def move(self) -> None:
        self.x = -self.x - 1

    def moved(self) -> "Point":
        return Point(self.x + 1)

@spec
def FIVE(p: Point) -> bool:
    return p.x == 5

@spec
def CHANGED(p: Point, q: Point) -> bool:
    before = p.x
    try:
        p.move()
    except AttributeError:
        pass
    return p.x != before
"""
    check_python_verdicts(text, {"FIVE": "found in 1", "CHANGED": "contradiction"})


def test_what_slots_have_no_room_for_is_never_assigned() -> None:
    text = """
class Base:
    __slots__ = ("a",)

    def __init__(self) -> None:
        self.a = 0

    def mark(self, n: int) -> None:
        self.extra = n
        self.a = n

class Tight(Base):
    __slots__ = ("b",)

    def keep(self, n: int) -> None:
        self.b = n

class Loose(Base):
    pass

@spec
def KEPT(t: Tight) -> bool:
    return t.b == 4

@spec
def MARKED(t: Tight) -> bool:
    return t.a == 4

@spec
def READ(t: Tight) -> bool:
    return t.extra == 4

@spec
def LOOSE(s: Loose) -> bool:
    return s.extra == 4 and s.a == 4
"""
    check_python_verdicts(
        text,
        {"KEPT": "found in 2", "MARKED": "nowhere", "READ": "contradiction", "LOOSE": "found in 2"},
    )


def test_a_setter_behind_setattr_is_not_offered_to_clients() -> None:
    text = """
class Lamp:
    def __init__(self) -> None:
        self._on = 0
        self.asked = 0

    @property
    def on(self) -> int:
        return self._on

    @on.setter
    def on(self, value: int) -> None:
        self._on = value

    def __setattr__(self, name, value):
        if name == "on":
            object.__setattr__(self, "asked", 1)
        object.__setattr__(self, name, value)

@spec
def UNASKED(l: Lamp) -> bool:
    return l._on == 1 and l.asked == 0
"""
    check_python_verdicts(
        text, {"UNASKED": "undecided: `Lamp.on`: `__setattr__` decides about `on`"}
    )


def test_the_dict_of_an_object_is_changed_by_name() -> None:
    text = """
class Node:
    def __init__(self, v: int) -> None:
        self.v = v
        self.w = 0

    def put(self, name: str, value: int) -> None:
        self.__dict__[name] = value

    def drop(self, name: str) -> None:
        del self.__dict__[name]

@spec
def SEVEN(n: Node) -> bool:
    return n.w == 7

@spec
def GONE(n: Node) -> bool:
    return "v" not in n.__dict__ and n.w == 2
"""
    check_python_verdicts(text, {"SEVEN": "found in 2", "GONE": "found in 3"})


def test_an_order_of_attributes_that_is_not_known_is_never_guessed_at() -> None:
    text = """
class Node:
    def __init__(self, x: int) -> None:
        if x > 0:
            self.p = 1
            self.q = 2
        else:
            self.q = 3
            self.p = 4

    def swap(self) -> None:
        p = self.p
        self.p = self.q
        self.q = p

@spec
def P_FIRST(n: Node) -> bool:
    return list(n.__dict__)[0] == "p" and n.p == 4

@spec
def OTHER(n: Node) -> bool:
    return list(n.__dict__)[0] not in ("p", "q")

@spec
def BOTH(n: Node) -> bool:
    return sorted(n.__dict__) == ["p", "q"] and n.q == 3
"""
    reason = "what happens depends on the order of a set"
    check_python_verdicts(
        text, {"P_FIRST": f"undecided: {reason}", "OTHER": "contradiction", "BOTH": "found in 1"}
    )


def test_a_property_that_is_written_anew_uses_the_parts_of_the_one_above() -> None:
    text = """
class Base:
    def __init__(self) -> None:
        self._v = 0

    @property
    def v(self) -> int:
        return self._v

    @v.setter
    def v(self, value: int) -> None:
        self._v = value + 1

class Other(Base):
    @property
    def v(self) -> int:
        return {get}

    @v.setter
    def v(self, value: int) -> None:
        {put}

@spec
def ODD(x: Other) -> bool:
    return x.v == 15

@spec
def EVEN(x: Other) -> bool:
    return x.v == 14
"""
    for get in ("Base.v.fget(self)", "Base.v.__get__(self)", "super(Other, Other).v.fget(self)"):
        for put in (
            "Base.v.fset(self, value * 2)",
            "Base.v.__set__(self, value * 2)",
            "super(Other, type(self)).v.fset(self, value * 2)",
            "super(Other, self.__class__).v.__set__(self, value * 2)",
        ):
            expected = {"ODD": "found in 2", "EVEN": "nowhere"}
            check_python_verdicts(text.format(get=get, put=put), expected)


def test_the_part_of_a_property_above_is_looked_up_in_the_classes_of_the_object() -> None:
    text = """
class Base:
    def __init__(self) -> None:
        self._v = 0

    @property
    def v(self) -> int:
        return self._v

    @v.setter
    def v(self, value: int) -> None:
        self._v = value

class Left(Base):
    @Base.v.setter
    def v(self, value: int) -> None:
        super(Left, type(self)).v.fset(self, value * 2)

class Right(Base):
    @Base.v.setter
    def v(self, value: int) -> None:
        super(Right, type(self)).v.fset(self, value * 3)

class Both(Left, Right):
    pass

@spec
def SIXFOLD(x: Both) -> bool:
    return x._v == 6

@spec
def TWOFOLD(x: Both) -> bool:
    return x._v == 2
"""
    check_python_verdicts(text, {"SIXFOLD": "found in 2", "TWOFOLD": "nowhere"})
