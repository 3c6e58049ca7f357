"""Calls that may be an answer, where code that is not read decides."""

from __future__ import annotations

import pytest

from heapwright.answers.calls.verdict import Undecided
from support.python_engine import ask_python


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


PARSER = """
import re
from typing import List, Match, Optional

class Parser:
    def __init__(self) -> None:
        self.n = 0
        self.word = None

    def parse(self, m: re.Match[str]) -> None:
        if self.n < 2 and m.group(1) == "a":
            self.n += 1

    def keep(self, m: "Match[str]") -> None:
        self.word = m.group(0)

    def drop(self, m: Optional[re.Match] = None) -> None:
        if m is None or m.end() > 3:
            self.n = 7

    def all(self, many: List[re.Match]) -> None:
        for m in many:
            if m.start() and self.n == 2:
                self.n = 5

@spec
def TWO(p: Parser) -> bool:
    return p.n == 2

@spec
def FIVE(p: Parser) -> bool:
    return p.n == 5

@spec
def WORD(p: Parser) -> bool:
    return p.word == "hello"
"""


@pytest.mark.parametrize(
    ("spec", "assuming"), [("TWO", "re.Match"), ("FIVE", "re.Match"), ("WORD", "typing.Match")]
)
def test_calls_that_need_a_match_are_told_with_its_class(spec: str, assuming: str) -> None:
    verdict = ask_python(PARSER, spec).verdict
    assert isinstance(verdict, Undecided) and verdict.candidate is not None
    assert verdict.candidate.assuming == assuming


def test_calls_with_such_an_argument_are_told() -> None:
    verdict = ask_python(PARSER, "TWO").verdict
    assert isinstance(verdict, Undecided) and verdict.candidate is not None
    assert verdict.candidate.rendered.code.splitlines() == [
        "p = Parser()",
        "p.parse(Match(...))",
        "p.parse(Match(...))",
    ]
