"""Turn the body of a generator into code that stops at each `yield` and goes on later.

Place: paths/known_shapes/. `compile` asks for it when `next` advances a generator; a loop that
takes all items runs the body below itself instead (`items`), which is faster. Here the
statements around a `yield` are generators of our own language; all others are the usual closures.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, TypeAlias

from heapwright.heaps.known_shape import Value
from heapwright.ir.core import instructions as ir
from heapwright.ir.core.walk import walk
from heapwright.paths.known_shapes.foreign import dynamic_for
from heapwright.paths.known_shapes.semantics import ExprCode, Slots, StatementCode, known_shapes
from heapwright.paths.runs.compile import Compiler
from heapwright.paths.runs.control_code import BREAK, RETURN, Signal
from heapwright.paths.runs.machine import Machine, RunStopped, SubjectThrow

if TYPE_CHECKING:  # which asks for the code
    from heapwright.paths.known_shapes.compile import CompiledProgram

PulledCode: TypeAlias = "Callable[[Machine, Slots], Generator[Value, None, Signal]]"


def pulled_code(compiled: CompiledProgram, function: str, body: ir.Body) -> PulledCode:
    """Give the code of the body of a generator that `next` advances."""
    return _Puller(compiled, function).body(body)


def yields(body: ir.Body) -> bool:
    """Say whether a statement of these yields."""
    return any(isinstance(n, ir.Operate) and n.operation == "yield" for n in walk(body))


class _Puller:
    """Knows the program and the function whose code is made; holds no other state."""

    def __init__(self, compiled: CompiledProgram, function: str) -> None:
        self.compiled = compiled
        self.function = function
        self.make = Compiler(known_shapes(compiled, function))

    def body(self, body: ir.Body) -> PulledCode:
        plain: list[StatementCode | None] = []
        pulled: list[PulledCode | None] = []
        for statement in body:
            is_pulled = yields((statement,))
            pulled.append(self.statement(statement) if is_pulled else None)
            plain.append(None if is_pulled else self.make.statement(statement))

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

    def statement(self, statement: ir.Statement) -> PulledCode:
        match statement:
            case ir.Evaluate(ir.Operate("yield", (value,))):
                return _yield(self.make.expression(value), None)
            case ir.Assign(slot, ir.Operate("yield", (value,))):
                return _yield(self.make.expression(value), slot)
            case ir.Evaluate(ir.Do(body, ir.NullConstant())):
                return self.body(body)
            case ir.If(condition) if not yields((ir.Evaluate(condition),)):
                return self.branch(statement)
            case ir.While(condition) if not yields((ir.Evaluate(condition),)):
                return self.loop(statement)
            case ir.ForEach(_, iterable, _) if not yields((ir.Evaluate(iterable),)):
                return self.for_each(statement)
            case ir.Try() if not yields(statement.final):
                handled = self.handled(statement)
                return self.finished(handled, statement.final) if statement.final else handled
            case _:
                return _stop

    def branch(self, statement: ir.If) -> PulledCode:
        condition = self.make.decision(statement.condition, statement.site)
        then_body, else_body = self.body(statement.then_body), self.body(statement.else_body)

        def run(machine: Machine, slots: Slots) -> Generator[Value, None, Signal]:
            if condition(machine, slots):
                return (yield from then_body(machine, slots))
            return (yield from else_body(machine, slots))

        return run

    def loop(self, statement: ir.While) -> PulledCode:
        condition = self.make.decision(statement.condition, statement.site)
        body = self.body(statement.body)

        def run(machine: Machine, slots: Slots) -> Generator[Value, None, Signal]:
            while condition(machine, slots):
                machine.tick()
                signal = yield from body(machine, slots)
                if signal is BREAK:
                    return None
                if signal is RETURN:
                    return signal
            return None

        return run

    def for_each(self, statement: ir.ForEach) -> PulledCode:
        iterable, slot = self.make.expression(statement.iterable), statement.slot
        body = self.body(statement.body)
        function, site, is_traced = self.function, statement.site, self.compiled.is_traced
        dynamic = dynamic_for(self.compiled, function, site)

        def run(machine: Machine, slots: Slots) -> Generator[Value, None, Signal]:
            for item in dynamic.pulled_items(machine, iterable(machine, slots)):
                if is_traced:
                    machine.notes[function, site, True] = None
                slots[slot] = item
                signal = yield from body(machine, slots)
                if signal is BREAK:
                    return None
                if signal is RETURN:
                    return signal
            if is_traced:
                machine.notes[function, site, False] = None
            return None

        return run

    def handled(self, statement: ir.Try) -> PulledCode:
        body = self.body(statement.body)
        handlers = [(h.catches, h.slot, self.body(h.body)) for h in statement.handlers]
        semantics = self.make.semantics
        fits, caught = semantics.fits(statement.site), semantics.caught

        def run(machine: Machine, slots: Slots) -> Generator[Value, None, Signal]:
            try:
                return (yield from body(machine, slots))
            except SubjectThrow as exception:
                thrown = exception
            # The calls that it left; the one that goes on may stand elsewhere each time.
            machine.depth = machine.resumed
            for catches, slot, handler in handlers:
                if catches is None or fits(machine, thrown, catches):
                    if slot is not None:
                        slots[slot] = caught(machine, thrown)
                    return (yield from handler(machine, slots))
            raise thrown

        return run

    def finished(self, inner: PulledCode, final: ir.Body) -> PulledCode:
        final_code = self.make.body(final)

        def run(machine: Machine, slots: Slots) -> Generator[Value, None, Signal]:
            try:
                signal = yield from inner(machine, slots)
            except SubjectThrow:
                machine.depth = machine.resumed
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


def _yield(value: ExprCode, slot: int | None) -> PulledCode:
    def run(machine: Machine, slots: Slots) -> Generator[Value, None, Signal]:
        yield value(machine, slots)
        if slot is not None:
            slots[slot] = None
        return None

    return run


def _stop(machine: Machine, slots: Slots) -> Generator[Value, None, Signal]:
    raise RunStopped("such a `yield` of a generator that `next` advances")
    yield
