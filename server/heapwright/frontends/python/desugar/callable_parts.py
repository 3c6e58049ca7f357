"""Pieces of what `bound_callables` and `module_callables` write for a callable.

Place: frontends/python/desugar/.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from heapwright.frontends.python.desugar.coroutines import passed_on
from heapwright.frontends.python.desugar.wrappers import BELOW
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.dotted_names import decorator_name, last_name
from heapwright.frontends.python.syntax.literals import is_literal
from heapwright.frontends.python.syntax.walk import nodes_below
from heapwright.records import replace


def bases_above(classes: Mapping[str, tree.ClassDef], node: tree.ClassDef) -> Iterator[tree.Expr]:
    """Give what a class names above itself, and what classes there name."""
    pending, seen = [node], set[str]()
    for one in pending:
        for base in one.bases:
            yield base
            text = last_name(base)
            above = classes.get(text)
            if above is not None and text not in seen:
                seen.add(text)
                pending.append(above)


def is_for_clients(name: str) -> bool:
    """Say whether a name of a class is public; Python's own are."""
    return not name.startswith("_") or (name.startswith("__") and name.endswith("__"))


def property_word(part: tree.FunctionDef) -> str:
    """Say which part of a property a function is; "" for none."""
    for decorator in part.decorators:
        name = decorator_name(decorator)
        if name in ("property", "abstractproperty", "cached_property"):
            return "getter"
        if name in ("setter", "deleter") and isinstance(decorator, tree.Attribute):
            return name
    return ""


def renamed(part: tree.FunctionDef, name: tree.Name) -> tree.FunctionDef:
    """Give a part of what another name is bound to; to be private is not passed on."""
    decorators = tuple(
        replace(one, value=name)
        if isinstance(one, tree.Attribute)
        and isinstance(one.value, tree.Name)
        and one.name in ("setter", "deleter", "getter")
        else one
        for one in part.decorators
    )
    marks = tuple(mark for mark in part.marks if mark.text.split()[:1] != ["private"])
    return replace(part, name=name, decorators=decorators, marks=marks)


def name_below(name: tree.Name, value: tree.Expr, what: str) -> tree.Name:
    """Name the function behind another one as no text can, so that messages show its own name."""
    shown = value.text if isinstance(value, tree.Name) else name.text
    return tree.Name(f"{shown}{BELOW}{what} in {name.text}:{name.span.start}", name.span)


def made_private(function: tree.FunctionDef) -> tree.FunctionDef:
    """Give a function that clients do not call."""
    return replace(function, marks=(tree.Mark("private", function.name.span),))


def shows_names(decorator: tree.FunctionDef | None) -> bool:
    """Say whether a decorator may look at how the function is called that it takes."""
    return decorator is not None and any(
        isinstance(node, tree.Attribute) and node.name in ("__name__", "__qualname__")
        for node in nodes_below(decorator.body)
    )


def passing_on(
    name: tree.Name, function: tree.FunctionDef, callee: tree.Expr
) -> tree.FunctionDef | None:
    """Give a function that calls one which stands elsewhere; of its defaults constants stay."""
    if function.is_async or function.is_broken:
        return None
    if any(p.default is not None and not is_literal(p.default) for p in function.parameters):
        return None
    call = tree.Call(callee, tuple(passed_on(p) for p in function.parameters), name.span)
    return replace(
        function,
        name=name,
        body=(tree.Return(call, name.span),),
        decorators=(),
        marks=(),
        result=None,
        is_generator=False,
        span=name.span,
    )


def with_arguments(
    call: tree.Expr, plain: Callable[[tree.Expr], tree.Expr | None]
) -> tree.Expr | None:
    """Give a call, or one of what a call gives, with its arguments written otherwise."""
    match call:
        case tree.Name():
            return call
        case tree.Call(function, arguments):
            callee = with_arguments(function, plain)
            given: list[tree.Argument] = []
            for one in arguments:
                value = plain(one.value)
                if value is None:
                    return None
                given.append(replace(one, value=value))
            if callee is None:
                return None
            return replace(call, function=callee, arguments=tuple(given))
        case _:
            return None
