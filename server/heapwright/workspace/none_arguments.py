"""Which parameters of a Python program are not meant for None, by their annotations.

Place: workspace/. The engine gives None for every reference, since nothing in Python forbids
it. A test that does so where the annotation says otherwise is one that nobody wants to read,
and that a type checker refuses: `cover` takes such runs last.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from textwrap import dedent

from heapwright.graph.api import PublicCall
from heapwright.workspace.load import LoadedProgram

_PLAIN = frozenset(("bool", "bytes", "dict", "float", "frozenset", "int", "list", "set", "str"))


def refused_none(
    loaded: LoadedProgram, calls: Iterable[PublicCall]
) -> Mapping[str, frozenset[int]] | None:
    """Give, by name of the call, the parameters that do not take None; None for other languages.

    Parameters are counted without the receiver.
    """
    if loaded.program.language != "python":
        return None
    classes = {name.partition(" (")[0] for name in loaded.source_map.classes}
    known = frozenset((*_PLAIN, *(name.rpartition(".")[2] for name in classes)))
    return {
        call.name: frozenset(
            at
            for at, name in enumerate(call.parameter_names)
            if (annotation := annotations.get(name)) is not None
            and not _takes_none(annotation, known)
        )
        for call in calls
        for annotations in (_annotations(loaded, call),)
    }


def _annotations(loaded: LoadedProgram, call: PublicCall) -> dict[str, ast.expr]:
    """Give the annotations of a function's parameters, or of a dataclass's fields."""
    place = loaded.source_map.functions.get(call.function or "")
    if place is None:
        return {}
    span = place.span.shifted(place.offset)
    text = loaded.source(place.path).text
    start = text.rfind("\n", 0, span.start) + 1
    try:
        tree = ast.parse(dedent(text[start : span.end]))
    except SyntaxError:
        return {}
    found: dict[str, ast.expr] = {}
    for node in tree.body[:1]:
        match node:
            case ast.FunctionDef(args=ast.arguments(posonlyargs=first, args=args, kwonlyargs=last)):
                found = {a.arg: a.annotation for a in (*first, *args, *last) if a.annotation}
            case ast.ClassDef(body=body):
                for field in body:
                    match field:
                        case ast.AnnAssign(target=ast.Name(name), annotation=annotation):
                            found[name] = annotation
            case _:
                pass
    return found


def _takes_none(annotation: ast.expr, known: frozenset[str]) -> bool:
    """Say whether None fits; what is not known may take anything."""
    match annotation:
        case ast.Constant(None):
            return True
        case ast.Constant(str(text)):
            try:
                return _takes_none(ast.parse(text, mode="eval").body, known)
            except SyntaxError:
                return True
        case ast.BinOp(left, ast.BitOr(), right):
            return _takes_none(left, known) or _takes_none(right, known)
        case ast.Subscript(ast.Name("Union"), ast.Tuple(elts=choices)):
            return any(_takes_none(choice, known) for choice in choices)
        case ast.Subscript(ast.Name(name)):
            return name not in (*known, "tuple", "deque")
        case ast.Name(name) | ast.Attribute(attr=name):
            return name not in known
        case _:
            return True
