"""The items that the formatter sets: tokens, comments, and what it leaves as it is.

Place: frontends/tiny/layout/. `layout` makes a list of them, `line_breaks` decides where lines
end. The spaces between two items on a line are decided here.
"""

from __future__ import annotations

from heapwright.frontends.tiny.syntax.lexemes import (
    COMMENT,
    INCLUDE,
    Lexeme,
    PlacedChunk,
    lexemes_of_chunk,
    placed_chunks,
)
from heapwright.frontends.tiny.syntax.parse import Parsed, Unit
from heapwright.frontends.tiny.syntax.split import SOFT_WORDS, ChunkKind
from heapwright.records import dataclass

VERBATIM = "VERBATIM"


@dataclass(slots=True)
class Item:
    """A lexeme, and how it will be set; local to one run of the formatter.

    `breaks` is how many line ends come before it, `space` how many blanks if none does,
    `indent` how many if one does.
    """

    text: str
    start: int
    end: int
    terminal: str
    is_hex: bool
    chunk: int  # the number of its chunk
    kind: ChunkKind
    begins_chunk: bool
    breaks: int
    space: int
    indent: int = 0
    partner: int = -1  # for a brace: the index of the other one

    @property
    def is_comment(self) -> bool:
        """Whether it is a comment."""
        return self.terminal == COMMENT


def items_of(parsed: Parsed) -> list[Item]:
    """Give the items of a file as they are set now, with at most one empty line between."""
    items: list[Item] = []
    behind = 0
    before_previous: Item | None = None
    verbatim: Unit | None = None
    for number, placed in enumerate(placed_chunks(parsed)):
        if placed.unit.problems:
            if placed.unit is verbatim:
                continue  # its first chunk stands for all of it
            verbatim = placed.unit
        begins = True
        for lexeme in _lexemes(placed, parsed.text):
            gap = parsed.text[behind : lexeme.start]
            previous = items[-1] if items else None
            space = _space(before_previous, previous, lexeme, gap) if previous else 0
            is_first = begins and lexeme.terminal != COMMENT
            item = Item(
                lexeme.text,
                lexeme.start,
                lexeme.end,
                lexeme.terminal,
                lexeme.is_hex,
                number,
                placed.chunk.kind,
                is_first,
                min(gap.count("\n"), 2) if previous else 0,
                space,
            )
            begins = begins and not is_first
            before_previous = previous
            items.append(item)
            behind = lexeme.end
    return items


def _lexemes(placed: PlacedChunk, text: str) -> list[Lexeme]:
    """Give the lexemes of a chunk; a unit with problems is one, behind its comments."""
    lexemes = list(lexemes_of_chunk(placed, text))
    if not placed.unit.problems:
        return lexemes
    start = placed.code_start
    end = placed.start + placed.unit.length
    comments = [lexeme for lexeme in lexemes if lexeme.start < start]
    code = text[start:end]
    return [*comments, Lexeme(code, start, end, VERBATIM)] if code else comments


# --- Spaces ------------------------------------------------------------------------

_NEVER_BEFORE = ("SEMICOLON", "COMMA", "RPAR", "RBRACKET", "DOT")
_NEVER_AFTER = ("LPAR", "LBRACKET", "DOT", "TILDE", "BANG")
_ENDS_OPERAND = frozenset(
    ("NAME", "INT", "TRUE", "FALSE", "NULL", "THIS", "RPAR", "RBRACKET", "RBRACE")
) | (SOFT_WORDS - {"TRY", "CATCH", "ASSERT"})


def _space(before_previous: Item | None, previous: Item, lexeme: Lexeme, gap: str) -> int:
    """Say how many blanks stand between two items on one line."""
    if lexeme.terminal == COMMENT:
        # What the writer aligned stays aligned.
        usual = 2 if lexeme.text.startswith("//") else 1
        return len(gap) if gap and not gap.strip(" ") else usual
    if previous.is_comment or VERBATIM in (previous.terminal, lexeme.terminal):
        return 1
    if lexeme.is_hex and previous.is_hex:
        return _space_in_hex(previous.terminal, lexeme.terminal)
    first, second = previous.terminal, lexeme.terminal
    if second in _NEVER_BEFORE or first in _NEVER_AFTER:
        return 0
    if first == "MINUS" and not _ends_operand(before_previous):
        return 0
    if second in ("LPAR", "LBRACKET"):
        is_name = first == "NAME" or first in SOFT_WORDS
        is_word = first in ("TRY", "CATCH", "ASSERT") and not _is_dot(before_previous)
        return 0 if is_name and not is_word else 1
    return 1


def _space_in_hex(first: str, second: str) -> int:
    if second in ("SEMICOLON", "RPAR", "DOT", "STAR", "PLUS", "QUESTION", "BAR"):
        return 0
    if first in ("DOT", "LPAR", "BAR", "BANG", "TILDE"):
        return 0
    if second == "LPAR":
        return 0 if first in ("NAME", "RPAR", "STAR", "PLUS", "QUESTION") else 1
    return 1


def _ends_operand(item: Item | None) -> bool:
    return item is not None and item.terminal in _ENDS_OPERAND


def _is_dot(item: Item | None) -> bool:
    return item is not None and item.terminal == "DOT"


def begins_with_break(item: Item) -> bool:
    """Whether an item cannot stand behind another one on its line."""
    return item.terminal in (INCLUDE, VERBATIM) or (item.begins_chunk and item.kind in TOP_LEVEL)


TOP_LEVEL = (
    ChunkKind.CLASS_HEAD,
    ChunkKind.SPEC,
    ChunkKind.SCOPE,
    ChunkKind.TEST,
    ChunkKind.MAIN,
    ChunkKind.INCLUDE,
)
