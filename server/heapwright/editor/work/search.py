"""A request that looks through whole texts or all files, and what is found, as plain values.

Place: editor/work/. The server makes a `Search`, a worker answers it (`searches`). Places are as
the client counts them, so that nobody has to read a file again to show one.
"""

from __future__ import annotations

from collections.abc import Mapping

from heapwright.editor.work.task import Task
from heapwright.records import dataclass, field
from heapwright.text.line_index import Encoding, Range
from heapwright.text.span import Span


@dataclass(frozen=True, slots=True)
class Search:
    """What is asked; each request reads what it needs of it."""

    task: Task
    encoding: Encoding
    folders: tuple[str, ...] = ()
    offset: int = 0  # of the name in question
    word: str = ""  # the new name, or what symbols shall match
    with_declaration: bool = True
    within: Span | None = None
    # What is known of the questions of each file: path -> name -> `reachable`, `running`, …
    statuses: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Located:
    """A place as the client counts it."""

    path: str
    range: Range


@dataclass(frozen=True, slots=True)
class LaidOut:
    """A stretch of a text, and what shall stand there."""

    range: Range
    text: str


@dataclass(frozen=True, slots=True)
class LocatedSymbol:
    """A declaration somewhere in the workspace."""

    name: str
    kind: str  # a value of `symbols.SymbolKind`
    container: str
    at: Located
