"""Random small programs whose classes name each other in every way.

Place: tests/support. A `Plan` is what Hypothesis draws and shrinks: who extends whom and
who names whom, and how. `built` makes the program; a test can compute what should
be reached from the plan alone.
"""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import strategies as st

from heapwright.ir.core import instructions as ir
from heapwright.ir.core.program import Field, Function, Program
from heapwright.ir.core.types import INT, VOID, RefType
from support.ir_build import (
    FALSE,
    NULL,
    THIS,
    add,
    catch,
    class_,
    field,
    get,
    give,
    invariant,
    local,
    method,
    num,
    program,
    put,
    same,
    spec,
    try_,
)

KINDS = ("field", "parameter", "result", "new", "instanceof", "catch", "symbol")


@dataclass(frozen=True, slots=True)
class Plan:
    """Classes C0, C1, …: `parents[i]` is below i or None; links are (from, kind, to)."""

    parents: tuple[int | None, ...]
    links: tuple[tuple[int, str, int], ...]

    @property
    def names(self) -> list[str]:
        return [f"C{index}" for index in range(len(self.parents))]

    def above(self, index: int) -> set[int]:
        """Give the class and those it inherits from, without the root."""
        parent = self.parents[index]
        return {index} if parent is None else {index} | self.above(parent)

    def below(self, index: int) -> set[int]:
        """Give the class and those that inherit from it."""
        return {other for other in range(len(self.parents)) if index in self.above(other)}

    def reached(self, index: int) -> set[int]:
        """Give the classes that may have objects when clients use this one."""
        reached = self.below(index)
        while True:
            acting = {above for one in reached for above in self.above(one)}
            named = {below for a, _, b in self.links if a in acting for below in self.below(b)}
            if named <= reached:
                return reached
            reached |= named

    def affected_by(self, edited: int) -> set[str]:
        """Give the classes whose behaviour can depend on the text of one class."""
        return {
            f"C{index}"
            for index in range(len(self.parents))
            if any(edited in self.above(one) for one in self.reached(index))
        }


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    n = draw(st.integers(2, 6))
    parents = tuple(
        draw(st.one_of(st.none(), st.integers(0, i - 1))) if i else None for i in range(n)
    )
    index = st.integers(0, n - 1)
    links = draw(st.lists(st.tuples(index, st.sampled_from(KINDS), index), max_size=6))
    return Plan(parents, tuple(links))


def built(plan: Plan) -> Program:
    """Make the program of a plan; each class has a field, methods and an invariant of its own."""
    classes = []
    for index, parent in enumerate(plan.parents):
        members: list[Field | Function] = [
            field(f"f{index}"),
            method(f"m{index}", (INT,), INT, give(add(get(THIS, f"f{index}"), local(1)))),
            method("shared", (), VOID, put(THIS, f"f{index}", num(index))),
            invariant(f"i{index}", give(same(THIS, NULL))),
        ]
        for number, (source, kind, target) in enumerate(plan.links):
            if source == index:
                members.append(link(kind, f"C{target}", f"link{number}"))
        parent_name = "Object" if parent is None else f"C{parent}"
        classes.append(class_(f"C{index}", *members, parent=parent_name))
    question = spec("question", ("C0",), give(FALSE))
    return program(*classes, functions=(question,))


def link(kind: str, target: str, name: str) -> Field | Function:
    """Make a member that names a class in one way."""
    match kind:
        case "field":
            return field(name, target)
        case "parameter":
            return method(name, (target,), VOID)
        case "result":
            return method(name, (), target, give(NULL))
        case "new":
            return method(name, (), VOID, ir.Evaluate(ir.New(target)))
        case "instanceof":
            return method(name, (), VOID, ir.Evaluate(ir.IsInstance(THIS, target)))
        case "catch":
            return method(name, (), VOID, try_((), catch((target,))))
        case "symbol":
            return method(name, (), VOID, ir.Evaluate(ir.Symbol("Y0", RefType(target))))
    raise ValueError(kind)
