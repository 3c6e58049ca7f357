"""Check an expression and give its IR, in one go, so that the two cannot disagree.

Place: frontends/tiny/lower/. `lower_function` starts here for every body. An expression is
wanted in one of three ways, and there is a function for each:

    returned    its value is the function's result      if c then 1 else 2  →  If, Return
    dropped     nobody looks at its value               { o.f := 1; … }     →  SetField
    value       someone needs it                        1 + (o.f := 1)      →  Do, SetField

A value comes as statements to run before and an expression to evaluate after them, so
that nested `let`s become one flat list. Whoever evaluates something else in between
must wrap the two into one `Do` first (`whole`).

Every level of the tree takes at most five Python frames. The functions write on the
sheet and on the inference; both belong to the caller.
"""

from __future__ import annotations

from heapwright.frontends.name_hints import did_you_mean
from heapwright.frontends.tiny.declare import check_codes
from heapwright.frontends.tiny.declare import class_table as tables
from heapwright.frontends.tiny.declare.check_types import (
    NEVER,
    NULL,
    UNKNOWN,
    CheckType,
    NoValue,
    OpenType,
    ValueType,
    is_reference,
    is_silent,
    shown_type,
)
from heapwright.frontends.tiny.lower import leaves, members
from heapwright.frontends.tiny.lower.builder import Scope, Sheet, visible
from heapwright.frontends.tiny.lower.operators import lower_binary, lower_negation
from heapwright.frontends.tiny.lower.typed import (
    NOTHING,
    Typed,
    Value,
    either,
    needed,
    stored,
    whole,
    without_value,
)
from heapwright.frontends.tiny.syntax import tree
from heapwright.ir.core import instructions as ir
from heapwright.ir.core.program import Role
from heapwright.ir.core.types import BOOL, INT
from heapwright.records import dataclass
from heapwright.text.span import Span

# --- As the function's result --------------------------------------------------


def returned(sheet: Sheet, scope: Scope | None, expr: tree.Expr) -> ir.Body:
    """Lower an expression whose value is the function's result."""
    match expr:
        case tree.Let():
            before, inner = _bound(sheet, scope, expr)
            return before + returned(sheet, inner, expr.body)
        case tree.Block(body=(*_, last)):
            before, inner = _leading(sheet, scope, expr.body[:-1])
            return before + returned(sheet, inner, last)
        case tree.If(else_branch=else_branch) if else_branch is not None:
            condition = _condition(sheet, scope, expr.condition)
            then_body = returned(sheet, scope, expr.then_branch)
            else_body = returned(sheet, scope, else_branch)
            site = sheet.site(expr.span)
            return (*condition.before, ir.If(condition.value, then_body, else_body, site))
        case tree.Try():
            body = returned(sheet, scope, expr.body)
            handler = ir.Handler(None, None, returned(sheet, scope, expr.handler))
            return (ir.Try(body, (handler,), (), sheet.site(expr.span)),)
        case tree.Throw():
            sheet.result_types.append(NEVER)
            return _throw(sheet, scope, expr)
        case _:
            return _return(sheet, expr.span, elaborate(sheet, scope, expr))


def _return(sheet: Sheet, span: Span, typed: Typed) -> ir.Body:
    """Return a value and check that it is what the function promises."""
    sheet.result_types.append(typed.type)
    if sheet.result is None and isinstance(typed.type, NoValue):
        return without_value(sheet, span, typed)
    value = needed(sheet, span, typed)
    if sheet.result is not None and not sheet.setting.inference.fits(value.type, sheet.result):
        wanted, found = shown_type(sheet.result), shown_type(value.type)
        message = f"the result must be {wanted}, this is {found}"
        sheet.report(check_codes.RESULT_TYPE, span, message)
    return (*value.before, ir.Return(value.value, sheet.site(span)))


# --- For what it does only -------------------------------------------------------


