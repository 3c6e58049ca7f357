"""A program as text for people, for `heapwright show --stage ir` and bug reports.

Place: ir/written/. Pure, and the same text for the same program. Locals have the names of
the source map, or numbers without one. Nothing reads this text back.

Written piece by piece into one list: joining texts of texts would copy the innermost
ones once per level, and lines of deep programs would be mostly margin.
"""

from __future__ import annotations

from collections import Counter
from typing import assert_never

from heapwright.deep_recursion import deep_recursion
from heapwright.ir.core import instructions as ir
from heapwright.ir.core.instructions import BinaryOperator, UnaryOperator
from heapwright.ir.core.kind_words import beyond_words
from heapwright.ir.core.program import ClassDef, Function, Program
from heapwright.ir.core.source_map import SourceMap
from heapwright.ir.core.structure import formula_text
from heapwright.ir.core.types import AnyType, RefType, Type, type_name

_MARGIN = "  "
_MAX_MARGINS = 30

# How tightly each kind of expression binds; operands that bind less get parentheses.
_CHOOSE, _OR, _AND, _NOT, _COMPARE, _ADD, _MULTIPLY, _SIGN, _ATOM = range(9)

_BINDS = {
    BinaryOperator.ADD: _ADD,
    BinaryOperator.SUBTRACT: _ADD,
    BinaryOperator.MULTIPLY: _MULTIPLY,
    BinaryOperator.DIVIDE: _MULTIPLY,
    BinaryOperator.REMAINDER: _MULTIPLY,
    BinaryOperator.LESS: _COMPARE,
    BinaryOperator.LESS_EQUAL: _COMPARE,
    BinaryOperator.EQUAL: _COMPARE,
    BinaryOperator.SAME: _COMPARE,
}


def show_program(program: Program, source_map: SourceMap | None = None) -> str:
    """List classes, fields, functions and their instructions; ends with a line end."""
    blocks = [_show_header(program)]
    blocks += [_show_class(class_def, source_map) for class_def in program.classes]
    blocks += [show_function(function, source_map) for function in program.functions]
    return "\n\n".join(blocks) + "\n"


def show_function(function: Function, source_map: SourceMap | None = None, margins: int = 0) -> str:
    """List one function."""
    names = _slot_names(function, source_map)
    first = int(function.has_receiver)
    parameters = ", ".join(
        f"{_type_text(parameter.type)} {names[first + index]}"
        for index, parameter in enumerate(function.parameters)
    )
    privacy = "" if function.is_public else "private "
    pieces = [
        f"{_MARGIN * margins}{privacy}{function.role.value} {_type_text(function.result)}"
        f" {function.name}({parameters})"
    ]
    if function.left_out is not None:
        pieces.append(f"  left out: {function.left_out}")
        return "".join(pieces)
    writer = _Writer(pieces, names)
    with deep_recursion():
        writer.body(function.body, margins + 1)
    return "".join(pieces)


def _show_header(program: Program) -> str:
    lines = [
        f"faults: {program.faults.null_dereference} for null,"
        f" {program.faults.division_by_zero} for zero"
    ]
    lines += [f"scope: {bound.class_name or 'calls'} <= {bound.bound}" for bound in program.scope]
    return "\n".join(lines)


def _show_class(class_def: ClassDef, source_map: SourceMap | None) -> str:
    heading = f"class {class_def.name}"
    if class_def.parent is not None:
        heading += f" extends {class_def.parent}"
    lines = [heading]
    if not class_def.is_whole:
        lines.append(f"{_MARGIN}known in part")
    if class_def.is_closed:
        lines.append(f"{_MARGIN}closed")
    if not class_def.is_constructible:
        lines.append(f"{_MARGIN}private new")
    for field in class_def.fields:
        privacy = "" if field.is_public else "private "
        lines.append(f"{_MARGIN}{privacy}field {_type_text(field.type)} {field.name}")
    lines += [f"{_MARGIN}hex {formula_text(formula)}" for formula in class_def.structure]
    lines += [show_function(function, source_map, 1) for function in class_def.functions]
    return "\n".join(lines)


def _slot_names(function: Function, source_map: SourceMap | None) -> list[str]:
    """Name all slots differently: the variable, with the slot where the name has several."""
    source = None if source_map is None else source_map.functions.get(function.qualified_name)
    given = () if source is None else source.slot_names[: function.n_slots]
    count = Counter(given)
    names = [
        f"v{slot}" if not name else name if count[name] == 1 else f"{name}#{slot}"
        for slot, name in enumerate(given)
    ]
    names += [f"v{slot}" for slot in range(len(names), function.n_slots)]
    if function.has_receiver and names:
        names[0] = "this"
    return names


