"""Turn offsets into lines and columns and back, in every encoding that editors count in.

Place: text/, the only place that knows encodings. `cli` and `lsp` call this at
the edge; everything inside counts code points.

Lines end at "\\r\\n", "\\n" and "\\r" only, as in the language server protocol;
`str.splitlines` also splits at form feeds and U+2028 and would count wrong.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from enum import Enum

from heapwright.records import dataclass
from heapwright.text.span import Span


class Encoding(Enum):
    """The unit that a column counts; the values are the names in the protocol."""

    UTF_8 = "utf-8"
    UTF_16 = "utf-16"
    UTF_32 = "utf-32"


@dataclass(frozen=True, slots=True, order=True)
class Position:
    """A line and a column, both from zero."""

    line: int
    character: int


@dataclass(frozen=True, slots=True)
class Range:
    """A half-open range of positions."""

    start: Position
    end: Position


class LineIndex:
    """Where the lines of one text begin; built once, never changed."""

    __slots__ = ("_is_ascii", "_starts", "_text")

    def __init__(self, text: str) -> None:
        """Find the line starts of `text`."""
        self._text = text
        # A text knows whether it is ASCII; then every encoding counts alike.
        self._is_ascii = text.isascii()
        self._starts = [0, *(end.end() for end in _LINE_END.finditer(text))]

    @property
    def n_lines(self) -> int:
        """Give the number of lines; a text that ends with a line end has an empty last one."""
        return len(self._starts)

    def line_span(self, line: int) -> Span:
        """Give the span of one line without its line end."""
        start = self._starts[line]
        if line + 1 == len(self._starts):
            return Span(start, len(self._text))
        end = self._starts[line + 1]
        is_pair = end - start >= 2 and self._text[end - 2 : end] == "\r\n"
        return Span(start, end - (2 if is_pair else 1))

    def line(self, offset: int) -> int:
        """Give the line of an offset."""
        return bisect_right(self._starts, max(0, min(offset, len(self._text)))) - 1

    def position(self, offset: int, encoding: Encoding) -> Position:
        """Give the line and column of an offset.

        An offset outside the text counts as its start or end, one in the middle
        of "\\r\\n" as the end of the line before it.
        """
        offset = max(0, min(offset, len(self._text)))
        line = bisect_right(self._starts, offset) - 1
        span = self.line_span(line)
        return Position(line, self._width(span.start, min(offset, span.end), encoding))

    def offset(self, position: Position, encoding: Encoding) -> int:
        """Give the offset of a line and column.

        A column past its line counts as the line's end, a line past the text as
        the text's end, a column inside a character as that character's start.
        """
        if position.line < 0:
            return 0
        if position.line >= len(self._starts):
            return len(self._text)
        span = self.line_span(position.line)
        wanted = max(0, position.character)
        # No encoding uses less than one unit for a character, so the characters
        # up to `wanted` are all that can matter, however long the line is.
        end = min(span.end, span.start + wanted)
        if encoding is Encoding.UTF_32 or self._is_ascii or self._text[span.start : end].isascii():
            return end
        offset = span.start
        for character in self._text[span.start : end]:
            wanted -= _units(character, encoding)
            if wanted < 0:
                break
            offset += 1
        return offset

    def range(self, span: Span, encoding: Encoding) -> Range:
        """Give the range of positions of a span."""
        return Range(self.position(span.start, encoding), self.position(span.end, encoding))

    def _width(self, start: int, end: int, encoding: Encoding) -> int:
        """Count the units between two offsets of one line."""
        if self._is_ascii or encoding is Encoding.UTF_32:
            return end - start
        part = self._text[start:end]
        if part.isascii():
            return end - start
        # "surrogatepass" counts half a surrogate pair, which a text may hold alone,
        # as one unit of UTF-16 and as three bytes of UTF-8.
        if encoding is Encoding.UTF_16:
            return len(part.encode("utf-16-le", "surrogatepass")) // 2
        return len(part.encode("utf-8", "surrogatepass"))


_LINE_END = re.compile(r"\r\n?|\n")


def _units(character: str, encoding: Encoding) -> int:
    """Count the units of one character."""
    code_point = ord(character)
    if encoding is Encoding.UTF_16:
        return 1 if code_point < 0x10000 else 2
    if code_point < 0x80:
        return 1
    if code_point < 0x800:
        return 2
    return 3 if code_point < 0x10000 else 4
