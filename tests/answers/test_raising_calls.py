"""Calls that throw are part of a sequence only on request, with what they did before."""

from __future__ import annotations

from support.engine import check_sequence, check_verdict, check_verdicts
from support.expect import expect

PARTIAL = """
class Cell {
    private int x; private int y; private Cell next;
    void set(int v) := { this.x := v; if v > 3 then throw new Error; this.y := v };
    void broken() := { this.y := 9; this.next.x := 1 };
    int ratio(int d) := { this.y := 8; this.x / d };
    void safe(int v) := try this.set(v) catch this.y := -1;
}
spec torn(Cell c) := c.x = 5 && c.y = 2;
spec nine(Cell c) := c.y = 9 && c.next = null;
spec eight(Cell c) := c.y = 8;
spec caught(Cell c) := c.x = 7 && c.y = -1;
"""


def test_without_them_what_a_throwing_call_leaves_behind_is_unreachable() -> None:
    check_verdicts(
        PARTIAL,
        {"torn": "nowhere", "nine": "nowhere", "eight": "found in 2", "caught": "found in 2"},
    )


def test_with_them_it_is_reached() -> None:
    check_verdicts(
        PARTIAL,
        {"torn": "found in 3", "nine": "found in 2", "eight": "found in 2", "caught": "found in 2"},
        with_raising=True,
    )


def test_the_exception_is_caught_in_the_statements() -> None:
    check_sequence(
        """
        class Cell { private int x;
                void set(int v) := { this.x := v; if v > 3 then throw new Error }; }
        spec large(Cell c) := c.x = 5;
        """,
        expect(
            """
            c := new Cell;
            try { c.set(5); null } catch null;
            """
        ),
        with_raising=True,
    )


def test_an_object_that_a_throwing_call_linked_stays_linked() -> None:
    check_verdict(
        """
        class List { private List next; private int n;
                     void add(List l) := { this.next := l; if l.n = 0
                             then throw new Error; this.n := 1 };
                     void mark() := this.n := 1; }
        spec linked(List l) := l.next != null && l.next.n = 0 && l.n = 0;
        """,
        "found in 2",
        with_raising=True,
        scope={"List": 2},
    )
