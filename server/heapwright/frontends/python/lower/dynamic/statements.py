"""Statements on values of any kind, to IR.

Place: frontends/python/lower/dynamic/. `dynamic.functions` calls `block` for a whole body.
"""

from __future__ import annotations

from heapwright.frontends.python.desugar.coroutines import nested_coroutine
from heapwright.frontends.python.lower.common import control
from heapwright.frontends.python.lower.common.builder import Refusal, Sheet
from heapwright.frontends.python.lower.common.convert import negated
from heapwright.frontends.python.lower.common.unread import (
    import_may_fail,
    unread,
    unread_class,
    unread_value,
)
from heapwright.frontends.python.lower.dynamic import instance_dicts
from heapwright.frontends.python.lower.dynamic.calls import effects, exception
from heapwright.frontends.python.lower.dynamic.closures import closure, guarded_body
from heapwright.frontends.python.lower.dynamic.expressions import (
    assign,
    attribute_deleted,
    attribute_stored,
    binary,
    check_int,
    condition,
    kept,
    known_here,
    refused_if_frozen,
    truth,
    value,
)
from heapwright.frontends.python.lower.dynamic.matches import match_statement
from heapwright.frontends.python.lower.dynamic.names import is_variable, meaning_of, write_name
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.dotted_names import decorator_name, dotted_name
from heapwright.frontends.python.table.class_table import ConstantName, FunctionKind
from heapwright.frontends.python.table.endings import gives_nothing
from heapwright.ir.core import instructions as ir
from heapwright.ir.core.operations import FOREIGN_ERROR
from heapwright.ir.core.types import AnyType, Type, type_name
from heapwright.text.span import Span


def block(sheet: Sheet, body: tree.Block) -> list[ir.Statement]:
    """Lower statements; what stands behind a `return` or the like is never reached."""
    return control.lowered_block(_statement, sheet, body)


def _statement(sheet: Sheet, statement: tree.Statement) -> list[ir.Statement]:
    span = statement.span
    match statement:
        case tree.Pass() | tree.Nonlocal() | tree.OtherStatement("`global` statements"):
            return []
        case tree.ExprStatement(expr):
            return effects(sheet, expr)
        case tree.Assignment(targets, _, new):
            return [] if new is None else _assignment(sheet, targets, new)
        case tree.AugmentedAssignment():
            return _augmented(sheet, statement)
        case tree.If(asked, then_body, else_body):
            holds = known_here(sheet, asked)
            if holds is not None:
                return block(sheet, then_body if holds else else_body)
            decided = condition(sheet, asked)
            sides = tuple(block(sheet, then_body)), tuple(block(sheet, else_body))
            return [ir.If(decided, sides[0], sides[1], sheet.site(asked.span))]
        case tree.While(asked, body, else_body):
            decided = condition(sheet, asked)
            inner, broke = control.looped(block, sheet, body, has_else=bool(else_body))
            loop = ir.While(decided, tuple(inner), sheet.site(asked.span))
            return control.with_else(block, sheet, [loop], broke, else_body, span)
        case tree.For():
            return _for(sheet, statement)
        case tree.Break():
            return control.left_loop(sheet, span)
        case tree.Continue():
            return control.next_round(sheet, span)
        case tree.Return(result):
            shown = None if result is None else instance_dicts.returned(sheet, result)
            return _return(sheet, shown, span)
        case tree.Raise():
            return _raise(sheet, statement)
        case tree.Assert(asked, message):
            decided = negated(sheet, condition(sheet, asked), asked.span)
            before = [] if message is None else effects(sheet, message)
            thrown = ir.Throw(ir.New("AssertionError", sheet.site(span)), sheet.site(span))
            return [ir.If(decided, (*before, thrown), (), sheet.site(asked.span))]
        case tree.Try():
            return control.tried(block, _handler, sheet, statement)
        case tree.With(items, body):
            return _with(sheet, items, body, span)
        case tree.Delete(targets):
            return [one for target in targets for one in _delete(sheet, target)]
        case tree.Match():
            return match_statement(sheet, statement, block)
        case tree.FunctionDef(name, parameters, _, body):
            # `wraps` only says what a function is called; whoever asks for that stops the run.
            decorators = [one for one in statement.decorators if decorator_name(one) != "wraps"]
            if statement.is_async and not decorators:
                nested = nested_coroutine(statement)
                if nested is not None:
                    return _statement(sheet, nested)
            if statement.is_async or statement.is_broken:
                raise Refusal("such nested functions are not supported", name.span)
            # Decorators are evaluated before the function is made, and called after that.
            wrapping = [_unread_decorator(sheet, one) for one in decorators]
            is_generator = statement.is_generator
            body = guarded_body(sheet, body, span) if is_generator else body
            made = closure(sheet, name.text, parameters, body, span, is_generator=is_generator)
            for decorator in reversed(wrapping):
                made = ir.CallValue(decorator, None, (made,), (None,), sheet.site(span))
            return write_name(sheet, name.text, made, name.span)
        case tree.ClassDef():
            raise Refusal("classes inside functions are not supported", statement.name.span)
        case tree.Import(names=names):
            for imported in names:
                bound = imported.bound
                if bound in sheet.slots or bound in sheet.captured:
                    raise Refusal(f"`{bound}` is imported and assigned, too", span)
            # What the names mean is known without it, but not whether they are there.
            return [
                ir.Evaluate(unread(sheet, wanted, span, can_raise=True), sheet.site(span))
                for one in names
                if (wanted := import_may_fail(statement, sheet.around.meaning(one.bound)))
            ]
        case tree.OtherStatement(what):
            raise Refusal(f"{what} are not supported", span)


