"""Questions about a snapshot, each answered once: pure functions with a memory.

Place: workspace/. `editor` and the server ask. Nothing here starts an exploration; what
can take longer than a keystroke (`program`) is meant for worker processes and for requests
that cannot do without it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable

from heapwright.frontends.python.modules.load import PythonFile, load_modules
from heapwright.frontends.python.syntax.parse import Parsed as PythonParsed
from heapwright.frontends.python.syntax.parse import parse as parse_python
from heapwright.frontends.tiny.declare.includes import LoadedFile, load
from heapwright.frontends.tiny.syntax.parse import Parsed as TinyParsed
from heapwright.text.source import Source
from heapwright.workspace.load import LoadedProgram, program_of_modules, program_of_tiny
from heapwright.workspace.project import source_folders
from heapwright.workspace.snapshot import Document, Snapshot, Unreadable

MOST_REMEMBERED = 8


def tiny_files(
    snapshot: Snapshot, document: Document, noted: dict[str, None] | None = None
) -> tuple[LoadedFile, ...]:
    """Give a tiny file and all that it includes; the file itself stands last.

    The paths of all files that are asked for are added to `noted`.
    """
    parsed: dict[str, TinyParsed] = {}

    def read(path: str) -> Source | Unreadable:
        if noted is not None:
            noted[path] = None
        match snapshot.file(path):
            case Document(parsed=TinyParsed() as tree) as found:
                parsed[found.text] = tree
                return found.source
            case Document():
                return Unreadable("not a tiny file")
            case unreadable:
                return unreadable

    assert isinstance(document.parsed, TinyParsed)
    parsed[document.text] = document.parsed
    return load(document.source, read, lambda text: parsed[text])


def python_files(
    snapshot: Snapshot, document: Document, noted: dict[str, None] | None = None
) -> tuple[PythonFile, ...]:
    """Give a Python file and what it imports from its own workspace; it stands last itself.

    The paths of all files that are asked for are added to `noted`.
    """

    def read(path: str) -> Source | None:
        if noted is not None:
            noted[path] = None
        found = snapshot.read(path)
        return found if isinstance(found, Source) else None

    def parsed(source: Source) -> PythonParsed:
        found = document if source is document.source else snapshot.file(source.path)
        if isinstance(found, Document) and isinstance(found.parsed, PythonParsed):
            return found.parsed
        return parse_python(source.text)

    return load_modules(document.source, read, parsed, source_folders(document.path))


def paths_read(snapshot: Snapshot, document: Document) -> tuple[str, ...]:
    """Name the other files that a program is made of, and those that were looked for in vain."""
    noted: dict[str, None] = {}
    files = python_files if isinstance(document.parsed, PythonParsed) else tiny_files
    files(snapshot, document, noted)
    noted.pop(document.path, None)
    return tuple(noted)


def program(snapshot: Snapshot, document: Document) -> LoadedProgram:
    """Give the program of a file: names, types, IR, source map."""
    if isinstance(document.parsed, PythonParsed):
        modules = python_files(snapshot, document)
        key = (PythonParsed, *((file.source.path, file.source.text) for file in modules))
        before = _last_of_path.get(document.path)
        found = _remembered(key, lambda: program_of_modules(modules, before))
        _last_of_path[document.path] = found
        while len(_last_of_path) > MOST_REMEMBERED:
            del _last_of_path[next(iter(_last_of_path))]
        return found
    files = tiny_files(snapshot, document)
    key = (TinyParsed, *((file.source.path, file.source.text) for file in files))
    return _remembered(key, lambda: program_of_tiny(files))


_programs: dict[Hashable, LoadedProgram] = {}
_last_of_path: dict[str, LoadedProgram] = {}  # of Python, whose functions are used again


def _remembered(key: Hashable, make: Callable[[], LoadedProgram]) -> LoadedProgram:
    """Give what was made for the key before, or make it; those used last are kept."""
    found = _programs.pop(key, None)
    if found is None:
        found = make()
    _programs[key] = found
    while len(_programs) > MOST_REMEMBERED:
        del _programs[next(iter(_programs))]
    return found
