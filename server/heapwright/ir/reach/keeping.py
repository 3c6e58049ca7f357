"""Whether a program keeps iterators: whether one may be half-way when a call ends.

Place: ir/reach/. `reach` asks once per program. Where no iterator is kept, a loop over a value
changes nothing that anybody sees: `for x in self.xs` makes an iterator and drops it. Where one is,
`for x in self.it` goes on in the generator behind it, runs what stands there, and leaves less of it
for the next loop.

Judges by the text. A call that may give an iterator keeps it unless it stands where its items are
taken at once: a loop, an argument of `list`, another iterator. What a local variable gets counts by
what is done with the variable, and what a function returns by what its callers do. In doubt, an
iterator is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from heapwright.ir.core import instructions as ir
from heapwright.ir.core.hierarchy import Hierarchy
from heapwright.ir.core.operations import LIBRARY
from heapwright.ir.core.program import Function
from heapwright.ir.core.walk import Node, children, walk
from heapwright.ir.reach.uses import usable_body

# Operations that take all items of an operand, or one, and forget it.
_TAKING = frozenset(("gather", "unpack", "concat", "contains", "next", "truth", "len", "is"))
_TAKING_CLASSES = frozenset(("list", "tuple", "set", "frozenset", "dict"))
# Functions of the library that do so; the iterators of some wait inside of what they give.
_TAKING_FUNCTIONS = frozenset(
    (
        *("list", "tuple", "set", "frozenset", "dict", "sorted", "sum", "min", "max", "any", "all"),
        *("iter", "next", "enumerate", "zip", "map", "filter", "reversed", "reduce", "len"),
        *("isinstance", "new_tuple", "hasattr"),
    )
)
_TAKING_METHODS = frozenset(("join", "extend", "update", "__iter__", "__next__"))


def keeps_iterators(hierarchy: Hierarchy) -> bool:
    """Say whether code of the text may keep an iterator that it does not go through at once."""
    giving = _giving(hierarchy.functions.values())
    own = [f for f in hierarchy.functions.values() if not hierarchy.is_of_library(f)]
    taking = _TAKING_METHODS - {function.name for function in own}
    return any(_keeps(function, giving, taking) for function in own)


def _giving(functions: Iterable[Function]) -> set[str]:
    """Name the functions whose calls may give an iterator; methods by their last names."""
    functions = list(functions)
    giving = {_called(function) for function in functions if function.is_generator}
    returning = {
        _called(function): [*_returned(usable_body(function))]
        for function in functions
        if not function.is_generator
    }
    while True:
        more = {
            name
            for name, values in returning.items()
            if name not in giving and any(_gives(value, giving) for value in values)
        }
        if not more:
            return giving
        giving |= more


def _called(function: Function) -> str:
    return function.qualified_name if function.owner == LIBRARY else function.name


def _returned(body: ir.Body) -> Iterator[ir.Expr]:
    """Give what a function may return, and what its variables may hold."""
    for node in walk(body):
        match node:
            case ir.Return(value) if value is not None:
                yield value
            case ir.Assign(_, value):
                yield value


def _gives(value: ir.Expr, giving: set[str]) -> bool:
    """Say whether a value may be an iterator that a call just gave."""
    match value:
        case ir.Do(_, inner):
            return _gives(inner, giving)
        case ir.Choose(_, then_value, else_value):
            return _gives(then_value, giving) or _gives(else_value, giving)
        case ir.And(_, rhs) | ir.Or(_, rhs):
            return _gives(rhs, giving)
        case ir.CallValue(ir.NameConstant("function", name), None):
            return name in giving or name.rpartition(".")[2] in giving
        case ir.CallValue(ir.NameConstant(), None):
            return False
        case ir.CallValue(_, None):
            return "__call__" in giving
        case ir.CallValue(_, str(method)):
            return method in giving
        case ir.Invoke(_, method):
            return method in giving
        case ir.InvokeExact(name):
            return name in giving or name.rpartition(".")[2] in giving
    return False


def _keeps(function: Function, giving: set[str], taking: frozenset[str]) -> bool:
    """Say whether a function keeps what a call in it gives."""
    nodes = walk(usable_body(function))
    holding = _holding([node for node in nodes if isinstance(node, ir.Assign)], giving)
    taken: set[int] = set()  # by identity, while the body is there
    for node in nodes:
        taken.update(id(operand) for operand in _taken(node, taking))
    return any(
        id(node) not in taken and _is_iterator(node, giving, holding) for node in _places(nodes)
    )


def _holding(assignments: list[ir.Assign], giving: set[str]) -> set[int]:
    """Give the slots that may hold what a call gave."""
    holding: set[int] = set()
    while True:
        more = {
            one.slot
            for one in assignments
            if one.slot not in holding
            and (_gives(one.value, giving) or not holding.isdisjoint(_passed(one.value)))
        }
        if not more:
            return holding
        holding |= more


def _passed(value: ir.Expr) -> Iterator[int]:
    """Give the slots of which a value may be that of one."""
    match value:
        case ir.Local(slot):
            yield slot
        case ir.Do(_, inner):
            yield from _passed(inner)
        case ir.Choose(_, then_value, else_value):
            yield from _passed(then_value)
            yield from _passed(else_value)
        case ir.And(_, rhs) | ir.Or(_, rhs):
            yield from _passed(rhs)


def _is_iterator(node: Node, giving: set[str], holding: set[int]) -> bool:
    match node:
        case ir.Local(slot):
            return slot in holding
        case ir.CallValue() | ir.Invoke() | ir.InvokeExact():
            return _gives(node, giving)
    return False


def _places(nodes: Iterable[Node]) -> Iterator[Node]:
    """Give what stands where a value is used: not what is put into a variable, or returned."""
    for node in nodes:
        match node:
            case ir.Assign(_, value) | ir.Return(value) if value is not None:
                pass
            case ir.Do(body, _):
                yield from body
            case _:
                yield from children(node)


def _taken(node: Node, taking: frozenset[str]) -> Iterable[ir.Expr]:
    """Give the operands of which an instruction takes the items, or that it drops."""
    match node:
        case ir.ForEach(_, iterable):
            return (iterable,)
        case ir.Evaluate(value):
            return (value,)
        case ir.Operate(operation, operands) if operation in _TAKING:
            return operands
        case ir.CallValue(ir.NameConstant("type", name), None, arguments):
            return arguments if name in _TAKING_CLASSES else ()
        case ir.CallValue(ir.NameConstant("function", name), None, arguments):
            return arguments if _is_taking(name) else ()
        case ir.InvokeExact(name, arguments):
            return arguments if _is_taking(name) else ()
        case ir.CallValue(callee, str(method), arguments):
            return (callee, *arguments) if method in taking else ()
    return ()


def _is_taking(name: str) -> bool:
    owner, _, last = name.rpartition(".")
    if owner == LIBRARY:
        return last in _TAKING_FUNCTIONS
    return owner in _TAKING_CLASSES
