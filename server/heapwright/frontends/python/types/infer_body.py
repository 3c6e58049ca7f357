"""Look through one body and learn the types of what it uses.

Place: frontends/python/types/. `infer` does this for all bodies, again and again. Nothing here
reports problems; what has no meaning is a kind of value of its own.

Long because: every kind of statement and expression is one case of the same walk.
"""

from __future__ import annotations

from collections.abc import Callable

from heapwright.frontends.python.desugar.coroutines import COROUTINE
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.walk import (
    assigned_names,
    captured_names,
    nodes_below,
    targets_in,
)
from heapwright.frontends.python.table import resolve
from heapwright.frontends.python.table.attribute_names import stored_by_name, text_of
from heapwright.frontends.python.table.class_table import ConstantName, FunctionInfo, FunctionKind
from heapwright.frontends.python.types.cells import Cell
from heapwright.frontends.python.types.known_types import Types, surroundings_of
from heapwright.frontends.python.types.types import kinds_of_class
from heapwright.ir.core import kinds
from heapwright.ir.core.types import TEXT, RefType
from heapwright.text.span import Span

MAX_CONSTANT_DEPTH = 20


def look_through(types: Types, around: resolve.Surroundings, function: FunctionInfo) -> None:
    """Learn from the defaults and the body of a function."""
    _Body(types, around, function).look()


def learn_constant(types: Types, target: Cell, value: tree.Expr, path: str) -> None:
    """Learn from a value that a class body gives to a field."""
    around = resolve.Surroundings(types.table, types.fields, path, None, frozenset())
    types.growth.flow(target, _Body(types, around, None).value(value))


def cell_of(types: Types, function: FunctionInfo, expr: tree.Expr) -> Cell:
    """Give the cell of an expression in the body of a function."""
    around = surroundings_of(types.table, types.fields, function)
    return _Body(types, around, function).value(expr)


def kinds_of_value(types: Types, function: FunctionInfo, expr: tree.Expr) -> kinds.Kinds:
    """Say what is known of an expression in the body of a function."""
    return cell_of(types, function, expr).kinds()


