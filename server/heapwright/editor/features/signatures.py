"""Which parameters the call around the cursor takes, and which one the cursor is at.

Place: editor/features/. The brackets are found in the tokens before the cursor, because the tree of
a call that is being typed ends where its text ends; the name before them is looked up.
"""

from __future__ import annotations

from heapwright.editor.features.words import parameters, signature, type_text
from heapwright.frontends.tiny.declare.class_table import ParameterInfo
from heapwright.frontends.tiny.names.entities import EntityKind, Use
from heapwright.frontends.tiny.names.names import Names
from heapwright.frontends.tiny.names.probe import cursor_at
from heapwright.frontends.tiny.syntax.lexemes import Lexeme
from heapwright.frontends.tiny.syntax.parse import Parsed
from heapwright.records import dataclass


@dataclass(frozen=True, slots=True)
class Signature:
    """The head of what is called; `active` is the parameter at the cursor, from zero."""

    label: str
    parameters: tuple[str, ...]
    active: int


def signature_at(names: Names, path: str, parsed: Parsed, offset: int) -> Signature | None:
    """Give the signature of the innermost call around the cursor."""
    for callee, active in _calls_around(parsed, offset):
        found = _signature(names, path, callee, active)
        if found is not None:
            return found
    return None


def _calls_around(parsed: Parsed, offset: int) -> list[tuple[Lexeme, int]]:
    """Give the name and the number of commas of each open bracket, innermost first."""
    cursor = cursor_at(parsed, offset)
    if cursor is None:
        return []
    opened: list[tuple[Lexeme | None, int]] = []
    previous: Lexeme | None = None
    for lexeme in cursor.before:
        if lexeme.terminal in ("LPAR", "LBRACKET", "LBRACE"):
            is_call = previous is not None and previous.text[:1].isidentifier()
            opened.append((previous if is_call else None, 0))
        elif lexeme.terminal in ("RPAR", "RBRACKET", "RBRACE"):
            if opened:
                opened.pop()
        elif lexeme.terminal == "COMMA" and opened:
            callee, n_commas = opened[-1]
            opened[-1] = (callee, n_commas + 1)
        previous = lexeme
    return [(callee, n) for callee, n in reversed(opened) if callee is not None]


def _signature(names: Names, path: str, callee: Lexeme, active: int) -> Signature | None:
    located = names.at(path, callee.end)
    if located is None or located.span.start != callee.start or located.use is Use.DECLARES:
        return None
    infos: tuple[ParameterInfo, ...]
    match located.entity.kind:
        case EntityKind.METHOD | EntityKind.INVARIANT:
            method = names.method(located.entity)
            if method is None:
                return None
            label, infos = signature(method), method.parameters
        case EntityKind.SPEC:
            spec = names.table.specs.get(located.entity.name)
            if spec is None:
                return None
            label, infos = f"spec {spec.name}({parameters(spec.parameters)})", spec.parameters
        case _:
            return None
    shown = tuple(f"{type_text(info.type)} {info.name}" for info in infos)
    return Signature(label, shown, min(active, max(len(shown) - 1, 0)))
