"""Build a lexer from the terminals of a grammar, and cut text into tokens.

Place: frontends/. `tiny.split` and `hex.parse` call this. Lexing never fails: what
no terminal matches becomes a token of terminal BAD, and a comment without an
end becomes one of terminal UNCLOSED that reaches to the end of the text.
"""

from __future__ import annotations

import re

from heapwright.frontends.lalr import END, Slot, Tables
from heapwright.records import dataclass

BAD = "BAD"
UNCLOSED = "UNCLOSED"
LONG_INT = "LONG_INT"

# Python converts at most 4,300 digits by default.
MAX_DIGITS = 4_000

# The groups of `Lexer.pattern`; each match is the space before a token and the token.
WORD, NUMBER, SYMBOL, LOST_COMMENT, OTHER, NOTHING = range(1, 7)


@dataclass(frozen=True, slots=True)
class Lexer:
    """One regular expression for all tokens, and the terminals of fixed texts."""

    pattern: re.Pattern[str]
    terminals: dict[str, str]


def make_lexer(tables: Tables) -> Lexer:
    """Read the terminals of the grammar into a lexer."""
    fixed = {t.pattern: t.name for t in tables.terminals if t.is_text}
    expressions = {t.name: t.pattern for t in tables.terminals if not t.is_text}
    space = "|".join(t.pattern for t in tables.terminals if t.is_ignored)
    symbols = sorted(
        (text for text in fixed if not text.isidentifier()), key=lambda text: (-len(text), text)
    )
    first_characters = re.escape("".join(sorted({text[0] for text in symbols})))
    groups = (
        expressions["NAME"],
        expressions.get("INT", r"(?!)"),
        # A comment without an end starts with what may be a symbol.
        r"(?!/\*)(?:" + "|".join(map(re.escape, symbols)) + ")",
        r"/\*[\s\S]*",
        # Bad characters side by side are one token.
        rf"[^\w\s\ufeff{first_characters}]+|[\s\S]",
        r"\Z",
    )
    tokens = "|".join(f"({group})" for group in groups)
    return Lexer(re.compile(f"(?:{space})*+(?:{tokens})"), fixed)


def lex(lexer: Lexer, text: str) -> list[Slot]:
    """Cut the whole text into tokens, the last of terminal END."""
    tokens: list[Slot] = []
    position = 0
    while True:
        match = lexer.pattern.match(text, position)
        assert match is not None  # the last groups match anything and nothing
        token = token_of(lexer, match, 0)
        tokens.append(token)
        if token[4] == END:
            return tokens
        position = match.end()


def token_of(lexer: Lexer, match: re.Match[str], base: int) -> Slot:
    """Turn a match into a token whose offsets count from `base`."""
    group = match.lastindex
    assert group is not None
    text = match[group]
    start, end = match.span(group)
    if group == WORD:
        terminal = lexer.terminals.get(text, "NAME")
    elif group == SYMBOL:
        terminal = lexer.terminals[text]
    elif group == NUMBER:
        terminal = "INT" if end - start <= MAX_DIGITS else LONG_INT
    else:
        terminal = {LOST_COMMENT: UNCLOSED, OTHER: BAD, NOTHING: END}[group]
    return (text, start - base, end - base, 0, terminal)
