"""The expectations themselves: what they compare, and how they rewrite a test."""

import ast
import runpy
from pathlib import Path

import pytest

from support.expect import expect, written

HEADER = "from support.expect import expect\n"


def test_equal_texts_pass_whatever_the_indentation_of_the_literal() -> None:
    expect(
        """
        one
          two

        three
        """
    ).check("one\n  two\n\nthree\n")


def test_a_difference_fails_with_a_diff() -> None:
    with pytest.raises(AssertionError) as failure:
        expect("one").check("two")
    expect(
        """
        not the expected text (UPDATE_EXPECT=1 rewrites it):
        --- expected
        +++ actual
        @@ -1 +1 @@
        -one
        +two
        """
    ).check(str(failure.value))


def test_the_depth_of_a_line_counts() -> None:
    with pytest.raises(AssertionError):
        expect("a\n  b").check("a\n   b")


def check_rewriting(
    before: str, after: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Run a file that uses `expect`, first rewriting it and then as it is."""
    file = tmp_path / "sample.py"
    file.write_text(HEADER + before, encoding="utf-8")
    monkeypatch.setenv("UPDATE_EXPECT", "1")
    runpy.run_path(str(file))
    assert file.read_text(encoding="utf-8") == HEADER + after
    monkeypatch.delenv("UPDATE_EXPECT")
    runpy.run_path(str(file))


def test_a_literal_is_rewritten_in_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check_rewriting(
        'expect("old").check("new")  # kept\n',
        'expect("new").check("new")  # kept\n',
        tmp_path,
        monkeypatch,
    )


def test_later_literals_are_found_after_earlier_ones_grew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    check_rewriting(
        'expect("").check("a\\n b")\n'
        'if True:\n    expect("").check("c\\nd")\n'
        'expect("").check("e")\n',
        'expect("""\na\n b\n""").check("a\\n b")\n'
        'if True:\n    expect("""\n    c\n    d\n    """).check("c\\nd")\n'
        'expect("e").check("e")\n',
        tmp_path,
        monkeypatch,
    )


def test_characters_before_the_literal_may_be_wide(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    check_rewriting(
        's = "é😀"; expect("é").check("😀" + s)\n',
        's = "é😀"; expect("😀é😀").check("😀" + s)\n',
        tmp_path,
        monkeypatch,
    )


def test_an_equal_text_is_left_as_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = 'expect("""\n  a\n   b""").check("a\\n b")\n'
    check_rewriting(source, source, tmp_path, monkeypatch)


@pytest.mark.parametrize(
    "text", ['say "hi"', 'a\n"""b"""\nc\\n"', "tab\there", "a\rb\n\0", "\ud800", "back\\slash\n\\"]
)
def test_every_text_survives_being_written(text: str) -> None:
    literal = written(text, "")
    assert "\r" not in literal
    assert ast.literal_eval(literal).strip("\n") == text
