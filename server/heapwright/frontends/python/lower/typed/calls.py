"""Calls to IR: constructions, functions, methods, `super()`, a few built-in functions.

Place: frontends/python/lower/typed/. `typed.expressions` calls `call_value`.
"""

from __future__ import annotations

from collections.abc import Sequence

from heapwright.frontends.python.declare.constructions import needs_construction
from heapwright.frontends.python.lower.common import convert
from heapwright.frontends.python.lower.common.builder import Refusal, Sheet, Value, not_supported
from heapwright.frontends.python.lower.typed import expressions
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.table import resolve
from heapwright.frontends.python.table.class_table import CONSTRUCTION, FunctionInfo, FunctionKind
from heapwright.frontends.python.table.endings import gives_nothing
from heapwright.frontends.python.types.overriding import is_uniform
from heapwright.ir.core import instructions as ir
from heapwright.ir.core.kinds import Kinds
from heapwright.ir.core.types import BOOL, INT, NULL, BoolType, IntType, NullType, RefType
from heapwright.text.span import Span


def call_value(sheet: Sheet, expr: tree.Call) -> Value:
    """Lower a call."""
    span = expr.span

    # The receiver is lowered once, when its class is asked for.
    receivers: list[Value] = []

    def class_of(receiver: tree.Expr) -> str | None:
        receivers.append(expressions.value_of(sheet, receiver))
        found = receivers[0].type
        return found.class_name if isinstance(found, RefType) else None

    match resolve.callee_of(sheet.around, expr, class_of):
        case resolve.Construction(class_name, initialiser):
            return _construction(sheet, expr, class_name, initialiser)
        case resolve.ExactCall(function, receiver, arguments):
            if receivers and not convert.is_quiet(receivers[0].expr):
                raise Refusal("this receiver of a static method is not supported", span)
            return _exact_call(sheet, expr, function, receiver, arguments)
        case resolve.MethodCall(function, receiver):
            return _method_call(sheet, expr, function, receiver, receivers[0])
        case resolve.BuiltInCall(name):
            return _built_in(sheet, expr, name)
        case resolve.RootInitialiser():
            if expr.arguments:
                raise Refusal("arguments for an unknown initialiser are not supported", span)
            return convert.none_value(sheet, span)
        case resolve.UnknownCall(what):
            raise Refusal(what, expr.function.span)


def _result(sheet: Sheet, function: FunctionInfo, call: ir.Expr, span: Span) -> Value:
    """Give the value of a call; one without a result gives `None`."""
    if not is_uniform(sheet.types, function):
        raise Refusal(f"what replaces `{function.name}` takes or gives something else", span)
    if gives_nothing(sheet.types.table, function):
        null = ir.NullConstant(sheet.site(span))
        body = (ir.Evaluate(call, sheet.site(span)),)
        return Value(NULL, ir.Do(body, null, sheet.site(span)))
    type_ = sheet.types.result_type(function)
    if isinstance(type_, Kinds):
        raise not_supported(type_, span)
    return Value(type_, call)


def _arguments(
    sheet: Sheet,
    function: FunctionInfo,
    arguments: Sequence[tree.Argument],
    span: Span,
) -> tuple[list[ir.Statement], list[ir.Expr]]:
    """Lower arguments in the order of the parameters; statements keep the order of the text."""
    bound = resolve.bind(function.parameters, arguments)
    if isinstance(bound, str):
        raise Refusal(bound, span)
    given = [one for one in bound if one.position is not None]
    in_text_order = sorted(given, key=lambda one: one.position or 0)
    needs_slots = in_text_order != given
    before: list[ir.Statement] = []
    values: dict[str, ir.Expr] = {}
    for one in in_text_order:
        name = one.parameter.name.text
        type_ = sheet.types.variable_type(function, name)
        value = expressions.value_of(sheet, one.value)
        expr = convert.converted(sheet, value, type_, one.value.span)
        if needs_slots:
            slot = sheet.slot()
            before.append(ir.Assign(slot, expr, sheet.site(one.value.span)))
            expr = sheet.local(slot, one.value.span)
        values[name] = expr
    for one in bound:
        if one.position is None:
            name = one.parameter.name.text
            type_ = sheet.types.variable_type(function, name)
            default = expressions.constant_value(sheet, one.value, function.path, span)
            values[name] = convert.converted(sheet, default, type_, span)
    return before, [values[parameter.name.text] for parameter in function.parameters]


