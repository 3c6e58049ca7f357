"""What symbolic values, and heaps of known shape, are to the code of a function.

Place: paths/known_shapes/. `compile` hands this to `runs.compile`, which asks it for the code of a
function when that is first called.
Long because: it answers for every kind of instruction, and each closure is kept small for speed
(measured: a method of ten instructions costs about 5 µs per path beside the domain work).
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeAlias

from heapwright.heaps.known_shape import ABSENT, HeapObject, NamedValue, TextAtom, Value
from heapwright.ir.core import instructions as ir
from heapwright.ir.core.operations import FOREIGN, FOREIGN_ERROR
from heapwright.paths.known_shapes.foreign import dynamic_for
from heapwright.paths.known_shapes.operations import Dynamic
from heapwright.paths.runs.compile import ON_TERMS, Compiler, Constant, Semantics
from heapwright.paths.runs.control_code import BREAK, RETURN, Signal
from heapwright.paths.runs.machine import Machine, OpaqueMixed, RunStopped, SubjectThrow
from heapwright.paths.values.any_kind import settled
from heapwright.terms import build
from heapwright.terms.sorts import BOOL
from heapwright.terms.term import BooleanConstant, IntegerConstant, Term

if TYPE_CHECKING:  # which asks for the code
    from heapwright.paths.known_shapes.compile import CompiledFunction, CompiledProgram

Slots: TypeAlias = "list[Value]"
ExprCode: TypeAlias = "Callable[[Machine, Slots], Value]"
StatementCode: TypeAlias = "Callable[[Machine, Slots], Signal]"
Condition: TypeAlias = "Callable[[Machine, Slots], bool]"
Making: TypeAlias = Compiler[Machine, Value]


def known_shapes(compiled: CompiledProgram, name: str) -> Semantics[Machine, Value]:
    """Give what values and heaps are to the code of a function."""
    return _KnownShapes(compiled, name)


class _KnownShapes:
    """Knows the program and the function whose code is made; holds no other state."""

    __slots__ = ("compiled", "name")

    nothing: Value = None

    def __init__(self, compiled: CompiledProgram, name: str) -> None:
        self.compiled = compiled
        self.name = name  # of the function

    # --- Values ------------------------------------------------------------------

    def constant(self, expr: Constant) -> ExprCode:
        value: Value
        match expr:
            case ir.NullConstant():
                value = None
            case ir.FloatConstant(text):
                value = float(text)
            case ir.NameConstant(kind, name):
                value = ABSENT if name == "absent" else NamedValue(kind, name)
            case ir.IntConstant(value) | ir.BoolConstant(value) | ir.TextConstant(value):
                pass
        return lambda machine, slots: value

    def symbol(self, expr: ir.Symbol, *, is_receiver: bool = False) -> NoReturn:
        raise RunStopped(f"symbol `{expr.name}` is an input of a main expression only")

    def local(self, slot: int) -> ExprCode:
        return lambda machine, slots: slots[slot]

    def unary(self, operator: ir.UnaryOperator, operand: ExprCode) -> ExprCode:
        if operator is ir.UnaryOperator.NOT:

            def run_not(machine: Machine, slots: Slots) -> Value:
                value = operand(machine, slots)
                return build.not_(value) if isinstance(value, Term) else not value

            return run_not

        def run_negate(machine: Machine, slots: Slots) -> Value:
            value = operand(machine, slots)
            if isinstance(value, Term):
                return build.negate(value)
            assert type(value) is int
            return -value

        return run_negate

    def arithmetic(self, expr: ir.Binary, lhs: ExprCode, rhs: ExprCode) -> ExprCode:
        plain, symbolic = _ON_PLAIN_VALUES[expr.operator], ON_TERMS[expr.operator]
        if self.compiled.measures_gaps and expr.operator in _COMPARISONS:

            def run_measured(machine: Machine, slots: Slots) -> Value:
                left = lhs(machine, slots)
                right = rhs(machine, slots)
                if type(left) is int and type(right) is int:
                    if not plain(left, right):
                        machine.gap = abs(left - right)
                        return False
                    return True
                if not isinstance(left, Term) and not isinstance(right, Term):
                    return plain(left, right)
                return _known(symbolic(_term(left), _term(right)))

            return run_measured

        def run(machine: Machine, slots: Slots) -> Value:
            left = lhs(machine, slots)
            right = rhs(machine, slots)
            if not isinstance(left, Term) and not isinstance(right, Term):
                return plain(left, right)
            return _known(symbolic(_term(left), _term(right)))

        return run

    def division(self, expr: ir.Binary, lhs: ExprCode, rhs: ExprCode) -> ExprCode:
        is_divide = expr.operator is ir.BinaryOperator.DIVIDE
        combine = ON_TERMS[expr.operator]
        fault = self.fault(self.compiled.program.faults.division_by_zero, expr.site)
        zero = build.integer(0)

        def run(machine: Machine, slots: Slots) -> Value:
            left = lhs(machine, slots)
            right = rhs(machine, slots)
            if isinstance(right, Term):
                if _truth(machine, _known(build.equal(right, zero))):
                    raise fault()
            elif right == 0:
                raise fault()
            if type(left) is int and type(right) is int:
                return left // right if is_divide else left % right
            return _known(combine(_term(left), _term(right)))

        return run

    def same(self, lhs: ExprCode, rhs: ExprCode) -> ExprCode:
        def run(machine: Machine, slots: Slots) -> Value:
            left = lhs(machine, slots)
            right = rhs(machine, slots)
            if left is right:
                return True
            left_is_real, right_is_real = type(left) is HeapObject, type(right) is HeapObject
            if left_is_real or right_is_real:
                other = right if left_is_real else left
                if other is None or type(other) is HeapObject:
                    return False
                raise OpaqueMixed
            # Two opaque identities, where null is 0.
            left, right = (0 if left is None else left), (0 if right is None else right)
            if isinstance(left, Term) or isinstance(right, Term):
                return _known(build.equal(_term(left), _term(right)))
            return left == right

        return run

    # --- Conditions: a known truth, forking where it is symbolic ----------------

    def connective(self, make: Making, expr: ir.And | ir.Or) -> Condition:
        left, right = make.decision(expr.lhs, expr.site), self.last_part(make, expr.rhs)
        if isinstance(expr, ir.And):
            return lambda machine, slots: left(machine, slots) and right(machine, slots)
        return lambda machine, slots: left(machine, slots) or right(machine, slots)

    def last_part(self, make: Making, expr: ir.Expr) -> Condition:
        """Give the right side of `and` or `or`; what joins parts itself is noted by them."""
        if isinstance(expr, ir.And | ir.Or):
            return self.connective(make, expr)
        return make.decision(expr, expr.site)

    def decision(self, make: Making, expr: ir.Expr, site: int) -> Condition:
        condition = self.condition(make, expr)
        if not self.compiled.is_traced:
            return condition
        function = self.name

        def noted(machine: Machine, slots: Slots) -> bool:
            truth = condition(machine, slots)
            machine.notes[function, site, truth] = None
            return truth

        return noted

    def condition(self, make: Making, expr: ir.Expr) -> Condition:
        match expr:
            case ir.And() | ir.Or():
                return self.connective(make, expr)
            case ir.Unary(ir.UnaryOperator.NOT, operand):
                inner = self.condition(make, operand)
                return lambda machine, slots: not inner(machine, slots)
        code = make.expression(expr)

        def run(machine: Machine, slots: Slots) -> bool:
            value = code(machine, slots)
            if value is True or value is False:
                return value
            assert isinstance(value, Term), value
            return machine.decide(value)

        return run

    # --- Objects ---------------------------------------------------------------------

    def allocate(self, class_name: str) -> ExprCode:
        allocate = self.compiled.allocate
        return lambda machine, slots: allocate(machine, class_name)

    def read(self, expr: ir.GetField, target: ExprCode) -> ExprCode:
        name = expr.field_name
        null_fault = self.null_fault(expr.site)
        if name in self.compiled.ignored:
            default = self.compiled.ignored_default(name)

            def read_ignored(machine: Machine, slots: Slots) -> Value:
                if type(target(machine, slots)) is not HeapObject:
                    raise null_fault()
                return default

            return read_ignored
        if isinstance(expr.target, ir.Local):
            slot = expr.target.slot

            def read_local(machine: Machine, slots: Slots) -> Value:
                owner = slots[slot]
                if type(owner) is HeapObject:
                    return owner.fields[name]
                raise null_fault()

            return read_local

        def read(machine: Machine, slots: Slots) -> Value:
            owner = target(machine, slots)
            if type(owner) is HeapObject:
                return owner.fields[name]
            raise null_fault()

        return read

    def write(self, statement: ir.SetField) -> Callable[[Machine, Value, Value], None]:
        name = statement.field_name
        null_fault = self.null_fault(statement.site)
        is_ignored = name in self.compiled.ignored

        def step(machine: Machine, target: Value, value: Value) -> None:
            if type(target) is not HeapObject:
                raise null_fault()
            if is_ignored:
                return
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

        return step

    def instance_of(self, operand: ExprCode, class_name: str) -> ExprCode:
        ancestors = self.compiled.ancestors

        def run(machine: Machine, slots: Slots) -> Value:
            value = operand(machine, slots)
            if type(value) is HeapObject:
                return class_name in ancestors[value.class_name]
            if value is None:
                return False
            raise OpaqueMixed

        return run

    # --- Calls -------------------------------------------------------------------------

    def function(self, name: str) -> CompiledFunction:
        return self.compiled.functions[name]

    def method(self, expr: ir.Invoke) -> Callable[[Machine, Value], CompiledFunction]:
        dispatch, name = self.compiled.dispatch, expr.method
        null_fault = self.null_fault(expr.site)

        def step(machine: Machine, receiver: Value) -> CompiledFunction:
            if type(receiver) is not HeapObject:
                raise null_fault()
            return dispatch[receiver.class_name][name]

        return step

    def require_object(self, site: int) -> Callable[[Machine, Value], None]:
        null_fault = self.null_fault(site)

        def step(machine: Machine, value: Value) -> None:
            if type(value) is not HeapObject:
                raise null_fault()

        return step

    def asking(self, code: ExprCode, site: int) -> ExprCode:
        function = self.name
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

    # --- Values of any kind -----------------------------------------------------------

    def dynamic(self, site: int) -> Dynamic:
        return dynamic_for(self.compiled, self.name, site)

    def operation(self, make: Making, expr: ir.Operate | ir.CallValue) -> ExprCode:
        if isinstance(expr, ir.CallValue):
            return self.call_value(make, expr)
        operands = [make.expression(operand) for operand in expr.operands]
        if expr.operation == "yield":
            [yielded] = operands

            def run_yield(machine: Machine, slots: Slots) -> Value:
                # The handler stands behind the locals, see `run_yielding`.
                slots[-1](yielded(machine, slots))  # type: ignore[operator,misc]
                return None

            return run_yield
        code = self.dynamic(expr.site).operation(expr.operation, expr.name)
        if len(operands) == 1:
            [only] = operands
            return lambda machine, slots: code(machine, (only(machine, slots),))
        if len(operands) == 2:
            first, second = operands

            def run_two(machine: Machine, slots: Slots) -> Value:
                lhs = first(machine, slots)
                return code(machine, (lhs, second(machine, slots)))

            return run_two

        def run(machine: Machine, slots: Slots) -> Value:
            values: list[Value] = []
            for operand in operands:
                values.append(operand(machine, slots))
            return code(machine, values)

        return run

    def call_value(self, make: Making, expr: ir.CallValue) -> ExprCode:
        callee = make.expression(expr.callee)
        arguments = [make.expression(argument) for argument in expr.arguments]
        names, method = expr.names, expr.method
        dynamic = self.dynamic(expr.site)
        is_plain = all(name is None for name in names)

        def run(machine: Machine, slots: Slots) -> Value:
            called = callee(machine, slots)
            given: Slots = []
            for code in arguments:
                given.append(code(machine, slots))
            if is_plain:
                if method is None:
                    return dynamic.call_spread(machine, called, given, {})
                return dynamic.call_found(machine, called, method, given, {})
            if method is None:
                return dynamic.call_value(machine, called, given, names)
            return dynamic.call_method(machine, called, method, given, names)

        return run

    def for_each(self, make: Making, statement: ir.ForEach) -> StatementCode:
        iterable, body = make.expression(statement.iterable), make.body(statement.body)
        slot, site = statement.slot, statement.site
        dynamic = self.dynamic(site)
        function, is_traced = self.name, self.compiled.is_traced
        # What code of the library goes through, it goes through to the end.
        calls = ir.CallValue | ir.Invoke | ir.InvokeExact
        is_kept = not isinstance(statement.iterable, calls) and not self.is_of_library(function)

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

            dynamic.each(machine, value, visit, is_kept=is_kept)
            if is_traced and not is_left:
                machine.notes[function, site, False] = None
            if ended is RETURN:
                machine.result = result
            return ended

        return run

    # --- What is thrown ---------------------------------------------------------------

    def throw(self, site: int) -> Callable[[Machine, Value], NoReturn]:
        null_fault, function = self.null_fault(site), self.name

        def step(machine: Machine, value: Value) -> NoReturn:
            if type(value) is HeapObject:
                raise SubjectThrow(value.class_name, value, function, site)
            if type(value) is NamedValue and value.kind == FOREIGN:
                raise SubjectThrow(FOREIGN_ERROR, None, function, site)
            raise null_fault()

        return step

    def fits(self, site: int) -> Callable[[Machine, SubjectThrow, Collection[str]], bool]:
        return self.dynamic(site).is_caught

    def caught(self, machine: Machine, thrown: SubjectThrow) -> Value:
        if thrown.thrown is not None:
            return thrown.thrown  # type: ignore[no-any-return]
        return HeapObject(thrown.class_name, self.compiled.defaults[thrown.class_name].copy())

    def null_fault(self, site: int) -> Callable[[], SubjectThrow]:
        return self.fault(self.compiled.program.faults.null_dereference, site)

    def fault(self, class_name: str, site: int) -> Callable[[], SubjectThrow]:
        function = self.name
        return lambda: SubjectThrow(class_name, None, function, site)


def _truth(machine: Machine, value: Value) -> bool:
    if value is True or value is False:
        return value
    assert isinstance(value, Term), value
    return machine.decide(value)


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

_ON_PLAIN_VALUES: Final[Mapping[ir.BinaryOperator, Callable[[Any, Any], Value]]] = {
    ir.BinaryOperator.ADD: operator.add,
    ir.BinaryOperator.SUBTRACT: operator.sub,
    ir.BinaryOperator.MULTIPLY: operator.mul,
    ir.BinaryOperator.LESS: operator.lt,
    ir.BinaryOperator.LESS_EQUAL: operator.le,
    ir.BinaryOperator.EQUAL: operator.eq,
}