class _Body:
    """Looks through one body; `value` gives the cell of an expression."""

    def __init__(
        self,
        types: Types,
        around: resolve.Surroundings,
        function: FunctionInfo | None,
        depth: int = 0,
    ) -> None:
        self.types = types
        self.growth = types.growth
        self.around = around
        self.function = function
        self.depth = depth
        self.is_asking = function is not None and function.kind in (
            FunctionKind.SPEC,
            FunctionKind.INVARIANT,
        )

    def look(self) -> None:
        """Learn from all statements."""
        assert self.function is not None
        for parameter in self.function.parameters:
            if parameter.default is not None:
                self.growth.flow(self.variable(parameter.name.text), self.value(parameter.default))
        self.block(self.function.node.body)

    def variable(self, name: str) -> Cell:
        assert self.function is not None
        found = self.types.variables.found((self.function.qualified_name, name))
        # A name that is declared `global` is no variable of the function.
        return Cell() if found is None else found

    def block(self, body: tree.Block) -> None:
        for statement in body:
            self.statement(statement)

    def statement(self, statement: tree.Statement) -> None:
        self.stored_by_name(statement)
        match statement:
            case tree.Assignment(targets, _, value):
                if value is not None:
                    self.assign_all(targets, value)
            case tree.AugmentedAssignment(target, operator, value):
                whole = tree.BinaryOperation(
                    operator, target, value, statement.span, statement.span
                )
                self.assign(target, self.value(whole))
            case tree.ExprStatement(value):
                self.value(value)
            case tree.If(condition, then_body, else_body) | tree.While(
                condition, then_body, else_body
            ):
                self.value(condition)
                self.block(then_body)
                self.block(else_body)
            case tree.For(target, iterable, body, else_body):
                self.assign(target, self.element(iterable))
                self.block(body)
                self.block(else_body)
            case tree.Return(value):
                self.returned(value)
            case tree.Raise(value, cause):
                for part in (value, cause):
                    if part is not None:
                        self.value(part)
            case tree.Assert(condition, message):
                self.value(condition)
                if message is not None:
                    self.value(message)
            case tree.Try(body, handlers, else_body, final_body):
                self.block(body)
                for handler in handlers:
                    if handler.name is not None and self.function is not None:
                        refs = kinds.objects_of("BaseException")
                        self.growth.learn(self.variable(handler.name.text), refs)
                    self.block(handler.body)
                self.block(else_body)
                self.block(final_body)
            case tree.With(items, body):
                for item in items:
                    self.value(item.value)
                    if item.target is not None:
                        self.assign(item.target, Cell(kinds.ANYTHING))
                self.block(body)
            case tree.Delete(targets):
                for target in targets:
                    self.value(target)
                    if isinstance(target, tree.Attribute):
                        self.stored_anywhere(target.name, Cell(kinds.ANYTHING))
            case tree.Match(subject, cases):
                self.value(subject)
                for case in cases:
                    for name in captured_names(case.pattern):
                        self.assign(tree.Name(name, case.pattern.span), Cell(kinds.ANYTHING))
                    if case.guard is not None:
                        self.value(case.guard)
                    self.block(case.body)
            case tree.OtherStatement(_, parts, body):
                for part in parts:
                    self.value(part)
                self.block(body)
            case tree.FunctionDef(name=name) | tree.ClassDef(name=name) if name.text:
                self.growth.learn(self.variable(name.text), kinds.FUNCTIONS)
                self.unfollowed(*statement.body)
            case _:
                pass

    def returned(self, value: tree.Expr | None) -> None:
        if self.function is None:
            return
        result = self.types.results[self.function.qualified_name]
        if value is not None:
            self.growth.flow(result, self.value(value))

    def element(self, iterable: tree.Expr) -> Cell:
        match iterable:
            case tree.Call(tree.Name("range"), arguments):
                for argument in arguments:
                    self.growth.learn(self.value(argument.value), kinds.INTS)
                return Cell(kinds.INTS)
            case _:
                self.value(iterable)
                return _not_followed(kinds.Reason.ENTRY)

    # --- Assignments -------------------------------------------------------------

    def assign_all(self, targets: tuple[tree.Expr, ...], value: tree.Expr) -> None:
        for target in targets:
            match target, value:
                case tree.TupleExpr(items), tree.TupleExpr(values) if len(items) == len(values):
                    cells = [self.value(single) for single in values]
                    for item, cell in zip(items, cells, strict=True):
                        self.assign(item, cell)
                case _:
                    self.assign(target, self.value(value))

    def assign(self, target: tree.Expr, cell: Cell) -> None:
        match target:
            case tree.Name(text):
                if self.function is not None and text in self.around.locals:
                    self.growth.flow(self.variable(text), cell)
            case tree.Attribute(value, name, name_span=name_span):
                self.assign_attribute(self.value(value), name, name_span, cell)
            case tree.TupleExpr(items) | tree.Display(items=items):
                for item in items:
                    self.assign(item, _not_followed(kinds.Reason.ENTRY))
            case tree.Starred(value):
                self.assign(value, Cell(kinds.LISTS))
            case tree.Subscript(value, index):
                self.item_call(value, "__setitem__", [self.value(index), cell])
            case _:
                self.value(target)

    def assign_attribute(self, receiver: Cell, name: str, span: Span, cell: Cell) -> None:
        class_name = self.class_of_cell(receiver, name)
        if class_name is None:
            if not receiver.is_open:
                self.stored_anywhere(name, cell)
            return
        table, fields = self.types.table, self.types.fields
        setter = table.function(class_name, f"@{name}=")
        if setter is not None:
            if setter.parameters:
                parameter = setter.parameters[0].name.text
                self.growth.flow(self.types.variables[setter.qualified_name, parameter], cell)
            return
        owner = fields.owner(class_name, name)
        if owner is None:
            below = resolve.class_with(table, fields, class_name, name)
            owner = None if below is None else fields.owner(below, name)
        if owner is not None:
            self.growth.flow(self.types.of_fields[owner, name], cell)
        elif resolve.attribute_of(table, fields, class_name, name) is None:
            self.types.outside.setdefault((class_name, name), span)

    # --- Expressions -------------------------------------------------------------

    def value(self, expr: tree.Expr) -> Cell:
        """Give the cell of an expression, and learn from its parts."""
        match expr:
            case tree.Name(text):
                return self.name(text)
            case tree.IntLiteral():
                return Cell(kinds.INTS)
            case tree.BoolLiteral():
                return Cell(kinds.BOOLS)
            case tree.NoneLiteral():
                return Cell(kinds.NONES)
            case tree.Member(class_name):
                return Cell(kinds_of_class(self.types.table, class_name))
            case tree.StringLiteral(parts=parts):
                for part in parts:
                    self.value(part)
                return Cell(kinds.TEXTS)
            case tree.Attribute():
                return self.attribute(expr)
            case tree.Call():
                return self.call(expr)
            case tree.Subscript(value, index):
                return self.item_call(value, "__getitem__", [self.value(index)])
            case tree.UnaryOperation(operator, operand):
                cell = self.value(operand)
                if operator == "not":
                    return Cell(kinds.BOOLS)
                return self.arithmetic([cell])
            case tree.BinaryOperation(operator, lhs, rhs):
                return self.binary(operator, lhs, rhs)
            case tree.BooleanOperation(_, lhs, rhs):
                joined = Cell()
                first, second = self.value(lhs), self.value(rhs)
                self.merge(joined, first, second)
                return joined
            case tree.Conditional(condition, then_value, else_value):
                self.value(condition)
                joined = Cell()
                self.merge(joined, self.value(then_value), self.value(else_value))
                return joined
            case tree.Comparison(operands, operators):
                cells = [self.value(operand) for operand in operands]
                for place, sign in enumerate(operators):
                    self.compare(sign, operands, cells, place)
                return Cell(kinds.BOOLS)
            case tree.NamedExpr(name, value):
                cell = self.value(value)
                self.assign(name, cell)
                return cell
            case tree.TupleExpr(items):
                for item in items:
                    self.value(item)
                return Cell(kinds.TUPLES)
            case tree.FloatLiteral():
                return Cell(kinds.FLOATS)
            case tree.Display(kind, items):
                for item in items:
                    self.value(item)
                return Cell(kinds.Kinds((kinds.ContainerKind(kind),)))
            case tree.DictDisplay(keys, values):
                for inner in (*keys, *values):
                    if inner is not None:
                        self.value(inner)
                return Cell(kinds.DICTS)
            case tree.Comprehension(kind):
                self.unfollowed(expr)
                return Cell(kinds.Kinds((kinds.ContainerKind(kind),)))
            case tree.Lambda():
                self.unfollowed(expr)
                return Cell(kinds.FUNCTIONS)
            case tree.SliceExpr() | tree.Starred() | tree.Yield():
                self.unfollowed(expr)
                return Cell(kinds.ANYTHING)
            case tree.OtherExpr(_, parts):
                for part in parts:
                    self.value(part)
                return Cell(kinds.UNFOLLOWED)

    def unfollowed(self, *nodes: tree.Expr | tree.Statement) -> None:
        """Learn from code whose variables are not followed: what it stores may be anything."""
        unknown = Cell(kinds.ANYTHING)
        for node in nodes_below(nodes):
            self.stored_by_name(node, is_followed=False)
            match node:
                case tree.Assignment(targets):
                    stored = [single for t in targets for single in targets_in(t)]
                case tree.AugmentedAssignment(target=target) | tree.For(target=target):
                    stored = targets_in(target)
                case tree.With(items):
                    stored = [
                        single
                        for item in items
                        if item.target is not None
                        for single in targets_in(item.target)
                    ]
                case tree.Call() as call:
                    self.given_to(_called(call), unknown)
                    if isinstance(call.function, tree.Name) and self.function is not None:
                        name = (self.function.qualified_name, call.function.text)
                        if name in self.types.variables:
                            # A nested function calls what the function around it was given.
                            self.learn_function(self.types.variables[name])
                    continue
                case _:
                    continue
            for single in stored:
                if isinstance(single, tree.Attribute):
                    self.stored_anywhere(single.name, unknown)
                elif isinstance(single, tree.Name) and self.function is not None:
                    cell = self.types.variables.found((self.function.qualified_name, single.text))
                    if cell is not None:
                        self.growth.flow(cell, unknown)

    def given_to(self, name: str, cell: Cell) -> None:
        """Let a value of which nothing is known go to all that a call of this name may mean."""
        for function in self.types.functions_named(name):
            for parameter in function.parameters:
                target = self.types.variables[function.qualified_name, parameter.name.text]
                self.growth.flow(target, cell)

    def stored_anywhere(self, name: str, cell: Cell) -> None:
        """Let a value of which nothing is known go to all fields of this name."""
        for field in self.types.fields_by_name().get(name, ()):
            self.growth.flow(self.types.of_fields[field], cell)
        for function in self.types.functions_named(f"@{name}="):
            for parameter in function.parameters:
                target = self.types.variables[function.qualified_name, parameter.name.text]
                self.growth.flow(target, cell)

    def stored_by_name(self, node: tree.Expr | tree.Statement, *, is_followed: bool = True) -> None:
        """Learn from `setattr(x, "name", v)`; a name that only the run knows may be any."""
        own = None if self.function is None else self.function.self_name
        for receiver, name, new in stored_by_name(node, own):
            text = text_of(name)
            unknown = Cell(kinds.ANYTHING)
            if text is not None:
                cell = self.value(new) if is_followed and new is not None else unknown
                self.stored_anywhere(text, cell)
            elif not (is_followed and self.is_passed_on(receiver, name, new)):
                for one in self.types.fields_by_name():
                    self.stored_anywhere(one, unknown)

    def is_passed_on(
        self, receiver: tree.Expr, name: tree.Expr | None, new: tree.Expr | None
    ) -> bool:
        """Say whether a `__setattr__` stores what it is given: then who assigns tells it all."""
        function = self.function
        if function is None or function.name != "__setattr__" or len(function.parameters) != 2:
            return False
        given = [parameter.name.text for parameter in function.parameters]
        assigned = assigned_names(function.node.body)
        return (
            [one.text for one in (name, new) if isinstance(one, tree.Name)] == given
            and self.around.is_self(receiver)
            and not any(one in assigned for one in (*given, function.self_name))
        )

    def merge(self, joined: Cell, first: Cell, second: Cell) -> None:
        """Make a value that is one or the other; they keep their own types where known."""
        for cell in (first, second):
            joined.nones = joined.nones or cell.nones
        if first.is_open or second.is_open:
            self.growth.share(first, second)
        for cell in (first, second):
            self.growth.absorb(joined, cell.root())

    def name(self, text: str) -> Cell:
        if self.function is not None and self.around.meaning(text) is None:
            cell = self.types.variables.found((self.function.qualified_name, text))
            if cell is not None:
                return cell
        match self.around.meaning(text):
            case ConstantName(value, path, _):
                return self.constant(value, path)
            case _:
                return _not_followed(kinds.Reason.NAME)

    def constant(self, value: tree.Expr, path: str) -> Cell:
        if self.depth > MAX_CONSTANT_DEPTH:
            return Cell(kinds.UNFOLLOWED)
        around = resolve.Surroundings(self.types.table, self.types.fields, path, None, frozenset())
        inner = _Body(self.types, around, None, self.depth + 1).value(value)
        return Cell(inner.kinds())

    def attribute(self, expr: tree.Attribute) -> Cell:
        table, fields = self.types.table, self.types.fields
        path = self.around.module_named(expr.value)
        if path is not None:
            match table.modules[path].names.get(expr.name):
                case ConstantName(value, where, _):
                    return self.constant(value, where)
            return Cell(kinds.UNFOLLOWED)
        outer = self.around.class_named(expr.value)
        if outer is not None:
            found = table.constant(outer, expr.name)
            if found is not None:
                return self.constant(found[1], found[0].path)
            return Cell(kinds.UNFOLLOWED)
        receiver = self.value(expr.value)
        class_name = self.class_of_cell(receiver, expr.name)
        if class_name is None:
            is_known = bool(receiver.root().own.others)
            return Cell(kinds.UNFOLLOWED) if is_known else Cell()
        found_attribute = resolve.attribute_of(table, fields, class_name, expr.name)
        if found_attribute is None:
            below = resolve.class_with(table, fields, class_name, expr.name)
            if below is None:
                return Cell(kinds.UNFOLLOWED)
            found_attribute = resolve.attribute_of(table, fields, below, expr.name)
        match found_attribute:
            case resolve.FieldOf(owner):
                return self.types.of_fields[owner, expr.name]
            case FunctionInfo(kind=FunctionKind.GETTER) as getter:
                return self.types.results[getter.qualified_name]
            case resolve.ConstantOf(value, where):
                return self.constant(value, where)
            case _:
                return Cell(kinds.UNFOLLOWED)

    def class_of_cell(self, cell: Cell, attribute: str, *, is_called: bool = False) -> str | None:
        """Give the class of a receiver; guess it from the attribute where nothing is known.

        What has a method that is called may be of each of a few classes.
        """
        match self.types.type_of_cell(cell):
            case RefType(class_name) if not cell.is_open:
                return class_name
        if cell.is_open:
            users = self.types.users.get(attribute, ())
            if self.is_of_classes(cell):
                return None
            if len(users) == 1:
                self.growth.learn(cell, kinds.objects_of(*users))
                return users[0]
            if is_called and 1 < len(users) <= MOST_USERS:
                self.growth.learn(cell, kinds.objects_of(*users) | _GUESSED)
        return None

    def is_of_classes(self, cell: Cell) -> bool:
        """Say whether a question has no say in what this is: it only adds, see `learn_kinds`."""
        root = cell.root()
        if not self.is_asking or not root.is_kept:
            return False
        return all(self.variable(name).root() is not root for name in self.around.locals)

    def call(self, expr: tree.Call) -> Cell:
        match expr:
            case tree.Call(tree.Name(name), [tree.Argument(None, later), *rest]) if (
                name == COROUTINE
            ):
                # What a coroutine is given, its function gets when it runs.
                self.call(tree.Call(later, tuple(rest), expr.span))
                return Cell(kinds.ANYTHING)
        receiver_cell: Cell | None = None
        match expr.function:
            case tree.Attribute(value, name) if _is_plain_receiver(self.around, value):
                receiver_cell = self.value(value)
                # Guess the class from the method's name, if nothing else tells it.
                self.class_of_cell(receiver_cell, name, is_called=True)

        def class_of(_: tree.Expr) -> str | None:
            assert receiver_cell is not None
            match self.types.type_of_cell(receiver_cell):
                case RefType(class_name) if not receiver_cell.is_open:
                    return class_name
            return None

        results = self.types.results
        match resolve.callee_of(self.around, expr, class_of):
            case resolve.Construction(class_name, initialiser):
                if initialiser is not None:
                    self.arguments(initialiser, expr.arguments)
                else:
                    self.all_values(expr.arguments)
                return Cell(kinds.objects_of(class_name))
            case resolve.ExactCall(function, receiver, arguments):
                if receiver is not None:
                    self.value(receiver)
                self.arguments(function, arguments)
                return results[function.qualified_name]
            case resolve.MethodCall(function):
                self.arguments(function, expr.arguments)
                return results[function.qualified_name]
            case resolve.BuiltInCall(name):
                return self.built_in(name, expr)
            case resolve.RootInitialiser():
                self.all_values(expr.arguments)
                return Cell(kinds.NONES)
            case resolve.UnknownCall():
                self.called_value(expr.function, class_of)
                self.stored_by_name(expr)
                is_container = receiver_cell is not None and _is_container(receiver_cell)
                for place, cell in enumerate(self.all_values(expr.arguments)):
                    if not is_container:
                        self.given_to(_called(expr), cell)
                    if place == 0 and _called(expr) in _TAKING_FUNCTIONS:
                        self.learn_function(cell)
                is_text = receiver_cell is not None and TEXT in receiver_cell.root().own
                if is_text and _called(expr) in _GIVING_STRINGS:
                    return Cell(kinds.TEXTS)
                return _not_followed(kinds.Reason.RESULT, _called(expr))

    def called_value(
        self, function: tree.Expr, class_of: Callable[[tree.Expr], str | None]
    ) -> None:
        """Learn that a variable or field of which nothing else is known holds a function."""
        match function:
            case tree.Name(text) if text in self.around.locals:
                cell = self.variable(text)
            case tree.Attribute(value, name):
                if not _is_plain_receiver(self.around, value):
                    return
                class_name = class_of(value)
                if class_name is None:
                    if not self.types.functions_named(name):
                        for field in self.types.fields_by_name().get(name, ()):
                            self.learn_function(self.types.of_fields[field])
                    return
                found = resolve.attribute_of(self.types.table, self.types.fields, class_name, name)
                if not isinstance(found, resolve.FieldOf):
                    return
                cell = self.types.of_fields[found.owner, name]
            case _:
                return
        self.learn_function(cell)

    def learn_function(self, cell: Cell) -> None:
        if cell.is_open and not self.is_of_classes(cell):
            self.growth.learn(cell, kinds.FUNCTIONS)

    def all_values(self, arguments: tuple[tree.Argument, ...]) -> list[Cell]:
        return [self.value(argument.value) for argument in arguments]

    def arguments(self, function: FunctionInfo, arguments: tuple[tree.Argument, ...]) -> None:
        bound = resolve.bind(function.parameters, arguments)
        if isinstance(bound, str):
            self.all_values(arguments)
            return
        for one in bound:
            self.argument(function, one)

    def argument(self, function: FunctionInfo, bound: resolve.Bound) -> None:
        if bound.position is None:
            return
        parameter = self.types.variables[function.qualified_name, bound.parameter.name.text]
        self.growth.flow(parameter, self.value(bound.value))

    def built_in(self, name: str, expr: tree.Call) -> Cell:
        cells = self.all_values(expr.arguments)
        match name:
            case "len" | "int":
                return Cell(kinds.INTS)
            case "bool" | "isinstance":
                return Cell(kinds.BOOLS)
            case "abs" | "min" | "max":
                return self.arithmetic(cells)
            case "print":
                return Cell(kinds.NONES)
            case _:
                return _not_followed(kinds.Reason.RESULT, name)

    def item_call(self, receiver: tree.Expr, method: str, arguments: list[Cell]) -> Cell:
        cell = self.value(receiver)
        class_name = self.class_of_cell(cell, method)
        function = None if class_name is None else self.types.table.function(class_name, method)
        if function is None:
            # What a list or a dict holds is of a kind of its own.
            return (
                Cell(kinds.TEXTS) if TEXT in cell.root().own else _not_followed(kinds.Reason.ENTRY)
            )
        for parameter, argument in zip(function.parameters, arguments, strict=False):
            variable = self.types.variables[function.qualified_name, parameter.name.text]
            self.growth.flow(variable, argument)
        return self.types.results[function.qualified_name]

    def binary(self, operator: str, lhs: tree.Expr, rhs: tree.Expr) -> Cell:
        cells = [self.value(lhs), self.value(rhs)]
        if operator == "/":
            return Cell(kinds.FLOATS)
        if operator == "+" and any(_is_text(cell) for cell in cells):
            for cell in cells:
                if cell.is_open and not self.is_of_classes(cell):
                    self.growth.learn(cell, kinds.TEXTS)  # nothing else can be added to a string
        return self.arithmetic(cells)

    def arithmetic(self, cells: list[Cell]) -> Cell:
        """Operands that nothing is known of are ints, unless another is something else."""
        others = [kind for cell in cells for kind in cell.root().own.others]
        if others:
            return Cell(kinds.Kinds((others[0],)))
        if any(cell.root().own.classes for cell in cells):
            return Cell(kinds.UNFOLLOWED)
        for cell in cells:
            if cell.is_open:
                self.growth.learn(cell, kinds.INTS)
        return Cell(kinds.INTS)

    def compare(
        self, operator: str, operands: tuple[tree.Expr, ...], cells: list[Cell], index: int
    ) -> None:
        lhs, rhs = cells[index], cells[index + 1]
        if operator in ("in", "not in"):
            class_name = self.class_of_cell(rhs, "__contains__")
            if class_name is not None:
                found = self.types.table.function(class_name, "__contains__")
                if found is not None and found.parameters:
                    name = found.parameters[0].name.text
                    self.growth.flow(self.types.variables[found.qualified_name, name], lhs)
            return
        if any(isinstance(o, tree.NoneLiteral) for o in operands[index : index + 2]):
            return
        if any(one.is_open and self.is_of_classes(one) for one in (lhs, rhs)):
            known = [one.root() for one in (lhs, rhs)]
            if any(one.own not in (kinds.NOTHING_KNOWN, kinds.INTS) for one in known):
                return
        if lhs.is_open or rhs.is_open:
            self.growth.share(lhs, rhs)
        if operator in ("<", "<=", ">", ">="):
            for cell in (lhs, rhs):
                if cell.is_open:
                    self.growth.learn(cell, kinds.INTS)


