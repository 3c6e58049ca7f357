"""Lower a tiny program that stands in a test.

Place: tests/support. For tests that look at the IR, the source map or problems.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from textwrap import dedent

from heapwright.frontends.tiny.declare.includes import LoadedFile, Unreadable, load
from heapwright.frontends.tiny.lower.lower import lower
from heapwright.frontends.tiny.syntax.parse import parse
from heapwright.ir.core.program import Function, Program
from heapwright.ir.core.source_map import SourceMap
from heapwright.problems import Problem
from heapwright.text.source import Source


@dataclass(frozen=True, slots=True)
class LoweredText:
    """A lowered program with its text and all its problems by path."""

    text: str
    files: tuple[LoadedFile, ...]
    program: Program
    source_map: SourceMap
    problems: Mapping[str, tuple[Problem, ...]]

    def function(self, name: str) -> Function:
        """Find a function by its qualified name."""
        of_classes = [f for c in self.program.classes for f in c.functions]
        return next(f for f in (*of_classes, *self.program.functions) if f.qualified_name == name)


def lowered(
    text: str, path: str = "program.tiny", others: Mapping[str, str] | None = None
) -> LoweredText:
    """Parse and lower a program; it can include `others`, by path."""
    text = dedent(text).strip("\n")
    known = others or {}

    def read(wanted: str) -> Source | Unreadable:
        return Source(wanted, known[wanted]) if wanted in known else Unreadable("no such file")

    files = load(Source(path, text), read, parse)
    result = lower(files)
    problems = {
        file.source.path: (*file.problems, *result.problems[file.source.path]) for file in files
    }
    return LoweredText(text, files, result.program, result.source_map, problems)
