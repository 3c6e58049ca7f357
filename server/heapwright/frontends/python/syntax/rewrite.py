"""One tree made from another: the same but for what a caller changes.

Place: frontends/python/syntax/. Whoever changes pieces of a tree wherever they stand does it
through `map_tree`. `parse` moves declarations that an edit did not change, and text of ours that
`desugar` reads stands at one place of the program's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import is_
from types import MappingProxyType
from typing import Any, TypeAlias, TypeVar

from heapwright.frontends.python.syntax import tree
from heapwright.records import fields, is_dataclass, replace
from heapwright.text.span import Span

Piece = TypeVar("Piece")
# What becomes of the records of a class; several in a tuple stand in the place of one of a tuple.
Changes: TypeAlias = Mapping[type, Callable[[Any], Any]]

NO_NAMES: Mapping[str, str] = MappingProxyType({})
_PLAIN: frozenset[type] = frozenset((str, int, bool, type(None)))


def map_tree(piece: Piece, changes: Changes) -> Piece:
    """Give a piece whose records are changed by their classes, what is inside before what holds it.

    What does not change is shared with the old piece, and what two places of the old one share,
    they share in the new one. Recursion as deep as the tree.
    """
    untouched = _PLAIN if Span in changes else _PLAIN | {Span}
    if type(piece) in untouched:
        return piece
    made: Piece = _mapped(piece, changes, untouched, {})
    return made


# No closure: one that calls itself keeps all trees that it met until cycles are collected, which
# in a server took 2 MB for 1,000 edits.
def _mapped(
    old: Any,  # noqa: ANN401 - any part of a tree
    changes: Changes,
    untouched: frozenset[type],
    known: dict[int, Any],
) -> Any:  # noqa: ANN401
    kind = type(old)
    if kind is Span:
        return changes[Span](old)
    if kind is not tuple and id(old) in known:
        return known[id(old)]
    values = old if kind is tuple else [getattr(old, name) for name in field_names(old)]
    parts = [
        one if type(one) in untouched else _mapped(one, changes, untouched, known) for one in values
    ]
    if kind is tuple:
        return _joined(old, parts)
    new = old if all(map(is_, parts, values)) else kind(*parts)
    known[id(old)] = changes[kind](new) if kind in changes else new
    return known[id(old)]


def map_parts(piece: Piece, change: Callable[[tree.Expr], tree.Expr]) -> Piece:
    """Give an expression, or an argument, with the expressions right inside changed."""

    def changed(value: Any) -> Any:  # noqa: ANN401 - any part of a tree
        if type(value) is tuple:
            return tuple([changed(one) for one in value])
        return change(value) if isinstance(value, tree.Expr) else value

    return type(piece)(*[changed(getattr(piece, name)) for name in field_names(piece)])


def map_blocks(statement: Piece, change: Callable[[tree.Block], tree.Block]) -> Piece:
    """Give a statement with the blocks right inside changed, those of its clauses too."""
    in_body = on_field("body", change)
    for name in field_names(statement):
        match getattr(statement, name):
            case [tree.ExceptClause() | tree.Case(), *_]:
                made = on_field(name, lambda old: _joined(old, [in_body(one) for one in old]))
            case tuple() if name.endswith("body"):
                made = on_field(name, change)
            case _:
                continue
        statement = made(statement)
    return statement


def on_field(name: str, change: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Give what changes one field of a record."""

    def changed(record: Any) -> Any:  # noqa: ANN401 - any part of a tree
        old = getattr(record, name)
        new = change(old)
        return record if new is old else replace(record, **{name: new})

    return changed


def moved(piece: Piece, distance: int) -> Piece:
    """Give an equal piece with all its spans moved."""
    return map_tree(piece, {Span: lambda span: span.shifted(distance)})


def at_one_place(piece: Piece, span: Span, names: Mapping[str, str] = NO_NAMES) -> Piece:
    """Give a piece of tree that stands as a whole at one place; some names mean others."""

    def named(name: tree.Name) -> tree.Name:
        return tree.Name(names.get(name.text, name.text), span)

    return map_tree(piece, {Span: lambda _: span, tree.Name: named})


def _joined(old: tuple[Any, ...], parts: list[Any]) -> tuple[Any, ...]:
    """Give a tuple of parts, the old one where nothing changed; a part may have become several."""
    if all(map(is_, parts, old)):
        return old
    if tuple not in map(type, parts):
        return tuple(parts)
    return tuple([one for part in parts for one in (part if type(part) is tuple else (part,))])


_names: dict[type, tuple[str, ...]] = {}  # of fields, by the class that has them


def field_names(piece: object) -> tuple[str, ...]:
    """Give the fields of a record, none for anything else."""
    kind = type(piece)
    if kind not in _names:
        _names[kind] = tuple(one.name for one in fields(piece)) if is_dataclass(piece) else ()
    return _names[kind]
