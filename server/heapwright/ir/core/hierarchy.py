"""Who inherits what: classes, subclasses, methods and fields by name.

Place: ir/core/. Everything that asks a program more than one such question makes
the `Hierarchy` once and keeps it.
"""

from __future__ import annotations

from collections.abc import Mapping

from heapwright.ir.core.language import TINY, Language
from heapwright.ir.core.program import (
    Brought,
    ByEntries,
    ByItems,
    ClassDef,
    Field,
    Function,
    Made,
    Program,
)
from heapwright.records import dataclass, field

# Whoever asks about a program asks many times, and at most a few are asked about at once.
_MOST_KNOWN = 4
_recently_asked: dict[int, tuple[Program, Hierarchy]] = {}


def hierarchy_of(program: Program) -> Hierarchy:
    """Index the classes and functions of a valid program."""
    # Found by identity, since comparing would cost more. The program is kept with it, so that
    # its identity cannot pass to another one.
    known = _recently_asked.pop(id(program), None)
    if known is None:
        while len(_recently_asked) >= _MOST_KNOWN:
            del _recently_asked[next(iter(_recently_asked))]
        known = (program, _indexed(program))
    _recently_asked[id(program)] = known
    return known[1]


def _indexed(program: Program) -> Hierarchy:
    classes = {class_def.name: class_def for class_def in program.classes}
    children: dict[str, list[str]] = {name: [] for name in classes}
    for class_def in program.classes:
        if class_def.parent is not None:
            children[class_def.parent].append(class_def.name)
    functions = {f.qualified_name: f for c in program.classes for f in c.functions}
    functions.update((function.qualified_name, function) for function in program.functions)
    below = {name: tuple(names) for name, names in children.items()}
    brought = {name: c.brought for name, c in classes.items() if c.brought is not None}
    made = {name: one.made for name, one in brought.items() if one.made is not None}
    return Hierarchy(classes, below, functions, program.language, brought, made)


@dataclass(frozen=True, slots=True, eq=False)
class Hierarchy:
    """The classes and functions of one program by name, in program order."""

    classes: Mapping[str, ClassDef]
    children: Mapping[str, tuple[str, ...]]
    functions: Mapping[str, Function]  # by qualified name; also specs, tests and main
    language: Language = TINY  # in which values are written
    library: Mapping[str, Brought] = field(default_factory=dict)  # what the language brings along
    made: Mapping[str, Made] = field(default_factory=dict)  # of these, what clients make for calls
    # Found when they are first asked for, since most are asked for a thousand times.
    lines: dict[str, tuple[ClassDef, ...]] = field(default_factory=dict)
    belows: dict[str, tuple[str, ...]] = field(default_factory=dict)
    tells_apart: dict[str, bool] = field(default_factory=dict)  # see `reach.telling_apart`

    def line(self, class_name: str) -> tuple[ClassDef, ...]:
        """Give the class, its parent, and so on up to the root."""
        known = self.lines.get(class_name)
        if known is None:
            line = []
            name: str | None = class_name
            while name is not None:
                class_def = self.classes[name]
                line.append(class_def)
                name = class_def.parent
            known = self.lines[class_name] = tuple(line)
        return known

    def is_root(self, name: str) -> bool:
        """Say whether all classes are below this one."""
        return name in self.classes and self.classes[name].parent is None

    def is_of_library(self, function: Function) -> bool:
        """Say whether the language brings a function along."""
        return function.owner in self.library

    def is_value(self, class_name: str) -> bool:
        """Say whether nobody knows which equal objects of a class are one and the same."""
        brought = self.library.get(class_name)
        return brought is not None and brought.is_value

    def is_gone_through(self, class_name: str) -> bool:
        """Say whether a client gets at what is in an object by going through it."""
        brought = self.library.get(class_name)
        return brought is not None and brought.is_gone_through

    def is_container(self, class_name: str) -> bool:
        """Say whether a class is one of the language's containers."""
        return isinstance(self.made.get(class_name), ByEntries)

    def is_dict(self, class_name: str) -> bool:
        """Say whether clients make objects of a class of keys and values."""
        made = self.made.get(class_name)
        return class_name == "dict" or (isinstance(made, ByItems) and made.like == "dict")

    def has_entries(self, class_name: str) -> bool:
        """Say whether objects of a class are containers, also those of a class below one."""
        return any(self.is_container(level.name) for level in self.line(class_name))

    def below(self, class_name: str) -> tuple[str, ...]:
        """Give the class and all classes that inherit from it, parents first."""
        known = self.belows.get(class_name)
        if known is None:
            found = [class_name]
            for name in found:
                found.extend(self.children[name])
            known = self.belows[class_name] = tuple(found)
        return known

    def fields(self, class_name: str) -> tuple[Field, ...]:
        """Give all fields of an object of the class, inherited ones first."""
        line = reversed(self.line(class_name))
        return tuple(field for class_def in line for field in class_def.fields)

    def method(self, class_name: str, method: str) -> Function | None:
        """Find what a call of `method` on an object of exactly this class runs."""
        for class_def in self.line(class_name):
            for function in class_def.functions:
                if function.name == method and function.has_receiver:
                    return function
        return None
