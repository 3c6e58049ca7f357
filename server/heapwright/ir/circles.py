"""Which classes have objects that can ever come together.

Place: ir/. `reach` asks what a function may meet of which nobody knows who calls it; `graph`
asks whether what one class gives out can be an object of another. Pure; made once per program.

A *circle* is a set of classes. Two classes are in one circle if there is code that can have
objects of both at hand: the API of one class, or one function of a module. So an object can
only be handed on inside of its circle, and code that looks at values of any kind meets
nothing from outside. Circles through what holds no objects for clients do not count: classes
of exceptions, which leave with the call, enumerations, and what the language brings along.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from heapwright.ir.hierarchy import Hierarchy
from heapwright.ir.operations import LIBRARY, LIBRARY_CLASSES, MODULE
from heapwright.ir.program import Role
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


def circles_of(
    hierarchy: Hierarchy, reached: Callable[[Iterable[str], Iterable[str]], Iterable[str]]
) -> Circles:
    """Find the circles; `reached` names the classes in the API of classes and functions."""
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

    # What a class reaches, the classes that it reaches do not reach beyond.
    done: set[str] = set()
    for name in above:
        if name not in done:
            together = [name, *reached((name,), ())]
            done.update(together)
            join(together)
    functions = {
        function.qualified_name: join(reached((), (function.qualified_name,)))
        for class_def in hierarchy.classes.values()
        if class_def.name.startswith(MODULE) and class_def.name != LIBRARY
        for function in class_def.functions
        if function.role is Role.STATIC
    }
    return Circles(
        {name: first(name) for name in above},
        {name: first(found) for name, found in functions.items() if found is not None},
    )


def _counts(hierarchy: Hierarchy, name: str) -> bool:
    """Say whether clients can have objects of a class that hold others."""
    if name in LIBRARY_CLASSES or name.startswith(MODULE):
        return False
    class_def = hierarchy.classes[name]
    if class_def.parent is None or any(f.name == "(members)" for f in class_def.functions):
        return False
    return all(level.name != "BaseException" for level in hierarchy.line(name))
