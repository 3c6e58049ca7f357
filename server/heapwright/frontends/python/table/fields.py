"""The fields of classes: attributes that their own code assigns, or that they annotate.

Place: frontends/python/table/. Made once after `declare`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.walk import nodes_below, targets_in, walk
from heapwright.frontends.python.table.attribute_names import stored_by_name, text_of
from heapwright.frontends.python.table.class_table import (
    ClassInfo,
    ClassTable,
    FunctionInfo,
    FunctionKind,
)
from heapwright.frontends.python.table.slots import SLOTS, has_room_for
from heapwright.records import dataclass
from heapwright.text.span import Span


@dataclass(frozen=True, slots=True)
class FieldTable:
    """Fields by class, each in the topmost class that has it, with the place of it."""

    table: ClassTable
    by_class: Mapping[str, Mapping[str, Span]]

    def owner(self, class_name: str, name: str) -> str | None:
        """Give the class, at or above this one, that declares the field."""
        for level in self.table.line(class_name):
            if name in self.by_class.get(level, ()):
                return level
        return None


def field_table(table: ClassTable) -> FieldTable:
    """Find the fields of all classes."""
    written = _names_written_anywhere(table)
    setting = {name: span for name, info in table.classes.items() for span in _sets_by_name(info)}
    spoken = _spoken_names(table) if setting else ()
    by_class: dict[str, dict[str, Span]] = {}
    refused: dict[str, dict[str, Span]] = {}  # what there is no room for; a class below may have it
    for class_name, info in table.classes.items():
        own: dict[str, Span] = dict(refused.get(info.parent, ()))
        for name, annotation in info.annotations.items():
            # A value in the class body that nobody replaces is a constant.
            if name not in info.constants or name in written:
                own.setdefault(name, annotation.span)
        for function in info.functions.values():
            if function.self_name is None or function.kind is FunctionKind.CLASS:
                continue
            for target in attribute_targets(function.node.body):
                if isinstance(target.value, tree.Name) and target.value.text == function.self_name:
                    own.setdefault(target.name, target.name_span)
            for text, span in _named_by(function):
                if text is not None:
                    own.setdefault(text, span)
        for name, value in info.constants.items():
            if name in written:
                own.setdefault(name, value.span)
        if class_name in setting:
            own.update((name, setting[class_name]) for name in spoken if name not in own)
        above = list(table.line(class_name))[1:]
        refused[class_name] = {
            n: s for n, s in own.items() if not has_room_for(table, class_name, n)
        }
        by_class[class_name] = {
            name: span
            for name, span in own.items()
            if name not in refused[class_name]
            and not any(name in by_class.get(level, ()) for level in above)
            and table.function(class_name, f"@{name}") is None
            and table.function(class_name, name) is None
        }
    return FieldTable(table, by_class)


def _sets_by_name(info: ClassInfo) -> Iterator[Span]:
    """Say where a class sets an attribute whose name only the run knows."""
    if SLOTS in info.constants:
        return
    for function in info.functions.values():
        # What is assigned as an attribute has a name; see `attribute_targets`.
        if function.name != "__setattr__" and function.kind is not FunctionKind.CLASS:
            yield from (span for text, span in _named_by(function) if text is None)


def _named_by(function: FunctionInfo) -> Iterator[tuple[str | None, Span]]:
    """Give the attributes of its own object that a function sets by their names."""
    own = function.self_name
    for node in walk(function.node.body):
        for receiver, name, _ in stored_by_name(node, own):
            if isinstance(receiver, tree.Name) and receiver.text == own:
                text = text_of(name)
                if text is None or (text.isidentifier() and not is_dunder(text)):
                    yield text, node.span


def is_dunder(name: str) -> bool:
    """Say whether a name is one that Python itself gives a meaning."""
    return name.startswith("__") and name.endswith("__")


def _spoken_names(table: ClassTable) -> list[str]:
    """Give the strings of a program that are attributes which it reads and no class has."""
    texts: set[str] = set()
    read: set[str] = set()
    values = [value for info in table.classes.values() for value in info.constants.values()]
    bodies = [function.node.body for function in table.functions.values()]
    for node in nodes_below([*values, *(one for body in bodies for one in body)]):
        match node:
            case tree.StringLiteral(text, ()) if text.isidentifier():
                texts.add(text)
            case tree.Attribute(name=name):
                read.add(name)
            case _:
                pass
    known = {name for info in table.classes.values() for name in info.constants}
    known |= {function.name for function in table.functions.values()}
    return sorted(n for n in texts & read if n not in known and not n.startswith("__"))


def with_outside(fields: FieldTable, outside: Mapping[tuple[str, str], Span]) -> FieldTable:
    """Add attributes that code outside of a class gives its objects.

    A class with `__slots__` takes the attributes that these name, and no more.
    """
    table = fields.table
    by_class = {name: dict(own) for name, own in fields.by_class.items()}
    for (class_name, name), span in outside.items():
        info = table.classes.get(class_name)
        if info is None or info.is_exception or not has_room_for(table, class_name, name):
            continue
        if any(name in by_class.get(level, ()) for level in list(table.line(class_name))[1:]):
            continue
        for below in table.below(class_name):
            by_class[below].pop(name, None)
        by_class[class_name][name] = span
    return FieldTable(table, by_class)


def attribute_targets(body: tree.Block) -> list[tree.Attribute]:
    """Give the attributes that a body assigns, in order."""
    found: list[tree.Attribute] = []
    for node in walk(body):
        match node:
            case tree.Assignment(targets, annotation, value):
                if value is not None or annotation is not None:
                    for target in targets:
                        found.extend(_attributes(target))
            case tree.AugmentedAssignment(target=target) | tree.For(target=target):
                found.extend(_attributes(target))
            case _:
                pass
    return found


def _attributes(target: tree.Expr) -> list[tree.Attribute]:
    return [single for single in targets_in(target) if isinstance(single, tree.Attribute)]


def _names_written_anywhere(table: ClassTable) -> set[str]:
    """Name the attributes that code sets on objects; those of classes are another matter."""
    return {
        target.name
        for function in table.functions.values()
        for target in attribute_targets(function.node.body)
        if target.name not in table.sharing.on_classes
    }
