"""The paths of a function on inputs of which nothing is known, each confirmed by a run.

Place: workspace/. `heapwright paths` and the editor ask this.

A path is given only with an input that takes it on the plain interpreter. One that could not
be confirmed is counted as unknown, with the reason; one that was given up at a limit is counted
as stopped. Neither is ever left out silently.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Literal, TypeAlias

from heapwright.answers.branches.reach_paths import NotKnown, Reach, Trace
from heapwright.answers.calls.verdict import Found
from heapwright.answers.search.ask import Explored
from heapwright.cancellation import CancellationToken, Deadline, TimeIsUp
from heapwright.heaps import model as models
from heapwright.heaps.class_numbers import ClassNumbers, class_numbers
from heapwright.heaps.guarded_sets import GuardedSets
from heapwright.heaps.guarded_visits import StructureAxioms
from heapwright.heaps.lazier_sharp import LazierSharp
from heapwright.heaps.lazy_init import LazyInit
from heapwright.heaps.path_optimal import PathOptimal
from heapwright.heaps.structure import permission
from heapwright.invariants.partial import Structures, structures_for
from heapwright.ir.core.hierarchy import hierarchy_of
from heapwright.ir.core.program import Function, Program, Role
from heapwright.paths.shown.show_path import condition_text, heap_text, said_by, value_text
from heapwright.paths.unknown_heaps import concrete_input, run
from heapwright.paths.unknown_heaps.compile import SymbolicProgram
from heapwright.paths.unknown_heaps.path_condition import TimedSolver, settled
from heapwright.records import dataclass
from heapwright.solver.answer import SolverCounts
from heapwright.solver.chain import default_solver
from heapwright.terms.build import TRUE
from heapwright.workspace.open_paths import OpenPath, needs_open_inputs, open_paths, user_sites
from heapwright.workspace.questions import Asking, ask_paths

HEAP_MODELS: Mapping[str, Callable[[ClassNumbers, Structures | None, str], models.HeapModel]] = {
    "pose": lambda c, s, this: PathOptimal(c, None if s is None else StructureAxioms(s, c, this)),
    "summary": lambda c, s, this: GuardedSets(
        c, None if s is None else StructureAxioms(s, c, this)
    ),
    "lazier": lambda c, s, this: LazierSharp(c, _permits(c, s, this)),
    "lazy": lambda c, s, this: LazyInit(c, _permits(c, s, this)),
}


def _permits(classes: ClassNumbers, structures: Structures | None, receiver: str) -> models.Permits:
    return models.permits_all if structures is None else permission(structures, classes, receiver)


DEFAULT_HEAP = "pose"

# The main expression of a program is a driver that bounds what it drives. A method has only
# the bound given here.
STEPS_OF_A_MAIN = 2_000
STEPS_OF_A_METHOD = 25

OutcomeName: TypeAlias = Literal["returned", "raised", "error"]


@dataclass(frozen=True, slots=True)
class PathOptions:
    """How to look for paths."""

    heap: str = DEFAULT_HEAP
    steps: int | None = None
    seconds: float | None = 60.0
    paths: int | None = None
    order: run.Order = run.Order.BREADTH
    with_structure: bool = False  # whether inputs satisfy the HEX formulas of their classes
    joins: bool = True  # whether operands of `&&` and `||` that cannot fail stay on one path


@dataclass(frozen=True, slots=True)
class FoundPath:
    """One path: as text, as an input that takes it, and as it is."""

    condition: str
    outcome: OutcomeName
    value: str | None  # what is returned, or the class of what is thrown
    heap: str
    example: concrete_input.ConcreteInput
    found: run.SymbolicPath | OpenPath  # an open one is about inputs of any kind

    @property
    def symbolic(self) -> run.SymbolicPath:
        """Give a path that is not open."""
        assert isinstance(self.found, run.SymbolicPath)
        return self.found


@dataclass(frozen=True, slots=True)
class FoundPaths:
    """All that was found, and what was not."""

    function: Function
    heap: str
    paths: tuple[FoundPath, ...]
    unknown: tuple[str, ...]  # why each of these paths could not be confirmed
    stopped: tuple[str, ...]  # why each of these paths was given up
    left: run.OutOfTime | None  # the search ended before all paths were run
    not_followed: tuple[tuple[str, int], ...]  # where paths were given up: function and site
    solver_calls: int
    queries: int  # questions that no model at hand answered, most of them for the domain
    seconds: float
    bounds: tuple[str, ...] = ()  # within which the paths are all there are

    @property
    def is_complete(self) -> bool:
        """Whether these are all paths there are."""
        return not (self.unknown or self.stopped or self.bounds) and self.left is None

    @property
    def error_count(self) -> int:
        """Count the paths that end in an error, such as a null dereference."""
        return sum(path.outcome == "error" for path in self.paths)

    @property
    def count(self) -> int:
        """Count the others."""
        return len(self.paths) - self.error_count


def find_paths(
    program: Program,
    function: Function,
    options: PathOptions,
    token: CancellationToken | None = None,
) -> FoundPaths:
    """Find the paths of a function, and an input for each; raises `Cancelled` by the token."""
    if not options.with_structure and needs_open_inputs(program, function):
        return _open(program, function, options, token)
    started = time.monotonic()
    deadline = Deadline(options.seconds, token)
    classes = class_numbers(program)
    counts = SolverCounts()
    solver = TimedSolver(default_solver(counts, until=deadline.until), deadline)
    question = concrete_input.path_question(program, classes, function)
    structures = None
    if options.with_structure:
        structures = structures_for(hierarchy_of(program), function)
    steps = options.steps
    if steps is None:
        steps = STEPS_OF_A_MAIN if function.role is Role.MAIN else STEPS_OF_A_METHOD
    found: list[FoundPath] = []
    unknown: list[str] = []
    stopped: list[str] = []
    places: dict[tuple[str, int], None] = {}
    left: run.OutOfTime | None = None
    runs = run.symbolic_paths(
        SymbolicProgram(program),
        function,
        HEAP_MODELS[options.heap](classes, structures, program.language.receiver),
        solver,
        run.RunBounds(steps, options.paths, options.joins),
        options.order,
        with_companions=structures is not None,
    )
    for path in runs:
        if isinstance(path, run.OutOfTime):
            left = path
            continue
        if isinstance(path.outcome, run.Stopped):
            stopped.append(path.outcome.reason)
            if path.outcome.place is not None:
                places[path.outcome.place] = None
            continue
        try:
            confirmation = concrete_input.confirmed(question, solver, path)
        except TimeIsUp as up:
            unknown.append(f"{up.reason} were over before an input was found")
            continue
        match confirmation:
            case concrete_input.Impossible():
                continue
            case concrete_input.Unconfirmed(reason):
                unknown.append(reason)
            case concrete_input.ConcreteInput() as example:
                found.append(_found(program, classes, function, path, example))
    return FoundPaths(
        function,
        options.heap,
        tuple(found),
        tuple(unknown),
        tuple(stopped),
        left,
        tuple(places),
        counts.z3_calls,
        counts.queries,
        time.monotonic() - started,
    )


def _open(
    program: Program,
    function: Function,
    options: PathOptions,
    token: CancellationToken | None,
) -> FoundPaths:
    """Find the paths of a method of Python on inputs of any kind."""
    found = open_paths(
        program,
        function,
        is_lazy=options.heap == "lazy",
        steps=options.steps or STEPS_OF_A_METHOD,
        seconds=options.seconds,
        most_paths=options.paths,
        token=token,
    )
    paths = [
        FoundPath(
            one.condition,
            "error" if one.is_error else "raised" if one.throws else "returned",
            one.value,
            one.heap,
            concrete_input.ConcreteInput(one.input_heap, one.values, {}),
            one,
        )
        for one in found.paths
    ]
    return FoundPaths(
        function,
        options.heap,
        tuple(paths),
        tuple(found.unknown),
        tuple(found.stopped),
        found.left,
        (),
        found.solver_calls,
        found.queries,
        found.seconds,
        tuple(found.bounds),
    )


def reach_of(
    program: Program, found: FoundPaths, asking: Asking
) -> tuple[tuple[Reach, ...], Explored]:
    """Say for each path that was found whether public calls can lead to it.

    Several paths may take the same turns: always in the lazy models, and under `pose` where
    they differ in an operand of `&&` or `||`. Then what was reached belongs to the one whose
    condition it satisfies, and of the others nothing is known.
    """
    classes = class_numbers(program)
    sites = concrete_input.turn_sites(program)
    if any(isinstance(path.found, OpenPath) for path in found.paths):
        sites = user_sites(program)
    traces = [trace_of(path.found, sites) for path in found.paths]
    reach, explored = ask_paths(program, found.function, traces, sites, asking)
    names = [parameter.name for parameter in found.function.parameters]
    if found.function.has_receiver:
        names.insert(0, program.language.receiver)

    def told(path: FoundPath, trace: Trace) -> Reach:
        one = reach[trace]
        if isinstance(one, Found) and isinstance(path.found, run.SymbolicPath):
            values = dict(zip(names, one.replayed.arguments, strict=True))
            if not concrete_input.accepts(classes, path.found, one.replayed.final_heap, values):
                return NotKnown("calls lead to another path that takes the same turns")
        return one

    listed = zip(found.paths, traces, strict=True)
    return tuple(told(path, trace) for path, trace in listed), explored


def trace_of(path: run.SymbolicPath | OpenPath, sites: frozenset[tuple[str, int]]) -> Trace:
    """Give how the conditions at these places came out on a path, and how it ended."""
    if isinstance(path, OpenPath):
        return path.trace
    turns = tuple(
        (turn.function, turn.site, turn.outcome)
        for turn in path.turns
        if (turn.function, turn.site) in sites
    )
    match path.outcome:
        case run.Threw(class_name, function, site):
            return (*turns, class_name, function, site)
        case _:
            return (*turns, "returned")


def _found(
    program: Program,
    classes: ClassNumbers,
    function: Function,
    path: run.SymbolicPath,
    example: concrete_input.ConcreteInput,
) -> FoundPath:
    language = program.language
    # That the receiver is an object goes without saying.
    receiver = program.language.receiver if function.has_receiver else None
    unsaid = TRUE if receiver is None else models.not_null(models.reference_variable(receiver))
    said = said_by(path.heap, path.pc.conjuncts, unsaid)
    condition = condition_text(language, classes, path.heap, said)
    heap = heap_text(language, classes, path.heap, path.pc.conjuncts)
    outcome: OutcomeName
    value: str | None
    match path.outcome:
        case run.Returned(None):
            outcome, value = "returned", None
        case run.Returned(term):
            assert term is not None
            outcome = "returned"
            term = settled(path.pc.knowledge, term)
            value = value_text(language, classes, path.heap, term, function.result)
        case run.Threw(class_name, is_fault=is_fault):
            outcome, value = ("error" if is_fault else "raised"), class_name
        case run.Stopped():
            raise AssertionError("a path that was given up has no input")
    return FoundPath(condition, outcome, value, heap, example, path)
