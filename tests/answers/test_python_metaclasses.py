"""Metaclasses that compute values of classes, and those that do more."""

from __future__ import annotations

import pytest

from support.engine import verdict_text
from support.expect import expect
from support.python_engine import ask_python, check_python_sequence, check_python_verdicts

NODES = """
class Fields(type):
    def __new__(mcs, name, bases, d):
        for attr in "fields", "flags":
            storage = []
            storage.extend(getattr(bases[0] if bases else object, attr, ()))
            storage.extend(d.get(attr, ()))
            assert len(storage) == len(set(storage)), "twice"
            d[attr] = tuple(storage)
        d.setdefault("abstract", False)
        return type.__new__(mcs, name, bases, d)

class Node(metaclass=Fields):
    fields = ()
    flags = ("line",)
    abstract = True

    def __init__(self, *values: int) -> None:
        if self.abstract:
            raise TypeError
        if len(values) != len(self.fields):
            raise ValueError
        for name, value in zip(self.fields, values):
            setattr(self, name, value)
        for name in self.flags:
            setattr(self, name, None)

class Pair(Node):
    fields = ("left", "right")
    left: int
    right: int

class Triple(Pair):
    fields = ("third",)
    third: int

@spec
def NO_NODE(n: Node) -> bool:
    return type(n) is Node

@spec
def SUM(t: Triple) -> bool:
    return len(t.fields) == 3 and t.left + t.third == 9 and t.right == 2 and t.line is None
"""


def test_a_metaclass_that_computes_values_of_classes_is_run() -> None:
    check_python_sequence(
        NODES,
        expect(
            """
            t = Triple(0, 2, 9)
            """
        ),
    )
    check_python_verdicts(NODES, {"NO_NODE": "nowhere"})


def test_each_class_has_its_own_container_from_its_metaclass() -> None:
    text = """
class Counted(type):
    def __init__(cls, name, bases, d):
        super().__init__(name, bases, d)
        cls.known = []

class Base(metaclass=Counted):
    def note(self, x: int) -> None:
        self.known.append(x)

class Sub(Base):
    pass

@spec
def ONE(b: Base, s: Sub) -> bool:
    return type(b) is Base and b.known == [] and s.known == [5]
"""
    check_python_sequence(
        text,
        expect(
            """
            b = Base()
            s = Sub()
            s.note(5)
            """
        ),
    )


@pytest.mark.parametrize(
    "body",
    [
        "    def __call__(cls, *args):\n        return super().__call__(7)\n",
        "    def __new__(mcs, name, bases, d):\n"
        "        d['up'] = d['down']\n        return type.__new__(mcs, name, bases, d)\n",
        "    def __new__(mcs, name, bases, d):\n"
        "        made = type.__new__(mcs, name, bases, d)\n        ALL.append(made)\n"
        "        return made\n",
        "    def __new__(mcs, name, bases, d):\n        return type.__new__(mcs, name, (), d)\n",
        "    def __new__(mcs, name, bases, d):\n"
        "        d['steps'] = len(d)\n        return type.__new__(mcs, name, bases, d)\n",
        "    def __new__(mcs, name, bases, d):\n"
        "        d['one'] = d['two'] = []\n        return type.__new__(mcs, name, bases, d)\n",
        "    size = 3\n",
    ],
)
def test_a_metaclass_that_does_more_stands_in_the_way(body: str) -> None:
    text = f"""
ALL = []

class Meta(type):
{body}
class Root:
    pass

class Box(Root, metaclass=Meta):
    def __init__(self, x: int = 0) -> None:
        self.value = x

    def up(self) -> None:
        self.value += 1

    def down(self) -> None:
        self.value -= 1

@spec
def ONE(b: Box) -> bool:
    return b.value == 1
"""
    found = verdict_text(ask_python(text, "ONE").verdict)
    reason = "`Box.__init__`, `Box.down`, `Box.up`: the class argument `metaclass` is not supported"
    assert found.partition(";")[0] == f"undecided: {reason}", found
