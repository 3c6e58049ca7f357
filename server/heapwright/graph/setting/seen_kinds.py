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
from heapwright.ir.core import types
from heapwright.ir.core.hierarchy import Hierarchy
from heapwright.terms.sorts import BOOL as TRUTH
from heapwright.terms.term import Term

MOST_NESTED = 3  # containers in containers


def seen_kinds(graph: StateGraph) -> Mapping[tuple[str, str], types.AnyType]:
    """Give, by class and field, what the heaps of a graph hold there."""
    hierarchy = graph.setting.hierarchy
    values: dict[tuple[str, str], list[Value]] = {}
    for shape in graph.states:
        for found in heap_of(graph.setting.layouts, shape):
            for name, value in found.fields.items():
                if isinstance(name, str):
                    values.setdefault((found.class_name, name), []).append(value)
    return {place: _kinds(hierarchy, held, MOST_NESTED) for place, held in values.items()}


def _kinds(hierarchy: Hierarchy, values: Iterable[Value], depth: int) -> types.AnyType:
    """Put together what kinds these values are of."""
    choices: dict[types.Choice, None] = {}
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
        choices[types.MemberType(class_name, tuple(names))] = None
    return types.AnyType(tuple(sorted(choices, key=repr)))


def _kind(value: Value) -> types.Choice:
    match value:
        case None:
            return types.NullType()
        case bool():
            return types.BOOL
        case str() | TextAtom() | SpelledText():
            return types.TextType()
        case float() | FloatTerm() | FloatRank():
            return types.FloatType()
        case HeapObject():
            return types.RefType(value.class_name)
        case Term():
            return types.BOOL if value.sort is TRUTH else types.INT
        case _:
            return types.INT


def _container(
    hierarchy: Hierarchy, class_name: str, found: Iterable[HeapObject], depth: int
) -> types.ContainerType:
    held = [one for each in found for name, one in each.fields.items() if isinstance(name, int)]
    if not held:
        return types.ContainerType(class_name, ())
    if class_name == "dict":
        pairs = [entry for entry in held if isinstance(entry, tuple)]
        keys, values = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
        entries = (_kinds(hierarchy, keys, depth - 1), _kinds(hierarchy, values, depth - 1))
        return types.ContainerType(class_name, entries)
    return types.ContainerType(class_name, (_kinds(hierarchy, held, depth - 1),))


def _tuple(hierarchy: Hierarchy, found: list[tuple[Value, ...]], depth: int) -> types.ContainerType:
    sizes = {len(one) for one in found}
    if len(sizes) == 1:
        places = zip(*found, strict=True)
        entries = tuple(_kinds(hierarchy, place, depth - 1) for place in places)
        return types.ContainerType("tuple", entries, varies=False)
    held = [value for one in found for value in one]
    return types.ContainerType(
        "tuple", (_kinds(hierarchy, held, depth - 1) if held else types.ANY,)
    )
