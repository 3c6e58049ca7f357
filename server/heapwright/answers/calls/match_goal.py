"""Find heaps of a disjunct for which a spec is true, or an invariant is not.

Place: answers/calls/. `ask` calls this for one disjunct after the other.
Source: [MSEQ] Algorithm 2, lines 16-20.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from heapwright.answers.calls.usual_letters import letters_kept, usual_letters
from heapwright.domains.constraint import FALSE, Constraint, assume
from heapwright.domains.models import NoModel, Undecided, model
from heapwright.domains.normal_form import literals
from heapwright.graph.client.demanded_lengths import demands_in
from heapwright.graph.client.given_values import values_of
from heapwright.graph.client.gives import arguments_for, narrowed
from heapwright.graph.client.lazy_sequence import OneByOne
from heapwright.graph.state.shape import Layouts, Shape, heap_of
from heapwright.graph.state.state_graph import Argument, Disjunct, ObjectAt, Setting
from heapwright.graph.state.watch import Watch
from heapwright.heaps.known_shape import HeapObject, Value
from heapwright.ir.core.program import Function
from heapwright.paths.known_shapes.compile import CompiledFunction
from heapwright.paths.runs.machine import Machine
from heapwright.paths.runs.run import PathEnd, Returned, Stopped, Threw, paths_of
from heapwright.records import dataclass
from heapwright.solver.answer import Answer, Sat, Solver, Unknown, Unsat
from heapwright.solver.query import Query
from heapwright.terms.build import not_
from heapwright.terms.term import Term

Assignment: TypeAlias = "Mapping[Term, int | bool]"

MOST_KNOWN = 1_000  # heaps kept for one question: some 10 kB each


@dataclass(frozen=True, slots=True)
class Match:
    """A heap of the disjunct, and arguments, that satisfy the spec."""

    disjunct: Disjunct
    arguments: tuple[Argument, ...]
    values: Assignment  # of state variables and argument variables


@dataclass(frozen=True, slots=True)
class Undetermined:
    """A path of the spec that could be neither satisfied nor refuted; says why."""

    reason: str


def matches(
    asked: AskedHeaps,
    solver: Solver,
    disjunct: Disjunct,
    watch: Watch,
    *,
    wanted: bool,
    derived: CompiledFunction | None = None,
) -> Iterator[Match | Undetermined]:
    """Give the ways to get the wanted answer on this disjunct, one per path and choice.

    A question that throws is not satisfied: that answers an invariant with no.
    `derived` is what runs in place of the question, about the same arguments.
    """
    heap, choices = asked.of(disjunct)
    for arguments in choices:
        callee = derived or _found(asked.setting, asked.question, disjunct, arguments)
        for end in ends_of(asked.setting, callee, heap, disjunct, arguments, watch):
            pc = end.pc
            asked.met |= end.met
            if end.demands:
                wanted_lengths = demands_in(asked.setting.spelling, None, arguments, end.demands)
                watch.work.demands.update(wanted_lengths)
            match end.outcome:
                case Stopped(reason):
                    yield Undetermined(reason)
                    continue
                case Threw():
                    if wanted:
                        yield from map(Undetermined, end.doubts)
                        continue
                case Returned(Term() as truth):
                    pc = assume(pc, truth if wanted else not_(truth))
                case Returned(value):
                    if value is not wanted:
                        yield from map(Undetermined, end.doubts)
                        continue
            letters = letters_kept(heap.objects()) if pc.residual else ()
            match solution(solver, pc, usual_letters(pc, letters)):
                case Unsat():
                    yield from map(Undetermined, end.doubts)
                case Unknown(reason):
                    yield Undetermined(reason)
                case Sat(assignment):
                    yield Match(disjunct, arguments, assignment)


class ReusedHeap:
    """A heap of a shape, made anew only after a run that changed it: questions rarely do."""

    __slots__ = ("_layouts", "_objects", "_shape")

    def __init__(self, layouts: Layouts, shape: Shape) -> None:
        self._layouts = layouts
        self._shape = shape
        self._objects: list[HeapObject] | None = None

    def objects(self) -> list[HeapObject]:
        """Give the objects in the order of the shape."""
        if self._objects is None:
            self._objects = heap_of(self._layouts, self._shape)
        return self._objects

    def spoil(self) -> None:
        """Say that a run has changed the heap."""
        self._objects = None


class AskedHeaps:
    """What a question can be asked about on each disjunct, made once for all its parts."""

    __slots__ = ("_known", "met", "question", "setting")

    def __init__(self, setting: Setting, question: Function) -> None:
        self.setting = setting
        self.question = question
        self.met: set[str] = set()  # bounds that runs of the question assumed to be kept
        self._known: dict[int, tuple[ReusedHeap, OneByOne[tuple[Argument, ...]]]] = {}

    def of(self, disjunct: Disjunct) -> tuple[ReusedHeap, OneByOne[tuple[Argument, ...]]]:
        """Give the heap of a disjunct and every choice of arguments."""
        known = self._known.get(disjunct.number)
        if known is None:
            known = (
                ReusedHeap(self.setting.layouts, disjunct.shape),
                OneByOne(argument_choices(self.setting, self.question, disjunct)),
            )
            if len(self._known) < MOST_KNOWN:
                self._known[disjunct.number] = known
        return known


def ends_of(
    setting: Setting,
    callee: CompiledFunction,
    heap: ReusedHeap,
    disjunct: Disjunct,
    arguments: tuple[Argument, ...],
    watch: Watch,
) -> Iterator[PathEnd]:
    """Give the ends of all paths of a question about these arguments."""

    def run(machine: Machine) -> Value:
        objects = heap.objects()
        # What all objects share may be made by the run, and is then no part of this heap.
        return callee.call(machine, values_of(callee, arguments, list(objects), machine))

    for end in paths_of(disjunct.constraint, run, setting.run_limits, watch.look):
        watch.look()
        if end.changed:
            heap.spoil()
        yield end


def argument_choices(
    setting: Setting, question: Function, disjunct: Disjunct
) -> Iterator[tuple[Argument, ...]]:
    """Give every choice of what the question can be asked about."""
    shape = disjunct.shape
    rest = OneByOne(arguments_for(setting, shape, question.parameters))
    if not question.has_receiver:
        yield from rest
        return
    # An invariant speaks of every object of its class, held by the client or not.
    assert question.owner is not None
    fitting = set(setting.hierarchy.below(question.owner))
    held = set(shape.roots)
    for position in sorted(range(len(shape.objects)), key=lambda p: (p not in held, p)):
        if shape.objects[position][0] in fitting:
            for arguments in rest:
                yield (ObjectAt(position), *arguments)


def not_asked_about(question: Function) -> Iterator[str]:
    """Say what a question may be asked about, and is not."""
    return narrowed(tuple(parameter.type for parameter in question.parameters))


def _found(
    setting: Setting, question: Function, disjunct: Disjunct, arguments: tuple[Argument, ...]
) -> CompiledFunction:
    """Find what runs: for a method, the one that the receiver's class has."""
    if question.has_receiver and isinstance(arguments[0], ObjectAt):
        class_name = disjunct.shape.objects[arguments[0].position][0]
        return setting.compiled.dispatch[class_name][question.name]
    return setting.compiled.functions[question.qualified_name]


def solution(solver: Solver, pc: Constraint, hints: Assignment | None = None) -> Answer:
    """Find small values that satisfy a condition: by the domain, else by the solver."""
    if pc is FALSE:
        return Unsat()
    match model(pc, hints):
        case NoModel():
            return Unsat()
        case Undecided():
            return solver.check(Query(literals(pc)))
        case assignment:
            return Sat(assignment)
