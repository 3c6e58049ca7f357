"""`match` statements to IR.

Place: frontends/python/lower/dynamic/. Part of `dynamic.statements`. Each case is tried in turn;
what a pattern captures is assigned while it is compared, as CPython does.
"""

from __future__ import annotations

from collections.abc import Callable

from heapwright.frontends.python.lower.common.builder import Refusal, Sheet
from heapwright.frontends.python.lower.common.convert import negated
from heapwright.frontends.python.lower.dynamic.abstract_classes import is_of_class
from heapwright.frontends.python.lower.dynamic.expressions import condition, kept, truth, value
from heapwright.frontends.python.lower.dynamic.names import write_name
from heapwright.frontends.python.modules.library_classes import CONTAINERS
from heapwright.frontends.python.modules.library_names import KIND_CLASSES
from heapwright.frontends.python.syntax import tree
from heapwright.ir.core import instructions as ir
from heapwright.text.span import Span


def match_statement(
    sheet: Sheet, statement: tree.Match, block: Callable[[Sheet, tree.Block], list[ir.Statement]]
) -> list[ir.Statement]:
    """Lower a `match`."""
    span = statement.span
    before, subject = kept(sheet, value(sheet, statement.subject), span)
    n_slots = len(sheet.slot_names)
    whole: list[ir.Statement] = []
    for case in reversed(statement.cases):
        asked = _matches(sheet, case.pattern, subject)
        if case.guard is not None:
            asked = ir.And(asked, condition(sheet, case.guard), sheet.site(span))
        body = tuple(block(sheet, case.body))
        whole = [ir.If(asked, body, tuple(whole), sheet.site(case.pattern.span))]
    # A pattern fills slots on the way to its end, which nobody can see from the conditions.
    start: list[ir.Statement] = [
        ir.Assign(slot, ir.NullConstant(sheet.site(span)), sheet.site(span))
        for slot in range(n_slots, len(sheet.slot_names))
    ]
    return [*before, *start, *whole]


def _matches(sheet: Sheet, pattern: tree.Pattern, subject: int) -> ir.Expr:
    """Give whether a slot matches a pattern."""
    span = pattern.span
    match pattern.kind:
        case "any":
            return ir.BoolConstant(True, sheet.site(span))
        case "capture" | "as":
            assert pattern.name is not None
            taken = write_name(sheet, pattern.name, sheet.local(subject, span), span)
            true = ir.BoolConstant(True, sheet.site(span))
            captured = ir.Do(tuple(taken), true, sheet.site(span))
            if pattern.kind == "capture":
                return captured
            return ir.And(_matches(sheet, pattern.parts[0], subject), captured, sheet.site(span))
        case "value":
            return _equals(sheet, pattern, subject)
        case "or":
            whole = _matches(sheet, pattern.parts[-1], subject)
            for part in reversed(pattern.parts[:-1]):
                whole = ir.Or(_matches(sheet, part, subject), whole, sheet.site(span))
            return whole
        case "sequence":
            return _sequence(sheet, pattern, subject)
        case "class":
            return _class(sheet, pattern, subject)
        case "mapping":
            return _mapping(sheet, pattern, subject)
        case _:
            raise Refusal("such a pattern is not supported", span)


def _equals(sheet: Sheet, pattern: tree.Pattern, subject: int) -> ir.Expr:
    assert pattern.value is not None
    span = pattern.span
    operands = (sheet.local(subject, span), value(sheet, pattern.value))
    by_identity = isinstance(pattern.value, tree.NoneLiteral | tree.BoolLiteral)
    operation = "is" if by_identity else "eq"
    return truth(sheet, ir.Operate(operation, operands, "", sheet.site(span)), span)


def _sequence(sheet: Sheet, pattern: tree.Pattern, subject: int) -> ir.Expr:
    """A sequence of the right length whose items match."""
    span = pattern.span
    stars = [index for index, part in enumerate(pattern.parts) if part.kind == "star"]
    if len(stars) > 1:
        raise Refusal("two stars in a pattern are not Python", span)
    n = len(pattern.parts) - len(stars)

    def local() -> ir.Expr:
        return sheet.local(subject, span)

    kinds = [
        ir.Operate("isinstance", (local(),), name, sheet.site(span))
        for name in ("list", "tuple", "deque", "range")
    ]
    fits: ir.Expr = kinds[0]
    for other in kinds[1:]:
        fits = ir.Or(fits, other, sheet.site(span))
    # Each part relies on those before it, so they nest to the right.
    asked: list[ir.Expr] = [fits]
    length = ir.Operate("len", (local(),), "", sheet.site(span))
    count = ir.IntConstant(n, sheet.site(span))
    fits = ir.Operate("ge" if stars else "eq", (length, count), "", sheet.site(span))
    asked.append(truth(sheet, fits, span))
    wanted = f"{stars[0]}*{n - stars[0]}" if stars else str(n)
    unpacked, items = kept(sheet, ir.Operate("unpack", (local(),), wanted, sheet.site(span)), span)
    true = ir.BoolConstant(True, sheet.site(span))
    asked.append(ir.Do(tuple(unpacked), true, sheet.site(span)))
    for index, part in enumerate(pattern.parts):
        place = ir.IntConstant(index, sheet.site(span))
        operands = (sheet.local(items, span), place)
        taken, item = kept(sheet, ir.Operate("getitem", operands, "", sheet.site(span)), span)
        inner = part
        if part.kind == "star":
            kind = "any" if part.name is None else "capture"
            inner = tree.Pattern(kind, part.span, name=part.name)
        asked.append(ir.Do(tuple(taken), _matches(sheet, inner, item), sheet.site(span)))
    whole = asked[-1]
    for part_asked in reversed(asked[:-1]):
        whole = ir.And(part_asked, whole, sheet.site(span))
    return whole


