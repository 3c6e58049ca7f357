"""Which attributes an object surely has once it is made.

Place: frontends/python/. `lower` asks for every class that can be made. In the IR a field
always has a value; in Python reading one that was never set is an AttributeError. So a
field may be read only if `__init__` sets it on every path, and not before it did.

Follows `__init__` of the very class that is made, through `super().__init__()`, methods
called on `self` and properties, statement by statement. Loops may run zero times.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from heapwright.frontends.python import tree
from heapwright.frontends.python.class_table import (
    INITIALISER,
    ClassTable,
    FunctionInfo,
    Kind,
    Obstacle,
)
from heapwright.frontends.python.fields import FieldTable
from heapwright.frontends.python.walk import targets_in

MAX_DEPTH = 8

# A set of attributes; None where no path comes to.
Known = frozenset[str] | None


@dataclass(frozen=True, slots=True)
class Start:
    """The attributes of a fresh object, and what is wrong with how they are set."""

    attributes: frozenset[str]
    obstacle: Obstacle | None


def starts_of(table: ClassTable, fields: FieldTable) -> Mapping[str, Start]:
    """Look at every class that is no exception."""
    return {
        name: _start(table, fields, name)
        for name, info in table.classes.items()
        if not info.is_exception and info.obstacle is None
    }


def missing_fields(
    table: ClassTable, fields: FieldTable, starts: Mapping[str, Start]
) -> frozenset[tuple[str, str]]:
    """Name the fields, with the class that declares them, that some object may lack."""
    missing: dict[tuple[str, str], None] = {}
    for owner, names in fields.by_class.items():
        for below in table.below(owner):
            info = table.classes[below]
            if below not in starts or info.is_abstract:
                continue
            for name in names:
                if name not in starts[below].attributes:
                    missing[owner, name] = None
    return frozenset(missing)


def _start(table: ClassTable, fields: FieldTable, class_name: str) -> Start:
    all_fields = frozenset(
        name for level in table.line(class_name) for name in fields.by_class.get(level, ())
    )
    given = frozenset(name for name in all_fields if table.constant(class_name, name) is not None)
    walker = _Walker(table, class_name, all_fields)
    initialiser = table.function(class_name, INITIALISER)
    end: Known = given
    if initialiser is not None:
        end = walker.function(initialiser, given, 0)
    # Without a normal end no object is ever made, and any claim about it is true.
    return Start(all_fields if end is None else end, walker.obstacle)


def _both(first: Known, second: Known) -> Known:
    if first is None:
        return second
    return first if second is None else first & second


@dataclass(slots=True)
class _Walker:
    """Follows the making of an object of one class; keeps the first thing that is wrong."""

    table: ClassTable
    class_name: str
    fields: frozenset[str]
    obstacle: Obstacle | None = None
    running: list[str] = field(default_factory=list)
    own: list[str | None] = field(default_factory=list)  # how the function calls `self`
    exits: list[list[Known]] = field(default_factory=list)

    def blame(self, what: str, node: tree.Expr) -> None:
        if self.obstacle is None:
            self.obstacle = Obstacle(what, node.span)

    def function(self, function: FunctionInfo, known: frozenset[str], depth: int) -> Known:
        """Give what is set after a call on the object; a repeated call sets nothing new."""
        if depth > MAX_DEPTH or function.qualified_name in self.running:
            return known
        self.running.append(function.qualified_name)
        self.own.append(function.self_name if function.kind is not Kind.CLASS else None)
        self.exits.append([])
        end = self.block(function.node.body, known, depth)
        for at_exit in self.exits.pop():
            end = _both(end, at_exit)
        self.own.pop()
        self.running.pop()
        return end

    def block(self, body: tree.Block, known: Known, depth: int) -> Known:
        for statement in body:
            if known is None:
                return None
            known = self.statement(statement, known, depth)
        return known

    def statement(self, statement: tree.Statement, known: frozenset[str], depth: int) -> Known:
        match statement:
            case tree.Assignment(targets, _, value):
                if value is None:
                    return known
                after = self.expression(value, known, depth)
                for target in targets:
                    after = self.target(target, after, depth)
                return after
            case tree.AugmentedAssignment(target, _, value):
                after = self.expression(target, known, depth)
                return self.target(target, self.expression(value, after, depth), depth)
            case tree.ExprStatement(value):
                return self.expression(value, known, depth)
            case tree.If(condition, then_body, else_body):
                after = self.expression(condition, known, depth)
                return _both(
                    self.block(then_body, after, depth), self.block(else_body, after, depth)
                )
            case tree.While(condition, body, else_body):
                after = self.expression(condition, known, depth)
                self.block(body, after, depth)
                return after if not else_body else _both(after, self.block(else_body, after, depth))
            case tree.For(target, iterable, body, else_body):
                after = self.expression(iterable, known, depth)
                self.block(body, self.target(target, after, depth), depth)
                return after if not else_body else _both(after, self.block(else_body, after, depth))
            case tree.Return(value):
                after = known if value is None else self.expression(value, known, depth)
                self.exits[-1].append(after)
                return None
            case tree.Raise(value, _):
                if value is not None:
                    self.expression(value, known, depth)
                return None
            case tree.Assert(condition, _):
                return self.expression(condition, known, depth)
            case tree.Try(body, handlers, else_body, final_body):
                after_try = self.block(body, known, depth)
                if else_body:
                    after_try = self.block(else_body, after_try, depth)
                for handler in handlers:
                    after_try = _both(after_try, self.block(handler.body, known, depth))
                if not final_body:
                    return after_try
                in_final = self.block(final_body, known, depth)
                if in_final is None or after_try is None:
                    return None
                return after_try | in_final
            case tree.Break() | tree.Continue():
                # What holds before a loop holds after it; see above.
                return None
            case _:
                return known

    def target(self, target: tree.Expr, known: frozenset[str], depth: int) -> frozenset[str]:
        for single in targets_in(target):
            match single:
                case tree.Attribute(value, name):
                    if not self.is_self(value):
                        known = self.expression(value, known, depth)
                        continue
                    setter = self.table.function(self.class_name, f"@{name}=")
                    if setter is not None:
                        known = self.called(setter, known, depth)
                    else:
                        known |= {name}
                case tree.Subscript(value, index):
                    known = self.expression(index, self.expression(value, known, depth), depth)
                case _:
                    pass
        return known

    def called(self, function: FunctionInfo, known: frozenset[str], depth: int) -> frozenset[str]:
        after = self.function(function, known, depth + 1)
        return known if after is None else after

    def is_self(self, expr: tree.Expr) -> bool:
        return isinstance(expr, tree.Name) and expr.text == self.own[-1]

    def expression(self, expr: tree.Expr, known: frozenset[str], depth: int) -> frozenset[str]:
        """Give what is set after an expression; blame what reads too early."""
        match expr:
            case tree.Attribute(value, name) if self.is_self(value):
                getter = self.table.function(self.class_name, f"@{name}")
                if getter is not None:
                    return self.called(getter, known, depth)
                if name in self.fields and name not in known:
                    self.blame(f"`{name}` is read before it is set", expr)
                return known
            case tree.Attribute(value, _):
                return self.expression(value, known, depth)
            case tree.Call(tree.Attribute(tree.Call(tree.Name("super"), []), name), arguments):
                known = self.arguments(arguments, known, depth)
                owner = self.running[-1].rpartition(".")[0]
                parent = self.table.parent(owner)
                found = None if parent is None else self.table.function(parent, name)
                return known if found is None else self.called(found, known, depth)
            case tree.Call(tree.Attribute(value, name), arguments) if self.is_self(value):
                known = self.arguments(arguments, known, depth)
                found = self.table.function(self.class_name, name)
                return known if found is None else self.called(found, known, depth)
            case tree.Call(function, arguments):
                if not isinstance(function, tree.Name):
                    known = self.expression(function, known, depth)
                return self.arguments(arguments, known, depth)
            case tree.Name():
                if self.is_self(expr) and not self.fields <= known:
                    self.blame("`self` is passed on before all its attributes are set", expr)
                return known
            case tree.BooleanOperation(_, lhs, rhs):
                after = self.expression(lhs, known, depth)
                self.expression(rhs, after, depth)
                return after
            case tree.Conditional(condition, then_value, else_value):
                after = self.expression(condition, known, depth)
                return self.expression(then_value, after, depth) & self.expression(
                    else_value, after, depth
                )
            case tree.Comparison(operands=items) | tree.TupleExpr(items=items):
                return self.several(items, known, depth)
            case tree.BinaryOperation(_, lhs, rhs) | tree.Subscript(lhs, rhs):
                return self.several((lhs, rhs), known, depth)
            case tree.UnaryOperation(operand=inner) | tree.NamedExpr(value=inner):
                return self.expression(inner, known, depth)
            case tree.StringLiteral(parts=parts) | tree.OtherExpr(parts=parts):
                return self.several(parts, known, depth)
            case _:
                return known

    def several(
        self, items: tuple[tree.Expr, ...], known: frozenset[str], depth: int
    ) -> frozenset[str]:
        for item in items:
            known = self.expression(item, known, depth)
        return known

    def arguments(
        self, arguments: tuple[tree.Argument, ...], known: frozenset[str], depth: int
    ) -> frozenset[str]:
        for argument in arguments:
            known = self.expression(argument.value, known, depth)
        return known
