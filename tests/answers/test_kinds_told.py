"""What an answer says about the kinds of values that clients gave."""

from __future__ import annotations

from heapwright.answers.calls.verdict import Nowhere
from support.python_engine import ask_python, check_python_verdicts

KINDS = """
class K:
    def __init__(self):
        self.kind = "none"

    def put(self, value):
        if type(value) is bool:
            self.kind = "bool"
        elif type(value) == int:
            self.kind = "int"
        elif isinstance(value, (list, tuple)):
            self.kind = "seq"
        elif isinstance(value, float):
            self.kind = "float"
        elif value is None:
            self.kind = "nothing"
        elif isinstance(value, dict):
            self.kind = "dict"
        elif isinstance(value, str):
            self.kind = "str"
        else:
            self.kind = "other"

@spec
def ASKED(k: K) -> bool:
    return k.kind == "{kind}"
"""


def test_what_is_proved_is_proved_for_the_kinds_that_were_given() -> None:
    answer = ask_python(
        """
class K:
    def __init__(self):
        self.kind = "none"

    def put(self, value):
        if isinstance(value, str):
            self.kind = "str"
        elif value is None:
            self.kind = "nothing"
        elif isinstance(value, int):
            self.kind = "int"

@spec
def ASKED(k: K) -> bool:
    return k.kind == "zzz"
""",
        "ASKED",
    )
    assert isinstance(answer.verdict, Nowhere)
    assert answer.kinds == {"value": "ints, strings, `None` and empty tuples"}


def test_what_holds_whatever_is_given_names_no_kinds() -> None:
    answer = ask_python(KINDS.format(kind="zzz"), "ASKED")
    assert isinstance(answer.verdict, Nowhere)
    assert answer.kinds == {}


def test_a_question_names_kinds_for_itself_only() -> None:
    text = """
class Box:
    def __init__(self, value):
        self.value = value

@spec
def LIST(b: Box) -> bool:
    return isinstance(b.value, list) and len(b.value) == 2

@spec
def OTHER(b: Box) -> bool:
    return not isinstance(b.value, int)

@spec
def NEGATIVE(b: Box) -> bool:
    return b.value < 0 and b.value > 0
"""
    check_python_verdicts(text, {"LIST": "found in 1", "OTHER": "found in 1"})
    assert ask_python(text, "NEGATIVE").kinds == {"value": "ints"}


def test_a_class_that_asks_no_kind_is_given_ints_as_before() -> None:
    text = """
class Asking:
    def __init__(self, value):
        self.n = 1 if isinstance(value, str) else 2

class Box:
    def __init__(self, value):
        self.value = value

@spec
def BOTH(b: Box) -> bool:
    return b.value < 0 and b.value > 0
"""
    assert ask_python(text, "BOTH").kinds == {"value": "ints"}
