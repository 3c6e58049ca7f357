"""Which parameters of a Python program are not meant for None, and which results may be None.

Place: workspace/. The engine gives None for every reference, since nothing in Python forbids
it. A test that does so where the annotation says otherwise is one that nobody wants to read,
and that a type checker refuses: `cover` takes such runs last. A test that uses a result which may
be None has to say that it is not: `generate_tests` lets it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from textwrap import dedent

from heapwright.graph.state.public_calls import PublicCall
from heapwright.workspace.load import LoadedProgram

_PLAIN = frozenset(("bool", "bytes", "dict", "float", "frozenset", "int", "list", "set", "str"))


def refused_none(
    loaded: LoadedProgram, calls: Iterable[PublicCall]
) -> Mapping[str, frozenset[int]] | None:
    """Give, by name of the call, the parameters that do not take None; None if types are checked.

    Parameters are counted without the receiver.
    """
    if loaded.program.language.is_checked_statically:
        return None
    known = _known(loaded)
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


def optional_results(loaded: LoadedProgram, calls: Iterable[PublicCall]) -> frozenset[str]:
    """Name the calls whose annotation lets the result be None."""
    if loaded.program.language.is_checked_statically:
        return frozenset()
    known = frozenset((*_known(loaded), "Self"))
    return frozenset(
        call.name
        for call in calls
        if call.name.rpartition(".")[2].partition("(")[0] not in ("__init__", "__new__")
        and (annotation := _annotations(loaded, call).get("return")) is not None
        and _takes_none(annotation, known)
    )


def _known(loaded: LoadedProgram) -> frozenset[str]:
    """Name the classes of which it is known that None is none of their objects."""
    classes = {name.partition(" (")[0] for name in loaded.source_map.classes}
    return frozenset((*_PLAIN, *(name.rpartition(".")[2] for name in classes)))


def _annotations(loaded: LoadedProgram, call: PublicCall) -> dict[str, ast.expr]:
    """Give the annotations of a function, of its result too, or of a dataclass's fields."""
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
            case ast.FunctionDef(
                args=ast.arguments(posonlyargs=first, args=args, kwonlyargs=last), returns=result
            ):
                found = {a.arg: a.annotation for a in (*first, *args, *last) if a.annotation}
                if result is not None:
                    found["return"] = result
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
