"""Values that nothing declares are given in the kinds that code asks them for by name."""

from __future__ import annotations

import pytest

from heapwright.answers.calls.verdict import Nowhere
from support.engine import verdict_text
from support.expect import expect
from support.python_engine import ask_python, check_python_sequence, check_python_verdicts

KINDS = """
class K:
    def __init__(self):
        self.kind = "none"

    def put(self, value):
        if type(value) is bool:
            self.kind = "bool"
        elif type(value) == int:
            self.kind = "int"
        elif isinstance(value, (list, tuple)):
            self.kind = "seq"
        elif isinstance(value, float):
            self.kind = "float"
        elif value is None:
            self.kind = "nothing"
        elif isinstance(value, dict):
            self.kind = "dict"
        elif isinstance(value, str):
            self.kind = "str"
        else:
            self.kind = "other"

@spec
def ASKED(k: K) -> bool:
    return k.kind == "{kind}"
"""


def test_each_kind_that_a_method_tells_apart_is_given() -> None:
    for kind in ("bool", "int", "seq", "float", "nothing", "dict", "str", "other"):
        check_python_verdicts(KINDS.format(kind=kind), {"ASKED": "found in 2"})


def test_what_is_proved_is_proved_for_the_kinds_that_were_given() -> None:
    answer = ask_python(
        """
class K:
    def __init__(self):
        self.kind = "none"

    def put(self, value):
        if isinstance(value, str):
            self.kind = "str"
        elif value is None:
            self.kind = "nothing"
        elif isinstance(value, int):
            self.kind = "int"

@spec
def ASKED(k: K) -> bool:
    return k.kind == "zzz"
""",
        "ASKED",
    )
    assert isinstance(answer.verdict, Nowhere)
    assert answer.kinds == {"value": "ints, strings, `None` and empty tuples"}


def test_what_holds_whatever_is_given_names_no_kinds() -> None:
    answer = ask_python(KINDS.format(kind="zzz"), "ASKED")
    assert isinstance(answer.verdict, Nowhere)
    assert answer.kinds == {}


MATCHING = """
from enum import Enum

class Color(Enum):
    RED = 1

class Machine:
    def __init__(self):
        self.state = 0

    def feed(self, token):
        match token:
            case bool():
                self.state = 1
            case int() | Color():
                self.state = 2 if token is not Color.RED else 3
            case str() as text:
                self.state = 4
            case [int(), _]:
                self.state = 5
            case {"k": _}:
                self.state = 6
            case None:
                self.state = 7
            case Machine():
                self.state = 8
            case _:
                self.state = 9

@spec
def ASKED(m: Machine) -> bool:
    return m.state == STATE
"""


def test_patterns_name_kinds_too() -> None:
    for state in range(1, 10):
        text = MATCHING.replace("STATE", str(state))
        check_python_verdicts(text, {"ASKED": "found in 2"})


def test_what_is_no_node_becomes_one() -> None:
    check_python_sequence(
        """
class Node:
    def __init__(self, data):
        self.data = data
        self.next = None

class Chain:
    def __init__(self):
        self.head = None

    def insert(self, data):
        if not isinstance(data, Node):
            data = Node(data)
        data.next = self.head
        self.head = data

@spec
def FIVE(c: Chain) -> bool:
    return c.head.data == 5 and c.head.next is None
""",
        expect("""
            c = Chain()
            c.insert(5)
        """),
    )


def test_an_operator_gets_what_it_asks_for() -> None:
    text = """
class Vector:
    def __init__(self, x):
        self.x = x
        self.log = 0

    def __iadd__(self, other):
        if isinstance(other, (int, float)):
            self.log = 1 if isinstance(other, int) else 2
        elif isinstance(other, Vector):
            self.log = 3
        elif isinstance(other, (list, tuple)):
            self.log = 4
        else:
            self.log = 5
        return self

    def __eq__(self, other):
        if type(self) is not type(other):
            return NotImplemented
        return self.x == other.x

@spec
def ASKED(v: Vector) -> bool:
    return v.log == LOG

@spec
def EQUAL(v: Vector, w: Vector) -> bool:
    return v == w and v is not w
"""
    for log in range(1, 6):
        check_python_verdicts(text.replace("LOG", str(log)), {"ASKED": "found in 2"})
    check_python_verdicts(text, {"EQUAL": "found in 2"})


