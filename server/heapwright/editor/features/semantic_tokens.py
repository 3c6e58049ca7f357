"""What to colour, and as what.

Place: editor/features/. For tiny files every token that has a meaning: what a name is (a field, a
parameter, a spec) is only known after looking it up. For Python only what a Python server
cannot know: comments for heapwright and the HEX formulas in `@structure("…")`.
Tokens come in the order of the text, do not overlap, and never reach over a line end.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from heapwright.frontends.hex.parse import hex_lexer
from heapwright.frontends.lalr import END
from heapwright.frontends.lexing import lex
from heapwright.frontends.python.syntax import tree as python_tree
from heapwright.frontends.python.syntax.dotted_names import structures
from heapwright.frontends.python.syntax.parse import Parsed as PythonParsed
from heapwright.frontends.python.syntax.walk import walk
from heapwright.frontends.python.table.marks import WORDS
from heapwright.frontends.tiny.declare.class_table import ClassTable
from heapwright.frontends.tiny.names.entities import Entity, EntityKind, Located, Use
from heapwright.frontends.tiny.names.names import Names
from heapwright.frontends.tiny.syntax import lexemes
from heapwright.frontends.tiny.syntax.parse import Parsed as TinyParsed
from heapwright.records import dataclass
from heapwright.text.span import Span

# The names are those of the protocol; a token holds indices into these.
KINDS = (
    "class",
    "type",
    "parameter",
    "variable",
    "property",
    "function",
    "method",
    "macro",
    "keyword",
    "comment",
    "string",
    "number",
    "operator",
    "decorator",
)
MODIFIERS = ("declaration", "static", "modification", "defaultLibrary")


@dataclass(frozen=True, slots=True)
class Token:
    """A stretch of one line, its kind and its modifiers as a bit set."""

    start: int
    end: int
    kind: int
    modifiers: int = 0


def tiny_tokens(names: Names, path: str, parsed: TinyParsed, within: Span | None) -> list[Token]:
    """Give the tokens of a tiny file, or only those of the declarations near a range."""
    found: list[Token] = []
    meanings = _meanings(names, path, within)
    for placed in lexemes.placed_chunks(parsed):
        if within is not None and (placed.end < within.start or placed.start > within.end):
            continue
        before = ""
        for lexeme in lexemes.lexemes_of_chunk(placed, parsed.text):
            found += _tokens(names.table, lexeme, before, meanings)
            before = lexeme.terminal
    if within is None:
        return found
    return [token for token in found if token.end > within.start and token.start < within.end]


def python_tokens(text: str, parsed: PythonParsed) -> list[Token]:
    """Give the tokens of what a Python file says to heapwright."""
    found: list[Token] = []
    for match in _MARK.finditer(text):
        found.append(_token(match.start(1), match.end(1), "decorator"))
        if match[2] in WORDS:
            found.append(_token(match.start(2), match.end(2), "keyword"))
    for statement in walk(parsed.tree.body):
        if isinstance(statement, python_tree.ClassDef):
            for literal in structures(statement):
                found += _formula_tokens(text, literal.span)
    found.sort(key=lambda token: (token.start, token.end))
    return _apart(found)


_MARK = re.compile(r"^[ \t]*[^#\n]*#[ \t]*(heapwright:)[ \t]*(\w*)", re.MULTILINE)


def _token(start: int, end: int, kind: str, *modifiers: str) -> Token:
    bits = 0
    for modifier in modifiers:
        bits |= _BITS[modifier]
    return Token(start, end, _INDICES[kind], bits)


_INDICES = {kind: index for index, kind in enumerate(KINDS)}
_BITS = {modifier: 1 << index for index, modifier in enumerate(MODIFIERS)}


def _apart(tokens: Sequence[Token]) -> list[Token]:
    """Drop a token that begins before the one before it ends."""
    kept: list[Token] = []
    for token in tokens:
        if token.start < token.end and (not kept or token.start >= kept[-1].end):
            kept.append(token)
    return kept


# --- The tiny language -----------------------------------------------------------------

_Meanings = dict[int, Located]


def _meanings(names: Names, path: str, within: Span | None) -> _Meanings:
    """Give the meaning of each name by the offset at which it starts."""
    return {
        located.span.start: located
        for holder in names.holders(path)
        if within is None
        or (holder.offset <= within.end and within.start <= holder.offset + holder.node.span.end)
        for located in names.located(holder)
    }


def _tokens(
    table: ClassTable, lexeme: lexemes.Lexeme, before: str, meanings: _Meanings
) -> Iterator[Token]:
    located = meanings.get(lexeme.start)
    if located is not None and located.span.end == lexeme.end:
        yield _named(table, located)
    elif lexeme.terminal == lexemes.COMMENT:
        yield from _lines_of_comment(lexeme)
    elif lexeme.terminal == lexemes.INCLUDE:
        yield from _include(lexeme)
    elif lexeme.terminal in ("INT", "LONG_INT"):
        yield _token(lexeme.start, lexeme.end, "number")
    elif lexeme.terminal == "NAME":
        yield from _unknown_name(lexeme, before)
    elif lexeme.text.isidentifier():
        yield _token(lexeme.start, lexeme.end, "keyword")
    elif lexeme.terminal in _OPERATORS:
        yield _token(lexeme.start, lexeme.end, "operator")


_OPERATORS = (
    *("ASSIGN", "OR", "AND", "EQUAL", "EQUAL_EQUAL", "NOT_EQUAL", "LESS", "LESS_EQUAL"),
    *("GREATER", "GREATER_EQUAL", "PLUS", "MINUS", "STAR", "SLASH", "PERCENT"),
    *("TILDE", "BANG", "BAR", "QUESTION"),
)
_KINDS_OF_ENTITIES = {
    EntityKind.CLASS: "class",
    EntityKind.FIELD: "property",
    EntityKind.METHOD: "method",
    EntityKind.INVARIANT: "function",
    EntityKind.SPEC: "function",
    EntityKind.TEST: "function",
    EntityKind.PARAMETER: "parameter",
    EntityKind.LOCAL: "variable",
}


def _named(table: ClassTable, located: Located) -> Token:
    modifiers = []
    if located.use is Use.DECLARES:
        modifiers.append("declaration")
    if _is_static(table, located.entity):
        modifiers.append("static")
    if located.use is Use.WRITES:
        modifiers.append("modification")
    if located.entity.kind is EntityKind.CLASS:
        info = table.classes.get(located.entity.name)
        if info is not None and info.place is None:
            modifiers.append("defaultLibrary")
    kind = _KINDS_OF_ENTITIES[located.entity.kind]
    return _token(located.span.start, located.span.end, kind, *modifiers)


def _is_static(table: ClassTable, entity: Entity) -> bool:
    owner = table.classes.get(entity.owner)
    method = None if owner is None else owner.methods.get(entity.name)
    return entity.kind is EntityKind.METHOD and method is not None and method.is_static


def _unknown_name(lexeme: lexemes.Lexeme, before: str) -> Iterator[Token]:
    """Colour the names that mean nothing that is declared."""
    if lexeme.text in ("int", "bool", "void"):
        yield _token(lexeme.start, lexeme.end, "type", "defaultLibrary")
    elif (lexeme.text in ("hex", "calls") and not lexeme.is_hex) or lexeme.text == "this":
        yield _token(lexeme.start, lexeme.end, "keyword")
    elif before == "AT":
        yield _token(lexeme.start, lexeme.end, "macro")


def _lines_of_comment(lexeme: lexemes.Lexeme) -> Iterator[Token]:
    start = lexeme.start
    for line in re.split(r"\r\n|\n|\r", lexeme.text):
        if line:
            yield _token(start, start + len(line), "comment")
        start += len(line)
        start += 2 if lexeme.text.startswith("\r\n", start - lexeme.start) else 1


def _include(lexeme: lexemes.Lexeme) -> Iterator[Token]:
    end = lexeme.start + len("include")
    yield _token(lexeme.start, end, "keyword")
    rest = lexeme.text[len("include") :]
    path = rest.strip().rstrip(";").rstrip()
    if path and "\r" not in path:
        start = end + rest.index(path)
        yield _token(start, start + len(path), "string")


# --- Formulas in Python ----------------------------------------------------------------

_QUOTES = re.compile(r"[rRbBuUfF]*(\"\"\"|'''|\"|')")


def _formula_tokens(text: str, span: Span) -> Iterator[Token]:
    """Colour the formula in a string that stands as it is, without escapes."""
    literal = text[span.start : span.end]
    opening = _QUOTES.match(literal)
    if opening is None or "\\" in literal or "f" in literal[: opening.start(1)].lower():
        return
    start, end = opening.end(), len(literal) - len(opening[1])
    for value, first, last, _, terminal in lex(hex_lexer(), literal[start:end]):
        if terminal == END:
            return
        place = (span.start + start + first, span.start + start + last)
        if terminal == "NAME":
            yield _token(*place, "keyword" if value == "this" else "property")
        elif value.isidentifier():
            yield _token(*place, "keyword")
        elif terminal in _OPERATORS:
            yield _token(*place, "operator")