def _with(sheet: Sheet, before: list[ir.Statement], value: Value, span: Span) -> Value:
    if not before:
        return value
    return Value(value.type, ir.Do(tuple(before), value.expr, sheet.site(span)))


def _construction(
    sheet: Sheet, expr: tree.Call, class_name: str, initialiser: FunctionInfo | None
) -> Value:
    span = expr.span
    table = sheet.types.table
    if table.is_exception(class_name):
        if table.reads_exceptions:
            raise Refusal("an exception that somebody may look into", span)
        before: list[ir.Statement] = []
        for argument in expr.arguments:
            before += expressions.effects_of(sheet, argument.value)
        made = Value(RefType(class_name), ir.New(class_name, sheet.site(span)))
        return _with(sheet, before, made, span)
    info = table.classes.get(class_name)
    if info is None:
        raise Refusal(f"making a `{class_name}` is not supported", span)
    if info.obstacle is not None:
        raise Refusal(f"`{class_name}` is not supported: {info.obstacle.what}", span)
    if info.is_abstract:
        raise Refusal(f"`{class_name}` is abstract", span)
    if initialiser is None:
        if expr.arguments:
            raise Refusal(f"`{class_name}` takes no arguments", span)
        if not needs_construction(table, sheet.around.fields, class_name):
            return Value(RefType(class_name), ir.New(class_name, sheet.site(span)))
        call: ir.Expr = ir.InvokeExact(f"{class_name}.{CONSTRUCTION}", (), sheet.site(span))
        return Value(RefType(class_name), call)
    before, values = _arguments(sheet, initialiser, expr.arguments, span)
    name = f"{class_name}.{CONSTRUCTION}"
    call = ir.InvokeExact(name, tuple(values), sheet.site(span))
    return _with(sheet, before, Value(RefType(class_name), call), span)


def _exact_call(
    sheet: Sheet,
    expr: tree.Call,
    function: FunctionInfo,
    receiver: tree.Expr | None,
    arguments: tuple[tree.Argument, ...],
) -> Value:
    span = expr.span
    if function.kind is FunctionKind.SPEC and (
        sheet.function is None
        or sheet.function.kind not in (FunctionKind.SPEC, FunctionKind.INVARIANT)
    ):
        raise Refusal(f"`{function.name}` is a spec: only specs and invariants can ask it", span)
    values: list[ir.Expr] = []
    if receiver is not None:
        value = expressions.value_of(sheet, receiver)
        if not isinstance(value.type, RefType):
            raise Refusal("this receiver is not supported", receiver.span)
        if not sheet.around.is_self(receiver):
            raise Refusal("calls of a method through its class are not supported", span)
        assert function.owner is not None
        values.append(convert.converted(sheet, value, RefType(function.owner), receiver.span))
    before, given = _arguments(sheet, function, arguments, span)
    call = ir.InvokeExact(function.qualified_name, (*values, *given), sheet.site(span))
    return _with(sheet, before, _result(sheet, function, call, span), span)


def _method_call(
    sheet: Sheet, expr: tree.Call, function: FunctionInfo, receiver: tree.Expr, value: Value
) -> Value:
    span = expr.span
    assert isinstance(expr.function, tree.Attribute)
    if function.kind is FunctionKind.INVARIANT and (
        sheet.function is None
        or sheet.function.kind not in (FunctionKind.SPEC, FunctionKind.INVARIANT)
    ):
        raise Refusal(
            f"`{function.name}` is an invariant: only specs and invariants can ask it", span
        )
    _, target = expressions.receiver_of(
        sheet, value, function.ir_name, receiver.span, expr.function.name_span
    )
    before, given = _arguments(sheet, function, expr.arguments, span)
    is_there = sheet.around.is_self(receiver)
    if before or not (is_there or all(convert.is_quiet(argument) for argument in given)):
        # Python looks the method up, and fails on None, before it evaluates arguments.
        slot = sheet.slot()
        first: list[ir.Statement] = [ir.Assign(slot, target, sheet.site(span))]
        if not is_there:
            null = convert.is_null(sheet, sheet.local(slot, span), span)
            first.append(convert.throw_if(sheet, null, "AttributeError", span))
        before = [*first, *before]
        target = sheet.local(slot, span)
    call = ir.Invoke(target, function.ir_name, tuple(given), sheet.site(span))
    return _with(sheet, before, _result(sheet, function, call, span), span)


