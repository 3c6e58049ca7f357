"""Walk over the expressions of a tree.

Place: frontends/tiny/syntax/. For questions about names that need no types; explicit stacks,
so that depth does not matter.
"""

from __future__ import annotations

from collections.abc import Iterator

from heapwright.frontends.tiny.syntax import tree
from heapwright.records import dataclass


def parts(expr: tree.Expr) -> tuple[tree.Expr, ...]:
    """Give the expressions right inside one, in the order in which they are evaluated."""
    match expr:
        case tree.FieldAccess(target=operand) | tree.InstanceOf(target=operand):
            return (operand,)
        case tree.Unary(operand=operand) | tree.Assert(condition=operand):
            return (operand,)
        case tree.VariableAssign(value=value):
            return (value,)
        case tree.FieldAssign(target=first, value=second):
            return (first, second)
        case tree.Let(value=first, body=second) | tree.Binary(lhs=first, rhs=second):
            return (first, second)
        case tree.While(condition=first, body=second) | tree.Try(body=first, handler=second):
            return (first, second)
        case tree.If(condition, then_branch, else_branch):
            if else_branch is None:
                return (condition, then_branch)
            return (condition, then_branch, else_branch)
        case tree.Call(target=target, arguments=arguments):
            return (target, *arguments)
        case tree.SpecCall(arguments=several) | tree.Block(body=several):
            return several
        case tree.Throw(value=thrown):
            return () if thrown is None else (thrown,)
        case _:
            return ()


def nodes_below(expr: tree.Expr) -> Iterator[tree.Expr]:
    """Give an expression and all inside it, outer before inner, left before right."""
    waiting = [expr]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(parts(node)))


def used_lets(expr: tree.Expr) -> frozenset[int]:
    """Give the `id` of each `let` inside whose variable is read or assigned.

    The core writes `let foo := … in` to put one thing after another. Knowing that
    `foo` is never used, the lowering drops the value instead of keeping it.
    """
    used: set[int] = set()
    waiting: list[tuple[tree.Expr, _Binding | None]] = [(expr, None)]
    while waiting:
        node, scope = waiting.pop()
        match node:
            case tree.Let(name, value, body):
                waiting.append((value, scope))
                waiting.append((body, _Binding(name.text, id(node), scope)))
                continue
            case tree.Variable(name) | tree.VariableAssign(name=name):
                binding = scope
                while binding is not None and binding.name != name.text:
                    binding = binding.outer
                if binding is not None:
                    used.add(binding.let_id)
            case _:
                pass
        for part in parts(node):
            waiting.append((part, scope))
    return frozenset(used)


@dataclass(frozen=True, slots=True)
class _Binding:
    """A variable that a `let` made visible."""

    name: str
    let_id: int
    outer: _Binding | None
