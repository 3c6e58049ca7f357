"""Check operands and give the IR of operators.

Place: frontends/tiny/lower/. `elaborate` calls this with operands that are lowered already.
"""

from __future__ import annotations

from heapwright.frontends.tiny.declare import check_codes
from heapwright.frontends.tiny.declare.check_types import (
    UNKNOWN,
    ValueType,
    is_reference,
    is_silent,
    shown_type,
)
from heapwright.frontends.tiny.lower.builder import Sheet
from heapwright.frontends.tiny.syntax import tree
from heapwright.ir.core import instructions as ir
from heapwright.ir.core.types import BOOL, INT
from heapwright.text.span import Span

ARITHMETIC = {
    "+": ir.BinaryOperator.ADD,
    "-": ir.BinaryOperator.SUBTRACT,
    "*": ir.BinaryOperator.MULTIPLY,
    "/": ir.BinaryOperator.DIVIDE,
    "%": ir.BinaryOperator.REMAINDER,
}
# Whether the result is turned around: `a > b` is `not (a <= b)`, which leaves `a` to be
# evaluated first.
ORDER = {
    "<": (ir.BinaryOperator.LESS, False),
    "<=": (ir.BinaryOperator.LESS_EQUAL, False),
    ">": (ir.BinaryOperator.LESS_EQUAL, True),
    ">=": (ir.BinaryOperator.LESS, True),
}


def lower_binary(
    sheet: Sheet,
    expr: tree.Binary,
    lhs_type: ValueType,
    lhs: ir.Expr,
    rhs_type: ValueType,
    rhs: ir.Expr,
) -> tuple[ValueType, ir.Expr]:
    """Give type and IR of an operator on two operands."""
    operator = expr.operator
    match operator:
        case "&&" | "||":
            _check(sheet, operator, BOOL, lhs_type, expr.lhs.span)
            _check(sheet, operator, BOOL, rhs_type, expr.rhs.span)
            site = sheet.site(expr.span)
            return BOOL, ir.And(lhs, rhs, site) if operator == "&&" else ir.Or(lhs, rhs, site)
        case "=" | "!=":
            compare = _comparison(sheet, expr, lhs_type, rhs_type)
            equal = ir.Binary(compare, lhs, rhs, sheet.site(expr.span))
            return BOOL, _turned(sheet, expr.span, equal) if operator == "!=" else equal
        case "<" | "<=" | ">" | ">=":
            _check(sheet, operator, INT, lhs_type, expr.lhs.span)
            _check(sheet, operator, INT, rhs_type, expr.rhs.span)
            compare, is_turned = ORDER[operator]
            order = ir.Binary(compare, lhs, rhs, sheet.site(expr.span))
            return BOOL, _turned(sheet, expr.span, order) if is_turned else order
        case "+" | "-" | "*" | "/" | "%":
            _check(sheet, operator, INT, lhs_type, expr.lhs.span)
            _check(sheet, operator, INT, rhs_type, expr.rhs.span)
            return INT, ir.Binary(ARITHMETIC[operator], lhs, rhs, sheet.site(expr.span))
        case _:
            # The parser had to make the operator up.
            sheet.spoil("its text has a syntax error")
            return UNKNOWN, lhs


def lower_negation(
    sheet: Sheet, expr: tree.Unary, operand_type: ValueType, operand: ir.Expr
) -> tuple[ValueType, ir.Expr]:
    """Give type and IR of an operator on one operand."""
    if expr.operator == "-":
        _check(sheet, "-", INT, operand_type, expr.operand.span)
        return INT, ir.Unary(ir.UnaryOperator.NEGATE, operand, sheet.site(expr.span))
    if expr.operator == "":
        sheet.spoil("its text has a syntax error")
        return UNKNOWN, operand
    _check(sheet, "~", BOOL, operand_type, expr.operand.span)
    return BOOL, ir.Unary(ir.UnaryOperator.NOT, operand, sheet.site(expr.span))


def can_act(value: ir.Expr) -> bool:
    """Whether evaluating an expression can do anything but give a value: act or fail."""
    waiting = [value]
    while waiting:
        match waiting.pop():
            case ir.Unary(operand=operand) | ir.IsInstance(operand=operand):
                waiting.append(operand)
            case ir.Binary(operator, lhs, rhs):
                # A zero divisor is a fault.
                if operator in (ir.BinaryOperator.DIVIDE, ir.BinaryOperator.REMAINDER):
                    return True
                waiting += (lhs, rhs)
            case ir.And(lhs, rhs) | ir.Or(lhs, rhs):
                waiting += (lhs, rhs)
            case ir.Choose(condition, then_value, else_value):
                waiting += (condition, then_value, else_value)
            case ir.GetField() | ir.New() | ir.Invoke() | ir.InvokeExact() | ir.Do():
                return True
            case _:
                pass
    return False


def _comparison(
    sheet: Sheet, expr: tree.Binary, lhs_type: ValueType, rhs_type: ValueType
) -> ir.BinaryOperator:
    """Choose how two operands are compared; report if they cannot be."""
    if is_reference(lhs_type) and is_reference(rhs_type):
        return ir.BinaryOperator.SAME
    if is_silent(lhs_type) or is_silent(rhs_type):
        # After a mistake the IR is not used; after a `throw` nothing is compared.
        return ir.BinaryOperator.SAME if is_reference(lhs_type) else ir.BinaryOperator.EQUAL
    if lhs_type != rhs_type:
        message = (
            f"{shown_type(lhs_type)} and {shown_type(rhs_type)} cannot be compared "
            f"with `{expr.operator}`"
        )
        sheet.report(check_codes.OPERAND_TYPE, expr.span, message)
    return ir.BinaryOperator.EQUAL


def _check(sheet: Sheet, operator: str, wanted: ValueType, found: ValueType, span: Span) -> None:
    """Report an operand that the operator does not take."""
    if found != wanted and not is_silent(found):
        message = f"`{operator}` needs {shown_type(wanted)} here, this is {shown_type(found)}"
        sheet.report(check_codes.OPERAND_TYPE, span, message)


def _turned(sheet: Sheet, span: Span, value: ir.Expr) -> ir.Expr:
    """Give the opposite of a Boolean."""
    return ir.Unary(ir.UnaryOperator.NOT, value, sheet.site(span))
