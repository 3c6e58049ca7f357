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


# --- Declarations ---------------------------------------------------------------


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


def _invariant(parts: list[Slot], span: Span) -> tree.InvariantDecl:
    return tree.InvariantDecl(_name(parts[1]), parts[5][0], span)


def _parameter(parts: list[Slot], span: Span) -> tree.Parameter:
    return tree.Parameter(_name(parts[0]), _name(parts[1]), span)


def _spec(parts: list[Slot], span: Span) -> tree.SpecDecl:
    return tree.SpecDecl(_name(parts[1]), tuple(parts[2][0]), parts[4][0], span)


def _scope(parts: list[Slot], span: Span) -> tree.ScopeDecl:
    return tree.ScopeDecl(_name(parts[1]), _int_literal(parts[3:4], _span(parts[3])), span)


def _test(parts: list[Slot], span: Span) -> tree.TestDecl:
    return tree.TestDecl(_name(parts[1]), parts[2][0], span)


def _main(parts: list[Slot], span: Span) -> tree.MainDecl:
    return tree.MainDecl(parts[0][0], span)


# --- Lists ------------------------------------------------------------------------


def _no_items(parts: list[Slot], span: Span) -> list[object]:
    return []


def _items(parts: list[Slot], span: Span) -> object:
    return parts[1][0]


def _first_item(parts: list[Slot], span: Span) -> list[object]:
    return [parts[0][0]]


def _next_item(parts: list[Slot], span: Span) -> list[object]:
    items: list[object] = parts[0][0]
    items.append(parts[2][0])
    return items


# --- Expressions --------------------------------------------------------------------

_CANONICAL = {"==": "=", "!": "~"}


def _binary(parts: list[Slot], span: Span) -> tree.Binary:
    operator: str = parts[1][0]
    return tree.Binary(_CANONICAL.get(operator, operator), parts[0][0], parts[2][0], span)


def _unary(parts: list[Slot], span: Span) -> tree.Unary:
    operator: str = parts[0][0]
    return tree.Unary(_CANONICAL.get(operator, operator), parts[1][0], span)


def _instance_of(parts: list[Slot], span: Span) -> tree.InstanceOf:
    return tree.InstanceOf(parts[0][0], _name(parts[2]), span)


def _let(parts: list[Slot], span: Span) -> tree.Let:
    return tree.Let(_name(parts[1]), parts[3][0], parts[5][0], span)


def _if_then(parts: list[Slot], span: Span) -> tree.If:
    return tree.If(parts[1][0], parts[3][0], None, span)


def _if_then_else(parts: list[Slot], span: Span) -> tree.If:
    return tree.If(parts[1][0], parts[3][0], parts[5][0], span)


def _while_do(parts: list[Slot], span: Span) -> tree.While:
    return tree.While(parts[1][0], parts[3][0], span)


def _throw(parts: list[Slot], span: Span) -> tree.Throw:
    return tree.Throw(parts[1][0] if len(parts) == 2 else None, span)


def _try_catch(parts: list[Slot], span: Span) -> tree.Try:
    return tree.Try(parts[1][0], parts[3][0], span)


def _assert_true(parts: list[Slot], span: Span) -> tree.Assert:
    return tree.Assert(parts[1][0], span)


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


def _field_access(parts: list[Slot], span: Span) -> tree.FieldAccess:
    return tree.FieldAccess(parts[0][0], _name(parts[2]), span)


def _call(parts: list[Slot], span: Span) -> tree.Call:
    return tree.Call(parts[0][0], _name(parts[2]), tuple(parts[3][0]), span)


def _bracket_call(parts: list[Slot], span: Span) -> tree.Call:
    return tree.Call(parts[0][0], _name(parts[2]), tuple(parts[4][0]), span)


def _int_literal(parts: list[Slot], span: Span) -> tree.IntLiteral:
    return tree.IntLiteral(int(parts[0][0]), span)


def _variable(parts: list[Slot], span: Span) -> tree.Variable | tree.Symbol:
    text: str = parts[0][0]
    if text[:1] in ("X", "Y") and text[1:].isdecimal() and text.isascii():
        return tree.Symbol(text, span)
    return tree.Variable(tree.Name(text, span), span)


def _spec_call(parts: list[Slot], span: Span) -> tree.SpecCall:
    return tree.SpecCall(_name(parts[0]), tuple(parts[1][0]), span)


def _new(parts: list[Slot], span: Span) -> tree.New:
    return tree.New(_name(parts[1]), span)


def _marker(parts: list[Slot], span: Span) -> tree.Marker:
    return tree.Marker(_name(parts[1]), span)


def _parentheses(parts: list[Slot], span: Span) -> object:
    return parts[1][0]


def _block(parts: list[Slot], span: Span) -> tree.Block:
    return tree.Block(tuple(parts[1][0]), span)


def _span(slot: Slot) -> Span:
    return Span(slot[1], slot[2])


def _always(value: object) -> Builder:
    return lambda parts, span: value


_BUILDERS: dict[str, Builder] = {
    "class_head": _class_head,
    "class_head_with_parent": _class_head,
    "private_new": lambda parts, span: tree.PrivateNew(span),
    "field": _field,
    "method": _method,
    "invariant": _invariant,
    "public": _always((False, False)),
    "private": _always((True, False)),
    "public_static": _always((False, True)),
    "private_static": _always((True, True)),
    "parameter": _parameter,
    "spec": _spec,
    "scope": _scope,
    "test": _test,
    "main": _main,
    "no_items": _no_items,
    "items": _items,
    "first_item": _first_item,
    "next_item": _next_item,
    "binary": _binary,
    "unary": _unary,
    "instance_of": _instance_of,
    "let": _let,
    "if_then": _if_then,
    "if_then_else": _if_then_else,
    "while_do": _while_do,
    "throw": _throw,
    "throw_value": _throw,
    "try_catch": _try_catch,
    "assert_true": _assert_true,
    "field_access": _field_access,
    "call": _call,
    "bracket_call": _bracket_call,
    "int_literal": _int_literal,
    "true": lambda parts, span: tree.BoolLiteral(True, span),
    "false": lambda parts, span: tree.BoolLiteral(False, span),
    "null": lambda parts, span: tree.NullLiteral(span),
    "this": lambda parts, span: tree.This(span),
    "variable": _variable,
    "spec_call": _spec_call,
    "new": _new,
    "marker": _marker,
    "parentheses": _parentheses,
    "missing": lambda parts, span: tree.Missing(span),
    "block": _block,
}
