"""Whatever stands in a file, a parse ends with a tree and a few clear problems."""

from __future__ import annotations

from heapwright.frontends.lalr import END
from heapwright.frontends.tiny.syntax.parse import tiny_tables
from heapwright.frontends.tiny.syntax.recover import COMPLETIONS


def test_every_state_of_the_grammar_can_be_completed() -> None:
    tables = tiny_tables()
    terminals = {*COMPLETIONS, END}
    for state, row in enumerate(tables.rows):
        assert terminals & row.keys() or state in tables.end_states.values(), row
