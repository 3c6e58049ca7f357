"""Heaps whose shape is known: every reference leads to one object or to null.

Place: heaps/. The state graph is explored on such heaps; only ints (and the
identities of opaque objects, see below) are symbolic.

A value is
  int or Term     an int; a Term is never a constant,
  bool or Term    a Boolean,
  HeapObject      a reference to that very object,
  None            null,
  str, OpenText   a string, known or not,
  float, FloatTerm  a floating-point number, known or not,
  tuple           a tuple of values: never changed, so it needs no identity,
  NamedValue      a class, a function or a constant as a value.
An object of a container class (`list`, `dict`, …) has its entries in `fields`, under 0, 1,
2, …; an entry of a dict is a tuple of key and value.
An *opaque* class has no fields and no methods (the elements that a container
only stores and compares). A reference to such an object is its identity as an int
or Term, and null among them is 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from heapwright.records import dataclass
from heapwright.terms.term import Term


class HeapObject:
    """One object; compared by identity. Runs change it, on a heap of their own."""

    __slots__ = ("class_name", "fields")

    def __init__(self, class_name: str, fields: dict[FieldName, Value]) -> None:
        self.class_name = class_name
        self.fields = fields


@dataclass(frozen=True, slots=True)
class TextAtom:
    """A string of which only the identity is known: the code of a text, see `text_codes`."""

    term: Term


@dataclass(frozen=True, slots=True)
class SpelledText:
    """A string of known length; of its letters, see `spelling`, one at least is not known."""

    letters: tuple[int | Term, ...]


@dataclass(frozen=True, slots=True)
class FloatTerm:
    """A float as a fraction; exact in the reals, so only a replay knows what IEEE makes of it."""

    numerator: Term
    denominator: int  # positive


@dataclass(frozen=True, slots=True)
class FloatRank:
    """A float of which the order is known, see `float_ranks`, and little else."""

    rank: Term


@dataclass(frozen=True, slots=True)
class NamedValue:
    """A class, a function or a constant of the language: what `ir.NameConstant` names."""

    kind: str
    name: str


ABSENT = NamedValue("constant", "absent")  # what a variable or attribute without a value has

OpenText: TypeAlias = TextAtom | SpelledText
Text: TypeAlias = str | OpenText
Value: TypeAlias = (
    "int | bool | Term | HeapObject | str | OpenText | float | FloatTerm | FloatRank"
    " | NamedValue | tuple[Value, ...] | None"
)
FieldName: TypeAlias = "str | int"  # an int for an entry of a container


def objects_in(value: Value) -> Iterator[HeapObject]:
    """Give the objects that a value refers to by itself, through tuples."""
    if type(value) is HeapObject:
        yield value
    elif type(value) is tuple:
        for inner in value:
            yield from objects_in(inner)


def reachable(roots: Sequence[HeapObject]) -> list[HeapObject]:
    """Give the objects that the roots lead to, roots first, in order of discovery."""
    seen = dict.fromkeys(roots)
    queue = list(seen)
    for found in queue:
        for value in found.fields.values():
            if type(value) is HeapObject:
                if value not in seen:
                    seen[value] = None
                    queue.append(value)
            elif type(value) is tuple:
                for inner in objects_in(value):
                    if inner not in seen:
                        seen[inner] = None
                        queue.append(inner)
    return queue


def copied(objects: Sequence[HeapObject]) -> dict[HeapObject, HeapObject]:
    """Copy a closed set of objects; the copies refer to each other."""
    copies = {old: HeapObject(old.class_name, old.fields.copy()) for old in objects}
    for copy in copies.values():
        fields = copy.fields
        for name, value in fields.items():
            if type(value) is HeapObject:
                fields[name] = copies[value]
            elif type(value) is tuple:
                fields[name] = _copied_tuple(copies, value)
    return copies


def _copied_tuple(copies: Mapping[HeapObject, HeapObject], value: Value) -> Value:
    if type(value) is HeapObject:
        return copies[value]
    if type(value) is tuple:
        return tuple([_copied_tuple(copies, inner) for inner in value])
    return value


def count_classes(objects: Sequence[HeapObject]) -> Mapping[str, int]:
    """Count the objects of each class."""
    counts: dict[str, int] = {}
    for heap_object in objects:
        counts[heap_object.class_name] = counts.get(heap_object.class_name, 0) + 1
    return counts