def dropped(sheet: Sheet, scope: Scope | None, expr: tree.Expr) -> ir.Body:
    """Lower an expression whose value nobody looks at."""
    match expr:
        case tree.Let():
            before, inner = _bound(sheet, scope, expr)
            return before + dropped(sheet, inner, expr.body)
        case tree.Block(body=(_, *_)):
            return _leading(sheet, scope, expr.body)[0]
        case tree.If():
            return _dropped_if(sheet, scope, expr)
        case tree.FieldAssign():
            target, value = _field_assignment(sheet, scope, expr)
            site = sheet.site(expr.span)
            name = expr.field_name.text
            return (*target.before, ir.SetField(target.value, name, value, site))
        case tree.VariableAssign():
            return _assigned(sheet, scope, expr)[0]
        case tree.Try():
            body = dropped(sheet, scope, expr.body)
            handler = ir.Handler(None, None, dropped(sheet, scope, expr.handler))
            return (ir.Try(body, (handler,), (), sheet.site(expr.span)),)
        case tree.Throw():
            return _throw(sheet, scope, expr)
        case _:
            n_sites = len(sheet.sites)
            typed = elaborate(sheet, scope, expr)
            statements = without_value(sheet, expr.span, typed)
            if not statements:
                sheet.forget_sites(n_sites)
            return statements


def _dropped_if(sheet: Sheet, scope: Scope | None, expr: tree.If) -> ir.Body:
    """Lower an `if` for its effects; the branches need not agree on a type."""
    n_sites = len(sheet.sites)
    condition = _condition(sheet, scope, expr.condition)
    then_body = dropped(sheet, scope, expr.then_branch)
    else_body = () if expr.else_branch is None else dropped(sheet, scope, expr.else_branch)
    if then_body or else_body:
        site = sheet.site(expr.span)
        return (*condition.before, ir.If(condition.value, then_body, else_body, site))
    statements = without_value(
        sheet, expr.span, Typed(condition.type, condition.before, condition.value)
    )
    if not statements:
        sheet.forget_sites(n_sites)
    return statements


# --- As a value ------------------------------------------------------------------


def value_of(sheet: Sheet, scope: Scope | None, expr: tree.Expr) -> Value:
    """Lower an expression whose value is needed; report if it has none."""
    return needed(sheet, expr.span, elaborate(sheet, scope, expr))


def elaborate(sheet: Sheet, scope: Scope | None, expr: tree.Expr) -> Typed:
    """Give type and IR of an expression; the type says if it has a value at all."""
    match expr:
        case tree.Variable():
            return leaves.read_variable(sheet, scope, expr)
        case tree.FieldAccess():
            target = value_of(sheet, scope, expr.target)
            if target.type == NEVER:
                return Typed(NEVER, target.before, target.value)
            field = members.field_of(sheet, target.type, expr.field_name)
            read = ir.GetField(target.value, expr.field_name.text, sheet.site(expr.span))
            return Typed(UNKNOWN if field is None else field.type, target.before, read)
        case tree.IntLiteral():
            return Typed(INT, (), ir.IntConstant(expr.value, sheet.site(expr.span)))
        case tree.BoolLiteral():
            return Typed(BOOL, (), ir.BoolConstant(expr.value, sheet.site(expr.span)))
        case tree.NullLiteral():
            return Typed(NULL, (), ir.NullConstant(sheet.site(expr.span)))
        case tree.This():
            return leaves.read_this(sheet, expr)
        case tree.Binary(lhs=lhs, rhs=rhs):
            left = value_of(sheet, scope, lhs)
            right = value_of(sheet, scope, rhs)
            right_value = whole(sheet, rhs.span, right)
            found, value = lower_binary(sheet, expr, left.type, left.value, right.type, right_value)
            return Typed(found, left.before, value)
        case tree.Unary():
            return _unary(sheet, scope, expr)
        case tree.Call():
            return _call(sheet, scope, expr)
        case tree.New():
            return leaves.construct(sheet, expr)
        case tree.Let():
            before, inner = _bound(sheet, scope, expr)
            typed = elaborate(sheet, inner, expr.body)
            return Typed(typed.type, before + typed.before, typed.value)
        case tree.Block(body=(*_, last)):
            before, inner = _leading(sheet, scope, expr.body[:-1])
            typed = elaborate(sheet, inner, last)
            return Typed(typed.type, before + typed.before, typed.value)
        case tree.If():
            return _if(sheet, scope, expr)
        case tree.FieldAssign():
            return _used_field_assignment(sheet, scope, expr)
        case tree.VariableAssign():
            before, variable = _assigned(sheet, scope, expr)
            if variable is None:
                return Typed(UNKNOWN, before, NOTHING)
            return Typed(variable.type, before, ir.Local(variable.slot, sheet.site(expr.span)))
        case tree.InstanceOf():
            return _instance_of(sheet, scope, expr)
        case tree.Symbol(text):
            site = sheet.site(expr.span)
            if text.startswith("X"):
                return Typed(INT, (), ir.Symbol(text, INT, site))
            symbol_class = sheet.setting.inference.written_class(text)
            return Typed(OpenType((text,)), (), ir.Symbol(text, symbol_class, site))
        case tree.Marker():
            return Typed(BOOL, (), ir.BoolConstant(False, sheet.site(expr.span)))
        case tree.SpecCall():
            return _spec_call(sheet, scope, expr)
        case tree.While():
            return _while(sheet, scope, expr)
        case tree.Try():
            return _try(sheet, scope, expr)
        case tree.Throw():
            return Typed(NEVER, _throw(sheet, scope, expr), NOTHING)
        case tree.Assert():
            return _assert(sheet, scope, expr)
        case tree.Missing() | tree.Block():
            sheet.spoil("its text has a syntax error")
            return Typed(UNKNOWN, (), NOTHING)


