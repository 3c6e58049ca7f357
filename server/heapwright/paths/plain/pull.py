"""The body of a generator as code that stops at each `yield`, on plain values.

Place: paths/plain/. `code` makes it when `next` advances a generator. Written on its own,
without a look at the symbolic version.

A generator that waits is a row of its heap and nothing else: how to get to its `yield`, its
locals, and what the loops around the `yield` go through. A *path* leads there. It is a stack of
ints, the outermost last: which statement of a body, which side of an `if`, which part of a `try`.
Code that finds the path empty begins at its beginning. A path ends with a 0, for the `yield`.
"""

from __future__ import annotations

from collections.abc import Callable

from heapwright.ir.core import instructions as ir
from heapwright.ir.core.operations import FOREIGN_ERROR
from heapwright.ir.core.walk import walk
from heapwright.paths.plain.dynamic import PlainOperations
from heapwright.paths.plain.machine import (
    UNREAD_ERROR,
    Code,
    Dynamic,
    Machine,
    Pause,
    Signal,
    Slots,
    StatementCode,
    StepCode,
    Thrown,
    Unfollowed,
)
from heapwright.records import dataclass


@dataclass(frozen=True, slots=True)
class PlainMakers:
    """How to compile what contains no `yield`."""

    name: str
    expression: Callable[[ir.Expr], Code]
    body: Callable[[ir.Body], StatementCode]
    decision: Callable[[ir.Expr, int], Code]
    operations: Callable[[int], PlainOperations]


def step_code(makers: PlainMakers, nodes: ir.Body) -> StepCode:
    """Compile statements of which some yield."""
    steps = [_step(makers, node) for node in nodes]
    n_steps = len(steps)

    def run(machine: Machine, slots: Slots, pause: Pause) -> Signal | None:
        index = pause.path.pop() if pause.path else 0
        while index < n_steps:
            signal = steps[index](machine, slots, pause)
            if signal is not None:
                if signal is Signal.YIELD:
                    pause.path.append(index)
                return signal
            index += 1
        return None

    return run


def _has_yield(*nodes: ir.Statement | ir.Expr) -> bool:
    return any(isinstance(n, ir.Operate) and n.operation == "yield" for n in walk(nodes))


def _step(makers: PlainMakers, node: ir.Statement) -> StepCode:
    if not _has_yield(node):
        plain = makers.body((node,))
        return lambda machine, slots, pause: plain(machine, slots)
    match node:
        case ir.Evaluate(value=ir.Operate(operation="yield", operands=(given,))):
            if not _has_yield(given):
                return _give(makers.expression(given), None)
        case ir.Assign(slot=slot, value=ir.Operate(operation="yield", operands=(given,))):
            if not _has_yield(given):
                return _give(makers.expression(given), slot)
        case ir.Evaluate(value=ir.Do(body=body, value=ir.NullConstant())):
            match body:
                case (ir.ForEach(slot=own, body=(ir.Evaluate(value=given),)) as node,):
                    if given == ir.Operate("yield", (ir.Local(own),)):
                        return _delegate(makers, node)
            return step_code(makers, body)
        case ir.If() if not _has_yield(node.condition):
            return _branch(makers, node)
        case ir.While() if not _has_yield(node.condition):
            return _loop(makers, node)
        case ir.ForEach() if not _has_yield(node.iterable):
            return _each(makers, node)
        case ir.Try() if not _has_yield(*node.final):
            handled = _try(makers, node)
            return _finally(handled, makers.body(node.final)) if node.final else handled

    def refuse(machine: Machine, slots: Slots, pause: Pause) -> Signal | None:
        raise Unfollowed("such a `yield` of a generator that `next` advances", makers.name)

    return refuse


def _give(given: Code, slot: int | None) -> StepCode:
    def give(machine: Machine, slots: Slots, pause: Pause) -> Signal | None:
        if not pause.path:
            pause.item = given(machine, slots)
            pause.path.append(0)
            return Signal.YIELD
        pause.path.pop()
        sent, pause.sent = pause.sent, None
        if isinstance(sent, Thrown):
            raise sent
        if slot is not None:
            slots[slot] = sent
        return None

    return give


def _branch(makers: PlainMakers, node: ir.If) -> StepCode:
    condition = makers.decision(node.condition, node.site)
    sides = step_code(makers, node.then_body), step_code(makers, node.else_body)

    def branch(machine: Machine, slots: Slots, pause: Pause) -> Signal | None:
        if not pause.path:
            pause.path.append(0 if condition(machine, slots) else 1)
        side = pause.path.pop()
        signal = sides[side](machine, slots, pause)
        if signal is Signal.YIELD:
            pause.path.append(side)
        return signal

    return branch