HELPED = """
from enum import Enum

class Color(Enum):
    RED = 1

NUMBERS = (int, float)

def is_text(value):
    return isinstance(value, str)

class Bag:
    def __init__(self):
        self.last = 0
        self.n = 0

    def put(self, value):
        self.last = value
        if is_text(value):
            self.n = 1
        self._note(value)

    def _note(self, thing):
        if isinstance(thing, Color):
            self.n = 2
        elif callable(thing):
            self.n = 3
        elif isinstance(thing, NUMBERS) and not isinstance(thing, int):
            self.n = 4

    def look(self):
        if isinstance(self.last, list | tuple) and len(self.last) == 2:
            self.n = 5

@spec
def ASKED(b: Bag) -> bool:
    return b.n == N
"""


def test_kinds_are_named_in_helpers_and_for_what_is_kept() -> None:
    for n, calls in ((1, 2), (2, 2), (3, 2), (4, 2), (5, 3)):
        check_python_verdicts(HELPED.replace("N\n", f"{n}\n"), {"ASKED": f"found in {calls}"})


def test_entries_are_given_in_the_kinds_that_loops_ask_for() -> None:
    text = """
class Stack:
    def __init__(self):
        self.items = []
        self.texts = 0

    def push(self, *items):
        for item in items:
            if isinstance(item, str):
                self.texts += 1

    def keep(self, item):
        self.items.append(item)

    def count(self):
        self.texts = sum(isinstance(item, tuple) for item in self.items)

@spec
def TEXTS(s: Stack) -> bool:
    return s.texts == 2 and not s.items

@spec
def TUPLES(s: Stack) -> bool:
    return s.texts == 1 and len(s.items) == 1 and not isinstance(s.items[0], int)
"""
    check_python_verdicts(text, {"TEXTS": "found in 2", "TUPLES": "found in 3"})


def test_a_checked_parameter_is_what_it_is_checked_for() -> None:
    text = """
class Person:
    def __init__(self, name, age):
        if not isinstance(name, str) or type(age) is not int:
            raise TypeError
        self.name = name
        self.age = age
        self.friend = None

    def befriend(self, other):
        if not isinstance(other, Person):
            raise TypeError
        self.friend = other

    @invariant
    def named(self):
        return isinstance(self.name, str) and not isinstance(self.age, bool)

    @invariant
    def young(self):
        return type(self.age) is int and self.age < 7

@spec
def OWN(p: Person) -> bool:
    return p.friend is p

@spec
def NUMBER(p: Person) -> bool:
    return isinstance(p.friend, int)
"""
    check_python_verdicts(
        text,
        {"OWN": "found in 2", "NUMBER": "nowhere", "Person.named": "nowhere"},
        scope={"Person": 2},
    )
    check_python_verdicts(text, {"Person.young": "found in 1"})


def test_a_question_names_kinds_for_itself_only() -> None:
    text = """
class Box:
    def __init__(self, value):
        self.value = value

@spec
def LIST(b: Box) -> bool:
    return isinstance(b.value, list) and len(b.value) == 2

@spec
def OTHER(b: Box) -> bool:
    return not isinstance(b.value, int)

@spec
def NEGATIVE(b: Box) -> bool:
    return b.value < 0 and b.value > 0
"""
    check_python_verdicts(text, {"LIST": "found in 1", "OTHER": "found in 1"})
    assert ask_python(text, "NEGATIVE").kinds == {"value": "ints"}


def test_what_is_used_as_no_given_kind_can_be_is_not_excluded() -> None:
    text = """
class Bag:
    def __init__(self):
        self.n = 0

    def put(self, value):
        if isinstance(value, int):
            self.n = 1
        else:
            self.n = value.size

@spec
def SEVEN(b: Bag) -> bool:
    return b.n == 7
"""
    found = verdict_text(ask_python(text, "SEVEN").verdict)
    assert found.startswith("undecided: "), found
    assert "objects of unknown classes for `value` are not tried" in found


