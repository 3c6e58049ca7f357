"""Enumerations: members as constants, and the functions that every Enum has.

Place: frontends/python/. `declare` asks for every class below `Enum`. A member is a value of
its own kind, named by its class (see `tree.Member`); it has no heap of its own, for nothing
of it changes. `.value`, `.name` and `State("open")` are written as trees like any other
function, so nobody after this knows about enumerations.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from heapwright.frontends.python import tree
from heapwright.frontends.python.class_table import (
    CONSTRUCTION,
    FunctionInfo,
    Kind,
    Obstacle,
)
from heapwright.text.span import Span


@dataclass(frozen=True, slots=True)
class Members:
    """The members of an enumeration in order, and names that mean one of them again."""

    values: tuple[tuple[str, tree.Expr], ...]
    aliases: tuple[tuple[str, str], ...]

    def constants(self, class_name: str) -> dict[str, tree.Expr]:
        """Give what the names in the class body stand for."""
        found: dict[str, tree.Expr] = {
            name: tree.Member(class_name, name, value.span) for name, value in self.values
        }
        for name, meant in self.aliases:
            found[name] = found[meant]
        return found


def members_of(node: tree.ClassDef) -> Members | Obstacle:
    """Read the body of an enumeration."""
    values: dict[str, tree.Expr] = {}
    aliases: list[tuple[str, str]] = []
    last = 0
    for member in node.body:
        match member:
            case tree.Assignment([tree.Name(name)], None, value) if value is not None:
                if name.startswith("_"):
                    return Obstacle(f"`{name}` of an Enum is not supported", member.span)
                match value:
                    case tree.Call(tree.Name("auto") | tree.Attribute(name="auto"), []):
                        value = tree.IntLiteral(last + 1, value.span)
                    case tree.IntLiteral() | tree.StringLiteral(parts=()) | tree.BoolLiteral():
                        pass
                    case tree.UnaryOperation("-", tree.IntLiteral(number), span):
                        value = tree.IntLiteral(-number, span)
                    case _:
                        return Obstacle("such values of an Enum are not supported", value.span)
                if isinstance(value, tree.IntLiteral):
                    last = max(last, value.value)
                same = next((n for n, v in values.items() if _plain(v) == _plain(value)), None)
                if same is None:
                    values[name] = value
                else:
                    aliases.append((name, same))
            case tree.FunctionDef(name=tree.Name("__init__" | "__new__" | "_missing_") as name):
                return Obstacle(f"`{name.text}` of an Enum is not supported", name.span)
            case tree.FunctionDef() | tree.Pass():
                pass
            case _:
                return Obstacle("the body of an Enum holds more than members", member.span)
    return Members(tuple(values.items()), tuple(aliases))


def enum_functions(
    class_name: str, path: str, node: tree.ClassDef, members: Members
) -> list[FunctionInfo]:
    """Write `.value`, `.name` and the call that finds a member by its value."""
    span = node.name.span
    own, given = tree.Name("self", span), tree.Name("value", span)
    found: list[FunctionInfo] = []
    for name in ("value", "name"):
        body: list[tree.Statement] = []
        for member, value in members.values:
            result: tree.Expr = value if name == "value" else _text(member, span)
            is_it = _compared(own, "is", tree.Member(class_name, member, span), span)
            body.append(tree.If(is_it, (tree.Return(result, span),), (), span))
        body.append(_raised("AttributeError", span))
        function = _function(name, (_parameter(own, span),), body, span)
        found.append(
            FunctionInfo(
                name,
                f"@{name}",
                class_name,
                Kind.GETTER,
                function,
                path,
                (),
                "self",
                is_public=False,
                is_generated=True,
            )
        )
    body = [
        tree.If(
            _compared(given, "==", value, span),
            (tree.Return(tree.Member(class_name, member, span), span),),
            (),
            span,
        )
        for member, value in members.values
    ]
    function = _function(
        CONSTRUCTION, (_parameter(given, span),), [*body, _raised("ValueError", span)], span
    )
    found.append(
        FunctionInfo(
            CONSTRUCTION,
            CONSTRUCTION,
            class_name,
            Kind.STATIC,
            function,
            path,
            function.parameters,
            None,
            is_public=False,
            is_generated=True,
        )
    )
    return found


def _plain(value: tree.Expr) -> object:
    match value:
        case tree.IntLiteral(plain) | tree.BoolLiteral(plain):
            return plain
        case tree.StringLiteral(text):
            return text
        case _:
            return value


def _text(text: str, span: Span) -> tree.StringLiteral:
    return tree.StringLiteral(text, (), span, (text,))


def _compared(lhs: tree.Expr, operator: str, rhs: tree.Expr, span: Span) -> tree.Comparison:
    return tree.Comparison((lhs, rhs), (operator,), span)


def _raised(name: str, span: Span) -> tree.Raise:
    return tree.Raise(tree.Name(name, span), None, span)


def _parameter(name: tree.Name, span: Span) -> tree.Parameter:
    return tree.Parameter(name, None, None, "plain", span)


def _function(
    name: str, parameters: tuple[tree.Parameter, ...], body: Sequence[tree.Statement], span: Span
) -> tree.FunctionDef:
    return tree.FunctionDef(
        tree.Name(name, span),
        parameters,
        None,
        tuple(body),
        (),
        (),
        is_async=False,
        is_generator=False,
        is_broken=False,
        span=span,
    )
