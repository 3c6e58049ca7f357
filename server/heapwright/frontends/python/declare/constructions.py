"""Whether making an object takes more than allocating it, and which functions make some.

Place: frontends/python/declare/. `typed.calls` and `lower` ask.
"""

from __future__ import annotations

from heapwright.frontends.python.desugar.own_new import NEW
from heapwright.frontends.python.syntax.rewrite import at_one_place
from heapwright.frontends.python.table.class_table import (
    INITIALISER,
    ClassInfo,
    ClassTable,
    FunctionInfo,
)
from heapwright.frontends.python.table.fields import FieldTable
from heapwright.text.span import Span


def needs_construction(table: ClassTable, fields: FieldTable, class_name: str) -> bool:
    """Say whether the class has an initialiser, or fields that start with a value."""
    if any(table.function(class_name, name) is not None for name in (INITIALISER, NEW)):
        return True
    return bool(starting_fields(table, fields, class_name))


def can_allocate(table: ClassTable, info: ClassInfo) -> bool:
    """Say whether objects of a class can be made without their initialisers."""
    line = [table.classes[level] for level in table.line(info.name) if level in table.classes]
    return not (
        info.is_exception
        or info.is_abstract
        or info.obstacle is not None
        or any(level.beneath or level.members or NEW in level.functions for level in line)
    )


def starting_fields(table: ClassTable, fields: FieldTable, class_name: str) -> list[str]:
    """Name the fields of an object that the class body gives a value."""
    return [
        name
        for level in table.line(class_name)
        for name in fields.by_class.get(level, ())
        if table.constant(class_name, name) is not None
    ]


def differs(before: FunctionInfo, initialiser: FunctionInfo) -> str | None:
    """Say why `__new__` cannot be given what the initialiser is given, defaults too."""
    taken = [p for p in before.parameters if p.kind not in ("*", "**")]
    gathers = {p.kind for p in before.parameters}
    for place, parameter in enumerate(initialiser.parameters):
        if parameter.kind in ("*", "**"):
            if parameter.kind not in gathers:
                return "`__new__` takes other arguments than `__init__`"
            continue
        same = taken[place] if place < len(taken) else None
        if same is None:
            if ("*" if parameter.kind != "keyword" else "**") not in gathers:
                return "`__new__` takes other arguments than `__init__`"
            continue
        here, there = (
            None if one.default is None else at_one_place(one.default, Span(0, 0))
            for one in (parameter, same)
        )
        names = (parameter.name.text, parameter.kind) == (same.name.text, same.kind)
        if here != there or not names:
            return "`__new__` takes other arguments than `__init__`"
    return None
