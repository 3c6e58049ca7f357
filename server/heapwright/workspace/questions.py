"""Ask about a loaded program, with a solver of our own and the disk cache.

Place: workspace/. `cli` and `editor` ask through this; nobody above it makes a solver.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from time import monotonic
from typing import TYPE_CHECKING

from heapwright.answers.search.ask import (
    Answer,
    Effort,
    Explored,
    ask_invariant,
    ask_spec,
    calls_bound,
    explore_class,
    question_classes,
)
from heapwright.cancellation import CancellationToken
from heapwright.digests import blake2b
from heapwright.graph.client.does import classes_holding
from heapwright.graph.setting.setting import setting_for
from heapwright.graph.state.state_graph import StateGraph
from heapwright.ir.core.program import Function, Program, Role
from heapwright.ir.core.structure import Formula, formula_text
from heapwright.ir.reach.reach import reach_index
from heapwright.ir.written.fingerprint import function_fingerprint
from heapwright.limits import Limits
from heapwright.records import dataclass
from heapwright.solver.answer import SolverCounts
from heapwright.solver.chain import default_solver
from heapwright.store.recipe import recipe_digest
from heapwright.workspace.shelf import Shelf

if TYPE_CHECKING:
    from heapwright.answers.branches.reach_paths import Reach, Trace
    from heapwright.answers.structure.infer_structure import Inferred
    from heapwright.answers.structure.structure import StructureAnswer


@dataclass(frozen=True, slots=True)
class Asking:
    """How to ask: the limits, what counts as a call, and who wants to hear of progress."""

    limits: Limits
    with_raising: bool = False
    widens: bool = False
    merges: bool = True
    shelf: Shelf | None = None  # where graphs are kept between questions
    on_progress: Callable[[StateGraph], None] | None = None
    token: CancellationToken | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """An answer and how often z3 was asked for it."""

    answer: Answer
    n_solver_calls: int


def ask_question(program: Program, question: Function, asking: Asking) -> Asked:
    """Ask a spec whether it is reachable, anything else whether it always holds."""
    counts = SolverCounts()
    ask = ask_spec if question.role is Role.SPEC else ask_invariant
    answer = ask(program, _effort(asking, counts), question)
    return Asked(answer, counts.z3_calls)


def ask_paths(
    program: Program,
    function: Function,
    traces: Sequence[Trace],
    sites: frozenset[tuple[str, int]],
    asking: Asking,
) -> tuple[Mapping[Trace, Reach], Explored]:
    """Ask which of these paths of a method public calls can lead to."""
    from heapwright.answers.branches.reach_paths import reached

    return reached(program, _effort(asking, SolverCounts()), function, traces, sites)


def ask_formulas(
    program: Program, class_name: str, formulas: Sequence[Formula], asking: Asking
) -> tuple[StructureAnswer, int]:
    """Ask whether HEX formulas hold for every object of a class; gives also the solver calls."""
    from heapwright.answers.structure.structure import ask_structure

    counts = SolverCounts()
    answer = ask_structure(program, _effort(asking, counts), class_name, formulas)
    return answer, counts.z3_calls


def infer_formulas(program: Program, class_name: str, asking: Asking) -> tuple[Inferred, int]:
    """Infer the HEX formulas of a class; gives also how often z3 was asked."""
    from heapwright.answers.structure.infer_structure import infer_structure

    counts = SolverCounts()
    return infer_structure(program, _effort(asking, counts), class_name), counts.z3_calls


def explore_around(program: Program, class_name: str, asking: Asking) -> tuple[Explored, int]:
    """Explore a class; gives the graph and how often z3 was asked."""
    counts = SolverCounts()
    explored = explore_class(program, _effort(asking, counts), class_name)
    return explored, counts.z3_calls


def ways_to(
    program: Program, graph: StateGraph, asking: Asking
) -> tuple[tuple[str, ...] | None, ...]:
    """Give the shortest calls to each state of a graph, in the order of the states."""
    from heapwright.answers.calls.state_calls import calls_to_states

    solver = _effort(asking, SolverCounts()).solver
    return tuple(calls_to_states(program, graph, solver, asking.token).values())


def _effort(asking: Asking, counts: SolverCounts) -> Effort:
    seconds = asking.limits.seconds
    until = None if seconds is None else monotonic() + seconds
    return Effort(
        solver=default_solver(counts, until=until),
        limits=asking.limits,
        with_raising=asking.with_raising,
        widens=asking.widens,
        merges=asking.merges,
        on_progress=asking.on_progress,
        token=asking.token,
        recall=None if asking.shelf is None else asking.shelf.recall,
        keep=None if asking.shelf is None else asking.shelf.keep,
    )


@dataclass(frozen=True, slots=True)
class Digests:
    """What a question depends on: which graph it is asked of, and all that its answer needs."""

    graph: str
    answer: str


def question_digests(program: Program, question: Function, asking: Asking) -> Digests:
    """Give digests of all that the answer to a question depends on.

    Equal digests have equal answers, up to places in the text. Time and memory are in it,
    because they can decide that an answer is unknown, and parameter names, because the
    calls use them.
    """
    limits = asking.limits
    classes = question_classes(program, question)
    setting = setting_for(
        program,
        classes,
        [question.qualified_name],
        dict(limits.objects),
        with_raising=asking.with_raising,
    )
    graph = recipe_digest(setting).hex()
    parts = (
        graph,
        function_fingerprint(setting.program, question.qualified_name, setting.world),
        question.qualified_name,
        question.role.value,
        [parameter.name for parameter in question.parameters],
        question.left_out,
        calls_bound(program, limits),
        limits.seconds,
        limits.memory_mb,
        asking.widens,
    )
    return Digests(graph, _digest(parts))


def structure_digests(
    program: Program, class_name: str, formulas: Sequence[Formula], asking: Asking
) -> Digests:
    """Give digests of all that the answer about the formulas of a class depends on."""
    from heapwright.answers.structure.structure import companions_of

    limits = asking.limits
    companions = companions_of(program, class_name, formulas)
    setting = setting_for(
        program,
        classes_holding(reach_index(program), class_name),
        companions,
        dict(limits.objects),
        with_raising=asking.with_raising,
    )
    graph = recipe_digest(setting).hex()
    parts = (
        graph,
        class_name,
        [formula_text(formula) for formula in formulas],
        [function_fingerprint(setting.program, name, setting.world) for name in companions],
        calls_bound(program, limits),
        limits.seconds,
        limits.memory_mb,
    )
    return Digests(graph, _digest(parts))


def _digest(parts: tuple[object, ...]) -> str:
    return blake2b(repr(parts).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
