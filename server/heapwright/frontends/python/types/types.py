"""The static types of values.

Place: frontends/python/types/. `lower` asks for the type of what `infer` found out.
"""

from __future__ import annotations

from typing import TypeAlias

from heapwright.frontends.python.table.class_table import ROOT_CLASS, ClassTable
from heapwright.ir.core.kinds import BOOLS, INTS, Kinds, MemberKind, kinds_of, objects_of
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
        # Of all objects that there are, only some would do.
        return kinds if upper == ROOT_CLASS != kinds.classes[0] else RefType(upper)
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


def kinds_of_class(table: ClassTable, class_name: str) -> Kinds:
    """Say what is known of an object of a class; members of an enumeration are no objects."""
    info = table.classes.get(class_name)
    if info is not None and info.is_enum:
        return Kinds((MemberKind(class_name),))
    return objects_of(class_name)
