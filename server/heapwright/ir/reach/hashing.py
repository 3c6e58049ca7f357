"""What the `__hash__` of a class tells about its objects as keys.

Place: ir/reach/. Both interpreters look for a key by `==`. Python compares hashes first, so a key
that is equal and has another hash is not found. Where `__hash__` only computes with fields, both
run it. Where it is the hash of a value (`hash(self.name)`), keys with equal values have equal
hashes. Where it calls anything else, equal keys are taken to have equal hashes.

Python also remembers the hash that a key had when it was put in. Neither interpreter does, so
they give up on keys whose hash may have changed since.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from heapwright.ir.core import instructions as ir
from heapwright.ir.core.hierarchy import Hierarchy, hierarchy_of
from heapwright.ir.core.operations import DELETING, HASHED, LIBRARY, SETTING
from heapwright.ir.core.program import Function, Program
from heapwright.ir.core.types import ANY, AnyType, classes_in
from heapwright.ir.core.walk import walk
from heapwright.records import dataclass, replace

CHANGED_HASH = "keys whose hash may have changed are not followed"
_HASH = f"{LIBRARY}.hash"
# What runs before anybody can use an object as a key.
_MAKING = frozenset(("__new__", "__init__", "__post_init__"))


def runs_hash(function: Function) -> bool:
    """Say whether to run it: it only computes, or it may raise."""
    if function.left_out is not None:
        return False
    nodes = list(walk(function.body))
    calls = any(isinstance(node, ir.Invoke | ir.InvokeExact | ir.CallValue) for node in nodes)
    return not calls or any(isinstance(node, ir.Throw) for node in nodes)


def hashed_value(function: Function) -> Function:
    """Give a function for the value that `__hash__` gives the hash of, if it is of that form."""
    match function.body:
        case (*before, ir.Return(ir.Operate("cast", (value,)) | value, site)):
            match value:
                case ir.InvokeExact(called, (hashed,)) | ir.CallValue(
                    ir.NameConstant("function", called), None, (hashed,), (None,)
                ) if called == _HASH and not any(
                    isinstance(node, ir.Return) for node in walk(before)
                ):
                    body = (*before, ir.Return(hashed, site))
                    return replace(function, name=HASHED, body=body, result=ANY, is_public=False)
    reason = "its hash is not that of one value"
    return replace(function, name=HASHED, body=(), is_public=False, left_out=reason)


def classes_with_changing_hash(program: Program) -> frozenset[str]:
    """Give the classes whose `__hash__` reads something that is set after an object is made."""
    hierarchy = hierarchy_of(program)
    every = (*hierarchy.functions.values(), *program.functions)
    own = [function for function in every if not hierarchy.is_of_library(function)]
    by_name: dict[str, list[Function]] = {}
    for function in own:
        by_name.setdefault(function.name, []).append(function)
    written = {
        place for function in own if function.name not in _MAKING for place in _written(function)
    }
    found: set[str] = set()
    reads: dict[str, set[_Place]] = {}
    for class_name in hierarchy.classes.keys() - hierarchy.library.keys():
        hashing = hierarchy.method(class_name, "__hash__") if written else None
        if hashing is None or hierarchy.is_of_library(hashing):
            continue
        is_tuple = "tuple" in (class_def.name for class_def in hierarchy.line(class_name))
        read = _read(hashing, by_name)
        if read is not None:
            reads[class_name] = read
        if read is None or (
            not is_tuple and any(_may_be_same(hierarchy, a, b) for a in read for b in written)
        ):
            found.add(class_name)
    n_found = -1
    while found and n_found < len(found):
        n_found = len(found)
        found |= {name for name, read in reads.items() if _holds(hierarchy, name, read, found)}
    return frozenset(found)


def _holds(hierarchy: Hierarchy, name: str, read: set[_Place], found: set[str]) -> bool:
    """Say whether what `__hash__` reads of an object may be an object of a class found."""
    names = {place.attribute for place in read}
    for field in hierarchy.fields(name):
        if field.name in names:
            if isinstance(field.type, AnyType) and not field.type.choices:
                return True
            tops = [top for top in classes_in(field.type) if top in hierarchy.classes]
            below = [name for top in tops for name in hierarchy.below(top)]
            if not found.isdisjoint(below):
                return True
    return False


@dataclass(frozen=True, slots=True)
class _Place:
    """An attribute, of an object of the class or of one below or above it; None: of any."""

    class_name: str | None
    attribute: str


def _may_be_same(hierarchy: Hierarchy, one: _Place, other: _Place) -> bool:
    if one.attribute != other.attribute:
        return False
    if one.class_name is None or other.class_name is None:
        return True
    return one.class_name in hierarchy.below(other.class_name) or (
        other.class_name in hierarchy.below(one.class_name)
    )


def _written(function: Function) -> Iterator[_Place]:
    own = _receivers(function)
    for node in walk(function.body):
        match node:
            case ir.SetField(target, name):
                yield _Place(function.owner if target in own else None, name)
            case ir.Operate(operation, (target, *_), name) if operation in (*SETTING, *DELETING):
                yield _Place(function.owner if target in own else None, name)


def _read(hashing: Function, by_name: Mapping[str, list[Function]]) -> set[_Place] | None:
    """Give the attributes that may be read, whoever is called; None where nobody can tell."""
    read: set[_Place] = set()
    called = {hashing.qualified_name}
    pending = [hashing]
    while pending:
        function = pending.pop()
        own = _receivers(function)
        for node in walk(function.body):
            match node:
                case ir.GetField(target, name) | ir.Operate(
                    "getattr" | "plainget" | "own", (target,), name
                ):
                    read.add(_Place(function.owner if target in own else None, name))
                    callee = f"@{name}"
                case ir.Invoke(method=callee) | ir.CallValue(method=str(callee)):
                    read.add(_Place(None, callee))
                case ir.InvokeExact(function=qualified) | ir.CallValue(
                    ir.NameConstant("function", qualified), None
                ):
                    callee = qualified.rpartition(".")[2]
                case ir.CallValue():
                    return None
                case _:
                    continue
            for other in by_name.get(callee, ()):
                if other.qualified_name not in called:
                    called.add(other.qualified_name)
                    pending.append(other)
    return read


def _receivers(function: Function) -> list[ir.Expr]:
    """Give the variables that hold the receiver from their first assignment to the end."""
    if not function.has_receiver:
        return []
    assigned: dict[int, list[ir.Expr]] = {}
    for node in walk(function.body):
        if isinstance(node, ir.Assign):
            assigned.setdefault(node.slot, []).append(node.value)
    receiver = ir.Local(0)
    if 0 in assigned:
        return []
    return [receiver, *(ir.Local(s) for s, values in assigned.items() if values == [receiver])]
