"""From a value of one type to a value of another: stores, truth.

Place: frontends/python/lower/common/. Used wherever a value meets a place with a type of its own.
"""

from __future__ import annotations

from heapwright.frontends.python.lower.common.builder import Refusal, Sheet, Value, not_supported
from heapwright.frontends.python.types.types import ValueType
from heapwright.ir.core import instructions as ir
from heapwright.ir.core.kind_words import singular
from heapwright.ir.core.kinds import Kinds
from heapwright.ir.core.operations import LARGEST_WORD
from heapwright.ir.core.types import BOOL, INT, NULL, BoolType, IntType, NullType, RefType
from heapwright.text.span import Span


def converted(sheet: Sheet, value: Value, wanted: ValueType, span: Span) -> ir.Expr:
    """Give a value as one of the wanted type; what does not fit is refused."""
    match value.type, wanted:
        case Kinds() as kinds, _:
            raise not_supported(kinds, span)
        case _, Kinds() as kinds:
            raise not_supported(kinds, span)
        case (IntType(), IntType()) | (BoolType(), BoolType()) | (NullType(), NullType()):
            return value.expr
        case NullType(), RefType():
            return value.expr
        case RefType(lower), RefType(upper):
            if sheet.class_below(lower, upper):
                return value.expr
        case _:
            pass
    raise Refusal(f"{singular(value.type)} stands where {singular(wanted)} is expected", span)


def as_int(sheet: Sheet, boolean: ir.Expr, span: Span) -> ir.Expr:
    """Give 1 for true and 0 for false."""
    if isinstance(boolean, ir.BoolConstant):
        return ir.IntConstant(int(boolean.value), boolean.site)
    one, zero = ir.IntConstant(1, sheet.site(span)), ir.IntConstant(0, sheet.site(span))
    return ir.Choose(boolean, one, zero, sheet.site(span))


def number_of(sheet: Sheet, value: Value, span: Span) -> ir.Expr:
    """Give the int to compute with; `None` is a TypeError, as in `None + 1`."""
    match value.type:
        case IntType():
            return value.expr
        case BoolType():
            return as_int(sheet, value.expr, span)
        case Kinds() as kinds:
            raise not_supported(kinds, span)
        case RefType():
            raise Refusal("operators on objects are not supported", span)
        case NullType():
            raise Refusal("`None` stands where an int is expected", span)


def is_null(sheet: Sheet, reference: ir.Expr, span: Span) -> ir.Expr:
    """Compare a reference with null."""
    null = ir.NullConstant(sheet.site(span))
    return ir.Binary(ir.BinaryOperator.SAME, reference, null, sheet.site(span))


def negated(sheet: Sheet, condition: ir.Expr, span: Span) -> ir.Expr:
    """Give the opposite of a condition."""
    if isinstance(condition, ir.BoolConstant):
        return ir.BoolConstant(not condition.value, condition.site)
    return ir.Unary(ir.UnaryOperator.NOT, condition, sheet.site(span))


def throw_if(sheet: Sheet, condition: ir.Expr, class_name: str, span: Span) -> ir.If:
    """Throw a fresh exception where a condition holds."""
    thrown = ir.New(class_name, sheet.site(span))
    return ir.If(condition, (ir.Throw(thrown, sheet.site(span)),), (), sheet.site(span))


def truth(sheet: Sheet, value: Value, span: Span) -> ir.Expr:
    """Give whether a value counts as true."""
    match value.type:
        case BoolType():
            return value.expr
        case IntType():
            if isinstance(value.expr, ir.IntConstant):
                return ir.BoolConstant(value.expr.value != 0, value.expr.site)
            zero = ir.IntConstant(0, sheet.site(span))
            equal = ir.Binary(ir.BinaryOperator.EQUAL, value.expr, zero, sheet.site(span))
            return negated(sheet, equal, span)
        case NullType():
            return effect_then(sheet, value.expr, ir.BoolConstant(False, sheet.site(span)), span)
        case RefType(class_name):
            return _truth_of_object(sheet, value.expr, class_name, span)
        case Kinds() as kinds:
            raise not_supported(kinds, span)


