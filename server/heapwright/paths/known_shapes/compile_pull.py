"""Turn the body of a generator into code that stops at each `yield` and goes on later.

Place: paths/known_shapes/. `compile` asks for it when `next` advances a generator; a loop that
takes all items runs the body below itself instead (`dynamic_items`), which is faster. Here the
statements around a `yield` are generators of our own language; all others are the plain closures
of `compile_code`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from typing import TypeAlias

from heapwright.heaps.known_shape import HeapObject, Value
from heapwright.ir.core import instructions as ir
from heapwright.ir.core.walk import walk
from heapwright.paths.known_shapes.operations import Dynamic
from heapwright.paths.runs.machine import Machine, RunStopped, SubjectThrow
from heapwright.records import dataclass

Slots: TypeAlias = "list[Value]"
Signal: TypeAlias = "str | None"
Code: TypeAlias = "Callable[[Machine, Slots], Value]"
StatementCode: TypeAlias = "Callable[[Machine, Slots], Signal]"
PulledCode: TypeAlias = "Callable[[Machine, Slots], Generator[Value, None, Signal]]"


@dataclass(frozen=True, slots=True)
class Makers:
    """What makes the code of the parts that contain no `yield`."""

    expression: Callable[[ir.Expr], Code]
    body: Callable[[ir.Body], StatementCode]
    decision: Callable[[ir.Expr, int], Callable[[Machine, Slots], bool]]
    dynamic: Callable[[int], Dynamic]
    fault_object: Callable[[str], HeapObject]
    note: Callable[[Machine, int, bool], None]  # how a loop went on
    leaves: Callable[[Signal], bool]  # whether a signal ends a loop
    returns: Callable[[Signal], bool]  # whether it ends the function


def pulled_body(makers: Makers, body: ir.Body) -> PulledCode:
    """Give the code of statements, of which some may yield."""
    plain: list[StatementCode | None] = []
    pulled: list[PulledCode | None] = []
    for statement in body:
        is_pulled = yields((statement,))
        pulled.append(_statement(makers, statement) if is_pulled else None)
        plain.append(None if is_pulled else makers.body((statement,)))

    def run(machine: Machine, slots: Slots) -> Generator[Value, None, Signal]:
        for code, pulled_code in zip(plain, pulled, strict=True):
            if code is not None:
                signal = code(machine, slots)
            else:
                assert pulled_code is not None
                signal = yield from pulled_code(machine, slots)
            if signal is not None:
                return signal
        return None

    return run


def yields(body: ir.Body) -> bool:
    """Say whether a statement of these yields."""
    return any(isinstance(n, ir.Operate) and n.operation == "yield" for n in walk(body))


def _statement(makers: Makers, statement: ir.Statement) -> PulledCode:
    match statement:
        case ir.Evaluate(ir.Operate("yield", (value,))):
            return _yield(makers.expression(value), None)
        case ir.Assign(slot, ir.Operate("yield", (value,))):
            return _yield(makers.expression(value), slot)
        case ir.Evaluate(ir.Do(body, ir.NullConstant())):
            return pulled_body(makers, body)
        case ir.If(condition) if not yields((ir.Evaluate(condition),)):
            return _if(makers, statement)
        case ir.While(condition) if not yields((ir.Evaluate(condition),)):
            return _while(makers, statement)
        case ir.ForEach(_, iterable, _) if not yields((ir.Evaluate(iterable),)):
            return _for_each(makers, statement)
        case ir.Try() if not yields(statement.final):
            handled = _try(makers, statement)
            return _finally(makers, handled, statement.final) if statement.final else handled
        case _:

            def stop(machine: Machine, slots: Slots) -> Generator[Value, None, Signal]:
                raise RunStopped("such a `yield` of a generator that `next` advances")
                yield

            return stop


def _yield(value: Code, slot: int | None) -> PulledCode:
    def run(machine: Machine, slots: Slots) -> Generator[Value, None, Signal]:
        yield value(machine, slots)
        if slot is not None:
            slots[slot] = None
        return None

    return run


def _if(makers: Makers, statement: ir.If) -> PulledCode:
    condition = makers.decision(statement.condition, statement.site)
    then_body = pulled_body(makers, statement.then_body)
    else_body = pulled_body(makers, statement.else_body)

    def run(machine: Machine, slots: Slots) -> Generator[Value, None, Signal]:
        if condition(machine, slots):
            return (yield from then_body(machine, slots))
        return (yield from else_body(machine, slots))

    return run


def _while(makers: Makers, statement: ir.While) -> PulledCode:
    condition = makers.decision(statement.condition, statement.site)
    body = pulled_body(makers, statement.body)

    def run(machine: Machine, slots: Slots) -> Generator[Value, None, Signal]:
        while condition(machine, slots):
            machine.tick()
            signal = yield from body(machine, slots)
            if makers.leaves(signal):
                return signal if makers.returns(signal) else None
        return None

    return run


def _for_each(makers: Makers, statement: ir.ForEach) -> PulledCode:
    iterable, slot = makers.expression(statement.iterable), statement.slot
    body = pulled_body(makers, statement.body)
    dynamic = makers.dynamic(statement.site)

    def run(machine: Machine, slots: Slots) -> Generator[Value, None, Signal]:
        items: Iterator[Value] = dynamic.pulled_items(machine, iterable(machine, slots))
        for item in items:
            makers.note(machine, statement.site, True)
            slots[slot] = item
            signal = yield from body(machine, slots)
            if makers.leaves(signal):
                return signal if makers.returns(signal) else None
        makers.note(machine, statement.site, False)
        return None

    return run


def _try(makers: Makers, statement: ir.Try) -> PulledCode:
    body = pulled_body(makers, statement.body)
    handlers = [(h.catches, h.slot, pulled_body(makers, h.body)) for h in statement.handlers]
    fits = makers.dynamic(statement.site).is_caught

    def run(machine: Machine, slots: Slots) -> Generator[Value, None, Signal]:
        try:
            return (yield from body(machine, slots))
        except SubjectThrow as thrown:
            caught = thrown
        for catches, slot, handler in handlers:
            if catches is None or fits(machine, caught, catches):
                if slot is not None:
                    slots[slot] = caught.thrown or makers.fault_object(caught.class_name)
                return (yield from handler(machine, slots))
        raise caught

    return run


def _finally(makers: Makers, inner: PulledCode, final: ir.Body) -> PulledCode:
    final_code = makers.body(final)

    def run(machine: Machine, slots: Slots) -> Generator[Value, None, Signal]:
        try:
            signal = yield from inner(machine, slots)
        except SubjectThrow:
            leaving = final_code(machine, slots)
            if leaving is not None:
                return leaving
            raise
        result = machine.result
        leaving = final_code(machine, slots)
        if leaving is not None:
            return leaving
        machine.result = result
        return signal

    return run
