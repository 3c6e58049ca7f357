"""Which classes the code of another one can meet: those that its text names, and no others."""

from __future__ import annotations

import pytest

from frontends.python.agreement import program_from
from heapwright.ir.reach import api_reach, reach_index


@pytest.mark.parametrize(
    "body",
    [
        "print('at', self.held)",
        "self.held.label = 3",
        "del self.held.label",
        "return getattr(self.held, str(value))",
        "self.held = object()",
        "return object.__repr__(self)",
    ],
)
def test_code_that_has_to_ask_for_classes_does_not_bring_their_objects_in(body: str) -> None:
    text = f"""
from dataclasses import dataclass

@dataclass(frozen=True)
class Fixed:
    label: int = 1

class Spoken:
    def __init__(self):
        self.label = 2
    def __repr__(self):
        return "spoken"

class Box:
    def __init__(self):
        self.held = None
    def put(self, value):
        self.held = value
        {body}
"""
    reached = api_reach(reach_index(program_from(text)), ("Box",)).classes
    assert "Box" in reached
    assert not {"Fixed", "Spoken"} & set(reached)


def test_a_test_that_the_text_asks_for_does_so() -> None:
    text = """
class Spoken:
    pass

class Box:
    def put(self, value):
        self.held = [value]
        return isinstance(self.held[0], Spoken)
"""
    assert "Spoken" in api_reach(reach_index(program_from(text)), ("Box",)).classes


def test_any_object_is_none_of_code_that_is_not_read() -> None:
    text = """
import unknown

class Asking:
    def ask(self):
        return unknown.answer()

class Box:
    def __init__(self):
        self.held = []

    def put(self, value: object) -> None:
        try:
            self.held.append(value)
        except BaseException as error:
            self.held = [error]

def made():
    return unknown.answer()
"""
    index = reach_index(program_from(text))
    assert "foreign_value" in api_reach(index, ("Asking",)).classes
    reached = api_reach(index, ("Box",))
    assert not {"foreign_value", "foreign_error"} & set(reached.classes)
    assert "module module.made" not in reached.functions
