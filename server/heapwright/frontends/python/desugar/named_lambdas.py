"""Lambdas that a module gives a name, and those that are defaults, as functions of the module.

Place: frontends/python/desugar/. One of `passes`, for every module. Both are made once, when
the module is read, and see nothing but what the module names:

    by_size = lambda x: len(x)           def by_size(x): return len(x)

    class Heap:                          def (Heap.__init__ key)(x): return x
        def __init__(                    class Heap:
            self, key=lambda x: x            def __init__(self, key=(Heap.__init__ key)):
        ): …                                     …

`attrgetter("size")` is written as a lambda before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from operator import is_

from heapwright.frontends.python.desugar.attribute_getters import as_lambda, getter_names
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.literals import is_literal
from heapwright.frontends.python.syntax.rewrite import map_blocks
from heapwright.frontends.python.syntax.walk import Node, bound_by, global_names, nodes_below, walk
from heapwright.records import dataclass, replace

# What would mean something else inside of a class than outside, or makes no plain function.
_BOUND = frozenset(("super", "__class__"))
_OTHER = tree.Yield | tree.NamedExpr | tree.OtherExpr


def with_functions(module: tree.Module) -> tree.Module:
    """Write lambdas of a module as functions, wherever that means the same."""
    getters = getter_names(module.body)
    if not getters and not any(
        isinstance(node, tree.Lambda) for node in _with_defaults(module.body)
    ):
        return module
    bound = Counter(name for node in walk(module.body) for name in bound_by(node))
    bound.update(list(global_names(module.body)))
    once = frozenset(name for name, n_times in bound.items() if n_times == 1)
    body = _block(module.body, _Names(once, getters, {}))
    return module if body is module.body else replace(module, body=body)


@dataclass(frozen=True, slots=True)
class _Names:
    """Names of a module."""

    once: frozenset[str]  # that get one value only
    getters: frozenset[str]  # under which it has `attrgetter`, some with a dot
    taken: dict[str, None]  # that were given to functions so far


def _with_defaults(body: tree.Block) -> Iterator[Node]:
    """Give all code of a module, and the defaults of its functions."""
    for node in nodes_below(body):
        yield node
        if isinstance(node, tree.FunctionDef):
            yield from (p.default for p in node.parameters if p.default is not None)


def _block(body: tree.Block, names: _Names) -> tree.Block:
    written = [one for statement in body for one in _statements(statement, names)]
    is_same = len(written) == len(body) and all(map(is_, written, body))
    return body if is_same else tuple(written)


def _statements(statement: tree.Statement, names: _Names) -> Iterator[tree.Statement]:
    """Give a statement at the top of a module, behind the functions that are made of it."""
    match statement:
        case tree.Assignment([tree.Name() as name], _, value) if (
            name.text in names.once and (found := _movable(value, names)) is not None
        ):
            yield as_function(name, found)
        case tree.If():
            yield map_blocks(statement, lambda body: _block(body, names))
        case tree.FunctionDef() | tree.ClassDef():
            made: list[tree.FunctionDef] = []
            whole = _without_defaults(statement, "", made, names)
            yield from made
            yield whole
        case _:
            yield statement


def _without_defaults(
    statement: tree.FunctionDef | tree.ClassDef,
    outer: str,
    made: list[tree.FunctionDef],
    names: _Names,
) -> tree.FunctionDef | tree.ClassDef:
    """Take the lambdas out of the defaults of a function, or of the methods of a class."""
    path = f"{outer}{statement.name.text}"
    if isinstance(statement, tree.ClassDef):
        body = tuple(
            _without_defaults(member, f"{path}.", made, names)
            if isinstance(member, tree.FunctionDef | tree.ClassDef)
            else member
            for member in statement.body
        )
        is_same = all(map(is_, body, statement.body))
        return statement if is_same else replace(statement, body=body)
    parameters: list[tree.Parameter] = []
    for parameter in statement.parameters:
        default = _movable(parameter.default, names)
        if default is not None:
            # A class or a method may stand there twice.
            shown = f"{path} {parameter.name.text}"
            while f"({shown})" in names.taken:
                shown += " again"
            names.taken[f"({shown})"] = None
            name = tree.Name(f"({shown})", default.span)
            private = tree.Mark("private", default.span)
            made.append(as_function(name, default, (private,)))
            parameter = replace(parameter, default=name)
        parameters.append(parameter)
    if all(map(is_, parameters, statement.parameters)):
        return statement
    return replace(statement, parameters=tuple(parameters))


def as_function(
    name: tree.Name, value: tree.Lambda, marks: tuple[tree.Mark, ...] = ()
) -> tree.FunctionDef:
    """Give the function that a lambda is, under a name."""
    body = (tree.Return(value.body, value.body.span),)
    is_generator = any(isinstance(node, tree.Yield) for node in walk(body))
    return tree.FunctionDef(
        name, value.parameters, None, body, (), marks, False, is_generator, False, value.span
    )


def _movable(expr: tree.Expr | None, names: _Names) -> tree.Lambda | None:
    """Give the lambda that an expression is, if it means the same at the top of its module."""
    found = as_lambda(expr, names.getters)
    return found if found is not None and _can_move(found) else None


def _can_move(value: tree.Lambda) -> bool:
    """Say whether a lambda means the same at the top of its module."""
    for parameter in value.parameters:
        if parameter.default is not None and not is_literal(parameter.default):
            return False
    names = [p.name.text for p in value.parameters]
    for node in nodes_below((value.body,)):
        match node:
            case tree.Name(text) | tree.Attribute(name=text):
                names.append(text)
            case _ if isinstance(node, _OTHER):
                return False
    return not any(
        name in _BOUND or (name.startswith("__") and not name.endswith("__")) for name in names
    )
