"""Fields that only count: no branch and no question depends on them.

Place: graph/setting/. `explore` leaves such fields out of the heap. A field like `modCount`
grows with every call, so keeping it would give every call a new state and no
fixpoint, and yet nothing that can be observed depends on it.

The analysis asks which values can flow where, without regard to order. A value that
decides a branch, a dispatch or a null test, divides, is thrown, or is the answer of a
question, matters; so does whatever flows into it. A field is left out when it does
not matter and its new values are made from its old ones, and so is a field that such
values flow into. (A field that merely stores an argument stays: it costs nothing, and
the next question may ask for it.)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from heapwright.cancellation import Look, nobody_looks
from heapwright.ir.core import instructions as ir
from heapwright.ir.core.hierarchy import Hierarchy
from heapwright.ir.core.operations import COMPARISONS, ITERATION, LIBRARY, OPERATIONS
from heapwright.ir.core.program import Function, Program
from heapwright.ir.core.types import BoolType, IntType, Type
from heapwright.ir.core.walk import walk
from heapwright.ir.reach.reach import ReachIndex
from heapwright.ir.reach.uses import MAKERS

Place: TypeAlias = "tuple[str, str, int]"  # kind, name, slot

STRIDE = 64  # functions between two looks at the clock
MATTERS: Place = ("matters", "", 0)
_MADE_BY = ("__init__", *MAKERS)
_OPERATORS = frozenset(("__add__", "__radd__", "__iadd__", "__sub__", "__rsub__", "__isub__"))


def counter_fields(
    program: Program, behaviour: Flow, questions: Iterable[str], asked: Iterable[str]
) -> frozenset[str]:
    """Name the fields to leave out when functions with this flow run and these are asked.

    `asked` names all that the questions can run; what these give matters where it goes.
    """
    hierarchy = behaviour.hierarchy
    flow = Flow(behaviour.index, behaviour)
    for name in dict.fromkeys(asked):
        flow.function(hierarchy.functions[name])
    for name in questions:
        flow.edge(MATTERS, ("result", name, 0))
    needed = flow.sources_of(MATTERS)
    types: dict[str, set[Type]] = {}
    for class_def in program.classes:
        for field in class_def.fields:
            types.setdefault(field.name, set()).add(field.type)
    # Fields go by name alone, so fields of one name must have one type.
    candidates = {
        name
        for name, found in types.items()
        if found in ({IntType()}, {BoolType()}) and ("field", name, 0) not in needed
    }
    if not candidates:
        return frozenset()
    sources = {name: flow.sources_of(("field", name, 0)) for name in candidates}
    # Of the others it is enough to know all together: there may be many.
    of_others = flow.sources_of(*[("field", name, 0) for name in types if name not in candidates])
    counters = {
        place
        for name in candidates
        if (place := ("field", name, 0)) in sources[name] and place not in of_others
    }
    return frozenset(name for name in candidates if not counters.isdisjoint(sources[name]))


def flow_of(index: ReachIndex, functions: Iterable[str], look: Look = nobody_looks) -> Flow:
    """Find which values can flow where when these functions run."""
    flow = Flow(index)
    for number, name in enumerate(dict.fromkeys(functions)):
        if number % STRIDE == 0:
            look()
        flow.function(index.hierarchy.functions[name])
    return flow


class Flow:
    """Which places a place's value may come from; filled by one pass over the functions.

    A flow may stand on another one, which it adds to and leaves as it is.
    """

    def __init__(self, index: ReachIndex, base: Flow | None = None) -> None:
        hierarchy = index.hierarchy
        self.index = index
        self.hierarchy = hierarchy
        self.base = base
        self.sources: dict[Place, dict[Place, None]] = {}
        self.current = ""
        # The functions that are in it, and those with a receiver by their short names.
        self.names: set[str] = set() if base is None else set(base.names)
        self.methods: dict[str, list[str]] = (
            _methods_by_name(hierarchy) if base is None else base.methods
        )
        # Whether a class defines `+` or `-`, and so may see any operand. Those of the language's
        # own classes, which clients do not call, look at their kind only.
        self.has_operators: bool = (
            any(f.name in _OPERATORS and f.is_public for f in hierarchy.functions.values())
            if base is None
            else base.has_operators
        )
        self.named: dict[str, list[str]] = (
            _functions_by_name(hierarchy) if base is None else base.named
        )
        # Names that may lead to a function which is called otherwise: `self.on_change = notify`.
        self.held: frozenset[str] = _held_names(hierarchy) if base is None else base.held
        # Functions that some code has as values, and so may call without naming them.
        self.values: list[str] = _values(index) if base is None else base.values

    def edge(self, place: Place, source: Place) -> None:
        """Note that a place's value may come from another place."""
        self.sources.setdefault(place, {})[source] = None

    def direct_sources(self, place: Place) -> Iterator[Place]:
        """Give the places right behind a place."""
        yield from self.sources.get(place, ())
        if self.base is not None:
            yield from self.base.direct_sources(place)

    def sources_of(self, *places: Place) -> set[Place]:
        """Give everything that may flow into one of the places, directly or not."""
        found: set[Place] = set()
        pending = list(places)
        while pending:
            for source in self.direct_sources(pending.pop()):
                if source not in found:
                    found.add(source)
                    pending.append(source)
        return found

    def function(self, function: Function) -> None:
        """Add what one function does, unless it was added before."""
        self.current = function.qualified_name
        if self.current not in self.names:
            self.names.add(self.current)
            self.body(function.body)

    def flow(self, place: Place, value: ir.Expr) -> None:
        """Note what flows into a place."""
        for source in self.value(value):
            self.edge(place, source)

    def matters(self, value: ir.Expr) -> None:
        """Note that an observable decision depends on a value."""
        self.flow(MATTERS, value)

    def body(self, body: ir.Body) -> None:
        """Add what statements do."""
        for statement in body:
            self.statement(statement)

    def statement(self, statement: ir.Statement) -> None:
        """Add what one statement does."""
        match statement:
            case ir.Assign(slot, value):
                self.flow(("slot", self.current, slot), value)
            case ir.SetField(target, field_name, value):
                self.matters(target)
                self.flow(("field", field_name, 0), value)
            case ir.Evaluate(value):
                self.value(value)
            case ir.If(condition, then_body, else_body):
                self.matters(condition)
                self.body(then_body)
                self.body(else_body)
            case ir.While(condition, body):
                self.matters(condition)
                self.body(body)
            case ir.Return(value):
                if value is not None:
                    self.flow(("result", self.current, 0), value)
            case ir.Throw(value):
                self.matters(value)
            case ir.Try(body, handlers, final):
                self.body(body)
                for handler in handlers:
                    self.body(handler.body)
                self.body(final)
            case ir.ForEach(slot, iterable, body):
                self.matters(iterable)
                for source in self.results_of(ITERATION.methods):
                    self.edge(("slot", self.current, slot), source)
                self.body(body)
            case ir.Break() | ir.Continue():
                pass

    def value(self, expr: ir.Expr) -> list[Place]:
        """Give the places that the value comes from; note what evaluating it needs."""
        match expr:
            case ir.Local(slot):
                return [("slot", self.current, slot)]
            case ir.GetField(target, field_name):
                self.matters(target)
                return [("field", field_name, 0)]
            case ir.Unary(_, operand) | ir.IsInstance(operand):
                return self.value(operand)
            case ir.Binary(operator, lhs, rhs):
                if operator in (ir.BinaryOperator.DIVIDE, ir.BinaryOperator.REMAINDER):
                    self.matters(rhs)
                return [*self.value(lhs), *self.value(rhs)]
            case ir.And(lhs, rhs) | ir.Or(lhs, rhs):
                self.matters(lhs)
                return self.value(rhs)
            case ir.Choose(condition, then_value, else_value):
                self.matters(condition)
                return [*self.value(then_value), *self.value(else_value)]
            case ir.Invoke(receiver, method, arguments):
                self.matters(receiver)
                return self.call(self.candidates(method), (receiver, *arguments))
            case ir.InvokeExact(function, arguments):
                return self.call([function], arguments)
            case ir.Do(body, value):
                self.body(body)
                return self.value(value)
            case ir.IntConstant() | ir.BoolConstant() | ir.NullConstant() | ir.Symbol() | ir.New():
                return []
            case ir.TextConstant() | ir.FloatConstant() | ir.NameConstant():
                return []
            case ir.Operate():
                return self.operation(expr)
            case ir.CallValue(callee, method, arguments):
                return self.dynamic_call(callee, method, arguments)

    def operation(self, expr: ir.Operate) -> list[Place]:
        """Note what an operation needs: all its operands, unless it is mere arithmetic.

        A counter is read and written as an attribute, and counts by `+` and its like. What
        an operator of a class makes of an operand is not followed: it matters.
        """
        match expr.operation, expr.operands:
            case (("getattr" | "plainget" | "own"), (target,)):
                self.matters(target)
                for name in self.candidates("__getattr__"):
                    self.edge(MATTERS, ("result", name, 0))
                given = self.results_of((f"@{expr.name}",))
                return [("field", expr.name, 0), *given]
            case (("setattr" | "plainset"), (target, value)):
                self.matters(target)
                self.flow(("field", expr.name, 0), value)
                if self.candidates(f"@{expr.name}=") or self.candidates("__setattr__"):
                    self.matters(value)
                return []
            case (("tuple" | "text" | "repr" | "format" | "joined"), operands):
                # Whoever looks into the result finds that it matters.
                return [place for operand in operands for place in self.value(operand)]
            case (("add" | "sub" | "iadd" | "isub" | "cast" | "bound"), operands):
                if self.has_operators:
                    for operand in operands:
                        self.matters(operand)
                results = self.results_of(OPERATIONS[expr.operation].methods)
                return [*results, *(place for o in operands for place in self.value(o))]
            case "truth", (operand,) if self.is_no_object(operand):
                return self.value(operand)
            case operation, operands:
                for operand in operands:
                    self.matters(operand)
                return self.results_of(OPERATIONS[operation].methods)

    def is_no_object(self, expr: ir.Expr) -> bool:
        """Say whether a value is surely none whose class decides if it is true."""
        match expr:
            case ir.Operate(operation) if operation in COMPARISONS:
                return not any(
                    self.hierarchy.functions[name].is_public
                    for method in OPERATIONS[operation].methods
                    for name in self.candidates(method)
                )
            case ir.Local(slot):
                given = [
                    node
                    for node in walk(self.hierarchy.functions[self.current].body)
                    if isinstance(node, ir.Assign | ir.ForEach) and node.slot == slot
                ]
                # A parameter has a value that no assignment tells.
                function = self.hierarchy.functions[self.current]
                n_given = len(function.parameters) + function.has_receiver
                return (
                    slot >= n_given
                    and bool(given)
                    and all(
                        isinstance(node, ir.Assign)
                        and not isinstance(node.value, ir.Local)
                        and self.is_no_object(node.value)
                        for node in given
                    )
                )
            case ir.CallValue(_, str(method)):
                found = [self.hierarchy.functions[name].result for name in self.candidates(method)]
                return bool(found) and all(isinstance(r, IntType | BoolType) for r in found)
            case _:
                return False

    def results_of(self, methods: Iterable[str]) -> list[Place]:
        """Give what methods of these names may give."""
        found = [(method, self.candidates(method)) for method in methods]
        return [self.any_of(("results", method, 0), names) for method, names in found if names]

    def any_of(self, place: Place, functions: Iterable[str]) -> Place:
        """Give a place that stands for what these functions give; the same has always the same.

        Without it, thousands of calls times hundreds of functions would be edges.
        """
        if place not in self.sources:
            self.sources[place] = {("result", name, 0): None for name in functions}
        return place

    def dynamic_call(
        self, callee: ir.Expr, method: str | None, arguments: tuple[ir.Expr, ...]
    ) -> list[Place]:
        """Note that all arguments matter: nobody knows what they are bound to.

        The result may be that of any function which has the name, or that is a value. No property
        is one: reading it calls it, and code that names its parts calls these by name.
        """
        for value in (callee, *arguments):
            self.matters(value)
        if isinstance(callee, ir.NameConstant) and callee.kind == "function" and method is None:
            return [("result", callee.name, 0)]
        names = [*self.named.get("__call__", ()), *self.named.get(method or "", ())]
        if method is None or method in self.held or "__getattr__" in self.held:
            names += self.values
        return [self.any_of(("called", method or "", 0), names)]

    def candidates(self, method: str) -> list[str]:
        """Name what a dynamic call may run."""
        return self.methods.get(method, [])

    def call(self, callees: list[str], arguments: tuple[ir.Expr, ...]) -> list[Place]:
        """Note where arguments flow; give where the result comes from."""
        for slot, argument in enumerate(arguments):
            for source in self.value(argument):
                for callee in callees:
                    self.edge(("slot", callee, slot), source)
        return [("result", callee, 0) for callee in callees]


