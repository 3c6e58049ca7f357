"""Statements to IR.

Place: frontends/python/lower/typed/. `program.functions` calls `block_of` for a whole body.
"""

from __future__ import annotations

from heapwright.frontends.python.lower.common import control, convert
from heapwright.frontends.python.lower.common.builder import Refusal, Sheet, Value, not_supported
from heapwright.frontends.python.lower.common.missing import read_field, write_field
from heapwright.frontends.python.lower.common.unread import import_may_fail
from heapwright.frontends.python.lower.typed import expressions
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.table.class_table import FunctionKind
from heapwright.frontends.python.table.endings import gives_nothing
from heapwright.frontends.python.table.resolve import FieldOf, attribute_of
from heapwright.frontends.python.types.overriding import is_uniform
from heapwright.ir.core import instructions as ir
from heapwright.ir.core.kinds import Kinds
from heapwright.ir.core.types import INT, NULL, RefType
from heapwright.ir.core.walk import walk
from heapwright.text.span import Span


def block_of(sheet: Sheet, body: tree.Block) -> list[ir.Statement]:
    """Lower statements; what stands behind a `return` or the like is never reached."""
    return control.lowered_block(_statement, sheet, body)


def _statement(sheet: Sheet, statement: tree.Statement) -> list[ir.Statement]:
    span = statement.span
    match statement:
        case tree.Pass():
            return []
        case tree.ExprStatement(value):
            return expressions.effects_of(sheet, value)
        case tree.Assignment(targets, _, value):
            return [] if value is None else _assignment(sheet, targets, value, span)
        case tree.AugmentedAssignment():
            return _augmented(sheet, statement)
        case tree.If(condition, then_body, else_body):
            decided = expressions.condition_of(sheet, condition)
            first, second = block_of(sheet, then_body), block_of(sheet, else_body)
            return [ir.If(decided, tuple(first), tuple(second), sheet.site(condition.span))]
        case tree.While():
            return _while(sheet, statement)
        case tree.For():
            return _for(sheet, statement)
        case tree.Break():
            return control.left_loop(sheet, span)
        case tree.Continue():
            return control.next_round(sheet, span)
        case tree.Return(value):
            return _return(sheet, value, span)
        case tree.Raise():
            return _raise(sheet, statement)
        case tree.Assert(condition, message):
            decided = convert.negated(
                sheet, expressions.condition_of(sheet, condition), condition.span
            )
            before = [] if message is None else expressions.effects_of(sheet, message)
            thrown = ir.Throw(ir.New("AssertionError", sheet.site(span)), sheet.site(span))
            return [ir.If(decided, (*before, thrown), (), sheet.site(condition.span))]
        case tree.Try():
            return control.tried(block_of, _handler, sheet, statement)
        case tree.FunctionDef() | tree.ClassDef():
            raise Refusal("nested functions and classes are not supported", statement.name.span)
        case tree.Import(names=names):
            if any(one.bound in sheet.slots for one in names):
                raise Refusal("a name is imported and assigned, too", span)
            if any(import_may_fail(statement, sheet.around.meaning(one.bound)) for one in names):
                raise Refusal("an import that may fail needs a run to tell what it does", span)
            return []
        case _:
            raise Refusal("such statements need a run to tell what they do", span)


# --- Assignments -----------------------------------------------------------------


def _assignment(
    sheet: Sheet, targets: tuple[tree.Expr, ...], value: tree.Expr, span: Span
) -> list[ir.Statement]:
    if len(targets) == 1 and not isinstance(targets[0], tree.TupleExpr):
        return _assign(sheet, targets[0], expressions.value_of(sheet, value), value.span)
    if any(isinstance(target, tree.TupleExpr) for target in targets):
        return _parallel(sheet, targets, value, span)
    statements: list[ir.Statement] = []
    first = expressions.value_of(sheet, value)
    slot = sheet.slot()
    statements.append(ir.Assign(slot, first.expr, sheet.site(value.span)))
    for target in targets:
        kept = Value(first.type, sheet.local(slot, value.span))
        statements += _assign(sheet, target, kept, value.span)
    return statements