def _class(sheet: Sheet, pattern: tree.Pattern, subject: int) -> ir.Expr:
    """An object of the class whose attributes match."""
    assert pattern.value is not None
    span = pattern.span
    match value(sheet, pattern.value):
        case ir.NameConstant("type", name):
            pass
        case _:
            raise Refusal("such a class in a pattern is not supported", span)
    whole = is_of_class(sheet, subject, name, span)
    n_positional = 0
    for key, part in zip(pattern.keys, pattern.parts, strict=True):
        if key is None:
            if name in (*KIND_CLASSES, *CONTAINERS) and len(pattern.parts) == 1:
                asked = _matches(sheet, part, subject)
                return ir.And(whole, asked, sheet.site(span))
            names = _match_args(sheet, name, part.span)
            if n_positional >= len(names):
                raise Refusal("a pattern has more parts than its class", part.span)
            key = names[n_positional]
            n_positional += 1
        assert isinstance(key, str)
        whole = ir.And(whole, _attribute(sheet, key, part, subject), sheet.site(span))
    return whole


def _match_args(sheet: Sheet, class_name: str, span: Span) -> list[str]:
    """Name the attributes that a class matches by position: its own list, or its fields."""
    table = sheet.around.table
    found = table.constant(class_name, "__match_args__")
    if found is not None:
        match found[1]:
            case tree.TupleExpr(items):
                return [item.text for item in items if isinstance(item, tree.StringLiteral)]
        raise Refusal("such a `__match_args__` is not supported", span)
    initialiser = table.function(class_name, "__init__")
    if initialiser is None or not initialiser.is_generated:
        raise Refusal("a class without `__match_args__` matches nothing by position", span)
    return [p.name.text for p in initialiser.parameters if p.kind != "keyword"]


def _mapping(sheet: Sheet, pattern: tree.Pattern, subject: int) -> ir.Expr:
    """A dict that has all the keys, with values that match; `**rest` takes the others."""
    span = pattern.span

    def local() -> ir.Expr:
        return sheet.local(subject, span)

    asked: list[ir.Expr] = [ir.Operate("isinstance", (local(),), "dict", sheet.site(span))]
    keys: list[tree.Expr] = []
    for key, part in zip(pattern.keys, pattern.parts, strict=True):
        if part.kind == "rest":
            if part.name is not None:
                asked.append(_rest(sheet, subject, keys, part.name, span))
            continue
        if key is None or isinstance(key, str):
            raise Refusal("such a pattern is not supported", part.span)
        keys.append(key)
        has = ir.Operate("contains", (local(), value(sheet, key)), "", sheet.site(span))
        asked.append(truth(sheet, has, span))
        # `get` asks no `__missing__`, as Python does here.
        read = ir.CallValue(local(), "get", (value(sheet, key),), (None,), sheet.site(span))
        taken, item = kept(sheet, read, span)
        asked.append(ir.Do(tuple(taken), _matches(sheet, part, item), sheet.site(span)))
    whole = asked[-1]
    for part_asked in reversed(asked[:-1]):
        whole = ir.And(part_asked, whole, sheet.site(span))
    return whole


def _rest(sheet: Sheet, subject: int, keys: list[tree.Expr], name: str, span: Span) -> ir.Expr:
    """Capture a dict of what the pattern does not name."""
    maker = ir.NameConstant("type", "dict", sheet.site(span))
    given = (sheet.local(subject, span),)
    made, slot = kept(sheet, ir.CallValue(maker, None, given, (None,), sheet.site(span)), span)
    for key in keys:
        operands = (sheet.local(slot, span), value(sheet, key))
        gone = ir.Operate("delitem", operands, "", sheet.site(span))
        made.append(ir.Evaluate(gone, sheet.site(span)))
    made += write_name(sheet, name, sheet.local(slot, span), span)
    true = ir.BoolConstant(True, sheet.site(span))
    return ir.Do(tuple(made), true, sheet.site(span))


def _attribute(sheet: Sheet, name: str, part: tree.Pattern, subject: int) -> ir.Expr:
    """An attribute that is missing does not match."""
    span: Span = part.span
    has, item = sheet.slot(), sheet.slot()
    found = ir.Operate("getattr", (sheet.local(subject, span),), name, sheet.site(span))
    true, false = (ir.BoolConstant(b, sheet.site(span)) for b in (True, False))
    tried = ir.Try(
        (ir.Assign(item, found, sheet.site(span)), ir.Assign(has, true, sheet.site(span))),
        (
            ir.Handler(
                ("AttributeError",),
                None,
                (
                    ir.Assign(item, ir.NullConstant(sheet.site(span)), sheet.site(span)),
                    ir.Assign(has, false, sheet.site(span)),
                ),
            ),
        ),
        (),
        sheet.site(span),
    )
    missing = negated(sheet, sheet.local(has, span), span)
    asked = ir.And(negated(sheet, missing, span), _matches(sheet, part, item), sheet.site(span))
    return ir.Do((tried,), asked, sheet.site(span))
