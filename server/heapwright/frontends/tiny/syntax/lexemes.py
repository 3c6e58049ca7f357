"""All that is written in a tiny file: its tokens and its comments, in order.

Place: frontends/tiny/syntax/. The formatter, the folding and the colouring read these. A chunk's
lexemes are a function of its kind and its text. `include` and broken declarations have no
tokens of the grammar; they are lexemes of their own kind.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from heapwright.frontends.hex.parse import hex_lexer
from heapwright.frontends.lalr import END
from heapwright.frontends.lexing import UNCLOSED, Lexer, lex
from heapwright.frontends.tiny.syntax.parse import Chunk, Parsed, Unit, tiny_lexer
from heapwright.frontends.tiny.syntax.split import ChunkKind
from heapwright.records import dataclass

COMMENT = "COMMENT"
INCLUDE = "INCLUDE"


@dataclass(frozen=True, slots=True)
class Lexeme:
    """A token, a comment or an include, with the terminal of the grammar it belongs to."""

    text: str
    start: int
    end: int
    terminal: str
    is_hex: bool = False


@dataclass(frozen=True, slots=True)
class PlacedChunk:
    """A chunk, its unit, and where its text (white space and comments first) begins."""

    start: int
    chunk: Chunk
    unit: Unit

    @property
    def code_start(self) -> int:
        """Give the offset of the chunk's first token."""
        return self.start + self.chunk.space

    @property
    def end(self) -> int:
        """Give the offset behind the chunk."""
        return self.start + self.chunk.length


def placed_chunks(parsed: Parsed) -> Iterator[PlacedChunk]:
    """Give all chunks of a file in order."""
    for start, unit in zip(parsed.starts, parsed.units, strict=True):
        for chunk in unit.chunks:
            yield PlacedChunk(start, chunk, unit)
            start += chunk.length


def chunk_at(parsed: Parsed, offset: int) -> PlacedChunk | None:
    """Give the chunk that holds an offset; at a seam the one that ends there, if it has code."""
    found: PlacedChunk | None = None
    for placed in placed_chunks(parsed):
        if placed.start > offset:
            break
        if placed.start == offset and found is not None and found.chunk.code:
            break
        found = placed
    return found


def lexemes_of(parsed: Parsed) -> Iterator[Lexeme]:
    """Give the tokens and comments of a file in order."""
    for placed in placed_chunks(parsed):
        yield from lexemes_of_chunk(placed, parsed.text)


def lexemes_of_chunk(placed: PlacedChunk, text: str) -> Iterator[Lexeme]:
    """Give the tokens and comments of a chunk in absolute offsets."""
    start = placed.code_start
    if placed.chunk.space:
        yield from _comments(text, placed.start, start)
    for lexeme in _lexemes_of_code(placed.chunk.kind, placed.chunk.code):
        yield Lexeme(
            lexeme.text, lexeme.start + start, lexeme.end + start, lexeme.terminal, lexeme.is_hex
        )


# After an edit most chunks are what they were. Cutting 2,000 lines anew took 60 ms, and
# three features do it on every edit.
@lru_cache(maxsize=4_096)
def _lexemes_of_code(kind: ChunkKind, code: str) -> tuple[Lexeme, ...]:
    """Cut the text of a chunk, which begins with its first token."""
    match kind:
        case ChunkKind.SPACE:
            return ()
        case ChunkKind.INCLUDE:
            return (Lexeme(code, 0, len(code), INCLUDE),)
        case ChunkKind.HEX:
            inside = code.index("{") + 1
            end = len(code) - code.endswith("}")
            return (
                *_tokens(tiny_lexer(), code, 0, inside),
                *_tokens(hex_lexer(), code, inside, end, is_hex=True),
                *_tokens(tiny_lexer(), code, end, len(code)),
            )
        case _:
            return tuple(_tokens(tiny_lexer(), code, 0, len(code)))


def _tokens(
    lexer: Lexer, text: str, start: int, end: int, *, is_hex: bool = False
) -> Iterator[Lexeme]:
    """Cut a stretch of text into tokens and the comments between them."""
    behind = start
    for value, first, last, _, terminal in lex(lexer, text[start:end]):
        first, last = first + start, last + start
        if first > behind:
            yield from _comments(text, behind, first)
        if terminal == END:
            return
        if terminal == UNCLOSED:
            yield Lexeme(value, first, last, COMMENT)
        else:
            yield Lexeme(value, first, last, terminal, is_hex)
        behind = last


_COMMENT = re.compile(r"//[^\n]*|/\*[\s\S]*?(?:\*/|\Z)")


def _comments(text: str, start: int, end: int) -> Iterator[Lexeme]:
    """Find the comments in what the lexer passes over; without spaces at their end."""
    for match in _COMMENT.finditer(text, start, end):
        shown = match[0].rstrip()
        yield Lexeme(shown, match.start(), match.start() + len(shown), COMMENT)