# --- Calls by syntax ---------------------------------------------------------------


def item_value(
    sheet: Sheet, receiver: tree.Expr, method: str, arguments: tuple[tree.Expr, ...], span: Span
) -> Value:
    """Lower `x[i]`."""
    container = expressions.value_of(sheet, receiver)
    slot = sheet.slot()
    keep = ir.Assign(slot, container.expr, sheet.site(span))
    values = [(expressions.value_of(sheet, a), a.span) for a in arguments]
    kept: list[ir.Statement] = [keep]
    given: list[tuple[Value, Span]] = []
    for value, place in values:
        argument_slot = sheet.slot()
        kept.append(ir.Assign(argument_slot, value.expr, sheet.site(place)))
        given.append((Value(value.type, sheet.local(argument_slot, place)), place))
    target = Value(container.type, sheet.local(slot, span))
    return _with(sheet, kept, invoked_item(sheet, target, method, given, span), span)


def invoked_item(
    sheet: Sheet,
    receiver: Value,
    method: str,
    arguments: Sequence[tuple[Value, Span]],
    span: Span,
) -> Value:
    """Call a method that syntax stands for; on `None` that is a TypeError.

    The receiver and the arguments are slots, so that testing the receiver late is right.
    """
    if isinstance(receiver.type, Kinds):
        raise not_supported(receiver.type, span)
    if not isinstance(receiver.type, RefType):
        raise Refusal("this operation on such a value is not supported", span)
    function = sheet.types.table.function(receiver.type.class_name, method)
    if function is None:
        raise Refusal(f"`{receiver.type.class_name}` has no `{method}` that is known", span)
    given = [
        convert.converted(
            sheet, value, sheet.types.variable_type(function, parameter.name.text), place
        )
        for parameter, (value, place) in zip(function.parameters, arguments, strict=False)
    ]
    if len(function.parameters) != len(arguments):
        raise Refusal(f"`{method}` takes another number of arguments", span)
    check = convert.throw_if(sheet, convert.is_null(sheet, receiver.expr, span), "TypeError", span)
    again = receiver.expr
    if isinstance(again, ir.Local):
        again = sheet.local(again.slot, span)
    call = ir.Invoke(again, method, tuple(given), sheet.site(span))
    result = _result(sheet, function, call, span)
    return Value(result.type, ir.Do((check,), result.expr, sheet.site(span)))


# --- Built-in functions ------------------------------------------------------------


def _built_in(sheet: Sheet, expr: tree.Call, name: str) -> Value:
    span = expr.span
    if any(argument.name is not None for argument in expr.arguments) and name != "print":
        raise Refusal(f"named arguments of `{name}` are not supported", span)
    match name, [argument.value for argument in expr.arguments]:
        case "print", _ if any(argument.name == "file" for argument in expr.arguments):
            raise Refusal("printing into something needs a run to tell what it does", span)
        case "print", printed:
            before: list[ir.Statement] = []
            for one in printed:
                before += expressions.effects_of(sheet, one)
            return _with(sheet, before, convert.none_value(sheet, span), span)
        case "len", [operand]:
            return _length(sheet, operand, span)
        case "bool", [operand]:
            return Value(BOOL, expressions.condition_of(sheet, operand))
        case "int", [operand]:
            value = expressions.value_of(sheet, operand)
            if not isinstance(value.type, IntType | BoolType):
                raise Refusal("`int` of such a value is not supported", span)
            return Value(INT, convert.number_of(sheet, value, operand.span))
        case "abs", [operand]:
            return _absolute(sheet, operand, span)
        case "min" | "max", [first, second, *others]:
            return _extreme(sheet, name, [first, second, *others], span)
        case "isinstance", [operand, classes]:
            return _is_instance(sheet, operand, classes, span)
        case _:
            raise Refusal(f"calls of `{name}` like this are not supported", span)


