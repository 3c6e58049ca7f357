"""What code does to attributes by their names as strings, and to the dict that an object keeps.

Place: frontends/python/table/. `fields`, `definite` and `flows` ask this of the text, before
anything is lowered. A name that only the run knows is None here: it may be any.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.walk import Node, nodes_below, targets_in
from heapwright.frontends.python.table.class_table import ClassTable, FunctionInfo

# An object, the name of an attribute and its new value, as far as the text shows these.
Store: TypeAlias = tuple[tree.Expr, tree.Expr | None, tree.Expr | None]

_BY_NAME = frozenset(("getattr", "hasattr"))


def dict_owner(expr: tree.Expr) -> tree.Expr | None:
    """Give the object whose attributes an expression is: `x.__dict__`, `vars(x)`."""
    match expr:
        case tree.Attribute(owner, "__dict__"):
            return owner
        case tree.Call(tree.Name("vars"), [tree.Argument(None, owner)]):
            return owner
        case _:
            return None


def stored_by_name(node: Node, own: str | None) -> Iterator[Store]:
    """Give what one statement or call stores by name; `own` is how its function calls `self`."""
    match node:
        case tree.Assignment(targets, _, value):
            for target in targets:
                for single in targets_in(target):
                    yield from _stored_in_dict(single, value if single is target else None)
        case tree.AugmentedAssignment(target=target) | tree.For(target=target):
            for single in targets_in(target):
                yield from _stored_in_dict(single, None)
        case tree.Call(tree.Name("setattr" | "(set field)"), [first, name, *rest]):
            yield first.value, name.value, rest[0].value if rest else None
        case tree.Call(tree.Attribute(above, "__setattr__"), arguments):
            given = [argument.value for argument in arguments]
            match above, given:
                case tree.Call(tree.Name("super")), [text, value] if own is not None:
                    yield tree.Name(own, above.span), text, value
                case _, [target, text, value]:
                    yield target, text, value
                case _, [text, value]:
                    yield above, text, value
                case _:
                    yield above, None, None
        case tree.Call(tree.Attribute(kept, "setdefault"), [name, *rest]):
            owner = dict_owner(kept)
            if owner is not None:
                yield owner, name.value, rest[0].value if rest else None
        case _:
            pass


def _stored_in_dict(target: tree.Expr, value: tree.Expr | None) -> Iterator[Store]:
    match target:
        case tree.Subscript(kept, index):
            owner = dict_owner(kept)
            if owner is not None:
                yield owner, index, value
        case tree.Attribute(owner, "__dict__"):
            yield owner, None, None
        case _:
            pass


def deleted_names(table: ClassTable) -> frozenset[str] | None:
    """Name the attributes that code of a program deletes; None where it may be any."""
    known = _latest.get("names")
    if known is None or known[0] is not table.functions:
        # Asked for every class that is looked into; the text of the whole program is long.
        known = _latest["names"] = (table.functions, _deleted_in(table.functions.values()))
    return known[1]


# The answer for the program that was asked about last: a memory behind a pure face.
_latest: dict[str, tuple[Mapping[str, FunctionInfo], frozenset[str] | None]] = {}


def _deleted_in(functions: Iterable[FunctionInfo]) -> frozenset[str] | None:
    found: set[str] = set()
    for function in functions:
        for node in nodes_below(function.node.body):
            for name in _deleted(node):
                if name is None:
                    return None
                found.add(name)
    return frozenset(found)


def _deleted(node: Node) -> Iterator[str | None]:
    match node:
        case tree.Delete(targets):
            for target in targets:
                for single in targets_in(target):
                    match single:
                        case tree.Attribute(name=name):
                            yield name
                        case tree.Subscript(kept, index) if dict_owner(kept) is not None:
                            yield text_of(index)
                        case _:
                            pass
        case tree.Assignment(targets):
            if any(isinstance(t, tree.Attribute) and t.name == "__dict__" for t in targets):
                yield None
        case tree.Call(tree.Name("delattr"), arguments):
            yield text_of(arguments[1].value) if len(arguments) == 2 else None
        case tree.Call(tree.Attribute(name="__delattr__"), arguments):
            yield text_of(arguments[-1].value) if arguments else None
        case tree.Call(tree.Attribute(kept, "pop" | "popitem" | "clear"), arguments) if (
            dict_owner(kept) is not None
        ):
            yield text_of(arguments[0].value) if arguments else None
        case _:
            pass


def read_by_name(nodes: Iterable[Node]) -> frozenset[str] | None:
    """Name the attributes that code reads by name; None where it may be any."""
    found: set[str] = set()
    for node in nodes:
        match node:
            case tree.Call(tree.Name(called), [_, name, *_]) if called in _BY_NAME:
                text = text_of(name.value)
            case tree.Call(tree.Attribute(name="__getattribute__"), [*_, name]):
                text = text_of(name.value)
            case tree.Attribute(name="__dict__") | tree.Call(tree.Name("vars")):
                text = None
            case _:
                continue
        if text is None:
            return None
        found.add(text)
    return frozenset(found)


def text_of(expr: tree.Expr | None) -> str | None:
    """Give the string that an expression is; None for one that only the run knows."""
    match expr:
        case tree.StringLiteral(pieces=(str(text),)):
            return text
        case _:
            return None