# --- Variables -------------------------------------------------------------------


def _bound(sheet: Sheet, scope: Scope | None, expr: tree.Let) -> tuple[ir.Body, Scope | None]:
    """Lower the value of a `let`; give the statements and what its body sees."""
    name = expr.name.text
    if id(expr) not in sheet.setting.used_lets:
        # Nobody asks for the slot, so none is needed.
        return dropped(sheet, scope, expr.value), Scope(name, -1, UNKNOWN, scope)
    return _declared(sheet, scope, expr.name, expr.span, elaborate(sheet, scope, expr.value))


def _declared(
    sheet: Sheet, scope: Scope | None, name: tree.Name, span: Span, typed: Typed
) -> tuple[ir.Body, Scope]:
    """Put a value into a fresh slot under a name."""
    if isinstance(typed.type, NoValue):
        statements = without_value(sheet, span, typed)
        return statements, Scope(name.text, -1, typed.type, scope)
    slot = sheet.slot(name.text)
    found = sheet.setting.inference.new_variable() if typed.type == NULL else typed.type
    assign = ir.Assign(slot, typed.value, sheet.site(span))
    return (*typed.before, assign), Scope(name.text, slot, found, scope)


def _leading(
    sheet: Sheet, scope: Scope | None, items: tuple[tree.Expr, ...]
) -> tuple[ir.Body, Scope | None]:
    """Lower the items of a block for their effects; give what the next one sees."""
    statements: list[ir.Statement] = []
    for item in items:
        match item:
            case tree.VariableAssign(name, value) if (
                sheet.setting.role is Role.TEST and visible(scope, name.text) is None
            ):
                typed = elaborate(sheet, scope, value)
                body, scope = _declared(sheet, scope, name, item.span, typed)
                statements += body
            case _:
                statements += dropped(sheet, scope, item)
    return tuple(statements), scope


@dataclass(frozen=True, slots=True)
class _Variable:
    """A variable that has a value."""

    slot: int
    type: ValueType