# --- Assignments --------------------------------------------------------------------------


def _assignment(sheet: Sheet, targets: tuple[tree.Expr, ...], new: tree.Expr) -> list[ir.Statement]:
    if len(targets) == 1:
        match targets[0], new:
            case tree.TupleExpr(items), tree.TupleExpr(values) if len(items) == len(values) and (
                not any(isinstance(one, tree.Starred) for one in (*items, *values))
            ):
                return _parallel(sheet, items, values)
        return assign(sheet, targets[0], value(sheet, new), new.span)
    statements, slot = kept(sheet, value(sheet, new), new.span)
    for target in targets:
        statements += assign(sheet, target, sheet.local(slot, new.span), target.span)
    return statements


def _parallel(
    sheet: Sheet, items: tuple[tree.Expr, ...], values: tuple[tree.Expr, ...]
) -> list[ir.Statement]:
    """`a, b = b, a`: all values first, then the targets from left to right."""
    statements: list[ir.Statement] = []
    slots: list[int] = []
    for single in values:
        before, slot = kept(sheet, value(sheet, single), single.span)
        statements += before
        slots.append(slot)
    for item, slot in zip(items, slots, strict=True):
        statements += assign(sheet, item, sheet.local(slot, item.span), item.span)
    return statements


def _augmented(sheet: Sheet, statement: tree.AugmentedAssignment) -> list[ir.Statement]:
    """`x[i] += e` evaluates `x` and `i` once, reads, evaluates `e`, computes, stores."""
    span, target, sign = statement.span, statement.target, f"{statement.operator}="
    match target:
        case tree.Name(name):
            old = value(sheet, target)
            new = binary(sheet, sign, old, value(sheet, statement.value), span)
            return write_name(sheet, name, new, span)
        case tree.Attribute(owner, name):
            before, slot = kept(sheet, value(sheet, owner), owner.span)
            old = ir.Operate("getattr", (sheet.local(slot, span),), name, sheet.site(span))
            new = binary(sheet, sign, old, value(sheet, statement.value), span)
            return [*before, *attribute_stored(sheet, sheet.local(slot, span), name, new, span)]
        case tree.Subscript(container, index) if (
            of_object := instance_dicts.owner_in(sheet, container)
        ) is not None:
            if not isinstance(of_object, tree.Name) or not isinstance(
                index, tree.Name | tree.StringLiteral
            ):
                raise Refusal("such targets of an assignment are not supported", target.span)
            new = binary(sheet, sign, value(sheet, target), value(sheet, statement.value), span)
            return assign(sheet, target, new, span)
        case tree.Subscript(container, index):
            before, slot = kept(sheet, value(sheet, container), container.span)
            second, place = kept(sheet, value(sheet, index), index.span)
            where = (sheet.local(slot, span), sheet.local(place, span))
            old = ir.Operate("getitem", where, "", sheet.site(span))
            new = binary(sheet, sign, old, value(sheet, statement.value), span)
            target_ = (sheet.local(slot, span), sheet.local(place, span), new)
            stored = ir.Operate("setitem", target_, "", sheet.site(span))
            return [*before, *second, ir.Evaluate(stored, sheet.site(span))]
        case _:
            raise Refusal("such targets of an assignment are not supported", target.span)


