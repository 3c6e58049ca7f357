"""`operator.attrgetter("a", "b.c")`, written as `lambda (x): ((x).a, (x).b.c)`.

Place: frontends/python/desugar/. `dynamic.names` writes calls inside of functions that way,
`named_lambdas` those that a module runs once: its values, and defaults of parameters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.dotted_names import dotted_name
from heapwright.frontends.python.syntax.walk import bound_by, nodes_below, walk
from heapwright.text.span import Span

_MODULE, _MAKER = "operator", "attrgetter"


def attribute_getter(names: Sequence[tree.Expr], span: Span) -> tree.Lambda | None:
    """Give the lambda; None where the text does not show which attributes are read."""
    read: list[tree.Expr] = []
    for one in names:
        if not isinstance(one, tree.StringLiteral) or one.parts or not one.text:
            return None
        value: tree.Expr = tree.Name("(x)", span)
        for part in one.text.split("."):
            value = tree.Attribute(value, part, span, span)
        read.append(value)
    if not read:
        return None
    taken = tree.Parameter(tree.Name("(x)", span), None, None, "positional", span)
    body = read[0] if len(read) == 1 else tree.TupleExpr(tuple(read), span)
    return tree.Lambda((taken,), body, span)


def getter_names(body: tree.Block) -> frozenset[str]:
    """Give the names, with dots, that mean `attrgetter` everywhere at the top of a module."""
    found: list[str] = []
    imported = Counter[str]()
    for statement in walk(body):
        if isinstance(statement, tree.Import):
            for one in statement.names:
                imported[one.bound] += 1
                if statement.is_from and (statement.module, one.name) == (_MODULE, _MAKER):
                    found.append(one.alias)
                elif not statement.is_from and one.name == _MODULE:
                    found.append(f"{one.alias}.{_MAKER}")
    if not found:
        return frozenset()
    bound = {name for node in nodes_below(body) for name in bound_by(node)}
    bound.update(name for name, n_times in imported.items() if n_times > 1)
    return frozenset(name for name in found if name.partition(".")[0] not in bound)


def as_lambda(expr: tree.Expr | None, getters: frozenset[str]) -> tree.Lambda | None:
    """Give a lambda as it is, and a call of `attrgetter`, which has one of these names, as one."""
    match expr:
        case tree.Lambda():
            return expr
        case tree.Call(called, arguments) if dotted_name(called) in getters:
            if all(argument.name is None for argument in arguments):
                return attribute_getter([argument.value for argument in arguments], expr.span)
    return None
