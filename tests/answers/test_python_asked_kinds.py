"""Values without a type that code asks for their kind do not count as ints alone."""

from __future__ import annotations

import pytest

from support.engine import verdict_text
from support.python_engine import ask_python, check_python_verdicts

BOX = """
def known(x):
    return x

class Box:
    def __init__(self, w) -> None:
        self.w = w

@spec
def ASKED(b: Box) -> bool:
    return {question}
"""


@pytest.mark.parametrize(
    "question",
    [
        "b.w is known",
        "b.w is Box",
        "isinstance(b.w, bytes)",
        "type(b.w) is complex",
        "b.w.__class__ is range",
        "hasattr(b.w, 'append')",
    ],
)
def test_kinds_that_no_call_gives_are_not_excluded(question: str) -> None:
    found = verdict_text(ask_python(BOX.format(question=question), "ASKED").verdict)
    assert found.startswith("undecided: "), found


# One object more, to be given.
FOUND = {"isinstance(b.w, Box)": "found in 2"}


@pytest.mark.parametrize(
    "question",
    [
        *("b.w is None", "isinstance(b.w, str)", "not isinstance(b.w, int)", "b.w == 'x'"),
        *("callable(b.w)", "b.w == (1, 2)", "isinstance(b.w, list)", "type(b.w) is dict"),
        *("b.w.__class__ is dict", "type(b.w) in (set, frozenset)", "isinstance(b.w, Box)"),
        *("isinstance(b.w, (bytes, tuple))", "isinstance(b.w, bool)", "type(b.w) == float"),
    ],
)
def test_what_code_asks_for_is_given(question: str) -> None:
    check_python_verdicts(
        BOX.format(question=question), {"ASKED": FOUND.get(question, "found in 1")}
    )


def test_a_method_may_ask_for_the_kind_of_what_another_one_was_given() -> None:
    text = """
class Box:
    def __init__(self, w) -> None:
        self.w = w
        self.ok = False

    def check(self) -> None:
        if self.w is None:
            self.ok = True

@spec
def OK(b: Box) -> bool:
    return b.ok
"""
    check_python_verdicts(text, {"OK": "found in 2"})


def test_keys_and_entries_of_containers_are_strings_where_a_question_names_one() -> None:
    text = """
class Box:
    def __init__(self) -> None:
        self.items = {}

    def put(self, k, v) -> None:
        self.items[k] = v

@spec
def NAMED(b: Box) -> bool:
    return "x" in b.items

@spec
def HELD(b: Box) -> bool:
    return b.items.get("x") == "y"
"""
    check_python_verdicts(text, {"NAMED": "found in 2", "HELD": "found in 2"})


def test_an_attribute_that_only_setattr_gives_is_no_contradiction() -> None:
    text = """
class Other:
    def __init__(self) -> None:
        self.a = 1

class Box:
    def __init__(self) -> None:
        self.o = Other()

    def put(self) -> None:
        setattr(self.o, "more", 7)

@spec
def MORE(b: Box) -> bool:
    return b.o.more == 7
"""
    found = verdict_text(ask_python(text, "MORE").verdict)
    assert found.startswith("undecided: `Box.put`: `more` of `Other` is set"), found


def test_the_class_of_a_class_is_not_taken_for_type() -> None:
    text = """
class Meta(type):
    pass

class Box(metaclass=Meta):
    def __init__(self) -> None:
        self.n = 0

@spec
def OTHER(b: Box) -> bool:
    return type(type(b)) is not type
"""
    assert verdict_text(ask_python(text, "OTHER").verdict).startswith("undecided: ")


def test_a_number_that_no_float_is_does_not_end_the_search() -> None:
    text = """
class Box:
    def __init__(self, f: float) -> None:
        self.f = f

@spec
def HUGE(b: Box) -> bool:
    return b.f > 10 ** 400
"""
    assert verdict_text(ask_python(text, "HUGE").verdict).startswith("undecided: ")


def test_what_a_question_is_not_asked_about_is_not_excluded() -> None:
    text = """
class Box:
    def __init__(self) -> None:
        self.n = 0

    def up(self) -> None:
        self.n = 1

    def __len__(self) -> int:
        return self.n

@spec
def ONE(b) -> bool:
    return isinstance(b, Box) and len(b) == 1

@spec
def TWO(b) -> bool:
    return isinstance(b, Box) and len(b) == 2
"""
    reason = "undecided: objects of unknown classes for `b` are not tried"
    check_python_verdicts(text, {"ONE": reason, "TWO": reason})
