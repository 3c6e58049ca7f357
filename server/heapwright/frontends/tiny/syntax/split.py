"""Cut a tiny file into chunks that can be parsed on their own.

Place: frontends/tiny/syntax/. `parse` and `incremental` call `cut_chunk` again and again,
left to right. A chunk is a function of the text from its start on and of one
bit, whether a class is open there; `reach` says how much of that text was
looked at, so that an edit behind it leaves the chunk alone.

Broken text must not spoil what follows it. Three facts of the grammar help: a
`;` is valid only inside braces, so elsewhere it ends a member; `class` is never
a name; and two names never stand side by side in an expression, so that
`int size(` on a new line starts a method even when a brace above is not closed.
White space and comments belong to the chunk behind them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum

from heapwright.frontends.lalr import END, Slot
from heapwright.frontends.lexing import Lexer, token_of
from heapwright.records import dataclass


class ChunkKind(Enum):
    """What a chunk is; where it has a start symbol in the grammar, that is its value."""

    INCLUDE = "include"
    CLASS_HEAD = "class_head"
    MEMBER = "member"
    HEX = "hex"
    CLASS_END = "class_end"
    SPEC = "spec"
    SCOPE = "scope"
    TEST = "test"
    MAIN = "main"
    STRAY = "stray"  # closing braces or semicolons that close nothing
    SPACE = "space"  # white space and comments at the end of the file


# Words that are names where the grammar does not accept them.
SOFT_WORDS = frozenset(
    {"PRIVATE", "STATIC", "SPEC", "SCOPE", "TEST", "INVARIANT", "TRY", "CATCH", "ASSERT"}
)


@dataclass(frozen=True, slots=True)
class Cut:
    """A chunk before it is parsed; the tokens' offsets count from its first token."""

    kind: ChunkKind
    space: int  # length of white space and comments before the first token
    length: int
    reach: int  # how many characters from its start decided where it ends
    tokens: list[Slot]


def cut_chunk(lexer: Lexer, text: str, start: int, in_class: bool) -> Cut | None:
    """Cut the chunk that begins at `start`; None at the end of the text."""
    if start == len(text):
        return None
    # Only names and brackets matter here, but `parse` needs all tokens anyway.
    matches = lexer.pattern.finditer(text, start)
    first = next(matches)
    base = first.start(first.lastindex or 0)
    ahead = _Ahead(lexer, text, base, matches, [token_of(lexer, first, base)])
    space = base - start
    kind = _kind_in_class(ahead) if in_class else _kind_at_top(ahead)
    if kind is ChunkKind.SPACE:
        length = len(text) - start
        return Cut(kind, length, length, length + 1, [])
    if kind is ChunkKind.INCLUDE:
        length, reach = _measure_include(text, base)
        return Cut(kind, space, space + length, space + reach, [])
    if kind is ChunkKind.CLASS_HEAD:
        n_tokens = _end_of_class_head(ahead)
    elif kind is ChunkKind.CLASS_END:
        n_tokens = 1
    elif kind is ChunkKind.STRAY:
        n_tokens = _end_of_stray(ahead)
    else:
        n_tokens = _end_of_body(ahead, kind)
    last_seen = ahead.tokens[-1]
    # A semicolon or brace is what it is; any other token might have been longer.
    margin = 0 if last_seen[4] in ("SEMICOLON", "RBRACE", "LBRACE") else 1
    tokens = ahead.tokens[:n_tokens]
    return Cut(kind, space, space + tokens[-1][2], space + last_seen[2] + margin, tokens)


def is_in_class_after(kind: ChunkKind, in_class: bool) -> bool:
    """Say whether a class is open behind a chunk."""
    return kind is ChunkKind.CLASS_HEAD or (
        in_class and kind in (ChunkKind.MEMBER, ChunkKind.HEX, ChunkKind.SPACE, ChunkKind.STRAY)
    )


