"""Plain values and the text that stands for them.

Place: frontends/python/syntax/. Whoever computes with constants of a program comes here: numbers,
strings, `None`, and tuples of these, and how two of them are compared.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any

from heapwright.frontends.python.syntax import tree
from heapwright.text.span import Span

COMPARED: Mapping[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "in": lambda one, many: one in many,
    "not in": lambda one, many: one not in many,
}


class NotPlain(Exception):
    """An expression is no constant, or a value has no text."""


def plain_value(expr: tree.Expr) -> Any:  # noqa: ANN401 - any plain value
    """Give the value of a constant; see `NotPlain`."""
    match expr:
        case tree.IntLiteral(value) | tree.BoolLiteral(value):
            return value
        case tree.NoneLiteral():
            return None
        case tree.FloatLiteral(text):
            return float(text.replace("_", ""))
        case tree.StringLiteral(parts=(), pieces=pieces) if pieces is not None:
            return "".join(map(str, pieces))
        case tree.UnaryOperation("-", tree.IntLiteral() | tree.FloatLiteral() as operand):
            return -plain_value(operand)
        case tree.TupleExpr(items):
            return tuple([plain_value(item) for item in items])
        case _:
            raise NotPlain


def is_plain(expr: tree.Expr) -> bool:
    """Say whether an expression is a constant."""
    try:
        plain_value(expr)
    except NotPlain:
        return False
    return True


def is_literal(expr: tree.Expr) -> bool:
    """Say whether an expression is one number, text, bool or `None`, without any operator."""
    if isinstance(expr, tree.StringLiteral):
        return not expr.parts
    return isinstance(
        expr, tree.IntLiteral | tree.FloatLiteral | tree.BoolLiteral | tree.NoneLiteral
    )


def literal(value: object, span: Span) -> tree.Expr:
    """Write a plain value; see `NotPlain`."""
    match value:
        case None:
            return tree.NoneLiteral(span)
        case bool():
            return tree.BoolLiteral(value, span)
        case int() if type(value) is int:
            positive = tree.IntLiteral(abs(value), span)
            return positive if value >= 0 else tree.UnaryOperation("-", positive, span)
        case float() if type(value) is float:
            return tree.FloatLiteral(repr(value), span)
        case str() if type(value) is str:
            return tree.StringLiteral(value, (), span, (value,))
        case tuple() if type(value) is tuple:
            return tree.TupleExpr(tuple(literal(one, span) for one in value), span)
        case _:
            raise NotPlain
