"""Functions as Python closures over plain values.

Place: paths/plain/. Only `concrete` uses this, to load a program.

Every instruction becomes one closure `code(machine, slots)` that has its operands'
closures, constants and tables at hand, so a run does no dispatch on types and
looks nothing up by walking the classes. A statement's closure gives None to go on, or a
`Signal`; a returned value waits in the last slot, behind the locals. Subject
exceptions travel as the Python exception `Thrown`; being stopped is another
exception that no handler of the subject sees.

Calls nest as Python calls do, without the C stack (see `deep_recursion`): no
closure here may call another through `*arguments`, a generator or a C function.

Long because: one method per instruction, and none of them knows of another.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn, assert_never

from heapwright.errors import EngineError
from heapwright.ir.core import instructions as ir
from heapwright.ir.core.instructions import BinaryOperator, UnaryOperator
from heapwright.ir.core.operations import FOREIGN_ERROR
from heapwright.ir.core.program import Function
from heapwright.ir.core.types import VoidType
from heapwright.paths.plain.dynamic import PlainOperations
from heapwright.paths.plain.heap import VOID_VALUE, Named, Reference, Result, default_value
from heapwright.paths.plain.items import NEW
from heapwright.paths.plain.machine import (
    UNREAD_ERROR,
    Code,
    Dynamic,
    LeftOutCalled,
    LoadedProgram,
    LoopLeft,
    Machine,
    Signal,
    Slots,
    StatementCode,
    StepCode,
    Stopped,
    Thrown,
    Unfollowed,
    enter,
)
from heapwright.paths.plain.pull import PlainMakers, step_code

# Longer ints are refused: repeated squaring would otherwise fill the memory within
# few steps. Python still writes ints of this length in decimal.
MAX_INT_BITS = 14_000
_INT_BOUND = 1 << MAX_INT_BITS


def function_code(loaded: LoadedProgram, function: Function) -> Code:
    """Compile a function; its code gives the result."""
    name = function.qualified_name
    reason = function.left_out
    if reason is not None:

        def refuse(machine: Machine, slots: Slots) -> NoReturn:
            raise LeftOutCalled(name, reason)

        return refuse
    if function.is_generator:
        n_given = len(function.parameters) + function.has_receiver

        def remember(machine: Machine, slots: Slots) -> Dynamic:
            # What the body needs to run later: who it is, that it has not run, its arguments.
            machine.rows.append([Named("function", name), NEW, *slots[:n_given]])
            machine.class_names.append("generator")
            return Reference(len(machine.rows) - 1)

        return remember
    compiler = _Compiler(loaded, name)
    match function.body:
        case (ir.Return(value=value),) if value is not None:
            return compiler.expression(value)
    body = compiler.body(function.body)
    if isinstance(function.result, VoidType):

        def act(machine: Machine, slots: Slots) -> Result:
            body(machine, slots)
            return VOID_VALUE

        return act

    def compute(machine: Machine, slots: Slots) -> Dynamic:
        body(machine, slots)
        return slots[-1]

    return compute


def constant_code(loaded: LoadedProgram, node: ir.Expr, function: str) -> Code:
    """Compile an expression without locals."""
    return _Compiler(loaded, function).expression(node)


def steps_code(loaded: LoadedProgram, function: Function) -> StepCode:
    """Compile the body of a generator that `next` advances."""
    name = function.qualified_name
    if function.left_out is not None:
        raise LeftOutCalled(name, function.left_out)
    compiler = _Compiler(loaded, name)
    makers = PlainMakers(
        name=name,
        expression=compiler.expression,
        body=compiler.body,
        decision=compiler.decision,
        operations=lambda site: PlainOperations(loaded, name, site),
    )
    return step_code(makers, function.body)


class _Compiler:
    """What compiling one function needs to know; one method per kind of instruction."""

    def __init__(self, loaded: LoadedProgram, function_name: str) -> None:
        self.loaded = loaded
        self.function_name = function_name

    # --- Expressions ---------------------------------------------------------

    def expression(self, node: ir.Expr) -> Code:
        match node:
            case ir.Local(slot=slot):
                return lambda machine, slots: slots[slot]
            case ir.IntConstant(value=value) | ir.BoolConstant(value=value):
                return lambda machine, slots: value
            case ir.NullConstant():
                return lambda machine, slots: None
            case ir.Symbol(name=name, type=type_):
                default = default_value(type_)
                return lambda machine, slots: machine.inputs.get(name, default)
            case ir.GetField():
                return self.get_field(node)
            case ir.New(class_name=class_name):
                loaded = self.loaded
                return lambda machine, slots: loaded.allocate(machine, class_name)
            case ir.Unary():
                return self.unary(node)
            case ir.Binary():
                return self.binary(node)
            case ir.And(lhs=lhs_node, rhs=rhs_node):
                lhs, rhs = self.decision(lhs_node, node.site), self.last_part(rhs_node)
                return lambda machine, slots: lhs(machine, slots) and rhs(machine, slots)
            case ir.Or(lhs=lhs_node, rhs=rhs_node):
                lhs, rhs = self.decision(lhs_node, node.site), self.last_part(rhs_node)
                return lambda machine, slots: lhs(machine, slots) or rhs(machine, slots)
            case ir.Choose():
                return self.choose(node)
            case ir.IsInstance():
                return self.is_instance(node)
            case ir.Invoke():
                return self.asking(self.invoke(node), node.site)
            case ir.InvokeExact():
                return self.asking(self.invoke_exact(node), node.site)
            case ir.TextConstant(value=text):
                return lambda machine, slots: text
            case ir.FloatConstant(text=text):
                number = float(text)
                return lambda machine, slots: number
            case ir.NameConstant(kind=kind, name=name):
                named = Named(kind, name)
                return lambda machine, slots: named
            case ir.Operate():
                return self.asking(self.operate(node), node.site)
            case ir.CallValue():
                return self.asking(self.call_value(node), node.site)
            case ir.Do():
                return self.do(node)
            case _:
                assert_never(node)

    def operate(self, node: ir.Operate) -> Code:
        operands = [self.expression(operand) for operand in node.operands]
        if node.operation == "yield":
            [yielded] = operands

            def give(machine: Machine, slots: Slots) -> None:
                # Between the locals and the result stands what takes the items.
                slots[-2](yielded(machine, slots))

            return give
        operations = PlainOperations(self.loaded, self.function_name, node.site)
        operation = operations.operation(node.operation, node.name)

        def operate(machine: Machine, slots: Slots) -> Dynamic:
            values = []
            for operand in operands:
                values.append(operand(machine, slots))
            return operation(machine, values)

        return operate

    def call_value(self, node: ir.CallValue) -> Code:
        callee = self.expression(node.callee)
        arguments = [self.expression(argument) for argument in node.arguments]
        operations = PlainOperations(self.loaded, self.function_name, node.site)
        names, method = node.names, node.method

        def call(machine: Machine, slots: Slots) -> Dynamic:
            target = callee(machine, slots)
            values = []
            for argument in arguments:
                values.append(argument(machine, slots))
            given, named = operations.spread(machine, values, names)
            if method is None:
                return operations.call_value(machine, target, given, named)
            return operations.call_method(machine, target, method, given, named)

        return call

    def decision(self, node: ir.Expr, site: int) -> Code:
        """Compile a condition; only a traced program reports how it comes out."""
        condition = self.expression(node)
        if not self.loaded.is_traced:
            return condition
        name = self.function_name

        def decide(machine: Machine, slots: Slots) -> Dynamic:
            is_true = condition(machine, slots)
            if machine.trace is not None:
                machine.trace(name, site, is_true)
            return is_true

        return decide

    def last_part(self, node: ir.Expr) -> Code:
        """Compile the right side of `and` or `or`; what joins parts itself is heard by them."""
        joins = isinstance(node, ir.And | ir.Or)
        return self.expression(node) if joins else self.decision(node, node.site)

    def asking(self, code: Code, site: int) -> Code:
        """Let a traced program tell what its own text asked when the library threw."""
        name = self.function_name
        if not self.loaded.is_traced or self.is_of_library(name):
            return code

        def ask(machine: Machine, slots: Slots) -> Dynamic:
            try:
                return code(machine, slots)
            except Thrown as thrown:
                if thrown.asked_at is None and self.is_of_library(thrown.function):
                    thrown.asked_at = (name, site)
                raise

        return ask

    def is_of_library(self, name: str) -> bool:
        callee = self.loaded.callees.get(name)
        return callee is not None and self.loaded.hierarchy.is_of_library(callee.function)

    def null_fault(self, site: int) -> Callable[[], Thrown]:
        class_name, name = self.loaded.program.faults.null_dereference, self.function_name
        return lambda: Thrown(class_name, None, name, site)

    def get_field(self, node: ir.GetField) -> Code:
        table = self.loaded.field_table(node.field_name)
        fault = self.null_fault(node.site)
        if isinstance(node.target, ir.Local):
            # `this.f` and `x.f` are most of what programs read; this saves a call.
            slot = node.target.slot

            def get_from_slot(machine: Machine, slots: Slots) -> Dynamic:
                reference = slots[slot]
                if reference is None:
                    raise fault()
                number = reference.number
                return machine.rows[number][table[machine.class_names[number]]]

            return get_from_slot
        target = self.expression(node.target)

        def get(machine: Machine, slots: Slots) -> Dynamic:
            reference = target(machine, slots)
            if reference is None:
                raise fault()
            number = reference.number
            return machine.rows[number][table[machine.class_names[number]]]

        return get

    def unary(self, node: ir.Unary) -> Code:
        operand = self.expression(node.operand)
        match node.operator:
            case UnaryOperator.NEGATE:
                return lambda machine, slots: -operand(machine, slots)
            case UnaryOperator.NOT:
                return lambda machine, slots: not operand(machine, slots)
            case _:
                assert_never(node.operator)

    def binary(self, node: ir.Binary) -> Code:
        lhs, rhs = self.expression(node.lhs), self.expression(node.rhs)
        match node.operator:
            case BinaryOperator.ADD | BinaryOperator.SUBTRACT | BinaryOperator.MULTIPLY:
                return self.arithmetic(node.operator, lhs, rhs)
            case BinaryOperator.DIVIDE | BinaryOperator.REMAINDER:
                return self.division(node, lhs, rhs)
            case BinaryOperator.LESS:
                return lambda machine, slots: lhs(machine, slots) < rhs(machine, slots)
            case BinaryOperator.LESS_EQUAL:
                return lambda machine, slots: lhs(machine, slots) <= rhs(machine, slots)
            case BinaryOperator.EQUAL:
                return lambda machine, slots: lhs(machine, slots) == rhs(machine, slots)
            case BinaryOperator.SAME:
                return self.same(lhs, rhs)
            case _:
                assert_never(node.operator)

    def arithmetic(self, operator: BinaryOperator, lhs: Code, rhs: Code) -> Code:
        """Compile an operator whose results grow; three times the same, since it is hot."""
        name = self.function_name

        def add(machine: Machine, slots: Slots) -> int:
            value: int = lhs(machine, slots) + rhs(machine, slots)
            if -_INT_BOUND < value < _INT_BOUND:
                return value
            raise Stopped("int size", name)

        def subtract(machine: Machine, slots: Slots) -> int:
            value: int = lhs(machine, slots) - rhs(machine, slots)
            if -_INT_BOUND < value < _INT_BOUND:
                return value
            raise Stopped("int size", name)

        def multiply(machine: Machine, slots: Slots) -> int:
            value: int = lhs(machine, slots) * rhs(machine, slots)
            if -_INT_BOUND < value < _INT_BOUND:
                return value
            raise Stopped("int size", name)

        if operator is BinaryOperator.ADD:
            return add
        return subtract if operator is BinaryOperator.SUBTRACT else multiply

    def same(self, lhs: Code, rhs: Code) -> Code:
        def same(machine: Machine, slots: Slots) -> bool:
            first = lhs(machine, slots)
            second = rhs(machine, slots)
            if first is None or second is None:
                return first is second
            return bool(first.number == second.number)

        return same

    def division(self, node: ir.Binary, lhs: Code, rhs: Code) -> Code:
        class_name, name = self.loaded.program.faults.division_by_zero, self.function_name
        site = node.site
        is_quotient = node.operator is BinaryOperator.DIVIDE

        def divide(machine: Machine, slots: Slots) -> Dynamic:
            dividend = lhs(machine, slots)
            divisor = rhs(machine, slots)
            if divisor == 0:
                raise Thrown(class_name, None, name, site)
            return dividend // divisor if is_quotient else dividend % divisor

        return divide

    def choose(self, node: ir.Choose) -> Code:
        condition = self.decision(node.condition, node.site)
        then_value, else_value = self.expression(node.then_value), self.expression(node.else_value)

        def choose(machine: Machine, slots: Slots) -> Dynamic:
            if condition(machine, slots):
                return then_value(machine, slots)
            return else_value(machine, slots)

        return choose

    def is_instance(self, node: ir.IsInstance) -> Code:
        operand = self.expression(node.operand)
        fitting = frozenset(self.loaded.hierarchy.below(node.class_name))

        def test(machine: Machine, slots: Slots) -> bool:
            reference = operand(machine, slots)
            return reference is not None and machine.class_names[reference.number] in fitting

        return test

    def invoke(self, node: ir.Invoke) -> Code:
        receiver = self.expression(node.receiver)
        arguments = [self.expression(argument) for argument in node.arguments]
        table = self.loaded.method_table(node.method, len(arguments))
        fault = self.null_fault(node.site)

        def invoke(machine: Machine, slots: Slots) -> Dynamic:
            reference = receiver(machine, slots)
            frame = [reference]
            for argument in arguments:
                frame.append(argument(machine, slots))
            if reference is None:
                raise fault()
            return enter(machine, table[machine.class_names[reference.number]], frame)

        return invoke

    def invoke_exact(self, node: ir.InvokeExact) -> Code:
        arguments = [self.expression(argument) for argument in node.arguments]
        callee = self.loaded.callee(node.function, len(arguments))
        has_receiver = callee.function.has_receiver
        fault = self.null_fault(node.site)

        def invoke_exact(machine: Machine, slots: Slots) -> Dynamic:
            frame: Slots = []
            for argument in arguments:
                frame.append(argument(machine, slots))
            if has_receiver and frame[0] is None:
                raise fault()
            return enter(machine, callee, frame)

        return invoke_exact

    def do(self, node: ir.Do) -> Code:
        body, value = self.body(node.body), self.expression(node.value)
        name = self.function_name

        def do(machine: Machine, slots: Slots) -> Dynamic:
            if body(machine, slots) is not None:
                raise EngineError(f"a return, break or continue inside an expression of {name}")
            return value(machine, slots)

        return do

    # --- Statements ----------------------------------------------------------

    def body(self, nodes: ir.Body) -> StatementCode:
        statements = [self.statement(node) for node in nodes]
        if len(statements) == 1:
            return statements[0]

        def run(machine: Machine, slots: Slots) -> Signal | None:
            for statement in statements:
                signal = statement(machine, slots)
                if signal is not None:
                    return signal
            return None

        return run

    def statement(self, node: ir.Statement) -> StatementCode:
        match node:
            case ir.Assign():
                return self.assign(node)
            case ir.SetField():
                return self.set_field(node)
            case ir.Evaluate():
                return self.evaluate(node)
            case ir.If():
                return self.branch(node)
            case ir.While():
                return self.loop(node)
            case ir.ForEach():
                return self.for_each(node)
            case ir.Break():
                return lambda machine, slots: Signal.BREAK
            case ir.Continue():
                return lambda machine, slots: Signal.CONTINUE
            case ir.Return():
                return self.return_(node)
            case ir.Throw():
                return self.throw(node)
            case ir.Try():
                return self.try_(node)
            case _:
                assert_never(node)

    def assign(self, node: ir.Assign) -> StatementCode:
        slot, value = node.slot, self.expression(node.value)

        def assign(machine: Machine, slots: Slots) -> None:
            slots[slot] = value(machine, slots)

        return assign

    def set_field(self, node: ir.SetField) -> StatementCode:
        target, value = self.expression(node.target), self.expression(node.value)
        table = self.loaded.field_table(node.field_name)
        fault = self.null_fault(node.site)

        def set_field(machine: Machine, slots: Slots) -> None:
            reference = target(machine, slots)
            new_value = value(machine, slots)
            if reference is None:
                raise fault()
            number = reference.number
            row = machine.rows[number]
            if type(row) is tuple:
                row = machine.rows[number] = list(row)
            row[table[machine.class_names[number]]] = new_value

        return set_field

    def evaluate(self, node: ir.Evaluate) -> StatementCode:
        value = self.expression(node.value)

        def evaluate(machine: Machine, slots: Slots) -> None:
            value(machine, slots)

        return evaluate

    def branch(self, node: ir.If) -> StatementCode:
        condition = self.decision(node.condition, node.site)
        then_body, else_body = self.body(node.then_body), self.body(node.else_body)

        def branch(machine: Machine, slots: Slots) -> Signal | None:
            if condition(machine, slots):
                return then_body(machine, slots)
            return else_body(machine, slots)

        return branch

    def loop(self, node: ir.While) -> StatementCode:
        condition, body = self.decision(node.condition, node.site), self.body(node.body)
        name = self.function_name

        def loop(machine: Machine, slots: Slots) -> Signal | None:
            while condition(machine, slots):
                machine.steps_left -= 1
                if machine.steps_left < 0:
                    machine.take_steps(name)
                signal = body(machine, slots)
                if signal is Signal.BREAK:
                    break
                if signal is Signal.RETURN:
                    return signal
            return None

        return loop

    def for_each(self, node: ir.ForEach) -> StatementCode:
        iterable, body, slot = self.expression(node.iterable), self.body(node.body), node.slot
        name, site = self.function_name, node.site
        operations = PlainOperations(self.loaded, name, site)
        # An iterator that comes of a call is gone through here only; so is what the library takes.
        is_call = isinstance(node.iterable, ir.CallValue | ir.Invoke | ir.InvokeExact)
        is_shared = not is_call and not self.is_of_library(name)

        def for_each(machine: Machine, slots: Slots) -> Signal | None:
            ended: Signal | None = None

            def visit(item: Dynamic) -> bool:
                nonlocal ended
                if machine.trace is not None:
                    machine.trace(name, site, True)
                slots[slot] = item
                ended = body(machine, slots)
                return ended is Signal.RETURN or ended is Signal.BREAK

            operations.each(machine, iterable(machine, slots), visit, is_shared=is_shared)
            if (
                machine.trace is not None
                and ended is not Signal.RETURN
                and ended is not Signal.BREAK
            ):
                machine.trace(name, site, False)
            return Signal.RETURN if ended is Signal.RETURN else None

        return for_each

    def return_(self, node: ir.Return) -> StatementCode:
        if node.value is None:
            return lambda machine, slots: Signal.RETURN
        value = self.expression(node.value)

        def return_(machine: Machine, slots: Slots) -> Signal:
            slots[-1] = value(machine, slots)
            return Signal.RETURN

        return return_

    def throw(self, node: ir.Throw) -> StatementCode:
        value = self.expression(node.value)
        fault = self.null_fault(node.site)
        name, site = self.function_name, node.site

        def throw(machine: Machine, slots: Slots) -> NoReturn:
            reference = value(machine, slots)
            if reference is None:
                raise fault()
            raise Thrown(machine.class_names[reference.number], reference, name, site)

        return throw

    def try_(self, node: ir.Try) -> StatementCode:
        body = self.body(node.body)
        catch = self.handlers(node.handlers)
        final = self.body(node.final)

        def try_(machine: Machine, slots: Slots) -> Signal | None:
            depth_left = machine.depth_left
            thrown: Thrown | LoopLeft | None = None
            signal: Signal | None = None
            try:
                signal = body(machine, slots)
            except (Thrown, LoopLeft) as caught:
                # Without its traceback, which holds this frame and so itself.
                thrown = caught.with_traceback(None)
            if isinstance(thrown, Thrown):
                machine.depth_left = depth_left
                try:
                    signal = catch(machine, slots, thrown)
                    thrown = None
                except (Thrown, LoopLeft) as caught:
                    thrown = caught.with_traceback(None)
                    machine.depth_left = depth_left
            # The value to return must survive other returns inside `final`.
            result = slots[-1]
            final_signal = final(machine, slots)
            if final_signal is not None:
                return final_signal
            if thrown is not None:
                raise thrown
            slots[-1] = result
            return signal

        return try_

    def handlers(
        self, nodes: tuple[ir.Handler, ...]
    ) -> Callable[[Machine, Slots, Thrown], Signal | None]:
        """Compile handlers into one that throws again what none of them takes."""
        loaded = self.loaded
        below = loaded.hierarchy.below
        choices = [
            (
                None
                if node.catches is None
                else frozenset(name for caught in node.catches for name in below(caught)),
                node.slot,
                self.body(node.body),
                FOREIGN_ERROR in (node.catches or ()),
            )
            for node in nodes
        ]
        name = self.function_name

        def catch(machine: Machine, slots: Slots, thrown: Thrown) -> Signal | None:
            for fitting, slot, body, is_unread in choices:
                if is_unread:
                    raise Unfollowed(UNREAD_ERROR, name)
                if fitting is None or thrown.class_name in fitting:
                    if slot is not None:
                        slots[slot] = thrown.reference or loaded.allocate(
                            machine, thrown.class_name
                        )
                    return body(machine, slots)
            raise thrown

        return catch
