"""Conditions about the Python that runs and the system that it runs on.

Place: frontends/python/syntax/. `declare` asks at the top of modules, `class_bodies` in classes,
`dynamic.expressions` in functions.

    sys.version_info >= (3, 8)    sys.platform == "win32"    os.name != "nt"
    hasattr(sys, "pypy_version_info")    PY2    (where PY2 = sys.version_info[0] == 2)

All are those of the Python that runs heapwright, as `sys.maxsize` is.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import Any

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.dotted_names import dotted_name
from heapwright.frontends.python.syntax.literals import COMPARED

# What the running Python says under these names.
_VALUES: Mapping[str, Any] = {
    "sys.version_info.major": sys.version_info.major,
    "sys.version_info.minor": sys.version_info.minor,
    "sys.version_info": tuple(sys.version_info),
    "sys.hexversion": sys.hexversion,
    "sys.implementation.name": sys.implementation.name,
    "sys.platform": sys.platform,
    "os.name": os.name,
}

# Modules of which we know all names, because heapwright itself has imported them.
_MODULES = frozenset(
    (
        *("builtins", "sys", "os", "io", "abc", "types", "typing", "re", "enum", "operator"),
        *("collections", "collections.abc", "functools", "itertools", "_thread", "contextlib"),
    )
) & frozenset(sys.modules)
_NO_NAMES: Mapping[str, tree.Expr] = {}


def known_condition(expr: tree.Expr, names: Mapping[str, tree.Expr] = _NO_NAMES) -> bool | None:
    """Say whether a condition holds; None for one that is about anything else.

    `names` are those of the module that stand for a value which was given before.
    """
    match expr:
        case tree.BoolLiteral(value):
            return value
        case tree.Name(text) if text in names:
            return known_condition(names[text])
        case tree.UnaryOperation("not", operand):
            inner = known_condition(operand, names)
            return None if inner is None else not inner
        case tree.BooleanOperation(word, lhs, rhs):
            sides = known_condition(lhs, names), known_condition(rhs, names)
            decisive = word == "or"
            if sides[0] is decisive or (None not in sides and decisive in sides):
                return decisive
            return None if None in sides else not decisive
        case tree.Call(
            tree.Name("hasattr"),
            [
                tree.Argument(None, tree.Name("sys")),
                tree.Argument(None, tree.StringLiteral() as text),
            ],
        ) if not text.parts:
            return hasattr(sys, text.text)
        case tree.Comparison([lhs, rhs], [sign]) if sign in COMPARED:
            lhs, rhs = (names.get(dotted_name(side) or "", side) for side in (lhs, rhs))
            values = _value(lhs), _value(rhs)
            if None in values or not _names_one(lhs, rhs):
                return None
            try:
                return bool(COMPARED[sign](*values))
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
