"""Plain values and heaps: what a program computes with when nothing is symbolic.

Place: paths/. The plain interpreter takes and gives these; replay, oracles and
pictures read them.

A heap is a value: a run takes one and gives another, which shares all objects
that the run did not write. So keeping thousands of them side by side is cheap.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from heapwright.ir.hierarchy import Hierarchy
from heapwright.ir.types import BoolType, IntType, RefType, Type, VoidType


@dataclass(frozen=True, slots=True)
class Reference:
    """An object of a heap, by its number there. Null is not one: null is None."""

    number: int


class Unit(Enum):
    """What a function without a result gives; not to be confused with null."""

    VOID = "void"


VOID_VALUE = Unit.VOID

# Beware: Python says True == 1. Ints and Booleans never meet in a sound program.
Value: TypeAlias = int | bool | Reference | None
Result: TypeAlias = Value | Unit


@dataclass(frozen=True, slots=True)
class PlainHeap:
    """Objects by number: the class of each, and its field values, inherited fields first."""

    class_names: tuple[str, ...] = ()
    rows: tuple[tuple[Value, ...], ...] = ()

    def class_of(self, reference: Reference) -> str:
        """Give the class that the object was made of."""
        return self.class_names[reference.number]


EMPTY_HEAP = PlainHeap()


def fields_of(hierarchy: Hierarchy, heap: PlainHeap, reference: Reference) -> Mapping[str, Value]:
    """Give the fields of an object by name, inherited fields first."""
    fields = hierarchy.fields(heap.class_of(reference))
    row = heap.rows[reference.number]
    return {field.name: value for field, value in zip(fields, row, strict=True)}


def attributes_of(
    hierarchy: Hierarchy, heap: PlainHeap, reference: Reference
) -> Mapping[str, Value]:
    """Give the fields that the text of the program knows and that the object has.

    A field `name?` says whether the object has an attribute `name`.
    """
    fields = fields_of(hierarchy, heap, reference)
    return {
        name: value
        for name, value in fields.items()
        if not name.endswith("?") and fields.get(f"{name}?") is not False
    }


def default_value(type_: Type) -> Value:
    """Give what a field starts with and a missing input counts as."""
    match type_:
        case IntType():
            return 0
        case BoolType():
            return False
        case RefType() | VoidType():
            return None
