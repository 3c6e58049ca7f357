"""Marks under the names that a file gives them.

Place: frontends/python/syntax/. `parse` reads a file with this, and everybody else knows marks by
their own names: after `import heapwright as hw`, `@hw.spec` is `@heapwright.spec`, and after
`from heapwright import spec as question`, `@question` is `@spec`.
"""

from __future__ import annotations

from collections.abc import Mapping

from heapwright.frontends.python.syntax import tree
from heapwright.records import replace

PACKAGE = "heapwright"


def with_own_names(body: tree.Block) -> tree.Block:
    """Write decorators by the names that heapwright has for them."""
    names = {
        one.alias: PACKAGE if not statement.is_from else one.name
        for statement in body
        if isinstance(statement, tree.Import) and not statement.level
        for one in statement.names
        if one.alias != one.name
        and (statement.module if statement.is_from else one.name) == PACKAGE
    }
    return tuple(_renamed(one, names) for one in body) if names else body


def _renamed(statement: tree.Statement, names: Mapping[str, str]) -> tree.Statement:
    if not isinstance(statement, tree.FunctionDef | tree.ClassDef):
        return statement
    decorators = tuple(_decorator(one, names) for one in statement.decorators)
    if isinstance(statement, tree.ClassDef):
        inner = tuple(_renamed(one, names) for one in statement.body)
        return replace(statement, decorators=decorators, body=inner)
    return replace(statement, decorators=decorators)


def _decorator(expr: tree.Expr, names: Mapping[str, str]) -> tree.Expr:
    match expr:
        case tree.Call(function):
            return replace(expr, function=_decorator(function, names))
        case tree.Name(text) if names.get(text, PACKAGE) != PACKAGE:
            return replace(expr, text=names[text])
        case tree.Attribute(tree.Name(text) as module) if names.get(text) == PACKAGE:
            return replace(expr, value=replace(module, text=PACKAGE))
        case _:
            return expr