def _unread_decorator(sheet: Sheet, decorator: tree.Expr) -> ir.Expr:
    """Give a decorator of code that is not read, for which the function is like any object.

    What others make of the functions that they are given would have to be followed.
    """
    first = (dotted_name(decorator) or "").partition(".")[0]
    is_local = not first or sheet.around.is_self(tree.Name(first, decorator.span))
    if is_local or is_variable(sheet, decorator) or not unread_value(sheet.around, decorator):
        raise Refusal("such nested functions are not supported", decorator.span)
    return value(sheet, decorator)


def _delete(sheet: Sheet, target: tree.Expr) -> list[ir.Statement]:
    span = target.span
    match target:
        case tree.Name(name):
            read = ir.Evaluate(value(sheet, target), sheet.site(span))
            absent = ir.Operate("absent", (), "", sheet.site(span))
            return [read, *write_name(sheet, name, absent, span)]
        case tree.Attribute(owner, name):
            before, slot = kept(sheet, value(sheet, owner), owner.span)
            gone = attribute_deleted(sheet, lambda: sheet.local(slot, span), name, span)
            refused = refused_if_frozen(sheet, slot, name, span)
            return [*before, *refused, ir.Evaluate(gone, sheet.site(span))]
        case tree.Subscript(container, index) if (
            of_object := instance_dicts.owner_in(sheet, container)
        ) is not None:
            return instance_dicts.dict_item_deleted(sheet, of_object, index, span)
        case tree.Subscript(container, index):
            operands = (value(sheet, container), value(sheet, index))
            gone = ir.Operate("delitem", operands, "", sheet.site(span))
            return [ir.Evaluate(gone, sheet.site(span))]
        case tree.TupleExpr(items):
            return [one for item in items for one in _delete(sheet, item)]
        case _:
            raise Refusal("such targets of `del` are not supported", span)


# --- Loops ----------------------------------------------------------------------------------


def _for(sheet: Sheet, statement: tree.For) -> list[ir.Statement]:
    span = statement.iterable.span
    has_else = bool(statement.else_body)
    counted = _range_bounds(sheet, statement.iterable)
    if counted is not None:
        return _counted(sheet, statement, counted)
    of_dict = instance_dicts.looped_over(sheet, statement)
    kept_item = None if of_dict is None else of_dict.slot
    item = sheet.slot() if kept_item is None else kept_item
    iterable = value(sheet, statement.iterable) if of_dict is None else of_dict.iterable
    given = None if of_dict is None else of_dict.item
    given = sheet.local(item, span) if given is None else given
    take = assign(sheet, statement.target, given, statement.target.span)
    body, broke = control.looped(block, sheet, statement.body, has_else=has_else)
    each = () if of_dict is None else of_dict.each
    loop: list[ir.Statement] = [ir.ForEach(item, iterable, (*each, *take, *body), sheet.site(span))]
    if of_dict is not None:
        loop = [*of_dict.before, *loop, *of_dict.after]
    return control.with_else(block, sheet, loop, broke, statement.else_body, span)


def _range_bounds(
    sheet: Sheet, iterable: tree.Expr
) -> tuple[tree.Expr | None, tree.Expr, int] | None:
    """Give start, stop and step of `range(…)` with a known step."""
    match iterable:
        case tree.Call(tree.Name("range"), arguments) if (
            "range" not in sheet.slots
            and "range" not in sheet.captured
            and sheet.around.meaning("range") is None
            and all(a.name is None and not isinstance(a.value, tree.Starred) for a in arguments)
        ):
            match [argument.value for argument in arguments]:
                case [stop]:
                    return None, stop, 1
                case [start, stop]:
                    return start, stop, 1
                case [start, stop, tree.IntLiteral(step)] if step > 0:
                    return start, stop, step
                case [start, stop, tree.UnaryOperation("-", tree.IntLiteral(step))] if step > 0:
                    return start, stop, -step
    return None


