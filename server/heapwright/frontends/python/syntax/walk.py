"""Everything inside a piece of tree.

Place: frontends/python/syntax/. Whoever looks for something in a body, without regard to its
meaning, looks through this. Uses an explicit stack.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from heapwright.frontends.python.syntax import tree
from heapwright.ir.core.walk import remembered, remembering

Node: TypeAlias = tree.Expr | tree.Statement


@remembering
def walk(roots: Iterable[Node]) -> Iterator[Node]:
    """Give every statement and expression, but nothing inside nested functions and classes."""
    stack = list(roots)
    stack.reverse()
    while stack:
        node = stack.pop()
        yield node
        stack.extend(reversed(inside(node)))


@remembering
def nodes_below(roots: Iterable[Node]) -> Iterator[Node]:
    """Give every statement and expression, those inside nested functions too."""
    pending = list(roots)
    while pending:
        for node in walk([pending.pop()]):
            yield node
            match node:
                case tree.FunctionDef(body=inner) | tree.ClassDef(body=inner):
                    pending.extend(inner)
                case tree.Lambda(body=value):
                    pending.append(value)
                case _:
                    pass


@remembered
def assigned_names(body: tree.Block) -> Mapping[str, None]:
    """Give the names that a function body gives a value, in order."""
    names: dict[str, None] = {}
    of_module: list[str] = []
    for node in walk(body):
        if isinstance(node, tree.OtherStatement) and node.what == "`global` statements":
            of_module += [part.text for part in node.parts if isinstance(part, tree.Name)]
        names.update(dict.fromkeys(bound_by(node)))
    for declared in of_module:
        names.pop(declared, None)
    return names


def bound_by(node: Node) -> Iterator[str]:
    """Give the names that a statement or expression itself gives a value, or takes it from."""
    targets: tuple[tree.Expr, ...] = ()
    match node:
        case tree.Assignment(targets) | tree.Delete(targets):
            pass
        case tree.AugmentedAssignment(target=target) | tree.For(target=target):
            targets = (target,)
        case tree.NamedExpr(name) | tree.FunctionDef(name=name) | tree.ClassDef(name=name):
            yield name.text
        case tree.Try(handlers=handlers):
            yield from (handler.name.text for handler in handlers if handler.name is not None)
        case tree.With(items):
            targets = tuple(item.target for item in items if item.target is not None)
        case tree.Match(cases=cases):
            for case in cases:
                yield from captured_names(case.pattern)
        case _:
            pass
    for target in targets:
        yield from (one.text for one in targets_in(target) if isinstance(one, tree.Name))


def imported_names(body: tree.Block) -> frozenset[str]:
    """Give the names that imports inside of a function bind, nested functions included."""
    return frozenset(
        one.bound
        for node in nodes_below(body)
        if isinstance(node, tree.Import)
        for one in node.names
    )


def global_names(body: Iterable[Node]) -> dict[str, None]:
    """Give the names that functions, however deep, declare as `global`."""
    names: dict[str, None] = {}
    pending: list[Iterable[Node]] = [body]
    while pending:
        for node in walk(pending.pop()):
            match node:
                case tree.FunctionDef(body=inner) | tree.ClassDef(body=inner):
                    pending.append(inner)
                case tree.OtherStatement("`global` statements", parts):
                    names.update((part.text, None) for part in parts if isinstance(part, tree.Name))
                case _:
                    pass
    return names


def bound_once(body: tree.Block) -> frozenset[str]:
    """Name what the code of a module binds once, imports and `global` included."""
    bound = Counter(name for node in walk(body) for name in bound_by(node))
    bound.update(list(global_names(body)))
    bound.update(imported_names(body))
    return frozenset(name for name, n_times in bound.items() if n_times == 1)


def captured_names(pattern: tree.Pattern) -> Iterator[str]:
    """Give the names that a pattern gives a value."""
    if pattern.name is not None:
        yield pattern.name
    for part in pattern.parts:
        yield from captured_names(part)


def targets_in(target: tree.Expr) -> list[tree.Expr]:
    """Give the single targets of an assignment, from left to right."""
    if isinstance(target, tree.Starred):
        return targets_in(target.value)
    if not isinstance(target, tree.TupleExpr | tree.Display):
        return [target]
    return [inner for item in target.items for inner in targets_in(item)]


def inside(node: Node) -> list[Node]:
    """Give the statements and expressions right inside one."""
    parts = _INSIDE.get(type(node))
    return [] if parts is None else parts(node)


def parts_of(expr: tree.Expr) -> list[tree.Expr]:
    """Give the expressions right inside one."""
    return inside(expr)  # type: ignore[return-value]


def _present(*parts: Node | None) -> list[Node]:
    return [part for part in parts if part is not None]


def _inside_comprehension(node: tree.Comprehension) -> list[Node]:
    parts = [part for c in node.clauses for part in (c.iterable, *c.conditions)]
    return [*parts, *_present(node.element, node.value)]


def _inside_match(node: tree.Match) -> list[Node]:
    parts: list[Node] = [node.subject]
    for case in node.cases:
        parts += [*_present(case.guard), *case.body]
    return parts


def _inside_try(node: tree.Try) -> list[Node]:
    parts: list[Node] = list(node.body)
    for handler in node.handlers:
        parts += [*_present(handler.classes), *handler.body]
    return [*parts, *node.else_body, *node.final_body]


# By class: to `match` against forty of them took half of the time that lowering takes.
_INSIDE: dict[type, Callable[[Any], list[Node]]] = {
    tree.StringLiteral: lambda n: list(n.parts),
    tree.OtherExpr: lambda n: list(n.parts),
    tree.Attribute: lambda n: [n.value],
    tree.UnaryOperation: lambda n: [n.operand],
    tree.Starred: lambda n: [n.value],
    tree.Display: lambda n: list(n.items),
    tree.DictDisplay: lambda n: [*_present(*n.keys), *n.values],
    tree.Comprehension: _inside_comprehension,
    tree.SliceExpr: lambda n: _present(n.start, n.stop, n.step),
    tree.Yield: lambda n: _present(n.value),
    tree.With: lambda n: [*(item.value for item in n.items), *n.body],
    tree.Delete: lambda n: list(n.targets),
    tree.Match: _inside_match,
    tree.NamedExpr: lambda n: [n.value],
    tree.ExprStatement: lambda n: [n.value],
    tree.Call: lambda n: [n.function, *(argument.value for argument in n.arguments)],
    tree.Subscript: lambda n: [n.value, n.index],
    tree.BinaryOperation: lambda n: [n.lhs, n.rhs],
    tree.BooleanOperation: lambda n: [n.lhs, n.rhs],
    tree.Comparison: lambda n: list(n.operands),
    tree.TupleExpr: lambda n: list(n.items),
    tree.Conditional: lambda n: [n.condition, n.then_value, n.else_value],
    tree.Assignment: lambda n: [*n.targets, *_present(n.value)],
    tree.AugmentedAssignment: lambda n: [n.target, n.value],
    tree.If: lambda n: [n.condition, *n.then_body, *n.else_body],
    tree.While: lambda n: [n.condition, *n.body, *n.else_body],
    tree.For: lambda n: [n.target, n.iterable, *n.body, *n.else_body],
    tree.Return: lambda n: _present(n.value),
    tree.Raise: lambda n: _present(n.value, n.cause),
    tree.Assert: lambda n: _present(n.condition, n.message),
    tree.Try: _inside_try,
    tree.OtherStatement: lambda n: [*n.parts, *n.body],
}