def test_what_is_gone_through_beside_strings_is_a_list() -> None:
    check_python_sequence(
        """
class Flat:
    def __init__(self):
        self.n = 0

    def add(self, value):
        if isinstance(value, str):
            self.n += 100
        else:
            for one in value:
                self.n += 1

@spec
def TWO(f: Flat) -> bool:
    return f.n == 2
""",
        expect("""
            f = Flat()
            f.add([0, 0])
        """),
    )


def test_a_class_that_asks_no_kind_is_given_ints_as_before() -> None:
    text = """
class Asking:
    def __init__(self, value):
        self.n = 1 if isinstance(value, str) else 2

class Box:
    def __init__(self, value):
        self.value = value

@spec
def BOTH(b: Box) -> bool:
    return b.value < 0 and b.value > 0
"""
    assert ask_python(text, "BOTH").kinds == {"value": "ints"}


def test_entries_that_a_helper_asks_for_their_kind_are_given() -> None:
    text = """
class Sorter:
    def __init__(self):
        self.n = 0

    def take(self, values: list):
        for value in values:
            self._one(value)

    def spread(self, values: list):
        return [self._one(value) for value in values]

    def _one(self, value):
        if isinstance(value, str):
            self.n += 1
        elif value is None:
            self.n += 10

@spec
def ELEVEN(s: Sorter) -> bool:
    return s.n == 11
"""
    check_python_verdicts(text, {"ELEVEN": "found in 2"})


ASKING = """
class Bag:
    def __init__(self):
        self.n = 0

    def {method}

    def _look(self, thing):
        if isinstance(thing, (int, dict)):
            self.n = 3 if isinstance(thing, int) else 7

@spec
def SEVEN(b: Bag) -> bool:
    return b.n == 7
"""


def test_classes_that_code_asks_for_are_given() -> None:
    for method in (
        "put(self, x): self.n = 7 if isinstance(x, str) else 0",
        "put(self, x): self.n = 7 if isinstance(x, Bag) else 0",
        "put(self, x): self.n = 7 if type(x) is str else 0",
        "put(self, x): self.n = 7 if x.__class__ == list else 0",
        "put(self, x): self._look(x)",
        "put(self, x): self.n = 3 if isinstance(x, int) else 7",
    ):
        check_python_verdicts(ASKING.format(method=method), {"SEVEN": "found in 2"})


def test_classes_that_code_asks_for_are_not_excluded_where_no_call_gives_one() -> None:
    for method in (
        "put(self, x): self.n = 7 if isinstance(x, bytes) else 0",
        "put(self, x): self.n = 7 if isinstance(x, (int, bytes)) and x != x else 0",
        "put(self, x): self.n = 7 if type(x) is range else 0",
        "put(self, x): self.n = 3 if isinstance(x, int) else x.size",
    ):
        answer = verdict_text(ask_python(ASKING.format(method=method), "SEVEN").verdict)
        assert "objects of unknown classes for `x` are not tried" in answer, method
    refusing = "put(self, x):\n        assert isinstance(x, int)\n        self.n = 3"
    check_python_verdicts(ASKING.format(method=refusing), {"SEVEN": "nowhere"})


@pytest.mark.parametrize(
    ("type_", "value"),
    [
        ("object", "7 if isinstance(f, str) else 0"),
        ("Any", "7 if isinstance(f, str) else 0"),
        ("Any | None", "7 if isinstance(f, str) else 0"),
        ("list", "7 if f and isinstance(f[0], str) else 0"),
        ("list[Any]", "7 if any(x is None for x in f) else 0"),
        ("tuple", "7 if f and f[0] is None else 0"),
        ("dict[str, Any]", "7 if any(isinstance(v, list) for v in f.values()) else 0"),
    ],
)
def test_what_an_annotation_leaves_open_is_what_code_asks_for(type_: str, value: str) -> None:
    text = f"""
from typing import Any
class Bag:
    def __init__(self, f: {type_}) -> None:
        self.n = {value}
@spec
def SEVEN(b: Bag) -> bool:
    return b.n == 7
"""
    check_python_verdicts(text, {"SEVEN": "found in 1"})
