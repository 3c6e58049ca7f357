"""Texts of unknown numbers: what a question reads in them, somebody may have written there."""

from __future__ import annotations

import pytest

from support.expect import expect
from support.python_engine import check_python_sequence, check_python_verdicts

LOG = """
class Log:
    def __init__(self, first: int) -> None:
        self.text = ""
        self._next = first

    def add(self, n: int) -> None:
        self.text = {made}

@spec
def QUESTION(log: Log) -> bool:
    return log.text == {wanted!r}
"""


@pytest.mark.parametrize(
    "made, wanted",
    [
        ("str(n)", "42"),
        ("str(n)", "-42"),
        ("f'{n:03d}'", "007"),
        ("f'{n:,}'", "1,234,567"),
        ("f'rose to {n} degrees'", "rose to 12 degrees"),
        ("'%d of %d' % (n, self._next)", "7 of 19"),
        ("'ID-' + str(self._next)", "ID-37"),
        ("'{:>5}|{}'.format(n, self._next)", "   81|-6"),
        ("'EMP' + str(n).zfill(6)", "EMP001002"),
    ],
)
def test_numbers_in_a_text_that_the_question_names_are_tried(made: str, wanted: str) -> None:
    text = LOG.format(made=made, wanted=wanted)
    check_python_verdicts(text, {"QUESTION": "found in 2"})


def test_words_and_fractions_in_such_a_text_are_tried() -> None:
    check_python_sequence(
        """
class Item:
    def __init__(self, name: str, price: float) -> None:
        self.label = f"{name}: ${price:.2f}"

@spec
def PRICE(item: Item) -> bool:
    return item.label == "green tea: $2.75"
""",
        expect("""
        item = Item("green tea", 2.75)
        """),
    )


def test_what_no_number_looks_like_is_not_found() -> None:
    text = LOG.format(made="str(n)", wanted="4x")
    why = "the calls that seem to make it true do not when they are run"
    check_python_verdicts(text, {"QUESTION": f"undecided: {why}"})


CLOCK = """
class Clock:
    def __init__(self, hours: int, minutes: int) -> None:
        self.hours = hours % 24
        self.minutes = minutes % 60
        self.is_open = False

    def enter(self, code: int) -> None:
        self.is_open = f"{{code:04d}}" == "0042"

    def __str__(self) -> str:
        return f"{{self.hours:02d}}:{{self.minutes:02d}}"

    def __repr__(self) -> str:
        return "Clock(%d, %s)" % (self.hours, self.minutes)

@spec
def QUESTION(c: Clock) -> bool:
    return {condition}
"""


@pytest.mark.parametrize(
    "condition, verdict",
    [
        ("str(c) == '12:30'", "found in 1"),
        ("str(c) == '24:30'", "nowhere"),
        ("str(c) == '1:30'", "contradiction"),
        ("repr(c) == 'Clock(3, 59)'", "found in 1"),
        ("repr(c) == 'Clock(3, 60)'", "nowhere"),
        ("repr(c) in ('Clock(03, 5)', 'Clock(+3, 5)', 'clock(3, 5)')", "contradiction"),
        # Two numbers side by side can be read in several ways.
        ("f'{c.hours}{c.minutes}' == '112' and c.hours == 11", "found in 1"),
        ("f'{c.hours}{c.minutes}' == '112' and c.hours == 112", "contradiction"),
        ("'{:>3}|{x:,}'.format(c.hours, x=c.minutes) == '  7|8'", "found in 1"),
        ("'{:>3}|{x:,}'.format(c.hours, x=c.minutes) == ' 7 |8'", "contradiction"),
        ("str([c.hours, (c.minutes,)]) == '[5, (6,)]'", "found in 1"),
        ("str(c.hours) == str(c.minutes) and c.hours != c.minutes", "contradiction"),
        ("str(c.hours) == str(c.minutes) and c.hours > 22", "found in 1"),
        ("not f'{c.hours}'", "contradiction"),
        ("c.is_open", "found in 2"),
    ],
)
def test_the_text_of_an_int_is_that_of_no_other(condition: str, verdict: str) -> None:
    text = CLOCK.format(condition=condition)
    check_python_verdicts(text, {"QUESTION": verdict})


@pytest.mark.parametrize(
    "condition, verdict",
    [
        ("f'{c.n:0<3}' == '500' and c.n < 100", "found in 1"),
        ("f'{c.n:0<3}' == '50x'", "undecided: the text of an unknown value matters"),
        ("f'{c.n:x}' == 'zz'", "undecided: the text of an unknown value matters"),
    ],
)
def test_formats_in_which_numbers_look_alike_are_not_followed(condition: str, verdict: str) -> None:
    text = f"""
class Count:
    def __init__(self, n: int) -> None:
        self.n = n

@spec
def QUESTION(c: Count) -> bool:
    return {condition}
"""
    check_python_verdicts(text, {"QUESTION": verdict})


@pytest.mark.parametrize(
    "condition, verdict",
    [
        ("str(s) == '3 -> 4'", "found in 3"),
        ("str(s) == '3 - 4'", "nowhere"),
        ("str(s.items) == '[1, 2]'", "found in 3"),
        ("str(s.items) == '[1,2]'", "nowhere"),
    ],
)
def test_the_text_of_a_list_is_made_of_those_of_its_items(condition: str, verdict: str) -> None:
    text = f"""
class Stack:
    def __init__(self) -> None:
        self.items: list[int] = []

    def push(self, x: int) -> None:
        self.items.append(x)

    def __str__(self) -> str:
        return " -> ".join(str(x) for x in self.items)

@scope(items=2)
@spec
def QUESTION(s: Stack) -> bool:
    return {condition}
"""
    check_python_verdicts(text, {"QUESTION": verdict})