def _assigned(
    sheet: Sheet, scope: Scope | None, expr: tree.VariableAssign
) -> tuple[ir.Body, _Variable | None]:
    """Assign a visible variable; give the statements and the variable."""
    value = value_of(sheet, scope, expr.value)
    variable = visible(scope, expr.name.text)
    if variable is None:
        leaves.report_unknown_variable(sheet, scope, expr.name)
        return value.before, None
    if isinstance(variable.type, NoValue):
        message = f"`{expr.name.text}` has no value: {variable.type.why}"
        sheet.report(variable.type.code, expr.name.span, message)
        return value.before, None
    value = stored(sheet, value, variable.type, f"`{expr.name.text}`", expr.value.span)
    assign = ir.Assign(variable.slot, value.value, sheet.site(expr.span))
    return (*value.before, assign), _Variable(variable.slot, variable.type)


# --- Fields ----------------------------------------------------------------------


def _field_assignment(
    sheet: Sheet, scope: Scope | None, expr: tree.FieldAssign
) -> tuple[Value, ir.Expr]:
    """Lower target and value of a field assignment."""
    target = value_of(sheet, scope, expr.target)
    value = _value_for_field(sheet, scope, expr, target)
    return target, whole(sheet, expr.value.span, value)


def _value_for_field(
    sheet: Sheet, scope: Scope | None, expr: tree.FieldAssign, target: Value
) -> Value:
    """Lower the value of a field assignment and check that it fits."""
    field = None
    if target.type != NEVER:
        field = members.field_of(sheet, target.type, expr.field_name)
    value = value_of(sheet, scope, expr.value)
    if field is None:
        return value
    return stored(sheet, value, field.type, f"`{field.name}`", expr.value.span)


def _used_field_assignment(sheet: Sheet, scope: Scope | None, expr: tree.FieldAssign) -> Typed:
    """Lower a field assignment whose value is used; the value is evaluated once."""
    target = value_of(sheet, scope, expr.target)
    value = _value_for_field(sheet, scope, expr, target)
    name = expr.field_name.text
    span = expr.value.span
    match value.value:
        case ir.Local(slot):
            # Between reading the local and giving its value again there is only the
            # write to the field, so it is still the same.
            stored = whole(sheet, span, value)
        case _:
            slot = sheet.slot("")
            assign = ir.Assign(slot, value.value, sheet.site(span))
            local = ir.Local(slot, sheet.site(span))
            stored = ir.Do((*value.before, assign), local, sheet.site(span))
    write = ir.SetField(target.value, name, stored, sheet.site(expr.span))
    again = ir.Local(slot, sheet.site(expr.span))
    return Typed(value.type, (*target.before, write), again)


# --- Branches and loops ----------------------------------------------------------


def _condition(sheet: Sheet, scope: Scope | None, expr: tree.Expr) -> Value:
    """Lower a condition."""
    value = value_of(sheet, scope, expr)
    if value.type != BOOL and not is_silent(value.type):
        message = f"a condition must be a bool, this is {shown_type(value.type)}"
        sheet.report(check_codes.CONDITION_TYPE, expr.span, message)
    return value


def _if(sheet: Sheet, scope: Scope | None, expr: tree.If) -> Typed:
    """Lower an `if` whose value may be used."""
    if expr.else_branch is None:
        no_value = NoValue("an `if` without `else` has no value")
        return Typed(no_value, _dropped_if(sheet, scope, expr), NOTHING)
    condition = _condition(sheet, scope, expr.condition)
    then_typed = elaborate(sheet, scope, expr.then_branch)
    then_value = whole(sheet, expr.then_branch.span, then_typed)
    else_typed = elaborate(sheet, scope, expr.else_branch)
    else_value = whole(sheet, expr.else_branch.span, else_typed)
    found = either(sheet, then_typed.type, else_typed.type, "if")
    site = sheet.site(expr.span)
    return Typed(found, condition.before, ir.Choose(condition.value, then_value, else_value, site))


def _while(sheet: Sheet, scope: Scope | None, expr: tree.While) -> Typed:
    """Lower a loop."""
    condition = whole(sheet, expr.condition.span, _condition(sheet, scope, expr.condition))
    body = dropped(sheet, scope, expr.body)
    loop = ir.While(condition, body, sheet.site(expr.span))
    return Typed(NoValue("a `while` has no value"), (loop,), NOTHING)


