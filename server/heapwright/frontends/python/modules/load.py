"""Find the modules that a file imports from its own workspace.

Place: frontends/python/modules/. `workspace` calls this with a way to read files, and hands the
result to `lower`. Reads through `read` only; nothing is imported or run.

A module is looked for beside the importing file, and in the folders above it as long as
these are packages (have an `__init__.py`) and in the folder that holds the outermost one. A name
of the standard library means a module inside a package only where it is relative: `import math` in
`algorithms/sums.py` is not `algorithms/math.py`. A package may lack its `__init__.py`:
`import shapes.line` in `shapes/box.py` finds `shapes/line.py`. Last come the folders that the
caller names, those of the project. What is not found there is from outside, and so are the
modules farthest away where there are more than `MAX_FILES`.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import PurePath
from typing import TypeAlias

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.parse import Parsed, parse
from heapwright.frontends.python.syntax.walk import nodes_below
from heapwright.problems import Problem
from heapwright.records import dataclass, replace
from heapwright.text.source import Source
from heapwright.text.span import Span

MAX_FILES = 200
# With those that are not there, of which each import from outside looks for several.
MOST_LOOKED_FOR = 20 * MAX_FILES

# Gives the text of a file, or None where there is none that can be read.
Read: TypeAlias = Callable[[str], Source | None]


@dataclass(frozen=True, slots=True)
class PythonFile:
    """One file: its text, its tree, where its imports lead, and what is wrong with it."""

    source: Source
    tree: tree.Module
    imports: Mapping[Span, str]
    problems: tuple[Problem, ...]


def load_modules(
    root: Source,
    read: Read,
    parsed_of: Callable[[Source], Parsed] | None = None,
    folders: Sequence[str] = (),
) -> tuple[PythonFile, ...]:
    """Give the file and all that it imports, directly or not; the root stands last.

    `parsed_of` gives the tree of a text to a caller that may have it already; modules are looked
    for in `folders`, too.
    """
    places = [PurePath(folder) for folder in folders]
    loaded: dict[str, PythonFile] = {}
    pending = deque([root])  # the nearest first: there may be more than are read
    known: dict[str, Source | None] = {_key(root.path): root}

    def found(path: str) -> Source | None:
        key = _key(path)
        if key not in known:
            known[key] = read(path) if len(known) < MOST_LOOKED_FOR else None
        return known[key]

    while pending and len(loaded) < MAX_FILES:
        source = pending.popleft()
        if source.path in loaded:
            continue
        parsed = parse(source.text) if parsed_of is None else parsed_of(source)
        imports: dict[Span, str] = {}
        for statement in nodes_below(parsed.tree.body):
            if isinstance(statement, tree.Import):
                for span, target in _targets(source.path, statement, found, places):
                    imports[span] = target.path
                    pending.append(target)
        loaded[source.path] = PythonFile(source, parsed.tree, imports, parsed.problems)
    if len(loaded) >= MAX_FILES:
        # A module that is not read counts as one from outside.
        for path, file in loaded.items():
            imports = {span: target for span, target in file.imports.items() if target in loaded}
            loaded[path] = replace(file, imports=imports)
    others = [file for path, file in loaded.items() if path != root.path]
    others.sort(key=lambda file: file.source.path)
    return (*others, loaded[root.path])


def _targets(
    path: str, statement: tree.Import, found: Read, places: Sequence[PurePath]
) -> list[tuple[Span, Source]]:
    """Give the files that an import leads to, each with the span that names it."""
    targets: list[tuple[Span, Source]] = []
    if not statement.is_from:
        for imported in statement.names:
            source = _module(path, 0, imported.name, found, places)
            if source is not None:
                targets.append((imported.span, source))
        return targets
    if statement.module or statement.level:
        source = _module(path, statement.level, statement.module, found, places)
        if source is not None:
            targets.append((statement.span, source))
    for imported in statement.names:
        if imported.name != "*":
            inner = f"{statement.module}.{imported.name}" if statement.module else imported.name
            source = _module(path, statement.level, inner, found, places)
            if source is not None:
                targets.append((imported.span, source))
    return targets


def _module(
    path: str, level: int, name: str, found: Read, places: Sequence[PurePath]
) -> Source | None:
    if name.partition(".")[0] in ("heapwright", "__future__", "typing") and not level:
        return None
    folder = PurePath(path).parent
    for _ in range(level - 1):
        folder = folder / ".." if folder.name in ("", "..") else folder.parent
    parts = [part for part in name.split(".") if part]
    folders = [folder] if level else _search_folders(folder, parts[0], found, places)
    for start in folders:
        base = start.joinpath(*parts)
        candidates = [base / "__init__.py"]
        if parts:
            candidates.insert(0, base.with_name(f"{base.name}.py"))
        for candidate in candidates:
            source = found(str(candidate))
            if source is not None:
                return source
    return None


def _search_folders(
    folder: PurePath, first: str, found: Read, places: Sequence[PurePath]
) -> list[PurePath]:
    """Give where a file looks for a module whose name begins with `first`."""
    folders = [folder]
    current = folder
    while current.name and found(str(current / "__init__.py")) is not None:
        current = current.parent
        folders.append(current)
    if first in sys.stdlib_module_names:
        return folders[-1:]
    folders += [above.parent for above in (folder, *folder.parents) if above.name == first]
    return list(dict.fromkeys((*folders, *places)))


def _key(path: str) -> str:
    """Give one text for all ways to write a path."""
    parts: list[str] = []
    for part in PurePath(path).parts:
        if part == ".." and parts and parts[-1] not in ("..", "/"):
            parts.pop()
        else:
            parts.append(part)
    return "/".join(parts)
