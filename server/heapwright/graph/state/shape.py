"""The shape of a heap in canonical form, and back to a heap.

Place: graph/state/. Two heaps have equal shapes exactly when some renaming of objects
makes them equal but for the values of their symbolic ints.

References, Booleans and known ints are labels of the shape; a symbolic int is a
hole, and the holes are numbered in the order of the canonical form: hole i holds
the variable `state_variable(i)` in every state of that shape.
A value of any kind has a label that tells its kind: 0, `False`, 0.0, `None` and "" are
five labels. An object of a container class has one such label per entry.
Source: [MSEQ] Definitions 4.1 and 4.4. We differ: known ints are labels, so that
heights, sizes and colours need no constraint at all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import Final, TypeAlias

from heapwright.graph.state.any_labels import (
    ObjectIn,
    Template,
    TupleOf,
    any_label,
    filled,
    is_open_text,
    n_holes_in,
    template_of,
)
from heapwright.graph.state.state_variables import HOLE as HOLE
from heapwright.graph.state.state_variables import state_variable as state_variable
from heapwright.heaps.known_shape import (
    FieldName,
    HeapObject,
    NamedValue,
    Value,
    objects_in,
    reachable,
)
from heapwright.ir.core.operations import FUNCTION_FIELD
from heapwright.paths.known_shapes.kinds import GENERATOR
from heapwright.paths.runs.machine import OpaqueMixed
from heapwright.records import dataclass, field
from heapwright.terms.build import integer
from heapwright.terms.term import Term

# In a place of any kind: an int, a hole, or a tuple that starts with the kind.
AnyLabel: TypeAlias = "tuple[object, ...]"
Label: TypeAlias = "int | bool | str | AnyLabel"
NULL: Final = -1

# Its class; the class by which the client knows it, or nothing if it is not held; its fields.
ObjectLabels: TypeAlias = "tuple[str, str, tuple[Label, ...]]"
Layouts: TypeAlias = "Mapping[str, Layout]"
Opened: TypeAlias = "Set[tuple[str, str]]"
Known: TypeAlias = "Mapping[HeapObject, str]"  # held objects: by which class they are known
# Per object: class, fields without links, links, and what else has objects in it.
Links: TypeAlias = "list[tuple[str, int]]"
Templates: TypeAlias = "list[tuple[FieldName, Template]]"
Plan: TypeAlias = "list[tuple[str, dict[FieldName, Value], Links, Templates]]"


@dataclass(frozen=True, slots=True)
class Layout:
    """The fields of a class that matter for the question, inherited ones first."""

    reference_names: tuple[str, ...]
    value_names: tuple[str, ...]  # ints, Booleans and opaque references
    any_names: tuple[str, ...] = ()  # values of any kind
    has_entries: bool = False  # an object of a container class

    @property
    def groups(self) -> tuple[tuple[str, ...], ...]:
        """Give the names by what they hold."""
        return (self.reference_names, self.value_names, self.any_names)

    @property
    def n_fields(self) -> int:
        """Count the names."""
        return len(self.reference_names) + len(self.value_names) + len(self.any_names)

    @property
    def is_plain(self) -> bool:
        """Whether nothing of any kind is in it."""
        return not self.any_names and not self.has_entries


@dataclass(frozen=True, slots=True)
class Shape:
    """The canonical form: the objects in canonical order; reference labels are positions."""

    objects: tuple[ObjectLabels, ...]
    # How to make a heap of this shape, and for which layouts; `heap_of` fills it.
    _plan: tuple[Layouts, Plan] | None = field(default=None, init=False, compare=False, repr=False)
    # What a client can use on such a heap, and whoever it is for; see `client.holds`.
    usable: tuple[object, object] | None = field(
        default=None, init=False, compare=False, repr=False
    )

    @property
    def n_holes(self) -> int:
        """Count the symbolic ints."""
        return sum(n_holes_in(label) for _, _, labels in self.objects for label in labels)

    @property
    def roots(self) -> tuple[int, ...]:
        """Give the positions of the objects that the caller holds."""
        return tuple(i for i, (_, known_as, _) in enumerate(self.objects) if known_as)


@dataclass(frozen=True, slots=True)
class Shaped:
    """A heap brought into canonical form: its objects in order and what fills the holes."""

    shape: Shape
    objects: tuple[HeapObject, ...]
    hole_values: tuple[Term, ...]


def shape_of(layouts: Layouts, held: Known, opened: Opened = frozenset()) -> Shaped:
    """Bring the heap below the held objects into canonical form; garbage is not in it.

    In fields that are `opened` known ints are holes, too; the name of entries is empty, but for
    those of a generator (`slot_name`).
    """
    if len(held) == 1:
        return _shaped(layouts, list(held), held, opened)
    return _smallest(layouts, held, opened)


def heap_of(layouts: Layouts, shape: Shape) -> list[HeapObject]:
    """Make a fresh heap of this shape, with the state variables in its holes.

    Runs once per path, so what to put where is worked out once per shape (measured: a
    heap of seven objects in 6 µs instead of 25).
    """
    known = shape._plan
    if known is None or known[0] is not layouts:
        known = (layouts, _plan(layouts, shape))
        object.__setattr__(shape, "_plan", known)
    plan = known[1]
    objects = [HeapObject(class_name, fields.copy()) for class_name, fields, _, _ in plan]
    for heap_object, (_, _, links, templates) in zip(objects, plan, strict=True):
        fields = heap_object.fields
        for name, target in links:
            fields[name] = objects[target]
        for any_name, template in templates:
            fields[any_name] = filled(template, objects)
    return objects


def _plan(layouts: Layouts, shape: Shape) -> Plan:
    """Say for each object its class, its fields without links, and its links."""
    plan: Plan = []
    hole = 0
    for class_name, _, labels in shape.objects:
        layout = layouts[class_name]
        fields: dict[FieldName, Value] = dict.fromkeys(layout.reference_names)
        links = [
            (name, int_label(label))
            for name, label in zip(layout.reference_names, labels, strict=False)
            if label != NULL
        ]
        n_references = len(layout.reference_names)
        n_typed = n_references + len(layout.value_names)
        for name, label in zip(layout.value_names, labels[n_references:n_typed], strict=True):
            if isinstance(label, str):
                fields[name] = state_variable(hole)
                hole += 1
            else:
                assert not isinstance(label, tuple)
                fields[name] = label
        templates: list[tuple[FieldName, Template]] = []
        for any_name, label in zip(_any_places(layout, labels), labels[n_typed:], strict=True):
            template = template_of(label, hole)
            hole += n_holes_in(label)
            # The place keeps its order among the fields, whether or not it is filled later.
            fields[any_name] = None
            if isinstance(template, ObjectIn | TupleOf):
                templates.append((any_name, template))
            else:
                fields[any_name] = template
        plan.append((class_name, fields, links, templates))
    return plan


def int_label(label: Label) -> int:
    """Give the label of a reference or of a known int."""
    assert isinstance(label, int), label
    return label


def _any_places(layout: Layout, labels: tuple[Label, ...]) -> Sequence[FieldName]:
    return (*layout.any_names, *range(len(labels) - layout.n_fields))


def _shaped(
    layouts: Layouts, ordered_roots: Sequence[HeapObject], held: Known, opened: Opened
) -> Shaped:
    """Number the objects breadth first from the roots in the given order."""
    position: dict[Value, int] = {root: i for i, root in enumerate(ordered_roots)}
    order = list(ordered_roots)
    for found in order:
        fields = found.fields
        for name in layouts[found.class_name].reference_names:
            target = fields[name]
            if target is not None and target not in position:
                assert isinstance(target, HeapObject)
                position[target] = len(order)
                order.append(target)
        layout = layouts[found.class_name]
        if not layout.is_plain:
            for place in _places_of(layout, found):
                for target in objects_in(fields[place]):
                    if target not in position:
                        position[target] = len(order)
                        order.append(target)
    labelled: list[ObjectLabels] = []
    hole_values: list[Term] = []
    for found in order:
        layout = layouts[found.class_name]
        fields = found.fields
        labels: list[Label] = []
        for name in layout.reference_names:
            target = fields[name]
            labels.append(NULL if target is None else position[target])
        for name in layout.value_names:
            value = fields[name]
            if opened and type(value) is int and (found.class_name, name) in opened:
                value = integer(value)
            labels.append(_value_label(value, hole_values))
        if not layout.is_plain:
            for place in _places_of(layout, found):
                is_open = bool(opened) and (
                    (found.class_name, _opened_name(found, place)) in opened
                )
                labels.append(any_label(fields[place], position, hole_values, is_open=is_open))
        labelled.append((found.class_name, held.get(found, ""), tuple(labels)))
    return Shaped(Shape(tuple(labelled)), tuple(order), tuple(hole_values))


def _opened_name(found: HeapObject, place: FieldName) -> str:
    if isinstance(place, str):
        return place
    function = found.fields.get(FUNCTION_FIELD) if found.class_name == GENERATOR else None
    return slot_name(function.name, place) if isinstance(function, NamedValue) else ""


def slot_name(function: str, place: int) -> str:
    """Name a variable of a generator, whose entries these are; entries of containers have none."""
    return f"{function} {place}"


def _value_label(value: Value, hole_values: list[Term]) -> Label:
    if isinstance(value, Term):
        hole_values.append(value)
        return HOLE
    if value is None:
        return 0  # null among opaque objects
    if isinstance(value, HeapObject):
        raise OpaqueMixed
    assert isinstance(value, int), value
    return value


def _places_of(layout: Layout, found: HeapObject) -> Sequence[FieldName]:
    if not layout.has_entries:
        return layout.any_names
    return (*layout.any_names, *range(len(found.fields) - layout.n_fields))


def _smallest(layouts: Layouts, held: Known, opened: Opened) -> Shaped:
    """Order the roots so that heaps which differ only in names get the same form.

    Each connected part of the heap is brought into its own smallest form; parts are
    then sorted by it. Parts of equal form are symmetric, so their order is free.
    """
    ordered: list[HeapObject] = []
    parts = [_ordered_part(layouts, part, held, opened) for part in connected_parts(list(held))]
    for _, part in sorted(parts, key=lambda item: item[0]):
        ordered.extend(part)
    return _shaped(layouts, ordered, held, opened)


def connected_parts(roots: Sequence[HeapObject]) -> list[list[HeapObject]]:
    """Group the roots whose objects are linked with each other in any direction."""
    parts: list[tuple[set[HeapObject], list[HeapObject]]] = []
    for root in roots:
        objects, members = set(reachable([root])), [root]
        separate = []
        for part in parts:
            if part[0].isdisjoint(objects):
                separate.append(part)
            else:
                objects |= part[0]
                members = [*part[1], *members]
        parts = [*separate, (objects, members)]
    return [members for _, members in parts]


TwinKey: TypeAlias = "tuple[object, ...]"


def _ordered_part(
    layouts: Layouts, roots: list[HeapObject], held: Known, opened: Opened
) -> tuple[str, list[HeapObject]]:
    """Order the roots of one connected part by what each sees, ties by trying.

    What a root sees is the heap numbered from it alone, with the other roots marked
    but not told apart.
    """
    groups: dict[str, list[HeapObject]] = {}
    for root in roots:
        groups.setdefault(_sort_key(_shaped(layouts, [root], held, opened).shape), []).append(root)
    orders: list[list[HeapObject]] = [[]]
    twins = _twin_keys(layouts, roots)
    for _, tied in sorted(groups.items(), key=lambda item: item[0]):
        orders = [
            [*order, *arranged] for order in orders for arranged in _arrangements(tied, twins)
        ]
    forms = [(_sort_key(_shaped(layouts, order, held, opened).shape), order) for order in orders]
    return min(forms, key=lambda form: form[0])


def _sort_key(shape: Shape) -> str:
    """Make shapes comparable; any order will do, as long as it is always the same."""
    return repr(shape.objects)


def _arrangements(
    tied: list[HeapObject], twins: Mapping[HeapObject, TwinKey]
) -> list[list[HeapObject]]:
    """Give the orders of equally looking roots that can make a difference.

    Twins (same labels, same targets, and nothing refers to them) can be swapped
    without changing anything, so only one of them is ever put first.
    """
    if len(tied) <= 1:
        return [tied]
    result: list[list[HeapObject]] = []
    tried: set[TwinKey] = set()
    for first in tied:
        twin = twins.get(first)
        if twin is not None:
            if twin in tried:
                continue
            tried.add(twin)
        rest = [root for root in tied if root is not first]
        result.extend([first, *others] for others in _arrangements(rest, twins))
    return result


def _twin_keys(layouts: Layouts, roots: Sequence[HeapObject]) -> Mapping[HeapObject, TwinKey]:
    """Describe each root that nothing refers to; equal descriptions are twins."""
    objects = reachable(roots)
    referred = {
        target
        for found in objects
        for value in found.fields.values()
        for target in objects_in(value)
    }
    keys: dict[HeapObject, TwinKey] = {}
    for root in roots:
        layout = layouts[root.class_name]
        if root not in referred and layout.is_plain:
            values = [
                HOLE if isinstance(v := root.fields[n], Term) else v for n in layout.value_names
            ]
            targets = [id(root.fields[n]) for n in layout.reference_names]
            keys[root] = (root.class_name, tuple(targets), tuple(map(str, values)))
    return keys


def has_open_text(shape: Shape) -> bool:
    """Say whether a string is kept of which only the identity is known."""
    return any(is_open_text(label) for _, _, labels in shape.objects for label in labels)
