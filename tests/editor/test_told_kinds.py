"""An answer says what calls gave for parameters that no annotation declares."""

from __future__ import annotations

import pytest

from heapwright.answers.search.ask import invariants_of, specs_of
from heapwright.editor.known.describe import report_of
from heapwright.editor.known.verdicts import shown_answer
from heapwright.editor.known.wording import bound_json
from heapwright.limits import Limits
from heapwright.text.source import Source
from heapwright.workspace.load import program_of
from heapwright.workspace.questions import Asking, ask_question

PRELUDE = "from heapwright import invariant, spec\n"
REST = ": no sequence of public calls makes it true"


def check_gone(text: str, bound: str) -> None:
    """Compare the bound of a spec that is proved to be unreachable."""
    check_said(text, f"unreachable: `GONE` is unreachable with up to {bound}{REST}")


def check_said(text: str, expected: str) -> None:
    """Compare verdict and reason of the only question of a text."""
    loaded = program_of(Source("told.py", f"{PRELUDE}{text}"), "python")
    (question,) = (*specs_of(loaded.program), *invariants_of(loaded.program))
    asked = ask_question(loaded.program, question, Asking(Limits()))
    place = loaded.source_map.functions[question.qualified_name]
    shown = shown_answer(asked.answer, question, place)
    said = f"{shown.verdict}: {shown.reason}"
    assert said == expected, said
    report = report_of(loaded, question, asked, "")
    assert report.reason == shown.reason
    bound = bound_json(report.objects, report.kinds, None, is_complete=True)
    assert ("kinds" in bound) == (" for `" in said)


BOX = """
class Box:
    def __init__(self, {parameter}) -> None:
        self.item = item

@spec
def GONE(b: Box) -> bool:
    return {question}
"""


@pytest.mark.parametrize("parameter", ["item", "item: object", "item: int | Unheard"])
def test_ints_that_stand_for_anything_are_told(parameter: str) -> None:
    text = BOX.format(parameter=parameter, question="b.item + b.item == 3")
    check_gone(text, "6 Box, and ints for `item`")


def test_what_an_annotation_declares_is_not_told() -> None:
    text = BOX.format(parameter="item: int", question="b.item + b.item == 3")
    said = "contradiction: `GONE` contradicts itself: no heap at all makes it true"
    check_said(text, said)


def test_type_variables_are_no_declarations() -> None:
    text = """
class Stack[T]:
    def __init__(self) -> None:
        self.items: list[T] = []

    def push(self, item: T) -> None:
        self.items.append(item)

@spec
def GONE(s: Stack) -> bool:
    return len(s.items) < 0
"""
    check_gone(text, "1 Stack, 4 items, and ints for `item`")


def test_the_type_that_a_question_gives_them_counts() -> None:
    text = """
class Stack[T]:
    def __init__(self) -> None:
        self.items: list[T] = []

    def push(self, item: T) -> None:
        self.items.append(item)

@spec
def FULL(s: Stack[str], text: str) -> bool:
    return s.items[0] == text
"""
    check_said(text, "reachable: reachable in 2 calls")


def test_what_a_question_adds_is_told_with_the_rest() -> None:
    text = """
class Bank:
    def __init__(self):
        self.accounts = {}

    def open(self, owner, amount=0):
        if amount >= 0:
            self.accounts[owner] = amount

@spec
def GONE(b: Bank):
    return b.accounts["ann"] == -1
"""
    said = "1 Bank, 4 items, and ints and strings for `owner` and `amount`"
    check_gone(text, said)


def test_a_default_is_no_declaration() -> None:
    text = """
class Account:
    def __init__(self, balance=0):
        self.balance = balance

    def deposit(self, amount):
        self.balance += amount

@spec
def GONE(a: Account):
    return 0 < a.balance < 1
"""
    check_gone(text, "1 Account, and ints for `balance` and `amount`")


def test_so_it_is_with_invariants() -> None:
    text = """
class Meter:
    def __init__(self):
        self.total = 0

    def add(self, n):
        if n <= 0:
            raise ValueError
        self.total += n

    @invariant
    def whole(self):
        return self.total == int(self.total)
"""
    said = "holds in every reachable state with up to 1 Meter, and ints for `n`"
    check_said(text, f"holds: `Meter.whole` {said}")
