"""A graph that describes more than can be reached, and so comes to rest.

Place: graph/explore/. `explore` asks this what to keep in a loose graph; `answers` proves by such
graphs.

The usual graph is exact: a counter that goes up to a thousand has a thousand states, an account
with deposits and fees one disjunct for each order of them. Whether a balance can be negative does
not need all that. A loose graph has one constraint per shape, which grows to the hull of all that
comes (`domains/hull`), and after a few times gives up what does not stay. A field that takes many
known values, or an unknown one, is *opened*: its known values are no labels of the shape any more,
but holes.

Every reachable heap of the scope is described, so what holds of all that is described is proved.
That something is described means nothing: it need not be reachable, and no calls are looked for.
"""

from __future__ import annotations

from collections.abc import Sequence

from heapwright.domains.constraint import Constraint
from heapwright.domains.hull import hull, worn
from heapwright.graph.state.shape import Layout, Shape, slot_name
from heapwright.graph.state.state_graph import StateGraph
from heapwright.ir.core.operations import FUNCTION_FIELD
from heapwright.paths.known_shapes.kinds import GENERATOR

# Known values of a field that are told apart, and how often a constraint may grow to the hull,
# and in any way, before all but bounds on single ints is given up.
MOST_LABELS = 4
MOST_HULLS = 3
MOST_GROWTHS = 12


def grown(graph: StateGraph, shape: Shape, fresh: Constraint) -> Constraint:
    """Give the constraint that takes the place of what a shape has so far."""
    known = graph.states.pop(shape, [])
    n_growths = graph.n_growths[shape] = graph.n_growths.get(shape, -1) + 1
    constraint = fresh
    for disjunct in known:
        graph.covered.add(disjunct.number)
        if n_growths > MOST_GROWTHS:
            return worn(disjunct.constraint, fresh)
        constraint = hull(disjunct.constraint, fresh, widens=n_growths > MOST_HULLS)
    return constraint


def open_fields(graph: StateGraph, shape: Shape) -> None:
    """Open the fields that have had more known ints than are told apart."""
    hierarchy = graph.setting.hierarchy
    for class_name, _, labels in shape.objects:
        layout = graph.setting.layouts[class_name]
        n_references = len(layout.reference_names)
        names = (*layout.value_names, *layout.any_names)
        for name, label in zip(names, labels[n_references:], strict=False):
            _see(graph, class_name, name, label)
        function = _function_of(layout, labels) if class_name == GENERATOR else None
        if function is not None and hierarchy.is_of_library(hierarchy.functions[function]):
            continue  # which goes by known positions
        for place, label in enumerate(labels[layout.n_fields :]):
            _see(graph, class_name, "" if function is None else slot_name(function, place), label)


def _function_of(layout: Layout, labels: Sequence[object]) -> str | None:
    """Give the name of the function of a generator."""
    n_typed = len(layout.reference_names) + len(layout.value_names)
    match labels[n_typed + layout.any_names.index(FUNCTION_FIELD)]:
        case ("name", _, str(name)):
            return name
    return None


def _see(graph: StateGraph, class_name: str, name: str, label: object) -> None:
    match label:
        case bool():
            return
        case "?" | ("text" | "float", _, _):
            graph.opened.add((class_name, name))
        case int() | ("float", str()):
            seen = graph.seen_values.setdefault((class_name, name), set())
            seen.add(label)
            if len(seen) > MOST_LABELS:
                graph.opened.add((class_name, name))
        case ("tuple", *inner):
            for one in inner:
                _see(graph, class_name, name, one)
        case _:
            return
