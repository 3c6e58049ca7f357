"""`C.__new__(C)`, which makes an object without its initialiser, to IR.

Place: frontends/python/lower/dynamic/. Part of `dynamic.calls`. Each class that can be made so has
a function for it (see `lower`); where the class is that of the object itself, the run chooses one
of them.
"""

from __future__ import annotations

from heapwright.frontends.python.declare.constructions import can_allocate
from heapwright.frontends.python.lower.common.builder import Refusal, Sheet
from heapwright.frontends.python.lower.dynamic import expressions
from heapwright.frontends.python.lower.dynamic.named_attributes import binders
from heapwright.frontends.python.lower.dynamic.names import is_built_in, is_variable
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.table.class_table import ALLOCATION
from heapwright.ir.core import instructions as ir
from heapwright.text.span import Span

# Among so many classes a run chooses the one that it was given.
MOST_CLASSES = 60


def allocated(sheet: Sheet, expr: tree.Call, maker: tree.Expr) -> ir.Expr:
    """`C.__new__(C)`, which makes an object without its initialiser."""
    span = expr.span
    match [(argument.name, argument.value) for argument in expr.arguments]:
        case [(None, of_class)] if not isinstance(of_class, tree.Starred):
            pass
        case _:
            raise Refusal("`__new__` with such arguments is not supported", span)
    is_root = isinstance(maker, tree.Name) and maker.text == "object"
    if not (is_root and is_built_in(sheet, "object")) and not _is_same(maker, of_class):
        raise Refusal("`__new__` of another class is not supported", span)
    class_name = None if is_variable(sheet, of_class) else sheet.around.class_named(of_class)
    if class_name is not None:
        return _allocation(sheet, class_name, span)
    function, table = sheet.function, sheet.around.table
    names = tuple(name for name, info in table.classes.items() if can_allocate(table, info))
    if function is not None and function.owner is not None and _is_own_class(sheet, of_class):
        names = table.below(function.owner)
    elif len(names) > MOST_CLASSES:
        raise Refusal("`__new__` of such a class is not supported", span)
    before, slot = expressions.kept(sheet, expressions.value(sheet, of_class), span)
    reason = ir.TextConstant("`__new__` of such a class", sheet.site(span))
    chosen: ir.Expr = ir.Operate("stop", (reason,), "", sheet.site(span))
    for name in names:
        if not table.classes[name].is_abstract:
            constant = ir.NameConstant("type", name, sheet.site(span))
            is_it = ir.Operate("is", (sheet.local(slot, span), constant), "", sheet.site(span))
            made = _allocation(sheet, name, span)
            chosen = ir.Choose(is_it, made, chosen, sheet.site(span))
    return ir.Do(tuple(before), chosen, sheet.site(span))


def _is_own_class(sheet: Sheet, expr: tree.Expr) -> bool:
    """Say whether an expression is the class of the object itself."""
    match expr:
        case tree.Attribute(own, "__class__"):
            return sheet.around.is_self(own)
        case tree.Call(tree.Name("type"), [tree.Argument(None, own)]):
            return is_built_in(sheet, "type") and sheet.around.is_self(own)
        case tree.Name(text) if text in sheet.slots:
            match binders(sheet, text):
                case [tree.Assignment([tree.Name()], _, value)] if value is not None:
                    return not isinstance(value, tree.Name) and _is_own_class(sheet, value)
            return False
        case _:
            return False


def _allocation(sheet: Sheet, class_name: str, span: Span) -> ir.Expr:
    info = sheet.around.table.classes.get(class_name)
    if info is None or not can_allocate(sheet.around.table, info):
        raise Refusal(f"`__new__` of `{class_name}` is not supported", span)
    callee = ir.NameConstant("function", f"{class_name}.{ALLOCATION}", sheet.site(span))
    return ir.CallValue(callee, None, (), (), sheet.site(span))


def _is_same(one: tree.Expr, other: tree.Expr) -> bool:
    """Say whether two expressions have the same text and nothing happens in them."""
    match one, other:
        case tree.Name(first), tree.Name(second):
            return first == second
        case tree.Attribute(left, first), tree.Attribute(right, second):
            return first == second and _is_same(left, right)
        case tree.Call(tree.Name("type"), [tree.Argument(None, left)]), tree.Call(
            tree.Name("type"), [tree.Argument(None, right)]
        ):
            return _is_same(left, right)
        case _:
            return False