def _counted(
    sheet: Sheet, statement: tree.For, bounds: tuple[tree.Expr | None, tree.Expr, int]
) -> list[ir.Statement]:
    """Lower a loop over a range as one that counts."""
    span = statement.iterable.span
    start, stop, step = bounds
    first: ir.Expr = ir.IntConstant(0, sheet.site(span)) if start is None else value(sheet, start)
    before, counter = kept(sheet, first, span)
    second, end = kept(sheet, value(sheet, stop), span)
    checks = [] if start is None else [check_int(sheet, counter, span)]
    checks.append(check_int(sheet, end, span))
    operation = "lt" if step > 0 else "gt"
    operands = (sheet.local(counter, span), sheet.local(end, span))
    more = truth(sheet, ir.Operate(operation, operands, "", sheet.site(span)), span)
    take = assign(sheet, statement.target, sheet.local(counter, span), statement.target.span)
    following = ir.Operate(
        "add",
        (sheet.local(counter, span), ir.IntConstant(step, sheet.site(span))),
        "",
        sheet.site(span),
    )
    advance = ir.Assign(counter, following, sheet.site(span))
    body, broke = control.looped(block, sheet, statement.body, has_else=bool(statement.else_body))
    loop = ir.While(more, (*take, advance, *body), sheet.site(span))
    return control.with_else(
        block, sheet, [*before, *second, *checks, loop], broke, statement.else_body, span
    )


# --- Leaving ----------------------------------------------------------------------------------


def _return(sheet: Sheet, result: tree.Expr | None, span: Span) -> list[ir.Statement]:
    function = sheet.function
    if sheet.is_nested or sheet.is_generator:
        # A nested function, or a generator, whose value nobody can see.
        given = ir.NullConstant(sheet.site(span)) if result is None else value(sheet, result)
        return [ir.Return(given, sheet.site(span))]
    assert function is not None
    if function.kind is FunctionKind.INITIALISER and isinstance(
        result, tree.IntLiteral | tree.BoolLiteral | tree.StringLiteral | tree.TupleExpr
    ):
        raise Refusal("an `__init__` that gives a value is not supported", span)
    if gives_nothing(sheet.types.table, function):
        return [ir.Return(None, sheet.site(span))]
    asks = function.kind in (FunctionKind.SPEC, FunctionKind.INVARIANT)
    if asks or function.name == "__contains__":
        if result is None:
            return [ir.Return(ir.BoolConstant(False, sheet.site(span)), sheet.site(span))]
        return [ir.Return(condition(sheet, result), sheet.site(span))]
    given = ir.NullConstant(sheet.site(span)) if result is None else value(sheet, result)
    return [ir.Return(cast(sheet, given, sheet.result, span), sheet.site(span))]


def cast(sheet: Sheet, given: ir.Expr, wanted: Type | None, span: Span) -> ir.Expr:
    """Give a value that must fit a declared type."""
    if wanted is None or isinstance(wanted, AnyType):
        return given
    return ir.Operate("cast", (given,), type_name(wanted), sheet.site(span))


def _raise(sheet: Sheet, statement: tree.Raise) -> list[ir.Statement]:
    span = statement.span
    if statement.value is None:
        if not sheet.handled:
            raise Refusal("`raise` without an exception at hand is not supported", span)
        return [ir.Throw(sheet.local(sheet.handled[-1], span), sheet.site(span))]
    before: list[ir.Statement] = []
    class_name = sheet.around.class_named(statement.value)
    if class_name is not None:
        if not sheet.around.table.is_exception(class_name):
            raise Refusal("only exceptions can be raised", statement.value.span)
        thrown: ir.Expr = exception(sheet, class_name, (), span)
    else:
        thrown = value(sheet, statement.value)
    if statement.cause is not None and not isinstance(statement.cause, tree.NoneLiteral):
        before, slot = kept(sheet, thrown, span)
        before += effects(sheet, statement.cause)
        thrown = sheet.local(slot, span)
    match thrown:
        case ir.Do(body, inner):
            # The effects of the message come first; then it is plain that a fresh object
            # is thrown.
            before += body
            thrown = inner
    return [*before, ir.Throw(thrown, sheet.site(span))]


