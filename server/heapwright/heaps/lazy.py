"""Heaps about which nothing is known until a field is read.

Place: heaps/. `answers.contradiction` runs a spec on such a heap: if no path can end
with true, then no heap whatsoever satisfies the spec.

A field of an input object gets its value when it is first read: an int becomes a fresh
variable, a reference becomes null, one of the input objects met so far, or a new one.
Each possibility is a run of its own, chosen through the `Chooser`.
Source: lazy initialization as [POSE] section 2 and [HEX] section 2 describe it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol

from heapwright.heaps.known_shape import FieldName, HeapObject, Value
from heapwright.ir.core.hierarchy import Hierarchy
from heapwright.ir.core.program import Field
from heapwright.ir.core.types import AnyType, BoolType, IntType, RefType, Type, VoidType
from heapwright.terms.build import variable
from heapwright.terms.sorts import INT


class Chooser(Protocol):
    """Whoever decides between two possibilities; a machine does."""

    def choose(self) -> bool:
        """Take one side in this run and the other in another."""
        ...


class UnknownKind(Exception):
    """A value was read that may be of any kind, that is a container, or known in part only."""


class LazyHeap:
    """The input objects of one run. Mutable, used once."""

    __slots__ = (
        *("_chooser", "_fields", "_hierarchy", "_inputs", "_n_variables", "_opaque"),
        "is_guessed",
    )

    def __init__(self, chooser: Chooser, hierarchy: Hierarchy, opaque: frozenset[str]) -> None:
        self._chooser = chooser
        self._hierarchy = hierarchy
        self._opaque = opaque
        self._inputs: list[HeapObject] = []
        self._n_variables = 0
        self._fields: dict[str, Mapping[str, Field]] = {}
        self.is_guessed = False  # whether a field was read whose type is a guess

    def value(self, type_: Type, *, with_null: bool = True) -> Value:
        """Give an unknown value of the type; of objects null is one, unless it is left out."""
        match type_:
            case IntType():
                return self._variable()
            case BoolType():
                return self._chooser.choose()
            case RefType(class_name) if class_name in self._opaque:
                return self._variable()
            case RefType(class_name):
                return self._reference(class_name, with_null=with_null)
            case VoidType():
                return None
            case AnyType():
                return self._unknown_kind()

    def _unknown_kind(self) -> Value:
        """Nothing is said about a value of any kind: it may be whatever there is."""
        raise UnknownKind

    def field_value(self, owner: HeapObject, name: str) -> Value:
        """Give a field of an input object its value, at the first read."""
        fields = self._fields.get(owner.class_name)
        if fields is None:
            found = self._hierarchy.fields(owner.class_name)
            fields = self._fields[owner.class_name] = {field.name: field for field in found}
        self.is_guessed = self.is_guessed or fields[name].is_guessed
        return self.value(fields[name].type)

    def _variable(self) -> Value:
        self._n_variables += 1
        return variable(f"u{self._n_variables}", INT)

    def _reference(self, class_name: str, *, with_null: bool) -> HeapObject | None:
        # Null comes first: it ends most recursions at once.
        if with_null and self._chooser.choose():
            return None
        possible = list(self._possible(class_name))
        for candidate in possible[:-1]:
            if self._chooser.choose():
                return self._taken(candidate)
        return self._taken(possible[-1])

    def _possible(self, class_name: str) -> Iterator[HeapObject | str]:
        """Give the classes of a new object, then the input objects that fit."""
        fitting = self._hierarchy.below(class_name)
        yield from fitting
        yield from (known for known in self._inputs if known.class_name in fitting)

    def _taken(self, candidate: HeapObject | str) -> HeapObject:
        if isinstance(candidate, HeapObject):
            return candidate
        line = self._hierarchy.line(candidate)
        if not line[0].is_whole or self._hierarchy.has_entries(candidate):
            raise UnknownKind
        fresh = HeapObject(candidate, {})
        fresh.fields = _LazyFields(self, fresh)
        self._inputs.append(fresh)
        return fresh


class _LazyFields(dict[FieldName, Value]):
    """Fields that ask the heap for their value when they are first read."""

    __slots__ = ("_heap", "_owner")

    def __init__(self, heap: LazyHeap, owner: HeapObject) -> None:
        super().__init__()
        self._heap = heap
        self._owner = owner

    def __missing__(self, name: FieldName) -> Value:
        assert isinstance(name, str)
        value = self[name] = self._heap.field_value(self._owner, name)
        return value
