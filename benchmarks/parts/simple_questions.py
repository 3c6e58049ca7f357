"""Two simple questions about a class, as a user would write them into its module.

Place: benchmarks/parts. `coverage --ask` asks them: *made*, can there be an object at all, and
*changed*, can the first attribute that `__init__` gives a plain value, and that another method
changes, have another one.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

MADE, CHANGED = "made", "changed"


@dataclass(frozen=True, slots=True)
class SimpleQuestion:
    """A spec that stands at the end of a module."""

    name: str
    class_name: str
    kind: str  # MADE or CHANGED


def with_questions(text: str, classes: Sequence[str]) -> tuple[str, list[SimpleQuestion]]:
    """Put questions about these classes at the end of a module; none if it cannot be parsed."""
    try:
        nodes = dict(_classes(ast.parse(text).body, ""))
    except (SyntaxError, ValueError, RecursionError):
        return text, []
    lines = [text, "", "", "from heapwright import spec", ""]
    questions: list[SimpleQuestion] = []
    for name in classes:
        if name not in nodes:
            continue
        conditions = {MADE: "x is not None"}
        changed = next(_changed(nodes[name]), None)
        if changed is not None:
            conditions[CHANGED] = changed
        for kind, condition in conditions.items():
            question = SimpleQuestion(f"HEAPWRIGHT_{len(questions)}", name, kind)
            questions.append(question)
            lines += ["", "@spec", f"def {question.name}(x: {name}) -> bool:"]
            lines += [f"    return {condition}", ""]
    return "\n".join(lines), questions


def _classes(body: Sequence[ast.stmt], prefix: str) -> Iterator[tuple[str, ast.ClassDef]]:
    for statement in body:
        if isinstance(statement, ast.ClassDef):
            yield prefix + statement.name, statement
            yield from _classes(statement.body, f"{prefix}{statement.name}.")


def _changed(node: ast.ClassDef) -> Iterator[str]:
    """Give conditions under which attributes have changed since `__init__`."""
    methods = [one for one in node.body if isinstance(one, ast.FunctionDef)]
    given = {
        name: statement.value
        for method in methods
        if method.name == "__init__"
        for statement in method.body
        if isinstance(statement, ast.Assign)
        for target in statement.targets
        for name in _written(target)
    }
    written = {
        name
        for method in methods
        if method.name != "__init__"
        for node in ast.walk(method)
        for name in _written(node)
    }
    for name, value in given.items():
        is_own = name.startswith("__") and not name.endswith("__")
        read = f"x._{node.name.lstrip('_')}{name}" if is_own else f"x.{name}"
        match value:
            case ast.List(elts=[]) | ast.Dict(keys=[]):
                yield f"len({read}) == 2"
            case ast.Constant(value=None) if name in written:
                yield f"{read} is not None"
            case ast.Constant(value=bool() | int()) if name in written:
                yield f"{read} != {ast.unparse(value)}"


def _written(node: ast.AST) -> Iterator[str]:
    """Give the attribute of `self` that a node writes."""
    match node:
        case ast.Attribute(value=ast.Name(id="self"), attr=name, ctx=ast.Store()):
            yield name
