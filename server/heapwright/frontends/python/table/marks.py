"""What a program tells heapwright: `@spec`, `@invariant`, `@scope(…)`, and as comments.

Place: frontends/python/table/. `declare` asks for marks, `lower` for the scope.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from heapwright.frontends.python.syntax import tree
from heapwright.records import dataclass
from heapwright.text.span import Span

_BOUND = re.compile(r"(\w+)\s*(?:=|<=)\s*(\d+)\Z")
# What we put on a function that a name is bound to which means another one in code.
ALIAS = "(alias)"
WORDS = ("spec", "invariant", "private", "scope", "structure")


@dataclass(frozen=True, slots=True)
class Bound:
    """`Node=3` of a scope; `bound` is None where it makes no sense."""

    name: str
    bound: int | None
    span: Span


def has_mark(node: tree.FunctionDef | tree.ClassDef, word: str) -> bool:
    """Say whether a decorator or a comment puts this mark on a declaration."""
    return any(mark.text.split()[:1] == [word] for mark in node.marks) or any(
        _is_decorator(decorator, word) for decorator in node.decorators
    )


def scope_bounds(
    module: tree.Module, nodes: list[tree.FunctionDef | tree.ClassDef]
) -> Iterator[Bound]:
    """Give the bounds that a file sets, at declarations or on lines of their own."""
    for mark in (*module.marks, *(mark for node in nodes for mark in node.marks)):
        words = mark.text.replace(",", " ").split()
        if words[:1] == ["scope"]:
            text = re.sub(r"\s*(<?=)\s*", r"\1", mark.text.replace(",", " ")).split()[1:]
            for part in text:
                match = _BOUND.match(part)
                if match is None:
                    yield Bound(part, None, mark.span)
                else:
                    yield Bound(match[1], int(match[2]), mark.span)
    for node in nodes:
        for decorator in node.decorators:
            if isinstance(decorator, tree.Call) and _is_decorator(decorator, "scope"):
                for argument in decorator.arguments:
                    value = argument.value
                    bound = value.value if isinstance(value, tree.IntLiteral) else None
                    yield Bound(argument.name or "", bound, value.span)


def unknown_marks(
    module: tree.Module, nodes: list[tree.FunctionDef | tree.ClassDef]
) -> list[tree.Mark]:
    """Give the comments that say nothing we know; what we put there stands in brackets."""
    marks = (*module.marks, *(mark for node in nodes for mark in node.marks))
    words = [(mark, (mark.text.split() or [""])[0]) for mark in marks]
    return [mark for mark, word in words if word not in WORDS and not word.startswith("(")]


def _is_decorator(decorator: tree.Expr, word: str) -> bool:
    function = decorator.function if isinstance(decorator, tree.Call) else decorator
    match function:
        case tree.Name(text):
            return text == word
        case tree.Attribute(tree.Name("heapwright"), name):
            return name == word
        case _:
            return False
