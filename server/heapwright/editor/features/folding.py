"""Which lines of a tiny file can be folded away.

Place: editor/features/. What stands in braces over several lines, declarations of several lines,
comments, and runs of includes. Python files are folded by the editor or a Python server.
"""

from __future__ import annotations

from collections.abc import Iterator

from heapwright.frontends.tiny.syntax.lexemes import (
    COMMENT,
    INCLUDE,
    Lexeme,
    lexemes_of,
    placed_chunks,
)
from heapwright.frontends.tiny.syntax.parse import Parsed
from heapwright.frontends.tiny.syntax.split import ChunkKind
from heapwright.records import dataclass
from heapwright.text.source import Source
from heapwright.text.span import Span


@dataclass(frozen=True, slots=True)
class Fold:
    """The lines `first` … `last`, of which `first` stays visible; kind is empty for code."""

    first: int
    last: int
    kind: str  # "", "comment" or "imports"


def folds(source: Source, parsed: Parsed) -> list[Fold]:
    """Give the folds of a file, outer ones first; no two begin on the same line."""
    line_of = source.line_index.line
    found: list[Fold] = []
    lexemes = list(lexemes_of(parsed))
    spans = (*_runs(parsed.text, lexemes), *_braces(lexemes), *_declarations(parsed))
    for span, kind in spans:
        first, last = line_of(span.start), line_of(max(span.end - 1, span.start))
        if kind == "braces":
            # The line of the closing brace stays, so that one sees the fold's end.
            last -= 1
            kind = ""
        if last > first:
            found.append(Fold(first, last, kind))
    found.sort(key=lambda fold: (fold.first, -fold.last))
    unique = {fold.first: fold for fold in reversed(found)}
    return [fold for fold in found if unique[fold.first] is fold]


def _braces(lexemes: list[Lexeme]) -> Iterator[tuple[Span, str]]:
    opened: list[int] = []
    for lexeme in lexemes:
        if lexeme.terminal == "LBRACE":
            opened.append(lexeme.start)
        elif lexeme.terminal == "RBRACE" and opened:
            yield Span(opened.pop(), lexeme.end), "braces"


def _declarations(parsed: Parsed) -> Iterator[tuple[Span, str]]:
    """Give what has a body without braces: `spec … :=` over several lines."""
    for placed in placed_chunks(parsed):
        if placed.chunk.kind in (ChunkKind.SPEC, ChunkKind.MEMBER):
            yield Span(placed.code_start, placed.end), ""


def _runs(text: str, lexemes: list[Lexeme]) -> Iterator[tuple[Span, str]]:
    """Give comments, and what stands on lines right below each other."""
    run: Lexeme | None = None
    start = end = 0
    for lexeme in lexemes:
        is_apart = run is None or not _continues(text, run, lexeme)
        if run is not None and is_apart:
            yield Span(start, end), "comment" if run.terminal == COMMENT else "imports"
            run = None
        if lexeme.terminal in (COMMENT, INCLUDE):
            if run is None:
                start = lexeme.start
            run, end = lexeme, lexeme.end
    if run is not None:
        yield Span(start, end), "comment" if run.terminal == COMMENT else "imports"


def _continues(text: str, run: Lexeme, lexeme: Lexeme) -> bool:
    gap = text[run.end : lexeme.start]
    if lexeme.terminal != run.terminal or gap.count("\n") != 1:
        return False
    return run.terminal == INCLUDE or (run.text[:2] == "//" == lexeme.text[:2])
