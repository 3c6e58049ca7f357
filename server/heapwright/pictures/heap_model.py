"""A heap as a model to draw: objects with their fields, and what leads where.

Place: pictures/. `heap_svg` and `heap_dot` draw it. Objects are numbered as the text
drawing (`heap_text`) numbers them, so that both can stand side by side.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TypeAlias

from heapwright.ir.core.hierarchy import Hierarchy
from heapwright.ir.core.language import Language
from heapwright.ir.core.types import RefType
from heapwright.ir.python_names.class_names import shown_name
from heapwright.paths.plain.heap import Input, Named, PlainHeap, Reference, Value, fields_of
from heapwright.pictures.shown_attributes import shown_attributes
from heapwright.pictures.words import int_text
from heapwright.records import dataclass

Place: TypeAlias = "tuple[Reference, str]"  # a field of an object


@dataclass(frozen=True, slots=True)
class Data:
    """A field that holds an int or a Boolean."""

    text: str


@dataclass(frozen=True, slots=True)
class Null:
    """A reference field that leads nowhere; the language has a word for that."""

    word: str = "null"


@dataclass(frozen=True, slots=True)
class Link:
    """A reference field that leads to an object."""

    target: int  # index into the picture's objects


@dataclass(frozen=True, slots=True)
class DrawnField:
    """A field with its content; `is_own_kind` where objects of the class link to each other."""

    name: str
    content: Data | Null | Link
    is_own_kind: bool
    is_marked: bool


@dataclass(frozen=True, slots=True)
class DrawnObject:
    """An object: its class, its number, its fields and the names of the roots that hold it."""

    class_name: str
    number: int
    fields: tuple[DrawnField, ...]
    names: tuple[str, ...]
    rightward: str | None  # the field along which a list of such objects runs

    @property
    def title(self) -> str:
        """Give class and number."""
        return f"{shown_name(self.class_name)}#{self.number}"


@dataclass(frozen=True, slots=True)
class HeapPicture:
    """All that is drawn: objects in order of appearance, and roots that hold no object."""

    objects: tuple[DrawnObject, ...]
    plain_roots: tuple[tuple[str, str], ...]  # name and value


def heap_picture(
    hierarchy: Hierarchy,
    heap: PlainHeap,
    roots: Sequence[tuple[str, Value]],
    *,
    marked: Collection[Place] = (),
    numbers: Mapping[Reference, int] | None = None,
) -> HeapPicture:
    """Model what the named roots lead to.

    Marked fields are drawn so that they catch the eye. `numbers` keeps the numbers of an
    earlier picture; without it objects are numbered in order of appearance.
    """
    found = _in_order(hierarchy, heap, [value for _, value in roots])
    index = {reference: i for i, reference in enumerate(found)}
    rightward = {
        name: _rightward(hierarchy, heap, found, name)
        for name in dict.fromkeys(heap.class_of(reference) for reference in found)
    }
    objects: list[DrawnObject] = []
    for i, reference in enumerate(found):
        class_name = heap.class_of(reference)
        own_kind = _own_kind(hierarchy, class_name)
        objects.append(
            DrawnObject(
                class_name,
                i + 1 if numbers is None else numbers[reference],
                tuple(
                    DrawnField(
                        name,
                        _content(hierarchy.language, value, index),
                        name in own_kind,
                        (reference, name) in marked,
                    )
                    for name, value in shown_attributes(hierarchy, heap, reference).items()
                ),
                tuple(name for name, value in roots if value == reference),
                rightward[class_name],
            )
        )
    language = hierarchy.language
    plain = tuple((n, plain_text(language, v)) for n, v in roots if not isinstance(v, Reference))
    return HeapPicture(tuple(objects), plain)


def changed_fields(hierarchy: Hierarchy, before: PlainHeap, after: PlainHeap) -> tuple[Place, ...]:
    """Name the fields of old objects that a call has changed, to be marked in a picture."""
    return tuple(
        (Reference(number), field.name)
        for number, (class_name, old, new) in enumerate(
            zip(before.class_names, before.rows, after.rows, strict=False)
        )
        for field, was, now in zip(hierarchy.fields(class_name), old, new, strict=True)
        if was != now
    )


def plain_text(language: Language, value: Value) -> str:
    """Write a value that is not an object."""
    match value:
        case None | bool():
            return language.word_of(value)
        case Reference():
            raise ValueError("an object has no plain text")
        case int():
            return int_text(value)
        case str() | float():
            return repr(value)
        case tuple():
            inside = ", ".join(plain_text(language, one) for one in value)
            return f"({inside},)" if len(value) == 1 else f"({inside})"
        case Named():
            return value.name
        case Input():
            return f"any {value.kind}"


def _in_order(hierarchy: Hierarchy, heap: PlainHeap, roots: Sequence[Value]) -> list[Reference]:
    """Give what the roots lead to, in the order in which the text drawing meets it."""
    found: dict[Reference, None] = {}
    pending = list(reversed(roots))
    while pending:
        value = pending.pop()
        if isinstance(value, Reference) and value not in found:
            found[value] = None
            pending.extend(reversed(list(shown_attributes(hierarchy, heap, value).values())))
    return list(found)


def _content(
    language: Language, value: Value, index: Mapping[Reference, int]
) -> Data | Null | Link:
    match value:
        case None:
            return Null(language.word_of(None))
        case Reference():
            return Link(index[value])
        case _:
            return Data(plain_text(language, value))


def _own_kind(hierarchy: Hierarchy, class_name: str) -> tuple[str, ...]:
    """Name the fields that can hold an object of the same kind; `Object` is no kind."""
    kind = {level.name for level in hierarchy.line(class_name) if level.parent is not None}
    kind.update(hierarchy.below(class_name))
    return tuple(
        field.name
        for field in hierarchy.fields(class_name)
        if isinstance(field.type, RefType) and field.type.class_name in kind
    )


def _rightward(
    hierarchy: Hierarchy, heap: PlainHeap, found: Sequence[Reference], class_name: str
) -> str | None:
    """Find the field along which objects of the class form lists, if they do.

    It is the one that is called so, or the only one that links to the same kind, or the
    first of two that undo each other, as `next` and `previous` do. Of a tree's `left` and
    `right` neither undoes the other.
    """
    names = _own_kind(hierarchy, class_name)
    for name in names:
        if name.strip("_").lower().startswith(("next", "sibling", "succ", "tail", "rest")):
            return name
    if len(names) == 1:
        return names[0]
    objects = [reference for reference in found if heap.class_of(reference) == class_name]
    for i, forth in enumerate(names):
        for back in names[i + 1 :]:
            undoes = [
                fields_of(hierarchy, heap, target).get(other) == reference
                for one, other in ((forth, back), (back, forth))
                for reference in objects
                if isinstance(target := fields_of(hierarchy, heap, reference)[one], Reference)
            ]
            if undoes and all(undoes):
                is_backward = forth.strip("_").lower().startswith(("prev", "back", "pred"))
                return back if is_backward else forth
    return None
