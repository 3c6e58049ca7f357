"""Plain values and heaps: what a program computes with when nothing is symbolic.

Place: paths/plain/. The plain interpreter takes and gives these; replay, oracles and
pictures read them.

A heap is a value: a run takes one and gives another, which shares all objects
that the run did not write. So keeping thousands of them side by side is cheap.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum
from typing import TypeAlias

from heapwright.ir.core.hierarchy import Hierarchy
from heapwright.ir.core.types import AnyType, BoolType, IntType, RefType, Type, VoidType
from heapwright.records import dataclass


@dataclass(frozen=True, slots=True)
class Reference:
    """An object of a heap, by its number there. Null is not one: null is None."""

    number: int


class Unit(Enum):
    """What a function without a result gives; not to be confused with null."""

    VOID = "void"


VOID_VALUE = Unit.VOID


@dataclass(frozen=True, slots=True)
class Named:
    """A class, a function or a constant of the language as a value."""

    kind: str
    name: str


ABSENT = Named("constant", "absent")  # what a variable or attribute without a value has


class InputMatters(Exception):
    """The run looks at a value that nobody knows before the program really runs."""


class Input:
    """A value that only a real run has: what the clock says, what chance gives.

    It may be stored and passed on. Whoever looks at it ends the run, so that nothing is
    claimed that another run would not do.
    """

    __slots__ = ("kind",)

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def __repr__(self) -> str:
        return f"any {self.kind}"

    def __bool__(self) -> bool:
        raise InputMatters


# Beware: Python says True == 1. Typed code never mixes the two; the rest looks at types.
Value: TypeAlias = int | bool | Reference | str | float | Named | Input | tuple["Value", ...] | None
Result: TypeAlias = Value | Unit


@dataclass(frozen=True, slots=True)
class PlainHeap:
    """Objects by number: the class of each, and its field values, inherited fields first.

    The row of a container goes on with its entries; an entry of a dict is a tuple.
    """

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
    return {field.name: value for field, value in zip(fields, row, strict=False)}


def entries_of(hierarchy: Hierarchy, heap: PlainHeap, reference: Reference) -> tuple[Value, ...]:
    """Give the entries of a container; nothing for any other object."""
    n_fields = len(hierarchy.fields(heap.class_of(reference)))
    return heap.rows[reference.number][n_fields:]


def references_in(value: Result) -> Iterator[Reference]:
    """Give the objects that a value refers to by itself, through tuples."""
    if isinstance(value, Reference):
        yield value
    elif isinstance(value, tuple):
        for inner in value:
            yield from references_in(inner)


def attributes_of(
    hierarchy: Hierarchy, heap: PlainHeap, reference: Reference
) -> Mapping[str, Value]:
    """Give the fields that the text of the program knows and that the object has.

    A field `name?` says whether the object has an attribute `name`.
    """
    fields = fields_of(hierarchy, heap, reference)
    found: dict[str, Value] = {}
    for name, value in fields.items():
        if not name.endswith("?") and fields.get(f"{name}?") is not False and value != ABSENT:
            found.update(_opened(name, value))
    entries = entries_of(hierarchy, heap, reference)
    is_dict = "dict" in [level.name for level in hierarchy.line(heap.class_of(reference))]
    for index, entry in enumerate(entries):
        if is_dict and isinstance(entry, tuple) and not any(references_in(entry[0])):
            found.update(_opened(f"[{_key_text(entry[0])}]", entry[1]))
        else:
            found.update(_opened(f"[{index}]", entry))
    return found


def _key_text(key: Value) -> str:
    """Write a key; a member of an enumeration as the text of the program does."""
    match key:
        case Named("type" | "function" | "constant", name):
            return name
        case Named(kind, name):
            return f"{kind}.{name}"
        case tuple():
            inside = ", ".join(map(_key_text, key))
            return f"({inside},)" if len(key) == 1 else f"({inside})"
        case _:
            return repr(key)


def _opened(name: str, value: Value) -> dict[str, Value]:
    """Give a tuple with objects in it piece by piece, so that each can be followed."""
    if not isinstance(value, tuple) or not any(references_in(value)):
        return {name: value}
    found: dict[str, Value] = {}
    for index, inner in enumerate(value):
        found.update(_opened(f"{name}[{index}]", inner))
    return found


def default_value(type_: Type) -> Value:
    """Give what a field starts with and a missing input counts as."""
    match type_:
        case IntType():
            return 0
        case BoolType():
            return False
        case RefType() | VoidType():
            return None
        case AnyType():
            return ABSENT
