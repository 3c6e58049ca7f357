"""What `object` itself does with attributes, to IR: `object.__setattr__(self, name, value)`.

Place: frontends/python/lower/dynamic/. Part of `dynamic.calls`. A class that decides about its
attributes (`__setattr__`) ends up here, mostly by `super()`. No method of the program is asked,
but properties are.
"""

from __future__ import annotations

from heapwright.frontends.python.lower.common.builder import Refusal, Sheet
from heapwright.frontends.python.lower.dynamic import expressions
from heapwright.frontends.python.lower.dynamic.named_attributes import attribute_named, done_by_name
from heapwright.frontends.python.lower.dynamic.names import is_built_in, is_variable
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.table.attribute_names import text_of
from heapwright.frontends.python.table.class_table import FunctionKind
from heapwright.ir.core import instructions as ir
from heapwright.text.span import Span

_OPERATIONS = {"__setattr__": "plainset", "__delattr__": "plaindel", "__getattribute__": "plainget"}
_BUILT_IN = {"__setattr__": "setattr", "__delattr__": "delattr"}
_N_OPERANDS = {"plainset": 3, "plaindel": 2, "plainget": 2}


def object_call(sheet: Sheet, expr: tree.Call) -> ir.Expr | None:
    """Lower a call of what `object` has for attributes; None for any other call."""
    match expr.function:
        case tree.Attribute(above, name) if name in _OPERATIONS:
            pass
        case _:
            return None
    given = [argument.value for argument in expr.arguments]
    if any(a.name is not None or isinstance(a.value, tree.Starred) for a in expr.arguments):
        raise Refusal(f"`{name}` with such arguments is not supported", expr.span)
    match above:
        case tree.Call(tree.Name("super")) if is_built_in(sheet, "super"):
            expressions.check_super(sheet, above)
            function = sheet.function
            if (
                function is None
                or function.self_name is None
                or function.kind is FunctionKind.CLASS
            ):
                raise Refusal("`super()` is not supported here", expr.span)
            if sheet.around.table.super_function(function, name) is not None:
                return None
            given = [tree.Name(function.self_name, above.span), *given]
        case tree.Name("object") if is_built_in(sheet, "object"):
            pass
        case _:
            of_class = None if is_variable(sheet, above) else sheet.around.class_named(above)
            if of_class is None:
                if name in _BUILT_IN:
                    return attribute_named(sheet, _BUILT_IN[name], [above, *given], expr.span)
                given = [above, *given]
            elif sheet.around.table.function(of_class, name) is not None:
                return None
    operation = _OPERATIONS[name]
    if len(given) != _N_OPERANDS[operation]:
        raise Refusal(f"`{name}` with such arguments is not supported", expr.span)
    return _operated(sheet, operation, given, expr.span)


def _operated(sheet: Sheet, operation: str, given: list[tree.Expr], span: Span) -> ir.Expr:
    """Do it to an attribute that the text names, or to one of many."""

    def operated(operands: list[ir.Expr], name: str) -> ir.Expr:
        return ir.Operate(operation, (operands[0], *operands[2:]), name, sheet.site(span))

    text = text_of(given[1])
    if text is None:
        is_read = operation == "plainget"
        return done_by_name(sheet, given, operated, span, is_read=is_read)
    expressions.check_attribute(text, span)
    operands = [expressions.value(sheet, one) for one in given]
    return operated(operands, text)