@dataclass(slots=True)
class _Ahead:
    """Tokens read so far; reads on when asked for more. Local to one cut."""

    lexer: Lexer
    text: str
    base: int
    matches: Iterator[re.Match[str]]
    tokens: list[Slot]

    def token(self, index: int) -> Slot:
        while index >= len(self.tokens):
            if self.tokens[-1][4] == END:
                return self.tokens[-1]
            self.tokens.append(token_of(self.lexer, next(self.matches), self.base))
        return self.tokens[index]

    def is_name(self, index: int) -> bool:
        terminal = self.token(index)[4]
        return terminal == "NAME" or terminal in SOFT_WORDS

    def is_first_on_line(self, index: int) -> bool:
        before = self.tokens[index - 1][2] + self.base
        return "\n" in self.text[before : self.tokens[index][1] + self.base]


_AFTER_NAME = {"SPEC": "LPAR", "SCOPE": "LESS_EQUAL", "TEST": "LBRACE"}
_KINDS = {"SPEC": ChunkKind.SPEC, "SCOPE": ChunkKind.SCOPE, "TEST": ChunkKind.TEST}


def _kind_at_top(ahead: _Ahead) -> ChunkKind:
    terminal = ahead.token(0)[4]
    if terminal == END:
        return ChunkKind.SPACE
    if terminal == "CLASS":
        return ChunkKind.CLASS_HEAD
    if terminal == "RBRACE":
        return ChunkKind.STRAY
    if terminal in _KINDS and ahead.is_name(1):
        return _KINDS[terminal]
    return ChunkKind.INCLUDE if _is_include(ahead, 0) else ChunkKind.MAIN


def _kind_in_class(ahead: _Ahead) -> ChunkKind:
    text, _, _, _, terminal = ahead.token(0)
    if terminal == END:
        return ChunkKind.SPACE
    if terminal == "CLASS":
        return ChunkKind.CLASS_HEAD
    if terminal == "RBRACE":
        return ChunkKind.CLASS_END
    if terminal == "SEMICOLON":
        return ChunkKind.STRAY
    if _starts_declaration(ahead, 0):
        return _KINDS[terminal]
    return ChunkKind.HEX if text == "hex" and ahead.token(1)[4] == "LBRACE" else ChunkKind.MEMBER


def _starts_declaration(ahead: _Ahead, index: int) -> bool:
    """Recognise `spec NAME (`, `scope NAME <=` and `test NAME {`.

    With the name `catch` only on a new line: `try spec catch (e)` is a variable and its
    handler.
    """
    third = _AFTER_NAME.get(ahead.token(index)[4])
    return (
        third is not None
        and ahead.is_name(index + 1)
        and (ahead.token(index + 1)[4] != "CATCH" or not index or ahead.is_first_on_line(index))
        and ahead.token(index + 2)[4] == third
    )


# --- Where a chunk ends: each gives the number of its tokens ---------------------


def _end_of_class_head(ahead: _Ahead) -> int:
    """Take what belongs to a head, and anything else on its line up to the brace."""
    index = 1
    while True:
        terminal = ahead.token(index)[4]
        if terminal == "LBRACE":
            return index + 1
        if terminal in ("CLASS", END, "SEMICOLON", "RBRACE", "LPAR", "ASSIGN"):
            return index
        fits = terminal == "EXTENDS" or (
            ahead.tokens[index - 1][4] in ("CLASS", "EXTENDS") and ahead.is_name(index)
        )
        if not fits and (ahead.is_first_on_line(index) or terminal in ("PRIVATE", "STATIC")):
            return index
        index += 1


def _end_of_stray(ahead: _Ahead) -> int:
    wanted = ahead.token(0)[4]
    index = 1
    while ahead.token(index)[4] == wanted:
        index += 1
    return index


