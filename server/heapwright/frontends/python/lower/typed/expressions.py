"""Expressions to IR.

Place: frontends/python/lower/typed/. `typed.statements` calls `value_of` for every expression.
Keeps Python's order of evaluation and its exceptions exactly, or refuses.
"""

from __future__ import annotations

from heapwright.frontends.python.lower.common import convert
from heapwright.frontends.python.lower.common.builder import Refusal, Sheet, Value, not_supported
from heapwright.frontends.python.lower.common.missing import read_field
from heapwright.frontends.python.lower.typed.calls import call_value, item_value
from heapwright.frontends.python.lower.typed.compare import compared
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.table import class_table, resolve
from heapwright.frontends.python.types.overriding import is_uniform
from heapwright.frontends.python.types.types import ValueType, joined
from heapwright.ir.core import instructions as ir
from heapwright.ir.core.kind_words import singular, words
from heapwright.ir.core.kinds import Kinds
from heapwright.ir.core.types import BOOL, INT, NullType, RefType
from heapwright.records import replace
from heapwright.text.span import Span

_ARITHMETIC = {
    "+": ir.BinaryOperator.ADD,
    "-": ir.BinaryOperator.SUBTRACT,
    "*": ir.BinaryOperator.MULTIPLY,
    "//": ir.BinaryOperator.DIVIDE,
    "%": ir.BinaryOperator.REMAINDER,
}
_REFUSED = {
    "/": "floats are not supported (`/` gives one; `//` does not)",
    "**": "powers are not supported",
    "@": "matrix products are not supported",
}
MAX_CONSTANT_DEPTH = 20


def value_of(sheet: Sheet, expr: tree.Expr) -> Value:
    """Lower an expression."""
    span = expr.span
    match expr:
        case tree.IntLiteral(value):
            return Value(INT, ir.IntConstant(value, sheet.site(span)))
        case tree.BoolLiteral(truth_value):
            return Value(BOOL, ir.BoolConstant(truth_value, sheet.site(span)))
        case tree.NoneLiteral():
            return convert.none_value(sheet, span)
        case tree.Name():
            return _name(sheet, expr)
        case tree.Attribute():
            return _attribute(sheet, expr)
        case tree.Call():
            return call_value(sheet, expr)
        case tree.Subscript(receiver, index):
            return item_value(sheet, receiver, "__getitem__", (index,), span)
        case tree.UnaryOperation():
            return _unary(sheet, expr)
        case tree.BinaryOperation(operator, lhs, rhs):
            first = value_of(sheet, lhs)
            return arithmetic(
                sheet, operator, first, lhs.span, value_of(sheet, rhs), rhs.span, span
            )
        case tree.BooleanOperation():
            return _boolean(sheet, expr)
        case tree.Comparison():
            return compared(sheet, expr)
        case tree.Conditional(condition, then_value, else_value):
            return _conditional(sheet, condition, then_value, else_value, span)
        case tree.NamedExpr(name, inner):
            return _named(sheet, name, inner, span)
        case tree.StringLiteral():
            raise Refusal("strings are not supported", span)
        case tree.TupleExpr():
            raise Refusal("tuples are not supported", span)
        case _:
            raise Refusal("such values need a run to tell what they are", span)


def condition_of(sheet: Sheet, expr: tree.Expr) -> ir.Expr:
    """Lower an expression of which only the truth matters."""
    match expr:
        case tree.BooleanOperation(operator, lhs, rhs):
            first, second = condition_of(sheet, lhs), condition_of(sheet, rhs)
            both = ir.And if operator == "and" else ir.Or
            return both(first, second, sheet.site(expr.span))
        case tree.UnaryOperation("not", operand):
            return convert.negated(sheet, condition_of(sheet, operand), expr.span)
        case _:
            return convert.truth(sheet, value_of(sheet, expr), expr.span)


def effects_of(sheet: Sheet, expr: tree.Expr) -> list[ir.Statement]:
    """Lower an expression whose value nobody uses, such as the message of an exception."""
    match expr:
        case tree.StringLiteral(parts=parts):
            statements: list[ir.Statement] = []
            for part in parts:
                statements += effects_of(sheet, part)
            return statements
        case tree.BinaryOperation("%" | "+", tree.StringLiteral() as lhs, rhs):
            items = rhs.items if isinstance(rhs, tree.TupleExpr) else (rhs,)
            statements = effects_of(sheet, lhs)
            for item in items:
                statements += effects_of(sheet, item)
            return statements
        case tree.Call(tree.Name("str" | "repr"), [tree.Argument(None, argument)]) if (
            sheet.around.meaning("str") is None and "str" not in sheet.around.locals
        ):
            return effects_of(sheet, argument)
        case tree.Call(tree.Attribute(tree.StringLiteral() as text, "format"), arguments):
            statements = effects_of(sheet, text)
            for argument_ in arguments:
                statements += effects_of(sheet, argument_.value)
            return statements
        case _:
            found = value_of(sheet, expr)
            if isinstance(found.type, RefType) and sheet.around.table.speaking:
                raise Refusal("the text of such a value is not supported", expr.span)
            value = found.expr
            return [] if convert.is_quiet(value) else [ir.Evaluate(value, sheet.site(expr.span))]


