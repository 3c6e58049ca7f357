"""Strings are as long as the code wants them, and a proof about shorter ones says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwright.answers.calls.verdict import NotInSmaller
from heapwright.answers.search.ask import specs_of
from heapwright.limits import Limits
from heapwright.store.disk import open_store
from heapwright.workspace.questions import Asking, ask_question
from heapwright.workspace.shelf import Shelf
from support.engine import verdict_text
from support.expect import expect
from support.python_engine import (
    ask_python,
    check_python_sequence,
    check_python_verdicts,
    loaded_python,
)

LIBRARY = """
class Library:
    def __init__(self) -> None:
        self.books: list[str] = []
        self.n_lent = 0

    def add(self, isbn: str) -> None:
        if len(isbn) != 13 or not isbn.isdigit():
            raise ValueError(isbn)
        self.books.append(isbn)

    def lend(self, isbn: str) -> None:
        if isbn not in self.books:
            raise KeyError(isbn)
        self.n_lent += 1

@spec
def TWO(library: Library) -> bool:
    return len(library.books) == 2 and library.books[0] != library.books[1]

@spec
def LENT(library: Library) -> bool:
    return library.n_lent == 1

@spec
def LETTERS(library: Library) -> bool:
    return len(library.books) == 1 and library.books[0].startswith("978-")
"""
DEMANDED = "characters where the code asks for so many"


def test_a_length_that_is_checked_is_kept() -> None:
    check_python_verdicts(LIBRARY, {"TWO": "found in 3"})


def test_what_is_looked_for_among_such_strings_is_as_long() -> None:
    check_python_verdicts(LIBRARY, {"LENT": "found in 3"})


def test_a_proof_includes_the_longer_strings_and_says_so() -> None:
    answer = ask_python(LIBRARY, "LETTERS", scope={"items": 1})
    assert verdict_text(answer.verdict) == "nowhere"
    assert answer.objects["characters"] == 4
    assert answer.objects[DEMANDED] == 13


def test_a_bound_that_somebody_set_is_kept() -> None:
    answer = ask_python(LIBRARY, "TWO", scope={"characters": 3, "items": 2})
    assert verdict_text(answer.verdict) == "nowhere"
    assert DEMANDED not in answer.objects


def _taking(check: str, condition: str = "it.text is not None") -> str:
    return f"""
class It:
    SIZE = 7

    def __init__(self, text: str) -> None:
        if not ({check}):
            raise ValueError(text)
        self.text = text

@spec
def MADE(it: It) -> bool:
    return {condition}
"""


@pytest.mark.parametrize(
    ("check", "made"),
    [
        ("len(text) == 7", "aaaaaaa"),
        ("len(text) >= 7", "aaaaaaa"),
        ("6 < len(text) < 9", "aaaaaaa"),
        ("len(text) in (7, 9)", "aaaaaaa"),
        ("len(text) == It.SIZE", "aaaaaaa"),
        ("text[6] == 'x'", "aaaaaax"),
        ("text[6:] == 'x'", "aaaaaax"),
        ("text.startswith('INVOICE-') and text[8:].isdigit()", "INVOICE-9"),
        ("text == 'x' * 30", "x" * 30),
        ("len(text) == 8 and any(c.isupper() for c in text)", "Zaaaaaaa"),
    ],
)
def test_what_the_code_compares_a_string_with_decides_its_length(check: str, made: str) -> None:
    check_python_sequence(_taking(check), expect(f'it = It("{made}")'))


def test_the_question_may_ask_for_longer_strings() -> None:
    check_python_sequence(
        _taking("text", "len(it.text) == 10 and it.text[9] == 'z'"),
        expect('it = It("aaaaaaaaaz")'),
    )


def test_a_limit_that_nothing_passes_is_part_of_the_proof() -> None:
    text = _taking("len(text) <= 20 and text[:1] != 'b'", "it.text[:1] == 'b'")
    answer = ask_python(text, "MADE")
    assert verdict_text(answer.verdict) == "nowhere"
    assert answer.objects[DEMANDED] == 21


def test_what_never_looks_into_strings_has_no_bound_on_them() -> None:
    answer = ask_python(_taking("text != 'no such string'", "it.text == 'no such string'"), "MADE")
    assert verdict_text(answer.verdict) == "nowhere"
    assert not {"characters", DEMANDED} & answer.objects.keys()


def test_the_end_of_a_loop_asks_for_nothing() -> None:
    answer = ask_python(
        """
class Lexer:
    def __init__(self, text: str) -> None:
        self.n = 0
        at = 0
        while at < len(text):
            if text[at] == "(":
                self.n += 1
            at += 1

@spec
def MORE(lexer: Lexer) -> bool:
    return lexer.n < 0
""",
        "MORE",
    )
    assert verdict_text(answer.verdict) == "nowhere"
    assert DEMANDED not in answer.objects


def test_a_proof_about_strings_that_are_too_short_is_no_proof() -> None:
    verdict = ask_python(_taking("len(text) == 600"), "MADE").verdict
    assert verdict == NotInSmaller("they are too long", (600,))


def test_an_invariant_is_asked_about_what_longer_strings_make() -> None:
    check_python_sequence(
        """
class Login:
    def __init__(self, password: str) -> None:
        if len(password) < 8:
            raise ValueError("too short")
        self.n_failed = 0

    @invariant
    def is_open(self) -> bool:
        return self.n_failed < 2

    def fail(self) -> None:
        self.n_failed += 1
""",
        expect("""
            it = Login("aaaaaaaa")
            it.fail()
            it.fail()
        """),
    )


def test_parts_in_a_format_are_found_by_trying() -> None:
    text = _taking(
        "len(parts := text.split('-')) == 3 and len(parts[0]) == 2"
        " and len(parts[1]) == 4 and parts[1].isdigit()",
        "it.text.endswith('-X')",
    )
    check_python_verdicts(text, {"MADE": "found in 1"})


def test_what_is_kept_of_other_questions_changes_no_answer(tmp_path: Path) -> None:
    program = loaded_python(LIBRARY).program
    for _ in range(2):
        shelf = Shelf(open_store(tmp_path))
        for spec in reversed(specs_of(program)[:2]):
            answer = ask_question(program, spec, Asking(Limits(), shelf=shelf)).answer
            expected = ask_python(LIBRARY, spec.name)
            assert verdict_text(answer.verdict) == verdict_text(expected.verdict)
            assert answer.objects == expected.objects
