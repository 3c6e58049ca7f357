"""Whether making an object takes more than allocating it.

Place: frontends/python/. `lower_call` and `lower` ask.
"""

from __future__ import annotations

from heapwright.frontends.python.class_table import INITIALISER, ClassInfo, ClassTable
from heapwright.frontends.python.fields import FieldTable
from heapwright.frontends.python.own_new import NEW


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