def _length(sheet: Sheet, operand: tree.Expr, span: Span) -> Value:
    value = expressions.value_of(sheet, operand)
    slot = sheet.slot()
    keep = ir.Assign(slot, value.expr, sheet.site(span))
    target = Value(value.type, sheet.local(slot, span))
    asked = invoked_item(sheet, target, "__len__", (), span)
    if asked.type != INT:
        raise Refusal("`__len__` that gives another kind of value is not supported", span)
    length = convert.checked_length(sheet, asked.expr, span)
    return Value(INT, ir.Do((keep,), length, sheet.site(span)))


def _absolute(sheet: Sheet, operand: tree.Expr, span: Span) -> Value:
    slot = sheet.slot()
    number = convert.number_of(sheet, expressions.value_of(sheet, operand), operand.span)
    keep = ir.Assign(slot, number, sheet.site(span))
    zero = ir.IntConstant(0, sheet.site(span))
    below = ir.Binary(ir.BinaryOperator.LESS, sheet.local(slot, span), zero, sheet.site(span))
    negative = ir.Unary(ir.UnaryOperator.NEGATE, sheet.local(slot, span), sheet.site(span))
    choice = ir.Choose(below, negative, sheet.local(slot, span), sheet.site(span))
    return Value(INT, ir.Do((keep,), choice, sheet.site(span)))


def _extreme(sheet: Sheet, name: str, operands: list[tree.Expr], span: Span) -> Value:
    """`min` and `max` evaluate all their arguments before they compare any."""
    slots: list[int] = []
    body: list[ir.Statement] = []
    for operand in operands:
        value = expressions.value_of(sheet, operand)
        if not isinstance(value.type, IntType):
            raise Refusal(f"`{name}` of such values is not supported", operand.span)
        slots.append(sheet.slot())
        body.append(ir.Assign(slots[-1], value.expr, sheet.site(operand.span)))
    best = slots[0]
    for slot in slots[1:]:
        lower, upper = (slot, best) if name == "min" else (best, slot)
        is_better = ir.Binary(
            ir.BinaryOperator.LESS,
            sheet.local(lower, span),
            sheet.local(upper, span),
            sheet.site(span),
        )
        take = ir.Assign(best, sheet.local(slot, span), sheet.site(span))
        body.append(ir.If(is_better, (take,), (), sheet.site(span)))
    return Value(INT, ir.Do(tuple(body), sheet.local(best, span), sheet.site(span)))


def _is_instance(sheet: Sheet, operand: tree.Expr, classes: tree.Expr, span: Span) -> Value:
    value = expressions.value_of(sheet, operand)
    items = classes.items if isinstance(classes, tree.TupleExpr) else (classes,)
    names: list[str] = []
    asks_for_int = False
    for item in items:
        if (
            isinstance(item, tree.Name)
            and item.text == "int"
            and sheet.around.meaning("int") is None
        ):
            asks_for_int = True
            continue
        class_name = sheet.around.class_named(item)
        if class_name is None:
            raise Refusal("`isinstance` with such a class is not supported", item.span)
        names += [class_name, *sheet.types.table.others.get(class_name, ())]
    slot = sheet.slot()
    keep = ir.Assign(slot, value.expr, sheet.site(span))
    match value.type:
        case IntType() | BoolType() | NullType():
            is_int = asks_for_int and not isinstance(value.type, NullType)
            whole: ir.Expr = ir.BoolConstant(is_int, sheet.site(span))
        case RefType(class_name) if class_name == "object":
            raise Refusal("`isinstance` of a value of unknown type is not supported", span)
        case RefType():
            whole = ir.BoolConstant(False, sheet.site(span))
            for index, name in enumerate(names):
                test = ir.IsInstance(sheet.local(slot, span), name, sheet.site(span))
                whole = test if index == 0 else ir.Or(whole, test, sheet.site(span))
        case Kinds() as kinds:
            raise not_supported(kinds, span)
    return Value(BOOL, ir.Do((keep,), whole, sheet.site(span)))