def _parallel(
    sheet: Sheet, targets: tuple[tree.Expr, ...], value: tree.Expr, span: Span
) -> list[ir.Statement]:
    """`a, b = b, a`: all values first, then the targets from left to right."""
    if not isinstance(value, tree.TupleExpr):
        raise Refusal("unpacking of such values is not supported", value.span)
    statements: list[ir.Statement] = []
    kept: list[tuple[Value, int]] = []
    for item in value.items:
        single = expressions.value_of(sheet, item)
        slot = sheet.slot()
        statements.append(ir.Assign(slot, single.expr, sheet.site(item.span)))
        kept.append((single, slot))
    for target in targets:
        if not isinstance(target, tree.TupleExpr) or len(target.items) != len(kept):
            raise Refusal("unpacking into another number of targets is not supported", target.span)
        for inner, (single, slot) in zip(target.items, kept, strict=True):
            if isinstance(inner, tree.TupleExpr):
                raise Refusal("nested targets are not supported", inner.span)
            read = Value(single.type, sheet.local(slot, inner.span))
            statements += _assign(sheet, inner, read, inner.span)
    return statements


def _assign(sheet: Sheet, target: tree.Expr, value: Value, span: Span) -> list[ir.Statement]:
    match target:
        case tree.Name(name):
            return _assign_variable(sheet, target, name, value, span)
        case tree.Attribute():
            return _assign_attribute(sheet, target, value, span)
        case tree.Subscript(receiver, index):
            return _assign_item(sheet, receiver, index, value, target.span)
        case _:
            raise Refusal("assignments to such targets are not supported", target.span)


def _assign_variable(
    sheet: Sheet, target: tree.Expr, name: str, value: Value, span: Span
) -> list[ir.Statement]:
    slot = sheet.slots.get(name)
    if slot is None or sheet.function is None:
        raise Refusal(f"`{name}` cannot be assigned here", target.span)
    wanted = sheet.types.variable_type(sheet.function, name)
    if isinstance(wanted, Kinds):
        raise not_supported(wanted, span)
    statements: list[ir.Statement] = [
        ir.Assign(slot, convert.converted(sheet, value, wanted, span), sheet.site(target.span))
    ]
    statements += _set_flag(sheet, name, target.span, is_set=True)
    return statements


def _set_flag(sheet: Sheet, name: str, span: Span, *, is_set: bool) -> list[ir.Statement]:
    """Note that a variable that may be missing now has a value, or no longer."""
    flag = sheet.flags.get(name)
    if flag is None:
        return []
    return [ir.Assign(flag, ir.BoolConstant(is_set, sheet.site(span)), sheet.site(span))]


def _assign_attribute(
    sheet: Sheet, target: tree.Attribute, value: Value, span: Span
) -> list[ir.Statement]:
    """Python evaluates the value, then the target, then stores."""
    if sheet.around.class_named(target.value) is not None:
        raise Refusal("assignments to attributes of classes are not supported", target.span)
    if sheet.around.module_named(target.value) is not None:
        raise Refusal("assignments to other modules are not supported", target.span)
    before: list[ir.Statement] = []
    is_simple_target = isinstance(target.value, tree.Name)
    if not convert.is_quiet(value.expr) and not (is_simple_target and not _assigns(value.expr)):
        slot = sheet.slot()
        before.append(ir.Assign(slot, value.expr, sheet.site(span)))
        value = Value(value.type, sheet.local(slot, span))
    receiver = expressions.value_of(sheet, target.value)
    class_name, owner = expressions.receiver_of(
        sheet, receiver, target.name, target.value.span, target.name_span
    )
    table, fields = sheet.around.table, sheet.around.fields
    setter = table.function(class_name, f"@{target.name}=")
    if setter is not None:
        if len(setter.parameters) != 1:
            raise Refusal("a setter takes one value", target.span)
        if not is_uniform(sheet.types, setter):
            raise Refusal(f"what replaces `{target.name}` takes something else", span)
        wanted = sheet.types.variable_type(setter, setter.parameters[0].name.text)
        given = convert.converted(sheet, value, wanted, span)
        call = ir.Invoke(owner, setter.ir_name, (given,), sheet.site(target.span))
        return [*before, ir.Evaluate(call, sheet.site(target.span))]
    found = attribute_of(table, fields, class_name, target.name)
    if not isinstance(found, FieldOf):
        raise Refusal(
            f"`{target.name}` of `{class_name}` cannot be assigned here", target.name_span
        )
    if _is_frozen(sheet, class_name, target.span):
        if table.classes[class_name].beneath:
            raise Refusal("fields of a named tuple cannot be assigned", target.span)
        return [*before, *_refused(sheet, value, owner, target.span)]
    wanted = expressions.field_type(sheet, found.owner, target.name, target.name_span)
    stored = convert.converted(sheet, value, wanted, span)
    written = write_field(sheet, found.owner, target.name, owner, stored, target.span)
    return [*before, *written]


