"""Entries of containers that code takes for ints, and a question for strings."""

from __future__ import annotations

from support.python_engine import check_python_verdicts


def test_what_one_class_uses_for_ints_others_may_use_for_strings() -> None:
    check_python_verdicts(
        """
class Ring:
    def __init__(self):
        self._data = []

    def write(self, item):
        self._data.append(item)

    def snapshot(self):
        return list(self._data)

class Tracker:
    def __init__(self):
        self._ring = Ring()
        self.low = 0

    def add(self, reading):
        self._ring.write(reading)
        if reading < self.low:
            self.low = reading

@spec
def WORDS(r: Ring) -> bool:
    return r.snapshot() == ["b", "c"]

@spec
def LOW(t: Tracker) -> bool:
    return t.low == -3
""",
        {"WORDS": "found in 3", "LOW": "found in 2"},
    )
