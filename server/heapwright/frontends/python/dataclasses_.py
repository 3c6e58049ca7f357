"""The `__init__` that a dataclass has without writing it.

Place: frontends/python/. `declare` adds it to the class, as a tree like any other, so
nobody after it knows about dataclasses.
"""

from __future__ import annotations

from dataclasses import replace

from heapwright.frontends.python import tree
from heapwright.frontends.python.class_table import INITIALISER, Obstacle


def is_dataclass(node: tree.ClassDef) -> bool:
    """Say whether the class has the decorator."""
    return any(_name(decorator) == "dataclass" for decorator in node.decorators)


def with_initialiser(node: tree.ClassDef) -> tuple[tree.ClassDef, Obstacle | None]:
    """Add `__init__` with a parameter per field; inherited dataclasses are an obstacle."""
    if any(isinstance(m, tree.FunctionDef) and m.name.text == INITIALISER for m in node.body):
        return node, None
    span = node.name.span
    own = tree.Name("self", span)
    parameters = [tree.Parameter(own, None, None, "plain", span)]
    body: list[tree.Statement] = []
    members: list[tree.Statement] = []
    has_post_init = False
    for member in node.body:
        match member:
            case tree.Assignment([tree.Name(text) as name], annotation, value) if (
                annotation is not None and not _is_class_variable(annotation)
            ):
                default, is_known = _default(value)
                if not is_known and value is not None:
                    return node, Obstacle("fields made by `field(…)` are not supported", value.span)
                parameters.append(tree.Parameter(name, annotation, default, "plain", member.span))
                target = tree.Attribute(own, text, name.span, name.span)
                body.append(tree.Assignment((target,), None, name, member.span))
                # The default belongs to the parameter; what stays is the type.
                members.append(replace(member, value=None))
            case tree.FunctionDef(name=tree.Name("__post_init__")):
                has_post_init = True
                members.append(member)
            case _:
                members.append(member)
    if node.bases:
        return node, Obstacle("dataclasses with a base are not supported", node.bases[0].span)
    if has_post_init:
        call = tree.Call(tree.Attribute(own, "__post_init__", span, span), (), span)
        body.append(tree.ExprStatement(call, span))
    initialiser = tree.FunctionDef(
        tree.Name(INITIALISER, span),
        tuple(parameters),
        None,
        tuple(body),
        (),
        (),
        is_async=False,
        is_generator=False,
        is_broken=False,
        span=span,
    )
    return replace(node, body=(*members, initialiser)), None


def _default(value: tree.Expr | None) -> tuple[tree.Expr | None, bool]:
    """Give the default of a field, and whether we know what it means."""
    match value:
        case tree.Call() as call if _name(call) == "field":
            for argument in call.arguments:
                if argument.name == "default":
                    return argument.value, True
            known = {"repr", "compare", "hash", "init", "kw_only"}
            return None, all(argument.name in known for argument in call.arguments)
        case _:
            return value, True


def _is_class_variable(annotation: tree.Expr) -> bool:
    inner = annotation.value if isinstance(annotation, tree.Subscript) else annotation
    return _name(inner) == "ClassVar"


def _name(expr: tree.Expr) -> str:
    match expr:
        case tree.Call(function):
            return _name(function)
        case tree.Name(text):
            return text
        case tree.Attribute(name=name):
            return name
        case _:
            return ""
