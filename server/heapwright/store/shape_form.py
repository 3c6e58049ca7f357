"""Shapes as plain rows, and back.

Place: store/. `codec` stores each shape of a graph once.

Reading trusts nothing: every object must have the fields of its class, every reference
must lead to an object that fits the field's type, the objects must be numbered breadth
first from the roots, and their number must keep within the scope.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

from heapwright.graph.state.any_labels import objects_below
from heapwright.graph.state.shape import HOLE, NULL, Label, ObjectLabels, Shape
from heapwright.graph.state.state_graph import Setting
from heapwright.heaps.spelling import LEAST, MOST
from heapwright.ir.core.program import ITEMS
from heapwright.ir.core.types import BoolType, IntType, RefType, Type
from heapwright.records import dataclass
from heapwright.store.term_table import Malformed, read_number, written_number

WrittenLabel: TypeAlias = Any  # an int, bytes, a Boolean, None for a hole, or a list


class ObjectRow(msgspec.Struct, array_like=True, forbid_unknown_fields=True, frozen=True):
    """One object: its class as a number, the one by which it is known, and its labels."""

    class_number: int
    known_as: int | None  # None if the client does not hold it
    labels: list[Any]  # ints, bytes, Booleans and None; in places of any kind also lists


def written_shape(class_numbers: Mapping[str, int], shape: Shape) -> list[ObjectRow]:
    """Write the objects of a shape."""
    return [
        ObjectRow(
            class_numbers[class_name],
            class_numbers[known_as] if known_as else None,
            [_written_label(label) for label in labels],
        )
        for class_name, known_as, labels in shape.objects
    ]


def class_names(shapes: Iterable[Shape]) -> list[str]:
    """Name the classes that shapes speak of, in an order that only names decide."""
    return sorted(
        {
            name
            for shape in shapes
            for own, known_as, _ in shape.objects
            for name in (own, known_as)
            if name
        }
    )


@dataclass(frozen=True, slots=True)
class ClassForm:
    """What the labels of one class's objects may be."""

    name: str
    line: frozenset[str]  # the class and those above it
    targets: tuple[frozenset[str], ...]  # by reference field: the classes that fit
    values: tuple[Type, ...]  # by value field
    bound: int  # objects of this class in one heap
    n_any: int = 0  # fields of any kind
    most_entries: int = -1  # of a container; -1 for an object that has none


def class_forms(setting: Setting) -> Mapping[str, ClassForm]:
    """Say for each class what its objects look like in the shapes of a setting."""
    forms = {}
    for name, layout in setting.layouts.items():
        types = {field.name: field.type for field in setting.hierarchy.fields(name)}
        targets = []
        for field_name in layout.reference_names:
            type_ = types[field_name]
            assert isinstance(type_, RefType)
            targets.append(frozenset(setting.hierarchy.below(type_.class_name)))
        values = tuple(types[field_name] for field_name in layout.value_names)
        forms[name] = ClassForm(
            name,
            setting.compiled.ancestors[name],
            tuple(targets),
            values,
            setting.scope[name],
            len(layout.any_names),
            setting.scope[ITEMS] if layout.has_entries else -1,
        )
    return forms


