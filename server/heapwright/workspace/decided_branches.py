"""Decide the branches of a loaded program: which calls to test, on which graphs.

Place: workspace/. `branch_tests` writes tests from what is found out here, `editor` says
which branches no reachable heap takes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from time import monotonic

from heapwright.answers.branches.branches import Branch, BranchKind, branches_of
from heapwright.answers.branches.cover import Cover, cover
from heapwright.answers.search.ask import calls_bound
from heapwright.deep_recursion import deep_recursion
from heapwright.digests import blake2b
from heapwright.graph.client.does import public_call
from heapwright.graph.explore.breadth_first import INTERRUPTED
from heapwright.graph.explore.explore import new_graph
from heapwright.graph.explore.named_bounds import told_scope
from heapwright.graph.explore.room import NoRoom
from heapwright.graph.setting.default_scope import DEFAULT_OBJECTS
from heapwright.graph.setting.guessed_kinds import guessed_kinds
from heapwright.graph.setting.setting import DEFAULT_KEPT, Kept, fitting, setting_for
from heapwright.graph.state.public_calls import PublicCall
from heapwright.graph.state.state_graph import Setting, StateGraph
from heapwright.graph.state.watch import Watch, WatchedSolver
from heapwright.ir.core import instructions as ir
from heapwright.ir.core.operations import OPERATIONS
from heapwright.ir.core.program import ITEMS, Function, Program
from heapwright.ir.core.source_map import FunctionSource, SourceMap
from heapwright.ir.core.types import classes_in
from heapwright.ir.core.walk import walk
from heapwright.ir.python_names.function_names import short_name
from heapwright.ir.reach.reach import ReachIndex, call_reach, reach_index
from heapwright.ir.reach.uses import usable_body
from heapwright.ir.written.fingerprint import function_fingerprints
from heapwright.paths.runs.machine import OpaqueMixed, TextLooked
from heapwright.records import dataclass, replace
from heapwright.solver.answer import Solver, SolverCounts
from heapwright.solver.chain import default_solver
from heapwright.store.recipe import public_calls, recipe_digest
from heapwright.workspace.load import LoadedProgram
from heapwright.workspace.longer_branches import covered_with_longer_strings
from heapwright.workspace.none_arguments import refused_none
from heapwright.workspace.questions import Asking

# How much larger heaps are tried where the scope is too small, and for how long each.
WIDENING = (2, 4, 8)
MOST_SECONDS = 20.0


@dataclass(frozen=True, slots=True)
class UnderTest:
    """What a request for tests is about: classes, or one method of one, and functions."""

    classes: tuple[str, ...]
    method: str | None = None
    functions: tuple[str, ...] = ()  # of the module, by qualified name


@dataclass(frozen=True, slots=True)
class DecidedBranches:
    """What is known about every branch, the graphs that it rests on, and what it cost."""

    cover: Cover
    calls: tuple[PublicCall, ...]  # that were looked at
    functions: tuple[str, ...]  # all that these can run
    graphs: tuple[StateGraph, ...]
    seconds: float
    n_solver_calls: int
    digest: str  # of all that this depends on, up to places in the text

    @property
    def unreachable(self) -> tuple[Branch, ...]:
        """Give the branches that it is proved no public calls take within the scope."""
        return tuple(b for b in self.cover.missing if b not in self.cover.doubts)

    @property
    def objects(self) -> dict[str, int]:
        """Give the bounds on the classes that the heaps are made of."""
        return {
            name: bound
            for graph in self.graphs
            for name, bound in told_scope(graph, claims_absence=bool(self.unreachable)).items()
        }

    @property
    def kinds(self) -> dict[str, str]:
        """Give the kinds that calls gave where nothing declares them, if a claim rests on these."""
        graphs = self.graphs if self.unreachable else ()
        return {n: k for graph in graphs for n, k in guessed_kinds(graph.setting).items()}


def decided_branches(
    loaded: LoadedProgram, tested: UnderTest, asking: Asking, *, with_faults: bool = False
) -> DecidedBranches:
    """Decide the branches that the public calls of some classes and functions can take.

    Whether faults such as a null dereference can happen is asked for tests only: most cannot,
    and the proof needs all heaps.
    """
    counts = SolverCounts()
    watch = Watch(asking.limits, asking.on_progress, asking.token)
    seconds = asking.limits.seconds
    until = None if seconds is None else monotonic() + seconds
    solver = WatchedSolver(default_solver(counts, until=until), watch)
    program = loaded.program
    with deep_recursion():
        plans = _plans(program, tested, asking)
        calls = {_key(call): call for plan in plans for call in plan.calls}
        functions = _functions(reach_index(program), calls.values())
        every = {_key(c): c for plan in plans for c in (*plan.calls, *public_calls(plan.setting))}
        found = Cover(
            branches_of(program, _places(loaded, functions), functions, with_faults=with_faults),
            refused_none(loaded, every.values()),
        )
        graphs: list[StateGraph] = []
        for plan in plans:
            _look(asking)
            graph = _looked_at(program, plan, tested, asking, found, solver, watch)
            graphs.append(graph)
            if graph.stopped_by == INTERRUPTED:
                break
        for reason in _unexplored(reach_index(program), plans):
            for branch in found.missing:
                found.doubts.setdefault(branch, reason)
    return DecidedBranches(
        found,
        tuple(calls.values()),
        tuple(functions),
        tuple(graphs),
        watch.elapsed,
        counts.z3_calls,
        _digest(program, plans, asking),
    )


def _look(asking: Asking) -> None:
    """Raise `Cancelled` if nobody wants the result any more."""
    if asking.token is not None:
        asking.token.check()


def _unexplored(index: ReachIndex, plans: Sequence[Plan]) -> Iterator[str]:
    """Name tested functions that may change objects though no sequence of calls has them.

    Only functions that give objects belong to the public API. What another one makes of the
    objects that it is given nobody has looked at, so it keeps branches from being dead.
    """
    for plan in plans:
        explored = {call.name for call in plan.setting.api.creators}
        for call in plan.calls:
            if call.receiver is not None or call.function is None or call.name in explored:
                continue
            takes_object = any(classes_in(type_) for type_ in call.parameters)
            if takes_object and _changes(index, call.function):
                shown = short_name(call.name)
                yield f"`{shown}` may change objects, and is not part of any sequence of calls"


def _changes(index: ReachIndex, function: str) -> bool:
    """Say whether a run may write something."""
    return any(
        isinstance(node, ir.SetField)
        or (isinstance(node, ir.Operate) and OPERATIONS[node.operation].acts)
        for name in call_reach(index, function).functions
        for node in walk(usable_body(index.hierarchy.functions[name]))
    )


def place_of(loaded: LoadedProgram, name: str) -> FunctionSource | None:
    """Say where a function stands; a nested one of Python stands in the one around it."""
    place = loaded.source_map.functions.get(name)
    if place is None and name.startswith("("):
        # `(module shop.sell discounted 1).__call__` is `discounted` in `sell`.
        owner, kind, _ = name[1:].rpartition(")")[0].rsplit(" ", 2)
        around = loaded.source_map.functions.get(owner)
        return None if around is None or kind == "generator" else replace(around, slot_names=())
    return place


def _places(loaded: LoadedProgram, functions: Iterable[str]) -> SourceMap:
    """Give the places of the functions that the text has."""
    places = {name: place_of(loaded, name) for name in functions}
    return SourceMap(
        {
            name: place
            for name, place in places.items()
            if place is not None and _is_written(loaded, name, place)
        },
        {},
    )


def _is_written(loaded: LoadedProgram, name: str, place: FunctionSource) -> bool:
    """Say whether the text has a function; what a dataclass or an Enum gets stands at its name."""
    span = place.name_span.shifted(place.offset)
    text = loaded.source(place.path).text[span.start : span.end]
    owner = name.rpartition(".")[0].partition(" (")[0].rpartition(".")[2]
    return owner != text or short_name(name) == text


def branches_digest(loaded: LoadedProgram, tested: UnderTest, asking: Asking) -> str:
    """Give a digest of all that the fate of the branches depends on, up to places in the text."""
    return _digest(loaded.program, _plans(loaded.program, tested, asking), asking)


def _digest(program: Program, plans: Sequence[Plan], asking: Asking) -> str:
    limits = asking.limits
    parts = (
        [recipe_digest(plan.setting).hex() for plan in plans],
        [_code_digests(plan) for plan in plans],
        calls_bound(program, limits),
        limits.seconds,
        limits.memory_mb,
        asking.widens,
    )
    return blake2b(repr(parts).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def _code_digests(plan: Plan) -> list[tuple[str, str]]:
    """Give what the calls of a plan do, as digests."""
    setting = plan.setting
    names = {call.function for call in plan.calls if call.function is not None}
    digests = function_fingerprints(setting.program, sorted(names), setting.world)
    return sorted(digests.items())


def recalled(asking: Asking, setting: Setting) -> StateGraph:
    """Give the graph of a setting as far as it was explored before."""
    return asking.shelf.recall(setting) if asking.shelf is not None else new_graph(setting)


@dataclass(frozen=True, slots=True)
class Plan:
    """Heaps to look at, and the calls to try on them."""

    around: tuple[str, ...]  # the classes whose objects the heaps are about
    setting: Setting
    calls: tuple[PublicCall, ...]


def plan_for(
    program: Program,
    tested: UnderTest,
    around: Sequence[str],
    asking: Asking,
    kept: Kept = DEFAULT_KEPT,
    objects: dict[str, int] | None = None,
) -> Plan:
    """Choose the heaps around some classes, and the calls to test on them.

    Where several classes are to be tested, whatever of them a client holds there is tested
    on the same heaps.
    """
    bounds = {**dict(asking.limits.objects), **(objects or {})}
    first = setting_for(program, around, (), bounds, kept)
    calls = _calls_of(program, first, tested, around)
    # Exploration leaves out what only looks, and functions that give no object, so it must
    # be told what these depend on.
    explored = {c.name for c in first.api.creators if not c.is_observer}
    explored |= {c.name for own in first.api.methods.values() for c in own if not c.is_observer}
    looking = sorted({c.function for c in calls if c.function and c.name not in explored})
    setting = setting_for(
        program,
        around,
        looking,
        bounds,
        kept,
        with_raising=asking.with_raising,
    )
    calls = _calls_of(program, setting, tested, around)
    return Plan(tuple(around), replace(setting, merges=asking.merges), tuple(calls))


def _plans(program: Program, tested: UnderTest, asking: Asking) -> list[Plan]:
    """Plan class by class; a class all of whose calls were planned before needs no own heaps."""
    plans: list[Plan] = []
    known: set[tuple[str, str | None]] = set()
    # Functions come last: those that take objects of a class are tested on its heaps.
    for around in [*((name,) for name in tested.classes), *_parameter_classes(program, tested)]:
        _look(asking)
        plan = plan_for(program, tested, around, asking)
        keys = {_key(call) for call in plan.calls}
        if keys - known:
            plans.append(plan)
            known |= keys
    return plans


def _parameter_classes(program: Program, tested: UnderTest) -> list[tuple[str, ...]]:
    """Give for each function the classes of what it takes."""
    hierarchy = reach_index(program).hierarchy
    return list(
        dict.fromkeys(
            tuple(
                dict.fromkeys(
                    class_name
                    for parameter in hierarchy.functions[name].parameters
                    for class_name in classes_in(parameter.type)
                    if class_name in hierarchy.classes and class_name not in hierarchy.made
                )
            )
            for name in tested.functions
        )
    )


def _key(call: PublicCall) -> tuple[str, str | None]:
    return call.name, call.receiver


def _looked_at(
    program: Program,
    plan: Plan,
    tested: UnderTest,
    asking: Asking,
    found: Cover,
    solver: Solver,
    watch: Watch,
) -> StateGraph:
    """Cover what can be covered on the heaps of one plan; gives the graph of them."""
    max_calls = calls_bound(program, asking.limits)

    def attempt(kept: Kept) -> tuple[Plan, StateGraph]:
        fitted = plan
        if kept != DEFAULT_KEPT:
            fitted = plan_for(program, tested, plan.around, asking, kept)
        graph = recalled(asking, fitted.setting)
        n_explored = graph.explored
        cover(found, program, graph, solver, fitted.calls, max_calls, watch)
        if asking.shelf is not None and graph.explored > n_explored:
            asking.shelf.keep(graph)
        return fitted, graph

    fitted, graph = fitting(attempt)
    graph = covered_with_longer_strings(
        *(found, program, graph, solver, fitted.calls, max_calls, watch),
        lambda setting: recalled(asking, setting),
    )
    if asking.widens:
        _widen(program, fitted, tested, asking, found, watch)
    return graph


def _widen(
    program: Program, plan: Plan, tested: UnderTest, asking: Asking, found: Cover, watch: Watch
) -> None:
    """Look for what is missing in ever larger heaps, as long as each round ends in time.

    Proves nothing: what is not found there keeps what was said about it within the scope.
    """
    scope = plan.setting.scope
    growing = [
        name
        for name in sorted(plan.setting.told)
        if name == ITEMS or scope.get(name, 0) >= DEFAULT_OBJECTS
    ]
    for factor in WIDENING:
        left = MOST_SECONDS
        if asking.limits.seconds is not None:
            left = min(left, asking.limits.seconds - watch.elapsed)
        # Nobody looks for faults in ever larger heaps.
        is_done = all(branch.kind is BranchKind.FAULT for branch in found.missing)
        if is_done or not growing or left <= 0:
            return
        limits = replace(asking.limits, seconds=left)
        own_watch = Watch(limits, asking.on_progress, asking.token)
        solver = WatchedSolver(default_solver(until=monotonic() + left), own_watch)
        objects = {name: factor * scope[name] for name in growing}
        kept = Kept(bool(plan.setting.opaque), plan.setting.spelling is not None)
        wider = plan_for(program, tested, plan.around, asking, kept, objects)
        graph = new_graph(wider.setting)
        # Doubts of larger heaps are nobody's business.
        wide = replace(found, doubts={})
        try:
            cover(wide, program, graph, solver, wider.calls, asking.limits.calls, own_watch)
        except (NoRoom, OpaqueMixed, TextLooked):
            return
        if graph.stopped_by is not None or own_watch.elapsed >= left:
            return


def _calls_of(
    program: Program, setting: Setting, tested: UnderTest, around: Sequence[str]
) -> list[PublicCall]:
    held = setting.api.held
    names = [*around, *(n for n in tested.classes if n in held and n not in around)]
    below = dict.fromkeys(
        lower for name in names for lower in setting.hierarchy.below(name) if lower in held
    )
    calls = [
        call
        for call in setting.api.creators
        if call.function is not None
        and (call.name.rpartition(".")[0] in tested.classes or call.name in tested.functions)
    ]
    calls += [
        call
        for name in below
        if name in tested.classes
        for call in setting.api.methods.get(name, ())
    ]
    calls = [c for c in calls if tested.method is None or short_name(c.name) == tested.method]
    known = {call.name for call in calls}
    index = reach_index(program)
    for name in tested.functions:
        function = index.hierarchy.functions[name]
        classes = {n for p in function.parameters for n in classes_in(p.type)}
        is_usable = function.left_out is None and name not in known
        if is_usable and classes.issubset((*held, *setting.opaque, *setting.hierarchy.made)):
            calls.append(public_call(index, function, None, setting.opaque))
    return calls


def _functions(index: ReachIndex, calls: Iterable[PublicCall]) -> dict[str, Function]:
    functions = index.hierarchy.functions
    names = {
        name: None
        for call in calls
        if call.function is not None
        for name in (call.function, *call_reach(index, call.function).functions)
    }
    return {name: functions[name] for name in functions if name in names}
