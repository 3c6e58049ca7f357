"""What is worth telling about a plain heap, and what a client finds in it.

Place: answers/trials/. `try_out` keeps one client of all those whose heaps look alike, and draws
arguments from what the heap holds: an id that some call made up is a key of some dict.

Alike are heaps with the same classes, links, lengths, kinds and members of enumerations; numbers
count by their sign and strings by being empty or not, unless they are small or somebody names them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence, Set

from heapwright.graph.state.state_graph import Step
from heapwright.ir.core.hierarchy import Hierarchy
from heapwright.ir.core.operations import SHARED
from heapwright.paths.plain.heap import Input, Named, PlainHeap, Reference, Value
from heapwright.records import dataclass

SMALL = 3
MANY = 12  # of a container so many entries are as many as any more
MOST_OBJECTS, MOST_FOUND = 200, 16
LARGEST = 10**9
LONGEST = 16  # what is made to be unique is longer


@dataclass(frozen=True, slots=True)
class RoughHeap:
    """A heap as seen from some objects."""

    rough: Hashable  # equal for heaps that are alike
    exact: Hashable  # equal for heaps that no call can tell apart
    # In the order in which they are met: the objects, each with the object before it and the
    # place there, then places in tuples; None for those that the look begins at.
    ways: dict[int, tuple[int, tuple[int, ...]] | None]
    ints: tuple[int, ...]  # that it holds, those met last first
    texts: tuple[str, ...]


def parts_of(
    heap: PlainHeap,
    held: Iterable[int],
    named: Set[int | str],
    before: PlainHeap,
    known: Mapping[int, RoughHeap],
) -> dict[int, RoughHeap]:
    """Look at the heap below each object held, and below what all objects share.

    A client with two lists has as many heaps as there are pairs, but nothing new to show for it.
    Parts that are `known` from the heap before and did not change are not looked at again.
    """
    roots = list(held)
    if SHARED in heap.class_names:
        roots.append(heap.class_names.index(SHARED))
    parts: dict[int, RoughHeap] = {}
    for root in roots:
        part = known.get(root)
        if part is None or any(heap.rows[n] is not before.rows[n] for n in part.ways):
            part = rough_heap(heap, (root,), named)
        parts[root] = part
    return parts


def rough_heap(heap: PlainHeap, held: Sequence[int], named: Set[int | str]) -> RoughHeap:
    """Look at the heap below some objects."""
    ways: dict[int, tuple[int, tuple[int, ...]] | None] = dict.fromkeys(held)
    rough: list[Hashable] = [len(ways)]
    exact: list[Hashable] = [len(ways)]
    queue = list(ways)
    places = {number: place for place, number in enumerate(queue)}
    ints: dict[int, None] = {}
    texts: dict[str, None] = {}

    def look(value: Value, number: int, step: tuple[int, ...]) -> None:
        if value is None or isinstance(value, bool | Named):
            rough.append(value)
            exact.append(value)
        elif isinstance(value, Reference):
            other = value.number
            place = places.get(other)
            if place is None:
                place = places[other] = len(places)
                ways[other] = (number, step)
                queue.append(other)
            rough.append(place)
            exact.append(place)
        elif isinstance(value, int):
            is_told = -SMALL <= value <= SMALL or value in named
            rough.append((int, value if is_told else value > 0))
            exact.append((int, value))
            ints[value] = None
        elif isinstance(value, str):
            rough.append(value if not value or value in named else str)
            exact.append(value)
            texts[value] = None
        elif isinstance(value, float):
            rough.append((float, (value > 0) - (value < 0)))
            exact.append((float, value))
        elif isinstance(value, Input):
            rough.append(value.kind)
            exact.append(value.kind)
        else:
            rough.append((tuple, len(value)))
            exact.append((tuple, len(value)))
            for at, one in enumerate(value):
                look(one, number, (*step, at))

    for number in queue:
        if len(ways) > MOST_OBJECTS:
            break
        row = heap.rows[number]
        class_name = heap.class_names[number]
        rough.append((class_name, min(len(row), MANY)))
        exact.append((class_name, len(row)))
        for at, value in enumerate(row):
            look(value, number, (at,))
    return RoughHeap(
        tuple(rough),
        tuple(exact),
        ways,
        tuple([n for n in reversed(ints) if abs(n) <= LARGEST][:MOST_FOUND]),
        tuple([text for text in reversed(texts) if len(text) < LONGEST][:MOST_FOUND]),
    )


def way_to(hierarchy: Hierarchy, heap: PlainHeap, seen: RoughHeap, number: int) -> tuple[Step, ...]:
    """Give the steps to an object from the one that the look began at."""
    steps: list[Step] = []
    way = seen.ways[number]
    while way is not None:
        number, (at, *rest) = way
        fields = hierarchy.fields(heap.class_names[number])
        first = fields[at].name if at < len(fields) else at - len(fields)
        steps.append((first, *rest) if rest or isinstance(first, int) else first)
        way = seen.ways[number]
    return tuple(reversed(steps))
