"""Sequences read as if a person had written them."""

from __future__ import annotations

import pytest

from heapwright.answers.calls.verdict import Found
from support.engine import ask, check_sequence
from support.expect import expect

CELL = """
class Cell { private int v; private int w; private Cell next;
             void set(int v) := this.v := v;
                     void both(int v, int w) := { this.v := v; this.w := w };
             Cell before(int v) := let c := new Cell in { c.v := v; c.next := this; c }; }
"""


@pytest.mark.parametrize(
    ("condition", "literals"),
    [
        ("c.v >= 0 && c.w = 1", ["0", "1"]),
        ("c.v != 0 && c.w != 0", ["1", "1"]),
        ("c.v != c.w && c.v != 0 && c.w != 0", ["1", "2"]),
        ("c.v > 10 && c.w > c.v", ["11", "12"]),
        ("c.v < 0 && c.w > 0", ["-1", "1"]),
        ("c.v * 2 + c.w = 7 && c.w > 0 && c.v > 0", ["1", "5"]),
        ("c.v % 2 = 1 && c.w % 3 = 2", ["1", "2"]),
        ("c.v - c.w = 100 && c.w > 0", ["101", "1"]),
    ],
)
def test_literals_are_small(condition: str, literals: list[str]) -> None:
    text = f"{CELL}\nspec S(Cell c) := {condition};"
    verdict = ask(text, "S").verdict
    assert isinstance(verdict, Found)
    last = verdict.rendered.calls[-1]
    assert last.method == "Cell.both"
    assert sorted(map(int, last.arguments[1:]), key=abs) == sorted(map(int, literals), key=abs)


def test_ascending_values_start_at_zero() -> None:
    check_sequence(
        """
        class Cell { private int v; private Cell next; private new;
                     static Cell make(int v) := let c := new Cell in { c.v := v; c };
                     Cell before(int v) := let c := Cell.make(v) in { c.next := this; c }; }
        spec S(Cell c) := c.v < c.next.v && c.next.v < c.next.next.v && c.v >= 0;
        """,
        expect(
            """
            cell := Cell.make(2);
            cell2 := cell.before(1);
            c := cell2.before(0);
            """
        ),
    )


def test_an_argument_that_does_not_matter_is_zero() -> None:
    check_sequence(
        f"{CELL}\nspec S(Cell c) := c.w = 5;",
        expect(
            """
            c := new Cell;
            c.both(0, 5);
            """
        ),
    )


def test_objects_are_named_after_parameters_then_after_their_class() -> None:
    check_sequence(
        """
        class LinkedNode { private LinkedNode next; private int n;
                           void link(LinkedNode o) := if o != this && o != null
                                   then this.next := o; }
        scope LinkedNode <= 3;
        spec S(LinkedNode head) := head.next.next != null && head.next.next != head;
        """,
        expect(
            """
            head := new LinkedNode;
            linkedNode := new LinkedNode;
            linkedNode2 := new LinkedNode;
            head.link(linkedNode);
            linkedNode.link(linkedNode2);
            """
        ),
    )


def test_results_that_nobody_uses_get_no_name() -> None:
    check_sequence(
        """
        class Log { private int n; Log add() := { this.n := this.n + 1; this }; }
        spec S(Log l) := l.n = 2;
        """,
        expect(
            """
            l := new Log;
            l.add();
            l.add();
            """
        ),
    )


@pytest.mark.parametrize(
    ("class_name", "variable"),
    [("Null", "null2"), ("Try", "try2"), ("Item", "item"), ("node", "node2"), ("A", "a2")],
)
def test_no_variable_is_a_keyword_a_class_or_a_parameter(class_name: str, variable: str) -> None:
    text = f"""
    class {class_name} {{ private int x; private new;
            static {class_name} make() := new {class_name};
        void eat({class_name} o) := if o != null && o != this then this.x := 1; }}
    spec S({class_name} a) := a.x = 1;
    """
    verdict = ask(text, "S", scope={class_name: 2}).verdict
    assert isinstance(verdict, Found)
    assert sorted(call.result for call in verdict.rendered.calls if call.result) == sorted(
        ["a", variable]
    )


def test_a_parameter_with_the_name_of_a_class_is_renamed() -> None:
    check_sequence(
        """
        class node { private int x; private new; static node make(int v) :=
                         let n := new node in { n.x := v; n }; }
        spec S(node node) := node.x = 2;
        """,
        expect("node2 := node.make(2);"),
    )
