"""Parameters of which nothing is known but what functions do with them.

Place: frontends/python/types/. `infer` asks once nothing more can be learned. Such values would
count as ints, with which `len(pattern)`, `pattern[0]` and `classes.values()` only fail: calls
give lists and strings, or dicts, and nothing is proved for kinds that are not tried.
"""

from __future__ import annotations

from collections.abc import Iterator

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.walk import walk
from heapwright.frontends.python.table.class_table import FunctionInfo
from heapwright.frontends.python.table.container_fields import CALL, holders
from heapwright.frontends.python.types.known_types import Types
from heapwright.ir.core.kinds import (
    DICT,
    FUNCTIONS,
    LIST,
    LISTS,
    SET,
    TEXTS,
    TUPLE,
    ContainerKind,
    Kinds,
    Mark,
    ValueKind,
)
from heapwright.ir.core.types import TEXT

_GOING_THROUGH = frozenset(
    (
        *("len", "sorted", "reversed", "enumerate", "list", "tuple", "set", "iter", "sum"),
        *("min", "max", "any", "all", "zip", "map", "filter"),
    )
)
_HOLDING = (LIST, DICT, TUPLE, SET, ContainerKind("frozenset"))
_OF_DICTS = frozenset(("keys", "values", "items"))
_OF_LISTS = frozenset(("append", "extend", "insert", "sort", "reverse"))
_OF_TEXTS = frozenset(
    (
        *("split", "strip", "lstrip", "rstrip", "lower", "upper", "startswith", "endswith"),
        *("replace", "join", "encode", "splitlines", "title", "capitalize", "isdigit"),
    )
)


def learn_used_kinds(types: Types, functions: list[FunctionInfo]) -> None:
    """Note what open parameters may be, as far as their use tells."""
    for function in functions:
        for parameter in function.parameters:
            cell = types.variables[function.qualified_name, parameter.name.text]
            if parameter.annotation is not None or parameter.kind in ("*", "**"):
                continue
            known = cell.root().own
            if cell.is_open or (Mark.NAMED in known and not known.meets(_HOLDING)):
                kinds = _kinds_used(function.node.body, parameter.name.text)
                # That strings can be gone through is no news where they are named.
                if not known.covers(kinds):
                    types.growth.learn(cell, kinds | Kinds((Mark.GUESSED,)))


def learn_called_entries(types: Types, functions: list[FunctionInfo]) -> None:
    """Note which open parameters are put where code takes functions from, and calls them."""
    called = {name for name, used in types.table.used_entries.items() if CALL in used}
    for function in functions if called else ():
        for parameter in function.parameters:
            name = parameter.name.text
            cell = types.variables[function.qualified_name, name]
            if cell.is_open and not called.isdisjoint(holders(function.node.body, name)):
                types.growth.learn(cell, FUNCTIONS)


def _kinds_used(body: tree.Block, name: str) -> Kinds:
    """Name what a variable may be by what a function does with it."""
    found = dict.fromkeys(one for node in walk(body) for one in _told_by(node, name))
    # Where a method tells what it is, nobody has to guess.
    told = Kinds(tuple(one for one in found if one is not None))
    return told if told.members or not found else LISTS | TEXTS


def _told_by(node: object, name: str) -> Iterator[ValueKind | None]:
    """Give what a node tells; None for what one can go through or look into."""
    match node:
        case tree.Attribute(tree.Name(text), attribute) if text == name:
            if attribute in _OF_DICTS:
                yield DICT
            elif attribute in _OF_LISTS:
                yield LIST
            elif attribute in _OF_TEXTS:
                yield TEXT
        case tree.Subscript(tree.Name(text)) | tree.For(iterable=tree.Name(text)):
            if text == name:
                yield None
        case tree.Comprehension(clauses=clauses):
            if any(_is_named(clause.iterable, name) for clause in clauses):
                yield None
        case tree.Call(tree.Name(function), arguments) if function in _GOING_THROUGH:
            if any(_is_named(argument.value, name) for argument in arguments):
                yield None
        case tree.Assignment([tree.TupleExpr()], value=tree.Name(text)) if text == name:
            yield TUPLE


def _is_named(expr: tree.Expr, name: str) -> bool:
    return isinstance(expr, tree.Name) and expr.text == name