def _try(sheet: Sheet, scope: Scope | None, expr: tree.Try) -> Typed:
    """Lower a `try` whose value may be used."""
    slot = sheet.slot("")
    types: list[CheckType] = []
    bodies: list[ir.Body] = []
    for part in (expr.body, expr.handler):
        typed = elaborate(sheet, scope, part)
        types.append(typed.type)
        if isinstance(typed.type, NoValue):
            bodies.append(without_value(sheet, part.span, typed))
        else:
            bodies.append((*typed.before, ir.Assign(slot, typed.value, sheet.site(part.span))))
    handler = ir.Handler(None, None, bodies[1])
    statement = ir.Try(bodies[0], (handler,), (), sheet.site(expr.span))
    found = either(sheet, types[0], types[1], "try")
    return Typed(found, (statement,), ir.Local(slot, sheet.site(expr.span)))


def _throw(sheet: Sheet, scope: Scope | None, expr: tree.Throw) -> ir.Body:
    """Lower a `throw`; without a value it throws a new `Error`."""
    sheet.has_throw = True
    if expr.value is None:
        new = ir.New(tables.ERROR_CLASS, sheet.site(expr.span))
        return (ir.Throw(new, sheet.site(expr.span)),)
    value = value_of(sheet, scope, expr.value)
    if not is_reference(value.type) and not is_silent(value.type):
        message = f"only an object can be thrown, this is {shown_type(value.type)}"
        sheet.report(check_codes.NOT_AN_OBJECT, expr.value.span, message)
    return (*value.before, ir.Throw(value.value, sheet.site(expr.span)))


def _assert(sheet: Sheet, scope: Scope | None, expr: tree.Assert) -> Typed:
    """Lower an `assert` to a branch that throws."""
    condition = _condition(sheet, scope, expr.condition)
    failed = ir.Unary(ir.UnaryOperator.NOT, condition.value, sheet.site(expr.condition.span))
    new = ir.New(tables.ASSERTION_FAILED, sheet.site(expr.span))
    throw = ir.Throw(new, sheet.site(expr.span))
    check = ir.If(failed, (throw,), (), sheet.site(expr.span))
    return Typed(NoValue("an `assert` has no value"), (*condition.before, check), NOTHING)


# --- Operators and objects -------------------------------------------------------


def _unary(sheet: Sheet, scope: Scope | None, expr: tree.Unary) -> Typed:
    """Lower `-` or `~`."""
    match expr:
        case tree.Unary("-", tree.IntLiteral(number)):
            return Typed(INT, (), ir.IntConstant(-number, sheet.site(expr.span)))
        case _:
            operand = value_of(sheet, scope, expr.operand)
            found, value = lower_negation(sheet, expr, operand.type, operand.value)
            return Typed(found, operand.before, value)


def _instance_of(sheet: Sheet, scope: Scope | None, expr: tree.InstanceOf) -> Typed:
    """Lower `instanceof`."""
    operand = value_of(sheet, scope, expr.target)
    if not is_reference(operand.type) and not is_silent(operand.type):
        message = f"only an object can be an instance of a class, this is {_shown(operand)}"
        sheet.report(check_codes.NOT_AN_OBJECT, expr.target.span, message)
    name = expr.class_name
    leaves.is_class(sheet, name)
    value = ir.IsInstance(operand.value, name.text, sheet.site(expr.span))
    return Typed(BOOL, operand.before, value)


# --- Calls -----------------------------------------------------------------------


def _call(sheet: Sheet, scope: Scope | None, expr: tree.Call) -> Typed:
    """Lower a call of a method."""
    match expr.target:
        case tree.Variable(name) if (
            visible(scope, name.text) is None and name.text in sheet.setting.table.classes
        ):
            return _static_call(sheet, scope, expr, name.text)
        case _:
            pass
    receiver = value_of(sheet, scope, expr.target)
    if receiver.type == NEVER:
        return Typed(NEVER, receiver.before, receiver.value)
    method = members.method_of(sheet, receiver.type, expr.method)
    values = _arguments(sheet, scope, expr.arguments, expr.method, _parameters(method))
    if method is None:
        return Typed(UNKNOWN, (), NOTHING)
    arguments = [value.value for value in values]
    site = sheet.site(expr.span)
    call: ir.Expr = ir.Invoke(receiver.value, expr.method.text, tuple(arguments), site)
    if method.is_invariant:
        sheet.asked.append((method.qualified_name, expr.span))
    return Typed(method.result, receiver.before, call)


