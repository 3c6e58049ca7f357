"""Ask companion methods about the input references that were just asked for.

Place: paths/unknown_heaps/. `run` hands this to a machine. A companion runs on the input
heap, not on what the program has made of it by now. It must not make the program's runs fork, so
it runs by itself, on all its paths, and what it says joins the path condition as one term:

    guard  =>  (c1 and t1) or (c2 and t2) or …

with the condition and the truth of each of its paths. A path that would have to read
a reference which the program has not asked for yet has no opinion: its truth is `true`.
The lazy models know where each reference leads, so there the guard is `true`.
Source: [HEX] section 3.4. For `summary` and `pose` we carry it over to heaps whose aliases
stand in the values.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from heapwright.heaps.guarded_sets import GuardedSets
from heapwright.heaps.guarded_visits import GuardedCompanion
from heapwright.heaps.lazy_init import LazyInit
from heapwright.heaps.model import (
    NULL,
    Fields,
    HeapModel,
    InitialField,
    Key,
    NotKnown,
    NotModelled,
    SymbolicHeap,
    permits_nothing_new,
)
from heapwright.heaps.path_optimal import PathOptimal
from heapwright.ir.core.program import Function
from heapwright.ir.core.types import IntType, RefType
from heapwright.paths.runs.machine import RunStopped, SubjectThrow
from heapwright.paths.unknown_heaps.compile import SymbolicProgram
from heapwright.paths.unknown_heaps.machine import Alternative, Machine, RunImpossible
from heapwright.paths.unknown_heaps.path_condition import (
    PathCondition,
    TimedSolver,
    assumed,
    checked,
)
from heapwright.records import dataclass, replace
from heapwright.terms.build import FALSE, TRUE, and_, integer, not_, or_
from heapwright.terms.term import Term

# A companion that has more paths, or longer ones, has no opinion.
MOST_PATHS = 60
MOST_STEPS = 60

Choosing: TypeAlias = PathOptimal | GuardedSets
Asking: TypeAlias = LazyInit | Choosing


@dataclass(frozen=True, slots=True)
class Question:
    """A companion to ask, and when its answer counts."""

    guard: Term
    method: Function
    arguments: Callable[[SymbolicHeap], list[Term]]  # on the input heap


def asks_companions(program: SymbolicProgram) -> Callable[[Machine, SymbolicHeap], None]:
    """Give what a machine does after an action; it is given the heap before that."""

    def ask(machine: Machine, before: SymbolicHeap) -> None:
        questions = _questions(program, machine.model, before, machine.heap)
        if questions:
            machine.require(lambda: _said(program, machine, questions))

    return ask


def _questions(
    program: SymbolicProgram, model: HeapModel, before: SymbolicHeap, heap: SymbolicHeap
) -> list[Question]:
    match model:
        case LazyInit():
            return [] if heap.known is before.known else _about_places(program, heap)
        case PathOptimal() | GuardedSets():
            return [] if heap.symbols is before.symbols else _about_symbols(model, before, heap)
        case _:
            return []


def _about_places(program: SymbolicProgram, heap: SymbolicHeap) -> list[Question]:
    """Ask about the reference of which a lazy model has assumed where it leads."""
    questions: list[Question] = []
    for call in heap.known.asked:
        method = program.hierarchy.method(call.class_name, call.method)
        assert method is not None
        this, holder, target = (
            integer(key) if isinstance(key, int) else NULL
            for key in (call.this, call.holder, call.target)
        )
        count = integer(call.count) if takes_count(method) else None
        given = _arguments(method, this, [holder, target], count)
        questions.append(Question(TRUE, method, partial(_regardless, given)))
    return questions


def _regardless(given: list[Term], start: SymbolicHeap) -> list[Term]:
    """Give arguments that are the same on every heap."""
    return given


def _about_symbols(model: Choosing, before: SymbolicHeap, heap: SymbolicHeap) -> list[Question]:
    """Ask about references of which only conditions say where they lead."""
    if model.structure is None:
        return []
    structure = model.structure
    questions: list[Question] = []
    for symbol in heap.symbols:
        if symbol in before.symbols:
            continue
        for call in structure.companions(heap, symbol):

            def arguments(start: SymbolicHeap, call: GuardedCompanion = call) -> list[Term]:
                this, *objects = (
                    NULL if one is None else model.value_of(start, one)
                    for one in (call.this, call.holder, call.target)
                )
                return _arguments(call.method, this, objects, call.count)

            questions.append(Question(call.guard, call.method, arguments))
    return questions


def takes_count(method: Function) -> bool:
    """Say whether a companion wants to know how many objects were met."""
    return bool(method.parameters) and isinstance(method.parameters[-1].type, IntType)


def _arguments(method: Function, this: Term, objects: list[Term], count: Term | None) -> list[Term]:
    n_objects = sum(isinstance(parameter.type, RefType) for parameter in method.parameters)
    return [this, *objects[2 - n_objects :], *([] if count is None else [count])]


def _said(
    program: SymbolicProgram, machine: Machine, questions: list[Question]
) -> tuple[SymbolicHeap, list[Term]]:
    """Run the companions; gives the heap with all that they read, and what they say."""
    heap, solver = machine.heap, machine.solver
    model = machine.model
    assert isinstance(model, LazyInit | PathOptimal | GuardedSets)
    demands: list[Term] = []
    for question in questions:
        pc = assumed(machine.pc, question.guard)
        pc = None if pc is None else checked(solver, pc)
        if pc is None:
            continue
        truth, read = _runs(program, model, solver, heap, question, pc)
        while (wider := _with_read(model, heap, read)) is not heap:
            # All paths have to see the same input, so they start again with what was read.
            heap = wider
            truth, read = _runs(program, model, solver, heap, question, pc)
        if truth is not TRUE:
            demands.append(or_(not_(question.guard), truth))
    return heap, demands


def _runs(
    program: SymbolicProgram,
    model: Asking,
    solver: TimedSolver,
    heap: SymbolicHeap,
    question: Question,
    pc: PathCondition,
) -> tuple[Term, list[InitialField]]:
    """Run a companion on all its paths; gives what it says, and the fields that it read."""
    start = _input(model, heap)
    function = program.functions[question.method.qualified_name]
    arguments = question.arguments(start)
    pending = [Alternative([], 0, None, pc)]
    ways: list[Term] = []
    read: dict[InitialField, None] = {}
    for _ in range(MOST_PATHS):
        if not pending:
            return or_(*ways), list(read)
        run = Machine(_closed(model), solver, pending.pop(), MOST_STEPS, start)
        try:
            truth = function.call(run, arguments)
        except (NotKnown, RunStopped, NotModelled, RecursionError):
            truth = TRUE
        except SubjectThrow:
            truth = FALSE
        except RunImpossible:
            pending.extend(run.alternatives)
            continue
        pending.extend(run.alternatives)
        read.update(dict.fromkeys(run.heap.initial[len(start.initial) :]))
        ways.append(and_(*run.pc.conjuncts[len(pc.conjuncts) :], truth))
    return TRUE, []


def _closed(model: Asking) -> HeapModel:
    """Give a model that knows of no references but those that were asked for."""
    if isinstance(model, LazyInit):
        return replace(model, permits=permits_nothing_new)
    return replace(model, structure=None, is_closed=True)


def _input(model: Asking, heap: SymbolicHeap) -> SymbolicHeap:
    """Give the heap as it was before the program ran, as far as the program asked for it."""
    if isinstance(model, LazyInit):
        rows: dict[Key, dict[str, Term]] = {place: {} for place in heap.places}
        for known in heap.initial:
            rows[heap.bound[known.owner]][known.field_name] = known.symbol
        return replace(heap, objects=rows, written=frozenset())
    # The fields are read again, in the same order, so they get the same names.
    objects: dict[Key, Fields] = {place: {} for place in heap.places}
    start = replace(heap, objects=objects, initial=(), written=frozenset())
    open_model = replace(model, structure=None)
    for known in heap.initial:
        start = _read(open_model, start, known)
    return start


def _with_read(model: Asking, heap: SymbolicHeap, read: list[InitialField]) -> SymbolicHeap:
    """Add to a heap what a companion asked the input for."""
    asked = {(known.owner, known.field_name) for known in heap.initial}
    for known in read:
        if (known.owner, known.field_name) in asked:
            continue
        if known.field_name in heap.objects.get(_key(heap, known), {}):
            # The program has written there; what was there before is only for companions.
            heap = replace(heap, initial=(*heap.initial, known))
        else:
            heap = _read(model, heap, known)
    return heap


def _read(model: Asking, heap: SymbolicHeap, known: InitialField) -> SymbolicHeap:
    key = _key(heap, known)
    target = integer(key) if isinstance(key, int) else key
    (branch,) = model.read(heap, target, known.field_name)
    return branch.heap


def _key(heap: SymbolicHeap, known: InitialField) -> Key:
    """Give where a model keeps the fields of an input reference: under its place, or its name."""
    if known.owner in heap.bound:
        return heap.bound[known.owner]
    return next((at for at, first in heap.places.items() if first is known.owner), known.owner)
