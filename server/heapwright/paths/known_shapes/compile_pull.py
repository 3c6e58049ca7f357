"""Turn the body of a generator into code that stops at each `yield` and goes on later.

Place: paths/known_shapes/. `compile` asks for it when `next` advances a generator; a loop that
takes all items runs the body below itself instead (`items`), which is faster.

A generator that waits is nothing but an object of the heap: it says at which `yield` it waits
(`waiting_at`) and has its slots as entries, so that it can be kept between two calls, and copied.
A `for` with a `yield` inside has one more slot, for what it goes through: an iterator, the items
that are left of a tuple, or what has items by position and the next position.

Code gets a place: the number of the `yield` to go on from, or `START`. Where it comes to a
`yield`, it gives the signal `YIELD`; the item is the result of the machine, and the last slot has
the number of the place. What goes on there is in that slot, too: a value that was sent, or an
exception that was thrown in.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeAlias

from heapwright.heaps.known_shape import ABSENT, FieldName, NamedValue, Value
from heapwright.ir.core import instructions as ir
from heapwright.ir.core.operations import FUNCTION_FIELD
from heapwright.ir.core.program import Function
from heapwright.ir.reach.waiting import Wait, n_yields, waits_of
from heapwright.paths.known_shapes.foreign import dynamic_for
from heapwright.paths.known_shapes.kinds import STATE_FIELD
from heapwright.paths.known_shapes.semantics import ExprCode, Slots, known_shapes
from heapwright.paths.runs.compile import Compiler
from heapwright.paths.runs.control_code import BREAK, RETURN, Signal
from heapwright.paths.runs.machine import Machine, RunStopped, SubjectThrow
from heapwright.paths.values.any_kind import settled
from heapwright.records import dataclass

if TYPE_CHECKING:  # which asks for the code
    from heapwright.paths.known_shapes.compile import CompiledProgram

YIELD: Final = "yield"
START: Final = -1
PulledCode: TypeAlias = "Callable[[Machine, Slots, int], Signal]"
Numbered: TypeAlias = "tuple[PulledCode, int]"  # and how many places are inside


def waiting_at(place: int) -> NamedValue:
    """Give the state of a generator that waits at a place."""
    return NamedValue(YIELD, str(place))


@dataclass(frozen=True, slots=True)
class Pulled:
    """The code of a body, and what is kept at each place where it waits."""

    code: PulledCode
    n_slots: int  # with those of loops
    waits: tuple[Wait, ...]
    kept: tuple[tuple[int, ...], ...]  # the slots that matter at each place
    states: tuple[NamedValue, ...]

    def fields(
        self, machine: Machine, function: Value, slots: Slots, place: int
    ) -> dict[FieldName, Value]:
        """Give the fields of a generator that waits."""
        fields: dict[FieldName, Value] = {FUNCTION_FIELD: function, STATE_FIELD: self.states[place]}
        fields.update(dict.fromkeys(range(self.n_slots)))
        for slot in self.kept[place]:
            fields[slot] = settled(machine, slots[slot])
        return fields


def pulled_code(compiled: CompiledProgram, function: Function) -> Pulled:
    """Give the code of the body of a generator that `next` advances."""
    puller = _Puller(compiled, function.qualified_name, function.n_slots)
    code = puller.body(function.body, 0)
    waits = waits_of(function.body)
    kept = [
        (*sorted(wait.needed), *puller.loops.get(place, ())) for place, wait in enumerate(waits)
    ]
    states = tuple(map(waiting_at, range(len(waits))))
    return Pulled(code, puller.n_slots, waits, tuple(kept), states)


def can_wait(body: ir.Body) -> bool:
    """Say whether the code of a body can go on at each of its `yield`s."""
    return all(
        _is_followed(statement) and all(map(can_wait, _bodies(statement)))
        for statement in body
        if n_yields((statement,))
    )


def _is_followed(statement: ir.Statement) -> bool:
    """Say whether the `yield`s of a statement are where code can go on, or in a body of it."""
    match statement:
        case ir.Evaluate(ir.Operate("yield", (value,))):
            return not _yields(value)
        case ir.Assign(_, ir.Operate("yield", (value,))):
            return not _yields(value)
        case ir.Evaluate(ir.Do(_, ir.NullConstant())):
            return True
        case ir.If(condition) | ir.While(condition) | ir.ForEach(_, condition):
            return not _yields(condition)
        case ir.Try(_, _, final):
            return not n_yields(final)
    return False


def _bodies(statement: ir.Statement) -> tuple[ir.Body, ...]:
    match statement:
        case ir.Evaluate(ir.Do(body)) | ir.While(_, body) | ir.ForEach(_, _, body):
            return (body,)
        case ir.If(_, then_body, else_body):
            return (then_body, else_body)
        case ir.Try(body, handlers):
            return (body, *(handler.body for handler in handlers))
    return ()


class _Puller:
    """Knows the program and the function whose code is made, and numbers its loops.

    `first` is the number of the first place inside of what is asked for.
    """

    def __init__(self, compiled: CompiledProgram, function: str, n_slots: int) -> None:
        self.compiled = compiled
        self.function = function
        self.n_slots = n_slots
        self.loops: dict[int, list[int]] = {}
        self.make = Compiler(known_shapes(compiled, function))

    def body(self, body: ir.Body, first: int) -> PulledCode:
        codes: list[PulledCode] = []
        at: dict[int, int] = {START: 0}  # which statement to begin with
        for index, statement in enumerate(body):
            n = n_yields((statement,))
            codes.append(self.statement(statement, first) if n else self.plain(statement))
            at.update((place, index) for place in range(first, first + n))
            first += n
        if len(codes) == 1:
            return codes[0]
        rests = {place: tuple(codes[index + 1 :]) for place, index in at.items()}

        def run(machine: Machine, slots: Slots, place: int) -> Signal:
            if not codes:
                return None
            signal = codes[at[place]](machine, slots, place)
            if signal is not None:
                return signal
            for code in rests[place]:
                signal = code(machine, slots, START)
                if signal is not None:
                    return signal
            return None

        return run

    def plain(self, statement: ir.Statement) -> PulledCode:
        code = self.make.statement(statement)
        return lambda machine, slots, place: code(machine, slots)

    def statement(self, statement: ir.Statement, first: int) -> PulledCode:
        match statement:
            case _ if not _is_followed(statement):
                return _stop
            case ir.Evaluate(ir.Operate("yield", (value,))):
                return _yield(self.make.expression(value), first, None)
            case ir.Assign(slot, ir.Operate("yield", (value,))):
                return _yield(self.make.expression(value), first, slot)
            case ir.Evaluate(ir.Do((ir.ForEach() as loop,), ir.NullConstant())) if _passes_on(loop):
                return self.for_each(loop, first, passes_on=True)
            case ir.Evaluate(ir.Do(body, ir.NullConstant())):
                return self.body(body, first)
            case ir.If():
                return self.branch(statement, first)
            case ir.While():
                return self.loop(statement, first)
            case ir.ForEach():
                return self.for_each(statement, first)
            case ir.Try():
                handled = self.handled(statement, first)
                return self.finished(handled, statement.final) if statement.final else handled
            case _:
                return _stop

    def branch(self, statement: ir.If, first: int) -> PulledCode:
        condition = self.make.decision(statement.condition, statement.site)
        last = first + n_yields(statement.then_body)
        then_body = self.body(statement.then_body, first)
        else_body = self.body(statement.else_body, last)

        def run(machine: Machine, slots: Slots, place: int) -> Signal:
            if condition(machine, slots) if place == START else place < last:
                return then_body(machine, slots, place)
            return else_body(machine, slots, place)

        return run

    def loop(self, statement: ir.While, first: int) -> PulledCode:
        condition = self.make.decision(statement.condition, statement.site)
        body = self.body(statement.body, first)

        def run(machine: Machine, slots: Slots, place: int) -> Signal:
            while place != START or condition(machine, slots):
                machine.tick()
                signal = body(machine, slots, place)
                if signal is BREAK:
                    return None
                if signal is RETURN or signal is YIELD:
                    return signal
                place = START
            return None

        return run

    def for_each(self, statement: ir.ForEach, first: int, *, passes_on: bool = False) -> PulledCode:
        iterable, slot = self.make.expression(statement.iterable), statement.slot
        kept_in = self.n_slots
        self.n_slots += 1
        for place in range(first, first + n_yields((statement,))):
            self.loops.setdefault(place, []).append(kept_in)
        body = self.body(statement.body, first)
        function, site, is_traced = self.function, statement.site, self.compiled.is_traced
        dynamic = dynamic_for(self.compiled, function, site)

        def run(machine: Machine, slots: Slots, place: int) -> Signal:
            if place == START:
                slots[kept_in] = dynamic.way_through(machine, iterable(machine, slots))
            elif passes_on and slots[-1] is not None:
                item = dynamic.passed_on(machine, slots[kept_in], slots[-1])
                if item is not ABSENT:
                    machine.result, slots[-1] = item, place
                    return YIELD
                place = START
            while True:
                if place == START:
                    found = dynamic.next_on_way(machine, slots[kept_in])
                    if found is None:
                        break
                    if is_traced:
                        machine.notes[function, site, True] = None
                    slots[slot], slots[kept_in] = found
                signal = body(machine, slots, place)
                if signal is BREAK:
                    return None
                if signal is RETURN or signal is YIELD:
                    return signal
                place = START
            if is_traced:
                machine.notes[function, site, False] = None
            return None

        return run

    def handled(self, statement: ir.Try, first: int) -> PulledCode:
        body = self.body(statement.body, first)
        inner = first + n_yields(statement.body)
        handlers = []
        resumed: dict[int, PulledCode] = {}
        for h in statement.handlers:
            code = self.body(h.body, inner)
            handlers.append((h.catches, h.slot, code))
            n = n_yields(h.body)
            resumed.update(dict.fromkeys(range(inner, inner + n), code))
            inner += n
        semantics = self.make.semantics
        fits, caught = semantics.fits(statement.site), semantics.caught

        def run(machine: Machine, slots: Slots, place: int) -> Signal:
            if place in resumed:
                return resumed[place](machine, slots, place)
            depth = machine.depth
            try:
                return body(machine, slots, place)
            except SubjectThrow as exception:
                thrown = exception
            machine.depth = depth
            for catches, slot, handler in handlers:
                if catches is None or fits(machine, thrown, catches):
                    if slot is not None:
                        slots[slot] = caught(machine, thrown)
                    return handler(machine, slots, START)
            raise thrown

        return run

    def finished(self, inner: PulledCode, final: ir.Body) -> PulledCode:
        final_code = self.make.body(final)

        def run(machine: Machine, slots: Slots, place: int) -> Signal:
            depth = machine.depth
            try:
                signal = inner(machine, slots, place)
            except SubjectThrow:
                machine.depth = depth
                leaving = final_code(machine, slots)
                if leaving is not None:
                    return leaving
                raise
            if signal is YIELD:
                return signal
            result = machine.result
            leaving = final_code(machine, slots)
            if leaving is not None:
                return leaving
            machine.result = result
            return signal

        return run


def _yields(expr: ir.Expr) -> bool:
    return n_yields((expr,)) > 0


def _passes_on(loop: ir.ForEach) -> bool:
    """Say whether a loop is a `yield from`, which hands on what is sent and thrown."""
    match loop.body:
        case (ir.Evaluate(ir.Operate("yield", (ir.Local(slot),))),):
            return slot == loop.slot
    return False


def _yield(value: ExprCode, number: int, slot: int | None) -> PulledCode:
    def run(machine: Machine, slots: Slots, place: int) -> Signal:
        if place == START:
            machine.result = value(machine, slots)
            slots[-1] = number
            return YIELD
        sent = slots[-1]
        if isinstance(sent, SubjectThrow):
            raise sent
        if slot is not None:
            slots[slot] = sent
        return None

    return run


def _stop(machine: Machine, slots: Slots, place: int) -> Signal:
    raise RunStopped("such a `yield` of a generator that `next` advances")
