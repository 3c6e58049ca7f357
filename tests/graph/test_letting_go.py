"""The scope bounds what a client holds, not what it ever held."""

from __future__ import annotations

import pytest

from support.engine import check_verdict, check_verdicts

ABSORBING = """
class N { int x; N left; N right;
          void absorb(N o) := if o != null && o != this && this.x = 0 then this.x := 1;
          void grow() := if this.x = 1
                  then { this.left := new N; this.right := new N; this.x := 2 }; }
spec grown(N n) := n.x = 2;
"""


def test_an_object_that_was_needed_before_makes_room() -> None:
    # With the absorbed node held there would be four.
    check_verdict(ABSORBING, "found in 4", scope={"N": 3})


def test_there_must_be_room_for_what_is_held() -> None:
    check_verdict(ABSORBING, "nowhere", scope={"N": 2})
    check_verdict(ABSORBING, "nowhere", scope={"N": 1})


def test_a_result_may_be_ignored() -> None:
    check_verdict(
        """
        class N { int x; private new;
                  static N make(N other) := new N;
                  N spawn() := { if this.x < 2 then this.x := this.x + 1; new N }; }
        spec two(N n) := n.x = 2;
        """,
        "found in 3",
        scope={"N": 1},
    )


def test_a_receiver_may_be_let_go_for_its_result() -> None:
    check_verdict(
        """
        class N { int x; N next() := let n := new N in { n.x := this.x + 1; n };
                bool same(N o) := o = this; }
        spec third(N n) := n.x = 2;
        """,
        "found in 3",
        scope={"N": 1},
    )


def test_only_objects_that_nobody_leads_to_make_room() -> None:
    # A chain that is held at its end alone still needs all its nodes.
    text = """
    class N { N back; N after() := let n := new N in { n.back := this; n }; }
    spec three(N n) := n.back.back != null;
    """
    check_verdict(text, "nowhere", scope={"N": 2})
    check_verdict(text, "found in 3", scope={"N": 3})


@pytest.mark.parametrize("size", [2, 3])
def test_several_objects_can_be_let_go_at_once(size: int) -> None:
    text = """
    class N { int x;
              void feed(N a, N b) := if a != b && a != this && b != this && a != null && b != null
                                     then this.x := 1; }
    class Pair { N one; N two; int y;
                 static Pair of(N n) := let p := new Pair in {
                     p.one := new N; p.two := new N; p.y := n.x; p }; }
    spec paired(Pair p) := p.y = 1;
    """
    expected = {2: "nowhere", 3: "found in 5"}[size]
    check_verdicts(text, {"paired": expected}, scope={"N": size, "Pair": 1})
