"""Offsets to positions and back, against a slow oracle that really encodes."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heapwright.text.line_index import Encoding, LineIndex, Position, Range
from heapwright.text.span import Span

UTF_8, UTF_16, UTF_32 = Encoding.UTF_8, Encoding.UTF_16, Encoding.UTF_32

# Every width in every encoding, every line end, what only looks like a line end,
# and halves of surrogate pairs, alone or next to each other.
CHARACTERS = "ab\t\r\n\f\v\x1c\x85\u2028\u2029é€\ufeff😀\U0010ffff\ud83d\ude00\0"
TEXTS = st.one_of(
    st.text(st.sampled_from(CHARACTERS), max_size=30),
    st.text(st.characters(), max_size=30),
    st.text(st.sampled_from("ab\r\n"), max_size=30),
)
ENCODINGS = st.sampled_from(Encoding)


def slow_position(text: str, offset: int, encoding: Encoding) -> Position:
    """Say where an offset lies by cutting the text into lines and encoding the piece."""
    start = 0
    lines = re.split("(\r\n|\r|\n)", text)
    for line in range(0, len(lines), 2):
        end = start + len(lines[line])
        after = end + len(lines[line + 1]) if line + 1 < len(lines) else end + 1
        if offset < after:
            piece = text[start : min(offset, end)]
            return Position(line // 2, slow_width(piece, encoding))
        start = after
    raise AssertionError("the offset lies behind the text")


def slow_width(text: str, encoding: Encoding) -> int:
    """Count code units by encoding one character at a time."""
    codec, size = {
        UTF_8: ("utf-8", 1),
        UTF_16: ("utf-16-le", 2),
        UTF_32: ("utf-32-le", 4),
    }[encoding]
    return sum(len(c.encode(codec, "surrogatepass")) // size for c in text)


@given(TEXTS, ENCODINGS)
def test_every_offset_has_the_position_that_encoding_gives(text: str, encoding: Encoding) -> None:
    index = LineIndex(text)
    for offset in range(len(text) + 1):
        assert index.position(offset, encoding) == slow_position(text, offset, encoding)


@given(TEXTS, ENCODINGS)
def test_every_offset_survives_the_round_trip(text: str, encoding: Encoding) -> None:
    index = LineIndex(text)
    for offset in range(len(text) + 1):
        inside_line_end = text[offset - 1 : offset + 1] == "\r\n" if offset else False
        back = index.offset(index.position(offset, encoding), encoding)
        assert back == (offset - 1 if inside_line_end else offset)


@given(TEXTS, ENCODINGS, st.integers(-2, 40), st.integers(-2, 140))
def test_every_position_gives_the_last_offset_that_is_not_behind_it(
    text: str, encoding: Encoding, line: int, character: int
) -> None:
    index = LineIndex(text)
    offset = index.offset(Position(line, character), encoding)
    positions = [slow_position(text, o, encoding) for o in range(len(text) + 1)]
    if line < 0:
        assert offset == 0
    elif line >= index.n_lines:
        assert offset == len(text)
    else:
        on_line = [o for o, p in enumerate(positions) if p.line == line]
        reached = [o for o in on_line if positions[o].character <= max(0, character)]
        # An offset inside a line end has the same position as the one before it.
        assert offset == min(o for o in reached if positions[o] == positions[reached[-1]])


@given(TEXTS)
def test_line_spans_and_line_ends_make_up_the_text(text: str) -> None:
    index = LineIndex(text)
    spans = [index.line_span(line) for line in range(index.n_lines)]
    assert [text[s.start : s.end] for s in spans] == re.split("\r\n|\r|\n", text)


@pytest.mark.parametrize(
    ("text", "encoding", "character"),
    [
        ("abc", UTF_8, 3),
        ("é", UTF_8, 2),
        ("é", UTF_16, 1),
        ("😀", UTF_8, 4),
        ("😀", UTF_16, 2),
        ("😀", UTF_32, 1),
        ("\ud83d", UTF_8, 3),
        ("\ud83d", UTF_16, 1),
        ("\ud83d", UTF_32, 1),
        ("\u2028\f\v\x85", UTF_32, 4),
    ],
)
def test_the_end_of_a_line_is_counted_in_units(
    text: str, encoding: Encoding, character: int
) -> None:
    assert LineIndex(text).position(len(text), encoding) == Position(0, character)


def test_a_column_inside_a_character_is_that_characters_start() -> None:
    index = LineIndex("a😀b")
    assert index.offset(Position(0, 2), UTF_16) == 1
    assert [index.offset(Position(0, c), UTF_8) for c in range(8)] == [0, 1, 1, 1, 1, 2, 3, 3]


def test_an_offset_inside_a_line_end_is_the_end_of_its_line() -> None:
    assert LineIndex("ab\r\nc").position(3, UTF_16) == Position(0, 2)


@pytest.mark.parametrize(("offset", "position"), [(-1, Position(0, 0)), (99, Position(1, 1))])
def test_an_offset_outside_the_text_is_its_start_or_end(offset: int, position: Position) -> None:
    assert LineIndex("a\nb").position(offset, UTF_8) == position


def test_a_column_past_the_line_stays_on_the_line() -> None:
    assert LineIndex("ab\r\ncd").offset(Position(0, 99), UTF_16) == 2


def test_an_empty_text_has_one_empty_line() -> None:
    index = LineIndex("")
    assert (index.n_lines, index.position(0, UTF_8), index.line_span(0)) == (
        1,
        Position(0, 0),
        Span(0, 0),
    )


def test_a_span_becomes_a_range_of_positions() -> None:
    assert LineIndex("a😀\nb").range(Span(1, 4), UTF_16) == Range(Position(0, 1), Position(1, 1))
