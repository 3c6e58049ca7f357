"""All files at one moment: open documents first, the disk behind them.

Place: workspace/. The server makes a new snapshot for every edit and hands it to whoever
answers; `queries` asks about it. A snapshot never changes: a file that was read from disk
once stays as it was for this snapshot and for those made from it, until somebody says that
the file changed (`with_disk_changes`). A document carries its tree: an edit parses again
only what it touched.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from heapwright.frontends.python.syntax.parse import Parsed as PythonParsed
from heapwright.frontends.python.syntax.parse import parse as parse_python
from heapwright.frontends.python.syntax.parse import reparse as reparse_python
from heapwright.frontends.tiny.declare.includes import Unreadable, read_from_disk
from heapwright.frontends.tiny.syntax.incremental import Edit, reparse
from heapwright.frontends.tiny.syntax.parse import Parsed as TinyParsed
from heapwright.frontends.tiny.syntax.parse import parse as parse_tiny
from heapwright.ir.core.language import PYTHON, TINY, Language, language_named
from heapwright.problems import Problem
from heapwright.records import dataclass, field, replace
from heapwright.text.source import Source
from heapwright.workspace.load import language_by_name

__all__ = ["Document", "Edit", "Snapshot", "Unreadable", "edited", "opened", "same_code"]


@dataclass(frozen=True, slots=True)
class Document:
    """One text with its tree; `version` is None for a file that no client has open."""

    source: Source
    language: Language
    version: int | None
    parsed: TinyParsed | PythonParsed

    @property
    def path(self) -> str:
        """Give the path by which the text is known."""
        return self.source.path

    @property
    def text(self) -> str:
        """Give the text."""
        return self.source.text

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Give the problems of the syntax, which need no other file."""
        return self.parsed.problems


def opened(path: str, language: str, version: int | None, text: str) -> Document:
    """Parse a whole text."""
    return Document(Source(path, text), language_named(language), version, _PARSERS[language](text))


_PARSERS: Mapping[str, Callable[[str], TinyParsed | PythonParsed]] = {
    TINY.name: parse_tiny,
    PYTHON.name: parse_python,
}


def edited(document: Document, edits: Sequence[Edit], version: int | None) -> Document:
    """Apply edits, one after the other, and parse what they touched."""
    text = document.text
    for edit in edits:
        text = text[: edit.start] + edit.text + text[edit.end :]
    match document.parsed:
        case TinyParsed() as tiny:
            parsed: TinyParsed | PythonParsed = reparse(tiny, *edits)
        case PythonParsed() as python:
            for edit in edits:
                python = reparse_python(python, edit.start, edit.end, edit.text)
            parsed = python
    return Document(Source(document.path, text), document.language, version, parsed)


def same_code(before: Document, after: Document) -> bool:
    """Say whether an edit surely changed nothing but space and comments between declarations.

    It holds where parsing again gave the very same declarations, in the same order.
    """
    match before.parsed, after.parsed:
        case TinyParsed() as old, TinyParsed() as new:
            pairs = zip(old.tree.declarations, new.tree.declarations, strict=False)
            return (
                len(old.tree.declarations) == len(new.tree.declarations)
                and all(one.node is other.node for one, other in pairs)
                and len(old.problems) == len(new.problems) == 0
            )
        case _:
            return before.text == after.text


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Open documents by path, and what was read from disk so far."""

    documents: Mapping[str, Document] = field(default_factory=lambda: MappingProxyType({}))
    # Filled when a file is first asked for; a memory behind a pure face.
    _disk: dict[str, Document | Unreadable] = field(default_factory=dict)

    def file(self, path: str) -> Document | Unreadable:
        """Give a file: as the client has it open, else as it is on disk."""
        document = self.documents.get(path)
        if document is not None:
            return document
        found = self._disk.get(path)
        if found is None:
            found = self._disk[path] = _read(path)
        return found

    @property
    def disk_paths(self) -> tuple[str, ...]:
        """Name the files that were read from disk, or looked for in vain."""
        return tuple(self._disk)

    def read(self, path: str) -> Source | Unreadable:
        """Give the text of a file."""
        found = self.file(path)
        return found.source if isinstance(found, Document) else found

    def with_document(self, document: Document) -> Snapshot:
        """Give the snapshot in which the document is open as it is."""
        return replace(
            self, documents=MappingProxyType({**self.documents, document.path: document})
        )

    def without_document(self, path: str) -> Snapshot:
        """Give the snapshot in which the document is closed, and on disk anew."""
        left = {name: d for name, d in self.documents.items() if name != path}
        return replace(self, documents=MappingProxyType(left)).with_disk_changes([path])

    def with_disk_changes(self, paths: Iterable[str]) -> Snapshot:
        """Give the snapshot in which these files are read from disk again."""
        changed = set(paths)
        return replace(
            self, _disk={path: d for path, d in self._disk.items() if path not in changed}
        )


def stamp_of(path: str) -> tuple[int, int] | None:
    """Say when a file was written last and how long it is; None if there is none."""
    try:
        status = Path(path).stat()
    except (OSError, ValueError):
        return None
    return status.st_mtime_ns, status.st_size


def _read(path: str) -> Document | Unreadable:
    source = read_from_disk(path)
    if isinstance(source, Unreadable):
        return source
    return opened(path, (language_by_name(path) or TINY).name, None, source.text)
