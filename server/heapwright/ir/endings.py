"""Which classes have objects that do something when they go.

Place: ir/. When an object goes is up to the language that runs it: Python calls `__del__` with the
last reference, or when it looks for circles. Neither interpreter follows that. The symbolic one
doubts what it finds with such an object; the plain one ends a run that lets one go.
"""

from __future__ import annotations

from heapwright.ir.hierarchy import hierarchy_of
from heapwright.ir.operations import ENDING
from heapwright.ir.program import Program


def classes_with_ending(program: Program) -> frozenset[str]:
    """Give the classes whose objects run code at their end that somebody may notice."""
    hierarchy = hierarchy_of(program)
    if not any(function.name == ENDING for function in hierarchy.functions.values()):
        return frozenset()
    found = ((name, hierarchy.method(name, ENDING)) for name in hierarchy.classes)
    return frozenset(
        name
        for name, ending in found
        if ending is not None and (ending.body or ending.left_out is not None)
    )


def ending_not_followed(class_name: str) -> str:
    """Say why nothing is claimed about what happens after an object went."""
    return f"what `__del__` of `{class_name}` does when an object goes is not followed"
