"""What an expression is worth, as far as it is known what variables hold.

Place: frontends/python/types/. `follow_flow` asks for the values that go somewhere, `learn_kinds`
for those that are tested and compared. Whoever looks at an expression also learns from it: what a
call is given goes into the parameters of what it calls, and operands of `<` are ints. Nothing here
reports problems; what has no meaning is a kind of value of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from heapwright.frontends.python.desugar.coroutines import COROUTINE
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.walk import assigned_names, parts_of
from heapwright.frontends.python.table import resolve
from heapwright.frontends.python.table.attribute_names import stored_by_name, text_of
from heapwright.frontends.python.table.class_table import ConstantName, FunctionInfo, FunctionKind
from heapwright.frontends.python.types.cells import Cell
from heapwright.frontends.python.types.known_cells import BodyCells, called_name
from heapwright.frontends.python.types.known_types import Types, surroundings_of
from heapwright.frontends.python.types.types import kinds_of_class
from heapwright.ir.core import kinds
from heapwright.ir.core.types import TEXT, RefType
from heapwright.text.span import Span

MAX_CONSTANT_DEPTH = 20
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
# What takes a function as its first argument.
_TAKING_FUNCTIONS = frozenset(("callable", "MethodType", "(wrap)"))
# Methods of strings whose result is a string again.
_GIVING_STRINGS = frozenset(
    (
        *("lower", "upper", "strip", "lstrip", "rstrip", "replace", "title", "capitalize", "join"),
        *("format", "ljust", "rjust", "center", "zfill", "casefold", "swapcase"),
        *("removeprefix", "removesuffix"),
    )
)


def cell_of(types: Types, function: FunctionInfo, expr: tree.Expr) -> Cell:
    """Give the cell of an expression in the body of a function."""
    around = surroundings_of(types.table, types.fields, function)
    return Values(types, around, function).value(expr)


def kinds_of_value(types: Types, function: FunctionInfo, expr: tree.Expr) -> kinds.Kinds:
    """Say what is known of an expression in the body of a function."""
    return cell_of(types, function, expr).kinds()


class Values(BodyCells):
    """Looks at the expressions of one body; `value` gives the cell of one."""

    def value(self, expr: tree.Expr) -> Cell:
        """Give the cell of an expression, and learn from its parts."""
        match expr:
            case tree.Name(text):
                return self.name(text)
            case tree.Member(class_name):
                return Cell(kinds_of_class(self.types.table, class_name))
            case tree.Attribute():
                return self.attribute(expr)
            case tree.Call():
                return self.call(expr)
            case tree.Subscript(value, index):
                return self.item_call(value, "__getitem__", [self.value(index)])
            case tree.NamedExpr(name, value):
                cell = self.value(value)
                self.assign(name, cell)
                return cell
            case tree.BooleanOperation(_, lhs, rhs):
                return self.one_of(lhs, rhs)
            case tree.Conditional(condition, then_value, else_value):
                self.value(condition)
                return self.one_of(then_value, else_value)
            case tree.UnaryOperation() | tree.BinaryOperation() | tree.Comparison():
                return self.operation(expr)
            case tree.Comprehension() | tree.Lambda():
                self.unfollowed(expr)
                return Cell(_plain_kinds(expr))
            case tree.SliceExpr() | tree.Starred() | tree.Yield():
                self.unfollowed(expr)
                return Cell(kinds.ANYTHING)
            case tree.OtherExpr(_, parts):
                for part in parts:
                    self.value(part)
                return Cell(kinds.UNFOLLOWED)
            case _:
                for part in parts_of(expr):
                    self.value(part)
                return Cell(_plain_kinds(expr))

    def operation(self, expr: tree.UnaryOperation | tree.BinaryOperation | tree.Comparison) -> Cell:
        """Give the cell of what an operator gives, and learn what its operands are."""
        match expr:
            case tree.UnaryOperation(operator, operand):
                cell = self.value(operand)
                return Cell(kinds.BOOLS) if operator == "not" else self.arithmetic([cell])
            case tree.BinaryOperation(operator, lhs, rhs):
                return self.binary(operator, lhs, rhs)
            case tree.Comparison(operands, operators):
                cells = [self.value(operand) for operand in operands]
                for place, sign in enumerate(operators):
                    self.compare(sign, operands, cells, place)
                return Cell(kinds.BOOLS)

    def one_of(self, first: tree.Expr, second: tree.Expr) -> Cell:
        """Give the cell of a value that is one of two."""
        joined = Cell()
        self.merge(joined, self.value(first), self.value(second))
        return joined

    def assign_all(self, targets: tuple[tree.Expr, ...], value: tree.Expr) -> None:
        """Let a value go to all targets of an assignment."""
        for target in targets:
            match target, value:
                case tree.TupleExpr(items), tree.TupleExpr(values) if len(items) == len(values):
                    cells = [self.value(single) for single in values]
                    for item, cell in zip(items, cells, strict=True):
                        self.assign(item, cell)
                case _:
                    self.assign(target, self.value(value))

    def assign(self, target: tree.Expr, cell: Cell) -> None:
        """Let a value go to one target."""
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
        """Let a value go to an attribute, or to the setter of a property."""
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

    def element(self, iterable: tree.Expr) -> Cell:
        """Give the cell of the entries of something."""
        match iterable:
            case tree.Call(tree.Name("range"), arguments):
                for argument in arguments:
                    self.growth.learn(self.value(argument.value), kinds.INTS)
                return Cell(kinds.INTS)
            case _:
                self.value(iterable)
                return _not_followed(kinds.Reason.ENTRY)

    def name(self, text: str) -> Cell:
        """Give the cell of a variable, or of a constant of a module."""
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
        """Give a cell for what a module or a class names once and for all."""
        if self.depth > MAX_CONSTANT_DEPTH:
            return Cell(kinds.UNFOLLOWED)
        around = resolve.Surroundings(self.types.table, self.types.fields, path, None, frozenset())
        inner = Values(self.types, around, None, self.depth + 1).value(value)
        return Cell(inner.kinds())

    def attribute(self, expr: tree.Attribute) -> Cell:
        """Give the cell of an attribute, a constant, or the result of a property."""
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

    def call(self, expr: tree.Call) -> Cell:
        """Give the cell of a result; what a call is given goes to what it calls."""
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
                for store in stored_by_name(expr, self.own_name):
                    self.stored_by_name(*store)
                is_container = receiver_cell is not None and _is_container(receiver_cell)
                for place, cell in enumerate(self.all_values(expr.arguments)):
                    if not is_container:
                        self.given_to(called_name(expr), cell)
                    if place == 0 and called_name(expr) in _TAKING_FUNCTIONS:
                        self.learn_function(cell)
                is_text = receiver_cell is not None and TEXT in receiver_cell.root().own
                if is_text and called_name(expr) in _GIVING_STRINGS:
                    return Cell(kinds.TEXTS)
                return _not_followed(kinds.Reason.RESULT, called_name(expr))

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

    def all_values(self, arguments: tuple[tree.Argument, ...]) -> list[Cell]:
        """Give the cells of arguments that nobody takes."""
        return [self.value(argument.value) for argument in arguments]

    def arguments(self, function: FunctionInfo, arguments: tuple[tree.Argument, ...]) -> None:
        """Let arguments go to the parameters of a function."""
        bound = resolve.bind(function.parameters, arguments)
        if isinstance(bound, str):
            self.all_values(arguments)
            return
        for one in bound:
            self.argument(function, one)

    def argument(self, function: FunctionInfo, bound: resolve.Bound) -> None:
        """Let one argument go to its parameter."""
        if bound.position is None:
            return
        parameter = self.types.variables[function.qualified_name, bound.parameter.name.text]
        self.growth.flow(parameter, self.value(bound.value))

    def built_in(self, name: str, expr: tree.Call) -> Cell:
        """Give the cell of what a function of Python's own gives."""
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
        """Give the cell of what `__getitem__` and its like give."""
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
        """Give the cell of a result; the operands may tell of each other."""
        cells = [self.value(lhs), self.value(rhs)]
        if operator == "/":
            return Cell(kinds.FLOATS)
        if operator == "+" and any(_is_text(cell) for cell in cells):
            for cell in cells:
                if cell.is_open and not self.is_of_classes(cell):
                    self.growth.learn(cell, kinds.TEXTS)  # nothing else can be added to a string
        return self.arithmetic(cells)

    def compare(
        self, operator: str, operands: tuple[tree.Expr, ...], cells: list[Cell], index: int
    ) -> None:
        """Learn from a comparison: what is compared is of the same kind."""
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

    def stored_by_name(
        self, receiver: tree.Expr, name: tree.Expr | None, new: tree.Expr | None
    ) -> None:
        """Learn from `setattr(x, "name", v)`."""
        text = text_of(name)
        if text is not None and new is not None:
            self.stored_as(text, self.value(new))
        elif text is not None or not self.is_passed_on(receiver, name, new):
            self.stored_as(text, Cell(kinds.ANYTHING))

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


def _not_followed(reason: kinds.Reason, name: str = "") -> Cell:
    return Cell(kinds.Kinds((kinds.NotFollowed(reason, name),)))


_Plain: TypeAlias = (
    "tree.IntLiteral | tree.BoolLiteral | tree.NoneLiteral | tree.FloatLiteral | tree.StringLiteral"
    " | tree.TupleExpr | tree.Display | tree.DictDisplay | tree.Comprehension | tree.Lambda"
)


def _plain_kinds(expr: _Plain) -> kinds.Kinds:
    """Say of what kind a value is that is written out."""
    match expr:
        case tree.IntLiteral():
            return kinds.INTS
        case tree.BoolLiteral():
            return kinds.BOOLS
        case tree.NoneLiteral():
            return kinds.NONES
        case tree.FloatLiteral():
            return kinds.FLOATS
        case tree.StringLiteral():
            return kinds.TEXTS
        case tree.TupleExpr():
            return kinds.TUPLES
        case tree.DictDisplay():
            return kinds.DICTS
        case tree.Display(kind) | tree.Comprehension(kind):
            return kinds.Kinds((kinds.ContainerKind(kind),))
        case tree.Lambda():
            return kinds.FUNCTIONS


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