def arithmetic(
    sheet: Sheet,
    operator: str,
    lhs: Value,
    lhs_span: Span,
    rhs: Value,
    rhs_span: Span,
    span: Span,
) -> Value:
    """Compute with two ints."""
    ir_operator = _ARITHMETIC.get(operator)
    if ir_operator is None:
        raise Refusal(_REFUSED.get(operator, "operators on bits are not supported"), span)
    # `None + f()` runs `f` before it fails, so the test for None comes after both.
    if not convert.is_quiet(rhs.expr) and not _is_plain(lhs.type):
        slot = sheet.slot()
        keep = ir.Assign(slot, lhs.expr, sheet.site(span))
        other = sheet.slot()
        keep_other = ir.Assign(other, rhs.expr, sheet.site(span))
        first = convert.number_of(sheet, Value(lhs.type, sheet.local(slot, span)), lhs_span)
        second = convert.number_of(sheet, Value(rhs.type, sheet.local(other, span)), rhs_span)
        both = ir.Binary(ir_operator, first, second, sheet.site(span))
        return Value(INT, ir.Do((keep, keep_other), both, sheet.site(span)))
    first = convert.number_of(sheet, lhs, lhs_span)
    second = convert.number_of(sheet, rhs, rhs_span)
    return Value(INT, ir.Binary(ir_operator, first, second, sheet.site(span)))


def _is_plain(type_: ValueType) -> bool:
    return type_ in (INT, BOOL)


def constant_value(sheet: Sheet, expr: tree.Expr, path: str, span: Span) -> Value:
    """Lower a value that a module or class body gives; only plain constants have a meaning."""
    if sheet.constant_depth > MAX_CONSTANT_DEPTH:
        raise Refusal("constants in a circle are not supported", span)
    around = resolve.Surroundings(sheet.around.table, sheet.around.fields, path, None, frozenset())
    inner = replace(sheet, around=around, slots={}, constant_depth=sheet.constant_depth + 1)
    # The spans of the constant lie elsewhere, maybe in another file.
    n_sites = len(sheet.sites)
    value = value_of(inner, expr)
    sheet.sites[n_sites:] = [span] * (len(sheet.sites) - n_sites)
    if not convert.is_quiet(value.expr) or isinstance(value.type, RefType):
        raise Refusal("only ints, bools and None are supported as constants", span)
    return value


# --- Names and attributes --------------------------------------------------------


def _name(sheet: Sheet, expr: tree.Name) -> Value:
    name, span = expr.text, expr.span
    slot = sheet.slots.get(name)
    if slot is not None:
        assert sheet.function is not None
        found = sheet.types.variable_type(sheet.function, name)
        if isinstance(found, Kinds):
            raise not_supported(found, span)
        return Value(found, _read_variable(sheet, name, slot, span))
    match sheet.around.meaning(name):
        case class_table.ConstantName(value, path, own_name):
            if _may_change(sheet, path, own_name):
                raise Refusal(f"`{name}` may change", span)
            return constant_value(sheet, value, path, span)
        case class_table.ClassName() | class_table.FunctionName() | class_table.ModuleName():
            raise Refusal(f"`{name}` as a value is not supported", span)
        case _:
            raise Refusal(f"`{name}` is not known", span)


def _read_variable(sheet: Sheet, name: str, slot: int, span: Span) -> ir.Expr:
    local = sheet.local(slot, span)
    if name not in sheet.flags:
        return local
    flag = sheet.local(sheet.flags[name], span)
    check = convert.throw_if(sheet, convert.negated(sheet, flag, span), "UnboundLocalError", span)
    return ir.Do((check,), local, sheet.site(span))


