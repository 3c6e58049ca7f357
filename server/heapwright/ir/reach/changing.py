"""Whether code may change something that was there before it ran, judged by its text.

Place: ir/reach/. `graph` asks about the generators that calls give to clients. A client may make
other calls between two items, or drop the generator half-way; runs that go through all items at
once show nothing of that. In

    n = len(self.xs)
    for i in range(n):
        if i >= len(self.xs): self.broken = True
        else: yield self.xs[i]

no such run changes anything, and a client who empties the box after the first item breaks it.

`reach` says whether a function makes or writes anything at all, which all code on lists does. Here
code of the library counts by what the text calls it for, and `i += 1` on a number changes nothing.
In doubt, code changes something.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from heapwright.ir.core import instructions as ir
from heapwright.ir.core.hierarchy import Hierarchy
from heapwright.ir.core.operations import (
    BINARY,
    COMPARISONS,
    DELETING,
    KINDS,
    LIBRARY,
    OPERATIONS,
    SETTING,
)
from heapwright.ir.core.program import Function
from heapwright.ir.core.walk import assigned, walk
from heapwright.ir.reach.reach import NEXT, ReachIndex, World, call_reach
from heapwright.ir.reach.uses import usable_body

_IN_PLACE = frozenset(f"i{name}" for name in BINARY)
# Operations whose first operand they may change.
_WRITING = frozenset(
    (*SETTING, *DELETING, "setitem", "delitem", "next", "throw", "send", *_IN_PLACE)
)
# Methods of the library that only look; those of values cannot do anything else.
_LOOKING_METHODS = frozenset(
    (
        *("items", "keys", "values", "get", "copy", "index", "count", "union", "intersection"),
        *("difference", "issubset", "issuperset", "isdisjoint", "most_common", "elements"),
        *("__iter__", "__len__", "__contains__", "__getitem__", "__eq__", "__hash__"),
    )
)
# What code of the library runs on objects that it is given.
_CALLED_BACK = frozenset(
    (
        *(f"__{name}__" for name in COMPARISONS),
        *("__hash__", "__bool__", "__len__", "__iter__", "__next__", "__getitem__", "__index__"),
        *("__str__", "__repr__", "__format__", "__add__", "__radd__", "__call__"),
    )
)
LOOKING = frozenset(
    f"{LIBRARY}.{name}"
    for name in (
        *("len", "str", "repr", "int", "bool", "float", "abs", "min", "max", "sum", "range"),
        *("list", "tuple", "dict", "set", "frozenset", "sorted", "reversed", "enumerate", "zip"),
        *("isinstance", "hash", "id", "type", "format", "round", "any", "all", "iter", "map"),
        *("filter", "ord", "chr", "divmod", "pow", "print", "getattr", "hasattr"),
    )
)


def may_change(index: ReachIndex, function_name: str, world: World) -> bool:
    """Say whether a run of a function, or of a generator that it gives, may change something."""
    known = index.changing.get((function_name, world))
    if known is None:
        classes = call_reach(index, function_name, world).classes
        library = index.hierarchy.library
        native = {name for name in classes if name in library and name not in KINDS}
        methods = {name for one in native for name in index.methods[one]} - _LOOKING_METHODS
        # What a field holds may be any function.
        methods.update(name for one in classes if one not in native for name in index.fields[one])
        # A missing key comes to be when somebody asks for it.
        asking = ("getitem",) if any(library[one].grows_when_asked for one in native) else ()
        operations = frozenset((*_WRITING, *asking))
        known = any(
            (index.keeps_iterators and NEXT in index.uses[name].methods)
            or _changes(index.hierarchy, index.hierarchy.functions[name], methods, operations)
            for name in _own_code(index, function_name, frozenset(classes))
        )
        index.changing[function_name, world] = known
    return known


def _own_code(index: ReachIndex, function_name: str, classes: Collection[str]) -> Iterable[str]:
    """Name the functions of the text that a run may come to.

    `reach` follows the code of the library, too, in which any `join` is called for its name.
    """
    functions = index.hierarchy.functions
    found: dict[str, None] = {}
    named: set[str] = set()
    pending = [function_name]
    while pending:
        name = pending.pop()
        if name in found or index.hierarchy.is_of_library(functions[name]):
            continue
        found[name] = None
        uses = index.uses[name]
        pending += [*uses.functions, *uses.values]
        fresh = {*_CALLED_BACK, *uses.methods, *uses.statics, *uses.value_methods} - named
        named |= fresh
        for one in fresh:
            called = (*index.methods_named.get(one, ()), *index.statics_named.get(one, ()))
            pending += [function for class_name, function in called if class_name in classes]
    return found


def _changes(
    hierarchy: Hierarchy, function: Function, methods: Collection[str], operations: Collection[str]
) -> bool:
    """Say whether a function itself may change something.

    `methods` are those by which objects of the library change, `operations` change their first
    operand.
    """
    body = usable_body(function)
    own = _own_slots(function, body)
    for node in walk(body):
        match node:
            case ir.SetField(target):
                changed: ir.Expr | None = target
            case ir.Operate(operation, operands) if operation in operations:
                changed = operands[0]
            case ir.Operate(operation) if OPERATIONS[operation].acts:
                return True
            case ir.Invoke(receiver, "__init__") | ir.CallValue(receiver, "__init__"):
                changed = receiver  # an object that was there before is made anew
            case ir.InvokeExact(name, (first, *_)) if name.endswith(".__init__"):
                changed = None if function.name == "__new__" else first
            case ir.CallValue(callee, str(method)) if method in methods:
                changed = callee
            case ir.CallValue(ir.NameConstant("function", name), None, (first, *_)) if (
                name.endswith(".__init__")
            ):
                changed = first
            case ir.CallValue(ir.NameConstant("function", name), None, (first, *_)) if (
                name.rpartition(".")[0] in hierarchy.library
            ):
                # `list.append(xs, x)`, and `super().append(x)` below `list`.
                changed = None if name.rpartition(".")[2] in _LOOKING_METHODS else first
            case ir.CallValue(ir.NameConstant(kind, name), None, arguments):
                is_plain = kind != "function" or not _is_writing(hierarchy, name)
                changed = None if is_plain or not arguments else arguments[0]
            case ir.CallValue(method=None):
                return True
            case ir.InvokeExact(name, (first, *_)) if _is_writing(hierarchy, name):
                changed = first
            case _:
                continue
        is_own = isinstance(changed, ir.Local) and changed.slot in own
        if changed is not None and not is_own:
            return True
    return False


def _is_writing(hierarchy: Hierarchy, name: str) -> bool:
    """Say whether a function is one of the library that may change its first argument."""
    owner, _, method = name.rpartition(".")
    if name.startswith(LIBRARY):
        return name not in LOOKING
    return owner in hierarchy.library and method not in _LOOKING_METHODS


def _own_slots(function: Function, body: ir.Body) -> set[int]:
    """Give the slots that hold nothing but numbers and other values that nobody can change.

    So does the receiver of a constructor, which nobody else has.
    """
    given: dict[int, list[ir.Expr | None]] = {}
    n_arguments = len(function.parameters) + function.has_receiver
    for slot in range(n_arguments):
        is_new = slot == 0 and function.name == "__init__"
        given[slot] = [] if is_new else [None]
    for slot, values in assigned(walk(body)).items():
        given.setdefault(slot, []).extend(values)
    own = set(given)
    while lost := {slot for slot in own if not _are_own(given[slot], own)}:
        own -= lost
    return own


def _are_own(values: Iterable[ir.Expr | None], own: Collection[int]) -> bool:
    for value in values:
        match value:
            case ir.IntConstant() | ir.FloatConstant() | ir.BoolConstant() | ir.TextConstant():
                pass
            case ir.NullConstant() | ir.Binary() | ir.Unary() | ir.Operate("len"):
                pass
            case ir.Operate(operation) if operation in BINARY:
                pass
            case ir.Local(slot) if slot in own:
                pass
            case ir.Operate(operation, (ir.Local(slot), _)) if operation in _IN_PLACE:
                if slot not in own:
                    return False
            case _:
                return False
    return True
