"""Ask a Boolean function about every reachable heap.

Place: answers/search/. `cli` and `workspace` call this. `ask_spec` looks for a heap for which a
spec is true, `ask_invariant` for one in which an invariant is not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from heapwright.answers.absence.prove_alone import proved_alone
from heapwright.answers.absence.prove_loosely import Proved, prove_beside, proved_loosely
from heapwright.answers.calls.question import Question
from heapwright.answers.calls.verdict import (
    Contradiction,
    Found,
    NotInSmaller,
    Nowhere,
    Undecided,
    Verdict,
)
from heapwright.answers.search.asked_room import asked_entries
from heapwright.answers.search.longer_strings import with_longer_strings
from heapwright.answers.search.narrow import Within, narrowed
from heapwright.answers.search.search import search
from heapwright.answers.search.widen import widened
from heapwright.answers.trials.try_out import found_late
from heapwright.cancellation import CancellationToken
from heapwright.deep_recursion import deep_recursion
from heapwright.graph.calls.demanded_lengths import demanding
from heapwright.graph.explore.breadth_first import explore
from heapwright.graph.explore.explore import new_graph
from heapwright.graph.explore.named_bounds import told_scope
from heapwright.graph.setting.guessed_kinds import guessed_kinds
from heapwright.graph.setting.setting import Kept, fitting, setting_for, setting_without_calls
from heapwright.graph.state.api import classes_holding
from heapwright.graph.state.state_graph import Setting, StateGraph
from heapwright.graph.state.watch import Watch, WatchedSolver, WatchStopped
from heapwright.ir.core.program import Function, Program, Role
from heapwright.ir.core.types import RefType
from heapwright.ir.reach.reach import reach_index
from heapwright.limits import Limits
from heapwright.paths.runs.machine import OpaqueMixed
from heapwright.records import dataclass, field, replace
from heapwright.solver.answer import Solver

TRIAL_SHARE = 0.3  # of the time that is left, to look beyond a proof


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
    within: Within  # the graph of the same question with smaller bounds


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
    def look(start: Start) -> tuple[Verdict, StateGraph]:
        return _widely(start, question) if effort.widens else _within_scope(start, question)

    names = [question.function.qualified_name]
    n_entries = asked_entries(question.function)
    verdict, looked = looked_at(effort, question.program, classes, names, look, n_entries=n_entries)
    claims_absence = not isinstance(verdict, Found | Contradiction)
    return Answer(
        verdict,
        looked.graph,
        told_scope(looked.graph, claims_absence=claims_absence),
        looked.calls,
        looked.seconds,
        looked.explore_seconds,
        looked.is_cached,
        looked.kinds if claims_absence else {},
    )


def _within_scope(start: Start, question: Question) -> tuple[Verdict, StateGraph]:
    """Answer within the scope; where that takes long, by a proof, or about a smaller one."""
    solver, max_calls, watch = start.solver, start.max_calls, start.watch
    is_tried = False

    def on_long(graph: StateGraph) -> None:
        nonlocal is_tried
        if graph is start.graph and not is_tried:
            is_tried = True
            proof = proved_alone(graph.setting, solver, question, watch)
            if proof is not None:
                raise Proved(*proof)
            prove_beside(graph, solver, question, watch)

    def decide(graph: StateGraph, part: Watch, most_explored: int | None) -> Verdict:
        def takes_long() -> None:
            on_long(graph)

        return search(graph, solver, question, max_calls, part, most_explored, takes_long)

    def prove(setting: Setting, part: Watch) -> tuple[Nowhere, StateGraph] | None:
        nonlocal is_tried
        proof = None if is_tried else proved_alone(setting, solver, question, part)
        is_tried = True
        return proof or proved_loosely(setting, solver, question, part)

    try:
        verdict, graph = narrowed(
            start.graph, watch, question.function, start.within, decide, prove
        )
    except Proved as proof:
        verdict, graph = proof.verdict, proof.graph
    # Which calls run at all depends on the strings that they take.
    verdict, graph = with_longer_strings(verdict, graph, solver, question, max_calls, watch)
    # A proof about strings is one about short strings, and longer ones are easily tried.
    is_short = isinstance(verdict, Nowhere | NotInSmaller) and graph.setting.spelling is not None
    if (isinstance(verdict, Undecided) or is_short) and not watch.is_over:
        part = watch.part(TRIAL_SHARE) if is_short else watch
        setting = demanding(graph, watch.work.demands)
        found = found_late(setting, solver, question, max_calls, part)
        verdict = verdict if found is None else found
    return verdict, graph


def _widely(start: Start, question: Question) -> tuple[Verdict, StateGraph]:
    """Answer within the scope, or else beyond it."""
    graph, solver, watch = start.graph, start.solver, start.watch
    verdict = search(graph, solver, question, start.max_calls, watch)
    verdict, graph = with_longer_strings(verdict, graph, solver, question, start.max_calls, watch)
    if not isinstance(verdict, Found | Contradiction):
        wider = widened(graph.setting, solver, question, watch)
        if wider is not None:
            graph, verdict = wider
    return verdict, graph


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
            start.unproved.append(str(stopped))
            seen, graph = look(Start(start, solver, max_calls, watch, within))
            return seen, graph, False
        if kept.with_opaque and _has_opaque_field(setting, objects_only):
            raise OpaqueMixed
        start = _recalled(effort, setting)
        n_explored = start.explored
        seen, graph = look(Start(start, solver, max_calls, watch, within))
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
