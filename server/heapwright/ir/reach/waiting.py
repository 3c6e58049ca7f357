"""Where the body of a generator waits, and what it still needs there.

Place: ir/reach/. `paths` asks when it keeps a generator that waits for its next item. The places
are the `yield`s of the body, numbered as they stand. Of the slots only those matter that may be
read before they get another value: in

    for row in rows:
        n = len(row)
        yield n

nothing but what is left of `rows`. What does not matter would only tell heaps apart.

Statements are followed backwards. An exception may come from anywhere in the body of a `try`, so
what its handlers need is needed everywhere in it.
"""

from __future__ import annotations

from collections.abc import Iterable

from heapwright.ir.core import instructions as ir
from heapwright.ir.core.walk import Node, children, walk
from heapwright.ir.reach.endings import takes_end
from heapwright.records import dataclass, replace

Needed = frozenset[int]
_NOTHING: Needed = frozenset()


@dataclass(frozen=True, slots=True)
class Wait:
    """One `yield` of a generator."""

    needed: Needed  # slots
    acts_at_end: bool  # whether code runs when nobody wants the generator any more
    catches_end: bool  # whether a handler sees the exception that ends it then


def waits_of(body: ir.Body) -> tuple[Wait, ...]:
    """Give the places where a generator waits, in the order in which they stand."""
    follower = _Follower(n_yields(body))
    follower.body(body, 0, _NOTHING, _Leaving())
    return tuple([wait for wait in follower.waits if wait is not None])


def n_yields(nodes: Iterable[Node]) -> int:
    """Count the `yield`s in instructions."""
    return sum(1 for node in walk(list(nodes)) if is_yield(node))


def is_yield(node: Node) -> bool:
    """Say whether an instruction is a `yield`."""
    return isinstance(node, ir.Operate) and node.operation == "yield"


@dataclass(frozen=True, slots=True)
class _Leaving:
    """What is needed where statements are left for another place than the next one."""

    thrown: Needed = _NOTHING
    returned: Needed = _NOTHING
    broken: Needed = _NOTHING
    continued: Needed = _NOTHING
    acts_at_end: bool = False
    catches_end: bool = False

    @property
    def all(self) -> Needed:
        """Give what is needed at any of these places."""
        return self.thrown | self.returned | self.broken | self.continued


class _Follower:
    """Gathers what is needed at each `yield`; `first` is the number of the first one inside."""

    def __init__(self, n: int) -> None:
        self.waits: list[Wait | None] = [None] * n

    def body(self, body: ir.Body, first: int, after: Needed, leaving: _Leaving) -> Needed:
        starts = []
        for statement in body:
            starts.append(first)
            first += n_yields((statement,))
        for statement, start in zip(reversed(body), reversed(starts), strict=True):
            after = self.statement(statement, start, after, leaving) | leaving.thrown
        return after

    def statement(
        self, statement: ir.Statement, first: int, after: Needed, leaving: _Leaving
    ) -> Needed:
        match statement:
            case ir.Assign(slot, value):
                return self.expression(value, first, after - {slot}, leaving)
            case ir.Break():
                return leaving.broken
            case ir.Continue():
                return leaving.continued
            case ir.Return(value):
                after = leaving.returned
                return after if value is None else self.expression(value, first, after, leaving)
            case ir.Throw(value):
                return self.expression(value, first, leaving.thrown, leaving)
            case ir.If(condition, then_body, else_body):
                inner = first + n_yields((condition,))
                both = self.body(then_body, inner, after, leaving)
                inner += n_yields(then_body)
                both |= self.body(else_body, inner, after, leaving)
                return self.expression(condition, first, both, leaving)
            case ir.While(condition, body):
                inner = first + n_yields((condition,))
                head = after
                while True:
                    rounds = replace(leaving, broken=after, continued=head)
                    more = self.body(body, inner, head, rounds) | after
                    more = self.expression(condition, first, more, leaving) | head
                    if more == head:
                        return head
                    head = more
            case ir.ForEach(slot, iterable, body):
                inner = first + n_yields((iterable,))
                head = after
                while True:
                    rounds = replace(leaving, broken=after, continued=head)
                    more = (self.body(body, inner, head, rounds) - {slot}) | head
                    if more == head:
                        return self.expression(iterable, first, head, leaving)
                    head = more
            case ir.Try():
                return self.trying(statement, first, after, leaving)
            case ir.SetField() | ir.Evaluate():
                return self.inside(statement, first, after, leaving)

    def trying(self, statement: ir.Try, first: int, after: Needed, leaving: _Leaving) -> Needed:
        n_before = n_yields((*statement.body, *statement.handlers))
        if statement.final:
            after = self.body(statement.final, first + n_before, after | leaving.all, leaving)
            leaving = _Leaving(after, after, after, after, True, leaving.catches_end)
        inner = first + n_yields(statement.body)
        thrown = leaving.thrown
        for handler in statement.handlers:
            needed = self.body(handler.body, inner, after, leaving)
            thrown |= needed - {handler.slot} if handler.slot is not None else needed
            inner += n_yields(handler.body)
        catches = any(map(takes_end, statement.handlers))
        leaving = replace(
            leaving,
            thrown=thrown,
            acts_at_end=leaving.acts_at_end or catches,
            catches_end=leaving.catches_end or catches,
        )
        return self.body(statement.body, first, after, leaving)

    def expression(self, expr: ir.Expr, first: int, after: Needed, leaving: _Leaving) -> Needed:
        match expr:
            case ir.Local(slot):
                return after | {slot}
            case ir.Do(body, value):
                after = self.expression(value, first + n_yields(body), after, leaving)
                return self.body(body, first, after, leaving)
            case ir.And(lhs, rhs) | ir.Or(lhs, rhs):
                after |= self.expression(rhs, first + n_yields((lhs,)), after, leaving)
                return self.expression(lhs, first, after, leaving)
            case ir.Choose(condition, then_value, else_value):
                inner = first + n_yields((condition,))
                both = self.expression(then_value, inner, after, leaving)
                inner += n_yields((then_value,))
                both |= self.expression(else_value, inner, after, leaving)
                return self.expression(condition, first, both, leaving)
            case ir.Operate("yield", (value,)):
                needed = after | leaving.thrown
                number = first + n_yields((value,))
                self.waits[number] = Wait(needed, leaving.acts_at_end, leaving.catches_end)
                return self.expression(value, first, needed, leaving)
            case _:
                return self.inside(expr, first, after, leaving)

    def inside(self, node: Node, first: int, after: Needed, leaving: _Leaving) -> Needed:
        """Follow the operands of an instruction, the last ones first."""
        operands = children(node)
        for place in range(len(operands) - 1, -1, -1):
            operand = operands[place]
            start = first + n_yields(operands[:place])
            after = self.expression(operand, start, after, leaving)  # type: ignore[arg-type]
        return after
