"""What a client gets at without a call: public attributes, and what is in containers.

Place: graph/client/. `holds` asks this of the objects that a client has, `explore` of what calls
give. Changes nothing.

    room.lamp.switch()                   shop.items()[0].sell()

Reading is no call, so it costs none. A *way* is what is read, step by step, from a value that the
client has.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from heapwright.graph.state.state_graph import Way
from heapwright.heaps.known_shape import HeapObject, Value
from heapwright.ir.core.hierarchy import Hierarchy


def public_attributes(hierarchy: Hierarchy, class_names: Iterable[str]) -> Mapping[str, list[str]]:
    """Give the attributes of each class that a client may read, where there are any."""
    if not hierarchy.language.shows_fields:
        return {}
    found: dict[str, list[str]] = {}
    for class_name in class_names:
        names = [f.name for f in hierarchy.fields(class_name) if is_public_name(f.name)]
        if names and class_name not in hierarchy.library:
            found[class_name] = names
    return found


def is_public_name(name: str) -> bool:
    """Say whether an attribute of this name is public, and one of the text at all."""
    return not name.startswith("_") and name.isidentifier()


def reads(
    hierarchy: Hierarchy, attributes: Mapping[str, list[str]], had: Iterable[tuple[Way, Value]]
) -> Iterator[tuple[Way, HeapObject]]:
    """Give the objects that can be read from these values, theirs included, each once.

    The nearest come first. What the language makes by itself, a method as a value for one, shows
    nothing of what is behind it; what holds entries of a class of the program does so by calls.
    """
    seen: set[HeapObject] = set()
    queue = list(had)
    for way, value in queue:
        if type(value) is tuple:
            queue.extend(((*way, (place,)), inner) for place, inner in enumerate(value))
            continue
        if type(value) is not HeapObject or value in seen:
            continue
        seen.add(value)
        yield way, value
        if value.class_name in hierarchy.library and hierarchy.has_entries(value.class_name):
            for place, entry in value.fields.items():
                if type(place) is int:
                    queue.extend(_entry((*way, (place,)), entry))
            continue
        for name in attributes.get(value.class_name, ()):
            inner = value.fields.get(name)
            if type(inner) is HeapObject or type(inner) is tuple:
                queue.append(((*way, name), inner))


def _entry(way: Way, value: Value) -> Iterator[tuple[Way, Value]]:
    """Give an entry of a container, or what is in the tuple that it is."""
    if type(value) is not tuple:
        yield way, value
        return
    *before, last = way
    assert type(last) is tuple
    for place, inner in enumerate(value):
        yield from _entry((*before, (*last, place)), inner)


def followed(value: Value, way: Way) -> Value:
    """Give what stands at the end of a way."""
    for step in way:
        first, *rest = step if type(step) is tuple else (step,)
        if type(value) is HeapObject:
            assert not isinstance(first, tuple)
            value = value.fields[first]
        else:
            assert type(value) is tuple and type(first) is int
            value = value[first]
        for place in rest:
            assert type(value) is tuple and type(place) is int
            value = value[place]
    return value
