"""Turn the bodies of functions into closures that run on symbolic values.

Place: paths/known_shapes/. `compile` asks for the code of a function when it is first called.
An expression becomes `code(machine, slots) -> value`; a statement becomes
`code(machine, slots) -> signal`, where None means: go on with the next one.
Long because: one `match` per kind of instruction is one algorithm, and each
closure is kept small for speed (measured: a method of ten instructions costs
about 5 µs per path beside the domain work).
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from heapwright.heaps.known_shape import ABSENT, HeapObject, NamedValue, TextAtom, Value
from heapwright.ir.core import instructions as ir
from heapwright.ir.core.operations import FOREIGN, FOREIGN_ERROR
from heapwright.paths.known_shapes.compile_pull import Makers, PulledCode, pulled_body
from heapwright.paths.known_shapes.foreign import dynamic_for
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
from heapwright.paths.runs.machine import (
    GeneratorLeft,
    Machine,
    OpaqueMixed,
    RunStopped,
    SubjectThrow,
)
from heapwright.paths.values.any_kind import settled
from heapwright.terms import build
from heapwright.terms.sorts import BOOL
from heapwright.terms.term import BooleanConstant, IntegerConstant, Term

if TYPE_CHECKING:  # which asks for the code
    from heapwright.paths.known_shapes.compile import CompiledProgram

Slots: TypeAlias = "list[Value]"
ExprCode: TypeAlias = "Callable[[Machine, Slots], Value]"
StatementCode: TypeAlias = "Callable[[Machine, Slots], Signal]"


def body_code(compiled: CompiledProgram, function: str, body: ir.Body) -> StatementCode:
    """Give the code of the body of a function."""
    return _Compiler(compiled, function).body(body)


def expression_code(compiled: CompiledProgram, function: str, expr: ir.Expr) -> ExprCode:
    """Give the code of an expression that stands outside of bodies."""
    return _Compiler(compiled, function).expression(expr)


def pulled_code(compiled: CompiledProgram, function: str, body: ir.Body) -> PulledCode:
    """Give the code of the body of a generator that `next` advances."""
    compiler = _Compiler(compiled, function)

    def note(machine: Machine, site: int, goes_on: bool) -> None:
        if compiled.is_traced:
            machine.notes[function, site, goes_on] = None

    makers = Makers(
        expression=compiler.expression,
        body=compiler.body,
        decision=compiler.decision,
        dynamic=lambda site: dynamic_for(compiled, function, site),
        fault_object=compiler.fault_object,
        note=note,
        leaves=lambda signal: signal is RETURN or signal is BREAK,
        returns=lambda signal: signal is RETURN,
    )
    return pulled_body(makers, body)


class _Compiler:
    """Knows the program and the function being compiled; holds no other state."""

    def __init__(self, compiled: CompiledProgram, function: str) -> None:
        self.compiled = compiled
        self.function = function

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
            case ir.ForEach(slot, iterable, body):
                return self.for_each(
                    slot, self.expression(iterable), self.body(body), statement.site
                )
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

    def set_field(self, statement: ir.SetField) -> StatementCode:
        target_code = self.expression(statement.target)
        value_code = self.expression(statement.value)
        name = statement.field_name
        null_fault = self.null_fault(statement.site)
        if name in self.compiled.ignored:

            def run_ignored(machine: Machine, slots: Slots) -> Signal:
                target = target_code(machine, slots)
                value_code(machine, slots)
                if type(target) is not HeapObject:
                    raise null_fault()
                return None

            return run_ignored

        def run(machine: Machine, slots: Slots) -> Signal:
            target = target_code(machine, slots)
            value = value_code(machine, slots)
            if type(target) is not HeapObject:
                raise null_fault()
            # Booleans are labels of the shape, so a stored one must be known.
            if isinstance(value, Term) and value.sort is BOOL:
                value = machine.decide(value)
            elif isinstance(value, tuple | TextAtom):
                # Also in a variable that a function inside of another one sees.
                value = settled(machine, value)
            old = target.fields[name]
            if old is not value:
                target.fields[name] = value
                if type(value) is not int or value != old:
                    machine.changed = True
            return None

        return run

    def for_each(
        self, slot: int, iterable: ExprCode, body: StatementCode, site: int
    ) -> StatementCode:
        dynamic = dynamic_for(self.compiled, self.function, site)
        function, is_traced = self.function, self.compiled.is_traced

        def run(machine: Machine, slots: Slots) -> Signal:
            value = iterable(machine, slots)
            ended: Signal = None
            result: Value = None
            is_left = False

            def visit(item: Value) -> bool:
                nonlocal ended, result, is_left
                if is_traced:
                    machine.notes[function, site, True] = None
                slots[slot] = item
                signal = body(machine, slots)
                if signal is RETURN:
                    ended, result = RETURN, machine.result
                is_left = signal is RETURN or signal is BREAK
                return is_left

            dynamic.each(machine, value, visit)
            if is_traced and not is_left:
                machine.notes[function, site, False] = None
            if ended is RETURN:
                machine.result = result
            return ended

        return run

    def throw(self, statement: ir.Throw) -> StatementCode:
        value_code = self.expression(statement.value)
        null_fault = self.null_fault(statement.site)
        function, site = self.function, statement.site

        def run(machine: Machine, slots: Slots) -> Signal:
            value = value_code(machine, slots)
            if type(value) is not HeapObject:
                if type(value) is NamedValue and value.kind == FOREIGN:
                    raise SubjectThrow(FOREIGN_ERROR, None, function, site)
                raise null_fault()
            raise SubjectThrow(value.class_name, value, function, site)

        return run

    def try_statement(self, statement: ir.Try) -> StatementCode:
        fits = dynamic_for(self.compiled, self.function, statement.site).is_caught

        def caught(machine: Machine, thrown: SubjectThrow) -> Value:
            return thrown.thrown or self.fault_object(thrown.class_name)

        handlers = [(h.catches, h.slot, self.body(h.body)) for h in statement.handlers]
        handled = handling(self.body(statement.body), handlers, SubjectThrow, fits, caught)
        if not statement.final:
            return handled
        return finishing(handled, self.body(statement.final), (SubjectThrow, GeneratorLeft))

    # --- Expressions ---------------------------------------------------------

    def expression(self, expr: ir.Expr) -> ExprCode:
        match expr:
            case ir.IntConstant(value):
                return _constant(value)
            case ir.BoolConstant(truth):
                return _constant(truth)
            case ir.NullConstant():
                return _constant(None)
            case ir.Symbol(name):
                raise RunStopped(f"symbol `{name}` is an input of a main expression only")
            case ir.Local(slot):
                return lambda machine, slots: slots[slot]
            case ir.GetField():
                return self.get_field(expr)
            case ir.New(class_name):
                return self.new(class_name)
            case ir.Unary(operator, operand):
                return self.unary(operator, self.expression(operand))
            case ir.Binary():
                return self.binary(expr)
            case ir.And() | ir.Or():
                return self.condition(expr)
            case ir.Choose(condition, then_value, else_value):
                return choosing(
                    self.decision(condition, expr.site),
                    self.expression(then_value),
                    self.expression(else_value),
                )
            case ir.IsInstance(operand, class_name):
                return self.is_instance(self.expression(operand), class_name)
            case ir.Invoke():
                return self.asking(self.invoke(expr), expr.site)
            case ir.InvokeExact():
                return self.asking(self.invoke_exact(expr), expr.site)
            case ir.TextConstant(text):
                return _constant(text)
            case ir.FloatConstant(text):
                return _constant(float(text))
            case ir.NameConstant(kind, name):
                return _constant(ABSENT if name == "absent" else NamedValue(kind, name))
            case ir.Operate():
                return self.asking(self.operate(expr), expr.site)
            case ir.CallValue():
                return self.asking(self.call_value(expr), expr.site)
            case ir.Do(body, value):
                return doing(self.body(body), self.expression(value))

    def operate(self, expr: ir.Operate) -> ExprCode:
        codes = [self.expression(operand) for operand in expr.operands]
        if expr.operation == "yield":
            [yielded] = codes

            def run_yield(machine: Machine, slots: Slots) -> Value:
                # The handler stands behind the locals, see `run_yielding`.
                slots[-1](yielded(machine, slots))  # type: ignore[operator,misc]
                return None

            return run_yield
        dynamic = dynamic_for(self.compiled, self.function, expr.site)
        code = dynamic.operation(expr.operation, expr.name)
        if len(codes) == 1:
            [only] = codes
            return lambda machine, slots: code(machine, (only(machine, slots),))
        if len(codes) == 2:
            first, second = codes

            def run_two(machine: Machine, slots: Slots) -> Value:
                lhs = first(machine, slots)
                return code(machine, (lhs, second(machine, slots)))

            return run_two

        def run(machine: Machine, slots: Slots) -> Value:
            values: list[Value] = []
            for operand in codes:
                values.append(operand(machine, slots))
            return code(machine, values)

        return run

    def call_value(self, expr: ir.CallValue) -> ExprCode:
        callee_code = self.expression(expr.callee)
        codes = [self.expression(argument) for argument in expr.arguments]
        names, method = expr.names, expr.method
        dynamic = dynamic_for(self.compiled, self.function, expr.site)
        is_plain = all(name is None for name in names)

        def run(machine: Machine, slots: Slots) -> Value:
            callee = callee_code(machine, slots)
            given: Slots = []
            for code in codes:
                given.append(code(machine, slots))
            if is_plain:
                if method is None:
                    return dynamic.call_spread(machine, callee, given, {})
                return dynamic.call_found(machine, callee, method, given, {})
            if method is None:
                return dynamic.call_value(machine, callee, given, names)
            return dynamic.call_method(machine, callee, method, given, names)

        return run

    def get_field(self, expr: ir.GetField) -> ExprCode:
        name = expr.field_name
        null_fault = self.null_fault(expr.site)
        if name in self.compiled.ignored:
            ignored_code = self.expression(expr.target)
            default = self.compiled.ignored_default(name)

            def read_ignored(machine: Machine, slots: Slots) -> Value:
                if type(ignored_code(machine, slots)) is not HeapObject:
                    raise null_fault()
                return default

            return read_ignored
        if isinstance(expr.target, ir.Local):
            slot = expr.target.slot

            def read_local(machine: Machine, slots: Slots) -> Value:
                target = slots[slot]
                if type(target) is HeapObject:
                    return target.fields[name]
                raise null_fault()

            return read_local
        target_code = self.expression(expr.target)

        def read(machine: Machine, slots: Slots) -> Value:
            target = target_code(machine, slots)
            if type(target) is HeapObject:
                return target.fields[name]
            raise null_fault()

        return read

    def new(self, class_name: str) -> ExprCode:
        def run(machine: Machine, slots: Slots) -> Value:
            return self.compiled.allocate(machine, class_name)

        return run

    def fault_object(self, class_name: str) -> HeapObject:
        """Make an object of what the machine itself threw, for a handler that wants one."""
        return HeapObject(class_name, self.compiled.defaults[class_name].copy())

    def unary(self, operator: ir.UnaryOperator, operand_code: ExprCode) -> ExprCode:
        if operator is ir.UnaryOperator.NOT:

            def run_not(machine: Machine, slots: Slots) -> Value:
                operand = operand_code(machine, slots)
                if isinstance(operand, Term):
                    return build.not_(operand)
                return not operand

            return run_not

        def run_negate(machine: Machine, slots: Slots) -> Value:
            operand = operand_code(machine, slots)
            if isinstance(operand, Term):
                return build.negate(operand)
            assert type(operand) is int
            return -operand

        return run_negate

    def binary(self, expr: ir.Binary) -> ExprCode:
        lhs_code, rhs_code = self.expression(expr.lhs), self.expression(expr.rhs)
        match expr.operator:
            case ir.BinaryOperator.SAME:
                return _same(lhs_code, rhs_code)
            case ir.BinaryOperator.DIVIDE | ir.BinaryOperator.REMAINDER:
                return self.division(expr, lhs_code, rhs_code)
            case arithmetic:
                plain, symbolic = _ARITHMETIC[arithmetic]
        if self.compiled.measures_gaps and arithmetic in _COMPARISONS:

            def run_measured(machine: Machine, slots: Slots) -> Value:
                lhs = lhs_code(machine, slots)
                rhs = rhs_code(machine, slots)
                if type(lhs) is int and type(rhs) is int:
                    if not plain(lhs, rhs):
                        machine.gap = abs(lhs - rhs)
                        return False
                    return True
                if not isinstance(lhs, Term) and not isinstance(rhs, Term):
                    return plain(lhs, rhs)
                return _known(symbolic(_term(lhs), _term(rhs)))

            return run_measured

        def run(machine: Machine, slots: Slots) -> Value:
            lhs = lhs_code(machine, slots)
            rhs = rhs_code(machine, slots)
            if not isinstance(lhs, Term) and not isinstance(rhs, Term):
                return plain(lhs, rhs)
            return _known(symbolic(_term(lhs), _term(rhs)))

        return run

    def division(self, expr: ir.Binary, lhs_code: ExprCode, rhs_code: ExprCode) -> ExprCode:
        is_divide = expr.operator is ir.BinaryOperator.DIVIDE
        fault = self.fault(self.compiled.program.faults.division_by_zero, expr.site)
        zero = build.integer(0)

        def run(machine: Machine, slots: Slots) -> Value:
            lhs = lhs_code(machine, slots)
            rhs = rhs_code(machine, slots)
            if isinstance(rhs, Term):
                if _truth(machine, _known(build.equal(rhs, zero))):
                    raise fault()
            elif rhs == 0:
                raise fault()
            if type(lhs) is int and type(rhs) is int:
                return lhs // rhs if is_divide else lhs % rhs
            combine = build.floor_div if is_divide else build.floor_mod
            return _known(combine(_term(lhs), _term(rhs)))

        return run

    def is_instance(self, operand_code: ExprCode, class_name: str) -> ExprCode:
        ancestors = self.compiled.ancestors

        def run(machine: Machine, slots: Slots) -> Value:
            operand = operand_code(machine, slots)
            if type(operand) is HeapObject:
                return class_name in ancestors[operand.class_name]
            if operand is None:
                return False
            raise OpaqueMixed

        return run

    def invoke(self, expr: ir.Invoke) -> ExprCode:
        receiver_code = self.expression(expr.receiver)
        argument_codes = [self.expression(argument) for argument in expr.arguments]
        method = expr.method
        dispatch = self.compiled.dispatch
        null_fault = self.null_fault(expr.site)

        def run(machine: Machine, slots: Slots) -> Value:
            receiver = receiver_code(machine, slots)
            arguments = [receiver]
            for code in argument_codes:
                arguments.append(code(machine, slots))
            if type(receiver) is not HeapObject:
                raise null_fault()
            return dispatch[receiver.class_name][method].call(machine, arguments)

        return run

    def invoke_exact(self, expr: ir.InvokeExact) -> ExprCode:
        callee = self.compiled.functions[expr.function]
        argument_codes = [self.expression(argument) for argument in expr.arguments]
        needs_receiver = callee.function.has_receiver
        null_fault = self.null_fault(expr.site)

        def run(machine: Machine, slots: Slots) -> Value:
            arguments = []
            for code in argument_codes:
                arguments.append(code(machine, slots))
            if needs_receiver and type(arguments[0]) is not HeapObject:
                raise null_fault()
            return callee.call(machine, arguments)

        return run

    # --- Conditions: a known truth, forking where it is symbolic ----------------

    def condition(self, expr: ir.Expr) -> Condition:
        match expr:
            case ir.And(lhs, rhs):
                left, right = self.decision(lhs, expr.site), self.last_part(rhs)
                return lambda machine, slots: left(machine, slots) and right(machine, slots)
            case ir.Or(lhs, rhs):
                left, right = self.decision(lhs, expr.site), self.last_part(rhs)
                return lambda machine, slots: left(machine, slots) or right(machine, slots)
            case ir.Unary(ir.UnaryOperator.NOT, operand):
                inner = self.condition(operand)
                return lambda machine, slots: not inner(machine, slots)
            case _:
                code = self.expression(expr)
                return lambda machine, slots: _truth(machine, code(machine, slots))

    def decision(self, expr: ir.Expr, site: int) -> Condition:
        """Give a condition that notes how it came out, where that is wanted."""
        condition = self.condition(expr)
        if not self.compiled.is_traced:
            return condition
        function = self.function

        def noted(machine: Machine, slots: Slots) -> bool:
            truth = condition(machine, slots)
            machine.notes[function, site, truth] = None
            return truth

        return noted

    def last_part(self, expr: ir.Expr) -> Condition:
        """Give the right side of `and` or `or`; what joins parts itself is noted by them."""
        if isinstance(expr, ir.And | ir.Or):
            return self.condition(expr)
        return self.decision(expr, expr.site)

    # --- Faults ----------------------------------------------------------------

    def asking(self, code: ExprCode, site: int) -> ExprCode:
        """Let traced code of the text say where it made the library throw."""
        function = self.function
        if not self.compiled.is_traced or self.is_of_library(function):
            return code

        def run(machine: Machine, slots: Slots) -> Value:
            try:
                return code(machine, slots)
            except SubjectThrow as thrown:
                if thrown.asked_at is None and self.is_of_library(thrown.function):
                    thrown.asked_at = (function, site)
                raise

        return run

    def is_of_library(self, function: str) -> bool:
        found = self.compiled.functions.get(function)
        return found is not None and self.compiled.hierarchy.is_of_library(found.function)

    def null_fault(self, site: int) -> Callable[[], SubjectThrow]:
        return self.fault(self.compiled.program.faults.null_dereference, site)

    def fault(self, class_name: str, site: int) -> Callable[[], SubjectThrow]:
        function = self.function
        return lambda: SubjectThrow(class_name, None, function, site)


Condition: TypeAlias = "Callable[[Machine, Slots], bool]"


def _constant(value: Value) -> ExprCode:
    return lambda machine, slots: value


def _truth(machine: Machine, value: Value) -> bool:
    if value is True or value is False:
        return value
    assert isinstance(value, Term), value
    return machine.decide(value)


def _same(lhs_code: ExprCode, rhs_code: ExprCode) -> ExprCode:
    def run(machine: Machine, slots: Slots) -> Value:
        lhs = lhs_code(machine, slots)
        rhs = rhs_code(machine, slots)
        if lhs is rhs:
            return True
        lhs_is_real, rhs_is_real = type(lhs) is HeapObject, type(rhs) is HeapObject
        if lhs_is_real or rhs_is_real:
            other = rhs if lhs_is_real else lhs
            if other is None or type(other) is HeapObject:
                return False
            raise OpaqueMixed
        # Two opaque identities, where null is 0.
        lhs, rhs = (0 if lhs is None else lhs), (0 if rhs is None else rhs)
        if isinstance(lhs, Term) or isinstance(rhs, Term):
            return _known(build.equal(_term(lhs), _term(rhs)))
        return lhs == rhs

    return run


def _term(value: Value) -> Term:
    if isinstance(value, Term):
        return value
    if type(value) is bool:
        return build.boolean(value)
    assert type(value) is int, value
    return build.integer(value)


def _known(term: Term) -> Value:
    """Give the plain value of a constant, else the term."""
    if isinstance(term, IntegerConstant | BooleanConstant):
        return term.value
    return term


_COMPARISONS: Final = (
    ir.BinaryOperator.EQUAL,
    ir.BinaryOperator.LESS,
    ir.BinaryOperator.LESS_EQUAL,
)

_ARITHMETIC: Final[
    Mapping[ir.BinaryOperator, tuple[Callable[[Any, Any], Value], Callable[[Term, Term], Term]]]
] = {
    ir.BinaryOperator.ADD: (operator.add, build.add),
    ir.BinaryOperator.SUBTRACT: (operator.sub, build.subtract),
    ir.BinaryOperator.MULTIPLY: (operator.mul, build.multiply),
    ir.BinaryOperator.LESS: (operator.lt, build.less),
    ir.BinaryOperator.LESS_EQUAL: (operator.le, build.less_equal),
    ir.BinaryOperator.EQUAL: (operator.eq, build.equal),
}
