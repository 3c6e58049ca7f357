"""What a client can go on holding when a heap outgrows its scope.

Place: graph/explore/. `explore` calls this for a heap with too many objects. Changes nothing.

An object is freed when every root that leads to it is let go. So each way to make room
is a set of objects to free, and what it costs is the union of their roots; only the
cheapest ways matter, since whoever holds more can do more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from heapwright.graph.state.state_graph import Setting, Spelling
from heapwright.heaps.known_shape import HeapObject, SpelledText, reachable
from heapwright.ir.core.operations import SHARED
from heapwright.ir.core.program import CHARACTERS, ITEMS
from heapwright.paths.known_shapes.kinds import GENERATOR


def is_too_large(setting: Setting, found: HeapObject) -> bool:
    """Say whether an object has more entries, or a longer string, than the scope allows."""
    if n_entries(setting, found) > setting.scope[ITEMS]:
        return True
    spelling = setting.spelling
    if spelling is None:
        return False
    most = max(setting.scope[CHARACTERS], spelling.longest_kept)
    return _has_long_text(spelling, most, found)


def n_entries(setting: Setting, found: HeapObject) -> int:
    """Count the entries of a container; 0 for any other object.

    What a generator has are its variables.
    """
    if found.class_name == GENERATOR:
        return 0
    layout = setting.layouts[found.class_name]
    return len(found.fields) - layout.n_fields if layout.has_entries else 0


def _has_long_text(spelling: Spelling, most: int, found: HeapObject) -> bool:
    """Say whether a string in an object is too long.

    Parts of the program's own strings are let through: there are only so many. So are strings as
    long as one of these, since what is put together may be one: `f"{first} {last}" == "Al Bo"`.
    """
    pending = list(found.fields.values())
    while pending:
        value = pending.pop()
        if type(value) is tuple:
            pending.extend(value)
        elif isinstance(value, SpelledText):
            length = len(value.letters)
            if length > most and all(length != len(own) for own in spelling.texts):
                return True
        elif isinstance(value, str) and not _is_known(spelling, most, value):
            return True
    return False


def _is_known(spelling: Spelling, most: int, text: str) -> bool:
    return len(text) <= most or any(text in own for own in spelling.texts)


def held_within(setting: Setting, roots: Sequence[HeapObject]) -> list[list[HeapObject]]:
    """Give each largest choice of roots below which no class has more objects than allowed.

    Objects that are too large by themselves have to go as well. The choice of no root at all
    is left out: nothing can be done with it.
    """
    if len(roots) < 2:
        return []
    # Sets of roots are bits of an int. What all objects share is never let go.
    never = sum(1 << i for i, root in enumerate(roots) if root.class_name == SHARED)
    holders: dict[HeapObject, int] = {}
    for index, root in enumerate(roots):
        for found in reachable([root]):
            holders[found] = holders.get(found, 0) | 1 << index
    everything = (1 << len(roots)) - 1
    enough: list[int] = []
    pending = [0]
    met = {0}
    while pending:
        dropped = pending.pop()
        held = everything & ~dropped
        crowded = _too_large(setting, holders, held) or _crowded(setting.scope, holders, held)
        if not crowded:
            enough.append(dropped)
            continue
        for found in crowded:
            more = dropped | holders[found]
            if more != everything and not more & never and more not in met:
                met.add(more)
                pending.append(more)
    cheapest = [
        dropped
        for dropped in sorted(enough)
        if not any(other != dropped and other & dropped == other for other in enough)
    ]
    return [
        [root for index, root in enumerate(roots) if not dropped >> index & 1]
        for dropped in cheapest
    ]


def _too_large(setting: Setting, holders: Mapping[HeapObject, int], held: int) -> list[HeapObject]:
    """Give one object that is left and too large: it has to go."""
    for found, by in holders.items():
        if by & held and is_too_large(setting, found):
            return [found]
    return []


def _crowded(
    scope: Mapping[str, int], holders: Mapping[HeapObject, int], held: int
) -> list[HeapObject]:
    """Give the objects that are left, of a class that has too many of them."""
    left: dict[str, list[HeapObject]] = {}
    for found, by in holders.items():
        if by & held:
            left.setdefault(found.class_name, []).append(found)
    for class_name, objects in left.items():
        if len(objects) > scope[class_name]:
            return objects
    return []
