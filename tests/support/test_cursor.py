"""The cursor marker of test texts."""

import pytest

from support.cursor import Marked, split_at_cursor


def test_the_cursor_is_taken_out_and_its_offset_kept() -> None:
    assert split_at_cursor("ab$0c") == Marked("abc", 2)


def test_the_text_is_dedented_before_the_offset_is_counted() -> None:
    assert split_at_cursor("\n    a\n    $0b\n    ") == Marked("a\nb\n", 2)


@pytest.mark.parametrize("text", ["none", "$0 two $0"])
def test_a_text_without_exactly_one_cursor_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="once"):
        split_at_cursor(text)
