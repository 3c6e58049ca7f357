"""Whether code can tell two equal containers from one and the same.

Place: ir/reach/. `graph` asks: a client may give one container to two calls. That matters only
where somebody changes a container, or asks by `is`: code that only reads them does the same with
one as with two equal ones. In doubt, code can tell them apart.
"""

from __future__ import annotations

from heapwright.ir.core import instructions as ir
from heapwright.ir.core.hierarchy import Hierarchy
from heapwright.ir.core.operations import BINARY
from heapwright.ir.core.walk import walk
from heapwright.ir.reach.uses import usable_body

_IN_PLACE = frozenset(f"i{name}" for name in BINARY)
_WRITING = frozenset(("setitem", "delitem"))
# Methods by which containers of the library change.
_CHANGING = frozenset(
    (
        *("append", "extend", "insert", "pop", "remove", "clear", "sort", "reverse", "appendleft"),
        *("extendleft", "popleft", "rotate", "update", "setdefault", "popitem", "add", "discard"),
        *("intersection_update", "difference_update", "symmetric_difference_update"),
        *("move_to_end", "subtract", "__setitem__", "__delitem__", "__iadd__", "__next__"),
    )
)
# Functions of the library that change what they are given, or tell one object from another.
_TELLING = frozenset(
    (
        *("heappush", "heappop", "heapify", "heapreplace", "heappushpop", "shuffle", "id", "next"),
        *("insort", "insort_left", "insort_right", "setitem", "delitem", "iadd", "getattr"),
    )
)
_PLAIN = (ir.NullConstant, ir.BoolConstant, ir.IntConstant, ir.FloatConstant, ir.TextConstant)


def tells_containers_apart(hierarchy: Hierarchy) -> bool:
    """Say whether some code of the text changes a container, or asks which one it is."""
    known = hierarchy.tells_apart.get("")
    if known is None:
        own = (one for one in hierarchy.functions.values() if not hierarchy.is_of_library(one))
        known = hierarchy.tells_apart[""] = any(
            _tells(node) for function in own for node in walk(usable_body(function))
        )
    return known


def _tells(node: object) -> bool:
    match node:
        case ir.Operate(operation) if operation in _WRITING:
            return True
        case ir.Operate(operation, operands) if operation in _IN_PLACE:
            # What a number is added to is one.
            return not isinstance(operands[-1], _PLAIN)
        case ir.Operate("is", operands):
            return not any(isinstance(one, (*_PLAIN, ir.NameConstant)) for one in operands)
        case ir.Operate("getattr", name=name):
            return name in _CHANGING
        case ir.CallValue(_, str(method)) | ir.Invoke(_, method):
            return method in _CHANGING
        case ir.InvokeExact(name) | ir.NameConstant(_, name):
            last = name.rpartition(".")[2]
            return last in _CHANGING or last in _TELLING
        case _:
            return False
