"""Judge the end states of `hex.py`: which inputs can be completed to heaps that repOk accepts.

Once per program, repOk runs on an unknown heap of a few more nodes than the bound allows, and
every heap that it accepts is kept with its condition on ints. Formulas take no part in that. An
end state is valid if the input of its run, as far as it was assumed, is part of one of
these heaps, and the two conditions have a model in common. References are found by name, so
an input fits into a whole heap in one way or not at all.

The model and the input make a *witness*: values for everything that the run read. A
technique that refuses a witness has lost a valid end state.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from heapwright.answers.calls.match_goal import solution
from heapwright.domains.constraint import FALSE, TRUE, Constraint, assume
from heapwright.domains.normal_form import literals
from heapwright.heaps.known_shape import HeapObject, Value
from heapwright.invariants.partial import Known
from heapwright.ir.core.types import BOOL, Type
from heapwright.paths.runs.machine import Machine
from heapwright.paths.runs.run import Returned, RunLimits, paths_of
from heapwright.solver.answer import Sat, Solver, SolverCounts, Unknown
from heapwright.solver.chain import default_solver
from heapwright.terms.evaluate import Value as Number
from heapwright.terms.rewrite import substitute
from heapwright.terms.term import Term
from parts.hex_inputs import InputHeap, Memory, Option, Task

# Of repOk on a whole heap; more than any heap that it accepts needs.
LIMITS = RunLimits(steps=2_000, depth=20)

Scalars: TypeAlias = "Mapping[tuple[int, str], Number]"


@dataclass(frozen=True, slots=True)
class WholeHeap:
    """A heap that repOk accepts, provided that its ints satisfy the condition.

    A reference is the number of an object or None; a field that repOk does not read is missing.
    """

    fields: tuple[Mapping[str, Value], ...]
    parameters: tuple[int | None, ...]
    condition: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Witness:
    """An input of a run, as far as the run assumed it, with values for all that is no reference."""

    heap: InputHeap
    fields: Scalars
    given: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Invalid:
    """Nothing that repOk accepts completes the input."""


@dataclass(frozen=True, slots=True)
class Open:
    """It was not found out whether the input is valid."""

    reason: str


Judgement: TypeAlias = Witness | Invalid | Open


@dataclass(frozen=True, slots=True)
class Judge:
    """The heaps that repOk accepts; where an input fits into them is remembered by its shape."""

    task: Task
    heaps: tuple[WholeHeap, ...]
    solver: Solver
    known: dict[tuple[object, ...], list[tuple[WholeHeap, tuple[int | None, ...]]]] = field(
        default_factory=dict
    )


def judge_for(task: Task) -> Judge:
    """Find every heap that repOk accepts, within the nodes that inputs may be completed with."""
    return Judge(task, tuple(_accepted_heaps(task)), default_solver(SolverCounts()))


def judgement(judge: Judge, heap: InputHeap, pc: Constraint) -> Judgement:
    """Say whether a heap that repOk accepts completes the input of a run."""
    shape = _shape(heap)
    fitting = judge.known.get(shape)
    if fitting is None:
        fitting = judge.known[shape] = [
            (whole, image)
            for whole in judge.heaps
            if (image := _image(judge.task, heap, whole)) is not None
        ]
    doubt: str | None = None
    for whole, image in fitting:
        condition = pc
        same = dict(_same_ints(heap, whole, image))
        for literal in whole.condition:
            condition = assume(condition, substitute(literal, same))
        match solution(judge.solver, condition):
            case Sat(assignment):
                return _witness(heap, whole, image, assignment)
            case Unknown(reason):
                doubt = reason
            case _:
                pass
    return Invalid() if doubt is None else Open(doubt)


class WitnessHeap(InputHeap):
    """The input heap of a run on a witness: nothing is left to choose."""

    def __init__(self, task: Task, machine: Machine, technique: str, witness: Witness) -> None:
        super().__init__(task, machine, technique, task.subject.bound, Memory())
        self.witness = witness

    def scalar(self, type_: Type, holder: int | None, name: str) -> Value:
        """Give the value that the witness has."""
        if holder is None:
            return self.witness.given[len(self.scalars)]
        return self.witness.fields.get((holder, name), False if type_ == BOOL else 0)

    def permitted(
        self, class_name: str, holder: int | None, name: str
    ) -> Sequence[tuple[Option, Known]]:
        """List where the witness leads, unless the technique refuses that."""
        heap = self.witness.heap
        if not self.objects:
            known = self.assumed(None, name, class_name)
            return [] if known is None else [(class_name, known)]
        if holder is None:
            twin = heap.parameters[len(self.parameters)]
        else:
            known_fields = heap.twins[holder].fields
            assert name in known_fields, f"the run never came to {name}"
            twin = known_fields[name]
        option: Option = None
        if twin is not None:
            assert isinstance(twin, HeapObject)
            number = heap.number[twin]
            option = number if number < len(self.objects) else twin.class_name
        known = self.assumed(holder, name, option)
        return [] if known is None else [(option, known)]


class _Whole(InputHeap):
    """An input heap that repOk may read as far as it likes; no method runs on it."""

    prefix = "whole "


def _accepted_heaps(task: Task) -> Iterator[WholeHeap]:
    subject = task.subject
    n_nodes = subject.bound + subject.judged_with
    heap: _Whole | None = None
    memory = Memory()

    def run(machine: Machine) -> Value:
        nonlocal heap
        heap = _Whole(task, machine, "Lazy", n_nodes, memory)
        heap.begin()
        heap.is_open = True
        for parameter in task.methods[0].parameters if subject.trees else ():
            heap.given(parameter.type, parameter.name)
        return _trees_are_apart(heap) if subject.trees else heap.properties()[0]()

    for end in paths_of(TRUE, run, LIMITS):
        assert heap is not None
        condition = end.pc
        match end.outcome:
            case Returned(Term() as truth):
                condition = assume(condition, truth)
            case Returned(True):
                pass
            case _:
                # It threw, or it went round in circles until it was stopped.
                continue
        if condition is FALSE:
            continue
        numbers = heap.number
        yield WholeHeap(
            tuple(
                {
                    str(name): numbers[value] if isinstance(value, HeapObject) else value
                    for name, value in twin.fields.items()
                }
                for twin in heap.twins
            ),
            tuple(numbers[p] if isinstance(p, HeapObject) else None for p in heap.parameters),
            literals(condition),
        )


def _trees_are_apart(heap: InputHeap) -> bool:
    """Say whether the parameters are trees that share nothing; reads all of them."""
    queue: list[HeapObject] = []
    for value in heap.parameters:
        if isinstance(value, HeapObject):
            if value in queue:
                return False
            queue.append(value)
    for found in queue:
        for name in heap.task.setting.layouts[found.class_name].reference_names:
            value = found.fields[name]
            if isinstance(value, HeapObject):
                if value in queue:
                    return False
                queue.append(value)
    return True


def _shape(heap: InputHeap) -> tuple[object, ...]:
    """Give all of an input but its ints."""
    numbers = heap.number
    return (
        tuple(numbers[p] if isinstance(p, HeapObject) else None for p in heap.parameters),
        *(
            frozenset(
                (name, numbers[value] if isinstance(value, HeapObject) else value)
                for name, value in twin.fields.items()
                if not isinstance(value, Term)
            )
            for twin in heap.twins
        ),
    )


def _image(task: Task, heap: InputHeap, whole: WholeHeap) -> tuple[int | None, ...] | None:
    """Find the objects of an input in a whole heap, None if it does not fit.

    An object behind a field that repOk does not read has no image.
    """
    images: list[int | None] = [None] * len(heap.twins)
    taken = {0}
    images[0] = 0

    def fits(value: Value, there: int | None) -> bool:
        if value is None or there is None:
            return value is None and there is None
        assert isinstance(value, HeapObject)
        number = heap.number[value]
        if images[number] is None:
            if there in taken:
                return False
            taken.add(there)
            images[number] = there
            queue.append(number)
        return images[number] == there

    queue = [0]
    if task.subject.trees and not all(map(fits, heap.parameters, whole.parameters)):
        return None
    for number in queue:
        image = images[number]
        assert image is not None
        others = whole.fields[image]
        for name, value in heap.twins[number].fields.items():
            if name not in others or isinstance(value, Term):
                continue
            other = others[str(name)]
            if heap.is_reference(task.types[heap.twins[number].class_name, str(name)]):
                assert other is None or isinstance(other, int)
                if not fits(value, other):
                    return None
            elif value != other:
                return None
    return tuple(images)


def _same_ints(
    heap: InputHeap, whole: WholeHeap, images: Sequence[int | None]
) -> Iterator[tuple[Term, Term]]:
    """Pair the ints of a whole heap with those that the run read."""
    for twin, image in zip(heap.twins, images, strict=True):
        if image is not None:
            for name, value in twin.fields.items():
                other = whole.fields[image].get(str(name))
                if isinstance(value, Term) and isinstance(other, Term):
                    yield other, value


def _witness(
    heap: InputHeap,
    whole: WholeHeap,
    images: Sequence[int | None],
    assignment: Mapping[Term, Number],
) -> Witness:
    fields: dict[tuple[int, str], Number] = {}
    for number, (twin, image) in enumerate(zip(heap.twins, images, strict=True)):
        known = {} if image is None else {**whole.fields[image]}
        known.update((str(name), value) for name, value in twin.fields.items())
        for name, value in known.items():
            if isinstance(value, Term):
                fields[number, name] = assignment.get(value, 0)
            elif isinstance(value, bool):
                fields[number, name] = value
    given = tuple(assignment.get(v, 0) if isinstance(v, Term) else v for v in heap.scalars)
    return Witness(heap, fields, given)
