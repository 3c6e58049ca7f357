"""What becomes of the code of one function where only the own code of a class is left.

Place: ir/alone/. Part of `alone`, which says what is kept and what is lost. Lives in one attempt
there.

The value of an expression is *lost* where nothing but its kinds is known, and these are not plain.
Then the statements are given that do what it does to what is kept, and that may throw.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeAlias

from heapwright.ir.alone import parts
from heapwright.ir.alone.own_fields import NotAlone, gives_own, writes
from heapwright.ir.alone.plain_kinds import is_plain
from heapwright.ir.core import instructions as ir
from heapwright.ir.core.kinds import BOOLS, INTS, NOTHING_KNOWN, Kinds
from heapwright.ir.core.operations import BINARY, COMPARISONS, DELETING, GETTING, SETTING
from heapwright.ir.core.program import Function, Role
from heapwright.ir.core.types import VOID, AnyType, NullType
from heapwright.ir.core.walk import Node, assigned, children, walk
from heapwright.records import replace

if TYPE_CHECKING:  # which makes these
    from heapwright.ir.alone.alone import Attempt

# Statements that come first, and the value; None for a lost one.
Lost: TypeAlias = "tuple[tuple[ir.Statement, ...], ir.Expr | None]"

# Operations on plain values whose results are plain and depend on nothing else.
_PLAIN_OPERATIONS = frozenset(
    (
        *BINARY,
        *(f"i{name}" for name in BINARY),
        *COMPARISONS,
        *("summed", "neg", "pos", "invert", "abs", "truth", "is", "tuple", "concat", "getitem"),
        *("cast", "bound", "missing", "absent", "int", "float", "round", "chr", "ord", "index"),
        *("text", "repr", "format", "joined", "len", "contains", "input", "between"),
        *("isinstance", "fits", "exactly"),
    )
)
_ASKING = frozenset(("isinstance", "fits", "exactly", "is"))

_LOST_TYPE = AnyType((NullType(),))


class Rewriting:
    """What becomes of one function. Slots are lost until no more are."""

    def __init__(self, attempt: Attempt, function: Function) -> None:
        self.attempt = attempt
        self.family = attempt.family
        self.subject = function
        self.name = function.qualified_name
        self.is_question = function.role in (Role.SPEC, Role.INVARIANT)
        self.own = attempt.own_slots(function)
        is_helper = self.name in attempt.helpers
        self.cells = frozenset[int]() if is_helper else self.family.own_cells(function)
        self.parameters = [
            attempt.parameter(function, place) for place in range(len(function.parameters))
        ]
        self.keeps_result = attempt.keeps_result(function)
        self.lost = {
            place + function.has_receiver
            for place, parameter in enumerate(self.parameters)
            if parameter is None
        }

    def function(self) -> Function:
        """Give the function of the program that is put together."""
        function = self.subject
        while True:
            n_lost = len(self.lost)
            body = self.body(function.body)
            if len(self.lost) == n_lost:
                break
        parameters = tuple(
            parameter
            if parameter is not None
            else replace(
                function.parameters[place],
                type=_LOST_TYPE,
                default=None if function.parameters[place].default is None else ir.NullConstant(),
                is_guessed=False,
                takes_null=True,
                asked=(),
            )
            for place, parameter in enumerate(self.parameters)
        )
        is_entry = function.has_receiver and self.family.is_called_by_others(function.name)
        is_kept = self.keeps_result or self.is_question or function.name == "__new__"
        return replace(
            function,
            parameters=parameters,
            body=body,
            result=function.result if is_kept else VOID,
            is_public=is_entry or function.name == "__new__",
            only_looks=False,
            gives_plain=False,
        )

    # --- Statements --------------------------------------------------------------------

    def body(self, statements: Iterable[ir.Statement]) -> ir.Body:
        """Give what becomes of statements."""
        found: list[ir.Statement] = []
        for statement in statements:
            for one in self.statement(statement):
                if not (one == parts.MAYBE_THROW and found and found[-1] == parts.MAYBE_THROW):
                    found.append(one)
        return tuple(found)

    def statement(self, statement: ir.Statement) -> Iterable[ir.Statement]:
        """Give what becomes of one statement."""
        match statement:
            case ir.Assign(slot, value):
                return self.assign(statement, slot, value)
            case ir.SetField(ir.Local(slot), "value") if slot in self.cells:
                return ()
            case ir.SetField(target, field_name, value):
                return self.write(statement, target, field_name, value)
            case ir.Evaluate(value):
                return self.evaluated(self.value(value))
            case ir.If(condition, then_body, else_body):
                inner = (self.truth(condition), self.body(then_body), self.body(else_body))
                return (ir.If(*inner, statement.site),)
            case ir.While(condition, body):
                if not self.matters(statement):
                    return self.lose(statement)
                return (ir.While(self.truth(condition), self.body(body), statement.site),)
            case ir.ForEach(slot, iterable, body):
                if not self.matters(statement):
                    return self.lose(statement)
                self.lost.add(slot)
                condition = ir.Do((parts.MAYBE_THROW,), parts.FREE)
                loop = ir.While(condition, self.body(body), statement.site)
                return (*self.evaluated(self.operand(iterable)), loop)
            case ir.Break() | ir.Continue():
                return (statement,)
            case ir.Return(value):
                return self.give(statement, value)
            case ir.Throw(ir.New(class_name)):
                self.attempt.others[class_name] = None
                return (statement,)
            case ir.Throw(value):
                return (*self.evaluated(self.operand(value)), parts.THROW)
            case ir.Try(body, handlers, final):
                caught = tuple(self.handler(handler) for handler in handlers)
                return (ir.Try(self.body(body), caught, self.body(final), statement.site),)

    def handler(self, handler: ir.Handler) -> ir.Handler:
        """Keep a handler, without what it catches."""
        self.attempt.others.update(dict.fromkeys(handler.catches or ()))
        if handler.slot is not None:
            self.lost.add(handler.slot)
        return ir.Handler(handler.catches, None, self.body(handler.body))

    def assign(self, statement: ir.Assign, slot: int, value: ir.Expr) -> Iterable[ir.Statement]:
        """Put a value into a slot, or lose the slot."""
        if slot in self.own:
            is_made = isinstance(value, ir.New)
            return (statement if is_made else ir.Assign(slot, self.as_local(value)),)
        if slot in self.cells:
            return ()
        before, kept = self.value(value)
        if kept is None:
            self.lost.add(slot)
            return before
        if slot in self.lost:
            return (ir.Evaluate(kept),)
        return (replace(statement, value=kept),)

    def give(self, statement: ir.Return, value: ir.Expr | None) -> Iterable[ir.Statement]:
        """Leave the function."""
        if value is None:
            return (statement,)
        if self.subject.name == "__new__" and self.is_own(value):
            return (statement,)
        before, kept = self.operand(value)
        if self.is_question:
            return (*before, replace(statement, value=parts.FREE if kept is None else kept))
        if not self.keeps_result:
            return (*self.evaluated((before, kept)), ir.Return(None, statement.site))
        return (*before, replace(statement, value=kept or self.some(self.kinds(value))))

    def evaluated(self, found: Lost) -> tuple[ir.Statement, ...]:
        """Give statements for a value that nobody needs."""
        before, kept = found
        if kept is None or isinstance(kept, parts.CONSTANTS):
            return before
        return (*before, ir.Evaluate(kept))

    def matters(self, statement: ir.Statement) -> bool:
        """Say whether a loop may do something to what is kept."""
        part = replace(self.subject, body=(statement,), parameters=())
        if any(name in self.attempt.fields for _, name in writes(part)):
            return True
        called = self.family.called_by(self.family.uses_of(self.subject, statement))
        return not self.attempt.writers.isdisjoint(called)

    def lose(self, statement: ir.Statement) -> Iterable[ir.Statement]:
        """Give what may come of a loop that does nothing to what is kept."""
        nodes = list(walk((statement,)))
        asked: set[int] = set()
        for node in nodes:
            match node:
                case ir.GetField(target, name) | ir.Operate("getattr", (target,), name):
                    if not any(f"{mark}{name}" in self.family.by_name for mark in ("", "@")):
                        asked.add(id(target))
                case _:
                    pass
        if any(self.holds_own(node) and id(node) not in asked for node in nodes):
            self.attempt.leaking.add(self.name)
        found: list[ir.Statement] = [parts.MAYBE_THROW]
        for slot in assigned(nodes):
            if slot in self.own:
                if len(self.attempt.helpers.get(self.name, ())) > 1:
                    raise NotAlone(f"`{self.name}` has several own objects in a loop")
                found.append(ir.Assign(slot, ir.Local(min(self.own))))
            elif slot not in self.cells:
                self.lost.add(slot)
        if any(isinstance(node, ir.Return) for node in nodes):
            leaving = ir.Return(None)
            if self.is_question:
                leaving = ir.Return(parts.FREE)
            elif self.keeps_result:
                kinds = self.family.kinds.results.get(self.name, NOTHING_KNOWN)
                leaving = ir.Return(self.some(kinds))
            found.append(ir.If(parts.FREE, (leaving,), ()))
        return found

    def holds_own(self, node: Node) -> bool:
        """Say whether a node reads a slot with an own object, or its cell."""
        return isinstance(node, ir.Local) and (node.slot in self.own or node.slot in self.cells)

    # --- Writes ------------------------------------------------------------------------

    def write(
        self,
        node: ir.SetField | ir.Operate,
        target: ir.Expr,
        field_name: str,
        value: ir.Expr,
    ) -> tuple[ir.Statement, ...]:
        """Assign an attribute, or do what its property does."""
        if not self.is_own(target):
            return (
                *self.evaluated(self.operand(target)),
                *self.evaluated(self.operand(value)),
                *self.unseen(node),
            )
        setter = f"@{field_name}="
        if setter in self.family.by_name:
            if not isinstance(node, ir.Operate) or node.operation != "setattr":
                raise NotAlone(f"`{self.name}` assigns `{field_name}` past its property")
            return self.evaluated(self.call(node, setter, (value,), (None,)))
        before, kept = self.operand(value)
        if field_name in self.attempt.fields:
            kept = self.some(self.kinds(value)) if kept is None else kept
            target = self.as_local(target)
            if isinstance(node, ir.SetField):
                return (*before, ir.SetField(target, field_name, kept, node.site))
            return (*before, ir.Evaluate(replace(node, operands=(target, kept))))
        declared = any(
            field.name == field_name
            for name in self.family.classes
            for field in self.family.hierarchy.classes[name].fields
        )
        return (*self.evaluated((before, kept)), *(() if declared else (parts.MAYBE_THROW,)))

    def unseen(self, node: ir.Expr | ir.Statement) -> tuple[ir.Statement, ...]:
        """Give what a node that is lost may do, apart from what is inside."""
        uses = self.family.uses_of(self.subject, parts.emptied(node))
        if not self.attempt.writers.isdisjoint(self.family.called_by(uses)):
            raise NotAlone(f"`{self.name}` may come back to the object in between")
        return (parts.MAYBE_THROW,)

    # --- Expressions -------------------------------------------------------------------

    def kinds(self, expr: ir.Expr) -> Kinds:
        """Give the kinds that an expression can have."""
        return self.family.kinds.of(self.subject, expr)

    def is_own(self, expr: ir.Expr) -> bool:
        """Say whether an expression gives an own object."""
        return gives_own(expr, self.own, self.cells)

    def as_local(self, expr: ir.Expr) -> ir.Local:
        """Give an own object by its slot."""
        match expr:
            case ir.Local():
                return expr
            case ir.Operate(operands=(inner,)):
                return self.as_local(inner)
            case _:
                return ir.Local(min(self.own), expr.site)

    def truth(self, expr: ir.Expr) -> ir.Expr:
        """Give a condition; any answer, where it is lost."""
        before, kept = self.value(expr)
        if kept is not None:
            if BOOLS.covers(self.kinds(expr)):
                return kept
            before = (*before, ir.Evaluate(kept))
        return ir.Do(before, parts.FREE) if before else parts.FREE

    def operand(self, expr: ir.Expr) -> Lost:
        """Give the value of an expression that others get to see."""
        if self.is_own(expr):
            self.attempt.leaking.add(self.name)
            return (), None
        return self.value(expr)

    def some(self, kinds: Kinds) -> ir.Expr:
        """Give any value of some kinds."""
        found = parts.any_of(kinds)
        if found is None:
            raise NotAlone(f"`{self.name}` has a value of which nothing is known")
        return found

    def found(self, before: tuple[ir.Statement, ...], kinds: Kinds) -> Lost:
        """Give what comes after some statements: any value of some kinds."""
        any_value = parts.any_of(kinds)
        if any_value is None:
            return before, None
        return (), ir.Do(before, any_value) if before else any_value

    def value(self, expr: ir.Expr) -> Lost:
        """Give what becomes of an expression."""
        if self.is_own(expr):
            return self.operand(expr)
        match expr:
            case _ if isinstance(expr, parts.CONSTANTS):
                return (), expr
            case ir.NameConstant(kind):
                is_kept = kind in self.family.enumerations and self.attempt.keeps_members(kind)
                return (), expr if is_kept else None
            case ir.Local(slot) if slot in self.cells:
                self.attempt.leaking.add(self.name)
                return (), None
            case ir.Local(slot):
                return (), None if slot in self.lost else expr
            case ir.GetField(target, name) if self.is_own(target):
                return self.read(expr, target, name)
            case ir.Operate(operation, (target,), name) if operation in GETTING:
                if self.is_own(target):
                    return self.read(expr, target, name)
                if self.is_member(target, name):
                    return (), expr
                return self.opaque(expr)
            case ir.Operate(operation, (target, value), name) if operation in SETTING:
                return self.write(expr, target, name, value), None
            case ir.Operate(operation, (target,), name) if operation in DELETING:
                if self.is_own(target) and name in self.attempt.fields:
                    return (ir.Evaluate(replace(expr, operands=(self.as_local(target),))),), None
                return self.opaque(expr)
            case ir.And(lhs, rhs) | ir.Or(lhs, rhs):
                return (), replace(expr, lhs=self.truth(lhs), rhs=self.truth(rhs))
            case ir.Choose(condition, then_value, else_value):
                return self.choose(expr, condition, then_value, else_value)
            case ir.Do(body, value):
                inner = self.body(body)
                before, kept = self.operand(value)
                if kept is None:
                    return (*inner, *before), None
                return (), ir.Do(inner, kept, expr.site) if inner else kept
            case ir.Unary() | ir.Binary():
                return self.strict(expr)
            case ir.Operate(operation) if operation in _PLAIN_OPERATIONS:
                return self.strict(expr)
            case ir.Invoke(receiver, method, arguments) if self.is_own(receiver):
                return self.call(expr, method, arguments, (None,) * len(arguments))
            case ir.CallValue(receiver, str(method), arguments, names) if self.is_own(receiver):
                return self.call(expr, method, arguments, names)
            case ir.InvokeExact(name, arguments):
                return self.exact(expr, name, arguments, (None,) * len(arguments))
            case ir.CallValue(ir.NameConstant("function", name), None, arguments, names):
                return self.exact(expr, name, arguments, names)
            case ir.CallValue(ir.NameConstant("type"), None) if is_plain(self.kinds(expr)):
                return self.strict(expr)
            case _:
                return self.opaque(expr)

    def is_member(self, target: ir.Expr, name: str) -> bool:
        """Say whether a member of an enumeration is asked for."""
        return (
            isinstance(target, ir.NameConstant)
            and target.kind == "type"
            and target.name in self.family.enumerations
            and f"{target.name}.${name}" in self.family.hierarchy.functions
            and self.attempt.keeps_members(target.name)
        )

    def read(self, expr: ir.GetField | ir.Operate, target: ir.Expr, name: str) -> Lost:
        """Read a field or property of an own object."""
        local = self.as_local(target)
        if name in self.attempt.fields:
            return (), parts.with_target(expr, local)
        if name in self.family.own_fields:
            self.attempt.wanted.add(name)
        asked = [mark for mark in ("@", "$") if f"{mark}{name}" in self.family.by_name]
        if len(asked) == 1 and isinstance(expr, ir.Operate):
            return self.call(parts.with_target(expr, local), f"{asked[0]}{name}", (), ())
        if asked or name in self.family.by_name:
            self.attempt.leaking.add(self.name)
            return self.found(self.unseen(expr), self.kinds(expr))
        return self.found((parts.MAYBE_THROW,), self.kinds(expr))

    def choose(
        self, expr: ir.Choose, condition: ir.Expr, then_value: ir.Expr, else_value: ir.Expr
    ) -> Lost:
        """Keep a choice of two values, or what evaluating one of them does."""
        kept = self.truth(condition)
        one, other = self.operand(then_value), self.operand(else_value)
        if one[1] is not None and other[1] is not None:
            return (), ir.Choose(kept, one[1], other[1], expr.site)
        return (ir.If(kept, self.evaluated(one), self.evaluated(other)),), None

    def strict(self, expr: ir.Expr) -> Lost:
        """Keep a calculation whose operands are all kept."""
        is_asking = (isinstance(expr, ir.Binary) and expr.operator is ir.BinaryOperator.SAME) or (
            isinstance(expr, ir.Operate) and expr.operation in _ASKING
        )
        operands = [one for one in children(expr) if not isinstance(one, parts.NOT_EXPRESSIONS)]
        if isinstance(expr, ir.CallValue):
            operands = operands[1:]
        found: list[Lost] = []
        for operand in operands:
            if is_asking and self.is_own(operand) and self.knows_class(expr):
                found.append(((), self.as_local(operand)))
            elif is_asking and self.is_own(operand):
                found.append(((), None))
            else:
                found.append(self.operand(operand))
        kept = [value for _, value in found if value is not None]
        if len(kept) == len(found) and self.knows_class(expr) and self.is_well_typed(expr):
            return (), parts.with_operands(expr, kept)
        before = tuple(one for lost in found for one in self.evaluated(lost))
        return self.found((*before, *self.unseen(expr)), self.kinds(expr))

    def is_well_typed(self, expr: ir.Expr) -> bool:
        """Say whether operators that know ints and Booleans only get these."""
        match expr:
            case ir.Unary(ir.UnaryOperator.NOT, operand):
                return BOOLS.covers(self.kinds(operand))
            case ir.Unary(_, operand):
                return INTS.covers(self.kinds(operand))
            case ir.Binary(ir.BinaryOperator.SAME):
                return True
            case ir.Binary(operator, lhs, rhs):
                kinds = self.kinds(lhs) | self.kinds(rhs)
                is_equality = operator is ir.BinaryOperator.EQUAL
                return INTS.covers(kinds) or (is_equality and BOOLS.covers(kinds))
            case _:
                return True

    def knows_class(self, expr: ir.Expr) -> bool:
        """Say whether a class that is asked for stays in the program."""
        if not isinstance(expr, ir.Operate) or expr.operation not in _ASKING - {"is"}:
            return True
        return expr.name in self.family.hierarchy.library or expr.name in self.family.classes

    def opaque(self, expr: ir.Expr) -> Lost:
        """Lose an expression: its operands are evaluated, and it may throw."""
        before: list[ir.Statement] = []
        for operand in children(expr):
            assert not isinstance(operand, parts.NOT_EXPRESSIONS)
            before += self.evaluated(self.operand(operand))
        return self.found((*before, *self.unseen(expr)), self.kinds(expr))

    # --- Calls -------------------------------------------------------------------------

    def exact(
        self,
        expr: ir.InvokeExact | ir.CallValue,
        name: str,
        arguments: tuple[ir.Expr, ...],
        names: tuple[str | None, ...],
    ) -> Lost:
        """Call one known function: own, of the library, or one beside the class."""
        function = self.family.hierarchy.functions.get(name)
        if function is None or "*" in names or "**" in names:
            return self.opaque(expr)
        if self.family.hierarchy.is_of_library(function):
            return self.strict(expr) if is_plain(self.kinds(expr)) else self.opaque(expr)
        takes_own = function.has_receiver or function.name == "__init__"
        if name in self.family.functions and takes_own:
            if arguments and names[0] is None and self.is_own(arguments[0]):
                return self.call(expr, function.name, arguments[1:], names[1:], function)
            return self.opaque(expr)
        own = frozenset(at for at, argument in enumerate(arguments) if self.is_own(argument))
        is_helper = (
            function.role is Role.STATIC
            and name not in self.family.functions
            and own
            and not function.is_generator
            and not any(names)
            and not any(parameter.gathers for parameter in function.parameters)
            and len(arguments) == len(function.parameters)
        )
        if not is_helper:
            return self.opaque(expr)
        self.attempt.leaking.add(self.name)
        if not self.attempt.help(function, own):
            raise NotAlone(f"`{name}` is given the object in several places")
        given = [
            self.as_local(argument) if at in own else self.argument([function], at, argument)
            for at, argument in enumerate(arguments)
        ]
        return self.result(parts.with_operands(expr, given), [function])

    def call(
        self,
        expr: ir.Expr,
        name: str,
        arguments: tuple[ir.Expr, ...],
        names: tuple[str | None, ...],
        exactly: Function | None = None,
    ) -> Lost:
        """Keep the call of an own method on an own object."""
        callees = [f for f in self.family.by_name.get(name, ()) if f.has_receiver]
        if exactly is not None:
            callees = [exactly]
        is_followed = callees and not any(
            f.is_generator or f.left_out is not None or any(p.gathers for p in f.parameters)
            for f in callees
        )
        if not is_followed or "*" in names or "**" in names:
            return self.opaque(expr)
        self.attempt.reach(name)
        self.attempt.self_calls.setdefault(self.name, set()).add(name)
        given: list[ir.Expr] = []
        for at, (argument, named) in enumerate(zip(arguments, names, strict=True)):
            offset = int(exactly is not None and not exactly.has_receiver)
            places = (
                {at + offset}
                if named is None
                else {
                    place
                    for f in callees
                    for place, p in enumerate(f.parameters)
                    if p.name == named
                }
            )
            if len(places) != 1:
                raise NotAlone(f"`{name}` has its parameters in several orders")
            given.append(self.argument(callees, places.pop(), argument))
        match expr:
            case ir.SetField():
                raise NotAlone(f"`{name}` is assigned as a field")
            case ir.Operate(operands=(target, *_)):
                made: ir.Expr = replace(expr, operands=(self.as_local(target), *given))
            case ir.Invoke(receiver=target) | ir.CallValue(callee=target) if exactly is None:
                made = parts.with_operands(expr, [self.as_local(target), *given])
            case ir.InvokeExact(arguments=(target, *_)) | ir.CallValue(arguments=(target, *_)):
                made = parts.with_operands(expr, [self.as_local(target), *given])
            case _:
                raise NotAlone(f"`{name}` is called in an unknown way")
        return self.result(made, callees)

    def argument(self, callees: list[Function], place: int, argument: ir.Expr) -> ir.Expr:
        """Give an argument; nothing, where it is lost for the one who takes it as well."""
        before, kept = self.operand(argument)
        taken = [
            place < len(f.parameters) and self.attempt.parameter(f, place) is not None
            for f in callees
        ]
        if kept is not None:
            return kept
        if any(taken):
            raise NotAlone(f"`{self.name}` gives a value of which nothing is known")
        return ir.Do(before, ir.NullConstant()) if before else ir.NullConstant()

    def result(self, made: ir.Expr, callees: list[Function]) -> Lost:
        """Give what a kept call gives, which may be lost."""
        if all(self.attempt.keeps_result(f) for f in callees):
            return (), made
        return (ir.Evaluate(made),), None
