"""Heaps whose shape is known: every reference leads to one object or to null.

Place: heaps/. The state graph is explored on such heaps; only ints (and the
identities of opaque objects, see below) are symbolic.

A value is
  int or Term     an int; a Term is never a constant,
  bool or Term    a Boolean,
  HeapObject      a reference to that very object,
  None            null.
An *opaque* class has no fields and no methods (the elements that a container
only stores and compares). A reference to such an object is its identity as an int
or Term, and null among them is 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from heapwright.terms.term import Term


class HeapObject:
    """One object; compared by identity. Runs change it, on a heap of their own."""

    __slots__ = ("class_name", "fields")

    def __init__(self, class_name: str, fields: dict[str, Value]) -> None:
        self.class_name = class_name
        self.fields = fields


Value: TypeAlias = "int | bool | Term | HeapObject | None"


def reachable(roots: Sequence[HeapObject]) -> list[HeapObject]:
    """Give the objects that the roots lead to, roots first, in order of discovery."""
    seen = dict.fromkeys(roots)
    queue = list(seen)
    for found in queue:
        for value in found.fields.values():
            if type(value) is HeapObject and value not in seen:
                seen[value] = None
                queue.append(value)
    return queue


def copied(objects: Sequence[HeapObject]) -> dict[HeapObject, HeapObject]:
    """Copy a closed set of objects; the copies refer to each other."""
    copies = {old: HeapObject(old.class_name, old.fields.copy()) for old in objects}
    for copy in copies.values():
        fields = copy.fields
        for name, value in fields.items():
            if type(value) is HeapObject:
                fields[name] = copies[value]
    return copies


def count_classes(objects: Sequence[HeapObject]) -> Mapping[str, int]:
    """Count the objects of each class."""
    counts: dict[str, int] = {}
    for heap_object in objects:
        counts[heap_object.class_name] = counts.get(heap_object.class_name, 0) + 1
    return counts
