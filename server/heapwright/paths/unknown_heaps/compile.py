"""Turn IR into closures that run on a heap of which nothing is known.

Place: paths/unknown_heaps/. `symbolic_run` calls the compiled functions with a `Machine`, whose
heap model decides how often a run forks. An expression becomes `code(machine, slots) -> term`, a
statement `code(machine, slots) -> signal`, where None means: go on with the next one. What has no
meaning on an unknown heap yet stops the run with a reason.

[POSE] Figure 9: Let is the host's own; Op (c1), Op (c2) and Eq (c2) are what terms do while they
are built; If (c1), If (c2), If (c3), If (c4) are `Machine.decide`; the rest are heap actions.

Beside `compile`, which runs on heaps of known shape and is built for speed: there a reference is
an object of the host. Here it is a term, and every look at it goes through the heap model.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Final, NoReturn, TypeAlias

from heapwright.heaps.model import NULL
from heapwright.heaps.naming import named_comparison, named_read, named_write
from heapwright.ir.core import instructions as ir
from heapwright.ir.core.hierarchy import Hierarchy, hierarchy_of
from heapwright.ir.core.program import Function, Program, Role
from heapwright.paths.runs.control_code import (
    BREAK,
    CONTINUE,
    RETURN,
    Signal,
    assigning,
    branching,
    choosing,
    doing,
    evaluating,
    finishing,
    handling,
    in_order,
    looping,
    returning,
)
from heapwright.paths.unknown_heaps.machine import (
    Machine,
    RunStopped,
    SymbolicThrow,
    TrialFailed,
    Turn,
)
from heapwright.terms import build
from heapwright.terms.build import FALSE, TRUE
from heapwright.terms.term import BooleanConstant, IntegerConstant, Term, Variable

Slots: TypeAlias = "list[Term]"
ExprCode: TypeAlias = "Callable[[Machine, Slots], Term]"
StatementCode: TypeAlias = "Callable[[Machine, Slots], Signal]"
Condition: TypeAlias = "Callable[[Machine, Slots], bool]"

MOST_CALLS_INSIDE_CALLS = 1_500


class SymbolicFunction:
    """A function ready to run; its code is made when it is first called."""

    __slots__ = ("body", "function", "program")

    def __init__(self, program: SymbolicProgram, function: Function) -> None:
        """Prepare a function without compiling it."""
        self.program = program
        self.function = function
        self.body: StatementCode | None = None

    def call(self, machine: Machine, arguments: Slots) -> Term:
        """Run the body; the receiver, if any, is the first argument and not null."""
        body = self.body
        if body is None:
            body = self.body = _compiled(self.program, self.function)
        machine.tick()
        machine.depth += 1
        if machine.depth > MOST_CALLS_INSIDE_CALLS:
            raise RunStopped(f"more than {MOST_CALLS_INSIDE_CALLS} calls deep", is_limit=True)
        arguments.extend([NULL] * (self.function.n_slots - len(arguments)))
        signal = body(machine, arguments)
        machine.depth -= 1
        result = machine.result if signal is RETURN else None
        return NULL if result is None else result


class SymbolicProgram:
    """All functions of a program by qualified name."""

    __slots__ = ("functions", "hierarchy", "program")

    def __init__(self, program: Program) -> None:
        """Prepare all functions."""
        self.program = program
        self.hierarchy: Hierarchy = hierarchy_of(program)
        self.functions: Mapping[str, SymbolicFunction] = {
            name: SymbolicFunction(self, function)
            for name, function in self.hierarchy.functions.items()
        }


def _compiled(program: SymbolicProgram, function: Function) -> StatementCode:
    name = function.qualified_name
    if function.left_out is not None:
        reason = f"`{name}` is left out: {function.left_out}"

        def left_out(machine: Machine, slots: Slots) -> Signal:
            raise RunStopped(reason)

        return left_out
    return _Compiler(program, function).body(function.body)


class _Compiler:
    """Knows the program and the function being compiled; holds no other state."""

    def __init__(self, program: SymbolicProgram, function: Function) -> None:
        self.program = program
        self.function = function.qualified_name
        self.is_main = function.role is Role.MAIN

    # --- Statements ----------------------------------------------------------

    def body(self, statements: ir.Body) -> StatementCode:
        return in_order([self.statement(statement) for statement in statements])

    def statement(self, statement: ir.Statement) -> StatementCode:
        match statement:
            case ir.Assign(slot, value):
                return assigning(slot, self.expression(value))
            case ir.SetField():
                return self.set_field(statement)
            case ir.Evaluate(value):
                return evaluating(self.expression(value))
            case ir.If(condition, then_body, else_body):
                return branching(
                    self.decision(condition, statement.site),
                    self.body(then_body),
                    self.body(else_body),
                )
            case ir.While(condition, body):
                return looping(self.decision(condition, statement.site), self.body(body))
            case ir.Break():
                return lambda machine, slots: BREAK
            case ir.Continue():
                return lambda machine, slots: CONTINUE
            case ir.Return(value):
                return returning(None if value is None else self.expression(value))
            case ir.Throw():
                return self.throw(statement)
            case ir.Try():
                return self.try_statement(statement)
            case _:
                return _unsupported(self.function, statement)

    def set_field(self, statement: ir.SetField) -> StatementCode:
        target_code = self.expression(statement.target)
        value_code = self.expression(statement.value)
        name, site = statement.field_name, statement.site

        def run(machine: Machine, slots: Slots) -> Signal:
            target = target_code(machine, slots)
            value = value_code(machine, slots)
            self.require_object(machine, target, site)
            machine.change(
                lambda heap: [
                    named_write(branch, target, name)
                    for branch in machine.model.write(heap, target, name, value)
                ]
            )
            return None

        return run

    def throw(self, statement: ir.Throw) -> StatementCode:
        value_code = self.expression(statement.value)
        function, site = self.function, statement.site
        hierarchy = self.program.hierarchy

        def run(machine: Machine, slots: Slots) -> Signal:
            value = value_code(machine, slots)
            self.require_object(machine, value, site)
            if type(value) is IntegerConstant and value.value in machine.heap.made:
                raise SymbolicThrow(machine.heap.made[value.value], value, function, site)
            # An input object is thrown: its class is not known.
            heap = machine.heap
            symbol = heap.places.get(value.value) if type(value) is IntegerConstant else value
            declared = heap.symbols.get(symbol) if type(symbol) is Variable else None
            if declared is not None and len(hierarchy.below(declared)) == 1:
                raise SymbolicThrow(declared, value, function, site)
            raise RunStopped("an input object of unknown class is thrown")

        return run

    def try_statement(self, statement: ir.Try) -> StatementCode:
        hierarchy = self.program.hierarchy

        def fits(machine: Machine, thrown: SymbolicThrow, catches: Collection[str]) -> bool:
            return any(level.name in catches for level in hierarchy.line(thrown.class_name))

        handlers = [(h.catches, h.slot, self.body(h.body)) for h in statement.handlers]
        body = self.body(statement.body)
        handled = handling(body, handlers, SymbolicThrow, fits, self.caught)
        if not statement.final:
            return handled
        return finishing(handled, self.body(statement.final), (SymbolicThrow,))

    def caught(self, machine: Machine, thrown: SymbolicThrow) -> Term:
        if thrown.thrown is not None:
            return thrown.thrown
        class_name = thrown.class_name
        return machine.change(lambda heap: (machine.model.allocate(heap, class_name),))

    # --- Expressions ---------------------------------------------------------

    def expression(self, expr: ir.Expr) -> ExprCode:
        match expr:
            case ir.IntConstant(value):
                return _constant(build.integer(value))
            case ir.BoolConstant(truth):
                return _constant(build.boolean(truth))
            case ir.NullConstant():
                return _constant(NULL)
            case ir.Symbol():
                return self.symbol(expr)
            case ir.Local(slot):
                return lambda machine, slots: self.loaded(machine, slots[slot])
            case ir.GetField():
                return self.get_field(expr)
            case ir.New(class_name):
                return lambda machine, slots: machine.change(
                    lambda heap: (machine.model.allocate(heap, class_name),)
                )
            case ir.Unary(operator, operand):
                return self.unary(operator, self.expression(operand))
            case ir.Binary():
                return self.binary(expr)
            case ir.And(lhs, rhs):
                return self.connective(lhs, rhs, expr.site, is_and=True)
            case ir.Or(lhs, rhs):
                return self.connective(lhs, rhs, expr.site, is_and=False)
            case ir.Choose(condition, then_value, else_value):
                return choosing(
                    self.decision(condition, expr.site),
                    self.expression(then_value),
                    self.expression(else_value),
                )
            case ir.IsInstance(operand, class_name):
                return self.is_instance(self.expression(operand), class_name)
            case ir.Invoke():
                return self.invoke(expr)
            case ir.InvokeExact():
                return self.invoke_exact(expr)
            case ir.Do(body, value):
                return doing(self.body(body), self.expression(value))
            case _:
                return _unsupported(self.function, expr)

    def loaded(self, machine: Machine, value: Term) -> Term:
        """Let the heap model say where a reference leads, if it wants to know at once."""
        if not machine.model.resolves_on_load or value not in machine.heap.symbols:
            return value
        return machine.act(lambda heap: machine.model.load(heap, value))

    def symbol(self, expr: ir.Symbol) -> ExprCode:
        name, type_ = expr.name, expr.type

        def run(machine: Machine, slots: Slots) -> Term:
            value = machine.act(
                lambda heap: machine.model.declare(heap, name, type_, is_object=False)
            )
            return self.loaded(machine, value)

        return run

    def get_field(self, expr: ir.GetField) -> ExprCode:
        target_code = self.expression(expr.target)
        name, site = expr.field_name, expr.site

        def run(machine: Machine, slots: Slots) -> Term:
            target = target_code(machine, slots)
            self.require_object(machine, target, site)
            value = machine.act(
                lambda heap: [
                    named_read(branch, target, name)
                    for branch in machine.model.read(heap, target, name)
                ]
            )
            return self.loaded(machine, value)

        return run

    def unary(self, operator: ir.UnaryOperator, operand_code: ExprCode) -> ExprCode:
        apply = build.not_ if operator is ir.UnaryOperator.NOT else build.negate
        return lambda machine, slots: apply(operand_code(machine, slots))

    def binary(self, expr: ir.Binary) -> ExprCode:
        lhs_code, rhs_code = self.expression(expr.lhs), self.expression(expr.rhs)
        match expr.operator:
            case ir.BinaryOperator.SAME:
                return self.same(lhs_code, rhs_code)
            case ir.BinaryOperator.DIVIDE | ir.BinaryOperator.REMAINDER:
                return self.division(expr, lhs_code, rhs_code)
            case operator if operator in _ARITHMETIC:
                combine = _ARITHMETIC[operator]
            case _:
                return _unsupported(self.function, expr)

        def run(machine: Machine, slots: Slots) -> Term:
            lhs = lhs_code(machine, slots)
            return combine(lhs, rhs_code(machine, slots))

        return run

    def same(self, lhs_code: ExprCode, rhs_code: ExprCode) -> ExprCode:
        def run(machine: Machine, slots: Slots) -> Term:
            lhs = lhs_code(machine, slots)
            rhs = rhs_code(machine, slots)
            if lhs is rhs:
                return TRUE
            if lhs is NULL or rhs is NULL:
                return self.is_null(machine, rhs if lhs is NULL else lhs)
            return machine.act(
                lambda heap: [
                    named_comparison(branch, lhs, rhs)
                    for branch in machine.model.same(heap, lhs, rhs)
                ]
            )

        return run

    def division(self, expr: ir.Binary, lhs_code: ExprCode, rhs_code: ExprCode) -> ExprCode:
        combine = build.floor_div if expr.operator is ir.BinaryOperator.DIVIDE else build.floor_mod
        class_name = self.program.program.faults.division_by_zero
        function, site = self.function, expr.site

        def run(machine: Machine, slots: Slots) -> Term:
            lhs = lhs_code(machine, slots)
            rhs = rhs_code(machine, slots)
            if machine.decide(build.equal(rhs, NULL)):
                machine.turns.append(Turn(function, site, class_name))
                raise SymbolicThrow(class_name, None, function, site)
            return combine(lhs, rhs)

        return run

    def connective(self, lhs: ir.Expr, rhs: ir.Expr, site: int, *, is_and: bool) -> ExprCode:
        lhs_code, rhs_code = self.expression(lhs), self.expression(rhs)
        function = self.function
        decided = FALSE if is_and else TRUE
        has_lexical_scopes = self.program.program.language.has_lexical_scopes

        def trial(machine: Machine, slots: Slots, kept: Slots) -> Term:
            value = rhs_code(machine, slots)
            # The right side may assign a variable that is read later.
            if not has_lexical_scopes and any(a is not b for a, b in zip(slots, kept, strict=True)):
                raise TrialFailed
            return value

        def run(machine: Machine, slots: Slots) -> Term:
            left = lhs_code(machine, slots)
            if not machine.joins:
                return by_turn(machine, slots, left)
            if type(left) is BooleanConstant:
                return decided if left is decided else rhs_code(machine, slots)
            kept = list(slots)
            right = machine.tried(lambda: trial(machine, slots, kept))
            # Where the right side decides whatever the left one is, the program still looks
            # at the left one first, and that is a turn: `s != null && i <= max`.
            if right is not None and right is not decided:
                return build.and_(left, right) if is_and else build.or_(left, right)
            slots[:] = kept
            return by_turn(machine, slots, left)

        def by_turn(machine: Machine, slots: Slots, left: Term) -> Term:
            side = machine.decide(left)
            machine.turns.append(Turn(function, site, side))
            return decided if side is not is_and else rhs_code(machine, slots)

        return run

    def is_instance(self, operand_code: ExprCode, class_name: str) -> ExprCode:
        def run(machine: Machine, slots: Slots) -> Term:
            operand = operand_code(machine, slots)
            return machine.act(lambda heap: machine.model.is_instance(heap, operand, class_name))

        return run

    def invoke(self, expr: ir.Invoke) -> ExprCode:
        receiver_code = self.expression(expr.receiver)
        argument_codes = [self.expression(argument) for argument in expr.arguments]
        method, site, function = expr.method, expr.site, self.function
        functions = self.program.functions
        # The main expression is the driver of a method: its receiver is an object, as the
        # receiver of a method that is run directly.
        is_driver = self.is_main and isinstance(expr.receiver, ir.Symbol)

        def run(machine: Machine, slots: Slots) -> Term:
            if is_driver:
                assert isinstance(expr.receiver, ir.Symbol)
                receiver = self.driven(machine, expr.receiver)
            else:
                receiver = receiver_code(machine, slots)
            arguments = [receiver]
            for code in argument_codes:
                arguments.append(code(machine, slots))
            self.require_object(machine, receiver, site)
            callee = functions[machine.dispatch(receiver, method)]
            machine.turns.append(Turn(function, site, callee.function.qualified_name))
            return callee.call(machine, arguments)

        return run

    def driven(self, machine: Machine, symbol: ir.Symbol) -> Term:
        """Give the symbol that the main expression calls a method on: an object."""
        return machine.act(
            lambda heap: machine.model.declare(heap, symbol.name, symbol.type, is_object=True)
        )

    def invoke_exact(self, expr: ir.InvokeExact) -> ExprCode:
        callee = self.program.functions[expr.function]
        argument_codes = [self.expression(argument) for argument in expr.arguments]
        needs_receiver = callee.function.has_receiver
        site = expr.site

        def run(machine: Machine, slots: Slots) -> Term:
            arguments = []
            for code in argument_codes:
                arguments.append(code(machine, slots))
            if needs_receiver:
                self.require_object(machine, arguments[0], site)
            return callee.call(machine, arguments)

        return run

    # --- Decisions and faults --------------------------------------------------

    def decision(self, expr: ir.Expr, site: int) -> Condition:
        """Compile a condition that the control flow depends on."""
        code = self.expression(expr)
        function = self.function

        def run(machine: Machine, slots: Slots) -> bool:
            side = machine.decide(code(machine, slots))
            machine.turns.append(Turn(function, site, side))
            return side

        return run

    def is_null(self, machine: Machine, value: Term) -> Term:
        """Ask the heap model when a reference is null."""
        return machine.act(
            lambda heap: [
                named_comparison(branch, value, NULL)
                for branch in machine.model.is_null(heap, value)
            ]
        )

    def require_object(self, machine: Machine, value: Term, site: int) -> None:
        """Fork on whether a reference is null, and throw the fault where it is."""
        if type(value) is IntegerConstant and value.value != 0:
            return
        if machine.decide(self.is_null(machine, value)):
            class_name = self.program.program.faults.null_dereference
            machine.turns.append(Turn(self.function, site, class_name))
            raise SymbolicThrow(class_name, None, self.function, site)


def _constant(value: Term) -> ExprCode:
    return lambda machine, slots: value


def _unsupported(
    function: str, instruction: ir.Statement | ir.Expr
) -> Callable[[Machine, Slots], NoReturn]:
    what = getattr(instruction, "operation", None) or getattr(instruction, "method", None)
    name = type(instruction).__name__ if what is None else f"`{what}` on values of any kind"
    reason = f"{name} is not supported on an unknown heap"
    place = (function, instruction.site)

    def run(machine: Machine, slots: Slots) -> NoReturn:
        raise RunStopped(reason, place=place)

    return run


_ARITHMETIC: Final[Mapping[ir.BinaryOperator, Callable[[Term, Term], Term]]] = {
    ir.BinaryOperator.ADD: build.add,
    ir.BinaryOperator.SUBTRACT: build.subtract,
    ir.BinaryOperator.MULTIPLY: build.multiply,
    ir.BinaryOperator.LESS: build.less,
    ir.BinaryOperator.LESS_EQUAL: build.less_equal,
    ir.BinaryOperator.EQUAL: build.equal,
}