def _methods_by_name(hierarchy: Hierarchy) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, function in hierarchy.functions.items():
        if function.has_receiver:
            found.setdefault(function.name, []).append(name)
    return found


def _functions_by_name(hierarchy: Hierarchy) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, function in hierarchy.functions.items():
        found.setdefault(function.name, []).append(name)
    return found


def _held_names(hierarchy: Hierarchy) -> frozenset[str]:
    """Name the fields and properties, which may hold or give functions of other names."""
    names = {one.name for name in hierarchy.classes for one in hierarchy.fields(name)}
    names |= {f.name.lstrip("@$") for f in hierarchy.functions.values() if f.name[0] in "@$"}
    if any(f.name == "__getattr__" for f in hierarchy.functions.values()):
        names.add("__getattr__")
    return frozenset(names)


def _values(index: ReachIndex) -> list[str]:
    """Name the functions that may be called as values, and what calling a class runs."""
    named = {name for uses in index.uses.values() for name in uses.values}
    read = {name for uses in index.uses.values() for name in uses.value_methods}
    return [
        qualified
        for qualified, function in index.hierarchy.functions.items()
        if qualified in named
        or function.name in read
        or function.name in _MADE_BY
        or (function.owner == LIBRARY and function.name.startswith("new_"))
    ]
