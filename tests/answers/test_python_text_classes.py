"""Classes that look into the strings they are given: calls are found, and absence is proved."""

from __future__ import annotations

from support.expect import expect
from support.python_engine import check_python_sequence, check_python_verdicts


def test_a_title_that_is_stripped_is_never_empty() -> None:
    check_python_verdicts(
        """
class Task:
    def __init__(self, title: str) -> None:
        if not title.strip():
            raise ValueError("empty")
        self.title = title.strip()

@spec
def TITLE(t: Task) -> bool:
    return t.title == "x"

@spec
def BLANK(t: Task) -> bool:
    return t.title == ""

@spec
def SPACE_AT_END(t: Task) -> bool:
    return t.title[-1].isspace()

@spec
def SPACE_INSIDE(t: Task) -> bool:
    return t.title[1].isspace()
""",
        {
            "TITLE": "found in 1",
            "BLANK": "nowhere",
            "SPACE_AT_END": "nowhere",
            "SPACE_INSIDE": "found in 1",
        },
    )


def test_words_in_lower_case_have_no_spaces_inside() -> None:
    check_python_verdicts(
        """
class Page:
    def __init__(self, title: str) -> None:
        self.slug = "-".join(title.lower().split())
        if not self.slug:
            raise ValueError("no title")

@spec
def TWO_WORDS(p: Page) -> bool:
    return p.slug == "a-b"

@spec
def SPACE(p: Page) -> bool:
    return " " in p.slug

@spec
def CAPITAL(p: Page) -> bool:
    return p.slug != p.slug.lower()
""",
        {"TWO_WORDS": "found in 1", "SPACE": "nowhere", "CAPITAL": "nowhere"},
    )


def test_titles_and_capitals_begin_with_no_small_letter() -> None:
    check_python_verdicts(
        """
class Book:
    def __init__(self, title: str) -> None:
        self.title = title.title()

    def rename(self, title: str) -> None:
        self.title = title.capitalize()

@spec
def NAMED(b: Book) -> bool:
    return b.title == "Ab"

@spec
def AFTER_DIGIT(b: Book) -> bool:
    return b.title == "1A"

@spec
def AFTER_DIGIT_SMALL(b: Book) -> bool:
    return b.title == "1a"

@spec
def SMALL(b: Book) -> bool:
    return b.title[:1].islower()
""",
        {
            "NAMED": "found in 1",
            "AFTER_DIGIT": "found in 1",
            "AFTER_DIGIT_SMALL": "found in 2",
            "SMALL": "nowhere",
        },
        scope={"characters": 2},
    )


def test_a_space_in_an_answer_is_the_usual_one() -> None:
    check_python_sequence(
        """
class Command:
    def __init__(self, line: str) -> None:
        self.words = line.split()

@spec
def TWO_WORDS(c: Command) -> bool:
    return len(c.words) == 2
""",
        expect(
            """
            c = Command("a a")
            """
        ),
    )


def test_a_space_that_a_question_asks_for_is_the_usual_one() -> None:
    check_python_sequence(
        """
class Line:
    def __init__(self, text: str) -> None:
        self.text = text

@spec
def INDENTED(line: Line) -> bool:
    return line.text != line.text.lstrip()
""",
        expect(
            """
            line = Line(" ")
            """
        ),
    )


def test_small_letters_beside_a_capital_sigma_matter() -> None:
    check_python_verdicts(
        """
class Word:
    def __init__(self, text: str) -> None:
        self.text = (text + "\\N{GREEK CAPITAL LETTER SIGMA}").lower()

@spec
def AT_END(w: Word) -> bool:
    return w.text == "a\\N{GREEK SMALL LETTER FINAL SIGMA}"

@spec
def INSIDE(w: Word) -> bool:
    return w.text == "a\\N{GREEK SMALL LETTER SIGMA}"
""",
        {"AT_END": "found in 1", "INSIDE": "nowhere"},
        scope={"characters": 2},
    )


def test_a_long_name_in_a_question_is_put_together_of_short_ones() -> None:
    check_python_verdicts(
        """
class Person:
    def __init__(self, first: str, last: str) -> None:
        self.name = f"{first} {last}".strip()

@spec
def NAMED(p: Person) -> bool:
    return p.name == "Al Bo"

@spec
def SPACE_AT_END(p: Person) -> bool:
    return p.name == "Alma "
""",
        {"NAMED": "found in 1", "SPACE_AT_END": "nowhere"},
    )
