"""The static types of values, and what annotations say about them.

Place: frontends/python/types/. `infer` starts from annotations; `lower` asks for the type that
came out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.dotted_names import dotted_name
from heapwright.frontends.python.syntax.parse import parse_annotation
from heapwright.frontends.python.table.class_table import (
    ROOT_CLASS,
    ClassName,
    ClassTable,
    ConstantName,
    ForeignName,
    ModuleName,
)
from heapwright.ir.core.kinds import (
    BOOLS,
    FLOATS,
    FUNCTIONS,
    INTS,
    NONES,
    NOTHING_KNOWN,
    TEXTS,
    ContainerKind,
    Kinds,
    MemberKind,
    NotFollowed,
    Reason,
    UnreadKind,
    kinds_of,
    objects_of,
)
from heapwright.ir.core.types import BOOL, INT, NULL, BoolType, IntType, NullType, RefType

# What is of several kinds, or of one that is not followed, only a run can tell.
ValueType: TypeAlias = IntType | BoolType | RefType | NullType | Kinds


def type_of(table: ClassTable, kinds: Kinds, *, with_identities: bool = True) -> ValueType:
    """Give the type of a value of which this is known; an open one counts as an int.

    Where `None` is among open values they are mere identities, if all code is typed.
    What may be of several kinds is not supported by typed code: only a run can tell.
    """
    if kinds.others:
        return kinds
    if kinds.classes:
        if INT in kinds or BOOL in kinds:
            return kinds
        upper, *others = kinds.classes
        for name in others:
            upper = table.above_both(upper, name)
        return RefType(upper)
    if kinds.is_open:
        # Only stored and compared.
        if NULL not in kinds:
            return INT
        return RefType(ROOT_CLASS) if with_identities else INTS | kinds
    # Equal ints and bools are not the same: `str`, `is` and `isinstance` tell them apart.
    return INT if kinds == INTS else BOOL if kinds == BOOLS else kinds


def joined(table: ClassTable, first: ValueType, second: ValueType) -> ValueType:
    """Give the type of a value that is of one type or of another."""
    if first == second:
        return first
    if isinstance(first, Kinds):
        return first
    if isinstance(second, Kinds):
        return second
    match first, second:
        case NullType(), RefType():
            return second
        case RefType(), NullType():
            return first
        case RefType(upper), RefType(lower):
            return RefType(table.above_both(upper, lower))
        case _:
            return kinds_of((first, second))


_BUILT_IN: Mapping[str, Kinds] = {
    "str": TEXTS,
    "float": FLOATS,
    "Callable": FUNCTIONS,
    **{
        name: Kinds((ContainerKind(class_name),))
        for class_name, names in (
            ("list", ("list", "List", "Sequence", "MutableSequence")),
            ("dict", ("dict", "Dict", "Mapping", "MutableMapping")),
            ("set", ("set", "frozenset", "Set")),
            ("tuple", ("tuple", "Tuple")),
            ("iterator", ("map", "filter", "zip", "enumerate", "reversed", "Iterator")),
            ("iterable", ("Iterable",)),
            ("generator", ("Generator",)),
            ("deque", ("deque",)),
        )
        for name in names
    },
    **{
        name: Kinds((UnreadKind(name),))
        for name in (
            *("bytes", "complex", "bytearray", "memoryview", "range", "slice", "property"),
            *("type", "Literal"),
        )
    },
    "Type": Kinds((UnreadKind("type"),)),
}
_UNREADABLE = Kinds((NotFollowed(Reason.TYPE),))
_OPEN_NAMES = frozenset(("Any", "object", "Hashable", "Comparable"))
_TRANSPARENT = frozenset(("Final", "ClassVar", "Annotated", "Required", "ReadOnly", "Final"))


MOST_ALIASES = 3


def read_annotation(
    table: ClassTable, path: str, owner: str | None, expr: tree.Expr, n_aliases: int = 0
) -> Kinds:
    """Say what an annotation of a module allows; `Self` stands for `owner`."""
    match expr:
        case tree.NoneLiteral():
            return NONES
        case tree.StringLiteral(text, ()):
            match parse_annotation(text):
                case [tree.ExprStatement(value)] if not isinstance(value, tree.StringLiteral):
                    return read_annotation(table, path, owner, value, n_aliases)
                case [tree.Pass()]:
                    return NOTHING_KNOWN
            return _UNREADABLE
        case tree.BinaryOperation("|", lhs, rhs):
            return either(
                read_annotation(table, path, owner, lhs, n_aliases),
                read_annotation(table, path, owner, rhs, n_aliases),
            )
        case tree.Subscript(value, index):
            return _subscripted(table, path, owner, value, index, n_aliases)
        case tree.Name(text):
            return _named(table, path, owner, text, n_aliases)
        case tree.Attribute(value, inner) if (outer := dotted_name(value)) is not None:
            match table.meaning(path, outer):
                case ModuleName(other_path):
                    return _named(table, other_path, owner, inner)
                case ClassName(name) if f"{name}.{inner}" in table.classes:
                    return kinds_of_class(table, f"{name}.{inner}")
                case ForeignName():
                    return _foreign(inner, owner)
            return Kinds((UnreadKind(f"{outer}.{inner}"),))
        case _:
            return _UNREADABLE


def either(first: Kinds, second: Kinds) -> Kinds:
    """Allow what one or the other allows; where one allows anything, all of it does."""
    if NOTHING_KNOWN in (first, second):
        return NONES if NULL in first or NULL in second else NOTHING_KNOWN
    return first | second


def _subscripted(
    table: ClassTable,
    path: str,
    owner: str | None,
    value: tree.Expr,
    index: tree.Expr,
    n_aliases: int,
) -> Kinds:
    match value:
        case tree.Name(name) | tree.Attribute(name=name):
            parts = index.items if isinstance(index, tree.TupleExpr) else (index,)
            if name == "Optional":
                return read_annotation(table, path, owner, index, n_aliases) | NONES
            if name == "Union":
                found = read_annotation(table, path, owner, parts[0], n_aliases)
                for part in parts[1:]:
                    found = either(found, read_annotation(table, path, owner, part, n_aliases))
                return found
            if name in _TRANSPARENT and parts:
                return read_annotation(table, path, owner, parts[0], n_aliases)
            # `Node[int]`: what a generic class is made of is erased.
            return read_annotation(table, path, owner, value, n_aliases)
        case _:
            return _UNREADABLE


def _named(table: ClassTable, path: str, owner: str | None, name: str, n_aliases: int = 0) -> Kinds:
    match name:
        case "int":
            return INTS
        case "bool":
            return BOOLS
        case "None":
            return NONES
        case "Self" if owner is not None:
            return objects_of(owner)
    match table.meaning(path, name):
        case ClassName(class_name):
            return kinds_of_class(table, class_name)
        case ForeignName(_, inner):
            return _foreign(inner or name, owner)
        case None:
            if owner is not None and f"{owner}.{name}" in table.classes:
                return kinds_of_class(table, f"{owner}.{name}")
            return _foreign(name, owner) if name in _BUILT_IN else NOTHING_KNOWN
        case ConstantName(value, where, _) if n_aliases < MOST_ALIASES:
            # A name for a type, which may well mention itself.
            return read_annotation(table, where, None, value, n_aliases + 1)
        case _:
            return NOTHING_KNOWN


def kinds_of_class(table: ClassTable, class_name: str) -> Kinds:
    """Say what is known of an object of a class; members of an enumeration are no objects."""
    info = table.classes.get(class_name)
    if info is not None and info.is_enum:
        return Kinds((MemberKind(class_name),))
    return objects_of(class_name)


def _foreign(name: str, owner: str | None) -> Kinds:
    if name in _OPEN_NAMES:
        return NOTHING_KNOWN
    if name == "Self" and owner is not None:
        return objects_of(owner)
    if name == "NoReturn" or name == "Never":
        return NONES
    return _BUILT_IN.get(name, Kinds((UnreadKind(name),)))
