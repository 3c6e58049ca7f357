"""Which disjuncts of a state graph describe a plain heap.

Place: tests/oracle. Reads a graph's shapes and constraints; compares them with plain
heaps by walking both in lockstep, not by the graph's own canonical form.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import permutations
from typing import TypeAlias

from heapwright.domains.normal_form import existentials, literals
from heapwright.graph.state.shape import HOLE, NULL, int_label, state_variable
from heapwright.graph.state.state_graph import Disjunct, StateGraph
from heapwright.paths.plain.heap import PlainHeap, Reference, fields_of
from heapwright.solver.answer import Sat, Solver
from heapwright.solver.query import Query
from heapwright.terms.build import equal, integer
from heapwright.terms.evaluate import evaluate
from heapwright.terms.rewrite import free_variables
from oracle.client import Client, World

# The classes of the objects, the static types of those that are held, and how they are
# linked, in order of discovery.
Skeleton: TypeAlias = "tuple[tuple[str, str, tuple[int, ...]], ...]"


@dataclass(frozen=True, slots=True)
class Form:
    """A disjunct seen from some of its held objects in some order."""

    disjunct: Disjunct
    values: tuple[int, ...]  # known ints; at a hole 0
    holes: tuple[int, ...]  # the number of the hole, or -1


@dataclass(frozen=True, slots=True)
class Index:
    """The forms of all disjuncts by skeleton, those with fewer calls first."""

    graph: StateGraph
    solver: Solver
    forms: dict[Skeleton, list[Form]]


def index_of(graph: StateGraph, solver: Solver) -> Index:
    """Prepare a graph for many questions."""
    forms: dict[Skeleton, list[Form]] = {}
    for disjunct in graph.disjuncts:
        roots = disjunct.shape.roots
        for size in range(1, len(roots) + 1):
            for order in permutations(roots, size):
                skeleton, form = _form(graph, disjunct, order)
                forms.setdefault(skeleton, []).append(form)
    return Index(graph, solver, forms)


def depth_of(index: Index, world: World, client: Client) -> int | None:
    """Give the least depth of a disjunct that describes the client's heap, if there is one.

    A graph that was explored in unlinked parts must describe each part.
    """
    if not client.held:
        return 0
    groups = linked_parts(world, client) if index.graph.setting.splits else [list(client.held)]
    types = dict(zip(client.held, client.known, strict=True))
    depths = [
        _part_depth(index, world, client.heap, {root: types[root] for root in group})
        for group in groups
    ]
    known = [depth for depth in depths if depth is not None]
    return max(known) if len(known) == len(depths) else None


def linked_parts(world: World, client: Client) -> list[list[Reference]]:
    """Group the held objects that lead to a common object."""
    parts: list[tuple[set[Reference], list[Reference]]] = []
    for root in client.held:
        seen, queue = {root}, [root]
        for reference in queue:
            for value in client.heap.rows[reference.number]:
                if (
                    isinstance(value, Reference)
                    and value.number >= len(world.items)
                    and value not in seen
                ):
                    seen.add(value)
                    queue.append(value)
        members = [root]
        for part in list(parts):
            if not part[0].isdisjoint(seen):
                parts.remove(part)
                seen |= part[0]
                members += part[1]
        parts.append((seen, members))
    return [members for _, members in parts]


def lockstep(
    graph: StateGraph,
    world: World,
    heap: PlainHeap,
    held: Mapping[Reference, str],
    items: Mapping[Reference, int],
) -> tuple[Skeleton, tuple[int, ...]]:
    """Number a plain heap from the held objects on: its skeleton and its values in order.

    `held` gives the static types, `items` which int stands for an object of an opaque class.
    """
    layouts = graph.setting.layouts
    order = list(held)
    position = {reference: i for i, reference in enumerate(order)}
    skeleton: list[tuple[str, str, tuple[int, ...]]] = []
    values: list[int] = []
    for reference in order:
        name = heap.class_of(reference)
        fields = fields_of(world.hierarchy, heap, reference)
        links: list[int] = []
        for field in layouts[name].reference_names:
            target = fields[field]
            if isinstance(target, Reference) and target not in position:
                position[target] = len(order)
                order.append(target)
            links.append(position[target] if isinstance(target, Reference) else NULL)
        skeleton.append((name, held.get(reference, ""), tuple(links)))
        for field in layouts[name].value_names:
            value = fields[field]
            assert value is None or isinstance(value, int | Reference)
            values.append(items[value] if isinstance(value, Reference) else int(value or 0))
    return tuple(skeleton), tuple(values)


def _form(graph: StateGraph, disjunct: Disjunct, held: tuple[int, ...]) -> tuple[Skeleton, Form]:
    layouts = graph.setting.layouts
    objects = disjunct.shape.objects
    first_hole: list[int] = []
    n_holes = 0
    for _, _, labels in objects:
        first_hole.append(n_holes)
        n_holes += sum(label == HOLE for label in labels)
    order = list(held)
    position = {at: i for i, at in enumerate(order)}
    skeleton: list[tuple[str, str, tuple[int, ...]]] = []
    values: list[int] = []
    holes: list[int] = []
    for at in order:
        name, known_as, labels = objects[at]
        n_references = len(layouts[name].reference_names)
        links: list[int] = []
        for label in labels[:n_references]:
            target = int_label(label)
            if target != NULL and target not in position:
                position[target] = len(order)
                order.append(target)
            links.append(position[target] if target != NULL else NULL)
        skeleton.append((name, known_as if at in held else "", tuple(links)))
        hole = first_hole[at]
        for label in labels[n_references:]:
            is_hole = label == HOLE
            values.append(0 if is_hole else int_label(label))
            holes.append(hole if is_hole else -1)
            hole += is_hole
    return tuple(skeleton), Form(disjunct, tuple(values), tuple(holes))


def _part_depth(
    index: Index, world: World, heap: PlainHeap, held: Mapping[Reference, str]
) -> int | None:
    items = {Reference(i): world.items[: i + 1].count(name) for i, name in enumerate(world.items)}
    skeleton, values = lockstep(index.graph, world, heap, held, items)
    for form in index.forms.get(skeleton, ()):
        if _describes(index, form, values):
            return form.disjunct.depth
    return None


def _describes(index: Index, form: Form, values: tuple[int, ...]) -> bool:
    pairs = list(zip(form.values, form.holes, values, strict=True))
    if any(hole == -1 and known != value for known, hole, value in pairs):
        return False
    filled = {state_variable(hole): value for _, hole, value in pairs if hole != -1}
    constraint = form.disjunct.constraint
    said = literals(constraint)
    free = set(_free_of(said))
    if not existentials(constraint) and free <= filled.keys():
        return all(evaluate(literal, filled) for literal in said)
    fixed = [equal(v, integer(value)) for v, value in filled.items() if v in free]
    return isinstance(index.solver.check(Query((*said, *fixed))), Sat)


def _free_of(said: tuple[object, ...]) -> Iterator[object]:
    for literal in said:
        yield from free_variables(literal)  # type: ignore[arg-type]
