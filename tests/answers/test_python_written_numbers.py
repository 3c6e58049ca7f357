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
