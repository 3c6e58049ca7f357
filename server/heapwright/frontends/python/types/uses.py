"""What uses tell: a value that is called, gone through, looked into, or put into a container.

Place: frontends/python/types/. `evidence` asks for each node of a body. Pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.types.known_types import Types
from heapwright.frontends.python.types.told import ASKED, Used
from heapwright.ir.core.kinds import (
    DICT,
    FUNCTIONS,
    LIST,
    LISTS,
    TEXTS,
    TUPLE,
    Kinds,
    ValueKind,
    objects_of,
)
from heapwright.ir.core.types import TEXT

# Functions that go through an argument, as a question tells it, and as a use tells it.
_ASKING_ENTRIES = frozenset(
    ("len", "iter", "sum", "sorted", "min", "max", "any", "all", "list", "set", "tuple", "dict")
)
_GOING_THROUGH = frozenset(
    (
        *("len", "sorted", "reversed", "enumerate", "list", "tuple", "set", "iter", "sum"),
        *("min", "max", "any", "all", "zip", "map", "filter"),
    )
)
_OF_DICTS = frozenset(("keys", "values", "items"))
_OF_LISTS = frozenset(("append", "extend", "insert", "sort", "reverse"))
_OF_TEXTS = frozenset(
    (
        *("split", "strip", "lstrip", "rstrip", "lower", "upper", "startswith", "endswith"),
        *("replace", "join", "encode", "splitlines", "title", "capitalize", "isdigit"),
    )
)


def used_in(types: Types, node: object) -> Iterator[Used]:
    """Give what an expression uses as no number can be used, and what that tells."""
    match node:
        case tree.Attribute(value, name):
            users = types.users.get(name, ())
            yield Used(value, objects_of(*users) if users else ASKED)
        case tree.Call(value):
            yield Used(value, FUNCTIONS)
        case tree.Subscript(value) | tree.For(iterable=value):
            yield Used(value, ASKED)
        case tree.Comprehension(clauses=clauses):
            yield from (Used(clause.iterable, ASKED) for clause in clauses)
        case tree.Comparison(operands, operators):
            for operand, sign in zip(operands[1:], operators, strict=True):
                if sign.endswith("in"):
                    yield Used(operand, ASKED)
        case _:
            pass
    match node:
        case tree.Call(tree.Name(name), [tree.Argument(None, value), *_]):
            if name == "callable":
                yield Used(value, FUNCTIONS)
            elif name in _ASKING_ENTRIES:
                yield Used(value, ASKED)
        case _:
            pass


def put_into_containers(node: object) -> Iterator[str]:
    """Name the variables that a node puts into a container."""
    parts: list[tree.Expr] = []
    match node:
        case tree.Call(tree.Attribute(), arguments):
            parts = [argument.value for argument in arguments]
        case tree.Assignment(targets, _, value) if any(
            isinstance(target, tree.Subscript) for target in targets
        ):
            parts = [t.index for t in targets if isinstance(t, tree.Subscript)]
            parts += [] if value is None else [value]
        case tree.Display(items=items) | tree.TupleExpr(items):
            parts = list(items)
        case tree.DictDisplay(keys, values):
            parts = [*(key for key in keys if key is not None), *values]
        case _:
            pass
    for part in parts:
        inner = part.items if isinstance(part, tree.TupleExpr) else (part,)
        yield from (one.text for one in inner if isinstance(one, tree.Name))


def listed_in(node: object) -> Iterator[str]:
    """Name the attributes whose values are put into containers, or are given one by one.

    `found.append(node.data)`, `yield node.data`, `[node.data for node in nodes]`
    """
    parts: Iterable[tree.Expr | None] = ()
    match node:
        case tree.Call(tree.Attribute(), arguments):
            parts = [argument.value for argument in arguments]
        case tree.Yield(value):
            parts = (value,)
        case tree.Comprehension(element=element, value=value):
            parts = (element, value)
        case tree.Display(items=items) | tree.TupleExpr(items):
            parts = items
        case _:
            pass
    yield from (part.name for part in parts if isinstance(part, tree.Attribute))


def gone_through(node: object) -> tuple[tree.Expr, ...]:
    """Give what a loop or a comprehension gives entries to."""
    match node:
        case tree.For(target):
            return (target,)
        case tree.Comprehension(clauses=clauses):
            return tuple(clause.target for clause in clauses)
        case _:
            return ()


def kinds_by_use(node: object) -> Iterator[tuple[str, ValueKind | None]]:
    """Give variables, and what a node tells of them; None for what one can look into."""
    taken: Iterable[tree.Expr] = ()
    match node:
        case tree.Attribute(tree.Name(text), attribute):
            if attribute in _OF_DICTS:
                yield text, DICT
            elif attribute in _OF_LISTS:
                yield text, LIST
            elif attribute in _OF_TEXTS:
                yield text, TEXT
        case tree.Assignment([tree.TupleExpr()], value=tree.Name(text)):
            yield text, TUPLE
        case tree.Subscript(value) | tree.For(iterable=value):
            taken = (value,)
        case tree.Comprehension(clauses=clauses):
            taken = [clause.iterable for clause in clauses]
        case tree.Call(tree.Name(function), arguments) if function in _GOING_THROUGH:
            taken = [argument.value for argument in arguments]
        case _:
            pass
    yield from ((one.text, None) for one in taken if isinstance(one, tree.Name))


def told_kinds(told: Iterable[ValueKind | None]) -> Kinds:
    """Put together what uses tell: where a method tells what it is, nobody has to guess."""
    kinds = Kinds(tuple(one for one in told if one is not None))
    return kinds if kinds.members else LISTS | TEXTS


def used_as_objects(node: object) -> Iterator[str]:
    """Name the variables with which a node does what only an object can bear."""
    parts: Iterable[tree.Expr | None] = ()
    match node:
        case tree.Attribute(value) | tree.Subscript(value) | tree.Starred(value):
            parts = (value,)
        case tree.For(iterable=value) | tree.Yield(value=value, is_from=True):
            parts = (value,)
        case tree.Call(function):
            parts = (function,)
        case tree.Comprehension(clauses=clauses):
            parts = [clause.iterable for clause in clauses]
        case tree.Comparison(operands, operators):
            pairs = zip(operands[1:], operators, strict=True)
            parts = [operand for operand, operator in pairs if operator.endswith("in")]
        case tree.Assignment(targets, _, value):
            is_single = all(isinstance(one, _SINGLE) for one in targets)
            parts = () if is_single else (value,)
        case tree.With(items):
            parts = [item.value for item in items]
        case _:
            pass
    yield from (part.text for part in parts if isinstance(part, tree.Name))


_SINGLE = tree.Name | tree.Attribute | tree.Subscript
