"""Build tree nodes from the parts that a rule of `grammar/tiny.lark` matched.

Place: frontends/tiny/syntax/. `parse` hands `builders` to `lalr.advance`; the key is the
alias in the grammar. A list is grown in place, because copying it at every item
would make long blocks quadratic; it has one owner, the parser's stack.
"""

from __future__ import annotations

from functools import partial

from heapwright.frontends.lalr import Builder, Slot
from heapwright.frontends.tiny.syntax import codes, tree
from heapwright.problems import Problem, Severity
from heapwright.records import dataclass
from heapwright.text.span import Span


def builders(problems: list[Problem]) -> dict[str, Builder]:
    """Give the builder of every alias; one of them may add to `problems`."""
    return {**_BUILDERS, "assign": partial(_assign, problems)}


@dataclass(frozen=True, slots=True)
class ClassHead:
    """`class name extends parent {`; becomes a ClassDecl with the members after it."""

    name: tree.Name
    parent: tree.Name | None
    span: Span


def _name(slot: Slot) -> tree.Name:
    return tree.Name(slot[0], Span(slot[1], slot[2]))


def _span(slot: Slot) -> Span:
    return Span(slot[1], slot[2])


# --- Those that take more than a line --------------------------------------------------


def _class_head(parts: list[Slot], span: Span) -> ClassHead:
    return ClassHead(_name(parts[1]), _name(parts[3]) if len(parts) == 5 else None, span)


def _field(parts: list[Slot], span: Span) -> tree.FieldDecl:
    is_private, _ = parts[0][0]
    return tree.FieldDecl(_name(parts[1]), _name(parts[2]), is_private, span)


def _method(parts: list[Slot], span: Span) -> tree.MethodDecl:
    (is_private, is_static), _, _, parameters, _, body, _ = (part[0] for part in parts)
    return tree.MethodDecl(
        _name(parts[1]), _name(parts[2]), tuple(parameters), body, is_private, is_static, span
    )


def _scope(parts: list[Slot], span: Span) -> tree.ScopeDecl:
    bound = tree.IntLiteral(int(parts[3][0]), _span(parts[3]))
    return tree.ScopeDecl(_name(parts[1]), bound, span)


def _next_item(parts: list[Slot], span: Span) -> list[object]:
    items: list[object] = parts[0][0]
    items.append(parts[2][0])
    return items


_CANONICAL = {"==": "=", "!": "~"}


def _binary(parts: list[Slot], span: Span) -> tree.Binary:
    operator: str = parts[1][0]
    return tree.Binary(_CANONICAL.get(operator, operator), parts[0][0], parts[2][0], span)


def _unary(parts: list[Slot], span: Span) -> tree.Unary:
    operator: str = parts[0][0]
    return tree.Unary(_CANONICAL.get(operator, operator), parts[1][0], span)


def _assign(problems: list[Problem], parts: list[Slot], span: Span) -> tree.Expr:
    lhs, sign, rhs = parts
    match lhs[0]:
        case tree.FieldAccess(target, field_name):
            return tree.FieldAssign(target, field_name, rhs[0], span)
        case tree.Variable(name):
            return tree.VariableAssign(name, rhs[0], span)
        case tree.Missing():
            return tree.VariableAssign(tree.Name("", _span(lhs)), rhs[0], span)
    message = "only a variable or a field can stand on the left of `:=`"
    problems.append(Problem(codes.UNEXPECTED, Severity.ERROR, message, _span(lhs)))
    return tree.FieldAssign(lhs[0], tree.Name("", _span(sign)), rhs[0], span)


def _variable(parts: list[Slot], span: Span) -> tree.Variable | tree.Symbol:
    text: str = parts[0][0]
    if text[:1] in ("X", "Y") and text[1:].isdecimal() and text.isascii():
        return tree.Symbol(text, span)
    return tree.Variable(tree.Name(text, span), span)


# --- Nodes, by the aliases of `grammar/tiny.lark` --------------------------------------

_BUILDERS: dict[str, Builder] = {
    "class_head": _class_head,
    "class_head_with_parent": _class_head,
    "private_new": lambda p, span: tree.PrivateNew(span),
    "field": _field,
    "method": _method,
    "invariant": lambda p, span: tree.InvariantDecl(_name(p[1]), p[5][0], span),
    "public": lambda p, span: (False, False),
    "private": lambda p, span: (True, False),
    "public_static": lambda p, span: (False, True),
    "private_static": lambda p, span: (True, True),
    "parameter": lambda p, span: tree.Parameter(_name(p[0]), _name(p[1]), span),
    "spec": lambda p, span: tree.SpecDecl(_name(p[1]), tuple(p[2][0]), p[4][0], span),
    "scope": _scope,
    "test": lambda p, span: tree.TestDecl(_name(p[1]), p[2][0], span),
    "main": lambda p, span: tree.MainDecl(p[0][0], span),
    "no_items": lambda p, span: [],
    "items": lambda p, span: p[1][0],
    "first_item": lambda p, span: [p[0][0]],
    "next_item": _next_item,
    "binary": _binary,
    "unary": _unary,
    "instance_of": lambda p, span: tree.InstanceOf(p[0][0], _name(p[2]), span),
    "let": lambda p, span: tree.Let(_name(p[1]), p[3][0], p[5][0], span),
    "if_then": lambda p, span: tree.If(p[1][0], p[3][0], None, span),
    "if_then_else": lambda p, span: tree.If(p[1][0], p[3][0], p[5][0], span),
    "while_do": lambda p, span: tree.While(p[1][0], p[3][0], span),
    "throw": lambda p, span: tree.Throw(None, span),
    "throw_value": lambda p, span: tree.Throw(p[1][0], span),
    "try_catch": lambda p, span: tree.Try(p[1][0], p[3][0], span),
    "assert_true": lambda p, span: tree.Assert(p[1][0], span),
    "field_access": lambda p, span: tree.FieldAccess(p[0][0], _name(p[2]), span),
    "call": lambda p, span: tree.Call(p[0][0], _name(p[2]), tuple(p[3][0]), span),
    "bracket_call": lambda p, span: tree.Call(p[0][0], _name(p[2]), tuple(p[4][0]), span),
    "int_literal": lambda p, span: tree.IntLiteral(int(p[0][0]), span),
    "true": lambda p, span: tree.BoolLiteral(True, span),
    "false": lambda p, span: tree.BoolLiteral(False, span),
    "null": lambda p, span: tree.NullLiteral(span),
    "this": lambda p, span: tree.This(span),
    "variable": _variable,
    "spec_call": lambda p, span: tree.SpecCall(_name(p[0]), tuple(p[1][0]), span),
    "new": lambda p, span: tree.New(_name(p[1]), span),
    "marker": lambda p, span: tree.Marker(_name(p[1]), span),
    "parentheses": lambda p, span: p[1][0],
    "missing": lambda p, span: tree.Missing(span),
    "block": lambda p, span: tree.Block(tuple(p[1][0]), span),
}
