"""Which objects do something when they go: those of some classes, and some generators.

Place: ir/reach/. When an object goes is up to the language that runs it: Python calls `__del__`
with the last reference, or when it looks for circles. Neither interpreter follows that. The
symbolic one doubts what it finds with such an object; the plain one ends a run that lets one go.
A generator that nobody wants to the end is ended by an exception; a run in which it would catch
that is given up by both.
"""

from __future__ import annotations

from heapwright.ir.core import instructions as ir
from heapwright.ir.core.hierarchy import hierarchy_of
from heapwright.ir.core.operations import ENDING, FOREIGN_ERROR
from heapwright.ir.core.program import Program
from heapwright.ir.core.walk import walk

LATER_END = "a generator that has something to do when nobody wants it is not followed"
CAUGHT_END = "a generator that catches its own end is not followed"


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


def may_act_at_end(body: ir.Body) -> bool:
    """Say whether a generator may wait where something is done when nobody wants it any more."""
    return any(
        isinstance(node, ir.Try)
        and (node.final or any(map(takes_end, node.handlers)))
        and any(isinstance(n, ir.Operate) and n.operation == "yield" for n in walk((node,)))
        for node in walk(body)
    )


def catches_its_end(body: ir.Body) -> bool:
    """Say whether a generator has a handler for the exception that ends it before its time."""
    return any(
        isinstance(node, ir.Try)
        and any(map(takes_end, node.handlers))
        and any(
            isinstance(inner, ir.Operate) and inner.operation == "yield"
            for inner in walk(node.body)
        )
        for node in walk(body)
    )


def takes_end(handler: ir.Handler) -> bool:
    """Say whether a handler may see the exception that ends a generator before its time."""
    ends = ("GeneratorExit", "BaseException", FOREIGN_ERROR)
    return handler.catches is None or any(name in ends for name in handler.catches)
