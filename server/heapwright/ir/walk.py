"""All instructions inside an instruction, in the order they stand.

Place: ir/. `reach`, `validate` and `fingerprint` look at instructions through this.
Uses an explicit stack, so the depth of a program does not matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias, assert_never

from heapwright.ir import instructions as ir

Node: TypeAlias = ir.Expr | ir.Statement | ir.Handler


def walk(roots: Iterable[Node]) -> Iterator[Node]:
    """Give every instruction in `roots` and below: first itself, then what is inside."""
    stack = list(roots)
    stack.reverse()
    while stack:
        node = stack.pop()
        yield node
        inside = children(node)
        if inside:
            stack.extend(reversed(inside))


def children(node: Node) -> tuple[Node, ...]:
    """Give the instructions right inside one, in the order they stand."""
    match node:
        case (
            ir.Local()
            | ir.IntConstant()
            | ir.BoolConstant()
            | ir.NullConstant()
            | ir.TextConstant()
            | ir.FloatConstant()
            | ir.NameConstant()
            | ir.Symbol()
            | ir.New()
            | ir.Break()
            | ir.Continue()
        ):
            return ()
        case ir.GetField(target=inside):
            return (inside,)
        case ir.Unary(operand=inside) | ir.IsInstance(operand=inside):
            return (inside,)
        case ir.Assign(value=inside) | ir.Evaluate(value=inside) | ir.Throw(value=inside):
            return (inside,)
        case ir.Binary(lhs=lhs, rhs=rhs) | ir.And(lhs=lhs, rhs=rhs) | ir.Or(lhs=lhs, rhs=rhs):
            return (lhs, rhs)
        case ir.Invoke(receiver=receiver, arguments=arguments):
            return (receiver, *arguments)
        case ir.InvokeExact(arguments=arguments) | ir.Operate(operands=arguments):
            return arguments
        case ir.CallValue(callee=callee, arguments=arguments):
            return (callee, *arguments)
        case ir.Do(body=body, value=value):
            return (*body, value)
        case ir.SetField(target=target, value=value):
            return (target, value)
        case ir.If(condition=condition, then_body=then_body, else_body=else_body):
            return (condition, *then_body, *else_body)
        case ir.Choose(condition=condition, then_value=then_value, else_value=else_value):
            return (condition, then_value, else_value)
        case ir.While(condition=condition, body=body):
            return (condition, *body)
        case ir.ForEach(iterable=iterable, body=body):
            return (iterable, *body)
        case ir.Return(value=result):
            return () if result is None else (result,)
        case ir.Try(body=body, handlers=handlers, final=final):
            return (*body, *handlers, *final)
        case ir.Handler(body=body):
            return body
        case _:
            assert_never(node)
