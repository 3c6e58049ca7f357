"""Which classes have objects that can ever come together.

Place: ir/reach/. `reach` asks what a function may meet of which nobody knows who calls it; `graph`
asks whether what one class gives out can be an object of another. Pure; made once per program.

A *circle* is a set of classes. Two classes are in one circle if there is code that can have
objects of both at hand: the API of one class, or one function of a module. So an object can
only be handed on inside of its circle, and code that looks at values of any kind meets
nothing from outside. Circles through what holds no objects for clients do not count: classes
of exceptions, which leave with the call, enumerations, and what the language brings along.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from typing import Protocol

from heapwright.cancellation import Look, nobody_looks
from heapwright.ir.core.hierarchy import Hierarchy
from heapwright.ir.core.operations import LIBRARY, MODULE
from heapwright.ir.core.program import Role
from heapwright.records import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Circles:
    """The circles of a program, each named by its first class."""

    of_class: Mapping[str, str]
    of_function: Mapping[str, str]  # of modules

    def classes(self, circle: str) -> list[str]:
        """Name the classes of a circle."""
        return [name for name, found in self.of_class.items() if found == circle]

    def functions(self, circle: str) -> list[str]:
        """Name the functions of modules that have objects of a circle at hand."""
        return [name for name, found in self.of_function.items() if found == circle]


class Reached(Protocol):
    """What the API of classes and functions leads to."""

    @property
    def classes(self) -> Iterable[str]:
        """Name the classes whose objects may appear."""

    @property
    def functions(self) -> Iterable[str]:
        """Name the functions that can run."""


def circles_of(
    hierarchy: Hierarchy,
    reached: Callable[[Iterable[str], Iterable[str]], Reached],
    first_reached: Callable[[str, Container[str]], str | None],
    look: Look = nobody_looks,
) -> Circles:
    """Find the circles; `reached` tells the API of classes and functions.

    `first_reached` names one class of several in the API of a function, if there is one; `look`
    is called now and then, and may stop the work.
    """
    above = {name: name for name in hierarchy.classes if _counts(hierarchy, name)}

    def first(name: str) -> str:
        while above[name] != name:
            name = above[name]
        return name

    def join(names: Iterable[str]) -> str | None:
        found = sorted({first(name) for name in names if name in above})
        for name in found[1:]:
            above[name] = found[0]
        return found[0] if found else None

    # What a class or a function reaches, what it reaches does not reach beyond.
    done: set[str] = set()
    ran: set[str] = set()
    for name in above:
        if name not in done:
            look()
            found = reached((name,), ())
            together = [name, *found.classes]
            done.update(together)
            ran.update(found.functions)
            join(together)
    functions: dict[str, str | None] = {}
    for name in _functions_of_modules(hierarchy):
        look()
        if name in ran or len({first(one) for one in above}) <= 1:
            # Whatever it reaches is together already, so that any of it tells the circle.
            functions[name] = first_reached(name, above)
        else:
            found = reached((), (name,))
            ran.update(found.functions)
            functions[name] = join(found.classes)
    return Circles(
        {name: first(name) for name in above},
        {name: first(found) for name, found in functions.items() if found is not None},
    )


def _functions_of_modules(hierarchy: Hierarchy) -> list[str]:
    return [
        function.qualified_name
        for class_def in hierarchy.classes.values()
        if class_def.name.startswith(MODULE) and class_def.name != LIBRARY
        for function in class_def.functions
        if function.role is Role.STATIC
    ]


def _counts(hierarchy: Hierarchy, name: str) -> bool:
    """Say whether clients can have objects of a class that hold others."""
    if name in hierarchy.library or name.startswith(MODULE):
        return False
    class_def = hierarchy.classes[name]
    if class_def.parent is None or any(f.name == "(members)" for f in class_def.functions):
        return False
    return all(level.name != "BaseException" for level in hierarchy.line(name))
