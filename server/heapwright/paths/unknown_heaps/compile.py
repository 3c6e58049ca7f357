"""Prepare a program for runs on heaps of which nothing is known.

Place: paths/unknown_heaps/. `run` calls the compiled functions with a `Machine`, whose heap model
decides how often a run forks. The code of a function is made when it is first called, by
`runs.compile` with `semantics`.

Beside `known_shapes`, which is built for speed: there a reference is an object of the host. Here
it is a term, and every look at it goes through the heap model.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from heapwright.ir.core.hierarchy import Hierarchy, hierarchy_of
from heapwright.ir.core.program import Program
from heapwright.paths.runs.compile import RunnableFunction
from heapwright.paths.unknown_heaps.machine import Machine
from heapwright.paths.unknown_heaps.semantics import unknown_heap
from heapwright.terms.term import Term

SymbolicFunction: TypeAlias = RunnableFunction[Machine, Term]


class SymbolicProgram:
    """All functions of a program by qualified name."""

    __slots__ = ("functions", "hierarchy", "program")

    def __init__(self, program: Program) -> None:
        """Prepare all functions."""
        self.program = program
        self.hierarchy: Hierarchy = hierarchy_of(program)
        self.functions: Mapping[str, SymbolicFunction] = {
            name: RunnableFunction(unknown_heap(self, function), function)
            for name, function in self.hierarchy.functions.items()
        }
