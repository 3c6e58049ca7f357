"""Whether methods that replace each other take and give the same.

Place: frontends/python/types/. Typed code prepares a call for the method that its text names, so
all that may stand in for it must fit; other calls are left to a run.
"""

from __future__ import annotations

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.table.class_table import FunctionInfo
from heapwright.frontends.python.types.known_types import Types
from heapwright.ir.core.types import RefType


def is_uniform(types: Types, function: FunctionInfo) -> bool:
    """Say whether every method below that replaces this one has the same types."""
    table = types.table
    if function.owner not in table.classes:
        return True
    return all(
        other is function or _fits(types, other, function)
        for below in table.below(function.owner or "")
        if (other := table.classes[below].functions.get(function.ir_name)) is not None
    )


def _fits(types: Types, info: FunctionInfo, above: FunctionInfo) -> bool:
    own, other = _signature(types, info), _signature(types, above)
    own_result, other_result = types.result_type(info), types.result_type(above)
    return (
        own == other
        and above.kind is info.kind
        and not info.node.is_generator
        and (
            own_result == other_result
            or (
                isinstance(own_result, RefType)
                and isinstance(other_result, RefType)
                and types.table.is_below(own_result.class_name, other_result.class_name)
            )
        )
    )


def _signature(types: Types, info: FunctionInfo) -> list[object]:
    return [
        (p.name.text, p.kind, _shown_default(p.default), types.variable_type(info, p.name.text))
        for p in info.parameters
    ]


def _shown_default(default: tree.Expr | None) -> str:
    match default:
        case None:
            return ""
        case tree.IntLiteral(value) | tree.BoolLiteral(value):
            return repr(value)
        case tree.NoneLiteral():
            return "None"
        case _:
            return "?"
