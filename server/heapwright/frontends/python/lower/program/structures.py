"""Read the HEX formulas at classes: `@structure("…")`, or as a comment.

Place: frontends/python/lower/program/. `lower` calls this. Ranges of problems are exact as long
as a formula stands in one string; in a string of several parts they are the whole string.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.table.class_table import ClassInfo, ClassTable
from heapwright.ir.core.program import Program
from heapwright.ir.core.source_map import SourceMap
from heapwright.problems import Problem
from heapwright.records import replace
from heapwright.text.span import Span

if TYPE_CHECKING:
    from heapwright.frontends.hex.attach import Written

_WORD = "structure"


def with_formulas(
    table: ClassTable, program: Program, source_map: SourceMap
) -> tuple[Program, SourceMap, list[tuple[str, Problem]]]:
    """Attach the formulas that stand at classes; give also what is wrong in which file."""
    if not any(_texts(info) for info in table.classes.values()):
        return program, source_map, []
    # Imported here, because most programs have no formulas, and HEX has a parser of its own.
    from heapwright.frontends.hex.attach import with_structures

    written, unread = _written_formulas(table)
    program, source_map, unsound = with_structures(program, source_map, written)
    return program, source_map, [*unread, *unsound]


def _written_formulas(
    table: ClassTable,
) -> tuple[dict[str, list[Written]], list[tuple[str, Problem]]]:
    """Give the formulas by class, and what cannot be read in which file."""
    from heapwright.frontends.hex.attach import Written
    from heapwright.frontends.hex.parse import parse_formulas

    written: dict[str, list[Written]] = {}
    problems: list[tuple[str, Problem]] = []
    for info in table.classes.values():
        for text, start, whole in _texts(info):
            formulas, found = parse_formulas(text, 0 if start is None else start)
            if start is None:
                found = tuple(replace(problem, span=whole) for problem in found)
                formulas = tuple(replace(formula, span=whole) for formula in formulas)
            written.setdefault(info.name, []).extend(Written(f, info.path, 0) for f in formulas)
            problems += ((info.path, problem) for problem in found)
    return written, problems


def _texts(info: ClassInfo) -> list[tuple[str, int | None, Span]]:
    """Give each text of formulas, where it starts if that is one place, and all of it."""
    texts: list[tuple[str, int | None, Span]] = [
        (literal.text, _content_start(literal), literal.span) for literal in info.structures
    ]
    for mark in info.node.marks:
        word, _, text = mark.text.partition(" ")
        if word == _WORD:
            texts.append((text, mark.span.end - len(text), mark.span))
    return texts


def _content_start(literal: tree.StringLiteral) -> int | None:
    """Find the first character after the quotes: `"…"`, `r"…"`, `\"\"\"…\"\"\"`."""
    around = literal.span.end - literal.span.start - len(literal.text)
    # One quote or three on each side, and at most two letters before them.
    n_quotes = {2: 1, 3: 1, 4: 1, 6: 3, 7: 3, 8: 3}.get(around)
    return None if n_quotes is None else literal.span.start + around - n_quotes
