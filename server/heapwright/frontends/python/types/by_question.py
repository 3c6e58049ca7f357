"""What is known of kinds for the sake of one question.

Place: frontends/python/types/. `infer` makes one such view for each question, and one for none.
Kinds of values come from the program and the one question that is asked, so that no question
changes the answer to another one:

    def ONE(b: Box): return b.data is Box           alone, whatever there is may be given
    def TWO(b: Box): return b.data + b.data == 3    beside it, ints are enough for this one

Code is lowered once, for whatever any of the questions lets clients give.
"""

from __future__ import annotations

from collections.abc import Iterator

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.walk import nodes_below
from heapwright.frontends.python.table.class_table import (
    ClassTable,
    FunctionInfo,
    FunctionKind,
    FunctionName,
)
from heapwright.frontends.python.types.cells import Cell, Cells, Growth, Key
from heapwright.frontends.python.types.known_types import Types
from heapwright.ir.core.kinds import NONES
from heapwright.records import replace

QUESTIONS = (FunctionKind.SPEC, FunctionKind.INVARIANT)


def questions_run(table: ClassTable, question: str) -> frozenset[str]:
    """Name a question and those that it asks itself; without one there are none."""
    found = dict.fromkeys([question] if question else [])
    for name in (pending := list(found)):
        for node in nodes_below(table.functions[name].node.body):
            if isinstance(node, tree.Name):
                meaning = table.meaning(table.functions[name].path, node.text)
                if isinstance(meaning, FunctionName) and meaning.qualified_name not in found:
                    other = table.functions.get(meaning.qualified_name)
                    if other is not None and other.kind in QUESTIONS:
                        found[other.qualified_name] = None
                        pending.append(other.qualified_name)
    return frozenset(found)


def view_of(types: Types, question: str) -> Types:
    """Give a copy of what is known so far, for one question."""
    copies: dict[Cell, Cell] = {}

    def copied(cell: Cell) -> Cell:
        known = copies.get(cell)
        if known is None:
            known = copies[cell] = cell.copy()
            if cell.up is not None:
                known.up = copied(cell.up)
        return known

    def all_copied(cells: Cells[Key]) -> Cells[Key]:
        return Cells((key, copied(cell)) for key, cell in cells.items())

    growth = Growth()
    growth.n_changes = types.growth.n_changes
    return replace(
        types,
        growth=growth,
        variables=all_copied(types.variables),
        results=all_copied(types.results),
        of_fields=all_copied(types.of_fields),
        outside=dict(types.outside),
        asked={},
        questions=questions_run(types.table, question),
        views={},
    )


def join(types: Types, view: Types) -> None:
    """Add to what is known what there may be for the sake of one question."""
    _join(types, types.variables, view.variables)
    _join(types, types.results, view.results)
    _join(types, types.of_fields, view.of_fields)
    types.asks_entries = types.asks_entries or view.asks_entries


def _join(types: Types, cells: Cells[Key], others: Cells[Key]) -> None:
    for key, other in others.items():
        cell = cells[key]
        types.growth.learn(cell, other.root().own | (NONES if other.nones else other.root().own))


def views_for(types: Types, function: FunctionInfo) -> Iterator[tuple[str, Types]]:
    """Give what is known for each question, by its name; for a question, only for itself."""
    if function.kind in QUESTIONS and function.qualified_name in types.views:
        yield function.qualified_name, types.views[function.qualified_name]
    elif types.views:
        yield from types.views.items()
    else:
        yield "", types
