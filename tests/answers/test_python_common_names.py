"""Classes of a program that bear the name of one that Python brings along."""

from __future__ import annotations

import pytest

from support.python_engine import check_python_verdicts

PROGRAM = """
class {name}:
    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.guests: list[str] = []

    def book(self, guest: str) -> None:
        if len(self.guests) >= self.seats:
            raise ValueError("full")
        self.guests.append(guest)

class Calendar:
    def __init__(self) -> None:
        self.all: list[{name}] = []

    def open(self, seats: int) -> {name}:
        made = {name}(seats)
        self.all.append(made)
        return made

@spec
def TWO_BOOKED(c: Calendar) -> bool:
    return len(c.all) == 2 and c.all[0].guests == ["ann"] and c.all[1].seats == 7

@spec
def OVERBOOKED(e: {name}) -> bool:
    return len(e.guests) > max(e.seats, 0)
"""


@pytest.mark.parametrize("name", ["Event", "Counter", "Lock", "Condition", "OrderedDict"])
def test_a_class_of_the_program_is_no_class_of_the_library(name: str) -> None:
    verdicts = {"TWO_BOOKED": "found in 4", "OVERBOOKED": "nowhere"}
    check_python_verdicts(PROGRAM.format(name=name), verdicts)


def test_a_class_of_the_library_is_shown_by_its_own_name() -> None:
    check_python_verdicts(
        """
from collections import Counter
from threading import Lock

class Event:
    def __init__(self) -> None:
        self.lock = Lock()
        self.votes: Counter[str] = Counter()

    def vote(self, name: str) -> None:
        with self.lock:
            self.votes[name] += 1

@spec
def NAMED(e: Event) -> bool:
    return type(e.votes).__name__ == "Counter" and e.votes["ann"] == 2
""",
        {"NAMED": "found in 3"},
    )
