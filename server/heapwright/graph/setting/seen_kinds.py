"""What kinds of values the fields of reached heaps hold.

Place: graph/setting/. `workspace.open_paths` asks this where no declared type says what an
attribute of Python may be: what public calls put there, any value of that kind may stand there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from heapwright.graph.state.shape import heap_of
from heapwright.graph.state.state_graph import StateGraph
from heapwright.heaps.known_shape import (
    ABSENT,
    FloatRank,
    FloatTerm,
    HeapObject,
    NamedValue,
    SpelledText,
    TextAtom,
    Value,
)
from heapwright.ir.core.hierarchy import Hierarchy
from heapwright.ir.core.types import (
    ANY,
    BOOL,
    INT,
    AnyType,
    Choice,
    ContainerType,
    FloatType,
    MemberType,
    NullType,
    RefType,
    TextType,
)
from heapwright.terms.sorts import BOOL as TRUTH
from heapwright.terms.term import Term

MOST_NESTED = 3  # containers in containers


def seen_kinds(graph: StateGraph) -> Mapping[tuple[str, str], AnyType]:
    """Give, by class and field, what the heaps of a graph hold there."""
    hierarchy = graph.setting.hierarchy
    values: dict[tuple[str, str], list[Value]] = {}
    for shape in graph.states:
        for found in heap_of(graph.setting.layouts, shape):
            for name, value in found.fields.items():
                if isinstance(name, str):
                    values.setdefault((found.class_name, name), []).append(value)
    return {place: _kinds(hierarchy, held, MOST_NESTED) for place, held in values.items()}


def _kinds(hierarchy: Hierarchy, values: Iterable[Value], depth: int) -> AnyType:
    """Put together what kinds these values are of."""
    choices: dict[Choice, None] = {}
    entries: dict[str, list[HeapObject]] = {}
    tuples: list[tuple[Value, ...]] = []
    members: dict[str, dict[str, None]] = {}
    for value in values:
        match value:
            case HeapObject(class_name=name) if hierarchy.is_container(name):
                entries.setdefault(name, []).append(value)
            case tuple():
                tuples.append(value)
            case NamedValue(kind=class_name, name=name):
                if value != ABSENT and class_name not in ("type", "function", "constant"):
                    members.setdefault(class_name, {})[name] = None
            case _:
                choices[_kind(value)] = None
    for class_name, found in entries.items() if depth else ():
        choices[_container(hierarchy, class_name, found, depth)] = None
    if tuples and depth:
        choices[_tuple(hierarchy, tuples, depth)] = None
    for class_name, names in members.items():
        choices[MemberType(class_name, tuple(names))] = None
    return AnyType(tuple(sorted(choices, key=repr)))


def _kind(value: Value) -> Choice:
    match value:
        case None:
            return NullType()
        case bool():
            return BOOL
        case str() | TextAtom() | SpelledText():
            return TextType()
        case float() | FloatTerm() | FloatRank():
            return FloatType()
        case HeapObject():
            return RefType(value.class_name)
        case Term():
            return BOOL if value.sort is TRUTH else INT
        case _:
            return INT


def _container(
    hierarchy: Hierarchy, class_name: str, found: Iterable[HeapObject], depth: int
) -> ContainerType:
    held = [one for each in found for name, one in each.fields.items() if isinstance(name, int)]
    if not held:
        return ContainerType(class_name, ())
    if class_name == "dict":
        pairs = [entry for entry in held if isinstance(entry, tuple)]
        keys, values = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
        entries = (_kinds(hierarchy, keys, depth - 1), _kinds(hierarchy, values, depth - 1))
        return ContainerType(class_name, entries)
    return ContainerType(class_name, (_kinds(hierarchy, held, depth - 1),))


def _tuple(hierarchy: Hierarchy, found: list[tuple[Value, ...]], depth: int) -> ContainerType:
    sizes = {len(one) for one in found}
    if len(sizes) == 1:
        places = zip(*found, strict=True)
        entries = tuple(_kinds(hierarchy, place, depth - 1) for place in places)
        return ContainerType("tuple", entries, varies=False)
    held = [value for one in found for value in one]
    return ContainerType("tuple", (_kinds(hierarchy, held, depth - 1) if held else ANY,))
