"""Pieces of what `bound_callables` and `module_callables` write for a callable.

Place: frontends/python/desugar/. Of a function of which some arguments are given already, a
function that takes the rest:

    seven = partialmethod(_put, 7)      def seven(self, at):    return self.(_put)(7, at)
    make = partial(_make, size=3)       def make(kind, *, size=3):    return _make(kind, size=size)

The arguments are computed once in Python. So they are constants, or names that mean one thing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from heapwright.frontends.python.desugar.coroutines import passed_on
from heapwright.frontends.python.desugar.wrappers import BELOW
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.dotted_names import decorator_name, last_name
from heapwright.frontends.python.syntax.literals import is_literal
from heapwright.frontends.python.syntax.walk import nodes_below
from heapwright.records import replace
from heapwright.text.span import Span


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


def taking_the_rest(
    name: tree.Name,
    function: tree.FunctionDef,
    callee: tree.Expr,
    given: Sequence[tree.Argument],
    is_fixed: Callable[[tree.Expr], bool],
    n_bound: int = 0,
) -> tree.FunctionDef | None:
    """Give the function that calls `callee`, which is `function`, with these arguments first.

    The first `n_bound` parameters of the function are given by Python. None where the text does
    not show what the arguments are, or which parameters are left.
    """
    if not all(is_fixed(one.value) for one in given):
        return None
    placed = [one for one in given if one.name is None]
    named = {one.name: one.value for one in given if one.name is not None}
    bound, rest = function.parameters[:n_bound], function.parameters[n_bound:]
    by_place = [p for p in rest if p.kind in ("plain", "positional")]
    if len(placed) > len(by_place) and not any(p.kind == "*" for p in rest):
        return None
    taken = by_place[: len(placed)]
    left = [p for p in rest if p not in taken]
    known = {p.name.text for p in left if p.kind in ("plain", "keyword")}
    if not named.keys() <= known:
        return None
    parameters = [*bound, *_left(left, named)]
    arguments = [*placed, *(passed_on(p) for p in parameters[len(bound) :])]
    call = tree.Call(callee, tuple(arguments), name.span)
    return replace(
        function,
        name=name,
        parameters=tuple(parameters),
        body=(tree.Return(call, name.span),),
        decorators=(),
        marks=(),
        is_generator=False,
        span=name.span,
    )


def _left(
    parameters: Sequence[tree.Parameter], named: Mapping[str, tree.Expr]
) -> list[tree.Parameter]:
    """Give what may still be given: by name only, behind what is given by name."""
    found: list[tree.Parameter] = []
    is_by_name = False
    for parameter in parameters:
        value = named.get(parameter.name.text)
        if value is not None:
            parameter = replace(parameter, default=value)
        is_by_name = is_by_name or value is not None
        if is_by_name and parameter.kind == "*":
            continue  # whatever it took would stand in a place that is taken
        if is_by_name and parameter.kind == "plain":
            parameter = replace(parameter, kind="keyword")
        found.append(parameter)
    return found


def plain_parameters(function: tree.FunctionDef, *, is_own: bool) -> tree.FunctionDef | None:
    """Give a function whose header means the same in this module; None if its defaults do not."""
    if is_own:
        return function
    if any(p.default is not None and not is_literal(p.default) for p in function.parameters):
        return None
    parameters = tuple(
        replace(p, annotation=p.annotation if _is_built_in(p.annotation) else None)
        for p in function.parameters
    )
    return replace(function, parameters=parameters, result=None)


def _is_built_in(annotation: tree.Expr | None) -> bool:
    match annotation:
        case tree.Name(text):
            return text in ("int", "str", "bool", "float", "bytes", "object")
        case _:
            return False


def static(function: tree.FunctionDef) -> tree.FunctionDef:
    """Give a function of a class body that Python does not bind to an object."""
    return replace(function, decorators=(tree.Name("staticmethod", function.name.span),))


def item_getter(items: Sequence[tree.Argument], span: Span) -> tree.Lambda | None:
    """Write `itemgetter(0, 1)` as `lambda (x): ((x)[0], (x)[1])`."""
    value = tree.Name("(x)", span)
    read = [tree.Subscript(value, one.value, span) for one in items if one.name is None]
    if not read or len(read) < len(items):
        return None
    body = read[0] if len(read) == 1 else tree.TupleExpr(tuple(read), span)
    return tree.Lambda((_taken(span),), body, span)


def method_caller(given: Sequence[tree.Argument], span: Span) -> tree.Lambda | None:
    """Write `methodcaller("put", 3)` as `lambda (x): (x).put(3)`."""
    match given:
        case [tree.Argument(None, tree.StringLiteral(text=text, parts=())), *rest]:
            method = tree.Attribute(tree.Name("(x)", span), text, span, span)
            return tree.Lambda((_taken(span),), tree.Call(method, tuple(rest), span), span)
        case _:
            return None


def _taken(span: Span) -> tree.Parameter:
    return tree.Parameter(tree.Name("(x)", span), None, None, "positional", span)
