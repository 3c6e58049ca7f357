"""The oracle itself: it counts right, and it notices a graph that is wrong."""

from __future__ import annotations

import pytest

from heapwright.graph.state.state_graph import Disjunct, StateGraph
from heapwright.records import replace
from heapwright.solver.chain import default_solver
from oracle.agreement import check_nothing_is_lost, least
from oracle.client import world
from oracle.enumerate import enumerate_clients
from oracle.landing import check_landings
from support.engine import explore, loaded, question_named

CELL = """
class Cell {
    private int value;
    private Cell next;
    private new;
    static Cell make(int v) := let cell := new Cell in { cell.value := v; cell };
    void link(Cell other) := if other != this then this.next := other;
    Cell getNext() := this.next;
    void up() := if this.value < 2 then this.value := this.value + 1;
}
spec two(Cell a, Cell b) := a.next = b && b.value = 2 && a.value = 1;
spec self(Cell a) := a.next = a;
"""


def test_it_counts_the_heaps_of_one_cell() -> None:
    cell = world(loaded(CELL).program, ["Cell"], ints=(0, 1, 2), scope={"Cell": 1})
    assert len(enumerate_clients(cell, 3)) == 1 + 3


def test_it_tells_heaps_apart_by_what_is_held() -> None:
    # Two unlinked cells; one linked to the other, with both or only the first held; a
    # circle with both or one held; one cell alone; nothing.
    cell = world(loaded(CELL).program, ["Cell"], ints=(5,), scope={"Cell": 2})
    assert len(enumerate_clients(cell, 5)) == 7


def test_it_finds_the_least_number_of_calls() -> None:
    program = loaded(CELL).program
    cell = world(program, ["Cell"], ints=(0, 1), scope={"Cell": 2})
    found = enumerate_clients(cell, 4)
    assert least(cell, found, question_named(program, "two")) == 4
    assert least(cell, found, question_named(program, "self")) is None


@pytest.mark.parametrize("number", [1, 2, 3])
def test_it_notices_a_lost_disjunct(number: int) -> None:
    graph = explore(CELL, "Cell", scope={"Cell": 2}).graph
    cell = world(loaded(CELL).program, ["Cell"], ints=(0, 1, 2, 3), scope={"Cell": 2})
    found = enumerate_clients(cell, 4)
    check_nothing_is_lost(graph, cell, found, default_solver())
    # The disjunct and what covers it: another one may describe the same heaps.
    shape = graph.disjuncts[number].shape
    kept = [d for d in graph.disjuncts if d.shape != shape]
    with pytest.raises(AssertionError, match="in the graph"):
        check_nothing_is_lost(_with(graph, kept), cell, found, default_solver())


def test_it_notices_a_depth_that_is_too_large() -> None:
    graph = explore(CELL, "Cell", scope={"Cell": 2}).graph
    cell = world(loaded(CELL).program, ["Cell"], ints=(0, 1), scope={"Cell": 2})
    late = [replace(d, depth=d.depth + 1) for d in graph.disjuncts]
    with pytest.raises(AssertionError, match="calls in the graph"):
        check_nothing_is_lost(
            _with(graph, late), cell, enumerate_clients(cell, 3), default_solver()
        )


def test_it_notices_a_constraint_that_claims_too_much() -> None:
    text = "class C { private int x; void set(int v) := if v > 3 then this.x := v; }"
    graph = explore(text, "C").graph
    narrow = graph.disjuncts[2]
    wide = replace(narrow, constraint=graph.disjuncts[0].constraint)
    claimed = _with(graph, [*graph.disjuncts[:2], wide])
    c = world(loaded(text).program, ["C"], ints=(), scope={"C": 1})
    assert check_landings(graph, c, default_solver(), 3) == 9
    with pytest.raises(AssertionError):
        check_landings(claimed, c, default_solver(), 3)


def _with(graph: StateGraph, disjuncts: list[Disjunct]) -> StateGraph:
    return replace(graph, disjuncts=disjuncts)