def _attribute(sheet: Sheet, expr: tree.Attribute) -> Value:
    around, table, span = sheet.around, sheet.around.table, expr.span
    path = around.module_named(expr.value)
    if path is not None:
        match table.modules[path].names.get(expr.name):
            case class_table.ConstantName(value, where, own_name):
                if _may_change(sheet, where, own_name):
                    raise Refusal(f"`{expr.name}` may change", span)
                return constant_value(sheet, value, where, span)
        raise Refusal(f"`{expr.name}` of another module is not known", span)
    outer = around.class_named(expr.value)
    if outer is not None:
        found = table.constant(outer, expr.name)
        if found is None or sheet.around.fields.owner(outer, expr.name) is not None:
            raise Refusal("attributes of classes are not supported", span)
        _check_constant(sheet, expr.name, span)
        return constant_value(sheet, found[1], found[0].path, span)
    receiver = value_of(sheet, expr.value)
    class_name, target = receiver_of(sheet, receiver, expr.name, expr.value.span, expr.name_span)
    match resolve.attribute_of(table, around.fields, class_name, expr.name):
        case resolve.FieldOf(owner):
            type_ = field_type(sheet, owner, expr.name, expr.name_span)
            return Value(type_, read_field(sheet, owner, expr.name, target, span))
        case class_table.FunctionInfo(kind=class_table.FunctionKind.GETTER) as getter:
            if not is_uniform(sheet.types, getter):
                raise Refusal(f"what replaces `{expr.name}` gives something else", span)
            result = sheet.types.result_type(getter)
            if isinstance(result, Kinds):
                raise not_supported(result, span)
            return Value(result, ir.Invoke(target, getter.ir_name, (), sheet.site(span)))
        case resolve.ConstantOf(value, where):
            _check_constant(sheet, expr.name, span)
            constant = constant_value(sheet, value, where, span)
            redefined = _redefined(sheet, class_name, expr.name)
            if convert.is_quiet(target) and sheet.around.is_self(expr.value) and not redefined:
                return constant
            slot = sheet.slot()
            keep = ir.Assign(slot, target, sheet.site(span))
            check = convert.throw_if(
                sheet, convert.is_null(sheet, sheet.local(slot, span), span), "AttributeError", span
            )
            for below in redefined:
                constant = _constant_below(sheet, below, expr.name, slot, constant, span)
            return Value(constant.type, ir.Do((keep, check), constant.expr, sheet.site(span)))
        case _:
            raise Refusal(f"`{expr.name}` as a value is not supported", expr.name_span)


def _may_change(sheet: Sheet, path: str, name: str) -> bool:
    """Say whether a name of a module may have another value than its text says."""
    sharing = sheet.around.table.sharing
    return (path, name) in sharing.in_modules or name in sharing.changed


def _check_constant(sheet: Sheet, name: str, span: Span) -> None:
    sharing = sheet.around.table.sharing
    if name in sharing.on_classes or name in sharing.changed:
        raise Refusal(f"`{name}` of a class may change", span)


def _redefined(sheet: Sheet, class_name: str, name: str) -> list[str]:
    """Give the classes below that replace a constant, parents first."""
    table = sheet.around.table
    return [b for b in table.below(class_name)[1:] if name in table.classes[b].constants]


def _constant_below(
    sheet: Sheet, class_name: str, name: str, slot: int, otherwise: Value, span: Span
) -> Value:
    """Take the constant of a class where the object in a slot is of it."""
    found = sheet.around.table.constant(class_name, name)
    assert found is not None
    own = constant_value(sheet, found[1], found[0].path, span)
    type_ = joined(sheet.types.table, own.type, otherwise.type)
    if isinstance(type_, Kinds):
        raise not_supported(type_, span)
    fits = ir.IsInstance(sheet.local(slot, span), class_name, sheet.site(span))
    first = convert.converted(sheet, own, type_, span)
    second = convert.converted(sheet, otherwise, type_, span)
    return Value(type_, ir.Choose(fits, first, second, sheet.site(span)))


def field_type(sheet: Sheet, owner: str, name: str, span: Span) -> ValueType:
    """Give the type of a field whose values have a meaning."""
    found = sheet.types.field_type(owner, name)
    if isinstance(found, Kinds):
        raise Refusal(f"`{owner}.{name}` holds {words(found)}, which are not supported", span)
    return found


