"""The paths of Python methods on inputs of any kind: containers, strings, floats.

Place: workspace/. `paths` asks this where heap models have no meaning for what a method does.

The method runs on inputs that are chosen as it looks at them (`paths.open_inputs`), in the
executor of the state graph. What attributes without a declared type may hold is seen in the heaps
that a few public calls build. Runs that take the same turns of the text are one path;
with `--heap lazy` each run is one. Every path is confirmed by the plain interpreter, as always.
Lengths of containers are tried up to a bound, which is told.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import TypeAlias

from heapwright.answers.branches.reach_paths import Notes, Trace, trace_of_end
from heapwright.answers.calls.match_goal import solution
from heapwright.cancellation import CancellationToken, Deadline, TimeIsUp
from heapwright.deep_recursion import deep_recursion
from heapwright.domains.constraint import TRUE
from heapwright.domains.normal_form import literals
from heapwright.graph.explore.breadth_first import explore
from heapwright.graph.explore.explore import new_graph
from heapwright.graph.setting.seen_kinds import seen_kinds
from heapwright.graph.setting.setting import Kept, fitting, setting_for
from heapwright.graph.state.watch import Watch, WatchedSolver
from heapwright.heaps.class_numbers import ClassNumbers, class_numbers
from heapwright.heaps.known_shape import ABSENT, HeapObject, SpelledText, Value
from heapwright.heaps.model import SymbolicHeap
from heapwright.ir.core import instructions as ir
from heapwright.ir.core.hierarchy import Hierarchy, hierarchy_of
from heapwright.ir.core.operations import SHARED
from heapwright.ir.core.program import Function, Program
from heapwright.ir.core.types import AnyType, RefType, VoidType, classes_in
from heapwright.ir.core.walk import walk
from heapwright.ir.reach.reach import call_reach, reach_index
from heapwright.ir.reach.uses import usable_body
from heapwright.limits import Limits
from heapwright.paths.known_shapes.compile import CompiledProgram, compile_program
from heapwright.paths.plain import concrete
from heapwright.paths.plain.heap import PlainHeap
from heapwright.paths.plain.heap import Value as PlainValue
from heapwright.paths.runs.machine import Machine, RunStopped, TextLooked
from heapwright.paths.runs.run import PathEnd, Returned, RunLimits, Stopped, Threw, paths_of
from heapwright.paths.shown.open_facts import Alternative, alternative, condition_of, value_text
from heapwright.paths.shown.open_inputs import LONGEST_TEXT, Kinds, Length, OpenInputs
from heapwright.paths.shown.plain_inputs import plain_inputs
from heapwright.paths.shown.show_path import said_by
from heapwright.paths.unknown_heaps.run import OutOfTime
from heapwright.records import dataclass, field, replace
from heapwright.solver.answer import Sat, Solver, SolverCounts, Unknown, Unsat
from heapwright.solver.chain import default_solver
from heapwright.terms.term import Term

MOST_ENTRIES = 3
KIND_CALLS = 3  # how many public calls show what attributes hold
KIND_SECONDS = 3.0
STEPS_PER_STEP = 10  # what the library does for one step of the text
MOST_RUNS = 4_000
MOST_VALUES = 3
MOST_CASES = 4
Sites: TypeAlias = "frozenset[tuple[str, int]]"


@dataclass(frozen=True, slots=True)
class OpenPath:
    """One path: its condition in Python, how it ends, an input that takes it, its trace."""

    condition: str
    whole_condition: str  # with all cases
    is_error: bool
    value: str | None  # what is returned, or the class of what is thrown
    throws: bool
    heap: str
    input_heap: PlainHeap
    values: Mapping[str, PlainValue]
    trace: Trace


@dataclass(slots=True)
class OpenPaths:
    """What was found, and what was not."""

    paths: list[OpenPath] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    stopped: list[str] = field(default_factory=list)
    left: OutOfTime | None = None
    bounds: list[str] = field(default_factory=list)
    solver_calls: int = 0
    queries: int = 0
    seconds: float = 0.0


def needs_open_inputs(program: Program, function: Function) -> bool:
    """Say whether a method does or holds what heap models have no meaning for."""
    if program.language.is_checked_statically:
        return False
    index = reach_index(program)
    if any(isinstance(parameter.type, AnyType) for parameter in function.parameters):
        return True
    names = call_reach(index, function.qualified_name).functions
    untyped = {
        field.name
        for class_def in program.classes
        for field in class_def.fields
        if isinstance(field.type, AnyType)
    }
    return any(
        (isinstance(node, ir.GetField | ir.SetField) and node.field_name in untyped)
        or isinstance(
            node,
            ir.Operate
            | ir.CallValue
            | ir.ForEach
            | ir.TextConstant
            | ir.FloatConstant
            | ir.NameConstant,
        )
        for name in (function.qualified_name, *names)
        for node in walk(usable_body(index.hierarchy.functions[name]))
    )


def user_sites(program: Program) -> Sites:
    """Give the places of conditions in the text; the library has its own, which nobody sees."""
    return frozenset(
        (function.qualified_name, node.site)
        for class_def in program.classes
        if class_def.brought is None
        for function in class_def.functions
        for node in walk(function.body)
        if isinstance(node, ir.If | ir.While | ir.Choose | ir.ForEach)
    )


def open_paths(
    program: Program,
    function: Function,
    *,
    is_lazy: bool,
    steps: int,
    seconds: float | None,
    most_paths: int | None,
    token: CancellationToken | None,
) -> OpenPaths:
    """Find the paths of a function on inputs of any kind."""
    started = time.monotonic()
    deadline = Deadline(seconds, token)
    counts = SolverCounts()
    found = OpenPaths()
    search = _Search(
        program,
        function,
        compile_program(program, is_traced=True),
        class_numbers(program),
        user_sites(program),
        _kinds(program, function),
        RunLimits(steps=steps * STEPS_PER_STEP, depth=200),
        default_solver(counts, until=deadline.until),
    )
    with deep_recursion():
        try:
            groups = _grouped(search, found, deadline, most_paths, is_spelt=False, is_lazy=is_lazy)
        except TextLooked:
            found = OpenPaths()
            limits = replace(search.limits, is_spelt=True)
            search = replace(search, limits=limits)
            groups = _grouped(search, found, deadline, most_paths, is_spelt=True, is_lazy=is_lazy)
    for group in groups:
        found.paths.append(_path(group))
    found.solver_calls, found.queries = counts.z3_calls, counts.queries
    found.seconds = time.monotonic() - started
    return found


def _kinds(program: Program, function: Function) -> Kinds:
    """See what a few public calls put into attributes."""
    around = [] if function.owner is None else [function.owner]
    hierarchy = hierarchy_of(program)
    types = [parameter.type for parameter in function.parameters]
    around += [name for type_ in types for name in classes_in(type_)]
    around = [
        n for n in dict.fromkeys(around) if n in hierarchy.classes and n not in hierarchy.made
    ]
    around = [name for name in around if not name.startswith("module ")]
    if not around:
        return {}
    watch = Watch(Limits(seconds=KIND_SECONDS), None)

    def attempt(kept: Kept) -> Kinds:
        graph = new_graph(setting_for(program, around, (function.qualified_name,), {}, kept))
        explore(graph, WatchedSolver(default_solver(), watch), KIND_CALLS, watch)
        return seen_kinds(graph)

    with deep_recursion():
        return fitting(attempt)


@dataclass(frozen=True, slots=True)
class _Search:
    program: Program
    function: Function
    compiled: CompiledProgram
    classes: ClassNumbers
    sites: Sites
    kinds: Kinds
    limits: RunLimits
    solver: Solver

    @property
    def hierarchy(self) -> Hierarchy:
        return self.classes.hierarchy


@dataclass(slots=True)
class _Group:
    """Runs with the same trace: the input of the first that was confirmed, and all conditions."""

    path: OpenPath
    alternatives: list[Alternative]
    values: dict[str, None]


@dataclass(slots=True)
class _Run:
    """One run: its inputs, by name too, and what it noted."""

    inputs: OpenInputs = field(init=False)
    arguments: dict[str, Value] = field(default_factory=dict)
    notes: Notes = field(default_factory=Notes)


def _grouped(
    search: _Search,
    found: OpenPaths,
    deadline: Deadline,
    most_paths: int | None,
    *,
    is_spelt: bool,
    is_lazy: bool,
) -> list[_Group]:
    groups: dict[object, _Group] = {}
    run = _Run()

    def call(machine: Machine) -> Value:
        run.notes = machine.notes = Notes()
        run.inputs = _inputs(search, machine, is_spelt)
        run.arguments = _arguments(search, run.inputs)
        shared = search.compiled.defaults.get(SHARED)
        if shared is not None:
            machine.shared = HeapObject(SHARED, shared.copy())
        callee = search.compiled.functions[search.function.qualified_name]
        return callee.call(machine, list(run.arguments.values()))

    has_lengths = False
    for number, end in enumerate(paths_of(TRUE, call, search.limits)):
        has_lengths |= any(isinstance(fact, Length) for fact in run.inputs.facts)
        try:
            deadline.look()
        except TimeIsUp as up:
            found.left = OutOfTime(up.reason, 1)
            break
        if number >= MOST_RUNS or (most_paths is not None and len(groups) >= most_paths):
            found.left = OutOfTime(f"{number} runs", 1)
            break
        if isinstance(end.outcome, Stopped):
            found.stopped.append(end.outcome.reason)
            continue
        trace = trace_of_end(end, run.notes, search.sites)
        _take(search, found, groups, number if is_lazy else trace, trace, run, end)
    if has_lengths:
        found.bounds.append(f"containers have at most {MOST_ENTRIES} entries")
    if is_spelt:
        found.bounds.append(f"strings have at most {LONGEST_TEXT} characters")
    return list(groups.values())


def _inputs(search: _Search, machine: Machine, is_spelt: bool) -> OpenInputs:
    return OpenInputs(
        machine, search.hierarchy, search.kinds, most_entries=MOST_ENTRIES, is_spelt=is_spelt
    )


def _arguments(search: _Search, inputs: OpenInputs) -> dict[str, Value]:
    """Choose the receiver and the arguments, by name."""
    function = search.function
    arguments: dict[str, Value] = {}
    if function.has_receiver:
        assert function.owner is not None
        fitting = [
            name
            for name in search.hierarchy.below(function.owner)
            if search.hierarchy.method(name, function.name) is function
        ]
        receiver = search.program.language.receiver
        arguments[receiver] = inputs.receiver(fitting or [function.owner], receiver)
    for index, parameter in enumerate(function.parameters):
        type_ = parameter.type
        is_made = index == 0 and function.name == "__init__" and not function.has_receiver
        if is_made and isinstance(type_, RefType):
            fields = search.compiled.defaults[type_.class_name]
            arguments[parameter.name] = inputs.made(type_.class_name, fields, parameter.name)
        elif parameter.gathers:
            raise RunStopped("a parameter that takes any number of arguments")
        else:
            arguments[parameter.name] = inputs.value(type_, parameter.name)
    return arguments


def _take(
    search: _Search,
    found: OpenPaths,
    groups: dict[object, _Group],
    key: object,
    trace: Trace,
    run: _Run,
    end: PathEnd,
) -> None:
    """Put a run to those with its trace; the first of them has to be confirmed."""
    match solution(search.solver, end.pc):
        case Unsat():
            return
        case Unknown(reason):
            found.unknown.append(reason)
            return
        case Sat(assignment):
            pass
    inputs = run.inputs
    conditions = said_by(SymbolicHeap(), literals(end.pc))
    one = alternative(search.classes, inputs.facts, conditions, inputs.texts)
    ended = _ending(search, inputs, end)
    known = groups.get(key)
    if known is not None:
        known.alternatives.append(one)
        known.values[ended] = None
        return
    heap, values, plain = plain_inputs(inputs, run.arguments, assignment, search.compiled.texts)
    difference = _difference(search, trace, end, heap, values, plain)
    if difference is not None:
        found.unknown.append(difference)
        return
    throws = isinstance(end.outcome, Threw)
    path = OpenPath(
        "",
        "",
        _is_error(search, end),
        None,
        throws,
        _heap_text(search, inputs),
        heap,
        values,
        trace,
    )
    groups[key] = _Group(path, [one], {ended: None})


def _difference(
    search: _Search,
    wanted: Trace,
    end: PathEnd,
    heap: PlainHeap,
    values: Mapping[str, PlainValue],
    plain: Callable[[Value], PlainValue],
) -> str | None:
    """Let the plain interpreter run on the input; say what it does otherwise."""
    taken: list[tuple[str, int, bool]] = []

    def hear(name: str, site: int, side: bool) -> None:
        if (name, site) in search.sites:
            taken.append((name, site, side))

    outcome = concrete.run(
        search.program, search.function.qualified_name, list(values.values()), heap, trace=hear
    )
    match outcome:
        case concrete.Threw(class_name, _, name, site):
            ended: Trace = (*taken, class_name, name, site)
        case concrete.Returned():
            ended = (*taken, "returned")
        case concrete.LeftOut(_, reason):
            return f"the plain interpreter ends: {reason}"
        case _:
            return f"the plain interpreter ends otherwise on the model: {type(outcome).__name__}"
    if ended != wanted:
        return "the plain interpreter takes another path on the model"
    match end.outcome, outcome:
        case Returned(value), concrete.Returned(other) if isinstance(
            value, int | str | Term | SpelledText | None
        ):
            if not isinstance(search.function.result, VoidType) and plain(value) != other:
                return "the plain interpreter gives another value on the model"
        case _:
            pass
    return None


def _is_error(search: _Search, end: PathEnd) -> bool:
    """Say whether a path ends in a fault, or in what the library throws."""
    match end.outcome:
        case Threw(_, thrown, function):
            hierarchy = search.hierarchy
            return thrown is None or hierarchy.is_of_library(hierarchy.functions[function])
        case _:
            return False


def _ending(search: _Search, inputs: OpenInputs, end: PathEnd) -> str:
    match end.outcome:
        case Threw(class_name):
            return class_name
        case Returned(value) if not isinstance(search.function.result, VoidType):
            return value_text(search.classes, inputs.ways, value)
        case _:
            return ""


def _heap_text(search: _Search, inputs: OpenInputs) -> str:
    """Write what a path asked the inputs for, an object per line."""
    lines = []
    for owner, way in inputs.ways.items():
        if owner.class_name in search.hierarchy.made:
            continue
        fields = [
            f"{name}={value_text(search.classes, inputs.ways, value)}"
            for name, value in inputs.initial[owner].items()
            if isinstance(name, str) and not name.endswith("?") and value != ABSENT
        ]
        lines.append(" ".join([f"{way}: {owner.class_name}", *fields]))
    return "\n".join(lines)


def _path(group: _Group) -> OpenPath:
    """Finish a path: the condition of all its runs, and what they give."""
    values = [value for value in group.values if value]
    shown = " or ".join(values[:MOST_VALUES]) + (" or …" if len(values) > MOST_VALUES else "")
    condition = condition_of(group.alternatives, MOST_ENTRIES, MOST_CASES)
    whole = condition_of(group.alternatives, MOST_ENTRIES)
    return replace(group.path, condition=condition, whole_condition=whole, value=shown or None)
