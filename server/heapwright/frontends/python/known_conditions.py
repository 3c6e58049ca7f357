"""Conditions about the Python that runs and the system that it runs on.

Place: frontends/python/. `declare` asks at the top of modules, `class_bodies` in classes,
`dynamic_expression` in functions.

    sys.version_info >= (3, 8)    sys.platform == "win32"    os.name != "nt"

Both are those of the Python that runs heapwright, as `sys.maxsize` is.
"""

from __future__ import annotations

import operator
import os
import sys
from collections.abc import Callable, Mapping
from typing import Any

from heapwright.frontends.python import tree
from heapwright.frontends.python.decorators import dotted_name

# What the running Python says under these names.
_VALUES: Mapping[str, Any] = {
    "sys.version_info": tuple(sys.version_info),
    "sys.version_info.major": sys.version_info.major,
    "sys.version_info.minor": sys.version_info.minor,
    "sys.platform": sys.platform,
    "os.name": os.name,
}
_OPERATORS: Mapping[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "in": lambda one, many: one in many,
    "not in": lambda one, many: one not in many,
}


def known_condition(expr: tree.Expr) -> bool | None:
    """Say whether a condition holds; None for one that is about anything else."""
    match expr:
        case tree.BoolLiteral(value):
            return value
        case tree.UnaryOperation("not", operand):
            inner = known_condition(operand)
            return None if inner is None else not inner
        case tree.BooleanOperation(word, lhs, rhs):
            sides = known_condition(lhs), known_condition(rhs)
            decisive = word == "or"
            if sides[0] is decisive or (None not in sides and decisive in sides):
                return decisive
            return None if None in sides else not decisive
        case tree.Comparison([lhs, rhs], [sign]) if sign in _OPERATORS:
            values = _value(lhs), _value(rhs)
            if None in values or not _names_one(lhs, rhs):
                return None
            try:
                return bool(_OPERATORS[sign](*values))
            except TypeError:
                return None
        case tree.Call(
            tree.Attribute(value, "startswith"), [tree.Argument(None, tree.StringLiteral() as text)]
        ) if dotted_name(value) == "sys.platform" and not text.parts:
            return sys.platform.startswith(text.text)
        case _:
            return None


def is_about_types(expr: tree.Expr) -> bool:
    """Say whether a condition is `TYPE_CHECKING`, which is false when a program runs."""
    return dotted_name(expr) in ("TYPE_CHECKING", "typing.TYPE_CHECKING")


def _names_one(lhs: tree.Expr, rhs: tree.Expr) -> bool:
    sides = (lhs.value if isinstance(lhs, tree.Subscript) else lhs, rhs)
    return any(dotted_name(side) in _VALUES for side in sides)


def _value(expr: tree.Expr) -> Any:  # noqa: ANN401 - a number, a text, or a tuple of these
    match expr:
        case tree.IntLiteral(value):
            return value
        case tree.StringLiteral(parts=(), text=text):
            return text
        case tree.TupleExpr(items):
            values = tuple(_value(item) for item in items)
            return None if None in values else values
        case tree.Subscript(value, tree.IntLiteral(index)) if dotted_name(
            value
        ) == "sys.version_info" and 0 <= index < len(sys.version_info):
            return sys.version_info[index]
        case tree.Subscript(value, tree.SliceExpr(None, tree.IntLiteral(stop), None)) if (
            dotted_name(value) == "sys.version_info"
        ):
            return tuple(sys.version_info)[:stop]
        case _:
            return _VALUES.get(dotted_name(expr) or "")