def _handler(sheet: Sheet, clause: tree.ExceptClause) -> ir.Handler:
    slot = sheet.slot()
    catches: tuple[str, ...] | None = None
    if clause.classes is not None:
        items = _caught(sheet, clause.classes)
        names: list[str] = []
        for item in items:
            name = sheet.around.class_named(item)
            if name is None and unread_class(meaning_of(sheet, item)):
                sheet.unread[dotted_name(item) or ""] = ""
                names.append(FOREIGN_ERROR)
                continue
            if name is None or not sheet.around.table.is_exception(name):
                raise Refusal("this exception is not known", item.span)
            names += sheet.around.table.names_of(name)
        catches = tuple(names)
        if not names:
            raise Refusal("an `except` of nothing is not supported", clause.span)
    body: list[ir.Statement] = []
    if clause.name is not None:
        body += write_name(
            sheet, clause.name.text, sheet.local(slot, clause.span), clause.name.span
        )
    sheet.handled.append(slot)
    body += block(sheet, clause.body)
    sheet.handled.pop()
    if clause.name is not None:
        absent = ir.Operate("absent", (), "", sheet.site(clause.span))
        unbind = write_name(sheet, clause.name.text, absent, clause.span)
        body = control.without_name(sheet, clause, body, unbind)
    uses_slot = clause.name is not None or control.raises_again(clause.body)
    return ir.Handler(catches, slot if uses_slot else None, tuple(body))


def _caught(sheet: Sheet, classes: tree.Expr) -> tuple[tree.Expr, ...]:
    """Give the exceptions that a handler names, also by a name for several."""
    if isinstance(classes, tree.Name) and classes.text not in sheet.slots:
        match sheet.around.meaning(classes.text):
            case ConstantName(tree.TupleExpr(items), path, _) if path == sheet.around.path:
                return items
    return classes.items if isinstance(classes, tree.TupleExpr) else (classes,)


def _with(
    sheet: Sheet, items: tuple[tree.WithItem, ...], body: tree.Block, span: Span
) -> list[ir.Statement]:
    """Lower `with`: `__exit__` runs however the body ends, and may take an exception away."""
    if not items:
        return block(sheet, body)
    item, *others = items
    before, manager = kept(sheet, value(sheet, item.value), item.value.span)
    # Both methods must be there before anything runs.
    asked = [
        ir.Operate("require", (sheet.local(manager, span),), name, sheet.site(span))
        for name in ("__enter__", "__exit__")
    ]
    wrong = ir.Throw(ir.New("TypeError", sheet.site(span)), sheet.site(span))
    missing = ir.Handler(("AttributeError",), None, (wrong,))
    looked_up = tuple([ir.Evaluate(one, sheet.site(span)) for one in asked])
    before.append(ir.Try(looked_up, (missing,), (), sheet.site(span)))
    entered = ir.CallValue(sheet.local(manager, span), "__enter__", (), (), sheet.site(span))
    kept_entered, slot = kept(sheet, entered, span)
    before += kept_entered
    raised, caught = sheet.slot(), sheet.slot()
    before.append(ir.Assign(raised, ir.BoolConstant(False, sheet.site(span)), sheet.site(span)))

    def leave(*given: ir.Expr) -> ir.Expr:
        target = sheet.local(manager, span)
        return ir.CallValue(target, "__exit__", given, (None,) * 3, sheet.site(span))

    def null() -> ir.Expr:
        return ir.NullConstant(sheet.site(span))

    exception = sheet.local(caught, span)
    kind = ir.Operate("type", (sheet.local(caught, span),), "", sheet.site(span))
    suppressed = truth(sheet, leave(kind, exception, null()), span)
    again = ir.Throw(sheet.local(caught, span), sheet.site(span))
    handler = ir.Handler(
        None,
        caught,
        (
            ir.Assign(raised, ir.BoolConstant(True, sheet.site(span)), sheet.site(span)),
            ir.If(suppressed, (), (again,), sheet.site(span)),
        ),
    )
    inner: list[ir.Statement] = []
    if item.target is not None:
        inner += assign(sheet, item.target, sheet.local(slot, span), item.target.span)
    inner += _with(sheet, tuple(others), body, span)
    tried = ir.Try(tuple(inner), (handler,), (), sheet.site(span))
    quiet = negated(sheet, sheet.local(raised, span), span)
    final = ir.If(
        quiet,
        (ir.Evaluate(leave(null(), null(), null()), sheet.site(span)),),
        (),
        sheet.site(span),
    )
    return [*before, ir.Try((tried,), (), (final,), sheet.site(span))]
