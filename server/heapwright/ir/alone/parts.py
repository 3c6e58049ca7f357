"""Pieces of code of which nothing but the kinds of values is known.

Place: ir/alone/. `alone_code` puts them in the place of what is lost. Pure.
"""

from __future__ import annotations

from heapwright.ir.alone.own_fields import NotAlone
from heapwright.ir.alone.plain_kinds import in_order, is_plain
from heapwright.ir.core import instructions as ir
from heapwright.ir.core.kinds import Kinds, MemberKind
from heapwright.ir.core.operations import FOREIGN_ERROR
from heapwright.ir.core.types import BoolType, FloatType, IntType, NullType, TextType
from heapwright.records import replace

_INPUTS = {IntType: "int", TextType: "str", FloatType: "float"}
_INPUT = ir.Operate("input", (ir.TextConstant("int"),))
FREE = ir.Binary(ir.BinaryOperator.EQUAL, _INPUT, ir.IntConstant(0))
THROW = ir.Throw(ir.New(FOREIGN_ERROR))
MAYBE_THROW = ir.If(FREE, (THROW,), ())
CONSTANTS = (
    *(ir.IntConstant, ir.BoolConstant, ir.NullConstant, ir.TextConstant, ir.FloatConstant),
)
NOT_EXPRESSIONS = (
    *(ir.Assign, ir.SetField, ir.Evaluate, ir.If, ir.While, ir.ForEach, ir.Break, ir.Continue),
    *(ir.Return, ir.Throw, ir.Try, ir.Handler),
)


def any_of(kinds: Kinds) -> ir.Expr | None:
    """Give an expression for any value of some kinds; None if there is none."""
    parts: list[ir.Expr] = []
    if not is_plain(kinds):
        return None
    for kind in in_order(kinds):
        match kind:
            case IntType() | TextType() | FloatType():
                parts.append(ir.Operate("input", (ir.TextConstant(_INPUTS[type(kind)]),)))
            case BoolType():
                parts.append(FREE)
            case NullType():
                parts.append(ir.NullConstant())
            case MemberKind():
                return None
    if not parts:
        return None
    found = parts[0]
    for part in parts[1:]:
        found = ir.Choose(FREE, part, found)
    return found


def with_target(expr: ir.GetField | ir.Operate, target: ir.Expr) -> ir.Expr:
    """Read the same of another object."""
    if isinstance(expr, ir.GetField):
        return replace(expr, target=target)
    return replace(expr, operands=(target, *expr.operands[1:]))


def with_operands(expr: ir.Expr, operands: list[ir.Expr]) -> ir.Expr:
    """Put others in the place of what an expression evaluates; a named callee stays."""
    match expr:
        case ir.Unary():
            return replace(expr, operand=operands[0])
        case ir.Binary():
            return replace(expr, lhs=operands[0], rhs=operands[1])
        case ir.Operate():
            return replace(expr, operands=tuple(operands))
        case ir.InvokeExact():
            return replace(expr, arguments=tuple(operands))
        case ir.Invoke():
            return replace(expr, receiver=operands[0], arguments=tuple(operands[1:]))
        case ir.CallValue(method=None):
            return replace(expr, arguments=tuple(operands))
        case ir.CallValue():
            return replace(expr, callee=operands[0], arguments=tuple(operands[1:]))
        case _:
            raise NotAlone("an expression of an unknown form")


def emptied(node: ir.Expr | ir.Statement) -> ir.Expr | ir.Statement:
    """Give a node without what is inside of it."""
    nothing = ir.NullConstant()
    match node:
        case ir.GetField():
            return replace(node, target=nothing)
        case ir.Operate(operands=operands):
            return replace(node, operands=(nothing,) * len(operands))
        case ir.Invoke(arguments=arguments):
            return replace(node, receiver=nothing, arguments=(nothing,) * len(arguments))
        case ir.InvokeExact(arguments=arguments):
            return replace(node, arguments=(nothing,) * len(arguments))
        case ir.CallValue(callee=callee, arguments=arguments):
            kept = callee if isinstance(callee, ir.NameConstant) else nothing
            return replace(node, callee=kept, arguments=(nothing,) * len(arguments))
        case ir.SetField():
            return replace(node, target=nothing, value=nothing)
        case _:
            return node
