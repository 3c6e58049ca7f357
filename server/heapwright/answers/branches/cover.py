"""Decide for every branch whether public calls can take it.

Place: answers/branches/. `generate_tests` calls this for each class. A branch is *covered* when
calls that take it were found and replayed, *unreachable* when the state graph is complete
and no run of any public call on any of its heaps takes it, and *open* otherwise, with a
reason.

The public calls run on the disjuncts in order of depth, so what is found first needs the
fewest calls. Of the runs with equally many calls, the one that takes the most new
branches goes first. Runs that are given null where nobody would give it, or that end in a
fault (a null dereference, say), come last for branches that nothing else takes: nobody wants
to read them. A fault that other runs meet is worth a test of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import count, islice
from typing import TypeAlias

from heapwright.answers.branches.branches import THROWN, Branch, Branches, BranchKind
from heapwright.answers.calls.match_goal import Match, solution
from heapwright.answers.calls.plain_client import PlainClient, plain_client
from heapwright.answers.calls.sequence import PlainCall
from heapwright.answers.calls.synthesize import NoSequence, sequence_for
from heapwright.answers.search.schedule import FAIRLY, FIRST
from heapwright.domains.constraint import Constraint
from heapwright.graph.client.demanded_lengths import demands_in
from heapwright.graph.client.given_values import values_of
from heapwright.graph.client.gives import arguments_of
from heapwright.graph.client.goes_through import called
from heapwright.graph.client.holds import can_call, usable
from heapwright.graph.explore.breadth_first import INTERRUPTED, explore, explore_next
from heapwright.graph.explore.fair_graph import Beginning, without_past
from heapwright.graph.explore.fair_order import explored_fairly
from heapwright.graph.explore.trial_order import TrialOrder
from heapwright.graph.state.public_calls import PublicCall
from heapwright.graph.state.shape import heap_of, state_variable
from heapwright.graph.state.state_graph import (
    Argument,
    Disjunct,
    Literal,
    ObjectAt,
    Setting,
    StateGraph,
)
from heapwright.graph.state.state_graph import Unknown as Free
from heapwright.graph.state.watch import Watch, WatchStopped
from heapwright.heaps.known_shape import HeapObject, Value
from heapwright.ir.core.program import Program
from heapwright.ir.python_names.function_names import told_name
from heapwright.ir.reach.reach import call_reach, reach_index
from heapwright.paths.known_shapes.compile import CompiledProgram, compile_program
from heapwright.paths.plain.concrete import LeftOut, Returned, Threw
from heapwright.paths.runs.machine import Machine
from heapwright.paths.runs.run import PathEnd, Stopped, paths_of
from heapwright.paths.runs.run import Returned as PathReturned
from heapwright.paths.runs.run import Threw as PathThrew
from heapwright.records import dataclass, field, replace
from heapwright.solver.answer import Sat, Solver, Unknown, Unsat
from heapwright.terms.term import Term

MOST_POSTPONED = 8
MOST_FAIR_WAYS = 50  # to make one call on one heap
BEYOND_THE_CALLS = "no run within the bound on calls takes it"
ONLY_NULL = "it takes null where nobody would give it"
ENOUGH_CALLS = 3
ENOUGH_PATHS = 20_000
ENOUGH_FOR_FAULTS = 2_000


@dataclass(frozen=True, slots=True)
class Raised:
    """Something that leaves a public call: thrown by a statement, or a fault of another one."""

    call: str  # what was called
    class_name: str
    function: str  # where it was thrown, or where the text made the library throw it
    site: int
    is_fault: bool  # a null dereference, say


@dataclass(frozen=True, slots=True)
class Acted:
    """A public call that did what it is there for: a mutator has changed something.

    A call without branches deserves a test as well.
    """

    call: str


Event: TypeAlias = Raised | Acted


@dataclass(frozen=True, slots=True)
class Found:
    """Calls that were run on the plain interpreter; the last one is what is tested."""

    calls: tuple[PlainCall, ...]
    client: PlainClient  # after all calls
    branches: frozenset[Branch]  # taken by any of them
    fresh: frozenset[Branch]  # of these, taken by no test that was found before
    taken_last: tuple[Branch, ...]  # by the last call, in order
    events: frozenset[Event]  # of the last call


@dataclass(slots=True)
class Cover:
    """What was found out so far; grows while one graph after the other is looked at."""

    branches: Branches
    # By call, the parameters that are not meant for null; where nobody says, all of the call
    # under test are, and none of those that lead there.
    refused: Mapping[str, frozenset[int]] | None = None
    covered: dict[Branch, None] = field(default_factory=dict)
    events: dict[Event, None] = field(default_factory=dict)
    found: list[Found] = field(default_factory=list)
    doubts: dict[Branch, str] = field(default_factory=dict)
    heard: set[tuple[str, str]] = field(default_factory=set)  # doubts by call

    def is_odd(self, call: PublicCall, arguments: Sequence[object], *, is_last: bool) -> bool:
        """Say whether a call gives null where nobody would."""
        given = arguments if call.receiver is None else arguments[1:]
        nulls = {at for at, one in enumerate(given) if one is None or one == Literal(None)}
        if self.refused is None:
            return is_last and bool(nulls)
        return not nulls.isdisjoint(self.refused.get(call.name, ()))

    def doubt_faults(self, branches: Iterable[Branch]) -> None:
        """Note faults of runs that are given null where nobody would: these get no test."""
        for branch in branches:
            if branch.kind is BranchKind.FAULT and branch not in self.covered:
                self.doubts.setdefault(branch, ONLY_NULL)

    @property
    def missing(self) -> list[Branch]:
        """Give the branches that no test takes yet."""
        return [branch for branch in self.branches.all if branch not in self.covered]

    def is_enough(self, calls: Sequence[PublicCall], depth: int, n_paths: int) -> bool:
        """Say whether looking further is not worth it.

        Where all branches are taken, little is left: an exception that is always caught,
        a call that never changes anything.
        """
        missing = {branch.kind for branch in self.missing}
        enough = ENOUGH_PATHS if BranchKind.EXCEPTION in missing else ENOUGH_FOR_FAULTS
        if missing - THROWN or (missing and n_paths < enough):
            return False
        acted = all(Acted(call.name) in self.events for call in calls)
        return depth >= ENOUGH_CALLS or (acted and not missing)


def cover(
    cover: Cover,
    program: Program,
    graph: StateGraph,
    solver: Solver,
    calls: Sequence[PublicCall],
    max_calls: int | None,
    watch: Watch,
) -> None:
    """Look for tests on the heaps of one graph, and note what stays open and why.

    The graph grows as far as is needed: if all is taken after a few calls, no further.
    """
    setting = graph.setting
    compiled = compile_program(setting.program, setting.opaque, setting.ignored, is_traced=True)
    postponed = _Postponed()
    why_open: str | None = None

    def cover_fairly(fair: StateGraph) -> bool:
        # What fair runs leave open is nobody's business: the others decide.
        aside = replace(cover, doubts={}, heard=set())
        return _cover_fairly(aside, program, fair, compiled, solver, calls, watch)

    try:
        for depth, same_depth in enumerate(
            _by_depth(graph, solver, max_calls, watch, cover_fairly)
        ):
            candidates = [
                candidate
                for disjunct in same_depth
                for candidate in _candidates(cover, setting, compiled, calls, disjunct, watch)
                if candidate.is_pleasant or postponed.takes(cover, candidate)
            ]
            _choose(cover, program, graph, solver, candidates, watch, postponed)
            if cover.is_enough(calls, depth, graph.counts.paths):
                why_open = f"no sequence of up to {depth + 1} calls raises it"
                break
        else:
            why_open = _why_incomplete(graph, max_calls)
        _choose(cover, program, graph, solver, postponed.candidates, watch)
    except WatchStopped as stopped:
        why_open = str(stopped)
    except KeyboardInterrupt:
        why_open = graph.stopped_by = INTERRUPTED
    for branch in cover.missing:
        if why_open is not None:
            cover.doubts.setdefault(branch, why_open)
        elif postponed.waiting.get(branch, 0) > MOST_POSTPONED:
            cover.doubts.setdefault(branch, "more runs take it than were tried")


def _cover_fairly(
    cover: Cover,
    program: Program,
    graph: StateGraph,
    compiled: CompiledProgram,
    solver: Solver,
    calls: Sequence[PublicCall],
    watch: Watch,
) -> bool:
    """Look for tests on heaps that a few simple calls make, where all heaps take too long.

    Says whether nothing is missing then.
    """
    part = without_past(FAIRLY.of(watch), graph)
    try:
        for disjunct in explored_fairly(graph, solver, part):
            found = _candidates(cover, graph.setting, compiled, calls, disjunct, part)
            candidates = [candidate for candidate in found if candidate.is_pleasant]
            _choose(cover, program, graph, solver, candidates, part)
            if cover.is_enough(calls, 0, 0):
                return True
    except WatchStopped:
        watch.look()
    return False


def _by_depth(
    graph: StateGraph,
    solver: Solver,
    max_calls: int | None,
    watch: Watch,
    on_wide: Callable[[StateGraph], bool],
) -> Iterator[list[Disjunct]]:
    """Explore one call further each time; give the disjuncts that need that many calls.

    `on_wide` is called once where that takes long, with the graph to explore fairly, and says
    whether to go on is in vain.
    """
    order = TrialOrder(graph)
    waiting: list[Disjunct] = []
    beginning = None if graph.is_complete else Beginning(graph, max_calls, FIRST.of(watch))
    for depth in count():
        most = depth if max_calls is None else min(depth, max_calls)
        if beginning is not None and _takes_long(beginning, graph, solver, most):
            watch.look()
            with beginning.ended(graph) as fair:
                is_enough = on_wide(fair)
            beginning = None
            if is_enough:
                return
        if beginning is None:
            explore(graph, solver, most, watch)
        waiting += [graph.disjuncts[number] for number in order.fresh()]
        yield [disjunct for disjunct in waiting if disjunct.depth <= depth]
        waiting = [disjunct for disjunct in waiting if disjunct.depth > depth]
        if graph.stopped_by not in (None, "calls") or depth == max_calls:
            return
        if graph.stopped_by is None and depth >= graph.disjuncts[-1].depth:
            return


def _takes_long(beginning: Beginning, graph: StateGraph, solver: Solver, max_calls: int) -> bool:
    """Explore up to a number of calls; say whether that takes long, or is known to."""
    while not beginning.is_over(graph, max_calls):
        if not explore_next(graph, solver, max_calls, beginning.watch_on(graph)):
            return beginning.took_long(graph)
    return True


@dataclass(frozen=True, slots=True)
class _Candidate:
    disjunct: Disjunct
    call: PublicCall
    arguments: tuple[Argument, ...]
    pc: Constraint
    branches: frozenset[Branch]
    events: frozenset[Event]
    raises: str | None
    n_decisions: int
    is_pleasant: bool  # gives no null, and ends in no fault


@dataclass(slots=True)
class _Postponed:
    """Runs that are tried only for branches that no pleasant one takes."""

    candidates: list[_Candidate] = field(default_factory=list)
    waiting: dict[Branch, int] = field(default_factory=dict)  # how many take it

    def takes(self, cover: Cover, candidate: _Candidate) -> bool:
        """Keep a run for later, a few per branch; says False, so that nobody tries it now."""
        cover.doubt_faults(candidate.branches)
        fresh = [
            branch
            for branch in candidate.branches
            if branch not in cover.covered and branch.kind is not BranchKind.FAULT
        ]
        for branch in fresh:
            self.waiting[branch] = self.waiting.get(branch, 0) + 1
        if any(self.waiting[branch] <= MOST_POSTPONED for branch in fresh):
            self.candidates.append(candidate)
        return False


def _why_incomplete(graph: StateGraph, max_calls: int | None) -> str | None:
    """Say why heaps may have been left out; None if all were looked at."""
    if graph.setting.api.left_out:
        return "; ".join(map(str, graph.setting.api.left_out))
    if max_calls is not None and any(d.depth > max_calls for d in graph.disjuncts):
        # The graph may be complete all the same: it was explored for another question.
        return BEYOND_THE_CALLS
    if graph.is_complete:
        return None
    if graph.narrowings:
        return "; ".join(map(str, graph.narrowings))
    if graph.growing:
        return f"{', '.join(graph.growing)} takes ever new values"
    if graph.stopped_by == "calls":
        return BEYOND_THE_CALLS
    return graph.stopped_by or "exploration did not come to an end"


def _candidates(
    cover: Cover,
    setting: Setting,
    compiled: CompiledProgram,
    calls: Sequence[PublicCall],
    disjunct: Disjunct,
    watch: Watch,
) -> Iterator[_Candidate]:
    """Run the calls on the heaps of a disjunct; give the runs that take something new."""
    for call, arguments in _calls_on(setting, calls, disjunct, watch):
        notes: dict[tuple[str, int, bool], None] = {}
        for end in _ends(setting, compiled, call, arguments, disjunct, notes, watch):
            watch.look()
            for reason in end.doubts:
                _doubt(cover, setting, call, reason)
            if isinstance(end.outcome, Stopped):
                _doubt(cover, setting, call, end.outcome.reason)
            if end.demands:
                wanted = demands_in(setting.spelling, call, arguments, end.demands)
                watch.work.demands.update(wanted)
            branches = cover.branches.of(notes)
            raised = _raised(call, end)
            events: set[Event] = set()
            if raised is not None:
                events.add(raised)
                branches |= cover.branches.thrown(raised.function, raised.site)
            elif isinstance(end.outcome, PathReturned) and (
                end.changed
                or isinstance(end.outcome.value, tuple)  # what a client went through, for one
                or call.is_observer
            ):
                events.add(Acted(call.name))
            if branches <= cover.covered.keys() and events <= cover.events.keys():
                continue
            candidate = _Candidate(
                disjunct,
                call,
                arguments,
                end.pc,
                branches,
                frozenset(events),
                None if raised is None else raised.class_name,
                len(end.decisions),
                is_pleasant=not cover.is_odd(call, arguments, is_last=True),
            )
            if raised is not None and raised.is_fault and candidate.is_pleasant:
                # A fault is worth a test, but no way to take a branch if there is another.
                yield replace(candidate, branches=frozenset())
                others = frozenset(b for b in branches if b.kind is not BranchKind.FAULT)
                candidate = replace(candidate, branches=others, is_pleasant=False)
            yield candidate


def _ends(
    setting: Setting,
    compiled: CompiledProgram,
    call: PublicCall,
    arguments: tuple[Argument, ...],
    disjunct: Disjunct,
    notes: dict[tuple[str, int, bool], None],
    watch: Watch,
) -> Iterator[PathEnd]:
    """Run one call along all paths; `notes` has what each of them decided."""
    if call.function is None:
        return
    function = compiled.functions[call.function]

    def run(machine: Machine) -> Value:
        notes.clear()
        machine.notes = notes
        objects: list[HeapObject] = heap_of(setting.layouts, disjunct.shape)
        values = values_of(function, arguments, objects, machine)
        return called(setting, function, values, machine, minds_code=True)

    yield from paths_of(disjunct.constraint, run, setting.run_limits, watch.look)


def _calls_on(
    setting: Setting, calls: Sequence[PublicCall], disjunct: Disjunct, watch: Watch
) -> Iterator[tuple[PublicCall, tuple[Argument, ...]]]:
    """Give the calls under test with all choices of objects, those that only look included.

    Where each call must get its turn, the simplest of many choices have to do.
    """
    shape = disjunct.shape
    most = MOST_FAIR_WAYS if setting.is_fair else None
    for call in calls:
        if call.receiver is None:
            for arguments in islice(arguments_of(setting, shape, call), most):
                watch.look()
                takes_object = any(isinstance(argument, ObjectAt) for argument in arguments)
                # What takes no object does the same on every heap.
                if takes_object or not shape.objects or not setting.splits:
                    yield call, arguments
            continue
        for position in usable(setting, shape):
            class_name, known_as, _ = shape.objects[position]
            if class_name == call.receiver and can_call(setting, known_as or class_name, call):
                for arguments in islice(arguments_of(setting, shape, call), most):
                    watch.look()
                    yield call, (ObjectAt(position), *arguments)


def _doubt(cover: Cover, setting: Setting, call: PublicCall, reason: str) -> None:
    """Note that a run was given up or guessed: what others would have done is not known."""
    if (call.name, reason) in cover.heard:
        return
    cover.heard.add((call.name, reason))
    assert call.function is not None
    index = reach_index(setting.program)
    reached = set(call_reach(index, call.function, setting.world).functions)
    for branch, functions in cover.branches.functions.items():
        if not reached.isdisjoint(functions):
            cover.doubts.setdefault(branch, f"`{told_name(call.name)}`: {reason}")


def _raised(call: PublicCall, end: PathEnd) -> Raised | None:
    """Say what leaves the call."""
    match end.outcome:
        case PathThrew(class_name, thrown, function, site, asked_at):
            function, site = asked_at or (function, site)
            return Raised(call.name, class_name, function, site, thrown is None)
        case _:
            return None


def _choose(
    cover: Cover,
    program: Program,
    graph: StateGraph,
    solver: Solver,
    candidates: list[_Candidate],
    watch: Watch,
    postponed: _Postponed | None = None,
) -> None:
    """Replay candidates, those first that take the most, until none takes anything new.

    Of calls that lead there by giving null where nobody would, `postponed` hears.
    """

    def gain(candidate: _Candidate) -> int:
        # What is thrown is an event as well.
        fresh = sum(
            branch not in cover.covered and branch.kind not in THROWN
            for branch in candidate.branches
        )
        return fresh + sum(event not in cover.events for event in candidate.events)

    waiting = list(candidates)
    while waiting:
        watch.look()
        gains = [gain(candidate) for candidate in waiting]
        if not any(gains):
            return
        # Of equally good ones, the run that decides least is the easiest to follow.
        at = min(range(len(waiting)), key=lambda i: (-gains[i], waiting[i].n_decisions))
        candidate = waiting[at]
        waiting = [c for i, (c, g) in enumerate(zip(waiting, gains, strict=True)) if g and i != at]
        match _replayed(cover, program, graph, solver, candidate, watch):
            case Found(calls, branches=taken) if postponed is not None and any(
                cover.is_odd(one.call, one.arguments, is_last=False) for one in calls
            ):
                cover.doubt_faults(taken)
                postponed.takes(cover, candidate)
            case Found() as found:
                cover.found.append(found)
                cover.covered.update(dict.fromkeys(found.branches))
                cover.events.update(dict.fromkeys(found.events))
            case str() as doubt:
                for branch in candidate.branches:
                    if branch not in cover.covered:
                        cover.doubts.setdefault(branch, doubt)
            case None:
                pass  # it is proved that the run does not exist


def _replayed(
    cover: Cover,
    program: Program,
    graph: StateGraph,
    solver: Solver,
    candidate: _Candidate,
    watch: Watch,
) -> Found | str | None:
    """Find calls that lead there and run them; a text says why that stays open."""
    hints = _telling_values(candidate)
    match solution(solver, candidate.pc, hints):
        case Unsat():
            return None
        case Unknown(reason):
            return reason
        case Sat(assignment):
            # What the condition does not speak of may have any value.
            values = {**hints, **assignment}
            match = Match(candidate.disjunct, candidate.arguments, values)
    sequence = sequence_for(graph, solver, match)
    if isinstance(sequence, NoSequence):
        return sequence.reason
    last = PlainCall(candidate.call, sequence.arguments, candidate.raises)
    return _run(cover, program, (*sequence.calls, last), candidate.events, watch)


def _telling_values(candidate: _Candidate) -> dict[Term, int | bool]:
    """Suggest values that differ from each other and from what objects start with.

    A test that stores 0 where 0 was cannot tell whether anything was stored.
    """
    n_holes = candidate.disjunct.shape.n_holes
    values: dict[Term, int | bool] = {state_variable(i): i + 1 for i in range(n_holes)}
    for argument in candidate.arguments:
        if isinstance(argument, Free):
            values[argument.variable] = len(values) + 1
    return values


def _run(
    cover: Cover,
    program: Program,
    calls: tuple[PlainCall, ...],
    expected: frozenset[Event],
    watch: Watch,
) -> Found | str:
    """Run calls on the plain interpreter and note the branches that they take."""
    client = plain_client(program)
    taken: dict[Branch, None] = {}
    taken_last: dict[Branch, None] = {}

    def hears(into: dict[Branch, None]) -> Callable[[str, int, bool], None]:
        def hear(function: str, site: int, outcome: bool) -> None:
            branch = cover.branches.by_decision.get((function, site, outcome))
            if branch is not None:
                into[branch] = None

        return hear

    events = {event for event in expected if isinstance(event, Acted)}
    raised: set[Event] = set()
    for index, call in enumerate(calls):
        is_last = index == len(calls) - 1
        match client.make(call, hears(taken_last if is_last else taken), watch.look):
            case Returned():
                pass
            case Threw(class_name, reference, function, site, _, asked_at) if is_last:
                events.clear()
                function, site = asked_at or (function, site)
                raised.add(Raised(call.call.name, class_name, function, site, reference is None))
                taken_last.update(dict.fromkeys(cover.branches.thrown(function, site)))
                calls = (*calls[:-1], PlainCall(call.call, call.arguments, class_name))
            case Threw(class_name) if call.raises == class_name:
                pass
            case LeftOut(_, reason):
                return f"`{told_name(call.call.name)}`: {reason}"
            case other:
                return f"`{told_name(call.call.name)}` ended otherwise: {type(other).__name__}"
    if gone := client.not_kept(calls):
        return gone
    taken.update(taken_last)
    fresh = frozenset(branch for branch in taken if branch not in cover.covered)
    return Found(
        calls, client, frozenset(taken), fresh, tuple(taken_last), frozenset((*events, *raised))
    )
