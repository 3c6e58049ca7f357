"""A bool is an int: where code tells them apart, clients give both."""

from __future__ import annotations

import pytest

from support.python_engine import check_python_verdicts

BOX = """
class Box:
    def __init__(self, n: int) -> None:
        self.n = n
        self.n_refused = 0

    def put(self, amount: "int") -> None:
        if isinstance(amount, bool):
            self.n_refused = 1
            raise ValueError
        self.n = amount

    def both(self, pair: list[int]) -> None:
        self.n = pair[0]

@spec
def ASKED(b: Box) -> bool:
    return {question}

@spec
def NEITHER(b: Box) -> bool:
    return not isinstance(b.n, int)
"""
QUESTIONS = {
    "the class": "isinstance(b.n, bool)",
    "one of several classes": "isinstance(b.n, (str, bool))",
    "the very value": "b.n is True",
    "the type": "type(b.n) is bool",
    "another type": "type(b.n) != int",
}


@pytest.mark.parametrize("question", QUESTIONS.values(), ids=QUESTIONS)
def test_who_asks_for_a_bool_is_given_one(question: str) -> None:
    text = BOX.replace("{question}", question)
    check_python_verdicts(text, {"ASKED": "found in 1", "NEITHER": "nowhere"})


def test_a_bool_among_others_and_in_a_dataclass() -> None:
    text = """
from dataclasses import dataclass

@dataclass
class Item:
    numbers: list[int]
    count: int = 0

@spec
def INSIDE(i: Item) -> bool:
    return len(i.numbers) == 1 and i.numbers[0] is False

@spec
def FIELD(i: Item) -> bool:
    return isinstance(i.count, bool)
"""
    check_python_verdicts(text, {"INSIDE": "found in 1", "FIELD": "found in 1"})


def test_a_bool_that_is_refused_leaves_no_trace() -> None:
    text = """
class Box:
    def __init__(self) -> None:
        self.n = 0

    def put(self, amount: int) -> None:
        if isinstance(amount, bool) or amount < 2:
            raise ValueError
        self.n = amount

@spec
def FLAG(b: Box) -> bool:
    return isinstance(b.n, bool)

@spec
def ONE(b: Box) -> bool:
    return b.n == 1

@spec
def TWO(b: Box) -> bool:
    return b.n == 2
"""
    check_python_verdicts(text, {"FLAG": "nowhere", "ONE": "nowhere", "TWO": "found in 2"})
