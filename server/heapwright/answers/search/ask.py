"""Ask a Boolean function about every reachable heap.

Place: answers/search/. `cli` and `workspace` call this. `ask_spec` looks for a heap for which a
spec is true, `ask_invariant` for one in which an invariant is not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from heapwright.answers.calls.question import Question
from heapwright.answers.calls.verdict import Contradiction, Found, Undecided, Verdict
from heapwright.answers.search.asked_room import asked_entries
from heapwright.answers.search.narrow import smaller_for
from heapwright.answers.search.schedule import EARLY, SCHEDULE, WIDELY
from heapwright.answers.search.search import question_case
from heapwright.answers.search.strategy import Decided, Ran, scheduled
from heapwright.cancellation import CancellationToken
from heapwright.deep_recursion import deep_recursion
from heapwright.graph.client.does import classes_holding
from heapwright.graph.explore.breadth_first import explore
from heapwright.graph.explore.explore import new_graph
from heapwright.graph.explore.named_bounds import told_scope
from heapwright.graph.setting.guessed_kinds import guessed_kinds
from heapwright.graph.setting.setting import Kept, fitting, setting_for, setting_without_calls
from heapwright.graph.state.narrowings import Narrowing
from heapwright.graph.state.state_graph import Setting, StateGraph
from heapwright.graph.state.watch import Watch, WatchedSolver, WatchStopped
from heapwright.ir.core.program import Function, Program, Role
from heapwright.ir.core.types import RefType
from heapwright.ir.python_names.function_names import told_name
from heapwright.ir.reach.reach import reach_index
from heapwright.limits import Limits
from heapwright.paths.runs.machine import OpaqueMixed
from heapwright.records import dataclass, field, replace
from heapwright.solver.answer import Solver


@dataclass(frozen=True, slots=True)
class Answer:
    """The verdict on one question, the graph it rests on, and what it cost."""

    verdict: Verdict
    graph: StateGraph
    objects: Mapping[str, int]  # the scope, for the classes that appear
    calls: int | None  # the bound on calls
    seconds: float
    explore_seconds: float = 0.0  # of these, for growing the graph
    is_cached: bool = False  # whether nothing had to be explored
    kinds: Mapping[str, str] = field(default_factory=dict)  # that absence is claimed for only
    ran: tuple[Ran, ...] = ()  # what was done for it, in order


@dataclass(frozen=True, slots=True)
class Effort:
    """How to search: the solver, the bounds, and who wants to hear of progress."""

    solver: Solver
    limits: Limits
    with_raising: bool = False
    merges: bool = True  # False keeps every heap apart, to measure what merging gains
    widens: bool = False  # go beyond the scope, toward the question, where it is too small
    on_progress: Callable[[StateGraph], None] | None = None
    token: CancellationToken | None = None  # when cancelled, the search stops as at a limit
    # Where graphs are kept between questions: give the one of a setting as far as it was
    # explored before, and take one that grew.
    recall: Callable[[Setting], StateGraph | None] | None = None
    keep: Callable[[StateGraph], None] | None = None


def ask_spec(program: Program, effort: Effort, spec: Function) -> Answer:
    """Look for a shortest sequence of public calls that makes the spec true."""
    return _ask(effort, Question(program, spec, wanted=True), question_classes(program, spec))


def ask_invariant(program: Program, effort: Effort, invariant: Function) -> Answer:
    """Look for a shortest sequence after which the invariant is false or throws."""
    classes = question_classes(program, invariant)
    return _ask(effort, Question(program, invariant, wanted=False), classes)


def question_classes(program: Program, question: Function) -> list[str]:
    """Name the classes that have to be explored for a spec or an invariant."""
    classes = [p.type.class_name for p in question.parameters if isinstance(p.type, RefType)]
    if question.role is Role.SPEC:
        return classes
    assert question.owner is not None
    # Objects of the class may live inside others, where no client holds them.
    return [*classes_holding(reach_index(program), question.owner), *classes]


@dataclass(frozen=True, slots=True)
class Explored:
    """The graph of a class, as far as the limits let it grow."""

    graph: StateGraph
    objects: Mapping[str, int]
    calls: int | None
    seconds: float
    is_cached: bool = False  # whether nothing had to be explored
    explore_seconds: float = 0.0
    kinds: Mapping[str, str] = field(default_factory=dict)  # by parameter that nothing declares


@dataclass(frozen=True, slots=True)
class Start:
    """What a look at a graph begins with."""

    graph: StateGraph
    solver: Solver
    max_calls: int | None
    watch: Watch
    within: Callable[[Mapping[str, int]], StateGraph]  # of the same question with smaller bounds
    kept: Kept


Seen = TypeVar("Seen")


def explore_class(program: Program, effort: Effort, class_name: str) -> Explored:
    """Find every heap around objects of the class."""

    def look(start: Start) -> tuple[None, StateGraph]:
        explore(start.graph, start.solver, start.max_calls, start.watch)
        return None, start.graph

    return looked_at(effort, program, [class_name], (), look)[1]


def specs_of(program: Program) -> tuple[Function, ...]:
    """Give the specs of a program in source order."""
    return tuple(function for function in program.functions if function.role is Role.SPEC)


def invariants_of(program: Program) -> tuple[Function, ...]:
    """Give the invariants of a program in source order."""
    return tuple(
        function
        for class_def in program.classes
        for function in class_def.functions
        if function.role is Role.INVARIANT
    )


def calls_bound(program: Program, limits: Limits) -> int | None:
    """Give the bound on calls: that of the limits, else that of the program's own scope."""
    if limits.calls is not None:
        return limits.calls
    return next((b.bound for b in program.scope if b.class_name is None), None)


