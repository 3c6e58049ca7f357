"""Room for what the calls of a class make by themselves.

Place: graph/explore/. `breadth_first` asks whether there is any, `setting` makes it.

A scope says how far structures grow: six nodes, four entries. A deck of cards has 52 from the
start, and "no `Deck` within four entries" is true and useless. So where a class that a question
needs has no object in any heap of a graph, and heaps were dropped, a few calls are made without
bounds: those that nobody asked for become what the smallest of the objects needs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from heapwright.graph.client.nearness import made_by, near_classes
from heapwright.graph.explore.explore import new_graph
from heapwright.graph.explore.fair_order import explored_fairly
from heapwright.graph.explore.kept_roots import n_entries
from heapwright.graph.state.shape import Shape, heap_of
from heapwright.graph.state.state_graph import Disjunct, Edge, Setting, StateGraph, Union
from heapwright.graph.state.watch import Watch, WatchStopped
from heapwright.heaps.known_shape import count_classes
from heapwright.ir.core.program import ITEMS
from heapwright.records import replace
from heapwright.solver.answer import Solver

MOST_ROOM = 128  # for objects of a class, and for entries
# What is made to see what is needed.
MOST_CALLS = 3
MOST_CHECKS = 100
SHARE = 0.1  # of the time that is left


class NoRoom(Exception):
    """Objects that the question needs do not fit into the scope."""

    def __init__(self, needed: Mapping[str, int]) -> None:
        """Take the bounds that are too small, as they should be."""
        super().__init__()
        self.needed = needed


def check_room(graph: StateGraph, solver: Solver, watch: Watch) -> None:
    """Raise `NoRoom` if heaps were dropped and a class that matters is in no other."""
    if graph.has_room or graph.counts.dropped_out_of_scope == 0:
        return
    made = {made_by(call) for call in graph.setting.api.creators}
    missing = (near_classes(graph.setting).keys() & made) - classes_in(graph.states)
    needed = _needed_for(graph.setting, missing, solver, watch) if missing else {}
    if needed:
        raise NoRoom(needed)
    graph.has_room = True


def classes_in(shapes: Iterable[Shape]) -> set[str]:
    """Name the classes that have objects in heaps of these shapes."""
    return {class_name for shape in shapes for class_name, _, _ in shape.objects}


def _needed_for(
    setting: Setting, missing: set[str], solver: Solver, watch: Watch
) -> dict[str, int]:
    """Give the bounds that would let a smallest object of each class in, as far as some would."""
    wide = {
        name: MOST_ROOM if _is_free(setting, name) else bound
        for name, bound in setting.scope.items()
    }
    graph = new_graph(replace(setting, scope=wide, is_fair=True, most_calls=MOST_CALLS))
    part = watch.part(SHARE)
    part.most_checks = MOST_CHECKS
    least: dict[str, dict[str, int]] = {}
    by_disjunct: dict[int, dict[str, int]] = {}  # on the whole way there
    try:
        for disjunct in explored_fairly(graph, solver, part):
            before = by_disjunct.get(_before(disjunct), {})
            needed = _larger(before, _needed(setting, disjunct.shape))
            by_disjunct[disjunct.number] = needed
            for name in missing & classes_in([disjunct.shape]):
                if name not in least or sum(needed.values()) < sum(least[name].values()):
                    least[name] = needed
    except WatchStopped:
        watch.look()
    together: dict[str, int] = {}
    for needed in least.values():
        together = _larger(together, needed)
    return together


def _before(disjunct: Disjunct) -> int:
    """Give the number of the disjunct that a call made this one of; -1 if there is none."""
    match disjunct.origin:
        case Edge(source=source):
            return source
        case Union(parts=(_, fresh)):
            return fresh
        case None:
            return -1


def _larger(one: Mapping[str, int], other: Mapping[str, int]) -> dict[str, int]:
    return {name: max(one.get(name, 0), other.get(name, 0)) for name in {**one, **other}}


def _is_free(setting: Setting, name: str) -> bool:
    """Say whether a bound is one on objects or entries, and nobody asked for it."""
    return name not in setting.bounded and (name == ITEMS or name in setting.layouts)


def _needed(setting: Setting, shape: Shape) -> dict[str, int]:
    """Give the bounds that a heap does not keep, as they would have to be."""
    objects = heap_of(setting.layouts, shape)
    counts = count_classes(objects)
    needed = {name: count for name, count in counts.items() if count > setting.scope[name]}
    most = max((n_entries(setting, found) for found in objects), default=0)
    if most > setting.scope[ITEMS]:
        needed[ITEMS] = most
    return needed
