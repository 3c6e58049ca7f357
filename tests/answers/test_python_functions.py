"""Functions as values: what a client may give, and what a call of a value may run."""

from __future__ import annotations

from support.expect import expect
from support.python_engine import check_python_sequence, check_python_verdicts


def test_a_call_of_a_function_in_an_attribute_may_change_things() -> None:
    text = """
def poke(box) -> None:
    box.v = 7

class Box:
    def __init__(self) -> None:
        self.v = 0
        self.hook = poke
        self.other = self.double

    def double(self) -> None:
        self.v = self.v * 2

    def run(self) -> None:
        self.hook(self)

    def again(self) -> None:
        f = self.other
        f()

@spec
def SEVEN(b: Box) -> bool:
    return b.v == 14
"""
    check_python_verdicts(text, {"SEVEN": "found in 3"})


TREE = """
from collections.abc import Callable

class Best:
    def __init__(self, key: Callable[[int], int]{default}) -> None:
        self.key = key
        self.value = 0

    def add(self, x: int) -> None:
        self.value = x if self.key is None else self.key(x)

@spec
def FOUR(b: Best) -> bool:
    return b.value == 4

@spec
def NEVER(b: Best) -> bool:
    return b.value != b.value
"""


def test_a_constructor_that_wants_a_function_is_not_called_and_no_verdict_hides_it() -> None:
    reason = "undecided: Best.__new__(…): `key` takes values that are not supported as arguments"
    check_python_verdicts(TREE.replace("{default}", ""), {"FOUR": reason})


def test_a_function_with_a_default_is_left_out() -> None:
    reason = "undecided: `Best.__new__`: of all that a client could give, no call gives `key`"
    text = TREE.replace("{default}", " | None = None")
    check_python_verdicts(text, {"FOUR": "found in 2", "NEVER": reason})


def test_a_function_of_the_module_that_fits_is_given() -> None:
    text = (
        TREE.replace("{default}", "")
        + """
def twice(x: int) -> int:
    return 2 * x

@spec
def TEN(b: Best) -> bool:
    return b.value == 10
"""
    )
    check_python_sequence(
        text,
        expect(
            """
            b = Best(twice)
            b.add(5)
            """
        ),
    )
