"""Loops over unknown ints come to an end, in the program and in the search."""

from __future__ import annotations

import pytest

from support.engine import check_verdicts, explore


@pytest.mark.parametrize(
    "value",
    ["this.x + v", "this.x * v", "this.x / 2", "v * 3 + this.x * 2", "this.x % 5", "-this.x"],
)
def test_a_loop_that_ends_whatever_the_ints_are_is_seen_to_end(value: str) -> None:
    graph = explore(
        f"""
        class C {{ private int x; void set(int v) := this.x := v;
                  void step(int v) := {{ this.x := {value};
                      while this.x >= 0 && this.x < 1 do this.x := this.x + 2 }}; }}
        """,
        "C",
        calls=3,
    ).graph
    assert graph.narrowings == []
    assert graph.counts.paths < 20


def test_a_loop_bounded_by_an_unknown_int_weakens_the_verdict() -> None:
    text = """
    class C { private int n; private bool done;
              void set(int v) := if !this.done then this.n := v;
              void drain() := { while this.n > 0 do this.n := this.n - 1; this.done := true }; }
    spec drained(C c) := c.done && c.n = 0;
    spec negative(C c) := c.done && c.n = -3;
    spec left(C c) := c.done && c.n = 1;
    """
    expected = {
        "drained": "found in 2",
        "negative": "found in 3",
        "left": "undecided: `C.drain`: more than 400 decisions in one call",
    }
    check_verdicts(text, expected, calls=3)
