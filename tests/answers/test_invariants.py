"""Invariants hold in every reachable heap, or calls show where not."""

from __future__ import annotations

import pytest

from heapwright.answers.search.ask import invariants_of
from subjects.plain_client import subject_text
from support.engine import check_sequence, check_verdicts, loaded
from support.expect import expect


def test_a_violation_comes_with_the_fewest_calls() -> None:
    check_sequence(
        """
        class Account { private int money;
                        void earn(int m) := if m > 0 then this.money := this.money + m;
                        void pay(int m) := if m > 0 && m <= this.money + 1
                                then this.money := this.money - m;
                        invariant solvent() := this.money >= 0; }
        """,
        expect(
            """
            it := new Account;
            it.pay(1);
            """
        ),
    )


def test_an_invariant_that_throws_does_not_hold() -> None:
    check_sequence(
        """
        class Node { private Node next; private int n;
                     void link(Node n) := if n != this then this.next := n;
                     invariant pairs() := this.next = null || this.next.next.n = 0; }
        """,
        expect(
            """
            it := new Node;
            node := new Node;
            it.link(node);
            """
        ),
        scope={"Node": 2},
    )


def test_objects_that_no_client_holds_are_asked_too() -> None:
    text = """
    class Inner { private int v; private new; static Inner make() := new Inner;
                  void set(int v) := if v > 0 then this.v := v;
                  void force(int v) := this.v := v;
                  invariant positive() := this.v >= 0; }
    class Outer { private Inner inner;
                  void put(int v) := { this.inner := Inner.make(); this.inner.set(v) };
                  invariant inside() := this.inner = null || this.inner.v >= 0; }
    class Careless extends Outer { private Inner other;
                  void drop(int v) := { this.other := Inner.make(); this.other.force(v) };
                  Inner take() := this.other; }
    """
    check_verdicts(
        text,
        {"Inner.positive": "found in 2", "Outer.inside": "nowhere"},
        scope={"Inner": 1, "Outer": 1, "Careless": 1},
    )


def test_an_overriding_invariant_takes_the_place_of_the_first() -> None:
    text = """
    class Small { private int n; void up() := if this.n < 5 then this.n := this.n + 1;
                  int get() := this.n;
                  invariant bounded() := this.n < 3; }
    class Large extends Small { invariant bounded() := this.get() < 6; }
    class Strict extends Large { invariant bounded() := this.get() < 5; }
    """
    check_verdicts(
        text,
        {
            "Small.bounded": "found in 4",
            "Large.bounded": "found in 6",
            "Strict.bounded": "found in 6",
        },
    )


def test_an_invariant_holds_where_only_the_overriding_one_is_asked() -> None:
    text = """
    class Base { private int n; private new;
            void up() := this.n := this.n + 1; invariant ok() := false; }
    class Sub extends Base { invariant ok() := true; }
    """
    check_verdicts(text, {"Base.ok": "nowhere", "Sub.ok": "nowhere"})


def test_an_invariant_about_an_endless_counter_is_not_called_proved() -> None:
    text = """
    class C { private int n; void up() := this.n := this.n + 1; invariant ok() := this.n < 1000; }
    """
    check_verdicts(text, {"C.ok": "not found in 256"})


@pytest.mark.parametrize("name", ["kiasan_avl", "kiasan_leftist", "kiasan_stack", "javascan_skew"])
def test_the_invariants_of_subjects_hold(name: str) -> None:
    text = subject_text(name)
    invariants = invariants_of(loaded(text).program)
    assert invariants
    small = {"AvlNode": 4, "LeftistNode": 3, "ListNode": 4, "SkewNode": 4}
    scope = {c: n for c, n in small.items() if f"class {c} " in text}
    check_verdicts(text, {i.qualified_name: "nowhere" for i in invariants}, scope=scope)
