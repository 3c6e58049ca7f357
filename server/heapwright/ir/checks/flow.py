"""Whether locals are assigned before use, and whether every path ends as it should.

Place: ir/checks/. `validate` and front ends call this, inside `deep_recursion`. Pure.

A state is the set of slots that are assigned on every path to a point, as the bits of an
int. A point that no path reaches has every slot: `NOWHERE`, all bits set. So the
state where paths meet is the bitwise and, and "cannot reach its end" needs no
flag of its own.
"""

from __future__ import annotations

from typing import TypeAlias, assert_never

from heapwright.ir.core import instructions as ir
from heapwright.ir.core.program import Function
from heapwright.ir.core.types import VoidType
from heapwright.records import dataclass

State: TypeAlias = int
NOWHERE: State = -1


def flow_complaints(function: Function) -> tuple[str, ...]:
    """List what is wrong with the order of things in a function whose slots all exist."""
    n_given = len(function.parameters) + function.has_receiver
    flow = _Flow(function)
    end = flow.body((1 << n_given) - 1, function.body)
    if end != NOWHERE and not isinstance(function.result, VoidType):
        flow.complain("a path reaches the end without returning a value")
    return tuple(flow.complaints)


@dataclass(frozen=True, slots=True)
class OpenEnds:
    """What a function still lacks: a value at its end, or in slots that it reads."""

    reaches_end: bool
    unassigned: tuple[int, ...]  # slots that are read where they may have no value


def open_ends(function: Function) -> OpenEnds:
    """Say what is open in a function; a front end asks before it gives the function out."""
    n_given = len(function.parameters) + function.has_receiver
    flow = _Flow(function)
    end = flow.body((1 << n_given) - 1, function.body)
    return OpenEnds(end != NOWHERE, tuple(flow.unassigned))


class _Flow:
    """The complaints so far, and what surrounds the point that is looked at."""

    def __init__(self, function: Function) -> None:
        self.gives_value = not isinstance(function.result, VoidType)
        # As keys, so that a slot that is read often is complained about once.
        self.complaints: dict[str, None] = {}
        self.unassigned: dict[int, None] = {}
        # The states at the breaks of each loop around, innermost last; None marks an
        # expression, which no return, break or continue may leave.
        self.loops: list[list[State] | None] = []

    def complain(self, text: str) -> None:
        self.complaints[text] = None

    def body(self, state: State, statements: ir.Body) -> State:
        last = len(statements) - 1
        for index, statement in enumerate(statements):
            state = self.statement(state, statement)
            if index < last and isinstance(
                statement, ir.Return | ir.Throw | ir.Break | ir.Continue
            ):
                self.complain(f"code stands after a {type(statement).__name__.lower()}")
        return state

    def statement(self, state: State, statement: ir.Statement) -> State:
        """Give the state after a statement that starts in `state`."""
        match statement:
            case ir.Assign(slot=slot, value=value):
                return self.expression(state, value) | 1 << slot
            case ir.Evaluate(value=value):
                return self.expression(state, value)
            case ir.SetField(target=target, value=value):
                return self.expression(self.expression(state, target), value)
            case ir.If(condition=condition, then_body=then_body, else_body=else_body):
                state = self.expression(state, condition)
                return self.body(state, then_body) & self.body(state, else_body)
            case ir.While():
                return self.loop(state, statement)
            case ir.ForEach(slot=slot, iterable=iterable, body=body):
                state = self.expression(state, iterable)
                breaks: list[State] = []
                self.loops.append(breaks)
                self.body(state | 1 << slot, body)
                self.loops.pop()
                for at_break in breaks:
                    state &= at_break
                return state
            case ir.Break():
                self.leave_loop(state, "break")
                return NOWHERE
            case ir.Continue():
                self.leave_loop(None, "continue")
                return NOWHERE
            case ir.Return(value=result):
                if None in self.loops:
                    self.complain("a return leaves an expression")
                if (result is not None) is not self.gives_value:
                    self.complain("a return has a value where none is wanted, or none where one is")
                if result is not None:
                    self.expression(state, result)
                return NOWHERE
            case ir.Throw(value=value):
                self.expression(state, value)
                return NOWHERE
            case ir.Try():
                return self.try_(state, statement)
            case _:
                assert_never(statement)

    def leave_loop(self, state: State | None, what: str) -> None:
        """Note the state at a break; complain where there is no loop to leave."""
        if not self.loops:
            self.complain(f"a {what} stands outside of loops")
            return
        breaks = self.loops[-1]
        if breaks is None:
            self.complain(f"a {what} leaves an expression")
        elif state is not None:
            breaks.append(state)

    def loop(self, state: State, loop: ir.While) -> State:
        # A round only adds assignments, so what holds before the first one holds
        # before all.
        state = self.expression(state, loop.condition)
        breaks: list[State] = []
        self.loops.append(breaks)
        self.body(state, loop.body)
        self.loops.pop()
        match loop.condition:
            case ir.BoolConstant(value=True):
                state = NOWHERE
        for at_break in breaks:
            state &= at_break
        return state

    def try_(self, before: State, node: ir.Try) -> State:
        breaks = self.loops[-1] if self.loops else None
        n_breaks_before = 0 if breaks is None else len(breaks)
        after = self.body(before, node.body)
        for handler in node.handlers:
            # The body may throw before it assigned anything.
            caught = before if handler.slot is None else before | 1 << handler.slot
            after &= self.body(caught, handler.body)
        after_final = self.body(before, node.final)
        if breaks is not None:
            # A break inside passes through `final`, which may assign or never end.
            for index in range(n_breaks_before, len(breaks)):
                breaks[index] |= after_final
        return after | after_final

    def expression(self, state: State, node: ir.Expr) -> State:
        """Give the state after an expression that starts in `state`."""
        match node:  # the most frequent ones first
            case ir.Local(slot=slot):
                if not state & 1 << slot:
                    self.unassigned[slot] = None
                    self.complain(f"slot {slot} is read where it may have no value")
                return state
            case ir.Operate(operands=arguments) | ir.InvokeExact(arguments=arguments):
                for argument in arguments:
                    state = self.expression(state, argument)
                return state
            case ir.CallValue(callee=callee, arguments=arguments):
                state = self.expression(state, callee)
                for argument in arguments:
                    state = self.expression(state, argument)
                return state
            case ir.NameConstant() | ir.TextConstant() | ir.FloatConstant():
                return state
            case ir.IntConstant() | ir.BoolConstant() | ir.NullConstant() | ir.Symbol() | ir.New():
                return state
            case ir.GetField(target=operand):
                return self.expression(state, operand)
            case ir.Unary(operand=operand) | ir.IsInstance(operand=operand):
                return self.expression(state, operand)
            case ir.Binary(lhs=lhs, rhs=rhs):
                return self.expression(self.expression(state, lhs), rhs)
            case ir.And(lhs=lhs, rhs=rhs) | ir.Or(lhs=lhs, rhs=rhs):
                state = self.expression(state, lhs)
                return state & self.expression(state, rhs)
            case ir.Choose(condition=condition, then_value=then_value, else_value=else_value):
                state = self.expression(state, condition)
                return self.expression(state, then_value) & self.expression(state, else_value)
            case ir.Invoke(receiver=receiver, arguments=arguments):
                state = self.expression(state, receiver)
                for argument in arguments:
                    state = self.expression(state, argument)
                return state
            case ir.Do(body=body, value=value):
                self.loops.append(None)
                state = self.body(state, body)
                self.loops.pop()
                return self.expression(state, value)
            case _:
                assert_never(node)
