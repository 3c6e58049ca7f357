"""What a client of the plain interpreter gets at without a call.

Place: answers/calls/. The trials ask. The same as `graph.client.reads`, on a heap of plain values.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from heapwright.graph.state.state_graph import Step, Way
from heapwright.ir.core.hierarchy import Hierarchy
from heapwright.paths.plain.heap import PlainHeap, Reference, Unit, Value, entries_of, fields_of

MOST_SEEN = 64  # objects


def plain_reads(
    hierarchy: Hierarchy,
    heap: PlainHeap,
    attributes: Mapping[str, list[str]],
    start: Value | Unit,
) -> Iterator[tuple[Way, int]]:
    """Give the first objects that can be read from a value, each once and the nearest first."""
    seen: set[int] = set()
    queue: list[tuple[Way, Value | Unit]] = [((), start)]
    for way, value in queue:
        if isinstance(value, tuple):
            queue.extend(((*way, (place,)), inner) for place, inner in enumerate(value))
        elif isinstance(value, Reference) and value.number not in seen and len(seen) < MOST_SEEN:
            seen.add(value.number)
            yield way, value.number
            queue.extend(_below(hierarchy, heap, attributes, way, value))


def _below(
    hierarchy: Hierarchy,
    heap: PlainHeap,
    attributes: Mapping[str, list[str]],
    way: Way,
    found: Reference,
) -> Iterator[tuple[Way, Value]]:
    name = heap.class_of(found)
    if name in hierarchy.library:
        if hierarchy.has_entries(name):
            for place, entry in enumerate(entries_of(hierarchy, heap, found)):
                yield from _entry(way, (place,), entry)
        return
    names = attributes.get(name, ())
    fields = fields_of(hierarchy, heap, found) if names else {}
    for attribute in names:
        inner = fields.get(attribute)
        if isinstance(inner, Reference | tuple):
            yield (*way, attribute), inner


def _entry(way: Way, step: Step, entry: Value) -> Iterator[tuple[Way, Value]]:
    if not isinstance(entry, tuple):
        yield (*way, step), entry
        return
    for place, inner in enumerate(entry):
        yield from _entry(way, (*step, place), inner)
