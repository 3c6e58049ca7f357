"""Fields that only count: no branch and no question depends on them.

Place: graph/. `explore` leaves such fields out of the heap. A field like `modCount`
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

from heapwright.ir import instructions as ir
from heapwright.ir.hierarchy import Hierarchy
from heapwright.ir.program import Function, Program
from heapwright.ir.types import BoolType, IntType, Type

Place: TypeAlias = "tuple[str, str, int]"  # kind, name, slot

MATTERS: Place = ("matters", "", 0)


def counter_fields(program: Program, behaviour: Flow, asked: Iterable[str]) -> frozenset[str]:
    """Name the fields to leave out when functions with this flow run and these are asked."""
    hierarchy = behaviour.hierarchy
    flow = Flow(hierarchy, behaviour)
    for name in dict.fromkeys(asked):
        flow.function(hierarchy.functions[name])
        flow.edge(MATTERS, ("result", name, 0))
    needed = flow.sources_of(MATTERS)
    types: dict[str, set[Type]] = {}
    for class_def in program.classes:
        for field in class_def.fields:
            types.setdefault(field.name, set()).add(field.type)
    sources = {name: flow.sources_of(("field", name, 0)) for name in types}
    # Fields go by name alone, so fields of one name must have one type.
    candidates = {
        name
        for name, found in types.items()
        if found in ({IntType()}, {BoolType()}) and ("field", name, 0) not in needed
    }
    counters = {
        place
        for name in candidates
        if (place := ("field", name, 0)) in sources[name]
        and not any(place in sources[other] for other in types if other not in candidates)
    }
    return frozenset(name for name in candidates if not counters.isdisjoint(sources[name]))


def flow_of(hierarchy: Hierarchy, functions: Iterable[str]) -> Flow:
    """Find which values can flow where when these functions run."""
    flow = Flow(hierarchy)
    for name in dict.fromkeys(functions):
        flow.function(hierarchy.functions[name])
    return flow


class Flow:
    """Which places a place's value may come from; filled by one pass over the functions.

    A flow may stand on another one, which it adds to and leaves as it is.
    """

    def __init__(self, hierarchy: Hierarchy, base: Flow | None = None) -> None:
        self.hierarchy = hierarchy
        self.base = base
        self.sources: dict[Place, dict[Place, None]] = {}
        self.current = ""

    def edge(self, place: Place, source: Place) -> None:
        """Note that a place's value may come from another place."""
        self.sources.setdefault(place, {})[source] = None

    def direct_sources(self, place: Place) -> Iterator[Place]:
        """Give the places right behind a place."""
        yield from self.sources.get(place, ())
        if self.base is not None:
            yield from self.base.direct_sources(place)

    def sources_of(self, place: Place) -> set[Place]:
        """Give everything that may flow into the place, directly or not."""
        found: set[Place] = set()
        pending = [place]
        while pending:
            for source in self.direct_sources(pending.pop()):
                if source not in found:
                    found.add(source)
                    pending.append(source)
        return found

    def function(self, function: Function) -> None:
        """Add what one function does."""
        self.current = function.qualified_name
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

    def candidates(self, method: str) -> list[str]:
        """Name what a dynamic call may run."""
        return [
            name
            for name, function in self.hierarchy.functions.items()
            if function.name == method and function.has_receiver
        ]

    def call(self, callees: list[str], arguments: tuple[ir.Expr, ...]) -> list[Place]:
        """Note where arguments flow; give where the result comes from."""
        for slot, argument in enumerate(arguments):
            for source in self.value(argument):
                for callee in callees:
                    self.edge(("slot", callee, slot), source)
        return [("result", callee, 0) for callee in callees]
