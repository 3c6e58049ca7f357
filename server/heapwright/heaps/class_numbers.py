"""Classes as numbers, so that `Y <: C` is two bounds on an int.

Place: heaps/. Every heap model asks this about classes, fields and methods.

Classes are numbered so that a class and all below it have consecutive numbers. What
[POSE] writes `Y <: C` is then `first <= class of Y <= last`, which difference bounds
decide, and `not Y <: C` for overriding classes is as easy.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from heapwright.ir.core.hierarchy import Hierarchy, hierarchy_of
from heapwright.ir.core.program import Program
from heapwright.ir.core.types import Type
from heapwright.records import dataclass
from heapwright.terms.build import and_, integer, less_equal, or_
from heapwright.terms.term import Term, Variable


def class_numbers(program: Program) -> ClassNumbers:
    """Number the classes of a program."""
    hierarchy = hierarchy_of(program)
    names: list[str] = []
    last: dict[str, int] = {}
    roots = [c.name for c in program.classes if c.parent is None]
    # What is still to number, last first; None closes the class below it on the stack.
    stack: list[tuple[str, bool]] = [(name, False) for name in reversed(roots)]
    while stack:
        name, is_closed = stack.pop()
        if is_closed:
            last[name] = len(names) - 1
            continue
        names.append(name)
        stack.append((name, True))
        stack.extend((child, False) for child in reversed(hierarchy.children[name]))
    first = {name: number for number, name in enumerate(names)}
    return ClassNumbers(hierarchy, tuple(names), first, last)


@dataclass(frozen=True, slots=True, eq=False)
class ClassNumbers:
    """The classes of one program in the order of their numbers."""

    hierarchy: Hierarchy
    names: tuple[str, ...]
    first: Mapping[str, int]
    last: Mapping[str, int]

    def is_below(self, lower: str, upper: str) -> bool:
        """Whether objects of `lower` are objects of `upper`; a class is below itself."""
        return self.first[upper] <= self.first[lower] <= self.last[upper]

    def are_related(self, one: str, other: str) -> bool:
        """Whether some object can be of both classes."""
        return self.is_below(one, other) or self.is_below(other, one)

    def within(self, number: Variable, class_name: str) -> Term:
        """Say that the class with this number is `class_name` or below it."""
        return self._between(number, self.first[class_name], self.last[class_name])

    def one_of(self, number: Variable, class_names: Sequence[str]) -> Term:
        """Say that the class with this number is one of these."""
        wanted = sorted(self.first[name] for name in class_names)
        runs: list[tuple[int, int]] = []
        for at in wanted:
            if runs and runs[-1][1] == at - 1:
                runs[-1] = (runs[-1][0], at)
            else:
                runs.append((at, at))
        return or_(*[self._between(number, low, high) for low, high in runs])

    def field_type(self, class_name: str, field_name: str) -> Type:
        """Give the type of a field of an object that is declared to be of the class.

        The field may be declared above the class, or below it where the program has found
        out that the object is of a more special class ([POSE] rule Getfield (r1.b)).
        """
        for class_def in self.hierarchy.line(class_name):
            for found in class_def.fields:
                if found.name == field_name:
                    return found.type
        for below in self.hierarchy.below(class_name):
            for found in self.hierarchy.classes[below].fields:
                if found.name == field_name:
                    return found.type
        raise KeyError(field_name)

    def with_field(self, class_name: str, field_name: str) -> tuple[str, ...] | None:
        """Give the classes below this one that have the field; None if all of them do."""
        line = self.hierarchy.line(class_name)
        if any(found.name == field_name for c in line for found in c.fields):
            return None
        below = self.hierarchy.below(class_name)
        return tuple(
            name
            for name in below
            if any(found.name == field_name for found in self.hierarchy.fields(name))
        )

    def implementations(self, class_name: str, method: str) -> Mapping[str, tuple[str, ...]]:
        """Give what calls of a method run, each with the classes below this one that run it.

        [POSE] Appendix A: a class runs what it implements, or what it inherits.
        """
        found: dict[str, list[str]] = {}
        for name in self.hierarchy.below(class_name):
            function = self.hierarchy.method(name, method)
            if function is not None:
                found.setdefault(function.qualified_name, []).append(name)
        return {function: tuple(names) for function, names in found.items()}

    def _between(self, number: Variable, low: int, high: int) -> Term:
        return and_(less_equal(integer(low), number), less_equal(number, integer(high)))
