"""Whether a body can come to its end, as far as its text tells.

Place: frontends/python/table/. `infer` asks, to know whether a function may give `None`;
`declare` and `generator_bodies` ask whether code shows that it may raise a StopIteration.
"""

from __future__ import annotations

from collections.abc import Iterable

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.walk import Node, walk
from heapwright.frontends.python.table.class_table import ClassTable, FunctionInfo, FunctionKind


def ends_without_value(body: tree.Block) -> bool:
    """Say whether a function with this body may return without a value."""
    if can_end(body):
        return True
    return any(isinstance(node, tree.Return) and node.value is None for node in walk(body))


def can_end(body: tree.Block) -> bool:
    """Say whether control can come to the end of a block."""
    return all(_goes_on(statement) for statement in body)


def _goes_on(statement: tree.Statement) -> bool:
    match statement:
        case tree.Return() | tree.Raise() | tree.Break() | tree.Continue():
            return False
        case tree.If(condition, then_body, else_body):
            if isinstance(condition, tree.BoolLiteral):
                return can_end(then_body if condition.value else else_body)
            return can_end(then_body) or can_end(else_body)
        case tree.While(condition, body, else_body):
            if _has_break(body):
                return True
            is_endless = _is_always_true(condition)
            return not is_endless and can_end(else_body)
        case tree.For(body=body, else_body=else_body):
            return _has_break(body) or can_end(else_body)
        case tree.Try(body, handlers, else_body, final_body):
            if not can_end(final_body):
                return False
            if can_end(body) and can_end(else_body):
                return True
            return any(can_end(handler.body) for handler in handlers)
        case tree.Assert(tree.BoolLiteral(value=False)):
            return False
        case _:
            return True


def _is_always_true(condition: tree.Expr) -> bool:
    match condition:
        case tree.BoolLiteral(value) | tree.IntLiteral(value):
            return bool(value)
        case _:
            return False


def _has_break(body: tree.Block) -> bool:
    """Say whether a `break` in a block leaves the loop around it."""
    pending = list(body)
    while pending:
        match pending.pop():
            case tree.Break():
                return True
            case tree.If(then_body=then_body, else_body=else_body):
                pending += [*then_body, *else_body]
            case tree.While(else_body=else_body) | tree.For(else_body=else_body):
                pending += else_body
            case tree.Try(body=inner, handlers=handlers, else_body=else_body, final_body=final):
                pending += [*inner, *else_body, *final]
                for handler in handlers:
                    pending += handler.body
            case _:
                pass
    return False


def gives_nothing(table: ClassTable, function: FunctionInfo) -> bool:
    """Say whether no `return` of a function has a value other than `None`.

    A method and those that replace it are asked together: a method that only raises
    NotImplementedError gives what the others give.
    """
    if function.kind in (FunctionKind.SPEC, FunctionKind.INVARIANT):
        return False
    if function.name in ("__bool__", "__contains__", "__len__") or function.node.is_generator:
        return False
    family = [function]
    owner = function.owner or ""
    if owner in table.classes and function.kind in (FunctionKind.METHOD, FunctionKind.GETTER):
        top = [n for n in table.line(owner) if table.function(n, function.ir_name)][-1]
        for below in table.below(top):
            found = table.classes[below].functions.get(function.ir_name)
            if found is not None:
                family.append(found)
    return all(
        node.value is None or isinstance(node.value, tree.NoneLiteral)
        for member in family
        for node in walk(member.node.body)
        if isinstance(node, tree.Return)
    )


def may_stop(nodes: Iterable[Node]) -> bool:
    """Say whether code shows that it may raise a StopIteration."""
    for node in walk(nodes):
        match node:
            case tree.Name("StopIteration" | "next") | tree.Attribute(name="__next__"):
                return True
            case _:
                pass
    return False
