"""Calls of `getattr`, `setattr`, `hasattr` and `delattr`, to IR.

Place: frontends/python/lower/dynamic/. Part of `dynamic.calls`. Where the text has the name, it
is that attribute. A call with a name that only the run knows is one of many: the name is compared
with each attribute that a class of the program has. To read any other name is an AttributeError
where the object is one of the program, and else the run is given up. So whoever asks what code
reads or changes sees every attribute by its name.

Values of classes that could be changed are left out: who hands one out is found by its name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from heapwright.frontends.python.import_time.escape import is_mutable
from heapwright.frontends.python.lower.common.builder import Refusal, Sheet
from heapwright.frontends.python.lower.dynamic import expressions
from heapwright.frontends.python.lower.dynamic.abstract_classes import is_of_class
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.walk import bound_by, nodes_below, walk
from heapwright.frontends.python.table.class_table import ROOT_CLASS, ClassTable
from heapwright.frontends.python.table.fields import FieldTable
from heapwright.ir.core import instructions as ir
from heapwright.text.span import Span

MOST_NAMES = 800
# What `functools.update_wrapper` sets besides `__wrapped__`.
_WRAPPED = frozenset(("__module__", "__name__", "__qualname__", "__doc__", "__annotations__"))
_REASON = "an attribute of a name that no class has"


def attribute_call(sheet: Sheet, function: str, operands: list[tree.Expr], span: Span) -> ir.Expr:
    """Lower a call of one of the four built-in functions, whether or not the text has the name."""
    match function, operands:
        case "getattr", [operand, tree.StringLiteral(pieces=(str(name),))]:
            expressions.check_attribute(name, span)
            value = expressions.value(sheet, operand)
            return ir.Operate("getattr", (value,), name, sheet.site(span))
        case "getattr", [operand, tree.StringLiteral(pieces=(str(name),)), default]:
            expressions.check_attribute(name, span)
            return _attribute_or(sheet, operand, name, default, span)
        case "hasattr", [operand, tree.StringLiteral(pieces=(str(name),))]:
            return _has_attribute(sheet, expressions.value(sheet, operand), name, span)
        case "setattr", [operand, tree.StringLiteral(pieces=(str(name),)), new]:
            expressions.check_attribute(name, span)
            owner, stored = expressions.value(sheet, operand), expressions.value(sheet, new)
            body = expressions.attribute_stored(sheet, owner, name, stored, span)
            return ir.Do(tuple(body), ir.NullConstant(sheet.site(span)), sheet.site(span))
        case "delattr", [operand, tree.StringLiteral(pieces=(str(name),))]:
            expressions.check_attribute(name, span)
            before, slot = expressions.kept(sheet, expressions.value(sheet, operand), span)
            held = partial(sheet.local, slot, span)
            gone = expressions.attribute_deleted(sheet, held, name, span)
            refused = expressions.refused_if_frozen(sheet, slot, name, span)
            return ir.Do((*before, *refused), gone, sheet.site(span))
    found = attribute_named(sheet, function, operands, span)
    if found is None:
        raise Refusal(f"calls of `{function}` like this are not supported", span)
    return found


def _attribute_or(
    sheet: Sheet, operand: tree.Expr, attribute: str, default: tree.Expr, span: Span
) -> ir.Expr:
    """`getattr(x, "name", default)`: the default is evaluated first."""
    before, receiver = expressions.kept(sheet, expressions.value(sheet, operand), span)
    second, slot = expressions.kept(sheet, expressions.value(sheet, default), span)
    found = ir.Operate("getattr", (sheet.local(receiver, span),), attribute, sheet.site(span))
    handler = ir.Handler(("AttributeError",), None, ())
    tried = ir.Try((ir.Assign(slot, found, sheet.site(span)),), (handler,), (), sheet.site(span))
    return ir.Do((*before, *second, tried), sheet.local(slot, span), sheet.site(span))


def _has_attribute(sheet: Sheet, operand: ir.Expr, attribute: str, span: Span) -> ir.Expr:
    slot = sheet.slot()
    found = ir.Operate("getattr", (operand,), attribute, sheet.site(span))
    true, false = (ir.BoolConstant(b, sheet.site(span)) for b in (True, False))
    tried: list[ir.Statement] = [ir.Evaluate(found, sheet.site(span))]
    tried.append(ir.Assign(slot, true, sheet.site(span)))
    handler = ir.Handler(("AttributeError",), None, (ir.Assign(slot, false, sheet.site(span)),))
    body = ir.Try(tuple(tried), (handler,), (), sheet.site(span))
    return ir.Do((body,), sheet.local(slot, span), sheet.site(span))


def attribute_named(
    sheet: Sheet, function: str, operands: list[tree.Expr], span: Span
) -> ir.Expr | None:
    """Lower such a call; None for one that has too few or too many arguments."""
    n_wanted = {"getattr": (2, 3), "setattr": (3,), "hasattr": (2,), "delattr": (2,)}[function]
    if len(operands) not in n_wanted:
        return None
    body: list[ir.Statement] = []
    slots: list[int] = []
    for operand in operands:
        before, slot = expressions.kept(sheet, expressions.value(sheet, operand), span)
        body += before
        slots.append(slot)
    nothing, result = expressions.kept(sheet, ir.NullConstant(sheet.site(span)), span)
    body += nothing

    def here(slot: int) -> ir.Expr:
        return sheet.local(slot, span)

    def read(name: str) -> list[ir.Statement]:
        found = ir.Operate("getattr", (here(slots[0]),), name, sheet.site(span))
        if function == "getattr":
            return [ir.Assign(result, found, sheet.site(span))]
        true = ir.BoolConstant(True, sheet.site(span))
        return [ir.Evaluate(found, sheet.site(span)), ir.Assign(result, true, sheet.site(span))]

    def write(name: str) -> list[ir.Statement]:
        return expressions.attribute_stored(sheet, here(slots[0]), name, here(slots[2]), span)

    def remove(name: str) -> list[ir.Statement]:
        gone = expressions.attribute_deleted(sheet, partial(here, slots[0]), name, span)
        refused = expressions.refused_if_frozen(sheet, slots[0], name, span)
        return [*refused, ir.Evaluate(gone, sheet.site(span))]

    names = _possible(sheet, operands, _names(sheet))
    made = {"setattr": write, "delattr": remove}.get(function, read)
    otherwise: list[ir.Statement] = []
    if made is read:
        found = result if function == "getattr" else sheet.slot()
        otherwise = _unknown_read(sheet, slots, found, span, asks_class=True)
        if function == "hasattr":
            true = ir.BoolConstant(True, sheet.site(span))
            otherwise = [*otherwise, ir.Assign(result, true, sheet.site(span))]
    chosen = _one_of(sheet, here, slots[1], made, span, names, otherwise)
    if function in ("setattr", "delattr"):
        return ir.Do((*body, *chosen), ir.NullConstant(sheet.site(span)), sheet.site(span))
    if len(operands) == 3 or function == "hasattr":
        missing = here(slots[2]) if len(operands) == 3 else ir.BoolConstant(False, sheet.site(span))
        default = ir.Assign(result, missing, sheet.site(span))
        handler = ir.Handler(("AttributeError",), None, (default,))
        chosen = [ir.Try(tuple(chosen), (handler,), (), sheet.site(span))]
    return ir.Do((*body, *chosen), here(result), sheet.site(span))


def done_by_name(
    sheet: Sheet,
    given: list[tree.Expr],
    operated: Callable[[list[ir.Expr], str], ir.Expr],
    span: Span,
    *,
    is_read: bool = False,
) -> ir.Expr:
    """Do something to the attribute of an object, whose name is given second."""
    body: list[ir.Statement] = []
    slots: list[int] = []
    for operand in given:
        before, slot = expressions.kept(sheet, expressions.value(sheet, operand), span)
        body += before
        slots.append(slot)
    nothing, result = expressions.kept(sheet, ir.NullConstant(sheet.site(span)), span)

    def here(slot: int) -> ir.Expr:
        return sheet.local(slot, span)

    def done(name: str) -> list[ir.Statement]:
        return [ir.Assign(result, operated([here(s) for s in slots], name), sheet.site(span))]

    names = _possible(sheet, given, _names(sheet))
    otherwise = _unknown_read(sheet, slots, result, span, asks_class=False) if is_read else []
    chosen = _one_of(sheet, here, slots[1], done, span, names, otherwise)
    return ir.Do((*body, *nothing, *chosen), here(result), sheet.site(span))


def field_set(sheet: Sheet, operands: list[tree.Expr], span: Span) -> ir.Expr:
    """Set an attribute as an item of `__dict__`: no property of the same name takes part."""
    body: list[ir.Statement] = []
    slots: list[int] = []
    for operand in operands:
        before, slot = expressions.kept(sheet, expressions.value(sheet, operand), span)
        body += before
        slots.append(slot)

    def here(slot: int) -> ir.Expr:
        return sheet.local(slot, span)

    def write(name: str) -> list[ir.Statement]:
        stored = ir.Operate("plainset", (here(slots[0]), here(slots[2])), name, sheet.site(span))
        return [ir.Evaluate(stored, sheet.site(span))]

    table = sheet.around.table
    kept = [
        n for n in _names(sheet) if not any(f"@{n}" in c.functions for c in table.classes.values())
    ]
    chosen = _one_of(sheet, here, slots[1], write, span, kept)
    return ir.Do((*body, *chosen), ir.NullConstant(sheet.site(span)), sheet.site(span))


def wrapped(sheet: Sheet, operands: list[tree.Expr], span: Span) -> ir.Expr:
    """Check what `update_wrapper` takes: it gives its attributes to the wrapper.

    A function has none that matter, as long as no class has fields of these names, and a
    number or string has none at all.
    """
    own_names = {name for own in sheet.around.fields.by_class.values() for name in own}
    taken = sorted(own_names & _WRAPPED)
    if taken:
        raise Refusal(
            f"`update_wrapper` beside attributes such as `{taken[0]}` is not supported", span
        )
    before, slot = expressions.kept(sheet, expressions.value(sheet, operands[0]), span)
    is_plain: ir.Expr = ir.BoolConstant(False, sheet.site(span))
    for kind in ("function", "int", "str", "float", "tuple", "NoneType"):
        operand = (sheet.local(slot, span),)
        test = ir.Operate("isinstance", operand, kind, sheet.site(span))
        is_plain = ir.Or(is_plain, test, sheet.site(span))
    reason = ir.TextConstant("what an object gives its wrapper", sheet.site(span))
    stop = ir.Evaluate(ir.Operate("stop", (reason,), "", sheet.site(span)), sheet.site(span))
    check = ir.If(is_plain, (), (stop,), sheet.site(span))
    return ir.Do((*before, check), ir.NullConstant(sheet.site(span)), sheet.site(span))


def _one_of(
    sheet: Sheet,
    here: Callable[[int], ir.Expr],
    named: int,
    made: Callable[[str], list[ir.Statement]],
    span: Span,
    names: Sequence[str],
    otherwise: Sequence[ir.Statement] = (),
) -> list[ir.Statement]:
    """Do one thing for each name that the value in a slot may be."""
    if len(names) > MOST_NAMES:
        raise Refusal("attributes by name, of so many, are not supported", span)
    chosen: list[ir.Statement] = list(otherwise) or [_stop(sheet, span)]
    for name in reversed(names):
        text = ir.TextConstant(name, sheet.site(span))
        is_it = ir.Operate("eq", (here(named), text), "", sheet.site(span))
        asked = expressions.truth(sheet, is_it, span)
        chosen = [ir.If(asked, tuple(made(name)), tuple(chosen), sheet.site(span))]
    return chosen


def _stop(sheet: Sheet, span: Span) -> ir.Statement:
    reason = ir.TextConstant(_REASON, sheet.site(span))
    return ir.Evaluate(ir.Operate("stop", (reason,), "", sheet.site(span)), sheet.site(span))


def _unknown_read(
    sheet: Sheet, slots: list[int], result: int, span: Span, *, asks_class: bool
) -> list[ir.Statement]:
    """Read what no class has: an AttributeError, unless a class says by `__getattr__` what it is.

    Objects of the program have no attributes but those that its text names. What Python itself
    may give them, and objects of other classes, are given up.
    """
    table = sheet.around.table

    def here(place: int) -> ir.Expr:
        return sheet.local(slots[place], span)

    def one_of(class_names: list[str]) -> ir.Expr:
        tests = [is_of_class(sheet, slots[0], name, span, is_asked=False) for name in class_names]
        whole: ir.Expr = ir.BoolConstant(False, sheet.site(span))
        for test in tests:
            whole = ir.Or(whole, test, sheet.site(span))
        return whole

    plain = [
        name
        for name, info in table.classes.items()
        if info.parent == ROOT_CLASS
        and not (info.is_exception or info.beneath or info.members or info.order)
        and info.obstacle is None
    ]
    if len(plain) > MOST_NAMES // 8:
        return [_stop(sheet, span)]
    giving = [name for name, info in table.classes.items() if "__getattr__" in info.functions]
    thrown = ir.Throw(ir.New("AttributeError", sheet.site(span)), sheet.site(span))
    last: ir.Statement = ir.If(one_of(plain), (thrown,), (_stop(sheet, span),), sheet.site(span))
    if giving and asks_class:
        asked = ir.CallValue(here(0), "__getattr__", (here(1),), (None,), sheet.site(span))
        given = ir.Assign(result, asked, sheet.site(span))
        last = ir.If(one_of(giving), (given,), (last,), sheet.site(span))
    mark = ir.TextConstant("__", sheet.site(span))
    special = ir.CallValue(here(1), "startswith", (mark,), (None,), sheet.site(span))
    unclear = expressions.truth(sheet, special, span)
    for name in sorted(_left_aside(sheet)):
        text = ir.TextConstant(name, sheet.site(span))
        same = ir.Operate("eq", (here(1), text), "", sheet.site(span))
        unclear = ir.Or(unclear, expressions.truth(sheet, same, span), sheet.site(span))
    return [ir.If(unclear, (_stop(sheet, span),), (last,), sheet.site(span))]


def _left_aside(sheet: Sheet) -> set[str]:
    """Name the attributes that objects may have and that are not followed by name."""
    table, fields = sheet.around.table, sheet.around.fields
    every = {name for info in table.classes.values() for name in info.constants}
    every |= {name for own in fields.by_class.values() for name in own}
    every |= {f.name for info in table.classes.values() for f in info.functions.values()}
    every |= {name.rpartition(".")[2].partition(" (")[0] for name in table.classes if "." in name}
    return {name for name in every - set(_names(sheet)) if not name.startswith("__")}


def _names(sheet: Sheet) -> list[str]:
    table, fields = sheet.around.table, sheet.around.fields
    found: dict[str, None] = {}
    changing: set[str] = set()
    for class_name, info in table.classes.items():
        found.update(dict.fromkeys(fields.by_class.get(class_name, ())))
        found.update(dict.fromkeys(function.name for function in info.functions.values()))
        for name, value in info.constants.items():
            if is_mutable(value) or name in table.sharing.on_classes:
                changing.add(name)
            found[name] = None
    return sorted(
        name
        for name in found
        if name.isidentifier() and not name.startswith("__") and name not in changing
    )


def _possible(sheet: Sheet, operands: list[tree.Expr], names: list[str]) -> list[str]:
    """Leave out names that begin otherwise; where many are left, those that `self` has not."""
    beginning = _beginning(sheet, operands[1])
    names = [name for name in names if name.startswith(beginning)]
    function, table = sheet.function, sheet.around.table
    if (
        len(names) <= MOST_NAMES
        or function is None
        or function.owner is None
        or function.owner not in table.classes
        or not sheet.around.is_self(operands[0])
        or binders(sheet, function.self_name or "")
    ):
        return names
    own: set[str] = set()
    for below in (*table.below(function.owner), *table.others.get(function.owner, ())):
        for level in table.lookup_order(below):
            info = table.classes.get(level)
            if info is not None:
                own.update(info.constants, sheet.around.fields.by_class.get(level, ()))
                own.update(one.name for one in info.functions.values())
    return [name for name in names if name in own]


def _beginning(sheet: Sheet, expr: tree.Expr) -> str:
    """Give what a string surely begins with: `"visit_" + name`, `f"visit_{name}"`."""
    match expr:
        case tree.StringLiteral(pieces=[str(first), *_]):
            return first
        case tree.BinaryOperation("+", lhs, _):
            return _beginning(sheet, lhs)
        case tree.BinaryOperation("%", tree.StringLiteral(text, ())):
            return text.partition("%")[0]
        case tree.Name(text) if text in sheet.slots and text not in sheet.cells:
            match binders(sheet, text):
                case [tree.Assignment([tree.Name()], _, value)] if (
                    value is not None and not isinstance(value, tree.Name)
                ):
                    return _beginning(sheet, value)
    return ""


def binders(sheet: Sheet, name: str) -> list[tree.Expr | tree.Statement]:
    """Give all that gives a variable a value, its parameter too."""
    function = sheet.function
    if function is None:
        return []
    taken = [p.default or p.name for p in function.parameters if p.name.text == name]
    return [*taken, *(node for node in walk(function.node.body) if name in bound_by(node))]


def sets_unknown_names(table: ClassTable, fields: FieldTable) -> bool:
    """Say whether code sets attributes by names that no class is known to have.

    Of an object at large nobody then knows what it has.
    """
    known = {name for names in fields.by_class.values() for name in names}
    for function in table.functions.values():
        for node in nodes_below(function.node.body):
            match node:
                case tree.Call(
                    tree.Name("setattr") | tree.Attribute(name="__setattr__"), [_, named, *_]
                ):
                    match named.value:
                        case tree.StringLiteral(text=text, parts=()) if text in known:
                            pass
                        case _:
                            return True
                case _:
                    pass
    return False
