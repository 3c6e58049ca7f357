"""All small inputs of a function, as far as the function looks at them.

Place: tests/support. What the paths of heap models are judged by. Shares no code with the
models: only the plain interpreter runs, on rows that notice when a field is read.

There are far too many small heaps to run them all, and most of them differ only in fields that
nobody reads. So a field gets its value when the plain interpreter first reads it, and every
value is tried: null, each object met so far, a new object of each class that fits, each int. New
objects of a class come in one order, so heaps that differ only in names come once. What is
left out is only what a run does not look at, and there each input comes twice: with
default values and with values by chance.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from heapwright.ir.core import instructions as ir
from heapwright.ir.core.hierarchy import Hierarchy, hierarchy_of
from heapwright.ir.core.program import Function, Program, Role
from heapwright.ir.core.types import BoolType, IntType, RefType, Type
from heapwright.ir.core.walk import walk
from heapwright.limits import DEFAULT_LIMITS
from heapwright.paths.plain.concrete import Outcome, run
from heapwright.paths.plain.heap import PlainHeap, Reference, Value, default_value

INTS = (0, 1)


@dataclass(frozen=True, slots=True)
class SmallInput:
    """A heap and the values of the inputs in it, by name."""

    heap: PlainHeap
    values: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class SmallRun:
    """What the plain interpreter did, and inputs on which it does that."""

    inputs: tuple[SmallInput, ...]
    outcome: Outcome
    turns: tuple[tuple[str, int, bool], ...]


class TooMany(AssertionError):
    """There are more inputs than the caller has time for."""


def small_runs(
    program: Program,
    function: Function,
    n_objects: int,
    most: int,
    ints: Sequence[int] = INTS,
) -> Iterator[SmallRun]:
    """Run the function on all inputs with at most `n_objects` of each class."""
    hierarchy = hierarchy_of(program)
    names, types = input_types(program, function)
    classes = _classes_in_reach(hierarchy, types)
    class_names = tuple(name for name in classes for _ in range(n_objects))
    objects = _receivers(function)
    choices = _Choices()
    chance = random.Random(0)
    for _ in range(most):
        world = _World(hierarchy, class_names, tuple(ints), choices)
        values = {
            name: world.value(type_, is_object=name in objects)
            for name, type_ in zip(names, types, strict=True)
        }
        outcome, turns = run_on(program, function, SmallInput(world.heap, values))
        inputs = [SmallInput(world.completed(None), values)]
        if any(_OPEN in row for row in world.rows):
            inputs.append(SmallInput(world.completed(chance), values))
        yield SmallRun(tuple(inputs), outcome, tuple(turns))
        if not choices.advance():
            return
    raise TooMany(f"more than {most} small inputs")


def input_types(program: Program, function: Function) -> tuple[list[str], list[Type]]:
    """Give the names and types of what a function starts with."""
    names: list[str] = []
    types: list[Type] = []
    if function.role is Role.MAIN:
        for node in walk(function.body):
            if isinstance(node, ir.Symbol) and node.name not in names:
                names.append(node.name)
                types.append(node.type)
        return names, types
    if function.has_receiver:
        assert function.owner is not None
        names.append(program.language.receiver)
        types.append(RefType(function.owner))
    names += [parameter.name for parameter in function.parameters]
    types += [parameter.type for parameter in function.parameters]
    return names, types


def run_on(
    program: Program, function: Function, given: SmallInput
) -> tuple[Outcome, list[tuple[str, int, bool]]]:
    """Run the plain interpreter; give how it ended and how every condition came out."""
    taken: list[tuple[str, int, bool]] = []

    def trace(name: str, site: int, side: bool) -> None:
        taken.append((name, site, side))

    name = function.qualified_name
    if function.role is Role.MAIN:
        outcome = run(program, name, (), given.heap, DEFAULT_LIMITS, given.values, trace)
        return outcome, taken
    return run(program, name, list(given.values.values()), given.heap, trace=trace), taken


def neighbours(hierarchy: Hierarchy, given: SmallInput) -> Iterator[SmallInput]:
    """Give the inputs that differ from this one in one field, or have one object more.

    Where all small inputs are too many, the neighbours of inputs that take each path
    are near the edges of the paths, whatever the size of the heap.
    """
    heap = given.heap
    for number, (class_name, row) in enumerate(zip(heap.class_names, heap.rows, strict=True)):
        for at, field in enumerate(hierarchy.fields(class_name)):
            for value, larger in _others(hierarchy, heap, field.type, row[at]):
                rows = list(larger.rows)
                rows[number] = (*row[:at], value, *row[at + 1 :])
                yield SmallInput(PlainHeap(larger.class_names, tuple(rows)), given.values)


def _others(
    hierarchy: Hierarchy, heap: PlainHeap, type_: Type, held: Value
) -> Iterator[tuple[Value, PlainHeap]]:
    """Give other values of the type, with the heap that has them."""
    match type_:
        case RefType(class_name) if class_name in hierarchy.classes:
            fitting = hierarchy.below(class_name)
            known = [Reference(n) for n, name in enumerate(heap.class_names) if name in fitting]
            yield from ((one, heap) for one in (None, *known) if one != held)
            row = tuple(default_value(field.type) for field in hierarchy.fields(class_name))
            larger = PlainHeap((*heap.class_names, class_name), (*heap.rows, row))
            yield Reference(len(heap.rows)), larger
        case BoolType():
            yield not held, heap
        case IntType():
            assert isinstance(held, int)
            yield from ((held + step, heap) for step in (-1, 1))
        case _:
            pass


class _Choices:
    """The choices of one run in order, each with how many there were; then those of the next."""

    def __init__(self) -> None:
        self.made: list[tuple[int, int]] = []
        self.position = 0

    def choose(self, n_possible: int) -> int:
        """Take what this run takes here: what was set for it, else the first."""
        if self.position == len(self.made):
            self.made.append((0, n_possible))
        chosen, _ = self.made[self.position]
        self.position += 1
        return chosen

    def advance(self) -> bool:
        """Go on to the next run; False after the last one."""
        self.position = 0
        while self.made:
            chosen, n_possible = self.made.pop()
            if chosen + 1 < n_possible:
                self.made.append((chosen + 1, n_possible))
                return True
        return False


_OPEN = object()  # the value of a field that was not read yet


class _Row(list[Any]):
    """The fields of an input object; reading one that is open closes it for the run."""

    def __init__(self, world: _World, types: Sequence[Type]) -> None:
        super().__init__([_OPEN] * len(types))
        self.world = world
        self.types = types
        self.initial: dict[int, Value] = {}

    def __getitem__(self, at: Any) -> Any:  # noqa: ANN401 - as a list has it
        value = super().__getitem__(at)
        if value is _OPEN:
            value = self.initial[at] = self.world.value(self.types[at])
            self[at] = value
        return value


class _World:
    """The input heap of one run, as far as it is known."""

    def __init__(
        self,
        hierarchy: Hierarchy,
        class_names: tuple[str, ...],
        ints: tuple[int, ...],
        choices: _Choices,
    ) -> None:
        self.hierarchy = hierarchy
        self.class_names = class_names
        self.ints = ints
        self.choices = choices
        self.met: list[int] = []
        self.types = [[f.type for f in hierarchy.fields(name)] for name in class_names]
        self.rows = [_Row(self, types) for types in self.types]

    @property
    def heap(self) -> PlainHeap:
        """Give the heap with rows that notice who reads them."""
        return PlainHeap(self.class_names, tuple(self.rows))  # type: ignore[arg-type]

    def completed(self, chance: random.Random | None) -> PlainHeap:
        """Give the input heap that a run has seen; open fields get default or random values."""
        rows = []
        for row, types in zip(self.rows, self.types, strict=True):
            values: list[Value] = []
            for at, type_ in enumerate(types):
                if at in row.initial:
                    values.append(row.initial[at])
                elif chance is None:
                    values.append(default_value(type_))
                else:
                    values.append(chance.choice(self.possible(type_, range(len(self.rows)))))
            rows.append(tuple(values))
        return PlainHeap(self.class_names, tuple(rows))

    def value(self, type_: Type, *, is_object: bool = False) -> Value:
        """Choose a value; a new object is the first of its class that was not met yet."""
        fresh: dict[str, int] = {}
        for number, name in enumerate(self.class_names):
            if number not in self.met:
                fresh.setdefault(name, number)
        possible = self.possible(type_, [*self.met, *fresh.values()])
        if is_object:
            possible = possible[1:]
        chosen = possible[self.choices.choose(len(possible))]
        if isinstance(chosen, Reference) and chosen.number not in self.met:
            self.met.append(chosen.number)
        return chosen

    def possible(self, type_: Type, numbers: Sequence[int]) -> list[Value]:
        """List the values of a type, references to these objects only."""
        match type_:
            case IntType():
                return list(self.ints)
            case BoolType():
                return [False, True]
            case RefType(class_name):
                below = self.hierarchy.below(class_name)
                fitting = [number for number in numbers if self.class_names[number] in below]
                return [None, *map(Reference, fitting)]
            case _:
                raise AssertionError(type_)


def _receivers(function: Function) -> set[str]:
    """Name the inputs that are objects: the receiver, or what a main expression only drives."""
    if function.role is not Role.MAIN:
        return {"this", "self"}
    uses = Counter(node.name for node in walk(function.body) if isinstance(node, ir.Symbol))
    driven = Counter(
        node.receiver.name
        for node in walk(function.body)
        if isinstance(node, ir.Invoke) and isinstance(node.receiver, ir.Symbol)
    )
    return {name for name, n_times in driven.items() if n_times == uses[name]}


def _classes_in_reach(hierarchy: Hierarchy, types: list[Type]) -> list[str]:
    found: dict[str, None] = {}
    pending = [type_.class_name for type_ in types if isinstance(type_, RefType)]
    while pending:
        for name in hierarchy.below(pending.pop()):
            if name not in found:
                found[name] = None
                pending.extend(
                    field.type.class_name
                    for field in hierarchy.fields(name)
                    if isinstance(field.type, RefType)
                )
    return list(found)
