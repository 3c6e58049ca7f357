"""A document together with what its text says: tree and names.

Place: workspace/. The server makes a view for each request that is about a text and hands
its parts to `editor`. Names are kept from one edit to the next, see `frontends/tiny/names`.
"""

from __future__ import annotations

from heapwright.frontends.python.syntax.parse import Parsed as PythonParsed
from heapwright.frontends.tiny.names.names import Names, names_of
from heapwright.frontends.tiny.syntax.parse import Parsed as TinyParsed
from heapwright.records import dataclass
from heapwright.workspace.queries import tiny_files
from heapwright.workspace.snapshot import Document, Snapshot

MOST_REMEMBERED = 64


@dataclass(frozen=True, slots=True)
class TinyView:
    """A tiny document, its tree, and the names of it and of all that it includes."""

    document: Document
    parsed: TinyParsed
    names: Names


@dataclass(frozen=True, slots=True)
class PythonView:
    """A Python document and its tree."""

    document: Document
    parsed: PythonParsed


def view_of(snapshot: Snapshot, document: Document) -> TinyView | PythonView:
    """Give the view of a document."""
    match document.parsed:
        case TinyParsed() as parsed:
            return TinyView(document, parsed, tiny_names(snapshot, document))
        case PythonParsed() as python:
            return PythonView(document, python)


def tiny_names(snapshot: Snapshot, document: Document) -> Names:
    """Give the names of a tiny file; those found before the last edit are used again."""
    files = tiny_files(snapshot, document)
    before = _names.pop(document.path, None)
    # Texts that did not change are the same objects, so comparing them costs nothing.
    if before is None or [f.source for f in before.files] != [f.source for f in files]:
        before = names_of(files, before)
    _names[document.path] = before
    while len(_names) > MOST_REMEMBERED:
        del _names[next(iter(_names))]
    return before


_names: dict[str, Names] = {}