def _is_frozen(sheet: Sheet, class_name: str, span: Span) -> bool:
    """Say whether objects of the class refuse assignments; its own `__init__` may assign."""
    if sheet.function is not None and sheet.function.is_generated:
        return False
    table = sheet.around.table
    frozen = [table.classes[below].is_frozen for below in table.below(class_name)]
    if any(frozen) and not all(frozen):
        raise Refusal("some of these objects are frozen and some are not", span)
    return any(frozen)


def _refused(sheet: Sheet, value: Value, owner: ir.Expr, span: Span) -> list[ir.Statement]:
    """Assign to a frozen object: evaluate both sides, then raise."""
    slot = sheet.slot()
    null = convert.is_null(sheet, sheet.local(slot, span), span)
    thrown = ir.New("FrozenInstanceError", sheet.site(span))
    return [
        *([] if convert.is_quiet(value.expr) else [ir.Evaluate(value.expr, sheet.site(span))]),
        ir.Assign(slot, owner, sheet.site(span)),
        convert.throw_if(sheet, null, "AttributeError", span),
        ir.Throw(thrown, sheet.site(span)),
    ]


def _assigns(expr: ir.Expr) -> bool:
    """Say whether evaluating an expression may give a variable of the text a new value."""
    return any(isinstance(node, ir.Assign) for node in walk((expr,)))


def _assign_item(
    sheet: Sheet, receiver: tree.Expr, index: tree.Expr, value: Value, span: Span
) -> list[ir.Statement]:
    """`x[i] = v`: the value, then `x`, then `i`."""
    slots = [sheet.slot() for _ in range(3)]
    statements: list[ir.Statement] = [ir.Assign(slots[0], value.expr, sheet.site(span))]
    container = expressions.value_of(sheet, receiver)
    statements.append(ir.Assign(slots[1], container.expr, sheet.site(span)))
    position = expressions.value_of(sheet, index)
    statements.append(ir.Assign(slots[2], position.expr, sheet.site(span)))
    match container.type:
        case RefType(class_name):
            function = sheet.types.table.function(class_name, "__setitem__")
        case Kinds() as kinds:
            raise not_supported(kinds, span)
        case _:
            function = None
    if function is None or len(function.parameters) != 2 or not is_uniform(sheet.types, function):
        raise Refusal("assignments to items of such values are not supported", span)
    given = [
        convert.converted(
            sheet,
            Value(single.type, sheet.local(slot, span)),
            sheet.types.variable_type(function, parameter.name.text),
            span,
        )
        for parameter, single, slot in zip(
            function.parameters, (position, value), (slots[2], slots[0]), strict=True
        )
    ]
    null = convert.is_null(sheet, sheet.local(slots[1], span), span)
    statements.append(convert.throw_if(sheet, null, "TypeError", span))
    call = ir.Invoke(sheet.local(slots[1], span), "__setitem__", tuple(given), sheet.site(span))
    return [*statements, ir.Evaluate(call, sheet.site(span))]


def _augmented(sheet: Sheet, statement: tree.AugmentedAssignment) -> list[ir.Statement]:
    """`x.f += e` evaluates `x` once, reads, evaluates `e`, computes, stores."""
    span, target = statement.span, statement.target
    match target:
        case tree.Name():
            old = expressions.value_of(sheet, target)
            value = expressions.value_of(sheet, statement.value)
            new = expressions.arithmetic(
                sheet, statement.operator, old, target.span, value, statement.value.span, span
            )
            return _assign(sheet, target, new, span)
        case tree.Attribute(inner, name):
            if isinstance(inner, tree.Name):
                old = expressions.value_of(sheet, target)
                value = expressions.value_of(sheet, statement.value)
                new = expressions.arithmetic(
                    sheet, statement.operator, old, target.span, value, statement.value.span, span
                )
                return _assign(sheet, target, new, span)
            return _augmented_deep(sheet, statement, inner, name, target)
        case _:
            raise Refusal("such targets of an assignment are not supported", target.span)


