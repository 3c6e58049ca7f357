"""A `TypedDict` is another name for `dict`.

Place: frontends/python/desugar/. One of `passes`, for the classes and values of a module. Calling
such a class gives a plain dict, and no object is ever of it: what it says of keys is for type
checkers. So the name means `dict[str, A | B]` with all types that it gives its keys.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from operator import or_

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.dotted_names import dotted_name, whole_names
from heapwright.records import replace
from heapwright.text.span import Span

_HOMES = ("typing", "typing_extensions")


def as_dict_type(
    imports: Iterable[tree.Import], known: Container[str], statement: tree.Statement
) -> Sequence[tree.Assignment]:
    """Give a name its type, where a class or `TypedDict("Name", {…})` says it; else none.

    `known` are classes of which the same was said before.
    """
    match statement:
        case tree.ClassDef(name=name, span=span) if _is_typed_dict(imports, known, statement):
            return (tree.Assignment((name,), None, _dict_type(name.span, statement), span),)
        case tree.Assignment(value=tree.Call(function, [_, _, *_])) if _means(
            imports, function, "TypedDict"
        ):
            return (replace(statement, value=_dict_type(statement.span)),)
        case _:
            return ()


def _is_typed_dict(
    imports: Iterable[tree.Import], known: Container[str], node: tree.ClassDef
) -> bool:
    """Say whether a class is a `TypedDict`, or below one that is `known`."""
    bases = [base.value if isinstance(base, tree.Subscript) else base for base in node.bases]
    is_typed = [dotted_name(b) in known or _means(imports, b, "TypedDict") for b in bases]
    return (
        any(is_typed)
        and all(map(or_, is_typed, [_means(imports, base, "Generic") for base in bases]))
        and all(keyword.name == "total" for keyword in node.keywords)
        and not any(isinstance(member, tree.FunctionDef) for member in node.body)
    )


def _dict_type(span: Span, node: tree.ClassDef | None = None) -> tree.Expr:
    """Give `dict[str, …]` with the types that a class gives the keys of its own."""
    value: tree.Expr | None = None
    for member in () if node is None else node.body:
        match member:
            case tree.Assignment(annotation=annotation) if annotation is not None:
                found = _without_mark(annotation)
                value = (
                    found if value is None else tree.BinaryOperation("|", value, found, span, span)
                )
    inside = tree.TupleExpr((tree.Name("str", span), value or tree.Name("Any", span)), span)
    return tree.Subscript(tree.Name("dict", span), inside, span)


def _without_mark(annotation: tree.Expr) -> tree.Expr:
    match annotation:
        case tree.Subscript(
            tree.Name("Required" | "NotRequired" | "ReadOnly")
            | tree.Attribute(name="Required" | "NotRequired" | "ReadOnly"),
            inner,
        ):
            return _without_mark(inner)
        case _:
            return annotation


def _means(imports: Iterable[tree.Import], expr: tree.Expr, wanted: str) -> bool:
    """Say whether an expression means something of `typing`."""
    return any(f"{home}.{wanted}" in whole_names(imports, expr) for home in _HOMES)
