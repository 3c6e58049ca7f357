"""Which attributes an object surely has whenever they are read.

Place: frontends/python/types/. `lower` asks for every class that can be made. In the IR a field
always has a value; in Python reading one that was never set is an AttributeError. A field
that `__init__` sets on every path, and that nobody can read before it did, needs no care;
all others have a flag beside them, see `missing`.

Follows `__init__` of the very class that is made, through `super().__init__()`, methods
called on `self` and properties, statement by statement. Loops may run zero times. Once
`self` was passed on or stored, other code may read it: what that code reads is found by
the names of attributes alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.walk import nodes_below, targets_in
from heapwright.frontends.python.table import class_table
from heapwright.frontends.python.table.attribute_names import (
    deleted_names,
    dict_owner,
    read_by_name,
)
from heapwright.frontends.python.table.class_table import ClassTable, FunctionInfo
from heapwright.frontends.python.table.fields import FieldTable, attribute_targets
from heapwright.records import dataclass, field

MAX_DEPTH = 8

# A set of attributes; None where no path comes to.
Known = frozenset[str] | None


@dataclass(frozen=True, slots=True)
class Start:
    """The attributes of a fresh object, and those that may be read before they are set."""

    attributes: frozenset[str]
    early: frozenset[str]


def starts_of(table: ClassTable, fields: FieldTable) -> Mapping[str, Start]:
    """Look at every class that is no exception."""
    reading = _Reading(table)
    return {
        name: _start(table, fields, reading, name)
        for name, info in table.classes.items()
        if not info.is_exception and info.obstacle is None
    }


def surely_set(table: ClassTable, fields: FieldTable, class_name: str) -> frozenset[str]:
    """Name the attributes that the initialiser of a class itself sets, however it ends."""
    own = frozenset(n for level in table.line(class_name) for n in fields.by_class.get(level, ()))
    initialiser = table.function(class_name, class_table.INITIALISER)
    if initialiser is None:
        return frozenset()
    walker = _Walker(table, class_name, own, _Reading(table))
    end = walker.function(initialiser, frozenset(), 0)
    # What is looked at before it is set may be what the class has.
    return frozenset() if end is None else end - walker.early


def missing_fields(
    table: ClassTable, fields: FieldTable, starts: Mapping[str, Start]
) -> frozenset[tuple[str, str]]:
    """Name the fields, with the class that declares them, that some object may lack."""
    missing: dict[tuple[str, str], None] = {}
    deleted = deleted_names(table)
    for owner, names in fields.by_class.items():
        for below in table.below(owner):
            info = table.classes[below]
            if below not in starts or info.is_abstract:
                continue
            start = starts[below]
            for name in names:
                is_bare = table.allocates and table.constant(below, name) is None
                is_deleted = deleted is None or name in deleted
                is_late = name not in start.attributes or name in start.early
                if is_late or is_bare or is_deleted:
                    missing[owner, name] = None
    return frozenset(missing)


def _start(table: ClassTable, fields: FieldTable, reading: _Reading, class_name: str) -> Start:
    all_fields = frozenset(
        name for level in table.line(class_name) for name in fields.by_class.get(level, ())
    )
    given = frozenset(name for name in all_fields if table.constant(class_name, name) is not None)
    walker = _Walker(table, class_name, all_fields, reading)
    initialiser = table.function(class_name, class_table.INITIALISER)
    end: Known = given
    if initialiser is not None:
        end = walker.function(initialiser, given, 0)
    # Without a normal end no object is ever made, and any claim about it is true.
    return Start(all_fields if end is None else end, frozenset(walker.early))


def _both(first: Known, second: Known) -> Known:
    if first is None:
        return second
    return first if second is None else first & second


class _Reading:
    """Which attributes code may read, by the names that stand in it."""

    def __init__(self, table: ClassTable) -> None:
        self.by_name: dict[str, list[FunctionInfo]] = {}
        for function in table.functions.values():
            name = function.name
            if function.kind is class_table.FunctionKind.INITIALISER and function.owner is not None:
                name = function.owner.rpartition(".")[2]
            self.by_name.setdefault(name, []).append(function)
        # Operators, loops and built-in functions call these.
        self.hidden = [
            name for name in self.by_name if name.startswith("__") and name.endswith("__")
        ]
        self.known: dict[str, frozenset[str]] = {}
        self.names: dict[str, tuple[set[str], set[str]]] = {}  # by qualified name
        self.everything = {
            *(function.name for function in table.functions.values()),
            *(target.name for target in _set_anywhere(table)),
        }

    def of(self, name: str) -> frozenset[str]:
        """Give the attributes that a call of anything of this name may read."""
        if name not in self.known:
            self.known[name] = self.all_of([name])
        return self.known[name]

    def operators(self) -> frozenset[str]:
        """Give the attributes that operators, loops and built-in functions may read."""
        if "" not in self.known:
            self.known[""] = self.all_of(self.hidden)
        return self.known[""]

    def all_of(self, names: list[str]) -> frozenset[str]:
        found: set[str] = set()
        pending, seen = list(names), set(names)
        while pending:
            for function in self.by_name.get(pending.pop(), ()):
                qualified = function.qualified_name
                if qualified not in self.names:
                    read, called = _names_in(function.node.body)
                    by_name = read_by_name(nodes_below(function.node.body))
                    read |= self.everything if by_name is None else by_name
                    self.names[qualified] = read, called
                read, called = self.names[qualified]
                found |= read
                for name in (*read, *called, *self.hidden):
                    if name not in seen:
                        seen.add(name)
                        pending.append(name)
        return frozenset(found)


def _set_anywhere(table: ClassTable) -> Iterator[tree.Attribute]:
    for function in table.functions.values():
        yield from attribute_targets(function.node.body)


def _names_in(body: tree.Block) -> tuple[set[str], set[str]]:
    """Give the attributes that a body reads, and the names that it calls."""
    targets = {
        id(single)
        for node in nodes_below(body)
        if isinstance(node, tree.Assignment)
        for target in node.targets
        for single in targets_in(target)
    }
    read: set[str] = set()
    called: set[str] = set()
    for node in nodes_below(body):
        match node:
            case tree.Attribute(name=name):
                # A property is called where it is assigned, too.
                (called if id(node) in targets else read).add(name)
            case tree.Call(tree.Name(text)):
                called.add(text)
            case _:
                pass
    return read, called


@dataclass(slots=True)
class _Walker:
    """Follows the making of an object of one class; notes what is read too early."""

    table: ClassTable
    class_name: str
    fields: frozenset[str]
    reading: _Reading
    early: set[str] = field(default_factory=set)
    is_shared: bool = False  # whether anything but `self` may lead to the object by now
    running: list[str] = field(default_factory=list)
    own: list[str | None] = field(default_factory=list)  # how the function calls `self`
    exits: list[list[Known]] = field(default_factory=list)

    def may_read(self, names: frozenset[str], known: frozenset[str]) -> None:
        """Note that other code runs that reads these attributes, maybe of our object."""
        if self.is_shared:
            self.early |= (self.fields - known) & names

    def may_call(self, name: str, known: frozenset[str]) -> None:
        """Note that anything of this name may be called."""
        if self.is_shared and not self.fields <= known:
            self.may_read(self.reading.of(name), known)

    def operators_run(self, known: frozenset[str]) -> None:
        if self.is_shared and not self.fields <= known:
            self.may_read(self.reading.operators(), known)

    def function(self, function: FunctionInfo, known: frozenset[str], depth: int) -> Known:
        """Give what is set after a call on the object; a repeated call sets nothing new."""
        if function.qualified_name in self.running:
            return known
        if depth > MAX_DEPTH:
            self.early |= self.fields - known
            return known
        self.running.append(function.qualified_name)
        self.own.append(
            function.self_name if function.kind is not class_table.FunctionKind.CLASS else None
        )
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
                after = self.condition(condition, known, depth)
                return _both(
                    self.block(then_body, after, depth), self.block(else_body, after, depth)
                )
            case tree.While(condition, body, else_body):
                after = self.condition(condition, known, depth)
                self.block(body, after, depth)
                return after if not else_body else _both(after, self.block(else_body, after, depth))
            case tree.For(target, iterable, body, else_body):
                after = self.expression(iterable, known, depth)
                self.operators_run(after)
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
                return self.condition(condition, known, depth)
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
            case tree.Pass() | tree.Import():
                return known
            case _:
                # Anything may happen in it.
                self.is_shared = True
                self.early |= self.fields - known
                return known

    def target(self, target: tree.Expr, known: frozenset[str], depth: int) -> frozenset[str]:
        for single in targets_in(target):
            match single:
                case tree.Attribute(value, name):
                    if not self.is_self(value):
                        known = self.expression(value, known, depth)
                        self.may_call(name, known)
                        continue
                    setter = self.table.function(self.class_name, f"@{name}=")
                    deciding = self.table.function(self.class_name, "__setattr__")
                    if deciding is not None:
                        # It may keep something else, or nothing.
                        known = self.called(deciding, known, depth)
                    elif setter is not None:
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

    def path(self) -> str:
        """Give the file of the function that is looked at."""
        return self.table.functions[self.running[-1]].path

    def is_self(self, expr: tree.Expr) -> bool:
        return isinstance(expr, tree.Name) and expr.text == self.own[-1]

    def expression(self, expr: tree.Expr, known: frozenset[str], depth: int) -> frozenset[str]:
        """Give what is set after an expression; blame what reads too early."""
        match expr:
            case tree.Attribute() | tree.Call() if dict_owner(expr) is not None:
                # Whoever has it reads all attributes, of whatever object.
                self.is_shared = True
                self.early |= self.fields - known
                return known
            case tree.Attribute(value, name) if self.is_self(value):
                getter = self.table.function(self.class_name, f"@{name}")
                if getter is not None:
                    return self.called(getter, known, depth)
                if name in self.fields and name not in known:
                    self.early.add(name)
                return known
            case tree.Attribute(value, name):
                known = self.expression(value, known, depth)
                self.may_read(frozenset((name,)), known)
                self.may_call(name, known)
                return known
            case tree.Call(tree.Attribute(tree.Call(tree.Name("super"), []), name), arguments):
                known = self.arguments(arguments, known, depth)
                found = self.table.super_function(self.table.functions[self.running[-1]], name)
                return known if found is None else self.called(found, known, depth)
            case tree.Call(tree.Attribute(value, name), arguments) if self.is_self(value):
                known = self.arguments(arguments, known, depth)
                found = self.table.function(self.class_name, name)
                if found is None:
                    # A function that an attribute holds, or a class inside this one.
                    self.early |= {name} & self.fields - known
                    self.may_read(self.fields, known)
                    return known
                return self.called(found, known, depth)
            case tree.Call(function, arguments):
                if not isinstance(function, tree.Name):
                    known = self.expression(function, known, depth)
                known = self.arguments(arguments, known, depth)
                match function:
                    case tree.Name(called) | tree.Attribute(name=called) if (
                        called in self.reading.by_name
                    ):
                        self.may_call(called, known)
                    case tree.Name(called) if isinstance(
                        self.table.meaning(self.path(), called), class_table.ClassName
                    ):
                        pass  # a class without an initialiser of its own
                    case _:
                        self.may_read(self.fields, known)
                return known
            case tree.Name():
                if self.is_self(expr):
                    self.is_shared = True
                return known
            case tree.BooleanOperation(_, lhs, rhs):
                after = self.condition(lhs, known, depth)
                self.expression(rhs, after, depth)
                return after
            case tree.Conditional(condition, then_value, else_value):
                after = self.condition(condition, known, depth)
                return self.expression(then_value, after, depth) & self.expression(
                    else_value, after, depth
                )
            case tree.Comparison(operands=items, operators=signs) if all(
                sign in ("is", "is not") for sign in signs
            ):
                # To compare identities passes nothing on.
                others = [item for item in items if not self.is_self(item)]
                return self.several(tuple(others), known, depth)
            case tree.TupleExpr(items=items):
                return self.several(items, known, depth)
            case tree.UnaryOperation(operand=inner) | tree.NamedExpr(value=inner):
                return self.several((inner,), known, depth, runs=True)
            case tree.BinaryOperation(_, lhs, rhs) | tree.Subscript(lhs, rhs):
                return self.several((lhs, rhs), known, depth, runs=True)
            case tree.Comparison(operands=parts) | tree.StringLiteral(parts=parts):
                return self.several(parts, known, depth, runs=True)
            case tree.IntLiteral() | tree.BoolLiteral() | tree.NoneLiteral():
                return known
            case _:
                # Anything may happen in it.
                self.is_shared = True
                self.early |= self.fields - known
                return known

    def condition(self, expr: tree.Expr, known: frozenset[str], depth: int) -> frozenset[str]:
        """Whether something is true may be for its `__bool__` to say."""
        return self.several((expr,), known, depth, runs=True)

    def several(
        self, items: tuple[tree.Expr, ...], known: frozenset[str], depth: int, runs: bool = False
    ) -> frozenset[str]:
        for item in items:
            known = self.expression(item, known, depth)
        if runs:
            self.operators_run(known)
        return known

    def arguments(
        self, arguments: tuple[tree.Argument, ...], known: frozenset[str], depth: int
    ) -> frozenset[str]:
        for argument in arguments:
            known = self.expression(argument.value, known, depth)
        return known