def _augmented_deep(
    sheet: Sheet,
    statement: tree.AugmentedAssignment,
    inner: tree.Expr,
    name: str,
    target: tree.Attribute,
) -> list[ir.Statement]:
    span = statement.span
    receiver = expressions.value_of(sheet, inner)
    class_name, owner = expressions.receiver_of(sheet, receiver, name, inner.span, target.name_span)
    table, fields = sheet.around.table, sheet.around.fields
    found = attribute_of(table, fields, class_name, name)
    if not isinstance(found, FieldOf):
        raise Refusal("augmented assignments to such attributes are not supported", target.span)
    if _is_frozen(sheet, class_name, target.span):
        raise Refusal("augmented assignments to frozen objects are not supported", target.span)
    wanted = expressions.field_type(sheet, found.owner, name, target.name_span)
    slot = sheet.slot()
    keep = ir.Assign(slot, owner, sheet.site(inner.span))
    receiver_slot = sheet.local(slot, span)
    old = Value(wanted, read_field(sheet, found.owner, name, receiver_slot, target.span))
    value = expressions.value_of(sheet, statement.value)
    new = expressions.arithmetic(
        sheet, statement.operator, old, target.span, value, statement.value.span, span
    )
    stored = convert.converted(sheet, new, wanted, span)
    return [keep, *write_field(sheet, found.owner, name, sheet.local(slot, span), stored, span)]


# --- Loops -----------------------------------------------------------------------


def _while(sheet: Sheet, statement: tree.While) -> list[ir.Statement]:
    span = statement.condition.span
    condition = expressions.condition_of(sheet, statement.condition)
    body, broke = control.looped(
        block_of, sheet, statement.body, has_else=bool(statement.else_body)
    )
    loop = ir.While(condition, tuple(body), sheet.site(span))
    return control.with_else(block_of, sheet, [loop], broke, statement.else_body, span)


def _for(sheet: Sheet, statement: tree.For) -> list[ir.Statement]:
    """`for i in range(…)` counts in a slot of its own, so that the body may change `i`."""
    span = statement.iterable.span
    match statement.iterable:
        case tree.Call(tree.Name("range"), arguments) if (
            sheet.around.meaning("range") is None
            and "range" not in sheet.around.locals
            and 1 <= len(arguments) <= 3
            and all(argument.name is None for argument in arguments)
        ):
            pass
        case _:
            raise Refusal("loops over anything but `range` are not supported", span)
    if not isinstance(statement.target, tree.Name):
        raise Refusal("such targets of a loop are not supported", statement.target.span)
    given = [argument.value for argument in arguments]
    step = 1
    if len(given) == 3:
        constant = expressions.value_of(sheet, given[2]).expr
        if not isinstance(constant, ir.IntConstant) or constant.value == 0:
            raise Refusal("steps of a range that are not a plain number are not supported", span)
        step = constant.value
    before: list[ir.Statement] = []
    slots: list[int] = []
    for argument in given[:2]:
        value = expressions.value_of(sheet, argument)
        if isinstance(value.type, Kinds):
            raise not_supported(value.type, argument.span)
        slots.append(sheet.slot())
        number = convert.number_of(sheet, value, argument.span)
        before.append(ir.Assign(slots[-1], number, sheet.site(argument.span)))
    if len(slots) == 1:
        counter = sheet.slot()
        zero = ir.IntConstant(0, sheet.site(span))
        before.append(ir.Assign(counter, zero, sheet.site(span)))
        end = slots[0]
    else:
        counter, end = slots
    low, high = (counter, end) if step > 0 else (end, counter)
    condition = ir.Binary(
        ir.BinaryOperator.LESS, sheet.local(low, span), sheet.local(high, span), sheet.site(span)
    )
    current = Value(INT, sheet.local(counter, span))
    take = _assign(sheet, statement.target, current, statement.target.span)
    advanced = ir.Binary(
        ir.BinaryOperator.ADD,
        sheet.local(counter, span),
        ir.IntConstant(step, sheet.site(span)),
        sheet.site(span),
    )
    advance = ir.Assign(counter, advanced, sheet.site(span))
    body, broke = control.looped(
        block_of, sheet, statement.body, has_else=bool(statement.else_body)
    )
    loop = ir.While(condition, (*take, advance, *body), sheet.site(span))
    return control.with_else(block_of, sheet, [*before, loop], broke, statement.else_body, span)


