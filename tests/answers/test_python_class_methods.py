"""Methods that are read on a built-in class: functions that take their receiver first."""

from __future__ import annotations

import pytest

from support.python_engine import check_python_verdicts

METHODS_OF_CLASSES = """
FOLD = str.lower

class Names:
    def __init__(self, key=str.strip) -> None:
        self.key = key
        self.names: list[str] = ["b", "C"]

    def add(self) -> None:
        list.append(self.names, self.key(" A "))

    def sort(self) -> None:
        self.names.sort(key=FOLD)

    def check(self, n: int) -> None:
        try:
            str.lower(n)
        except TypeError:
            self.names = []

@spec
def QUESTION(n: Names) -> bool:
    return {condition}
"""


@pytest.mark.parametrize(
    "condition, calls",
    [
        ("n.names == ['A', 'b', 'C']", 3),
        ("n.names == ['b', 'C', 'A']", 2),
        ("n.names == ['A']", 3),
        ("n.names == []", 2),
    ],
)
def test_a_method_of_a_built_in_class_is_a_function_that_takes_its_receiver(
    condition: str, calls: int
) -> None:
    text = METHODS_OF_CLASSES.format(condition=condition)
    check_python_verdicts(text, {"QUESTION": f"found in {calls}"})


def test_a_method_of_a_built_in_class_does_not_ask_the_class_below_it() -> None:
    text = """
class Doubled(dict):
    def __setitem__(self, key: int, value: int) -> None:
        dict.__setitem__(self, key, value * 2)

class Box:
    def __init__(self) -> None:
        self.kept = Doubled()

    def put(self, n: int) -> None:
        self.kept[1] = n

@spec
def EVEN(b: Box) -> bool:
    return b.kept.get(1) == 6

@spec
def ODD(b: Box) -> bool:
    return b.kept.get(1) == 7
"""
    check_python_verdicts(text, {"EVEN": "found in 2", "ODD": "nowhere"})
