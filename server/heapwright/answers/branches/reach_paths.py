"""Say for each path of a method whether public calls can lead to it, and with which calls.

Place: answers/branches/. `workspace.paths` asks this about the paths that it found on unknown
heaps.

A path is told by its trace: how the conditions of the control flow came out, and how it
ended. The method runs directly on the heaps of the state graph, along all its paths there. What
has the trace of a path is solved, built by public calls, and run by the plain interpreter, which
has to take that very trace: only then is the path reachable. A path that no run on a complete
graph takes is unreachable within the scope; anything else is not known, and says why.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from heapwright.answers.calls.match_goal import Match, argument_choices, solution
from heapwright.answers.calls.render import render
from heapwright.answers.calls.replay import NotReplayed, replay_calls
from heapwright.answers.calls.synthesize import NoSequence, sequence_for
from heapwright.answers.calls.verdict import Found
from heapwright.answers.search.ask import Effort, Explored, Start, looked_at, question_classes
from heapwright.answers.search.larger import has_outgrown, try_larger
from heapwright.answers.search.schedule import BEYOND, SEARCH
from heapwright.answers.search.strategy import Attempt, Case, scheduled
from heapwright.graph.client.given_values import values_of
from heapwright.graph.state.shape import heap_of
from heapwright.graph.state.state_graph import Argument, Disjunct, ObjectAt, Setting, StateGraph
from heapwright.graph.state.watch import Watch, WatchStopped
from heapwright.heaps.known_shape import Value
from heapwright.ir.core.program import Function, Program
from heapwright.ir.core.types import RefType
from heapwright.paths.known_shapes.compile import CompiledFunction, CompiledProgram, compile_program
from heapwright.paths.plain import concrete
from heapwright.paths.runs.machine import Machine
from heapwright.paths.runs.run import LeftScope, PathEnd, Returned, Stopped, Threw, paths_of
from heapwright.records import dataclass
from heapwright.solver.answer import Sat, Solver, Unknown, Unsat

# How conditions came out, in order, then `returned` or what was thrown where.
Trace: TypeAlias = "tuple[object, ...]"


@dataclass(frozen=True, slots=True)
class Unreachable:
    """It is proved that no public calls lead to the path within the scope."""


@dataclass(frozen=True, slots=True)
class NotKnown:
    """Nothing was found and nothing proved; the reason is for people."""

    reason: str


Reach: TypeAlias = Found | Unreachable | NotKnown


def reached(
    program: Program,
    effort: Effort,
    function: Function,
    traces: Sequence[Trace],
    sites: frozenset[tuple[str, int]],
) -> tuple[Mapping[Trace, Reach], Explored]:
    """Decide each trace; `sites` are the places of the conditions that traces speak of."""
    looking = _Looking(program, function, dict.fromkeys(traces), sites)

    def look(start: Start) -> tuple[Mapping[Trace, Reach], StateGraph]:
        graph = start.graph
        return _decided(looking, graph, start.solver, start.max_calls, start.watch), graph

    classes = question_classes(program, function) if function.owner is not None else []
    names = [function.qualified_name]
    return looked_at(effort, program, classes, names, look)


@dataclass(frozen=True, slots=True)
class _Looking:
    """What is looked for."""

    program: Program
    function: Function
    wanted: Mapping[Trace, None]
    sites: frozenset[tuple[str, int]]


def _decided(
    looking: _Looking, graph: StateGraph, solver: Solver, max_calls: int | None, watch: Watch
) -> Mapping[Trace, Reach]:
    setting = graph.setting
    compiled = compile_program(setting.program, setting.opaque, setting.ignored, is_traced=True)
    found: dict[Trace, Reach] = {}
    doubts: dict[str, None] = {}

    def attempt_on(case: Case, looked: StateGraph) -> Attempt:
        noted = doubts if looked is graph else {}

        def attempt(disjunct: Disjunct, watch: Watch) -> Iterator[bool]:
            for trace, one in _on(looking, looked, compiled, solver, disjunct, watch, found, noted):
                found[trace] = one
            if found.keys() >= looking.wanted.keys():
                yield True

        return attempt

    case = Case(graph, solver, max_calls, attempt_on)
    scheduled(case, watch, SEARCH)
    if graph.stopped_by not in (None, "calls"):
        doubts[graph.stopped_by] = None
    doubts.update(dict.fromkeys(map(str, graph.left_out)))
    if not graph.is_complete and not doubts:
        doubts["no calls within the bound lead to it"] = None
    if not doubts and max_calls is None and has_outgrown(graph):
        try:
            try_larger(case, BEYOND, watch)
        except WatchStopped as stopped:
            doubts[f"{stopped} before larger heaps were tried"] = None
    rest: Reach = NotKnown("; ".join(doubts)) if doubts else Unreachable()
    return {trace: found.get(trace, rest) for trace in looking.wanted}


def _on(
    looking: _Looking,
    graph: StateGraph,
    compiled: CompiledProgram,
    solver: Solver,
    disjunct: Disjunct,
    watch: Watch,
    found: Mapping[Trace, Reach],
    doubts: dict[str, None],
) -> Iterator[tuple[Trace, Found]]:
    """Run the method on the heaps of a disjunct; give paths that were not reached before."""
    setting, function = graph.setting, looking.function
    for arguments in argument_choices(setting, function, disjunct):
        watch.look()
        callee = compiled.functions[function.qualified_name]
        if function.has_receiver and isinstance(arguments[0], ObjectAt):
            class_name = disjunct.shape.objects[arguments[0].position][0]
            if compiled.dispatch[class_name][function.name] is not callee:
                continue
        notes = Notes()
        for end in _ends(graph.setting, callee, disjunct, arguments, notes, watch):
            watch.look()
            doubts.update(dict.fromkeys(end.doubts))
            if isinstance(end.outcome, Stopped):
                doubts[end.outcome.reason] = None
                continue
            trace = trace_of_end(end, notes, looking.sites)
            if trace not in looking.wanted or trace in found:
                continue
            match solution(solver, end.pc):
                case Unsat():
                    pass
                case Unknown(reason):
                    doubts[reason] = None
                case Sat(assignment):
                    match = Match(disjunct, arguments, assignment)
                    one = _replayed(looking, graph, solver, match, trace, watch)
                    if isinstance(one, str):
                        doubts[one] = None
                    else:
                        yield trace, one


def _ends(
    setting: Setting,
    callee: CompiledFunction,
    disjunct: Disjunct,
    arguments: tuple[Argument, ...],
    notes: Notes,
    watch: Watch,
) -> Iterator[PathEnd]:
    """Run the method along all paths; `notes` has what each of them decided."""

    def run(machine: Machine) -> Value:
        notes.clear()
        machine.notes = notes
        objects = heap_of(setting.layouts, disjunct.shape)
        return callee.call(machine, values_of(callee, arguments, objects, machine))

    yield from paths_of(disjunct.constraint, run, setting.run_limits, watch.look)


class Notes(dict[tuple[str, int, bool], None]):
    """Takes what a machine notes, in order and again where it comes again."""

    def __init__(self) -> None:
        """Start with nothing taken."""
        super().__init__()
        self.taken: list[tuple[str, int, bool]] = []

    def __setitem__(self, key: tuple[str, int, bool], value: None) -> None:
        self.taken.append(key)

    def clear(self) -> None:
        """Forget what was taken, for the next run."""
        self.taken.clear()


def trace_of_end(end: PathEnd, notes: Notes, sites: frozenset[tuple[str, int]]) -> Trace:
    """Give how a run turned at these places, and how it ended."""
    turns = tuple(turn for turn in notes.taken if turn[:2] in sites)
    match end.outcome:
        case Threw(class_name, _, name, site):
            return (*turns, class_name, name, site)
        case Returned():
            return (*turns, "returned")
        case Stopped() | LeftScope():
            raise AssertionError("a run that was given up has no trace")


def _replayed(
    looking: _Looking,
    graph: StateGraph,
    solver: Solver,
    match: Match,
    wanted: Trace,
    watch: Watch,
) -> Found | str:
    """Find calls that lead there, and let the plain interpreter take the path after them."""
    program, function = looking.program, looking.function
    sequence = sequence_for(graph, solver, match)
    if isinstance(sequence, NoSequence):
        return sequence.reason
    types = [
        *([function.owner or ""] if function.has_receiver else []),
        *(p.type.class_name if isinstance(p.type, RefType) else "" for p in function.parameters),
    ]
    replayed = replay_calls(program, sequence, types, watch.look)
    if isinstance(replayed, NotReplayed):
        return replayed.reason
    taken: list[tuple[str, int, bool]] = []

    def trace(name: str, site: int, side: bool) -> None:
        if (name, site) in looking.sites:
            taken.append((name, site, side))

    outcome = concrete.run(
        program,
        function.qualified_name,
        replayed.arguments,
        replayed.final_heap,
        trace=trace,
        look=watch.look,
    )
    match outcome:
        case concrete.Threw(class_name, _, name, site):
            ended: Trace = (*taken, class_name, name, site)
        case concrete.Returned():
            ended = (*taken, "returned")
        case _:
            return "the plain interpreter did not come to an end"
    if ended != wanted:
        return "the plain interpreter takes another path"
    return Found(render(program, sequence, replayed, function), replayed)
