"""Assignments of several names, taken apart.

Place: frontends/python/syntax/. `desugar` and `declare` ask about bodies of classes and modules.
"""

from __future__ import annotations

from collections.abc import Iterator

from heapwright.frontends.python.syntax import tree


def is_plain_assignment(targets: tuple[tree.Expr, ...], value: tree.Expr) -> bool:
    """Say whether an assignment gives single names their values."""
    return all(
        isinstance(target, tree.Name)
        or (
            isinstance(target, tree.TupleExpr)
            and all(isinstance(item, tree.Name) for item in target.items)
            and unpacked(value, len(target.items)) is not None
        )
        for target in targets
    )


def unpacked(value: tree.Expr, n: int) -> tuple[tree.Expr, ...] | None:
    """Give the values of so many names: `x, y = 1, 2`, and `A, B, C = range(3)`."""
    match value:
        case tree.TupleExpr(items) | tree.Display("list", items):
            is_spread = any(isinstance(item, tree.Starred) for item in items)
            return items if len(items) == n and not is_spread else None
        case tree.Call(tree.Name("list" | "tuple"), [tree.Argument(None, inner)]) if isinstance(
            inner, tree.Call
        ):
            return unpacked(inner, n)
        case tree.Call(tree.Name("range"), [tree.Argument(None, tree.IntLiteral(stop))]):
            numbers = tuple(tree.IntLiteral(number, value.span) for number in range(stop))
            return numbers if stop == n else None
        case _:
            return None


def single_values(
    targets: tuple[tree.Expr, ...], value: tree.Expr
) -> Iterator[tuple[tree.Name, tree.Expr]]:
    """Give each name with its value; a second name of a value is a name for the first."""
    if not is_plain_assignment(targets, value):
        return
    first: tree.Expr = value
    for target in targets:
        match target, value:
            case tree.Name(), _:
                yield target, first
                first = tree.Name(target.text, target.span)
            case tree.TupleExpr(names), _:
                for name, single in zip(names, unpacked(value, len(names)) or (), strict=True):
                    assert isinstance(name, tree.Name)
                    yield name, single
