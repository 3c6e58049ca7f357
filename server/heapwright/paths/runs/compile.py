"""The code of a function for symbolic runs, whatever its values and heaps are.

Place: paths/runs/. `known_shapes` and `unknown_heaps` each hand in a `Semantics` and get closures:
an expression becomes `code(machine, slots) -> value`, a statement `code(machine, slots) -> signal`,
where None means: go on with the next one. The plain interpreter has its own code: it is the oracle
of both.

A `Semantics` is asked while code is made and never while it runs, so every closure is made for the
values that it meets. What runs do most (reads, operators, conditions) is a closure of the
semantics; elsewhere it gives a step of a closure that both share.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Final, Generic, NoReturn, Protocol, TypeAlias

from heapwright.ir.core import instructions as ir
from heapwright.ir.core.program import Function
from heapwright.ir.python_names.function_names import told_name
from heapwright.paths.runs import control_code as control
from heapwright.paths.runs.control_code import RETURN, Condition, Expr, M, Statement, V
from heapwright.paths.runs.machine import RunStopped, SubjectThrow
from heapwright.terms import build
from heapwright.terms.term import Term

Constant: TypeAlias = (
    ir.IntConstant
    | ir.BoolConstant
    | ir.NullConstant
    | ir.TextConstant
    | ir.FloatConstant
    | ir.NameConstant
)

ON_TERMS: Final[Mapping[ir.BinaryOperator, Callable[[Term, Term], Term]]] = {
    ir.BinaryOperator.ADD: build.add,
    ir.BinaryOperator.SUBTRACT: build.subtract,
    ir.BinaryOperator.MULTIPLY: build.multiply,
    ir.BinaryOperator.DIVIDE: build.floor_div,
    ir.BinaryOperator.REMAINDER: build.floor_mod,
    ir.BinaryOperator.LESS: build.less,
    ir.BinaryOperator.LESS_EQUAL: build.less_equal,
    ir.BinaryOperator.EQUAL: build.equal,
}


class Semantics(Protocol[M, V]):
    """What values and heaps are to the code of one function."""

    nothing: V  # what is in a slot that nobody has set, and what a call without a result gives

    def constant(self, expr: Constant) -> Expr[M, V]:
        """Give a value that the text spells out."""

    def symbol(self, expr: ir.Symbol, *, is_receiver: bool = False) -> Expr[M, V]:
        """Give an input of the whole program, on which a method may be called."""

    def local(self, slot: int) -> Expr[M, V]:
        """Give the value of a slot."""

    def unary(self, operator: ir.UnaryOperator, operand: Expr[M, V]) -> Expr[M, V]:
        """Give what an operator makes of a value."""

    def arithmetic(self, expr: ir.Binary, lhs: Expr[M, V], rhs: Expr[M, V]) -> Expr[M, V]:
        """Give what an operator of `ON_TERMS` makes of two values."""

    def division(self, expr: ir.Binary, lhs: Expr[M, V], rhs: Expr[M, V]) -> Expr[M, V]:
        """Give what one of the two operators makes of two values that a zero makes a fault."""

    def same(self, lhs: Expr[M, V], rhs: Expr[M, V]) -> Expr[M, V]:
        """Say whether two references are the same."""

    def connective(self, make: Compiler[M, V], expr: ir.And | ir.Or) -> Expr[M, V]:
        """Give the value of two conditions, of which the second may not be looked at."""

    def decision(self, make: Compiler[M, V], expr: ir.Expr, site: int) -> Condition[M, V]:
        """Give a condition that control depends on, and that the machine takes a side of."""

    def allocate(self, class_name: str) -> Expr[M, V]:
        """Give a new object."""

    def read(self, expr: ir.GetField, target: Expr[M, V]) -> Expr[M, V]:
        """Give the value of a field."""

    def write(self, statement: ir.SetField) -> Callable[[M, V, V], None]:
        """Give the step that sets a field of a target to a value."""

    def instance_of(self, operand: Expr[M, V], class_name: str) -> Expr[M, V]:
        """Say whether a reference leads to an object of a class."""

    def function(self, name: str) -> RunnableFunction[M, V]:
        """Give a function by its qualified name."""

    def method(self, expr: ir.Invoke) -> Callable[[M, V], RunnableFunction[M, V]]:
        """Give the step that finds what a call runs; without a receiver that is a fault."""

    def require_object(self, site: int) -> Callable[[M, V], None]:
        """Give the step that throws a fault unless a reference leads to an object."""

    def asking(self, code: Expr[M, V], site: int) -> Expr[M, V]:
        """Let a call or an operation say that it made the library throw, if somebody asks."""

    def operation(self, make: Compiler[M, V], expr: ir.Operate | ir.CallValue) -> Expr[M, V]:
        """Give the value of an operation on values of any kind, or of a call of one."""

    def for_each(self, make: Compiler[M, V], statement: ir.ForEach) -> Statement[M, V]:
        """Run a body for each item of a value of any kind."""

    def throw(self, site: int) -> Callable[[M, V], NoReturn]:
        """Give the step that throws a value."""

    def fits(self, site: int) -> Callable[[M, SubjectThrow, Collection[str]], bool]:
        """Give the step that says whether what was thrown is of one of some classes."""

    def caught(self, machine: M, thrown: SubjectThrow) -> V:
        """Give the object that was thrown; a fault has none before somebody wants it."""


def compile_function(semantics: Semantics[M, V], function: Function) -> Statement[M, V]:
    """Give the code of the body of a function."""
    if function.left_out is not None:
        raise left_out(function)
    return Compiler(semantics).body(function.body)


def left_out(function: Function) -> RunStopped:
    """Give what stops a run that wants the code of a function that has none."""
    return RunStopped(f"`{told_name(function.qualified_name)}` is left out: {function.left_out}")


class RunnableFunction(Generic[M, V]):
    """A function ready to run; its code is made when it is first called."""

    __slots__ = ("body", "function", "nothing", "semantics")

    def __init__(self, semantics: Semantics[M, V], function: Function) -> None:
        """Prepare a function without compiling it."""
        self.semantics = semantics
        self.nothing = semantics.nothing
        self.function = function
        self.body: Statement[M, V] | None = None

    def call(self, machine: M, arguments: list[V]) -> V:
        """Run the body; the receiver, if any, is the first argument and not null."""
        machine.tick()
        body = self.entered(machine)
        arguments.extend([self.nothing] * (self.function.n_slots - len(arguments)))
        signal = body(machine, arguments)
        machine.depth -= 1
        return machine.result if signal is RETURN else self.nothing

    def entered(self, machine: M) -> Statement[M, V]:
        """Count a call inside of calls, and give the body."""
        machine.depth += 1
        if machine.depth > machine.max_depth:
            raise RunStopped(f"more than {machine.max_depth} calls deep", is_limit=True)
        if self.body is None:
            self.body = compile_function(self.semantics, self.function)
        return self.body


class Compiler(Generic[M, V]):
    """Makes the code of instructions; holds no state but what values and heaps are."""

    __slots__ = ("semantics",)

    def __init__(self, semantics: Semantics[M, V]) -> None:
        self.semantics = semantics

    def body(self, statements: ir.Body) -> Statement[M, V]:
        """Give the code of statements."""
        return control.in_order([self.statement(statement) for statement in statements])

    def statement(self, statement: ir.Statement) -> Statement[M, V]:
        """Give the code of a statement."""
        semantics = self.semantics
        match statement:
            case ir.Assign(slot, value):
                return control.assigning(slot, self.expression(value))
            case ir.SetField(target, _, value):
                target_code, value_code = self.expression(target), self.expression(value)
                return control.writing(target_code, value_code, semantics.write(statement))
            case ir.Evaluate(value):
                return control.evaluating(self.expression(value))
            case ir.If(condition, then_body, else_body):
                return control.branching(
                    self.decision(condition, statement.site),
                    self.body(then_body),
                    self.body(else_body),
                )
            case ir.While(condition, body):
                return control.looping(self.decision(condition, statement.site), self.body(body))
            case ir.ForEach():
                return semantics.for_each(self, statement)
            case ir.Break():
                return lambda machine, slots: control.BREAK
            case ir.Continue():
                return lambda machine, slots: control.CONTINUE
            case ir.Return(value):
                return control.returning(
                    self.expression(ir.NullConstant() if value is None else value)
                )
            case ir.Throw(value):
                return control.throwing(self.expression(value), semantics.throw(statement.site))
            case ir.Try(body, handlers, final):
                caught = [(h.catches, h.slot, self.body(h.body)) for h in handlers]
                fits = semantics.fits(statement.site)
                handled = control.handling(self.body(body), caught, fits, semantics.caught)
                return control.finishing(handled, self.body(final)) if final else handled

    def expression(self, expr: ir.Expr) -> Expr[M, V]:
        """Give the code of an expression."""
        semantics = self.semantics
        match expr:
            case ir.Symbol():
                return semantics.symbol(expr)
            case ir.Local(slot):
                return semantics.local(slot)
            case ir.GetField(target):
                return semantics.read(expr, self.expression(target))
            case ir.New(class_name):
                return semantics.allocate(class_name)
            case ir.Unary(operator, operand):
                return semantics.unary(operator, self.expression(operand))
            case ir.Binary(_, lhs, rhs):
                return self.binary(expr, self.expression(lhs), self.expression(rhs))
            case ir.And() | ir.Or():
                return semantics.connective(self, expr)
            case ir.Choose(condition, then_value, else_value):
                return control.branching(
                    self.decision(condition, expr.site),
                    self.expression(then_value),
                    self.expression(else_value),
                )
            case ir.IsInstance(operand, class_name):
                return semantics.instance_of(self.expression(operand), class_name)
            case ir.Invoke():
                return semantics.asking(self.invoke(expr), expr.site)
            case ir.InvokeExact():
                return semantics.asking(self.invoke_exact(expr), expr.site)
            case ir.Operate() | ir.CallValue():
                return semantics.asking(semantics.operation(self, expr), expr.site)
            case ir.Do(body, value):
                return control.doing(self.body(body), self.expression(value))
            case constant:
                return semantics.constant(constant)

    def decision(self, expr: ir.Expr, site: int) -> Condition[M, V]:
        """Give the code of a condition that control depends on."""
        return self.semantics.decision(self, expr, site)

    def binary(self, expr: ir.Binary, lhs: Expr[M, V], rhs: Expr[M, V]) -> Expr[M, V]:
        """Give the code of an operator on two values."""
        match expr.operator:
            case ir.BinaryOperator.SAME:
                return self.semantics.same(lhs, rhs)
            case ir.BinaryOperator.DIVIDE | ir.BinaryOperator.REMAINDER:
                return self.semantics.division(expr, lhs, rhs)
            case _:
                return self.semantics.arithmetic(expr, lhs, rhs)

    def invoke(self, expr: ir.Invoke) -> Expr[M, V]:
        """Give the code of a call of a method; it is looked for after the arguments."""
        receiver_code = (
            self.semantics.symbol(expr.receiver, is_receiver=True)
            if isinstance(expr.receiver, ir.Symbol)
            else self.expression(expr.receiver)
        )
        argument_codes = [self.expression(argument) for argument in expr.arguments]
        find = self.semantics.method(expr)

        def run(machine: M, slots: list[V]) -> V:
            receiver = receiver_code(machine, slots)
            arguments = [receiver]
            for code in argument_codes:
                arguments.append(code(machine, slots))
            return find(machine, receiver).call(machine, arguments)

        return run

    def invoke_exact(self, expr: ir.InvokeExact) -> Expr[M, V]:
        """Give the code of a call of a certain function."""
        callee = self.semantics.function(expr.function)
        argument_codes = [self.expression(argument) for argument in expr.arguments]
        needs_receiver = callee.function.has_receiver
        require_object = self.semantics.require_object(expr.site)

        def run(machine: M, slots: list[V]) -> V:
            arguments = []
            for code in argument_codes:
                arguments.append(code(machine, slots))
            if needs_receiver:
                require_object(machine, arguments[0])
            return callee.call(machine, arguments)

        return run
