"""Ask companion methods about the reference that was just assumed.

Place: paths/. `symbolic_run` hands this to a machine. A companion runs on the input heap, not
on what the program has made of it by now, and what it says joins the path condition. Where it
would have to read a reference that was not assumed yet, it has no opinion.
Source: [HEX] section 3.4.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from heapwright.heaps.lazier_sharp import LazierSharp
from heapwright.heaps.lazy_init import LazyInit
from heapwright.heaps.model import (
    NULL,
    Key,
    NotKnown,
    SymbolicHeap,
    permits_nothing_new,
)
from heapwright.invariants.partial import CompanionCall
from heapwright.ir.program import Function
from heapwright.ir.types import IntType, RefType
from heapwright.paths.symbolic_code import SymbolicProgram
from heapwright.paths.symbolic_machine import Machine, RunImpossible, SymbolicThrow
from heapwright.terms.build import integer
from heapwright.terms.term import Term


def asks_companions(program: SymbolicProgram) -> Callable[[Machine], None]:
    """Give what a machine does after an assumption."""

    def ask(machine: Machine) -> None:
        for call in machine.heap.known.asked:
            method = program.hierarchy.method(call.class_name, call.method)
            assert method is not None
            _ask(program, machine, method, call)

    return ask


def _ask(program: SymbolicProgram, machine: Machine, method: Function, call: CompanionCall) -> None:
    heap, model, on_assumed = machine.heap, machine.model, machine.on_assumed
    n_turns, steps, depth = len(machine.turns), machine.steps, machine.depth
    assert isinstance(model, LazyInit | LazierSharp)
    machine.model = replace(model, permits=permits_nothing_new)
    machine.on_assumed = None
    machine.heap = _input(heap)
    try:
        function = program.functions[method.qualified_name]
        truth = function.call(machine, _arguments(method, call))
        machine.demand(truth)
    except NotKnown:
        pass
    except SymbolicThrow:
        raise RunImpossible from None
    finally:
        machine.heap = _merged(heap, machine.heap)
        machine.model, machine.on_assumed = model, on_assumed
        del machine.turns[n_turns:]
        machine.steps, machine.depth = steps, depth


def _arguments(method: Function, call: CompanionCall) -> list[Term]:
    types = [parameter.type for parameter in method.parameters]
    n_objects = sum(isinstance(type_, RefType) for type_ in types)
    objects = [_place(key) for key in (call.holder, call.target)]
    arguments = [_place(call.this), *objects[2 - n_objects :]]
    if types and isinstance(types[-1], IntType):
        arguments.append(integer(call.count))
    return arguments


def _place(key: object) -> Term:
    return integer(key) if isinstance(key, int) else NULL


def _input(heap: SymbolicHeap) -> SymbolicHeap:
    """Give the heap as it was before the program ran, as far as it is known."""
    objects: dict[Key, dict[str, Term]] = {place: {} for place in heap.places}
    for known in heap.initial:
        objects[heap.bound[known.owner]][known.field_name] = known.symbol
    return replace(heap, objects=objects, written=frozenset())


def _merged(before: SymbolicHeap, after: SymbolicHeap) -> SymbolicHeap:
    """Keep what a companion asked the input heap for, and nothing else."""
    objects = dict(before.objects)
    for known in after.initial[len(before.initial) :]:
        place = after.bound[known.owner]
        if known.field_name not in objects[place]:
            objects[place] = {**objects[place], known.field_name: known.symbol}
    return replace(
        before,
        symbols=after.symbols,
        initial=after.initial,
        axioms=after.axioms,
        objects=objects,
    )
