"""Comparisons to IR: chains, `==` and `is`, order, membership.

Place: frontends/python/lower/typed/. `typed.expressions` calls `compared`.
"""

from __future__ import annotations

from heapwright.frontends.python.lower.common import convert
from heapwright.frontends.python.lower.common.builder import Refusal, Sheet, Value, not_supported
from heapwright.frontends.python.lower.typed import expressions
from heapwright.frontends.python.lower.typed.calls import invoked_item
from heapwright.frontends.python.syntax import tree
from heapwright.ir.core import instructions as ir
from heapwright.ir.core.kinds import Kinds
from heapwright.ir.core.types import BOOL, INT, BoolType, IntType, NullType, RefType
from heapwright.text.span import Span

_ORDER = {"<": "__lt__", "<=": "__le__", ">": "__gt__", ">=": "__ge__"}
_REFLECTED = {"<": "__gt__", "<=": "__ge__", ">": "__lt__", ">=": "__le__"}


def compared(sheet: Sheet, expr: tree.Comparison) -> Value:
    """Lower a comparison; each operand of a chain is evaluated at most once."""
    span = expr.span
    lhs = expressions.value_of(sheet, expr.operands[0])
    lhs_span = expr.operands[0].span
    parts: list[ir.Expr] = []
    for index, operator in enumerate(expr.operators):
        operand = expr.operands[index + 1]
        rhs = expressions.value_of(sheet, operand)
        is_last = index == len(expr.operators) - 1
        part_span = lhs_span.joined(operand.span)
        if is_last:
            parts.append(_pair(sheet, operator, lhs, rhs, part_span))
            break
        # The middle of a chain is compared twice but evaluated once.
        slot = sheet.slot()
        keep = ir.Assign(slot, rhs.expr, sheet.site(span))
        kept = ir.Do((keep,), sheet.local(slot, operand.span), sheet.site(span))
        parts.append(_pair(sheet, operator, lhs, Value(rhs.type, kept), part_span))
        lhs, lhs_span = Value(rhs.type, sheet.local(slot, operand.span)), operand.span
    whole = parts[-1]
    for part in reversed(parts[:-1]):
        whole = ir.And(part, whole, sheet.site(span))
    return Value(BOOL, whole)


def _pair(sheet: Sheet, operator: str, lhs: Value, rhs: Value, span: Span) -> ir.Expr:
    for value in (lhs, rhs):
        if isinstance(value.type, Kinds):
            raise not_supported(value.type, span)
    match operator:
        case "==":
            return _equal(sheet, lhs, rhs, span)
        case "!=" | "<>":
            return convert.negated(sheet, _equal(sheet, lhs, rhs, span), span)
        case "is":
            return _identical(sheet, lhs, rhs, span)
        case "is not":
            return convert.negated(sheet, _identical(sheet, lhs, rhs, span), span)
        case "in":
            return _contains(sheet, lhs, rhs, span)
        case "not in":
            return convert.negated(sheet, _contains(sheet, lhs, rhs, span), span)
        case _:
            return _ordered(sheet, operator, lhs, rhs, span)


def _identical(sheet: Sheet, lhs: Value, rhs: Value, span: Span) -> ir.Expr:
    match lhs.type, rhs.type:
        case ((RefType() | NullType()), (RefType() | NullType())):
            return ir.Binary(ir.BinaryOperator.SAME, lhs.expr, rhs.expr, sheet.site(span))
        case BoolType(), BoolType():
            return ir.Binary(ir.BinaryOperator.EQUAL, lhs.expr, rhs.expr, sheet.site(span))
        case ((IntType() | BoolType()), NullType()) | (NullType(), (IntType() | BoolType())):
            return _never(sheet, lhs, rhs, span)
        case (RefType(), (IntType() | BoolType())) | ((IntType() | BoolType()), RefType()):
            return _never(sheet, lhs, rhs, span)
        case _:
            raise Refusal("which ints are one object depends on the Python that runs", span)