def read_shape(forms: Sequence[ClassForm], rows: Sequence[ObjectRow]) -> Shape:
    """Make a shape of the classes with these numbers; raises `Malformed`."""
    n_objects = len(rows)
    classes: list[ClassForm] = []
    counts: dict[int, int] = {}
    n_roots = 0
    for at, row in enumerate(rows):
        number = row.class_number
        if not 0 <= number < len(forms):
            raise Malformed("an object of no known class")
        classes.append(forms[number])
        counts[number] = counts.get(number, 0) + 1
        if row.known_as is not None:
            if n_roots < at:
                raise Malformed("roots do not come first")
            if not 0 <= row.known_as < len(forms):
                raise Malformed("an object known by no known class")
            if forms[row.known_as].name not in forms[number].line:
                raise Malformed("an object known by a class that it does not have")
            n_roots += 1
    if any(count > forms[number].bound for number, count in counts.items()):
        raise Malformed("more objects than the scope allows")
    objects: list[ObjectLabels] = []
    n_met = n_roots
    for at, (form, row) in enumerate(zip(classes, rows, strict=True)):
        written = row.labels
        n_references = len(form.targets)
        n_typed = n_references + len(form.values)
        n_entries = len(written) - n_typed - form.n_any
        if not 0 <= n_entries <= max(form.most_entries, 0) or at >= n_met:
            raise Malformed("an object with other fields, or that nothing leads to")
        labels: list[Label] = []
        for label, fitting in zip(written, form.targets, strict=False):
            if label != NULL:
                # The first reference to an object comes before those to later ones.
                if type(label) is not int or not 0 <= label <= n_met or label == n_objects:
                    raise Malformed("a reference that leads nowhere, or out of order")
                if classes[label].name not in fitting:
                    raise Malformed("a reference to an object of another class")
                if label == n_met:
                    n_met += 1
            labels.append(label)
        for value, type_ in zip(written[n_references:n_typed], form.values, strict=True):
            if value is not None:
                labels.append(_read_value(value, type_))
            elif isinstance(type_, BoolType):
                raise Malformed("a Boolean that is not known")
            else:
                labels.append(HOLE)
        for any_written in written[n_typed:]:
            any_label = read_any(any_written, 0)
            for _, position in objects_below(any_label):
                if not 0 <= position <= n_met or position >= n_objects:
                    raise Malformed("a reference that leads nowhere, or out of order")
                n_met = max(n_met, position + 1)
            labels.append(any_label)
        known_as = "" if row.known_as is None else forms[row.known_as].name
        objects.append((form.name, known_as, tuple(labels)))
    return Shape(tuple(objects))


def written_any(label: object) -> WrittenLabel:
    """Write a label of any kind: a hole is None, a tuple is a list."""
    match label:
        case "?":
            return None
        case bool() | str():
            return label
        case int():
            return written_number(label)
        case tuple():
            # Only in the places of labels is a text a hole.
            if label[0] in ("tuple", "letters"):
                return [label[0], *map(written_any, label[1:])]
            return [written_number(p) if type(p) is int else p for p in label]
    raise TypeError(label)


def written_values(labels: Iterable[object]) -> list[Any]:
    """Write labels of any kind in an order that only they decide."""
    ordered = sorted(labels, key=lambda label: (type(label).__name__, str(label)))
    return [written_any(label) for label in ordered]


def read_any(written: object, depth: int = 0) -> Label:
    """Read a label of any kind; raises `Malformed` for one that no value has."""
    if depth > 50:
        raise Malformed("a tuple that is too deep")
    match written:
        case None:
            return HOLE
        case ["tuple", *inner]:
            return ("tuple", *[read_any(one, depth + 1) for one in inner])
        case ["bool", bool(truth)]:
            return ("bool", truth)
        case ["null"]:
            return ("null",)
        case ["object", int(position)] if not isinstance(position, bool):
            return ("object", position)
        case ["text", str(text)]:
            return ("text", text)
        case ["text", "?", "?"]:
            return ("text", HOLE, HOLE)
        case ["letters", *inner] if None in inner:
            return ("letters", *[HOLE if one is None else _letter(one) for one in inner])
        case ["float", str(text)]:
            try:
                if float.fromhex(text).hex() == text:
                    return ("float", text)
            except (ValueError, OverflowError):
                pass
        case ["float", (int() | bytes()) as denominator, "?"] if denominator is not True:
            if (number := read_number(denominator)) > 0:
                return ("float", number, HOLE)
        case ["name", str(kind), str(name)]:
            return ("name", kind, name)
        case (int() | bytes()) as number if not isinstance(number, bool):
            return read_number(number)
    raise Malformed("a label that no value has")


def _letter(written: object) -> int:
    if type(written) is not int or not LEAST <= written <= MOST:
        raise Malformed("a letter that no character is")
    return written


def _written_label(label: Label) -> WrittenLabel:
    if isinstance(label, str):
        return None
    if isinstance(label, tuple):
        return written_any(label)
    return label if isinstance(label, bool) else written_number(label)


def _read_value(label: int | bytes | bool, type_: Type) -> Label:
    match type_:
        case BoolType() if isinstance(label, bool):
            return label
        case IntType() if not isinstance(label, bool):
            return read_number(label)
        case RefType() if type(label) is int and label == 0:
            return 0  # null among opaque objects
        case _:
            raise Malformed("a value of the wrong type")
