"""Classes whose objects can only be stored and compared.

Place: graph/setting/. `setting` asks once per question.
"""

from __future__ import annotations

from collections.abc import Iterable

from heapwright.ir.core import instructions as ir
from heapwright.ir.core.hierarchy import Hierarchy
from heapwright.ir.core.program import Function, Program
from heapwright.ir.core.types import RefType
from heapwright.ir.core.walk import walk


def opaque_classes(
    program: Program, hierarchy: Hierarchy, used: frozenset[str], asked: Iterable[str]
) -> frozenset[str]:
    """Name the classes whose objects can only be stored and compared.

    No field or method in the class or above it, never tested by `instanceof`, never
    allocated by the program's own code, and free for clients to make. Of two such classes,
    one below the other, only the upper one is opaque: an object of the lower one is not
    just any object. Below an opaque class other classes may stand: a run that mixes the two
    says so, and the class is then explored as objects. `used` names the classes that code of
    classes makes or tests for, `asked` the functions that a question runs.
    """
    used |= used_classes(hierarchy.functions[name] for name in asked)
    blank = {
        class_def.name
        for class_def in program.classes
        if class_def.name not in used
        and class_def.is_constructible
        and not (class_def.fields or class_def.functions)
    }
    lines = {name: [level.name for level in hierarchy.line(name)] for name in sorted(blank)}
    types = _types_of_values(program, [hierarchy.functions[name] for name in asked])
    return frozenset(
        name
        for name, line in lines.items()
        if blank.issuperset(line) and types.isdisjoint(line[1:])
    )


def used_classes(functions: Iterable[Function]) -> frozenset[str]:
    """Name the classes whose objects some code makes, or tests for."""
    return frozenset(
        node.class_name
        for function in functions
        for node in walk(function.body)
        if isinstance(node, ir.New | ir.IsInstance)
    )


def _types_of_values(program: Program, asked: list[Function]) -> set[str]:
    """Name the classes that are the type of a field, a parameter or a result."""
    functions = (*asked, *(f for c in program.classes for f in c.functions))
    types = [
        *(field.type for class_def in program.classes for field in class_def.fields),
        *(parameter.type for function in functions for parameter in function.parameters),
        *(function.result for function in functions),
    ]
    return {type_.class_name for type_ in types if isinstance(type_, RefType)}