def receiver_of(
    sheet: Sheet, receiver: Value, attribute: str, span: Span, name_span: Span
) -> tuple[str, ir.Expr]:
    """Give the class of a receiver that has the attribute, and the receiver.

    Where only a class below has it, an object of another class is an AttributeError.
    """
    table, fields = sheet.around.table, sheet.around.fields
    match receiver.type:
        case NullType():
            # It is null on every path that comes here, and then this is what happens.
            raise Refusal(f"`{attribute}` of `None` is always an AttributeError", span)
        case RefType(class_name) if class_name in table.classes:
            pass
        case RefType(class_name) if table.is_exception(class_name):
            raise Refusal("attributes of exceptions are not supported", name_span)
        case RefType():
            raise Refusal(f"nothing is known of the value whose `{attribute}` is used", span)
        case other:
            raise Refusal(f"`{attribute}` of {singular(other)} is not supported", name_span)
    if table.classes[class_name].is_exception:
        raise Refusal("attributes of exceptions are not supported", name_span)
    if resolve.attribute_of(table, fields, class_name, attribute) is not None:
        return class_name, receiver.expr
    if table.function(class_name, f"@{attribute}=") is not None:
        return class_name, receiver.expr
    below = resolve.class_with(table, fields, class_name, attribute)
    if below is None:
        raise Refusal(f"`{class_name}` has no attribute `{attribute}` that is known", name_span)
    slot = sheet.slot()
    keep = ir.Assign(slot, receiver.expr, sheet.site(span))
    fits = ir.IsInstance(sheet.local(slot, span), below, sheet.site(span))
    check = convert.throw_if(sheet, convert.negated(sheet, fits, span), "AttributeError", span)
    return below, ir.Do((keep, check), sheet.local(slot, span), sheet.site(span))


# --- Operators -------------------------------------------------------------------


def _unary(sheet: Sheet, expr: tree.UnaryOperation) -> Value:
    span = expr.span
    if expr.operator == "not":
        return Value(BOOL, convert.negated(sheet, condition_of(sheet, expr.operand), span))
    if expr.operator not in ("-", "+"):
        raise Refusal("operators on bits are not supported", span)
    number = convert.number_of(sheet, value_of(sheet, expr.operand), expr.operand.span)
    if expr.operator == "+":
        return Value(INT, number)
    if isinstance(number, ir.IntConstant):
        return Value(INT, ir.IntConstant(-number.value, number.site))
    return Value(INT, ir.Unary(ir.UnaryOperator.NEGATE, number, sheet.site(span)))


def _boolean(sheet: Sheet, expr: tree.BooleanOperation) -> Value:
    """`x or y` gives `x` itself where that counts as true."""
    span = expr.span
    lhs, rhs = value_of(sheet, expr.lhs), value_of(sheet, expr.rhs)
    if lhs.type == BOOL and rhs.type == BOOL:
        both = ir.And if expr.operator == "and" else ir.Or
        return Value(BOOL, both(lhs.expr, rhs.expr, sheet.site(span)))
    type_ = joined(sheet.types.table, lhs.type, rhs.type)
    if isinstance(type_, Kinds):
        raise not_supported(type_, span)
    if isinstance(lhs.type, NullType):
        chosen = lhs if expr.operator == "and" else rhs
        value = convert.converted(sheet, chosen, type_, span)
        if chosen is lhs:
            return Value(type_, value)
        return Value(type_, convert.effect_then(sheet, lhs.expr, value, span))
    slot = sheet.slot()
    keep = ir.Assign(slot, lhs.expr, sheet.site(span))
    kept = Value(lhs.type, sheet.local(slot, span))
    condition = convert.truth(sheet, Value(lhs.type, sheet.local(slot, span)), span)
    first = convert.converted(sheet, kept, type_, expr.lhs.span)
    second = convert.converted(sheet, rhs, type_, expr.rhs.span)
    if expr.operator == "and":
        first, second = second, first
    choice = ir.Choose(condition, first, second, sheet.site(span))
    return Value(type_, ir.Do((keep,), choice, sheet.site(span)))


def _conditional(
    sheet: Sheet,
    condition: tree.Expr,
    then_value: tree.Expr,
    else_value: tree.Expr,
    span: Span,
) -> Value:
    decided = condition_of(sheet, condition)
    first, second = value_of(sheet, then_value), value_of(sheet, else_value)
    type_ = joined(sheet.types.table, first.type, second.type)
    if isinstance(type_, Kinds):
        raise not_supported(type_, span)
    return Value(
        type_,
        ir.Choose(
            decided,
            convert.converted(sheet, first, type_, then_value.span),
            convert.converted(sheet, second, type_, else_value.span),
            sheet.site(span),
        ),
    )


def _named(sheet: Sheet, name: tree.Name, inner: tree.Expr, span: Span) -> Value:
    slot = sheet.slots.get(name.text)
    if slot is None or sheet.function is None:
        raise Refusal("an assignment inside an expression is not supported here", span)
    type_ = sheet.types.variable_type(sheet.function, name.text)
    value = convert.converted(sheet, value_of(sheet, inner), type_, inner.span)
    body: list[ir.Statement] = [ir.Assign(slot, value, sheet.site(span))]
    if name.text in sheet.flags:
        flag = sheet.flags[name.text]
        body.append(ir.Assign(flag, ir.BoolConstant(True, sheet.site(span)), sheet.site(span)))
    return Value(type_, ir.Do(tuple(body), sheet.local(slot, span), sheet.site(span)))
