"""Functions that do nothing which whoever calls them could not do without them.

Place: ir/reach/. `graph` asks about public functions that give functions, as decorators do:

    def opened(f):
        def inner(self, *args):
            if self.closed:
                raise ValueError
            return f(self, *args)
        return inner

A client may call `opened` with a function of its own, and then `inner` with a box. But `inner`
changes nothing by itself: it looks at what everybody may look at, and calls what the client gave,
with what the client gave. So no heap needs it, whatever function that is.

Judges by the text, and says no whenever in doubt.
"""

from __future__ import annotations

from collections.abc import Iterable

from heapwright.ir.core import instructions as ir
from heapwright.ir.core.operations import (
    BINARY,
    COMPARISONS,
    GETTING,
    KINDS,
    LIBRARY,
    OPERATIONS,
)
from heapwright.ir.core.program import Function
from heapwright.ir.core.types import AnyType
from heapwright.ir.core.walk import Node, walk
from heapwright.ir.reach.changing import LOOKING
from heapwright.ir.reach.reach import ReachIndex

_READING = frozenset(
    (
        *(*BINARY, *COMPARISONS, "truth", "is", "isinstance", "type", "len", "contains", "bound"),
        *("tuple", "concat", "gather", "missing", "absent", "neg", "callable", "cast", "getitem"),
    )
)


def adds_nothing(index: ReachIndex, function: Function) -> bool:
    """Say whether neither a function nor those that it makes do anything of their own."""
    hierarchy = index.hierarchy
    if not all(isinstance(parameter.type, AnyType) for parameter in function.parameters):
        return False
    pending, seen = [function], {function.qualified_name}
    while pending:
        one = pending.pop()
        if one.left_out is not None or one.is_generator:
            return False
        nodes = tuple(walk(one.body))
        if not _is_harmless(index, one, nodes):
            return False
        for name in {node.class_name for node in nodes if isinstance(node, ir.New)}:
            inner = hierarchy.classes[name].functions if _is_closure(name) else ()
            for made in inner:
                if made.qualified_name not in seen:
                    seen.add(made.qualified_name)
                    pending.append(made)
    return True


def _is_closure(class_name: str) -> bool:
    return class_name.startswith("(")


def _is_harmless(index: ReachIndex, function: Function, nodes: Iterable[Node]) -> bool:
    fresh = _fresh_slots(function, nodes)
    known = index.hierarchy.classes
    for node in nodes:
        match node:
            case ir.New(name):
                is_exception = name in known and _is_exception(index, name)
                if not (_is_closure(name) or name == "cell" or is_exception):
                    return False
            case ir.SetField(ir.Local(slot)):
                if slot not in fresh:
                    return False
            case ir.SetField() | ir.Invoke() | ir.InvokeExact() | ir.ForEach():
                return False
            case ir.GetField(ir.Local(0)) | ir.GetField(ir.GetField(ir.Local(0))):
                pass  # what a closure keeps
            case ir.GetField(field_name=name):
                if name.startswith("_"):
                    return False
            case ir.Operate(operation, _, name) if operation in GETTING:
                if name.startswith("_") and not name.startswith("__"):
                    return False
            case ir.Operate(operation):
                if operation not in _READING or OPERATIONS[operation].acts:
                    return False
            case ir.CallValue(ir.NameConstant("function", name), None):
                if name not in LOOKING:
                    return False
            case ir.CallValue(ir.NameConstant("type", name), None):
                if name not in KINDS and not (name in known and _is_exception(index, name)):
                    return False
            case ir.CallValue(_, str()):
                return False
            case ir.NameConstant("function", name):
                if not name.startswith(LIBRARY):
                    return False
            case _:
                pass
    return True


def _is_exception(index: ReachIndex, name: str) -> bool:
    return any(level.name == "BaseException" for level in index.hierarchy.line(name))


def _fresh_slots(function: Function, nodes: Iterable[Node]) -> set[int]:
    """Give the slots that only ever hold what the function itself made."""
    made: dict[int, bool] = {}
    for node in nodes:
        if isinstance(node, ir.Assign):
            is_new = isinstance(node.value, ir.New)
            made[node.slot] = made.get(node.slot, True) and is_new
    n_given = len(function.parameters) + function.has_receiver
    return {slot for slot, is_new in made.items() if is_new and slot >= n_given}
