"""A client of a benchmark class: makes public calls on the plain interpreter.

Place: tests/subjects. Subjects are read from `benchmarks/subjects/tiny`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from heapwright.frontends.tiny.declare.includes import Unreadable, load
from heapwright.frontends.tiny.lower.lower import lower
from heapwright.frontends.tiny.syntax.parse import parse
from heapwright.ir.core.hierarchy import Hierarchy, hierarchy_of
from heapwright.ir.core.program import Function, Program, Role
from heapwright.paths.plain.concrete import Returned, Threw, run
from heapwright.paths.plain.heap import PlainHeap, Reference, Result, Value, fields_of
from heapwright.text.source import Source, read_source
from support.repo import ROOT

SUBJECTS = ROOT / "benchmarks" / "subjects" / "tiny"

# The elements of lists and the values of maps: objects that are good for nothing else.
ITEMS = (Reference(0), Reference(1), Reference(2))
HEAP_OF_ITEMS = PlainHeap(("Object",) * len(ITEMS), ((),) * len(ITEMS))


@dataclass(frozen=True, slots=True)
class Raised:
    """What a call gives that threw an object of this class."""

    class_name: str


Answer = Result | Raised


@lru_cache(maxsize=64)
def subject_text(name: str) -> str:
    """Give the text of a subject."""
    return read_source(str(SUBJECTS / f"{name}.tiny")).text


@lru_cache(maxsize=64)
def subject(name: str, more_text: str = "") -> Program:
    """Give the program of a subject, with more text after it; nothing may be wrong in it."""
    source = Source(f"{name}.tiny", f"{subject_text(name)}\n{more_text}")
    files = load(source, lambda path: Unreadable("a subject includes nothing"), parse)
    lowered = lower(files)
    problems = [*files[-1].problems, *lowered.problems[source.path]]
    assert [(p.code, p.message, source.text[p.span.start : p.span.end]) for p in problems] == []
    return lowered.program


@lru_cache(maxsize=64)
def hierarchy(program_name: str) -> Hierarchy:
    """Give the hierarchy of a subject's classes."""
    return hierarchy_of(subject(program_name))


def public_methods(program: Program, class_name: str) -> tuple[Function, ...]:
    """Give what a client can call of a class, static methods too."""
    return tuple(
        function
        for function in program.class_named(class_name).functions
        if function.is_public and function.role in (Role.METHOD, Role.STATIC)
    )


class Client:
    """Holds the heap that its calls change. One per sequence of calls."""

    def __init__(self, name: str) -> None:
        """Start with the items and nothing else."""
        self.name = name
        self.program = subject(name)
        self.heap = HEAP_OF_ITEMS

    def call(self, function_name: str, *arguments: Value) -> Answer:
        """Make a call; what it changed before it threw stays changed."""
        outcome = run(self.program, function_name, arguments, self.heap)
        match outcome:
            case Returned(value, heap):
                self.heap = heap
                return value
            case Threw(class_name, heap=heap):
                self.heap = heap
                return Raised(class_name)
            case _:
                raise AssertionError(outcome)

    def is_true(self, question: str, *arguments: Value) -> bool:
        """Ask a spec or invariant, which counts as false when it throws."""
        match run(self.program, question, arguments, self.heap):
            case Returned(value):
                assert isinstance(value, bool)
                return value
            case Threw():
                return False
            case outcome:
                raise AssertionError(outcome)

    def fields(self, reference: Value) -> Mapping[str, Value]:
        """Give the fields of an object."""
        assert isinstance(reference, Reference)
        return fields_of(hierarchy(self.name), self.heap, reference)
