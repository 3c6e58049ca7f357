"""How near classes and calls are to what a question asks about.

Place: graph/client/. `fair_order` makes near calls first, `room` asks which classes matter at all.

What the question is about is nearest, one further is what its calls take and what has a method
that gives it, then the same for these, and so on: to find a path in a graph takes a graph, and
that takes edges, but no reader of input streams, even if a function makes graphs of such.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set

from heapwright.graph.state.public_calls import PublicCall
from heapwright.graph.state.state_graph import Setting
from heapwright.ir.core.types import AnyType, RefType, classes_in

FAR = 4
PERHAPS = 2  # a call that may give anything


def near_classes(setting: Setting) -> Mapping[str, int]:
    """Give how far each class is from those asked about, for all that are needed for them."""
    found = dict.fromkeys(setting.api.asked, 0)
    calls = [*setting.api.creators, *(c for own in setting.api.methods.values() for c in own)]
    makeable = {made_by(call) for call in calls if call.receiver is None}
    n_before = -1
    distance = 0
    while n_before != len(found):
        n_before = len(found)
        here = {name for name, known in found.items() if known == distance}
        distance += 1
        for call in calls:
            if _owner(call) in here:
                for name in _taken(setting, call):
                    found.setdefault(name, distance)
            if call.receiver is not None and not here.isdisjoint(_given(setting, call, makeable)):
                found.setdefault(call.receiver, distance)
    return found


def distance_of(call: PublicCall, near: Mapping[str, int]) -> int:
    """Say how far a call is: as far as the class that it belongs to, or that it makes."""
    if call.receiver is None and isinstance(call.result, AnyType):
        return PERHAPS
    return min(FAR, near.get(_owner(call) or "", FAR))


def _owner(call: PublicCall) -> str | None:
    return made_by(call) if call.receiver is None else call.receiver


def made_by(call: PublicCall) -> str | None:
    """Name the class whose objects a call gives, where that is known."""
    return call.result.class_name if isinstance(call.result, RefType) else None


def _given(setting: Setting, call: PublicCall, makeable: Set[str | None]) -> Iterable[str]:
    """Name the classes whose objects a method may be needed for."""
    match call.result:
        case RefType(class_name):
            return setting.hierarchy.below(class_name)
        case AnyType():
            # Anything may come out of many methods: they count where nothing else makes it.
            return [name for name in setting.api.asked if name not in makeable]
        case _:
            return ()


def _taken(setting: Setting, call: PublicCall) -> Iterator[str]:
    for type_ in call.parameters:
        for name in classes_in(type_):
            if name not in setting.opaque and name not in setting.hierarchy.made:
                yield from setting.hierarchy.below(name)
