"""All small inputs of a function, as the plain interpreter takes them.

Place: tests/support. What the paths of heap models are judged by: every input with at most a
few objects and ints, or a sample of them where there are too many. Shares no code with the
models.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from math import prod

from heapwright.ir import instructions as ir
from heapwright.ir.hierarchy import Hierarchy, hierarchy_of
from heapwright.ir.program import Function, Program, Role
from heapwright.ir.types import BoolType, IntType, RefType, Type
from heapwright.ir.walk import walk
from heapwright.paths.concrete import Outcome, run
from heapwright.paths.plain_heap import PlainHeap, Reference, Value

INTS = (0, 1)


@dataclass(frozen=True, slots=True)
class SmallInput:
    """A heap and the values of the inputs in it, by name."""

    heap: PlainHeap
    values: Mapping[str, Value]


def small_inputs(
    program: Program, function: Function, n_objects: int, most: int
) -> Iterator[SmallInput]:
    """Give inputs with `n_objects` of each class that an input can lead to."""
    hierarchy = hierarchy_of(program)
    names, types = input_types(program, function)
    classes = _classes_in_reach(hierarchy, types)
    class_names = tuple(name for name in classes for _ in range(n_objects))
    slots: list[tuple[Value, ...]] = []
    for class_name in class_names:
        for field in hierarchy.fields(class_name):
            slots.append(_values(hierarchy, class_names, field.type))
    receiver = _receivers(function)
    for name, type_ in zip(names, types, strict=True):
        possible = _values(hierarchy, class_names, type_)
        slots.append(possible[1:] if name in receiver else possible)
    for chosen in _chosen(slots, most):
        rows: list[tuple[Value, ...]] = []
        at = 0
        for class_name in class_names:
            width = len(hierarchy.fields(class_name))
            rows.append(tuple(chosen[at : at + width]))
            at += width
        heap = PlainHeap(class_names, tuple(rows))
        yield SmallInput(heap, dict(zip(names, chosen[at:], strict=True)))


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
        names.append("self" if program.language == "python" else "this")
        types.append(RefType(function.owner))
    names += [parameter.name for parameter in function.parameters]
    types += [parameter.type for parameter in function.parameters]
    return names, types


def _receivers(function: Function) -> set[str]:
    """Name the inputs that are objects: the receiver, or what a main expression drives."""
    return {"this", "self"} | {
        node.receiver.name
        for node in walk(function.body)
        if function.role is Role.MAIN
        and isinstance(node, ir.Invoke)
        and isinstance(node.receiver, ir.Symbol)
    }


def run_on(
    program: Program, function: Function, given: SmallInput
) -> tuple[Outcome, list[tuple[str, int, bool]]]:
    """Run the plain interpreter; give how it ended and how every condition came out."""
    taken: list[tuple[str, int, bool]] = []

    def trace(name: str, site: int, side: bool) -> None:
        taken.append((name, site, side))

    name = function.qualified_name
    if function.role is Role.MAIN:
        return run(program, name, (), given.heap, inputs=given.values, trace=trace), taken
    return run(program, name, list(given.values.values()), given.heap, trace=trace), taken


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


def _values(hierarchy: Hierarchy, class_names: tuple[str, ...], type_: Type) -> tuple[Value, ...]:
    match type_:
        case IntType():
            return INTS
        case BoolType():
            return (False, True)
        case RefType(class_name):
            below = hierarchy.below(class_name)
            fitting = [Reference(at) for at, name in enumerate(class_names) if name in below]
            return (None, *fitting)
        case _:
            raise AssertionError(type_)


def _chosen(slots: list[tuple[Value, ...]], most: int) -> Iterator[tuple[Value, ...]]:
    if prod(len(possible) for possible in slots) <= most:
        yield from product(*slots)
        return
    chance = random.Random(0)
    for _ in range(most):
        yield tuple(chance.choice(possible) for possible in slots)
