"""Calls that depend on time and chance are run with several outcomes before they count."""

from __future__ import annotations

import pytest

from heapwright.answers.calls.verdict import Found
from support.engine import verdict_text
from support.python_engine import ask_python

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
