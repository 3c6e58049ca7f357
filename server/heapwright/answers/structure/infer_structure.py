"""Infer HEX formulas that hold in every reachable heap, and check them before they are shown.

Place: answers/structure/. `cli` and `workspace` ask through `infer_structure`.
"""

from __future__ import annotations

from heapwright.answers.calls.verdict import NotFound, NotInSmaller, Nowhere
from heapwright.answers.search.ask import Effort, Explored, Start, looked_at
from heapwright.answers.structure.judge import whole_heap
from heapwright.answers.structure.structure import StructureAnswer, ask_structure
from heapwright.graph.client.does import classes_holding
from heapwright.graph.explore.breadth_first import explore
from heapwright.graph.state.state_graph import StateGraph
from heapwright.graph.state.watch import Watch
from heapwright.invariants.backbones import TooManyVisits, visits
from heapwright.invariants.candidates import Fields, fields_of
from heapwright.invariants.infer import inferred
from heapwright.invariants.observe import Observed, observe
from heapwright.invariants.rules import rules_for
from heapwright.ir.core.program import Program
from heapwright.ir.core.structure import Atom
from heapwright.ir.reach.reach import reach_index
from heapwright.records import dataclass


@dataclass(frozen=True, slots=True)
class Inferred:
    """Formulas, and the answer that `ask_structure` gave about them."""

    formulas: tuple[Atom, ...]
    checked: StructureAnswer | None  # None if nothing could be inferred
    explored: Explored
    doubt: str | None = None  # why nothing is said

    @property
    def is_checked(self) -> bool:
        """Whether the formulas hold in every heap that was looked at."""
        return self.checked is not None and isinstance(
            self.checked.verdict, Nowhere | NotInSmaller | NotFound
        )


def infer_structure(program: Program, effort: Effort, class_name: str) -> Inferred:
    """Look at every reachable heap and find what is true of the objects of the class."""

    def look(start: Start) -> tuple[tuple[Fields, Observed] | None, StateGraph]:
        graph = start.graph
        explore(graph, start.solver, start.max_calls, start.watch)
        try:
            return _observed(graph, class_name, start.watch), graph
        except TooManyVisits:
            return None, graph

    classes = classes_holding(reach_index(program), class_name)
    seen, explored = looked_at(effort, program, classes, (), look)
    if seen is None:
        return Inferred((), None, explored, "a heap can be visited in too many ways")
    fields, observed = seen
    if not observed.has_fields:
        return Inferred((), None, explored, f"no heap with a `{class_name}` that has references")
    formulas = inferred(fields, class_name, observed)
    if not formulas:
        return Inferred((), None, explored)
    return Inferred(formulas, ask_structure(program, effort, class_name, formulas), explored)


def _observed(graph: StateGraph, class_name: str, watch: Watch) -> tuple[Fields, Observed]:
    setting = graph.setting
    free = rules_for(setting.hierarchy, ())
    fitting = set(setting.hierarchy.below(class_name))
    observed = Observed()
    for shape in graph.states:
        heap = whole_heap(setting, shape)
        for position, name in enumerate(heap.classes):
            if name in fitting:
                watch.look()
                observe(observed, heap, visits(free, heap, position))
    return fields_of(setting.hierarchy, setting.opaque), observed