def _loop(makers: PlainMakers, node: ir.While) -> StepCode:
    condition = makers.decision(node.condition, node.site)
    body = step_code(makers, node.body)
    operations = makers.operations(node.site)

    def loop(machine: Machine, slots: Slots, pause: Pause) -> Signal | None:
        while pause.path or condition(machine, slots):
            operations.count(machine)
            signal = body(machine, slots, pause)
            if signal is Signal.RETURN or signal is Signal.YIELD:
                return signal
            if signal is Signal.BREAK:
                break
        return None

    return loop


def _each(makers: PlainMakers, node: ir.ForEach) -> StepCode:
    iterable = makers.expression(node.iterable)
    body = step_code(makers, node.body)
    operations = makers.operations(node.site)

    def each(machine: Machine, slots: Slots, pause: Pause) -> Signal | None:
        if pause.path:
            source = pause.sources.pop()
        else:
            source = operations.begin(machine, iterable(machine, slots))
        while True:
            if not pause.path:
                step = operations.step(machine, source)
                if machine.trace is not None:
                    machine.trace(makers.name, node.site, step is not None)
                if step is None:
                    return None
                slots[node.slot], source = step
            signal = body(machine, slots, pause)
            if signal is Signal.YIELD:
                pause.sources.append(source)
                return signal
            if signal is Signal.RETURN:
                return signal
            if signal is Signal.BREAK:
                return None

    return each


def _delegate(makers: PlainMakers, node: ir.ForEach) -> StepCode:
    """Compile a `yield from`: what is sent or thrown goes to what it goes through."""
    iterable = makers.expression(node.iterable)
    operations = makers.operations(node.site)

    def delegate(machine: Machine, slots: Slots, pause: Pause) -> Signal | None:
        step: tuple[Dynamic, Dynamic] | None
        if pause.path:
            pause.path.pop()
            source = pause.sources.pop()
            sent, pause.sent = pause.sent, None
            if sent is None:
                step = operations.step(machine, source)
            else:
                step = operations.step_with(machine, source, sent)
        else:
            source = operations.begin(machine, iterable(machine, slots))
            step = operations.step(machine, source)
        if machine.trace is not None:
            machine.trace(makers.name, node.site, step is not None)
        if step is None:
            return None
        pause.item, source = step
        pause.path.append(0)
        pause.sources.append(source)
        return Signal.YIELD

    return delegate


def _try(makers: PlainMakers, node: ir.Try) -> StepCode:
    body = step_code(makers, node.body)
    handlers = [(h.catches, h.slot, step_code(makers, h.body)) for h in node.handlers]
    operations = makers.operations(node.site)

    def part(number: int, machine: Machine, slots: Slots, pause: Pause) -> Signal | None:
        code = body if number == 0 else handlers[number - 1][2]
        signal = code(machine, slots, pause)
        if signal is Signal.YIELD:
            pause.path.append(number)
        return signal

    def try_(machine: Machine, slots: Slots, pause: Pause) -> Signal | None:
        number = pause.path.pop() if pause.path else 0
        if number > 0:
            return part(number, machine, slots, pause)
        depth = machine.depth_left
        try:
            return part(0, machine, slots, pause)
        except Thrown as thrown:
            caught = thrown.with_traceback(None)
        machine.depth_left = depth
        loaded = operations.loaded
        for index, (catches, slot, _) in enumerate(handlers):
            if catches is not None and FOREIGN_ERROR in catches:
                raise Unfollowed(UNREAD_ERROR, makers.name)
            if catches is None or any(
                caught.class_name in loaded.hierarchy.below(name) for name in catches
            ):
                if slot is not None:
                    made = caught.reference or loaded.allocate(machine, caught.class_name)
                    slots[slot] = made
                return part(index + 1, machine, slots, pause)
        raise caught

    return try_


def _finally(inner: StepCode, final: StatementCode) -> StepCode:
    def finally_(machine: Machine, slots: Slots, pause: Pause) -> Signal | None:
        depth = machine.depth_left
        thrown: Thrown | None = None
        signal: Signal | None = None
        try:
            signal = inner(machine, slots, pause)
        except Thrown as caught:
            thrown = caught.with_traceback(None)
            machine.depth_left = depth
        if signal is Signal.YIELD:
            return signal
        result = slots[-1]
        last = final(machine, slots)
        if last is not None:
            return last
        if thrown is not None:
            raise thrown
        slots[-1] = result
        return signal

    return finally_