def _equal(sheet: Sheet, lhs: Value, rhs: Value, span: Span) -> ir.Expr:
    match lhs.type, rhs.type:
        case BoolType(), BoolType():
            return ir.Binary(ir.BinaryOperator.EQUAL, lhs.expr, rhs.expr, sheet.site(span))
        case ((IntType() | BoolType()), (IntType() | BoolType())):
            first, second = convert.number_of(sheet, lhs, span), convert.number_of(sheet, rhs, span)
            return ir.Binary(ir.BinaryOperator.EQUAL, first, second, sheet.site(span))
        case ((RefType() | NullType()), (RefType() | NullType())):
            return _equal_objects(sheet, lhs, rhs, span)
        case _:
            return _identical(sheet, lhs, rhs, span)


def _never(sheet: Sheet, lhs: Value, rhs: Value, span: Span) -> ir.Expr:
    """Two values that cannot be the same: false, after both were evaluated."""
    for value in (lhs, rhs):
        if isinstance(value.type, RefType) and _defines(sheet, value.type.class_name, "__eq__"):
            raise Refusal("`==` between an object and another value is not supported", span)
    false = ir.BoolConstant(False, sheet.site(span))
    return convert.effect_then(
        sheet, lhs.expr, convert.effect_then(sheet, rhs.expr, false, span), span
    )


def _equal_objects(sheet: Sheet, lhs: Value, rhs: Value, span: Span) -> ir.Expr:
    table = sheet.types.table
    classes = [v.type.class_name for v in (lhs, rhs) if isinstance(v.type, RefType)]
    is_special = any(
        _defines(sheet, name, method)
        or any(table.classes[b].compares_fields for b in table.below(name) if b in table.classes)
        for name in classes
        for method in ("__eq__", "__ne__")
    )
    if not is_special:
        return ir.Binary(ir.BinaryOperator.SAME, lhs.expr, rhs.expr, sheet.site(span))
    owners = {
        found.qualified_name
        for name in classes
        for below in table.below(name)
        if (found := table.function(below, "__eq__")) is not None
    }
    first = classes[0]
    if (
        len(classes) != 2
        or classes[1] != first
        or len(owners) != 1
        or table.function(first, "__eq__") is None
        or _defines(sheet, first, "__ne__")
    ):
        raise Refusal("`==` between objects of such classes is not supported", span)
    slots = sheet.slot(), sheet.slot()
    body = tuple(
        ir.Assign(slot, value.expr, sheet.site(span))
        for slot, value in zip(slots, (lhs, rhs), strict=True)
    )

    def ask(receiver: int, argument: int) -> ir.Expr:
        found = table.function(first, "__eq__")
        assert found is not None
        call = ir.Invoke(
            sheet.local(receiver, span), "__eq__", (sheet.local(argument, span),), sheet.site(span)
        )
        return convert.truth(sheet, Value(sheet.types.result_type(found), call), span)

    without_first = ir.Choose(
        convert.is_null(sheet, sheet.local(slots[1], span), span),
        ir.BoolConstant(True, sheet.site(span)),
        ask(slots[1], slots[0]),
        sheet.site(span),
    )
    whole = ir.Choose(
        convert.is_null(sheet, sheet.local(slots[0], span), span),
        without_first,
        ask(slots[0], slots[1]),
        sheet.site(span),
    )
    return ir.Do(body, whole, sheet.site(span))


def _defines(sheet: Sheet, class_name: str, method: str) -> bool:
    table = sheet.types.table
    return any(table.function(below, method) is not None for below in table.below(class_name))


