"""Calls as statements of the tiny language.

Place: answers/calls/. `render` uses this for programs in tiny.
"""

from __future__ import annotations

from collections.abc import Sequence

from heapwright.answers.calls.syntax import RenderedCall, Syntax
from heapwright.errors import EngineError
from heapwright.graph.state.public_calls import PublicCall
from heapwright.ir.core.program import Function
from heapwright.paths.plain.heap import Named

# Words of the tiny language that a class name in lower case may happen to be.
RESERVED = frozenset(
    (
        *("class", "extends", "new", "let", "in", "if", "then", "else", "while", "do"),
        *("throw", "try", "catch", "assert", "null", "true", "false", "this", "instanceof"),
    )
)


def _variable(class_name: str) -> str:
    return class_name[:1].lower() + class_name[1:]


def _construction(class_name: str) -> str:
    return f"new {class_name}"


def _call(call: PublicCall, arguments: Sequence[str]) -> str:
    if call.receiver is None:
        return f"{call.name}({', '.join(arguments)})"
    method = call.name.rpartition(".")[2]
    return f"{arguments[0]}.{method}({', '.join(arguments[1:])})"


def _method(call: PublicCall) -> str:
    return call.name


def _statement(variable: str | None, expression: str, raises: str | None) -> str:
    if raises is not None:
        expression = f"try {{ {expression}; null }} catch null"
    return f"{expression};" if variable is None else f"{variable} := {expression};"


def _literal(value: int | bool | str | float | Named | None) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case _:
            return str(value)


def _container(class_name: str, entries: Sequence[str]) -> str:
    raise EngineError("the tiny language has no containers")


def _test(question: Function, calls: Sequence[RenderedCall], arguments: Sequence[str]) -> str:
    """Give a test block; one for a violated invariant asserts it, and fails."""
    if question.has_receiver:
        name = f"{question.qualified_name.replace('.', '_')}_holds"
        asked = f"{arguments[0]}.{question.name}()"
    else:
        name = f"{question.name}_is_reachable"
        asked = f"{question.name}({', '.join(arguments)})"
    body = [line for call in calls for line in call.text.split("\n")]
    return "\n".join((f"test {name} {{", *(f"    {s}" for s in (*body, f"assert {asked};")), "}"))


TINY_CALLS = Syntax(
    reserved=RESERVED,
    names_by_role=False,
    receiver="it",
    variable=_variable,
    construction=_construction,
    call=_call,
    items=_call,
    method=_method,
    statement=_statement,
    literal=_literal,
    container=_container,
    object_name=lambda _: None,
    test=_test,
)
