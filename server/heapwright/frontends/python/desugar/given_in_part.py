"""Functions of which some arguments are given already: `partial(f, 3)` and `partialmethod(f, 3)`.

Place: frontends/python/desugar/. `bound_callables` and `module_callables` write what a class or a
module binds to such a value as a function that takes the rest:

    seven = partialmethod(_put, 7)      def seven(self, at):    return self.(_put)(7, at)
    make = partial(_make, size=3)       def make(kind, *, size=3):    return _make(kind, size=size)

The arguments are computed once in Python. So they are constants, or names that mean one thing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from heapwright.frontends.python.desugar.coroutines import passed_on
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.literals import is_literal
from heapwright.records import replace
from heapwright.text.span import Span


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
