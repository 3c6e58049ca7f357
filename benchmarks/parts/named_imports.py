"""A module with what it imports, as far as it names that.

Part of the benchmark `coverage`. Whoever works on a module has it in a workspace, where
imports are followed; to lower all that a module leads to for each of a thousand modules would take
hours. Of the other modules those functions and classes are kept that the module names, what
these name of their own module, and base classes wherever they come from. What heapwright knows
without a text, such as `collections`, is not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from heapwright.errors import UnreadableInput
from heapwright.frontends.python.modules.library_names import is_known_module
from heapwright.frontends.python.modules.load import PythonFile, load_modules
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.dotted_names import dotted_name
from heapwright.frontends.python.syntax.parse import Parsed, parse
from heapwright.frontends.python.syntax.walk import walk
from heapwright.records import replace
from heapwright.text.source import Source, read_source

_WORD = re.compile(r"[^\W\d]\w*")


def with_named_imports(root: Source, most_bytes: int) -> tuple[PythonFile, ...]:
    """Read a module and what it needs of others; the module itself stands last."""
    needed = _Needed(root, most_bytes)
    n_before = -1
    files: tuple[PythonFile, ...] = ()
    # What is kept names more; in the end nothing is added.
    while n_before != (n_before := needed.size()):
        files = load_modules(root, needed.read, needed.kept)
    return files


class _Needed:
    """What is named so far, and by which modules."""

    def __init__(self, root: Source, most_bytes: int) -> None:
        self.root = root
        self.most_bytes = most_bytes
        self.package = Path(root.path).parent
        self.trees: dict[str, Parsed] = {}
        self.sources: dict[str, Source | None] = {}
        self.modules: set[str] = set()
        self.bases: set[str] = set()
        self.words: dict[str, set[str]] = {root.path: set(_WORD.findall(root.text))}

    def size(self) -> int:
        return len(self.modules) + len(self.bases) + sum(map(len, self.words.values()))

    def read(self, path: str) -> Source | None:
        place = Path(path)
        is_package = place.name == "__init__.py"
        # That a folder is a package says where else to look.
        is_around = is_package and place.parent in (self.package, *self.package.parents)
        name = place.parent.name if is_package else place.stem
        if name not in self.modules and not is_around:
            return None
        if path not in self.sources:
            try:
                is_small = place.stat().st_size < self.most_bytes
                self.sources[path] = read_source(path) if is_small else None
            except (UnreadableInput, OSError):
                self.sources[path] = None
        return self.sources[path]

    def kept(self, source: Source) -> Parsed:
        """Give the tree of a module without the functions and classes that nobody names."""
        if source.path not in self.trees:
            self.trees[source.path] = parse(source.text)
        parsed = self.trees[source.path]
        is_root = source.path == self.root.path
        words = self.words.setdefault(source.path, set())
        wanted = words | self.bases | self.words[self.root.path]
        body: list[tree.Statement] = []
        for node in parsed.tree.body:
            if isinstance(node, tree.ClassDef | tree.FunctionDef) and not is_root:
                if node.name.text not in wanted:
                    continue
                words.update(_WORD.findall(source.text[node.span.start : node.span.end]))
            body.append(node)
        for base in _bases(tuple(body)):
            self.bases.update(base.split("."))
        self.want(tuple(body), is_root=is_root)
        return replace(parsed, tree=replace(parsed.tree, body=tuple(body)))

    def want(self, body: tree.Block, *, is_root: bool) -> None:
        """Learn which modules are needed: all that the root imports, and those of bases."""
        for statement in walk(body):
            if not isinstance(statement, tree.Import) or (
                not statement.level and is_known_module(statement.module)
            ):
                continue
            for imported in statement.names:
                is_needed = is_root or imported.alias.partition(".")[0] in self.bases
                if is_needed and (statement.is_from or not is_known_module(imported.name)):
                    inner = (imported.name,) if statement.is_from else ()
                    parts = (*statement.module.split("."), *imported.name.split("."), *inner)
                    self.modules.update(part for part in parts if part)


def _bases(body: tree.Block) -> Iterator[str]:
    for node in body:
        if isinstance(node, tree.ClassDef):
            for base in node.bases:
                plain = base.value if isinstance(base, tree.Subscript) else base
                yield dotted_name(plain) or ""
            yield from _bases(node.body)
