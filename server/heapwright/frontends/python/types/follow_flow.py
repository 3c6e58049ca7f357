"""Follow the values of one body to where they go: what is known here is known there, too.

Place: frontends/python/types/. `infer` follows all bodies, again and again: each round may tell
the class of a receiver, and with it what its methods take and give. Where values go is evidence
(`flows`); what they are worth is said by `cell_values`.
"""

from __future__ import annotations

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.table.class_table import FunctionInfo
from heapwright.frontends.python.table.resolve import Surroundings
from heapwright.frontends.python.types.cell_values import Values
from heapwright.frontends.python.types.cells import Cell
from heapwright.frontends.python.types.evidence import told_by
from heapwright.frontends.python.types.known_types import Types
from heapwright.frontends.python.types.told import (
    AnyFlow,
    Default,
    Deleted,
    EntryFlow,
    Flow,
    NamedFlow,
    Nested,
    ResultFlow,
)
from heapwright.ir.core.kinds import ANYTHING, Kinds


def follow_flow(types: Types, around: Surroundings, function: FunctionInfo) -> None:
    """Learn from where the defaults and values of a function go."""
    values = Values(types, around, function)
    for flow in told_by(types, function).flows:
        _follow(values, function, flow)


def follow_class_value(types: Types, field: Cell, value: tree.Expr, path: str) -> None:
    """Learn from a value that a class body gives to a field."""
    around = Surroundings(types.table, types.fields, path, None, frozenset())
    types.growth.flow(field, Values(types, around, None).value(value))


def _follow(values: Values, function: FunctionInfo, flow: AnyFlow) -> None:
    growth = values.growth
    match flow:
        case Default(parameter, value):
            growth.flow(values.variable(parameter), values.value(value))
        case Flow(targets, value):
            if isinstance(value, Kinds):
                for target in targets:
                    values.assign(target, Cell(value))
            elif targets:
                values.assign_all(targets, value)
            else:
                values.value(value)
        case EntryFlow(target, iterable):
            values.assign(target, values.element(iterable))
        case ResultFlow(value):
            growth.flow(values.types.results[function.qualified_name], values.value(value))
        case NamedFlow(receiver, name, stored):
            values.stored_by_name(receiver, name, stored)
        case Deleted(name):
            values.stored_anywhere(name, Cell(ANYTHING))
        case Nested(body):
            values.unfollowed(*body)
