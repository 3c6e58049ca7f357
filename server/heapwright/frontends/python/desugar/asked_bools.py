"""What `int` means in the annotations of a program that tells bools from ints.

Place: frontends/python/desugar/. `declare` calls this first. A bool is an int, so a client may
give one where `int` is declared. Mostly nobody can tell, and only ints are tried; where code
asks, the annotations are read as `int | bool`:

    def put(self, n: int) -> None:
        if isinstance(n, bool):          put(True) gets here
            self.n_flags += 1
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import is_
from typing import Any

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.rewrite import field_names
from heapwright.frontends.python.syntax.walk import nodes_below
from heapwright.records import replace
from heapwright.text.span import Span

_ASKED = ("int", "bool")


def with_bools(modules: Sequence[tree.Module]) -> list[tree.Module]:
    """Give the modules; where one of them asks for bools, all may be given some."""
    if not any(_asks(node) for module in modules for node in nodes_below(module.body)):
        return list(modules)
    known: dict[int, Any] = {}
    return [_written(module, known) for module in modules]


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


def _written(piece: Any, known: dict[int, Any]) -> Any:  # noqa: ANN401 - any part of a tree
    """Write annotations anew; what two places of a tree share, they still share.

    Where there are none, the piece is what it was.
    """
    if isinstance(piece, tuple):
        parts = [_written(one, known) for one in piece]
        return piece if all(map(is_, parts, piece)) else tuple(parts)
    names = field_names(piece)
    if not names or isinstance(piece, Span):
        return piece
    if id(piece) not in known:
        old = {name: getattr(piece, name) for name in names}
        changed = {name: _written(value, known) for name, value in old.items()}
        match piece:
            case tree.Parameter(annotation=annotation) | tree.Assignment(annotation=annotation):
                changed["annotation"] = _with_bool(annotation)
            case tree.FunctionDef(result=result):
                changed["result"] = _with_bool(result)
        is_same = all(map(is_, changed.values(), old.values()))
        known[id(piece)] = piece if is_same else replace(piece, **changed)
    return known[id(piece)]


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