def _end_of_body(ahead: _Ahead, kind: ChunkKind) -> int:
    ends_with_semicolon = kind in (ChunkKind.MEMBER, ChunkKind.SPEC, ChunkKind.SCOPE)
    ends_with_brace = kind in (ChunkKind.TEST, ChunkKind.HEX)
    n_open = 0
    index = 0
    tokens = ahead.tokens
    while True:
        # Most tokens are read already, and a call for each was a third of the time.
        terminal = (tokens[index] if index < len(tokens) else ahead.token(index))[4]
        if terminal == "NAME" or terminal in SOFT_WORDS:
            if index and _is_forced_start(ahead, kind, index, n_open):
                return index
        elif terminal == "SEMICOLON":
            if not n_open and ends_with_semicolon:
                return index + 1
        elif terminal == "LBRACE":
            n_open += 1
        elif terminal == "RBRACE":
            if not n_open:
                return index
            n_open -= 1
            if not n_open and ends_with_brace:
                return index + 1
        elif terminal in ("CLASS", END):
            return index
        index += 1


def _is_forced_start(ahead: _Ahead, kind: ChunkKind, index: int, n_open: int) -> bool:
    """Say whether the name at `index` can only begin something new."""
    terminal = ahead.tokens[index][4]
    before = ahead.tokens[index - 1][4]
    if before == "RBRACE" and not n_open and kind in (ChunkKind.MEMBER, ChunkKind.SPEC):
        # `{ … } name`: the semicolon behind a block was forgotten.
        return terminal != "CATCH"
    if kind is ChunkKind.MAIN and ahead.tokens[index][0] == "include" and not n_open:
        return ahead.is_first_on_line(index) and _is_include(ahead, index)
    after = ahead.token(index + 1)[4]
    if after in ("NAME", "NEW") or after in SOFT_WORDS:
        if kind is ChunkKind.MEMBER and index <= 2 and _are_modifiers(ahead.tokens[:index]):
            return False
        if _starts_declaration(ahead, index):
            return True
        return (
            kind in (ChunkKind.MEMBER, ChunkKind.HEX)
            and ahead.is_first_on_line(index)
            and _starts_member(ahead, index)
        )
    return (
        after == "LBRACE"
        and kind in (ChunkKind.MEMBER, ChunkKind.HEX)
        and ahead.tokens[index][0] == "hex"
        and ahead.is_first_on_line(index)
    )


def _are_modifiers(tokens: list[Slot]) -> bool:
    return all(token[4] in ("PRIVATE", "STATIC") for token in tokens)


def _starts_member(ahead: _Ahead, index: int) -> bool:
    """Recognise `private …`, `static …`, `TYPE NAME ( ) :=` and `TYPE NAME ( TYPE NAME`."""
    if ahead.tokens[index][4] in ("PRIVATE", "STATIC"):
        return True
    if not ahead.is_name(index + 1) or ahead.token(index + 2)[4] != "LPAR":
        return False
    if ahead.token(index + 3)[4] == "RPAR":
        return ahead.token(index + 4)[4] == "ASSIGN"
    return ahead.is_name(index + 3) and ahead.is_name(index + 4)


# --- Includes, whose file names are no tokens -------------------------------------

# What follows the word `include` when it is a variable: an operator or a closer.
_INCLUDE = re.compile(r"include(?:[ \t]*(?:\"|\r?\n|\Z)|[ \t]+(?:\.\.?/|(?!instanceof\b)[^\W]|/))")
_INCLUDE_LINE = re.compile(r'include[ \t]*(?:"[^"\n]*"?(?:[ \t]*;)?|[^\n]*)')
_BLANKS = re.compile(r"[ \t]*")


def _is_include(ahead: _Ahead, index: int) -> bool:
    text, start, _, _, _ = ahead.token(index)
    if text != "include":
        return False
    # The expression looks at most three tokens further, and `reach` must know.
    ahead.token(index + 3)
    return _INCLUDE.match(ahead.text, start + ahead.base) is not None


def _measure_include(text: str, base: int) -> tuple[int, int]:
    """Give the length of an include and how far one looks to know it."""
    line = _INCLUDE_LINE.match(text, base)
    assert line is not None  # `_is_include` has seen the word
    blanks = _BLANKS.match(text, line.end())
    assert blanks is not None
    return len(line[0].rstrip("\r")), blanks.end() + 1 - base
