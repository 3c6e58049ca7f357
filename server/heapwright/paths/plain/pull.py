"""The body of a generator as code that stops at each `yield`, on plain values.

Place: paths/plain/. `code` makes it when `next` advances a generator. Written on its own,
without a look at the symbolic version.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from heapwright.ir.core import instructions as ir
from heapwright.ir.core.operations import FOREIGN_ERROR
from heapwright.ir.core.walk import walk
from heapwright.paths.plain.dynamic import PlainOperations
from heapwright.paths.plain.machine import (
    UNREAD_ERROR,
    Code,
    Machine,
    Signal,
    Slots,
    StatementCode,
    Steps,
    Thrown,
    Unfollowed,
)
from heapwright.records import dataclass

StepCode: TypeAlias = "Callable[[Machine, Slots], Steps]"


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

    def run(machine: Machine, slots: Slots) -> Steps:
        for step in steps:
            signal = yield from step(machine, slots)
            if signal is not None:
                return signal
        return None

    return run


def _has_yield(*nodes: ir.Statement | ir.Expr) -> bool:
    return any(isinstance(n, ir.Operate) and n.operation == "yield" for n in walk(nodes))


def _step(makers: PlainMakers, node: ir.Statement) -> StepCode:
    if not _has_yield(node):
        plain = makers.body((node,))

        def run_plain(machine: Machine, slots: Slots) -> Steps:
            return plain(machine, slots)
            yield

        return run_plain
    match node:
        case ir.Evaluate(value=ir.Operate(operation="yield", operands=(given,))):
            return _give(makers.expression(given), None)
        case ir.Assign(slot=slot, value=ir.Operate(operation="yield", operands=(given,))):
            return _give(makers.expression(given), slot)
        case ir.Evaluate(value=ir.Do(body=body, value=ir.NullConstant())):
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

    def refuse(machine: Machine, slots: Slots) -> Steps:
        raise Unfollowed("such a `yield` of a generator that `next` advances", makers.name)
        yield

    return refuse


def _give(given: Code, slot: int | None) -> StepCode:
    def give(machine: Machine, slots: Slots) -> Steps:
        yield given(machine, slots)
        if slot is not None:
            slots[slot] = None
        return None

    return give


def _branch(makers: PlainMakers, node: ir.If) -> StepCode:
    condition = makers.decision(node.condition, node.site)
    sides = step_code(makers, node.then_body), step_code(makers, node.else_body)

    def branch(machine: Machine, slots: Slots) -> Steps:
        chosen = sides[0] if condition(machine, slots) else sides[1]
        return (yield from chosen(machine, slots))

    return branch


def _loop(makers: PlainMakers, node: ir.While) -> StepCode:
    condition = makers.decision(node.condition, node.site)
    body = step_code(makers, node.body)
    operations = makers.operations(node.site)

    def loop(machine: Machine, slots: Slots) -> Steps:
        while condition(machine, slots):
            operations.count(machine)
            signal = yield from body(machine, slots)
            if signal is Signal.RETURN:
                return signal
            if signal is Signal.BREAK:
                break
        return None

    return loop


def _each(makers: PlainMakers, node: ir.ForEach) -> StepCode:
    iterable = makers.expression(node.iterable)
    body = step_code(makers, node.body)
    operations = makers.operations(node.site)

    def each(machine: Machine, slots: Slots) -> Steps:
        for item in operations.pulled(machine, iterable(machine, slots)):
            if machine.trace is not None:
                machine.trace(makers.name, node.site, True)
            slots[node.slot] = item
            signal = yield from body(machine, slots)
            if signal is Signal.RETURN:
                return signal
            if signal is Signal.BREAK:
                return None
        if machine.trace is not None:
            machine.trace(makers.name, node.site, False)
        return None

    return each


def _try(makers: PlainMakers, node: ir.Try) -> StepCode:
    body = step_code(makers, node.body)
    handlers = [(h.catches, h.slot, step_code(makers, h.body)) for h in node.handlers]
    operations = makers.operations(node.site)

    def try_(machine: Machine, slots: Slots) -> Steps:
        try:
            return (yield from body(machine, slots))
        except Thrown as thrown:
            caught = thrown.with_traceback(None)
        machine.depth_left = machine.resumed
        loaded = operations.loaded
        for catches, slot, handler in handlers:
            if catches is not None and FOREIGN_ERROR in catches:
                raise Unfollowed(UNREAD_ERROR, makers.name)
            if catches is None or any(
                caught.class_name in loaded.hierarchy.below(name) for name in catches
            ):
                if slot is not None:
                    made = caught.reference or loaded.allocate(machine, caught.class_name)
                    slots[slot] = made
                return (yield from handler(machine, slots))
        raise caught

    return try_


def _finally(inner: StepCode, final: StatementCode) -> StepCode:
    def finally_(machine: Machine, slots: Slots) -> Steps:
        thrown: Thrown | None = None
        signal: Signal | None = None
        try:
            signal = yield from inner(machine, slots)
        except Thrown as caught:
            thrown = caught.with_traceback(None)
            machine.depth_left = machine.resumed
        result = slots[-1]
        last = final(machine, slots)
        if last is not None:
            return last
        if thrown is not None:
            raise thrown
        slots[-1] = result
        return signal

    return finally_
