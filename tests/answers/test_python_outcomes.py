"""Floats between whole numbers; calls whose answer does not depend on time and chance."""

from __future__ import annotations

import pytest

from heapwright.answers.calls.verdict import Found, Undecided
from support.engine import verdict_text
from support.python_engine import ask_python, check_python_verdicts

FLOATS = """
class Item:
    def __init__(self, price: float, rate: float = 0.2) -> None:
        if not 0 < rate < 1:
            raise ValueError
        self.price = price
        self.rate = rate

@spec
def QUESTION(i: Item) -> bool:
    return {condition}
"""


@pytest.mark.parametrize(
    "condition",
    [
        "i.price == 7",
        "i.price == 9.99",
        "i.rate == 0.2",
        "i.price == 9.5 and i.rate == 0.5",
        "0.1 < i.price < 0.2",
    ],
)
def test_floats_between_whole_numbers_are_found(condition: str) -> None:
    check_python_verdicts(FLOATS.format(condition=condition), {"QUESTION": "found in 1"})


def test_a_call_that_only_raises_for_whole_floats_is_no_proof() -> None:
    text = """
class Share:
    def __init__(self) -> None:
        self.n = 0

    def take(self, part: float) -> None:
        if not 0.001 < part < 0.002:
            raise ValueError
        self.n = 1

@spec
def TAKEN(s: Share) -> bool:
    return s.n == 1 and s.n > 0
"""
    why = "unknown floats were computed with as with fractions"
    check_python_verdicts(text, {"TAKEN": f"undecided: `Share.take`: {why}"})


CHANCE = """
import os
import random
import time
import uuid

class Bag:
    def __init__(self) -> None:
        self.items = []
        self.is_loud = os.environ.get("LOUD") == "1"
        self.tokens = 1
        self.since = time.monotonic()
        self.by_id = {}

    def add(self, n: int) -> None:
        if random.random() < 0.5:
            self.items.append(n)
        else:
            self.items.insert(0, n)

    def take(self) -> None:
        now = time.monotonic()
        if now - self.since > 60:
            self.tokens = 1
        self.since = now
        self.tokens -= 1

    def register(self) -> None:
        self.by_id[uuid.uuid4()] = 1

@spec
def QUESTION(bag: Bag) -> bool:
    return {condition}
"""


@pytest.mark.parametrize(
    ("condition", "verdict"),
    [
        ("sorted(bag.items) == [1, 2]", "found in 3"),
        ("bag.tokens == -1", "found in 3"),
        ("len(bag.by_id) == 2", "found in 3"),
    ],
)
def test_what_comes_out_alike_whatever_time_and_chance_give_is_found(
    condition: str, verdict: str
) -> None:
    answer = ask_python(CHANCE.replace("{condition}", condition), "QUESTION")
    assert verdict_text(answer.verdict) == verdict
    assert isinstance(answer.verdict, Found) and answer.verdict.replayed.n_outcomes > 1


@pytest.mark.parametrize(
    "condition", ["bag.items == [1, 2]", "bag.is_loud", "not bag.is_loud", "bag.since > 10 ** 9"]
)
def test_what_depends_on_time_or_chance_is_not_called_reachable(condition: str) -> None:
    answer = ask_python(CHANCE.replace("{condition}", condition), "QUESTION", calls=3)
    assert isinstance(answer.verdict, Undecided), verdict_text(answer.verdict)
