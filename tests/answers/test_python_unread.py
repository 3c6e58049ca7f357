"""Code that is not read: whatever a package does, nothing that it makes true is excluded.

Each case is a program that uses a package `outside`, one such package, and calls that make the spec
true with it. CPython runs them first; then the verdict must be open, with a reason that names
the package.
"""

from __future__ import annotations

import sys
import types
from textwrap import dedent

import pytest

from answers.unread_cases import CASES
from heapwright.answers.calls.verdict import Found, Undecided
from support.engine import verdict_text
from support.python_engine import PATH, PRELUDE, ask_python, check_python_verdicts


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("with_raising", [False, True])
def test_what_some_package_makes_true_stays_open(name: str, with_raising: bool) -> None:
    program, package, calls = map(dedent, CASES[name])
    text = f"import outside\n{program}"
    assert _is_true(text, package, calls), "the case shows nothing"
    answer = ask_python(text, "S", with_raising=with_raising)
    assert isinstance(answer.verdict, Undecided), verdict_text(answer.verdict)


def _is_true(text: str, package: str, calls: str) -> bool:
    """Run the program with this package in CPython, make the calls and ask the spec about `b`."""
    outside = types.ModuleType("outside")
    exec(package, outside.__dict__)  # noqa: S102 - the cases of this file
    sys.modules["outside"] = outside
    try:
        names: dict[str, object] = {"__name__": PATH}
        exec(f"{PRELUDE}{text}\n{calls}\nanswer = S(b)", names)  # noqa: S102 - as above
    finally:
        del sys.modules["outside"]
    return bool(names["answer"])


def test_what_no_package_can_change_is_proved() -> None:
    text = """
import outside
import hashlib

class Box:
    def __init__(self, name: str):
        self.n = 0
        self.mark = hashlib.new(name, usedforsecurity=False).hexdigest()
        self.picture = outside.Surface((3, 4), depth=2.5, mode=None)

    def up(self) -> None:
        if self.n < 3 and self.picture.get_at(1, "red")[0] > self.n:
            self.n += 1
        try:
            self.picture.flip()
        except outside.Error:
            self.n = 0
        finally:
            self.picture = outside.copy(self.picture)

    def down(self) -> None:
        with outside.lock, outside.other("x") as other:
            if other or self.mark in outside.KNOWN:
                self.n = max(0, self.n - 1)

    @invariant
    def small(self) -> bool:
        return 0 <= self.n <= 3

@spec
def FOUR(b: Box) -> bool:
    return b.n == 4

@spec
def THREE(b: Box) -> bool:
    return b.n == 3

@spec
def NEW(b: Box) -> bool:
    return b.n == 0
"""
    check_python_verdicts(
        text,
        {
            "FOUR": "nowhere",
            "Box.small": "nowhere",
            "THREE": "undecided: `Box.__init__`: `hashlib.new` is not read",
            "NEW": "undecided: `Box.__init__`: `hashlib.new` is not read",
        },
    )


def test_calls_that_may_lead_there_are_told_with_what_they_depend_on() -> None:
    text = """
import outside

class Lamp:
    def __init__(self, watts: int):
        self.watts = watts
        self.is_on = False

    def press(self) -> None:
        if outside.has_power(self.watts):
            self.is_on = True

@spec
def LIT(a: Lamp, b: Lamp) -> bool:
    return a.is_on and not b.is_on and a.watts == 60
"""
    verdict = ask_python(text, "LIT").verdict
    assert isinstance(verdict, Undecided) and verdict.candidate is not None
    assert verdict.candidate.assuming == "outside.has_power"
    assert verdict.candidate.rendered.code.splitlines() == [
        "a = Lamp(60)",
        "b = Lamp(0)",
        "a.press()",
    ]


def test_a_decorator_that_is_not_read_keeps_no_other_method_from_being_used(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = """
import outside

class Box:
    def __init__(self):
        self.n = 0

    def start(self):
        @outside.later
        def up():
            self.n = 4
        return up()

    def down(self) -> None:
        self.n -= 1

@spec
def LOW(b: Box) -> bool:
    return b.n == -2
"""
    monkeypatch.setitem(sys.modules, "outside", types.ModuleType("outside"))
    verdict = ask_python(text, "LOW").verdict
    assert isinstance(verdict, Found)
    assert verdict.rendered.code.splitlines() == ["b = Box()", "b.down()", "b.down()"]
