"""Grow a graph breadth first.

Place: graph/explore/. `answers` and `workspace` call this, disjunct by disjunct or for all of them;
`explore` makes the calls on one.
Source: [MSEQ] Algorithm 1.
"""

from __future__ import annotations

from heapwright.graph.client.gives import calls_on
from heapwright.graph.explore.explore import explore_call
from heapwright.graph.explore.room import check_room
from heapwright.graph.state.state_graph import StateGraph
from heapwright.graph.state.watch import Watch, WatchStopped
from heapwright.solver.answer import Solver

INTERRUPTED = "interrupted"


def explore(graph: StateGraph, solver: Solver, max_calls: int | None, watch: Watch) -> None:
    """Grow the graph until nothing new can come, a bound is met, or the watch objects.

    Calling again goes on where the last call ended.
    """
    while explore_next(graph, solver, max_calls, watch):
        pass


def explore_next(graph: StateGraph, solver: Solver, max_calls: int | None, watch: Watch) -> bool:
    """Explore the next disjunct; say whether there was one and nothing stopped us.

    A disjunct that the watch interrupts counts as not explored: making its calls again
    later finds what is there already covered. Where the scope has no room for what the
    question is about, `NoRoom` is raised after the first disjunct, else at the end.
    """
    graph.stopped_by = None
    try:
        return _explored_next(graph, solver, max_calls, watch)
    except WatchStopped as stopped:
        graph.stopped_by = str(stopped)
    except KeyboardInterrupt:
        graph.stopped_by = INTERRUPTED
    return False


def _explored_next(graph: StateGraph, solver: Solver, max_calls: int | None, watch: Watch) -> bool:
    if graph.explored == len(graph.disjuncts):
        check_room(graph, solver, watch)
        return False
    disjunct = graph.disjuncts[graph.explored]
    if disjunct.number in graph.covered:
        graph.explored += 1
        return True
    if max_calls is not None and disjunct.depth >= max_calls:
        graph.stopped_by = "calls"
        return False
    for call, arguments in calls_on(graph.setting, disjunct.shape, watch):
        explore_call(graph, solver, disjunct, call, arguments, watch)
    graph.explored += 1
    if graph.explored == 1:
        check_room(graph, solver, watch)
    return True