class _Writer:
    """Appends the text of instructions to a list of pieces."""

    def __init__(self, pieces: list[str], names: list[str]) -> None:
        self.pieces = pieces
        self.names = names

    def name(self, slot: int) -> str:
        # Also programs that are not sound should be shown.
        return self.names[slot] if 0 <= slot < len(self.names) else f"v{slot}"

    def line(self, margins: int, text: str) -> None:
        self.pieces.append("\n" + _MARGIN * min(margins, _MAX_MARGINS) + text)

    def body(self, statements: ir.Body, margins: int) -> None:
        if not statements:
            self.line(margins, "nothing")
        for statement in statements:
            self.statement(statement, margins)

    def statement(self, statement: ir.Statement, margins: int) -> None:
        match statement:
            case ir.Assign(slot=slot, value=value):
                self.line(margins, f"{self.name(slot)} := ")
                self.expression(value, _CHOOSE, margins)
            case ir.SetField(target=target, field_name=field_name, value=value):
                self.line(margins, "")
                self.expression(target, _ATOM, margins)
                self.pieces.append(f".{field_name} := ")
                self.expression(value, _CHOOSE, margins)
            case ir.Evaluate(value=value):
                self.line(margins, "do ")
                self.expression(value, _CHOOSE, margins)
            case ir.If(condition=condition, then_body=then_body, else_body=else_body):
                self.line(margins, "if ")
                self.expression(condition, _CHOOSE, margins)
                self.body(then_body, margins + 1)
                if else_body:
                    self.line(margins, "else")
                    self.body(else_body, margins + 1)
            case ir.While(condition=condition, body=body):
                self.line(margins, "while ")
                self.expression(condition, _CHOOSE, margins)
                self.body(body, margins + 1)
            case ir.ForEach(slot=slot, iterable=iterable, body=body):
                self.line(margins, f"for each {self.name(slot)} of ")
                self.expression(iterable, _CHOOSE, margins)
                self.body(body, margins + 1)
            case ir.Break():
                self.line(margins, "break")
            case ir.Continue():
                self.line(margins, "continue")
            case ir.Return(value=result):
                self.line(margins, "return")
                if result is not None:
                    self.pieces.append(" ")
                    self.expression(result, _CHOOSE, margins)
            case ir.Throw(value=value):
                self.line(margins, "throw ")
                self.expression(value, _CHOOSE, margins)
            case ir.Try():
                self.try_(statement, margins)
            case _:
                assert_never(statement)

    def try_(self, node: ir.Try, margins: int) -> None:
        self.line(margins, "try")
        self.body(node.body, margins + 1)
        for handler in node.handlers:
            caught = "anything" if handler.catches is None else ", ".join(handler.catches)
            kept = "" if handler.slot is None else f" as {self.name(handler.slot)}"
            self.line(margins, f"catch {caught}{kept}")
            self.body(handler.body, margins + 1)
        if node.final:
            self.line(margins, "finally")
            self.body(node.final, margins + 1)

    def expression(self, node: ir.Expr, wanted: int, margins: int) -> None:
        """Write an expression, in parentheses if it binds less than `wanted`."""
        if _binds(node) < wanted:
            self.pieces.append("(")
            self.bare(node, margins)
            self.pieces.append(")")
        else:
            self.bare(node, margins)

    def bare(self, node: ir.Expr, margins: int) -> None:
        pieces = self.pieces
        match node:
            case ir.IntConstant(value=value):
                # Python refuses to write very long ints in decimal.
                pieces.append(str(value) if value.bit_length() < 1_000 else hex(value))
            case ir.BoolConstant(value=value):
                pieces.append("true" if value else "false")
            case ir.NullConstant():
                pieces.append("null")
            case ir.Symbol(name=name, type=type_):
                pieces.append(f"input {_type_text(type_)} {name}")
            case ir.Local(slot=slot):
                pieces.append(self.name(slot))
            case ir.GetField(target=target, field_name=field_name):
                self.expression(target, _ATOM, margins)
                pieces.append(f".{field_name}")
            case ir.New(class_name=class_name):
                pieces.append(f"new {class_name}")
            case ir.Unary(operator=operator, operand=operand):
                pieces.append("-" if operator is UnaryOperator.NEGATE else "not ")
                self.expression(operand, _binds(node), margins)
            case ir.Binary(operator=operator, lhs=lhs, rhs=rhs):
                # Comparisons do not chain, so their left side needs parentheses too.
                binds = _binds(node)
                self.infix(
                    lhs, operator.value, rhs, binds + (binds == _COMPARE), binds + 1, margins
                )
            case ir.And(lhs=lhs, rhs=rhs):
                self.infix(lhs, "and", rhs, _AND, _AND + 1, margins)
            case ir.Or(lhs=lhs, rhs=rhs):
                self.infix(lhs, "or", rhs, _OR, _OR + 1, margins)
            case ir.Choose(condition=condition, then_value=then_value, else_value=else_value):
                pieces.append("if ")
                self.expression(condition, _OR, margins)
                pieces.append(" then ")
                self.expression(then_value, _OR, margins)
                pieces.append(" else ")
                self.expression(else_value, _CHOOSE, margins)
            case ir.IsInstance(operand=operand, class_name=class_name):
                self.expression(operand, _ADD, margins)
                pieces.append(f" instanceof {class_name}")
            case ir.Invoke(receiver=receiver, method=method, arguments=arguments):
                self.expression(receiver, _ATOM, margins)
                pieces.append(f".{method}")
                self.arguments(arguments, margins)
            case ir.InvokeExact(function=function, arguments=arguments):
                pieces.append(f"exactly {function}")
                self.arguments(arguments, margins)
            case ir.TextConstant(value=text):
                pieces.append(ascii(text))
            case ir.FloatConstant(text=text) | ir.NameConstant(name=text):
                pieces.append(text)
            case ir.Operate(operation=operation, operands=operands, name=extra):
                pieces.append(f"{operation}[{extra}]" if extra else operation)
                self.arguments(operands, margins)
            case ir.CallValue():
                self.call_value(node, margins)
            case ir.Do():
                self.do(node, margins)
            case _:
                assert_never(node)

    def infix(
        self, lhs: ir.Expr, sign: str, rhs: ir.Expr, wanted_lhs: int, wanted_rhs: int, margins: int
    ) -> None:
        self.expression(lhs, wanted_lhs, margins)
        self.pieces.append(f" {sign} ")
        self.expression(rhs, wanted_rhs, margins)

    def arguments(self, arguments: tuple[ir.Expr, ...], margins: int) -> None:
        self.pieces.append("(")
        for index, argument in enumerate(arguments):
            if index:
                self.pieces.append(", ")
            self.expression(argument, _CHOOSE, margins)
        self.pieces.append(")")

    def call_value(self, node: ir.CallValue, margins: int) -> None:
        self.expression(node.callee, _ATOM, margins)
        self.pieces.append(f".{node.method}(" if node.method is not None else "(")
        for index, (argument, name) in enumerate(zip(node.arguments, node.names, strict=False)):
            self.pieces.append(", " if index else "")
            self.pieces.append("" if name is None else name if name in ("*", "**") else f"{name}=")
            self.expression(argument, _CHOOSE, margins)
        self.pieces.append(")")

    def do(self, node: ir.Do, margins: int) -> None:
        self.pieces.append("{")
        value: ir.Expr = node
        # A block whose value is a block again goes on at the same margin.
        while isinstance(value, ir.Do):
            for statement in value.body:
                self.statement(statement, margins + 1)
            value = value.value
        self.line(margins + 1, "give ")
        self.expression(value, _CHOOSE, margins + 1)
        self.line(margins, "}")


def _binds(node: ir.Expr) -> int:
    """Say how tightly an expression holds its parts together."""
    match node:
        case ir.Choose():
            return _CHOOSE
        case ir.Or():
            return _OR
        case ir.And():
            return _AND
        case ir.Unary(operator=operator):
            return _SIGN if operator is UnaryOperator.NEGATE else _NOT
        case ir.Binary(operator=operator):
            return _BINDS[operator]
        case ir.IsInstance():
            return _COMPARE
        case ir.IntConstant(value=value) if value < 0:
            return _SIGN
        case ir.New() | ir.Symbol():
            return _SIGN
        case _:
            return _ATOM


def _type_text(type_: Type) -> str:
    match type_:
        case RefType(class_name):
            return class_name
        case AnyType(choices, beyond) if beyond:
            return f"{_type_text(AnyType(choices))}({beyond_words(beyond)})"
        case _:
            return type_name(type_).replace("!", "")
