"""Parameters of classes that are not read: whatever such an object does is tried."""

from __future__ import annotations

import re
import sys
import types

import pytest

from heapwright.answers.calls.verdict import Found, Undecided
from support.engine import verdict_text
from support.expect import expect
from support.python_engine import (
    PATH,
    PRELUDE,
    ask_python,
    check_python_sequence,
    check_python_verdicts,
)

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
def THREE(p: Parser) -> bool:
    return p.n == 3

@spec
def FIVE(p: Parser) -> bool:
    return p.n == 5

@spec
def SEVEN(p: Parser) -> bool:
    return p.n == 7

@spec
def WORD(p: Parser) -> bool:
    return p.word == "hello"
"""


def test_what_no_match_can_do_is_proved() -> None:
    check_python_verdicts(PARSER, {"THREE": "nowhere"})


def test_what_some_match_does_stays_open() -> None:
    calls = {
        "TWO": "p.parse(find('(a)', 'a')); p.parse(find('(a)', 'a'))",
        "FIVE": "p.parse(find('(a)', 'a')); p.parse(find('(a)', 'a')); p.all([find('b', 'ab')])",
        "WORD": "p.keep(find('hello', 'hello you'))",
    }
    for spec, text in calls.items():
        names = _run(PARSER, f"p = Parser()\n{text}\nanswer = {spec}(p)")
        assert names["answer"] is True, spec
        verdict = ask_python(PARSER, spec).verdict
        assert isinstance(verdict, Undecided), verdict_text(verdict)
        assert verdict.candidate is not None
        assert verdict.candidate.assuming in ("re.Match", "typing.Match")


def test_calls_with_such_an_argument_are_told() -> None:
    verdict = ask_python(PARSER, "TWO").verdict
    assert isinstance(verdict, Undecided) and verdict.candidate is not None
    assert verdict.candidate.rendered.code.splitlines() == [
        "p = Parser()",
        "p.parse(Match(...))",
        "p.parse(Match(...))",
    ]


def test_a_way_without_such_an_argument_is_found() -> None:
    text = f"{PARSER}\n@spec\ndef LAST(p: Parser) -> bool:\n    return p.n == 7\n"
    check_python_sequence(
        text,
        expect(
            """
            p = Parser()
            p.drop()
            """
        ),
    )


BOX = """
from outside import Source, ask

class Box:
    def __init__(self) -> None:
        self.n = 0

    def load(self, source: Source) -> None:
        if source.ready() and self.n < 3:
            self.n = 2

    def ask(self) -> None:
        if ask(self.n):
            self.n = 3

    def up(self) -> None:
        if self.n < 3:
            self.n += 1

@spec
def FOUR(b: Box) -> bool:
    return b.n == 4
"""
BEYOND = (
    "undecided: `Box.load`: of all that a client could give, only a `outside.Source` that knows"
    " no other objects is given for `source`"
)


def test_an_object_that_is_not_read_may_know_others_so_nothing_is_proved() -> None:
    # A source that calls `up` while it is asked makes a 4 of a 3 here.
    late = BOX.replace("if source.ready() and self.n < 3:", "if self.n < 3 and source.ready():")
    late = late.replace("self.n = 2", "self.n += 1")
    names = _run(
        late,
        """
class Calling:
    def ready(self):
        b.up()
        return True

b = Box()
b.n = 2
b.load(Calling())
answer = FOUR(b)
""",
    )
    assert names["answer"] is True
    check_python_verdicts(late, {"FOUR": BEYOND})


@pytest.mark.parametrize(("n", "n_calls"), [(2, 3), (3, 4)])
def test_calls_that_code_which_is_not_read_would_shorten_are_found(n: int, n_calls: int) -> None:
    text = f"{BOX}\n@spec\ndef S(b: Box) -> bool:\n    return b.n == {n}\n"
    answer = ask_python(text, "S")
    assert isinstance(answer.verdict, Found), verdict_text(answer.verdict)
    code = answer.verdict.rendered.code
    assert code.splitlines() == ["b = Box()", *["b.up()"] * (n_calls - 1)]
    assert _run(text, f"{code}\nanswer = S(b)")["answer"] is True


def test_nobody_asks_about_an_object_that_is_not_read() -> None:
    text = f"{PARSER}\n@spec\ndef ASKED(m: re.Match) -> bool:\n    return m.end() == 2\n"
    verdict = ask_python(text, "ASKED").verdict
    assert isinstance(verdict, Undecided)
    assert "takes values that are not supported as arguments" in verdict_text(verdict)


def _run(text: str, calls: str) -> dict[str, object]:
    """Run a program and calls in CPython."""
    names: dict[str, object] = {"__name__": PATH, "find": re.search}
    exec(f"{PRELUDE}{text}\n{calls}", names)  # noqa: S102 - the cases of this file
    return names


@pytest.fixture(autouse=True)
def _outside(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a package that does nothing."""
    outside = types.ModuleType("outside")
    exec("class Source: pass\ndef ask(n): return False", outside.__dict__)  # noqa: S102
    monkeypatch.setitem(sys.modules, "outside", outside)
