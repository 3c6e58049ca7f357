"""A piece of tree at another place of its file.

Place: frontends/python/syntax/. `parse` moves declarations that an edit did not change.
"""

from __future__ import annotations

from typing import TypeVar

from heapwright.records import fields, is_dataclass
from heapwright.text.span import Span

Piece = TypeVar("Piece")


def moved(piece: Piece, distance: int) -> Piece:
    """Give an equal piece with all its spans moved; recursion as deep as the tree."""
    if isinstance(piece, tuple):
        return tuple([moved(item, distance) for item in piece])  # type: ignore[return-value]
    if isinstance(piece, Span):
        return Span(piece.start + distance, piece.end + distance)  # type: ignore[return-value]
    names = field_names(piece)
    if not names:
        return piece
    return type(piece)(*[moved(getattr(piece, name), distance) for name in names])


_names: dict[str, tuple[str, ...]] = {}  # of fields, by the class that has them


def field_names(piece: object) -> tuple[str, ...]:
    """Give the fields of a dataclass; the classes of a tree have different names."""
    kind = type(piece).__name__
    if kind not in _names:
        _names[kind] = tuple(one.name for one in fields(piece)) if is_dataclass(piece) else ()
    return _names[kind]
