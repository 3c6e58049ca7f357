"""Classes below `str`: what calls can build with objects that are strings, too."""

from __future__ import annotations

from support.python_engine import check_python_verdicts

EVENTS = """
class Event(str):
    def __new__(cls, name: str, delay: int = 0):
        made = super().__new__(cls, name)
        made.delay = delay
        return made

    def match(self, other: str) -> bool:
        return self == "*" or self == other

class Log:
    def __init__(self) -> None:
        self.events: list[Event] = []
        self.n = 0

    def add(self, name: str, delay: int) -> None:
        if name not in self.events:
            self.events.append(Event(name, delay))

    def fire(self, name: str) -> None:
        for event in self.events:
            if event.match(name):
                self.n = event.delay
"""


def test_objects_that_are_strings_are_found_by_their_text() -> None:
    check_python_verdicts(
        EVENTS
        + """
@spec
def FIRED(log: Log) -> bool:
    return log.n == 5 and log.events == ["go"]

@spec
def ANY(log: Log) -> bool:
    return log.n == 7 and "*" in log.events

@spec
def TWICE(log: Log) -> bool:
    return len(log.events) == 2 and log.events[0] == log.events[1]
""",
        {"FIRED": "found in 3", "ANY": "found in 3", "TWICE": "nowhere"},
    )


def test_an_object_that_is_a_string_is_built_by_calls() -> None:
    check_python_verdicts(
        EVENTS
        + """
@spec
def LATE(e: Event) -> bool:
    return e.delay == 3 and e == "late" and len(e) == 4

@spec
def BOTH(e: Event) -> bool:
    return e == "a" and e == "b"
""",
        {"LATE": "found in 1", "BOTH": "nowhere"},
    )
