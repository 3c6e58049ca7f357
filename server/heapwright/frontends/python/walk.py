"""Everything inside a piece of tree.

Place: frontends/python/. Whoever looks for something in a body, without regard to its
meaning, looks through this. Uses an explicit stack.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from heapwright.frontends.python import tree

Node: TypeAlias = tree.Expr | tree.Statement


def walk(roots: Iterable[Node]) -> Iterator[Node]:
    """Give every statement and expression, but nothing inside nested functions and classes."""
    stack = list(roots)
    stack.reverse()
    while stack:
        node = stack.pop()
        yield node
        stack.extend(reversed(inside(node)))


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


def assigned_names(body: tree.Block) -> dict[str, None]:
    """Give the names that a function body gives a value, in order."""
    names: dict[str, None] = {}
    for node in walk(body):
        match node:
            case tree.Assignment(targets):
                for target in targets:
                    _add_target(names, target)
            case tree.AugmentedAssignment(target=target) | tree.For(target=target):
                _add_target(names, target)
            case tree.NamedExpr(name) | tree.FunctionDef(name=name) | tree.ClassDef(name=name):
                names[name.text] = None
            case tree.Try(handlers=handlers):
                for handler in handlers:
                    if handler.name is not None:
                        names[handler.name.text] = None
            case tree.With(items):
                for item in items:
                    if item.target is not None:
                        _add_target(names, item.target)
            case tree.Match(cases=cases):
                for case in cases:
                    names.update(dict.fromkeys(captured_names(case.pattern)))
            case tree.Delete(targets):
                for target in targets:
                    _add_target(names, target)
            case _:
                pass
    for declared in _declared_global(body):
        names.pop(declared, None)
    return names


def imported_names(body: tree.Block) -> frozenset[str]:
    """Give the names that imports inside of a function bind, nested functions included."""
    return frozenset(
        one.alias.partition(".")[0]
        for node in nodes_below(body)
        if isinstance(node, tree.Import)
        for one in node.names
    )


def _declared_global(body: tree.Block) -> Iterator[str]:
    """Give the names that a body declares to be those of the module."""
    for node in walk(body):
        match node:
            case tree.OtherStatement("`global` statements", parts):
                yield from (part.text for part in parts if isinstance(part, tree.Name))
            case _:
                pass


def global_names(body: tree.Block) -> dict[str, None]:
    """Give the names that functions, however deep, declare as `global`."""
    names: dict[str, None] = {}
    pending = [body]
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


def _add_target(names: dict[str, None], target: tree.Expr) -> None:
    for single in targets_in(target):
        if isinstance(single, tree.Name):
            names[single.text] = None


def inside(node: Node) -> list[Node]:
    """Give the statements and expressions right inside one."""
    match node:
        case tree.StringLiteral(parts=parts) | tree.OtherExpr(parts=parts):
            return list(parts)
        case tree.Attribute(value=value) | tree.UnaryOperation(operand=value):
            return [value]
        case tree.Starred(value=value):
            return [value]
        case tree.Display(items=items):
            return list(items)
        case tree.DictDisplay(keys, values):
            return [*(key for key in keys if key is not None), *values]
        case tree.Comprehension(_, element, value, clauses):
            parts_ = [p for c in clauses for p in (c.iterable, *c.conditions)]
            return [*parts_, element, *([] if value is None else [value])]
        case tree.SliceExpr(start, stop, step):
            return [part for part in (start, stop, step) if part is not None]
        case tree.Yield(value):
            return [] if value is None else [value]
        case tree.With(items, body):
            return [*(item.value for item in items), *body]
        case tree.Delete(targets):
            return list(targets)
        case tree.Match(subject, cases):
            inner: list[Node] = [subject]
            for case in cases:
                inner += [*([] if case.guard is None else [case.guard]), *case.body]
            return inner
        case tree.NamedExpr(value=value) | tree.ExprStatement(value=value):
            return [value]
        case tree.Call(function, arguments):
            return [function, *(argument.value for argument in arguments)]
        case tree.Subscript(value, index):
            return [value, index]
        case tree.BinaryOperation(_, lhs, rhs) | tree.BooleanOperation(_, lhs, rhs):
            return [lhs, rhs]
        case tree.Comparison(operands=items) | tree.TupleExpr(items=items):
            return list(items)
        case tree.Conditional(condition, then_value, else_value):
            return [condition, then_value, else_value]
        case tree.Assignment(targets, _, value):
            return [*targets, *([] if value is None else [value])]
        case tree.AugmentedAssignment(target, _, value):
            return [target, value]
        case tree.If(condition, then_body, else_body) | tree.While(condition, then_body, else_body):
            return [condition, *then_body, *else_body]
        case tree.For(target, iterable, body, else_body):
            return [target, iterable, *body, *else_body]
        case tree.Return(value):
            return [] if value is None else [value]
        case tree.Raise(value, cause):
            return [part for part in (value, cause) if part is not None]
        case tree.Assert(condition, message):
            return [condition, *([] if message is None else [message])]
        case tree.Try(body, handlers, else_body, final_body):
            tried: list[Node] = list(body)
            for handler in handlers:
                if handler.classes is not None:
                    tried.append(handler.classes)
                tried.extend(handler.body)
            return [*tried, *else_body, *final_body]
        case tree.OtherStatement(_, parts, body):
            return [*parts, *body]
        case _:
            return []
