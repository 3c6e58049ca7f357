"""A walk leaves nothing out, whatever kinds of instructions there are."""

from __future__ import annotations

from typing import get_args

import pytest

from heapwright.ir.core import instructions as ir
from heapwright.ir.core.types import INT
from heapwright.ir.core.walk import Node, children, walk
from heapwright.records import fields
from support.ir_build import add, call, do, give, let, local, num, try_

KINDS: tuple[type[Node], ...] = (*get_args(ir.Expr), *get_args(ir.Statement), ir.Handler)


def sample(annotation: str) -> object:
    """Make up a part of an instruction by the way its type is written."""
    values: dict[str, object] = {
        "int": 1,
        "bool": True,
        "str": "name",
        "Type": INT,
        "Expr": num(7),
        "Expr | None": num(8),
        "Body": (let(0, num(1)), give(num(2))),
        "tuple[Expr, ...]": (num(3), num(4)),
        "tuple[Handler, ...]": (ir.Handler(None, None, ()), ir.Handler(("A",), 1, ())),
        "tuple[str, ...] | None": ("A",),
        "str | None": "name",
        "tuple[str | None, ...]": (None, None),
        "int | None": 1,
        "UnaryOperator": ir.UnaryOperator.NOT,
        "BinaryOperator": ir.BinaryOperator.ADD,
    }
    return values[annotation]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: str(kind.__name__))
def test_children_are_all_parts_that_are_instructions_in_order(kind: type[Node]) -> None:
    parts = [sample(str(part.type)) for part in fields(kind)]
    expected: list[object] = []
    for part in parts:
        inner = part if isinstance(part, tuple) else (part,)
        expected.extend(one for one in inner if isinstance(one, KINDS))
    found = children(kind(*parts))  # type: ignore[arg-type]
    assert [id(one) for one in found] == [id(one) for one in expected]


def test_a_walk_goes_from_outside_to_inside_and_from_left_to_right() -> None:
    tree = give(add(call(local(0), "m", num(1)), do(let(2, num(3)), value=num(4))))
    seen = [type(node).__name__ for node in walk((tree, try_(())))]
    assert seen == [
        "Return",
        "Binary",
        "Invoke",
        "Local",
        "IntConstant",
        "Do",
        "Assign",
        "IntConstant",
        "IntConstant",
        "Try",
    ]


def test_a_walk_does_not_mind_depth() -> None:
    tree: ir.Expr = num(0)
    for _ in range(20_000):
        tree = ir.Unary(ir.UnaryOperator.NEGATE, tree)
    assert sum(1 for _ in walk((tree,))) == 20_001