# --- Leaving -----------------------------------------------------------------------


def _return(sheet: Sheet, value: tree.Expr | None, span: Span) -> list[ir.Statement]:
    function = sheet.function
    assert function is not None
    if function.kind is FunctionKind.INITIALISER and value is not None:
        raise Refusal("an `__init__` that gives a value is not supported", span)
    if gives_nothing(sheet.types.table, function):
        return [ir.Return(None, sheet.site(span))]
    asks = function.kind in (FunctionKind.SPEC, FunctionKind.INVARIANT)
    if asks or function.name == "__contains__":
        if value is None:
            return [ir.Return(ir.BoolConstant(False, sheet.site(span)), sheet.site(span))]
        return [ir.Return(expressions.condition_of(sheet, value), sheet.site(span))]
    wanted = sheet.types.result_type(function)
    if value is None:
        none = Value(NULL, ir.NullConstant(sheet.site(span)))
        return [ir.Return(convert.converted(sheet, none, wanted, span), sheet.site(span))]
    given = expressions.value_of(sheet, value)
    return [ir.Return(convert.converted(sheet, given, wanted, value.span), sheet.site(span))]


def _raise(sheet: Sheet, statement: tree.Raise) -> list[ir.Statement]:
    span = statement.span
    if statement.value is None:
        if not sheet.handled:
            raise Refusal("`raise` without an exception at hand is not supported", span)
        return [ir.Throw(sheet.local(sheet.handled[-1], span), sheet.site(span))]
    if sheet.around.table.reads_exceptions:
        raise Refusal("an exception that somebody may look into", span)
    before: list[ir.Statement] = []
    class_name = sheet.around.class_named(statement.value)
    if class_name is not None:
        if not sheet.around.table.is_exception(class_name):
            raise Refusal("only exceptions can be raised", statement.value.span)
        value: ir.Expr = ir.New(class_name, sheet.site(span))
    else:
        raised = expressions.value_of(sheet, statement.value)
        match raised.type:
            case RefType(name) if sheet.around.table.is_exception(name):
                value = raised.expr
            case _:
                raise Refusal("only exceptions can be raised", statement.value.span)
    if statement.cause is not None and not isinstance(statement.cause, tree.NoneLiteral):
        slot = sheet.slot()
        before.append(ir.Assign(slot, value, sheet.site(span)))
        before += expressions.effects_of(sheet, statement.cause)
        value = sheet.local(slot, span)
    match value:
        case ir.Do(body, inner):
            # The effects of the message come first; then it is plain that a fresh object
            # is thrown.
            before += body
            value = inner
    return [*before, ir.Throw(value, sheet.site(span))]


def _handler(sheet: Sheet, clause: tree.ExceptClause) -> ir.Handler:
    slot = sheet.slot()
    catches: tuple[str, ...] | None = None
    if clause.classes is not None:
        items = (
            clause.classes.items
            if isinstance(clause.classes, tree.TupleExpr)
            else (clause.classes,)
        )
        names: list[str] = []
        for item in items:
            name = sheet.around.class_named(item)
            if name is None or not sheet.around.table.is_exception(name):
                raise Refusal("this exception is not known", item.span)
            names += sheet.around.table.names_of(name)
        catches = tuple(names)
        if not names:
            raise Refusal("an `except` of nothing is not supported", clause.span)
    body: list[ir.Statement] = []
    uses_slot = clause.name is not None or control.raises_again(clause.body)
    if clause.name is not None:
        variable = sheet.slots.get(clause.name.text)
        if variable is None or sheet.function is None:
            raise Refusal(f"`{clause.name.text}` cannot be assigned here", clause.name.span)
        caught = Value(RefType("BaseException"), sheet.local(slot, clause.name.span))
        body += _assign_variable(sheet, clause.name, clause.name.text, caught, clause.name.span)
    sheet.handled.append(slot)
    body += block_of(sheet, clause.body)
    sheet.handled.pop()
    if clause.name is not None:
        unbind = _set_flag(sheet, clause.name.text, clause.span, is_set=False)
        body = control.without_name(sheet, clause, body, unbind)
    return ir.Handler(catches, slot if uses_slot else None, tuple(body))
