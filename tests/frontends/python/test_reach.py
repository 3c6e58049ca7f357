"""Which classes the code of another one can meet: those that its text names, and no others."""

from __future__ import annotations

import pytest

from frontends.python.agreement import program_from
from heapwright.ir.reach.reach import api_reach, reach_index
from heapwright.ir.written.fingerprint import class_fingerprints


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


@pytest.mark.parametrize("base", ["Enum", "IntEnum"])
def test_members_that_a_client_gives_bring_their_methods_in(base: str) -> None:
    text = f"""
from enum import {base}

class Color({base}):
    RED = 1
    BLUE = 2

    def weight(self):
        return 3

class Box:
    def __init__(self):
        self.items = []

    def put(self, colors: list[Color]) -> None:
        for color in colors:
            self.items.append(color.weight())
"""
    program = program_from(text)
    assert "Color.weight" in api_reach(reach_index(program), ("Box",)).functions
    # So an answer about boxes is not remembered when that method changes.
    changed = program_from(text.replace("return 3", "return 4"))
    before, after = dict(class_fingerprints(program)), dict(class_fingerprints(changed))
    assert before["Box"] != after["Box"]


@pytest.mark.parametrize(
    "body", ["return (value, self)", "return str(value)", "return list(value)", "return [value]"]
)
def test_plain_values_are_no_objects_of_classes_below(body: str) -> None:
    text = f"""
from typing import NamedTuple

class Pair(NamedTuple):
    x: int
    y: int

class Rows(list):
    def total(self):
        return sum(self)

class Word(str):
    def shout(self):
        return self.upper()

class Box:
    def __init__(self):
        self.held = None

    def put(self, value):
        self.held = [value]
        {body}
"""
    reached = api_reach(reach_index(program_from(text)), ("Box",)).classes
    assert not {"Pair", "Rows", "Word"} & set(reached)


def test_what_clients_may_give_counts_only_where_they_can_call() -> None:
    text = """
class Part:
    pass

class Box:
    def __init__(self):
        self.held = []

    def _put(self, part: "Part | list | None"):
        self.held.append(part)
"""
    assert "Part" not in api_reach(reach_index(program_from(text)), ("Box",)).classes
    public = text.replace("_put", "put")
    assert "Part" in api_reach(reach_index(program_from(public)), ("Box",)).classes


def test_what_a_class_holds_counts_where_code_asks_for_it() -> None:
    text = """
import unknown

class Box:
    maker = unknown.answer

    def __init__(self):
        self.held = []
"""
    held = api_reach(reach_index(program_from(text)), ("Box",)).classes
    assert "foreign_value" not in held
    asked = f"{text}\n    def make(self):\n        self.held = [self.maker]\n"
    assert "foreign_value" in api_reach(reach_index(program_from(asked)), ("Box",)).classes
