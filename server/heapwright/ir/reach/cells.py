"""Which functions read and set what all objects share.

Place: ir/reach/. `graph` asks which public calls can matter for a question through shared state.

A *cell* is one field of the object that all share: an attribute of a class, a name of a module, a
default that can be changed. After

    class Bank:
        def allow(self, n: int) -> None:
            Account.overdraft = n

an Account can do what it could not do before, though no call of `Bank` takes or gives one. What a
function may read and set itself is told by its text; what it comes to by calls, `reach` tells.

A cell *holds* something when its value can be changed while the cell stays as it is: then whoever
reads it may change what it means to others. A cell that only ever gets numbers and strings holds
nothing. Pure; only errs by having more.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from heapwright.ir.core import instructions as ir
from heapwright.ir.core.hierarchy import Hierarchy
from heapwright.ir.core.operations import BINARY, COMPARISONS, DELETING, GETTING, SETTING, SHARED
from heapwright.ir.core.program import Function
from heapwright.ir.core.types import BoolType, IntType
from heapwright.ir.core.walk import Node, assigned, code_of
from heapwright.records import dataclass


@dataclass(frozen=True, slots=True)
class Cells:
    """What all objects share, and the functions whose own text deals with it."""

    readers: Mapping[str, frozenset[str]]  # functions by cell
    setters: Mapping[str, frozenset[str]]  # and those that may give it another value
    holding: frozenset[str]  # cells whose values may change inside

    def seen_by(self, functions: Iterable[str]) -> frozenset[str]:
        """Name the cells through which others can reach the runs of these functions."""
        ran = frozenset(functions)
        return frozenset(
            cell
            for cell in self.readers
            if not ran.isdisjoint(self.readers[cell])
            or (cell in self.holding and not ran.isdisjoint(self.setters[cell]))
        )

    def setting(self, cells: Iterable[str]) -> frozenset[str]:
        """Name the functions that may give one of these cells another value."""
        return frozenset(name for cell in cells for name in self.setters[cell])

    def opening(self, cells: Iterable[str]) -> frozenset[str]:
        """Name the functions that get what one of these cells holds."""
        return frozenset(
            name for cell in cells if cell in self.holding for name in self.readers[cell]
        )


def cells_of(hierarchy: Hierarchy) -> Cells:
    """Go through all functions of a program once."""
    if SHARED not in hierarchy.classes:
        return Cells({}, {}, frozenset())
    places = [field.name for field in hierarchy.classes[SHARED].fields]
    named: dict[str, list[str]] = {}
    for place in places:
        named.setdefault(_last(place), []).append(place)
    readers: dict[str, set[str]] = {place: set() for place in places}
    setters: dict[str, set[str]] = {place: set() for place in places}
    got: dict[str, list[frozenset[str] | None]] = {place: [] for place in places}
    for name, function in hierarchy.functions.items():
        # What is left out never runs: whoever leaves it out has to say so.
        nodes = () if function.left_out is not None else tuple(code_of(function))
        values = _Values(function, nodes, named)
        starting: set[int] = set()
        for node in nodes:
            match node:
                case ir.Choose(ir.Operate("missing", (ir.Operate("shared", _, place),)), first):
                    # What a cell has before anybody sets it; nobody can tell when that is made.
                    if isinstance(first, ir.Operate) and first.operation == "share":
                        starting.add(id(first))
                        first = first.operands[0]
                    if not isinstance(first, ir.Choose):  # else of a cell of its own
                        got[place].append(values.sources(first))
                case ir.Operate("shared", _, place):
                    readers[place].add(name)
                case ir.Operate("share", (value,), place) if id(node) not in starting:
                    setters[place].add(name)
                    got[place].append(values.sources(value))
                case ir.Operate(operation, operands, attribute) if operation in _ASSIGNING:
                    for place in named.get(attribute, ()):
                        setters[place].add(name)
                        if operation in SETTING:
                            got[place].append(values.sources(operands[1]))
                case _:
                    pass
    return Cells(
        {place: frozenset(found) for place, found in readers.items()},
        {place: frozenset(found) for place, found in setters.items()},
        _holding(got),
    )


def _last(place: str) -> str:
    return place.rpartition(".")[2]


def _holding(got: Mapping[str, Sequence[frozenset[str] | None]]) -> frozenset[str]:
    """Name the cells that may get what can be changed, also from one another."""
    holding = {place for place, sources in got.items() if None in sources}
    while True:
        more = {
            place
            for place, sources in got.items()
            if place not in holding
            and any(one is not None and not one.isdisjoint(holding) for one in sources)
        }
        if not more:
            return frozenset(holding)
        holding |= more


class _Values:
    """Where the values in a function may come from, as far as its text tells."""

    def __init__(
        self, function: Function, nodes: Sequence[Node], named: Mapping[str, Sequence[str]]
    ) -> None:
        self.function = function
        self.named = named
        self.slots = assigned(nodes)

    def sources(self, value: ir.Expr) -> frozenset[str] | None:
        """Name the cells that a value may come from where else it is a number or a string.

        None where it may be anything.
        """
        found: set[str] = set()
        seen: set[int] = set()
        pending: list[ir.Expr | None] = [value]
        while pending:
            match pending.pop():
                case ir.Local(slot) if slot in seen:
                    pass
                case ir.Local(slot):
                    seen.add(slot)
                    if not self._is_assigned_or_number(slot):
                        return None
                    pending += self.slots.get(slot, ())
                case ir.Choose(_, then_value, else_value):
                    pending += (then_value, else_value)
                case ir.Operate("shared", (), place):
                    found.add(place)
                case ir.Operate(operation, (ir.NameConstant("type"),), name) if (
                    operation in GETTING and name in self.named
                ):
                    found.update(self.named[name])
                case ir.Operate(operation, operands) if operation in _CALCULATING:
                    # Two numbers give a number, whatever objects would make of it.
                    pending += operands
                case ir.Operate("len" | "truth" | "is" | "missing"):
                    pass
                case ir.NameConstant("function" | "type"):
                    pass
                case node if isinstance(node, _PLAIN):
                    pass
                case _:
                    return None
        return frozenset(found)

    def _is_assigned_or_number(self, slot: int) -> bool:
        at = slot - self.function.has_receiver
        if 0 <= at < len(self.function.parameters):
            return isinstance(self.function.parameters[at].type, IntType | BoolType)
        return slot in self.slots and at >= 0


_ASSIGNING = frozenset((*SETTING, *DELETING))
_PLAIN = (
    *(ir.IntConstant, ir.BoolConstant, ir.NullConstant, ir.TextConstant, ir.FloatConstant),
    *(ir.Binary, ir.Unary, ir.And, ir.Or),
)
_CALCULATING = frozenset(
    (*BINARY, *(f"i{name}" for name in BINARY), *COMPARISONS, "neg", "pos", "abs", "tuple")
)