def _ordered(sheet: Sheet, operator: str, lhs: Value, rhs: Value, span: Span) -> ir.Expr:
    if isinstance(lhs.type, RefType) and isinstance(rhs.type, RefType):
        return _ordered_objects(sheet, operator, lhs, rhs, span)
    if operator in (">", ">="):
        # The IR has no `>`; operands keep their order by going through slots.
        slots = sheet.slot(), sheet.slot()
        body = (
            ir.Assign(slots[0], lhs.expr, sheet.site(span)),
            ir.Assign(slots[1], rhs.expr, sheet.site(span)),
        )
        first = convert.number_of(sheet, Value(lhs.type, sheet.local(slots[0], span)), span)
        second = convert.number_of(sheet, Value(rhs.type, sheet.local(slots[1], span)), span)
        less = ir.BinaryOperator.LESS if operator == ">" else ir.BinaryOperator.LESS_EQUAL
        if lhs.type == INT and rhs.type == INT and _may_swap(lhs.expr, rhs.expr):
            return ir.Binary(less, rhs.expr, lhs.expr, sheet.site(span))
        swapped = ir.Binary(less, second, first, sheet.site(span))
        return ir.Do(body, swapped, sheet.site(span))
    less = ir.BinaryOperator.LESS if operator == "<" else ir.BinaryOperator.LESS_EQUAL
    if lhs.type == INT and rhs.type == INT:
        return ir.Binary(less, lhs.expr, rhs.expr, sheet.site(span))
    slots = sheet.slot(), sheet.slot()
    body = (
        ir.Assign(slots[0], lhs.expr, sheet.site(span)),
        ir.Assign(slots[1], rhs.expr, sheet.site(span)),
    )
    first = convert.number_of(sheet, Value(lhs.type, sheet.local(slots[0], span)), span)
    second = convert.number_of(sheet, Value(rhs.type, sheet.local(slots[1], span)), span)
    return ir.Do(body, ir.Binary(less, first, second, sheet.site(span)), sheet.site(span))


def _may_swap(lhs: ir.Expr, rhs: ir.Expr) -> bool:
    """Say whether two operands may be evaluated in the other order.

    At most one may fail, and neither may act: reading a field is the only thing allowed.
    """
    return _n_faults(lhs) + _n_faults(rhs) <= 1


def _n_faults(expr: ir.Expr) -> int:
    match expr:
        case ir.Local() | ir.IntConstant():
            return 0
        case ir.GetField(ir.Local()):
            return 1
        case ir.Binary(operator, lhs, rhs) if operator not in (
            ir.BinaryOperator.DIVIDE,
            ir.BinaryOperator.REMAINDER,
        ):
            return _n_faults(lhs) + _n_faults(rhs)
        case _:
            return 2


def _ordered_objects(sheet: Sheet, operator: str, lhs: Value, rhs: Value, span: Span) -> ir.Expr:
    table = sheet.types.table
    assert isinstance(lhs.type, RefType) and isinstance(rhs.type, RefType)
    method = _ORDER[operator]
    found = table.function(lhs.type.class_name, method)
    if (
        found is None
        or lhs.type != rhs.type
        or len(table.below(lhs.type.class_name)) > 1
        or _defines(sheet, rhs.type.class_name, _REFLECTED[operator])
    ):
        raise Refusal("order between objects of such classes is not supported", span)
    slots = sheet.slot(), sheet.slot()
    body = (
        ir.Assign(slots[0], lhs.expr, sheet.site(span)),
        ir.Assign(slots[1], rhs.expr, sheet.site(span)),
        convert.throw_if(
            sheet, convert.is_null(sheet, sheet.local(slots[0], span), span), "TypeError", span
        ),
    )
    call = ir.Invoke(
        sheet.local(slots[0], span), method, (sheet.local(slots[1], span),), sheet.site(span)
    )
    whole = convert.truth(sheet, Value(sheet.types.result_type(found), call), span)
    return ir.Do(body, whole, sheet.site(span))


def _contains(sheet: Sheet, item: Value, container: Value, span: Span) -> ir.Expr:
    """`x in y` evaluates `x` first and then asks `y`."""
    slots = sheet.slot(), sheet.slot()
    body = (
        ir.Assign(slots[0], item.expr, sheet.site(span)),
        ir.Assign(slots[1], container.expr, sheet.site(span)),
    )
    asked = invoked_item(
        sheet,
        Value(container.type, sheet.local(slots[1], span)),
        "__contains__",
        [(Value(item.type, sheet.local(slots[0], span)), span)],
        span,
    )
    return ir.Do(body, convert.truth(sheet, asked, span), sheet.site(span))
