"""Attributes by which a client could get at objects that no call gives it.

Place: graph/setting/. `editor` asks when it tells that something is unreachable.

    class Room:                          room.lamp.switch()
        def __init__(self):
            self.lamp = Lamp()

Sequences of calls use what calls take and give; they do not read attributes. Where a public one
holds an object that has calls of its own, it should be said that these are not among them.
"""

from __future__ import annotations

from collections.abc import Iterator

from heapwright.graph.client.does import public_call
from heapwright.graph.state.shape import Shape, heap_of
from heapwright.graph.state.state_graph import Setting, StateGraph
from heapwright.heaps.known_shape import HeapObject, Value
from heapwright.ir.core.program import Role
from heapwright.ir.reach.reach import reach_index

MOST_NAMED = 3
MOST_SHAPES = 500  # that are looked at


def readable_parts(graph: StateGraph) -> tuple[str, ...]:
    """Name such attributes, `Room.lamp`, the first few of them."""
    setting = graph.setting
    if not setting.program.language.shows_fields:
        return ()
    found: dict[str, None] = {}
    for number, shape in enumerate(graph.states):
        if number == MOST_SHAPES or len(found) >= MOST_NAMED:
            break
        found.update(dict.fromkeys(_parts_in(setting, shape)))
    return tuple(found)[:MOST_NAMED]


def _parts_in(setting: Setting, shape: Shape) -> Iterator[str]:
    objects = heap_of(setting.layouts, shape)
    held = [objects[position] for position in shape.roots]
    seen = set(held)
    # What can be read, and under which name; a container is read with what holds it.
    pending: list[tuple[HeapObject, str]] = [(one, "") for one in held]
    while pending:
        holder, way = pending.pop()
        for name, value in sorted(holder.fields.items(), key=lambda item: str(item[0])):
            if isinstance(name, str) and (name.startswith("_") or not name.isidentifier()):
                continue
            for inner in _objects_in(value):
                if inner in seen:
                    continue
                seen.add(inner)
                own = way if isinstance(name, int) else f"{holder.class_name}.{name}"
                if _has_calls(setting, inner):
                    yield own
                pending.append((inner, own))


def _objects_in(value: Value) -> Iterator[HeapObject]:
    if isinstance(value, HeapObject):
        yield value
    elif isinstance(value, tuple):
        for one in value:
            yield from _objects_in(one)


def _has_calls(setting: Setting, found: HeapObject) -> bool:
    """Say whether a public call of an object may change something."""
    name = found.class_name
    if name in setting.hierarchy.library:
        return False
    # Where no call takes or gives such objects, theirs are not among those of the question.
    index = reach_index(setting.program)
    return any(
        not public_call(index, function, name, setting.opaque).is_observer
        for level in setting.hierarchy.line(name)
        for function in level.functions
        if function.role is Role.METHOD and function.is_public and function.left_out is None
    )
