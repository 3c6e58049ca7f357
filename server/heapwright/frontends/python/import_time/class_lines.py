"""Which classes stand above and below each other, which make classes, and their methods.

Place: frontends/python/import_time/. Part of `module_code`: `class_flow` and `mentions` ask.
"""

from __future__ import annotations

from collections.abc import Iterator

from heapwright.frontends.python.import_time.import_code import HOOK, ImportCode
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.dotted_names import last_name
from heapwright.frontends.python.table.class_table import ClassName

_ROOTS = frozenset(("type", "ABCMeta", "EnumMeta", "EnumType"))


class ClassLines:
    """The classes of a program; each line is found once."""

    def __init__(self, code: ImportCode) -> None:
        self.code = code
        # By name, each with its file and its class.
        self.methods: dict[str, list[tuple[str, str, tree.FunctionDef]]] = {}
        for name, (path, node) in code.classes.items():
            for member in node.body:
                if isinstance(member, tree.FunctionDef):
                    self.methods.setdefault(member.name.text, []).append((path, name, member))
        self._by_text = {id(node): name for name, (_, node) in code.classes.items()}
        self._above = {name: tuple(self._found_above(name)) for name in code.classes}
        self._below: dict[str, list[str]] = {name: [] for name in code.classes}
        for name, line in self._above.items():
            for above in line:
                self._below[above].append(name)

    def above(self, class_name: str) -> tuple[str, ...]:
        """Name a class and those above it, itself first."""
        return self._above.get(class_name, ())

    def below(self, class_name: str) -> list[str]:
        """Name a class and those below it."""
        return self._below.get(class_name, [])

    def is_metaclass(self, class_name: str) -> bool:
        """Say whether the objects of a class are classes."""
        return any(
            last_name(base) in _ROOTS
            for name in self.above(class_name)
            for base in self.code.classes[name][1].bases
        )

    def made_by(self, metaclass: str) -> Iterator[str]:
        """Name the classes that a metaclass, or one below it, makes."""
        for name in self.code.classes:
            if any(metaclass in self.above(one) for one in self.metaclasses(name)):
                yield name

    def metaclasses(self, class_name: str) -> Iterator[str]:
        """Name the metaclasses of the program that a class and those above it name."""
        for above in self.above(class_name):
            path, node = self.code.classes[above]
            for keyword in node.keywords:
                meaning = self.code.base_meaning(self.code.modules[path], keyword.value)
                if keyword.name == "metaclass" and isinstance(meaning, ClassName):
                    yield meaning.name

    def is_hooked(self, class_name: str) -> bool:
        """Say whether a class above runs code when a class is made."""
        return any(owner in self.above(class_name) for _, owner, _ in self.methods.get(HOOK, ()))

    def _found_above(self, class_name: str) -> Iterator[str]:
        pending, seen = [class_name], set[str]()
        while pending:
            name = pending.pop()
            if name in seen:
                continue
            seen.add(name)
            yield name
            path, node = self.code.classes[name]
            for _, text in self.code.bases(path, node):
                if id(text) in self._by_text:
                    pending.append(self._by_text[id(text)])
