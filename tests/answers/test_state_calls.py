"""Calls to the states of a graph: replayed, shortest, in the language of the program."""

from __future__ import annotations

from pathlib import Path

from heapwright.answers.calls.state_calls import calls_to_states
from heapwright.solver.chain import default_solver
from support.engine import explore, loaded
from support.expect import Expectation, expect
from support.repo import ROOT


def check_states(text: str, class_name: str, expectation: Expectation) -> None:
    """List the states of a class by number, with the calls that lead to each."""
    graph = explore(text, class_name).graph
    found = calls_to_states(loaded(text).program, graph, default_solver())
    shown = ["not found" if calls is None else " ".join(calls) for calls in found.values()]
    lines = [f"#{i}: {calls}" for i, calls in enumerate(shown)]
    expectation.check("\n".join(lines))


def test_each_state_is_reached_by_as_few_calls_as_possible() -> None:
    check_states(
        """
        class Cell {
            private Cell next; private int n;
            Cell add() := let c := new Cell in { c.next := this; c };
            void count() := if this.n < 1 then this.n := this.n + 1;
        }
        scope Cell <= 2;
        """,
        "Cell",
        expect("""
        #0:
        #1: new Cell;
        #2: cell := new Cell; cell.add();
        #3: cell := new Cell; cell.count();
        #4: cell := new Cell; cell.add(); cell.count();
        #5: cell := new Cell; cell2 := cell.add(); cell2.count();
        #6: cell := new Cell; cell2 := cell.add(); cell.count(); cell2.count();
        """),
    )


def test_a_constraint_on_the_state_is_respected_by_the_arguments() -> None:
    check_states(
        """
        class Pair {
            private int low; private int high; private bool isSet;
            void set(int a, int b) :=
                if a < b then { this.low := a; this.high := b; this.isSet := true };
        }
        scope Pair <= 1;
        """,
        "Pair",
        expect("""
        #0:
        #1: new Pair;
        #2: pair := new Pair; pair.set(0, 1);
        """),
    )


def test_every_state_of_the_example_has_calls_as_many_as_it_is_deep() -> None:
    text = Path(ROOT, "examples", "avl.tiny").read_text(encoding="utf-8")
    graph = explore(text, "AvlTree").graph
    found = calls_to_states(loaded(text).program, graph, default_solver())
    depths: dict[object, int] = {}
    for disjunct in graph.disjuncts:
        depths.setdefault(disjunct.shape, disjunct.depth)
    assert len(found) == 20
    assert all(calls is not None and len(calls) == depths[shape] for shape, calls in found.items())
