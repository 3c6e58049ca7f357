"""What values, and heaps of which nothing is known, are to the code of a function.

Place: paths/unknown_heaps/. `compile` hands this to `runs.compile`, which asks it for the code of a
function when that is first called. A value is a term. What has no meaning on an unknown heap yet
stops the run with a reason.

[POSE] Figure 9: Let is the host's own; Op (c1), Op (c2) and Eq (c2) are what terms do while they
are built; If (c1), If (c2), If (c3), If (c4) are `Machine.decide`; the rest are heap actions.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, NoReturn, TypeAlias

from heapwright.heaps.model import NULL
from heapwright.heaps.naming import named_comparison, named_read, named_write
from heapwright.ir.core import instructions as ir
from heapwright.ir.core.program import Function, Role
from heapwright.paths.runs.compile import ON_TERMS, Compiler, Constant, Semantics
from heapwright.paths.runs.control_code import Signal
from heapwright.paths.runs.machine import RunStopped, SubjectThrow
from heapwright.paths.unknown_heaps.machine import Machine, TrialFailed, Turn
from heapwright.terms import build
from heapwright.terms.build import FALSE, TRUE
from heapwright.terms.term import BooleanConstant, IntegerConstant, Term, Variable

if TYPE_CHECKING:  # which asks for the code
    from heapwright.paths.unknown_heaps.compile import SymbolicFunction, SymbolicProgram

Slots: TypeAlias = "list[Term]"
ExprCode: TypeAlias = "Callable[[Machine, Slots], Term]"
StatementCode: TypeAlias = "Callable[[Machine, Slots], Signal]"
Condition: TypeAlias = "Callable[[Machine, Slots], bool]"
Making: TypeAlias = Compiler[Machine, Term]


def unknown_heap(program: SymbolicProgram, function: Function) -> Semantics[Machine, Term]:
    """Give what values and heaps are to the code of a function."""
    return _UnknownHeap(program, function)


class _UnknownHeap:
    """Knows the program and the function whose code is made; holds no other state."""

    __slots__ = ("is_main", "name", "program")

    nothing: Term = NULL

    def __init__(self, program: SymbolicProgram, function: Function) -> None:
        self.program = program
        self.name = function.qualified_name
        self.is_main = function.role is Role.MAIN

    # --- Values ------------------------------------------------------------------

    def constant(self, expr: Constant) -> ExprCode:
        value: Term
        match expr:
            case ir.IntConstant(number):
                value = build.integer(number)
            case ir.BoolConstant(truth):
                value = build.boolean(truth)
            case ir.NullConstant():
                value = NULL
            case _:
                return self.unsupported(expr)
        return lambda machine, slots: value

    def symbol(self, expr: ir.Symbol, *, is_receiver: bool = False) -> ExprCode:
        name, type_ = expr.name, expr.type
        # The main expression is the driver of a method: its receiver is an object, as the
        # receiver of a method that is run directly.
        is_object = is_receiver and self.is_main

        def run(machine: Machine, slots: Slots) -> Term:
            value = machine.act(
                lambda heap: machine.model.declare(heap, name, type_, is_object=is_object)
            )
            return value if is_object else _loaded(machine, value)

        return run

    def local(self, slot: int) -> ExprCode:
        return lambda machine, slots: _loaded(machine, slots[slot])

    def unary(self, operator: ir.UnaryOperator, operand: ExprCode) -> ExprCode:
        apply = build.not_ if operator is ir.UnaryOperator.NOT else build.negate
        return lambda machine, slots: apply(operand(machine, slots))

    def arithmetic(self, expr: ir.Binary, lhs: ExprCode, rhs: ExprCode) -> ExprCode:
        combine = ON_TERMS[expr.operator]

        def run(machine: Machine, slots: Slots) -> Term:
            left = lhs(machine, slots)
            return combine(left, rhs(machine, slots))

        return run

    def division(self, expr: ir.Binary, lhs: ExprCode, rhs: ExprCode) -> ExprCode:
        combine, site = ON_TERMS[expr.operator], expr.site
        class_name = self.program.program.faults.division_by_zero

        def run(machine: Machine, slots: Slots) -> Term:
            left = lhs(machine, slots)
            right = rhs(machine, slots)
            if machine.decide(build.equal(right, NULL)):
                raise self.fault(machine, class_name, site)
            return combine(left, right)

        return run

    def same(self, lhs: ExprCode, rhs: ExprCode) -> ExprCode:
        def run(machine: Machine, slots: Slots) -> Term:
            left = lhs(machine, slots)
            right = rhs(machine, slots)
            if left is right:
                return TRUE
            if left is NULL or right is NULL:
                return _is_null(machine, right if left is NULL else left)
            return machine.act(
                lambda heap: [
                    named_comparison(branch, left, right)
                    for branch in machine.model.same(heap, left, right)
                ]
            )

        return run

    # --- Conditions ----------------------------------------------------------------

    def connective(self, make: Making, expr: ir.And | ir.Or) -> ExprCode:
        lhs_code, rhs_code = make.expression(expr.lhs), make.expression(expr.rhs)
        function, site, is_and = self.name, expr.site, isinstance(expr, ir.And)
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

    def decision(self, make: Making, expr: ir.Expr, site: int) -> Condition:
        code = make.expression(expr)
        function = self.name

        def run(machine: Machine, slots: Slots) -> bool:
            side = machine.decide(code(machine, slots))
            machine.turns.append(Turn(function, site, side))
            return side

        return run

    # --- Objects ---------------------------------------------------------------------

    def allocate(self, class_name: str) -> ExprCode:
        return lambda machine, slots: _allocated(machine, class_name)

    def read(self, expr: ir.GetField, target: ExprCode) -> ExprCode:
        name, require_object = expr.field_name, self.require_object(expr.site)

        def run(machine: Machine, slots: Slots) -> Term:
            owner = target(machine, slots)
            require_object(machine, owner)
            value = machine.act(
                lambda heap: [
                    named_read(branch, owner, name)
                    for branch in machine.model.read(heap, owner, name)
                ]
            )
            return _loaded(machine, value)

        return run

    def write(self, statement: ir.SetField) -> Callable[[Machine, Term, Term], None]:
        name, require_object = statement.field_name, self.require_object(statement.site)

        def step(machine: Machine, target: Term, value: Term) -> None:
            require_object(machine, target)
            machine.change(
                lambda heap: [
                    named_write(branch, target, name)
                    for branch in machine.model.write(heap, target, name, value)
                ]
            )

        return step

    def instance_of(self, operand: ExprCode, class_name: str) -> ExprCode:
        def run(machine: Machine, slots: Slots) -> Term:
            value = operand(machine, slots)
            return machine.act(lambda heap: machine.model.is_instance(heap, value, class_name))

        return run

    # --- Calls -------------------------------------------------------------------------

    def function(self, name: str) -> SymbolicFunction:
        return self.program.functions[name]

    def method(self, expr: ir.Invoke) -> Callable[[Machine, Term], SymbolicFunction]:
        name, site, function = expr.method, expr.site, self.name
        functions, require_object = self.program.functions, self.require_object(site)

        def step(machine: Machine, receiver: Term) -> SymbolicFunction:
            require_object(machine, receiver)
            found = machine.dispatch(receiver, name)
            machine.turns.append(Turn(function, site, found))
            return functions[found]

        return step

    def require_object(self, site: int) -> Callable[[Machine, Term], None]:
        class_name = self.program.program.faults.null_dereference

        def step(machine: Machine, value: Term) -> None:
            if type(value) is IntegerConstant and value.value != 0:
                return
            if machine.decide(_is_null(machine, value)):
                raise self.fault(machine, class_name, site)

        return step

    def fault(self, machine: Machine, class_name: str, site: int) -> SubjectThrow:
        machine.turns.append(Turn(self.name, site, class_name))
        return SubjectThrow(class_name, None, self.name, site)

    def asking(self, code: ExprCode, site: int) -> ExprCode:
        return code

    # --- Values of any kind: no heap model knows them --------------------------------

    def operation(self, make: Making, expr: ir.Operate | ir.CallValue) -> ExprCode:
        return self.unsupported(expr)

    def for_each(self, make: Making, statement: ir.ForEach) -> StatementCode:
        return self.unsupported(statement)

    def unsupported(
        self, instruction: ir.Statement | ir.Expr
    ) -> Callable[[Machine, Slots], NoReturn]:
        what = getattr(instruction, "operation", None) or getattr(instruction, "method", None)
        name = type(instruction).__name__ if what is None else f"`{what}` on values of any kind"
        reason = f"{name} is not supported on an unknown heap"
        place = (self.name, instruction.site)

        def run(machine: Machine, slots: Slots) -> NoReturn:
            raise RunStopped(reason, place=place)

        return run

    # --- What is thrown ---------------------------------------------------------------

    def throw(self, site: int) -> Callable[[Machine, Term], NoReturn]:
        function, hierarchy = self.name, self.program.hierarchy
        require_object = self.require_object(site)

        def step(machine: Machine, value: Term) -> NoReturn:
            require_object(machine, value)
            heap = machine.heap
            if type(value) is IntegerConstant and value.value in heap.made:
                raise SubjectThrow(heap.made[value.value], value, function, site)
            # An input object is thrown: its class is not known.
            symbol = heap.places.get(value.value) if type(value) is IntegerConstant else value
            declared = heap.symbols.get(symbol) if type(symbol) is Variable else None
            if declared is not None and len(hierarchy.below(declared)) == 1:
                raise SubjectThrow(declared, value, function, site)
            raise RunStopped("an input object of unknown class is thrown")

        return step

    def fits(self, site: int) -> Callable[[Machine, SubjectThrow, Collection[str]], bool]:
        line = self.program.hierarchy.line
        return lambda machine, thrown, catches: any(
            level.name in catches for level in line(thrown.class_name)
        )

    def caught(self, machine: Machine, thrown: SubjectThrow) -> Term:
        if thrown.thrown is None:
            return _allocated(machine, thrown.class_name)
        return thrown.thrown  # type: ignore[no-any-return]


def _loaded(machine: Machine, value: Term) -> Term:
    """Let the heap model say where a reference leads, if it wants to know at once."""
    if not machine.model.resolves_on_load or value not in machine.heap.symbols:
        return value
    return machine.act(lambda heap: machine.model.load(heap, value))


def _allocated(machine: Machine, class_name: str) -> Term:
    return machine.change(lambda heap: (machine.model.allocate(heap, class_name),))


def _is_null(machine: Machine, value: Term) -> Term:
    """Ask the heap model when a reference is null."""
    return machine.act(
        lambda heap: [
            named_comparison(branch, value, NULL) for branch in machine.model.is_null(heap, value)
        ]
    )
