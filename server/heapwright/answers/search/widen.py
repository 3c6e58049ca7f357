"""Go beyond the scope, toward the question.

Place: answers/search/. `schedule` has this for a scope that is too small, if the user allowed more.

First a little further in breadth: where objects are given to others (a task to a board), the scope
has room for as many as one call takes, and "two tasks are done" needs one more. This is a
search like any other.

Then far in one direction. Exploring everything in a wide scope is hopeless, and not needed:
a list of sixty elements is found by adding an element sixty times. So this is a best-first
search. How far a heap is from the goal is how far off the last comparison of known ints was
when the question failed on it (`size = 60` fails by 20 when the size is 40); where the
question failed by null, larger heaps count as nearer. A heap is not explored at once with
all its calls: as soon as one call leads nearer, the search goes on there, trying that very
call first. The calls that were left are made only if the way ahead ends.

It proves nothing when it finds nothing, and what it finds is replayed as always; the
sequence is short but need not be a shortest one.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from heapwright.answers.calls.match_goal import AskedHeaps, argument_choices
from heapwright.answers.calls.question import Question
from heapwright.answers.calls.verdict import Found
from heapwright.answers.search.search import tried
from heapwright.answers.search.strategy import Came, Case, Now, Steps, Turn, scheduled_beside
from heapwright.graph.client.given_values import values_of
from heapwright.graph.client.gives import calls_on
from heapwright.graph.explore.explore import explore_call, new_graph
from heapwright.graph.state.public_calls import PublicCall
from heapwright.graph.state.shape import Shape, heap_of
from heapwright.graph.state.state_graph import Argument, Disjunct, Setting, StateGraph
from heapwright.graph.state.watch import Watch, WatchStopped
from heapwright.heaps.known_shape import Value
from heapwright.ir.core.program import ROOM, Function
from heapwright.ir.core.types import RefType
from heapwright.paths.known_shapes.compile import compile_program
from heapwright.paths.runs.machine import Machine
from heapwright.paths.runs.run import paths_of
from heapwright.records import replace
from heapwright.solver.answer import Solver

NO_BOUND = 1_000_000
FAR = 1_000_000
FEW = 2  # objects of a class, to which one more is added
MOST_PATHS = 64  # of the question, per disjunct, when measuring how far it is


def wider(most_seconds: float, turns: Sequence[Turn], case: Case, now: Now) -> Steps:
    """Look for an answer in larger heaps until one is found or the watch objects.

    Each of the two ways may take so long at most: a search that has no end must not eat the whole
    time limit.
    """
    yield from ()
    found = _nearby(case, now, most_seconds, turns)
    if found is None:
        assert case.question is not None
        setting = now.graph.setting
        found = _far(setting, case.solver, case.question, now.part, most_seconds)
    if found is None:
        return Came("found nothing in larger heaps")
    return Came("found it in larger heaps", found[1], found[0])


def _nearby(
    case: Case, now: Now, most_seconds: float, turns: Sequence[Turn]
) -> tuple[StateGraph, Found] | None:
    """Look with one more object of each class of which there are few, but for those asked about."""
    assert case.question is not None
    question, setting = case.question, now.graph.setting
    asked = {p.type.class_name for p in question.function.parameters if isinstance(p.type, RefType)}
    if question.function.owner is not None:
        asked.add(question.function.owner)
    scope = {
        name: bound + 1 if bound <= FEW and name not in asked and name not in ROOM else bound
        for name, bound in setting.scope.items()
    }
    if scope == setting.scope:
        return None
    graph = new_graph(replace(setting, scope=scope))
    watch = now.part.within(most_seconds)
    verdict = scheduled_beside(replace(case, max_calls=None), graph, watch, turns).verdict
    return (graph, verdict) if isinstance(verdict, Found) else None


def _far(
    setting: Setting, solver: Solver, question: Question, watch: Watch, most_seconds: float
) -> tuple[StateGraph, Found] | None:
    """Follow the calls that lead nearer."""
    try:
        scope = dict.fromkeys(setting.scope, NO_BOUND)
        return found_toward(setting, scope, solver, question, watch.within(most_seconds))
    except WatchStopped:
        return None


def found_toward(
    setting: Setting, scope: Mapping[str, int], solver: Solver, question: Question, watch: Watch
) -> tuple[StateGraph, Found] | None:
    """Follow the calls that lead nearer, in heaps of another scope, as long as the watch allows."""
    compiled = compile_program(setting.program, setting.opaque, setting.ignored, measures_gaps=True)
    graph = new_graph(replace(setting, scope=scope, compiled=compiled))
    found = _best_first(graph, solver, question, watch)
    return None if found is None else (_with_scope_reached(graph), found)


def _best_first(
    graph: StateGraph, solver: Solver, question: Question, watch: Watch
) -> Found | None:
    asked = AskedHeaps(graph.setting, question.function)
    frontier: list[tuple[int, int, int]] = []  # distance, depth, number
    remaining: dict[int, Iterator[tuple[PublicCall, tuple[Argument, ...]]]] = {}
    favourite = ""
    n_known = 0

    def admit() -> Found | None:
        """Try and measure the disjuncts that came new."""
        nonlocal n_known
        while n_known < len(graph.disjuncts):
            disjunct = graph.disjuncts[n_known]
            n_known += 1
            if disjunct.number in graph.covered:
                continue
            for one in tried(graph, solver, question, asked, disjunct, watch, shortens=True):
                if isinstance(one, Found):
                    return one
            distance = _distance(graph.setting, question.function, disjunct, watch)
            heapq.heappush(frontier, (distance, disjunct.depth, disjunct.number))
        return None

    found = admit()
    while found is None and frontier:
        watch.check(graph)
        here = frontier[0]
        disjunct = graph.disjuncts[here[2]]
        if disjunct.number not in remaining:
            remaining[disjunct.number] = _favourite_first(
                graph.setting, disjunct.shape, favourite, watch
            )
        nearest = here[0]
        for call, arguments in remaining[disjunct.number]:
            explore_call(graph, solver, disjunct, call, arguments, watch)
            found = admit()
            if found is not None or frontier[0][0] < nearest:
                favourite = call.name
                break
        else:
            frontier.remove(here)
            heapq.heapify(frontier)
    return found


def _favourite_first(
    setting: Setting, shape: Shape, favourite: str, watch: Watch
) -> Iterator[tuple[PublicCall, tuple[Argument, ...]]]:
    """Give all calls on a heap, beginning with those of one name."""
    for is_favourite in (True, False):
        for call, arguments in calls_on(setting, shape, watch):
            if (call.name == favourite) is is_favourite:
                yield call, arguments


def _distance(setting: Setting, function: Function, disjunct: Disjunct, watch: Watch) -> int:
    """Say how far the heaps of a disjunct are from satisfying the question."""
    best = FAR - len(disjunct.shape.objects)
    callee = setting.compiled.functions[function.qualified_name]
    for arguments in argument_choices(setting, function, disjunct):

        def run(machine: Machine, arguments: tuple[Argument, ...] = arguments) -> Value:
            objects = heap_of(setting.layouts, disjunct.shape)
            return callee.call(machine, values_of(callee, arguments, objects, machine))

        ends = paths_of(disjunct.constraint, run, setting.run_limits, watch.look)
        for end in islice(ends, MOST_PATHS):
            watch.look()
            if end.gap is not None:
                best = min(best, end.gap)
    return best


def _with_scope_reached(graph: StateGraph) -> StateGraph:
    """Put the number of objects that were really used in place of the absent bound."""
    most: dict[str, int] = {}
    for shape in graph.states:
        counts: dict[str, int] = {}
        for class_name, _, _ in shape.objects:
            counts[class_name] = counts.get(class_name, 0) + 1
        for class_name, count in counts.items():
            most[class_name] = max(most.get(class_name, 0), count)
    graph.setting = replace(graph.setting, scope=most)
    return graph