def _static_call(sheet: Sheet, scope: Scope | None, expr: tree.Call, class_name: str) -> Typed:
    """Lower a call of a static method."""
    method = members.static_method_of(sheet, class_name, expr.method)
    values = _arguments(sheet, scope, expr.arguments, expr.method, _parameters(method))
    if method is None:
        return Typed(UNKNOWN, (), NOTHING)
    return _exact_call(sheet, expr.span, method.qualified_name, method.result, values)


def _exact_call(
    sheet: Sheet, span: Span, function: str, result: CheckType, arguments: list[Value]
) -> Typed:
    """Call one known function."""
    values = tuple([argument.value for argument in arguments])
    return Typed(result, (), ir.InvokeExact(function, values, sheet.site(span)))


def _spec_call(sheet: Sheet, scope: Scope | None, expr: tree.SpecCall) -> Typed:
    """Lower a question to a spec."""
    name = expr.name
    spec = sheet.setting.table.specs.get(name.text)
    if spec is None and name.text:
        owner = sheet.setting.owner
        hint = did_you_mean(name.text, sheet.setting.table.specs)
        if owner is not None and sheet.setting.table.method(owner, name.text):
            hint = f"; did you mean `this.{name.text}(…)`?"
        message = f"there is no spec `{name.text}`{hint}"
        sheet.report(check_codes.UNKNOWN_SPEC, name.span, message)
    elif not sheet.setting.may_ask:
        message = f"`{name.text}` is a spec: only specs, invariants and tests can ask it"
        sheet.report(check_codes.SPEC_CALL_OUTSIDE, name.span, message)
    parameters = None if spec is None else spec.parameters
    values = _arguments(sheet, scope, expr.arguments, name, parameters)
    if spec is None:
        sheet.spoil("its text has a syntax error")
        return Typed(UNKNOWN, (), NOTHING)
    sheet.asked.append((spec.name, expr.span))
    return _exact_call(sheet, expr.span, spec.name, BOOL, values)


def _parameters(method: tables.MethodInfo | None) -> tuple[tables.ParameterInfo, ...] | None:
    """Give the parameters of a method if it is known."""
    return None if method is None else method.parameters


def _arguments(
    sheet: Sheet,
    scope: Scope | None,
    arguments: tuple[tree.Expr, ...],
    callee: tree.Name,
    parameters: tuple[tables.ParameterInfo, ...] | None,
) -> list[Value]:
    """Lower arguments, each as one expression; check that they fit what is known."""
    values = []
    if parameters is not None and len(parameters) != len(arguments):
        wanted = "1 argument" if len(parameters) == 1 else f"{len(parameters)} arguments"
        message = f"`{callee.text}` takes {wanted}, here it gets {len(arguments)}"
        sheet.report(check_codes.ARGUMENT_COUNT, callee.span, message)
        parameters = None
    for i, argument in enumerate(arguments):
        value = value_of(sheet, scope, argument)
        values.append(Value(value.type, (), whole(sheet, argument.span, value)))
        if parameters is None:
            continue
        wanted_type = parameters[i].type
        if not sheet.setting.inference.fits(value.type, wanted_type):
            message = (
                f"`{parameters[i].name}` of `{callee.text}` is {shown_type(wanted_type)}, "
                f"this is {_shown(value)}"
            )
            sheet.report(check_codes.ARGUMENT_TYPE, argument.span, message)
    return values


def _shown(value: Value) -> str:
    """Name the type of a value for a message."""
    return shown_type(value.type)
