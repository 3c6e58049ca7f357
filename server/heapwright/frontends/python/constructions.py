"""Whether making an object takes more than allocating it.

Place: frontends/python/. `lower_call` and `lower` ask.
"""

from __future__ import annotations

from heapwright.frontends.python.class_table import INITIALISER, ClassTable
from heapwright.frontends.python.fields import FieldTable


def needs_construction(table: ClassTable, fields: FieldTable, class_name: str) -> bool:
    """Say whether the class has an initialiser, or fields that start with a value."""
    if table.function(class_name, INITIALISER) is not None:
        return True
    return bool(starting_fields(table, fields, class_name))


def starting_fields(table: ClassTable, fields: FieldTable, class_name: str) -> list[str]:
    """Name the fields of an object that the class body gives a value."""
    return [
        name
        for level in table.line(class_name)
        for name in fields.by_class.get(level, ())
        if table.constant(class_name, name) is not None
    ]
