"""Objects that do something when they go: nothing is claimed about what happens then."""

from __future__ import annotations

from support.engine import verdict_text
from support.python_engine import ask_python

COUNTED = """
class Log:
    count = 0

class Gone:
    def __init__(self, n: int) -> None:
        self.n = n
        Log.count += 1

    def __del__(self) -> None:
        Log.count -= 1

class Below(Gone):
    pass

class Quiet(Gone):
    def __del__(self) -> None:
        print("gone")

class Pool:
    def __init__(self) -> None:
        self.items = []

    def add(self, n: int) -> None:
        self.items.append({made}(n))

    def drop(self) -> None:
        self.items.pop()

    def fail(self) -> None:
        {made}(3)
        raise ValueError

@spec
def HELD(p: Pool) -> bool:
    return len(p.items) == 2 and p.items[0].n == 5 and Log.count == 2

@spec
def DROPPED(p: Pool) -> bool:
    return not p.items and Log.count == 1

@spec
def MADE(p: Pool) -> bool:
    return {made}(1).n == 1 and Log.count == 7
"""


def check_verdicts(text: str, expected: dict[str, str]) -> None:
    """Compare verdicts; one that stays open must say that it is because of `__del__`."""
    found = {name: verdict_text(ask_python(text, name).verdict) for name in expected}
    for name, verdict in found.items():
        if verdict.startswith("undecided") and "what `__del__` of" in verdict:
            found[name] = "open"
    assert found == expected


def test_what_an_object_does_when_it_goes_is_not_followed() -> None:
    wanted = {"HELD": "found in 3", "DROPPED": "open", "MADE": "open"}
    check_verdicts(COUNTED.replace("{made}", "Gone"), wanted)
    check_verdicts(COUNTED.replace("{made}", "Below"), {"DROPPED": "open"})


def test_an_end_that_only_prints_is_none() -> None:
    text = """
class Cell:
    def __init__(self) -> None:
        self.n = 0

    def grow(self) -> None:
        if self.n < 2:
            self.n += 1

    def __del__(self) -> None:
        \"\"\"Tell.\"\"\"
        print("gone", end="!")

@spec
def GROWN(c: Cell) -> bool:
    return c.n == 2

@spec
def TOO_FAR(c: Cell) -> bool:
    return c.n == 3
"""
    check_verdicts(text, {"GROWN": "found in 3", "TOO_FAR": "nowhere"})
    # What is shown of an object may run any code.
    shown = text.replace('"gone"', "self.n")
    check_verdicts(shown, {"GROWN": "found in 3", "TOO_FAR": "open"})


def test_an_object_that_no_text_names_may_be_gone() -> None:
    text = """
class Log:
    def __init__(self) -> None:
        self.count = 0

class Gone:
    def __init__(self, log: Log) -> None:
        log.count += 1
        self.log = log

    def __del__(self) -> None:
        self.log.count -= 1

@spec
def ONE(log: Log) -> bool:
    return log.count == 1
"""
    check_verdicts(text, {"ONE": "open"})