# What takes a function as its first argument.
MOST_USERS = 4  # classes that a method of a value may tell it to be of
_CONTAINERS = frozenset(
    (
        *(kinds.LIST, kinds.DICT, kinds.SET, kinds.TUPLE, TEXT, kinds.ContainerKind("deque")),
        *(
            kinds.NotFollowed(kinds.Reason.RESULT, name)
            for name in (
                *("list", "dict", "set", "frozenset", "tuple", "str"),
                *("deque", "defaultdict", "OrderedDict", "sorted"),
            )
        ),
    )
)
_GUESSED = kinds.Kinds((kinds.Mark.GUESSED,))
_TAKING_FUNCTIONS = frozenset(("callable", "MethodType", "(wrap)"))
# Methods of strings whose result is a string again.
_GIVING_STRINGS = frozenset(
    (
        *("lower", "upper", "strip", "lstrip", "rstrip", "replace", "title", "capitalize", "join"),
        *("format", "ljust", "rjust", "center", "zfill", "casefold", "swapcase"),
        *("removeprefix", "removesuffix"),
    )
)


def _not_followed(reason: kinds.Reason, name: str = "") -> Cell:
    return Cell(kinds.Kinds((kinds.NotFollowed(reason, name),)))


def _called(expr: tree.Call) -> str:
    match expr.function:
        case tree.Name(text) | tree.Attribute(name=text):
            return text
        case _:
            return "…"


def _is_text(cell: Cell) -> bool:
    return cell.root().own == kinds.TEXTS


def _is_container(cell: Cell) -> bool:
    """Say whether a value is known to be one of Python's own containers or strings.

    `seen.add(card.rank)` says nothing about a rank, even if a class has an `add` that takes cards.
    """
    known = cell.root().own
    return bool(known.others) and not known.classes and _CONTAINERS.issuperset(known.others)


def _is_plain_receiver(around: resolve.Surroundings, value: tree.Expr) -> bool:
    """Say whether what stands before a dot is neither a module, nor a class, nor `super()`."""
    return (
        around.module_named(value) is None
        and around.class_named(value) is None
        and not _is_super(value)
    )


def _is_super(expr: tree.Expr) -> bool:
    match expr:
        case tree.Call(tree.Name("super"), []):
            return True
        case _:
            return False
