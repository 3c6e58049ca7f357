"""Whether a program looks into the exceptions that it catches.

Place: frontends/python/table/. `declare` asks. Most programs do not: then an exception is its class
and nothing more, and what its message is made of is never computed, which would cost a
path for every text. Otherwise exceptions have `args` and attributes, and `__init__` runs; so they
do where one may carry an object to a client who catches it.
"""

from __future__ import annotations

from collections.abc import Iterable

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.walk import nodes_below, walk
from heapwright.frontends.python.table.class_table import INITIALISER, ClassTable, FunctionInfo

ARGS = "args"


def reads_exceptions(table: ClassTable) -> bool:
    """Say whether anything but the class of an exception can matter."""
    return (
        any(
            _is_exit_that_reads(function) or any(map(_reads, _handlers(function)))
            for function in table.functions.values()
        )
        or any(
            not _is_plain(info.functions[INITIALISER])
            for info in table.classes.values()
            if info.is_exception and INITIALISER in info.functions
        )
        or any(_hands_over(table, function) for function in table.functions.values())
    )


def _hands_over(table: ClassTable, function: FunctionInfo) -> bool:
    """Say whether a function raises an exception with an object of the program in it."""
    return any(
        _may_be_object(table, function, argument.value)
        for node in nodes_below(function.node.body)
        if isinstance(node, tree.Raise) and isinstance(node.value, tree.Call)
        for argument in node.value.arguments
        if isinstance(node.value.function, tree.Name) and node.value.function.text in table.classes
    )


def _may_be_object(table: ClassTable, function: FunctionInfo, value: tree.Expr) -> bool:
    """Say whether an argument is `self`, an attribute of it, or declared to be an object."""
    match value:
        case tree.Name(text) if text == function.self_name:
            return True
        case tree.Name(text):
            for parameter in function.parameters:
                if parameter.name.text == text and isinstance(parameter.annotation, tree.Name):
                    return parameter.annotation.text in table.classes
            return False
        case tree.Attribute(tree.Name(text)):
            return text == function.self_name
        case _:
            return False


def _handlers(function: FunctionInfo) -> list[tree.ExceptClause]:
    return [
        handler
        for node in nodes_below(function.node.body)
        if isinstance(node, tree.Try)
        for handler in node.handlers
    ]


def _reads(handler: tree.ExceptClause) -> bool:
    """Say whether a handler does more with what it caught than to raise it again."""
    if handler.name is None:
        return False
    return _counted(handler.body, handler.name.text) > sum(
        _counted([part], handler.name.text)
        for node in walk(handler.body)
        for part in _harmless(node)
    )


def _harmless(node: tree.Expr | tree.Statement) -> list[tree.Expr]:
    match node:
        case tree.Raise(tree.Name() as value, cause):
            return [value, *([] if cause is None else [cause])]
        case tree.Raise(tree.Call(_, arguments), cause):
            # The text of another exception, of which the same is asked.
            inside = [argument.value for argument in arguments]
            return [*inside, *([] if cause is None else [cause])]
        case tree.Raise(_, cause) if cause is not None:
            return [cause]
        case tree.Call(tree.Name("print"), arguments):
            return [argument.value for argument in arguments]
        case _:
            return []


def _counted(nodes: Iterable[tree.Expr | tree.Statement], name: str) -> int:
    return sum(isinstance(n, tree.Name) and n.text == name for n in nodes_below(nodes))


def _is_exit_that_reads(function: FunctionInfo) -> bool:
    if not function.name.endswith(("__exit__", "__aexit__")):
        return False
    names = {parameter.name.text for parameter in function.parameters}
    return any(
        isinstance(node, tree.Attribute)
        and isinstance(node.value, tree.Name)
        and node.value.text in names
        for node in nodes_below(function.node.body)
    )


def _is_plain(initialiser: FunctionInfo) -> bool:
    """Say whether an initialiser only sets attributes and passes a message on."""
    own = initialiser.self_name
    for node in initialiser.node.body:
        match node:
            case tree.Assignment([tree.Attribute(tree.Name(name), _)], _, _) if name == own:
                pass
            case tree.Pass():
                pass
            case tree.ExprStatement(
                tree.Call(tree.Attribute(tree.Call(tree.Name("super"), []), "__init__"))
            ):
                pass
            case _:
                return False
    return True
