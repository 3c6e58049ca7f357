"""What `int` means in the annotations of a program that tells bools from ints.

Place: frontends/python/desugar/. One of `passes`, for all modules. A bool is an int, so a client
may give one where `int` is declared. Mostly nobody can tell, and only ints are tried; where code
asks, the annotations are read as `int | bool`:

    def put(self, n: int) -> None:
        if isinstance(n, bool):          put(True) gets here
            self.n_flags += 1
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.rewrite import Changes, map_tree, on_field
from heapwright.frontends.python.syntax.walk import nodes_below
from heapwright.records import replace

_ASKED = ("int", "bool")


def with_bools(modules: Sequence[tree.Module]) -> list[tree.Module]:
    """Give the modules; where one of them asks for bools, all may be given some."""
    if not any(_asks(node) for module in modules for node in nodes_below(module.body)):
        return list(modules)
    return list(map_tree(tuple(modules), _CHANGES))


def _asks(node: object) -> bool:
    """Say whether an expression has another value for `True` than for 1."""
    match node:
        case tree.Call(tree.Name("isinstance"), [_, tree.Argument(None, classes)]):
            parts = classes.items if isinstance(classes, tree.TupleExpr) else (classes,)
            return any(isinstance(part, tree.Name) and part.text == "bool" for part in parts)
        case tree.Comparison(operands, operators):
            if any(isinstance(one, tree.BoolLiteral) for one in operands):
                return any(operator in ("is", "is not") for operator in operators)
            return any(map(_is_kind, operands)) and any(
                isinstance(one, tree.Name) and one.text in _ASKED
                for operand in operands
                for one in nodes_below([operand])
            )
        case _:
            return False


def _is_kind(expr: tree.Expr) -> bool:
    match expr:
        case tree.Call(tree.Name("type"), [tree.Argument(None, _)]):
            return True
        case tree.Attribute(name="__class__"):
            return True
        case _:
            return False


def _with_bool(annotation: tree.Expr | None) -> Any:  # noqa: ANN401 - any part of a tree
    match annotation:
        case tree.Name("int", span) | tree.StringLiteral("int", (), span):
            return tree.BinaryOperation(
                "|", tree.Name("int", span), tree.Name("bool", span), span, span
            )
        case tree.BinaryOperation("|", lhs, rhs):
            return replace(annotation, lhs=_with_bool(lhs), rhs=_with_bool(rhs))
        case tree.Subscript(_, tree.TupleExpr(items) as index):
            return replace(annotation, index=replace(index, items=tuple(map(_with_bool, items))))
        case tree.Subscript(_, index):
            return replace(annotation, index=_with_bool(index))
        case _:
            return annotation


_CHANGES: Changes = {
    tree.Parameter: on_field("annotation", _with_bool),
    tree.Assignment: on_field("annotation", _with_bool),
    tree.FunctionDef: on_field("result", _with_bool),
}