def _ask(effort: Effort, question: Question, classes: list[str]) -> Answer:
    function = question.function

    def look(start: Start) -> tuple[Decided, StateGraph]:
        begun = set_up(start)
        if function.left_out is not None:
            reason = f"`{told_name(function.qualified_name)}` is left out: {function.left_out}"
            return Decided(Undecided(reason), start.graph, (begun,)), start.graph
        case = question_case(start.graph, start.solver, question, start.max_calls)
        if not effort.widens:
            early = EARLY.of(start.watch)
            case = replace(case, smaller=smaller_for(start.graph, function, start.within, early))
        decided = scheduled(case, start.watch, WIDELY if effort.widens else SCHEDULE)
        return replace(decided, ran=(begun, *decided.ran)), decided.graph

    names = [function.qualified_name]
    n_entries = asked_entries(function)
    decided, looked = looked_at(effort, question.program, classes, names, look, n_entries=n_entries)
    assert isinstance(decided.verdict, Verdict)  # an exact search has always something to say
    claims_absence = not isinstance(decided.verdict, Found | Contradiction)
    return Answer(
        decided.verdict,
        looked.graph,
        told_scope(looked.graph, claims_absence=claims_absence),
        looked.calls,
        looked.seconds,
        looked.explore_seconds,
        looked.is_cached,
        looked.kinds if claims_absence else {},
        decided.ran,
    )


def set_up(start: Start) -> Ran:
    """Say what it took to begin, with all attempts that kept too little of the values."""
    kept = start.kept
    again = [
        *(["objects are looked into"] if not kept.with_opaque else []),
        *(["strings are looked into"] if kept.with_spelling else []),
        *(f"room for {bound} {name}" for name, bound in kept.room),
    ]
    words = f"began again: {', '.join(again)}" if again else "prepared the calls"
    return Ran("set up", start.watch.elapsed, 1 + len(again), words)


def looked_at(
    effort: Effort,
    program: Program,
    classes: Sequence[str],
    questions: Sequence[str],
    look: Callable[[Start], tuple[Seen, StateGraph]],
    objects_only: frozenset[str] = frozenset(),
    n_entries: int = 0,
) -> tuple[Seen, Explored]:
    """Let `look` grow and read the graph of these classes; gives what it saw, and the cost.

    Fields of the names `objects_only` must lead to objects, not to mere identities. Where nobody
    says otherwise, containers have room for `n_entries`.
    """
    watch = Watch(effort.limits, effort.on_progress, effort.token)
    solver = WatchedSolver(effort.solver, watch)
    max_calls = calls_bound(program, effort.limits)

    def setting_within(kept: Kept, bounds: Mapping[str, int]) -> Setting:
        setting = setting_for(
            program,
            classes,
            questions,
            {**bounds, **dict(effort.limits.objects)},
            kept,
            with_raising=effort.with_raising,
            look=watch.look,
        )
        return replace(setting, merges=effort.merges)

    def attempt(kept: Kept) -> tuple[Seen, StateGraph, bool]:
        def within(bounds: Mapping[str, int]) -> StateGraph:
            room = dict(kept.room)
            smaller = {name: max(bound, room.get(name, 0)) for name, bound in bounds.items()}
            return _recalled(effort, setting_within(kept, smaller))

        try:
            setting = setting_within(kept, {})
        except WatchStopped as stopped:
            # No call was tried, so the graph proves nothing, whatever is asked of it.
            start = new_graph(setting_without_calls(program, kept))
            start.stopped_by = str(stopped)
            start.narrowings.append(Narrowing("", str(stopped)))
            seen, graph = look(Start(start, solver, max_calls, watch, within, kept))
            return seen, graph, False
        if kept.with_opaque and _has_opaque_field(setting, objects_only):
            raise OpaqueMixed
        start = _recalled(effort, setting)
        n_explored = start.explored
        seen, graph = look(Start(start, solver, max_calls, watch, within, kept))
        _keep(effort, start, n_explored)
        # Also what was explored beside the graph counts, and for an attempt that was given up.
        is_cached = start.explored == n_explored and watch.n_followed == 0
        return seen, graph, is_cached

    with deep_recursion():
        seen, graph, is_cached = fitting(attempt, Kept(entries=n_entries))
    return seen, Explored(
        graph,
        told_scope(graph, claims_absence=graph.is_complete),
        max_calls,
        watch.elapsed,
        is_cached,
        watch.explore_seconds,
        guessed_kinds(graph.setting, questions),
    )


def _has_opaque_field(setting: Setting, names: frozenset[str]) -> bool:
    return any(
        field.name in names
        and isinstance(field.type, RefType)
        and field.type.class_name in setting.opaque
        for class_def in setting.program.classes
        for field in class_def.fields
    )


def _recalled(effort: Effort, setting: Setting) -> StateGraph:
    """Give the graph of the setting as far as it was explored before."""
    graph = effort.recall(setting) if effort.recall is not None else None
    return new_graph(setting) if graph is None else graph


def _keep(effort: Effort, graph: StateGraph, n_explored: int) -> None:
    """Hand a graph that grew to whoever keeps graphs."""
    if effort.keep is not None and graph.explored > n_explored:
        effort.keep(graph)
