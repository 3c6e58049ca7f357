"""Lay a tiny file out anew: same tokens, same comments, other spaces and line ends.

Place: frontends/tiny/layout/. The editor formats with this. Only what stands between two lexemes
changes, so the meaning cannot, and every comment stays where it was. A declaration with a
syntax problem is left as it is.

Lines are broken where the writer broke them, with three exceptions. Declarations, and the
members of a class, begin lines of their own. What stands in braces is either all on one
line, or each item has its line. A line that is too long is broken at its loosest places.
The layout is therefore a function of the tokens and of the breaks; it keeps the breaks
that it made itself, and so formatting twice changes nothing more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from heapwright.frontends.tiny.layout.items import Item, items_of
from heapwright.frontends.tiny.layout.line_breaks import decide_breaks
from heapwright.frontends.tiny.syntax.incremental import Edit
from heapwright.frontends.tiny.syntax.lexemes import COMMENT, lexemes_of_chunk, placed_chunks
from heapwright.frontends.tiny.syntax.parse import Parsed, parse
from heapwright.records import dataclass
from heapwright.text.span import Span


@dataclass(frozen=True, slots=True)
class Gap:
    """What stands before an item, or at the end of the file, and what should."""

    span: Span
    text: str


def format_edits(parsed: Parsed, within: Span | None = None) -> list[Edit]:
    """Give the edits that lay a file out, in order; with `within` only those near a range.

    Near means: of the declarations and members that the range touches.
    """
    edits = layout_edits(parsed)
    if not edits or not _is_same(parsed, apply_edits(parsed.text, edits)):
        return []
    if within is None:
        return edits
    near = _touched(parsed, within)
    return [edit for edit in edits if near.start <= edit.start and edit.end <= near.end]


def layout_edits(parsed: Parsed) -> list[Edit]:
    """Give the edits without looking at what they do; tests make sure that it is nothing."""
    return [
        Edit(gap.span.start, gap.span.end, gap.text)
        for gap in _gaps(parsed)
        if parsed.text[gap.span.start : gap.span.end] != gap.text
    ]


def apply_edits(text: str, edits: Sequence[Edit]) -> str:
    """Apply edits that are in order and do not overlap, all at once."""
    parts: list[str] = []
    done = 0
    for edit in edits:
        parts += (text[done : edit.start], edit.text)
        done = edit.end
    return "".join([*parts, text[done:]])


def _is_same(parsed: Parsed, formatted: str) -> bool:
    """Make sure that the new text says what the old one says.

    It does by construction, but where text is broken a line end can tell the parser where
    a declaration begins; and a formatter that changes a meaning is worse than none. A piece
    of tree follows from the kind and the tokens of its chunk, so these are compared: trees
    can be too deep for `==`.
    """
    return _said(parsed) == _said(parse(formatted))


def _said(parsed: Parsed) -> tuple[list[tuple[str, ...]], list[str]]:
    """Give the tokens with what their chunks are, and the comments."""
    tokens: list[tuple[str, ...]] = []
    comments: list[str] = []
    for placed in placed_chunks(parsed):
        if placed.chunk.code:
            tokens.append((placed.chunk.kind.value,))
        for lexeme in lexemes_of_chunk(placed, parsed.text):
            if lexeme.terminal == COMMENT:
                comments.append(lexeme.text)
            else:
                tokens.append((lexeme.terminal, lexeme.text))
    return tokens, comments


def _gaps(parsed: Parsed) -> Iterator[Gap]:
    """Give every gap of the file with the text that it should have."""
    text = parsed.text
    line_end = "\r\n" if "\r\n" in text else "\n"
    behind = 0
    items = items_of(parsed)
    decide_breaks(items)
    previous: Item | None = None
    for item in items:
        yield Gap(Span(behind, item.start), _between(previous, item, line_end))
        behind, previous = item.end, item
    yield Gap(Span(behind, len(text)), line_end if items else "")


def _between(previous: Item | None, item: Item, line_end: str) -> str:
    if previous is None:
        return ""
    if item.breaks:
        return line_end * item.breaks + " " * item.indent
    return " " * item.space


def _touched(parsed: Parsed, within: Span) -> Span:
    """Widen a range to whole members and declarations, with the space around them."""
    start, end = within.start, within.end
    for begin, unit in zip(parsed.starts, parsed.units, strict=True):
        if begin > within.end:
            break
        if begin + unit.length < within.start:
            continue
        is_flat = "\n" not in parsed.text[begin + unit.chunks[0].space : begin + unit.length]
        at = begin
        for chunk in unit.chunks:
            if is_flat or (at <= within.end and within.start <= at + chunk.length):
                start, end = min(start, at), max(end, at + chunk.length)
            at += chunk.length
    return Span(start, end)