def effect_then(sheet: Sheet, first: ir.Expr, value: ir.Expr, span: Span) -> ir.Expr:
    """Evaluate an expression for its effect, if it has one, and give another value."""
    if is_quiet(first):
        return value
    return ir.Do((ir.Evaluate(first, sheet.site(span)),), value, sheet.site(span))


def is_quiet(expr: ir.Expr) -> bool:
    """Say whether an expression can neither fail nor change anything.

    What is known never to be null is not looked into: a field of anything may fail.
    """
    match expr:
        case ir.Local() | ir.IntConstant() | ir.BoolConstant() | ir.NullConstant():
            return True
        case ir.Unary(_, operand) | ir.IsInstance(operand):
            return is_quiet(operand)
        case ir.Binary(operator, lhs, rhs):
            divides = operator in (ir.BinaryOperator.DIVIDE, ir.BinaryOperator.REMAINDER)
            return not divides and is_quiet(lhs) and is_quiet(rhs)
        case ir.And(lhs, rhs) | ir.Or(lhs, rhs):
            return is_quiet(lhs) and is_quiet(rhs)
        case ir.Choose(condition, then_value, else_value):
            return is_quiet(condition) and is_quiet(then_value) and is_quiet(else_value)
        case _:
            return False


def none_value(sheet: Sheet, span: Span) -> Value:
    """Give `None`."""
    return Value(NULL, ir.NullConstant(sheet.site(span)))


def _truth_of_object(sheet: Sheet, expr: ir.Expr, class_name: str, span: Span) -> ir.Expr:
    table = sheet.types.table
    if class_name not in table.classes and not table.is_exception(class_name):
        raise Refusal("the truth of values of an unknown type is not supported", span)
    below = table.below(class_name)
    methods = {
        name
        for name in ("__bool__", "__len__")
        for level in below
        if table.function(level, name) is not None
    }
    if not methods:
        return negated(sheet, is_null(sheet, expr, span), span)
    # What Python asks depends on the class, so all classes below must agree.
    method = "__bool__" if "__bool__" in methods else "__len__"
    found = table.function(class_name, method)
    if found is None or (method == "__len__" and len(methods) > 1):
        raise Refusal("the truth of objects of different classes is not supported", span)
    wanted = BOOL if method == "__bool__" else INT
    givers = [table.function(level, method) for level in below]
    if any(one is not None and sheet.types.result_type(one) != wanted for one in givers):
        raise Refusal(f"`{method}` that gives another kind of value is not supported", span)
    slot = sheet.slot()
    keep = ir.Assign(slot, expr, sheet.site(span))
    is_there = negated(sheet, is_null(sheet, sheet.local(slot, span), span), span)
    asked: ir.Expr = ir.Invoke(sheet.local(slot, span), method, (), sheet.site(span))
    if wanted == INT:
        asked = truth(sheet, Value(INT, checked_length(sheet, asked, span)), span)
    return ir.Do((keep,), ir.And(is_there, asked, sheet.site(span)), sheet.site(span))


def checked_length(sheet: Sheet, given: ir.Expr, span: Span) -> ir.Expr:
    """Give what `__len__` gave, which must fit into a word and not be negative."""
    length = sheet.slot()
    keep = ir.Assign(length, given, sheet.site(span))
    zero = ir.IntConstant(0, sheet.site(span))
    below = ir.Binary(ir.BinaryOperator.LESS, sheet.local(length, span), zero, sheet.site(span))
    most = ir.IntConstant(LARGEST_WORD, sheet.site(span))
    above = ir.Binary(ir.BinaryOperator.LESS, most, sheet.local(length, span), sheet.site(span))
    checks = (
        throw_if(sheet, below, "ValueError", span),
        throw_if(sheet, above, "OverflowError", span),
    )
    return ir.Do((keep, *checks), sheet.local(length, span), sheet.site(span))
