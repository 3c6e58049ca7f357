"""What specs can say, and the calls that make them true."""

from __future__ import annotations

import pytest

from subjects.plain_client import subject_text
from support.engine import ask, check_sequence, check_verdict, check_verdicts, verdict_text
from support.expect import expect
from support.repo import ROOT

NODE = """
class Node {
    private Node next; private int value; private new;
    private static Node make(Node next, int value) :=
        let node := new Node in { node.next := next; node.value := value; node };
    static Node create(int v,
            bool b) := if b then Node.make(null, v * 2 + 1) else Node.make(null, v * 2);
    Node getNext() := this.next;
    void addAfter(int v) := this.next := Node.make(null, v);
    Node addBefore(int v) := Node.make(this, v);
}
scope Node <= 3;
"""


def test_the_question_of_the_paper_takes_three_calls() -> None:
    text = (ROOT / "examples" / "node.tiny").read_text(encoding="utf-8")
    assert verdict_text(ask(text, "TEST").verdict) == "found in 3"
    assert verdict_text(ask(text, "LOOP").verdict) == "nowhere"


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ("a.value + a.next.value = 7", "found in 2"),
        ("a.value - a.next.value = 100 && a.next.value + a.value = 300", "found in 2"),
        ("a.value - a.next.value = 1 && a.next.value + a.value = 300", "contradiction"),
        ("a.value * 3 = a.next.value && a.next.value > 10", "found in 2"),
        ("3 * a.value + 5 * a.next.value - 2 * a.next.next.value = 1", "found in 3"),
        ("a.value % 2 = 1 && a.next = null", "found in 1"),
        ("a.value % 7 = 3 && a.value % 5 = 4 && a.value > 100 && a.value < 136", "found in 1"),
        ("a.value % 4 = 1 && a.value % 2 = 0", "contradiction"),
        ("a.value / 3 = -2 && a.value % 3 = 2", "found in 1"),
        ("a.value / 2 * 2 = a.value + 1", "contradiction"),
        ("-a.value = a.next.value && a.value < -5", "found in 2"),
        ("(a.value = 1) = (a.next.value = 1) && a.value != 1", "found in 2"),
        ("a.value * a.value = 144 && a.value < 0", "found in 1"),
        ("a.value < a.next.value && a.next.value < a.next.next.value", "found in 3"),
        ("a.next.next.next != null", "nowhere"),
        ("a.next.next = a.next", "nowhere"),
        ("true", "found in 0"),
        ("a = null", "found in 0"),
        ("a.value = a.value + 1", "contradiction"),
        ("if a.next = null then a.value = 5 else a.value = 6", "found in 1"),
        ("let v := a.value in v * 2 - v = 12", "found in 1"),
    ],
)
def test_arithmetic_and_structure(spec: str, expected: str) -> None:
    check_verdict(f"{NODE}\nspec S(Node a) := {spec};", expected)


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ("a = b && a != null", "found in 1"),
        ("a != b && a.next = b.next && a.next != null", "found in 3"),
        ("a != b && a.next = b && b.next = null", "found in 2"),
        ("a = null && b != null", "found in 1"),
        ("a != b && a.next = b && b.next = a", "nowhere"),
        ("a.value > b.value && b.value > a.value", "contradiction"),
        ("a.next = b && a.value = 2 * b.value && b.value = 21", "found in 2"),
    ],
)
def test_two_parameters_may_be_one_object(spec: str, expected: str) -> None:
    check_verdict(f"{NODE}\nspec S(Node a, Node b) := {spec};", expected)


def test_ints_and_booleans_can_be_parameters() -> None:
    text = f"""{NODE}
    spec k(Node a, int k) := a.value = k * k && k > 5 && k % 4 = 3;
    spec b(Node a, bool b) := b = (a.value > 3) && a.value = 9 && !b;
    spec c(Node a, bool b) := b = (a.value > 3) && a.value = 9;
    spec none(int i, bool b) := i * 3 = 21 && b;
    spec never(int i) := i * 3 = 22;
    """
    expected = {
        "k": "found in 1",
        "b": "contradiction",
        "c": "found in 1",
        "none": "found in 0",
        "never": "contradiction",
    }
    check_verdicts(text, expected)


def test_a_spec_that_throws_is_not_satisfied() -> None:
    text = f"""{NODE}
    spec deref(Node a) := a.next.value = 0 || true;
    spec guarded(Node a) := a.next = null || a.next.value = 0;
    spec divided(Node a) := 10 / a.value = 5;
    spec zero(Node a) := a.value = 0 && 10 / a.value > 0;
    spec thrown(Node a) := a.value = 3 && throw new Error;
    """
    expected = {
        "deref": "found in 2",
        "guarded": "found in 1",
        "divided": "found in 1",
        "zero": "contradiction",
        "thrown": "contradiction",
    }
    check_verdicts(text, expected)


def test_deep_trees_are_built() -> None:
    text = (
        subject_text("kiasan_avl")
        + """
    spec SIX_AT_1000(AvlTree t) :=
        t.sizeBelow(t.root) = 6 && t.root.element = 1000 && t.root.height = 2;
    spec TOO_HIGH(AvlTree t) := t.root.height = 3;
    """
    )
    check_verdicts(text, {"SIX_AT_1000": "found in 7", "TOO_HIGH": "nowhere"})


def test_several_classes_take_part_in_one_state() -> None:
    check_sequence(
        """
        class Key { private int k; void set(int v) := this.k := v; }
        class Lock { private Key key; void fit(Key k) := if k != null then this.key := k; }
        scope Key <= 1;
        scope Lock <= 2;
        spec s(Lock a, Lock b, Key k) := a != b && a.key = k && b.key = k && k.k = 12;
        """,
        expect(
            """
            k := new Key;
            a := new Lock;
            b := new Lock;
            k.set(12);
            a.fit(k);
            b.fit(k);
            """
        ),
    )


def test_there_is_room_for_all_that_a_spec_asks_about() -> None:
    text = """
    class Counter { private int x; void inc() := if this.x < 2 then this.x := this.x + 1; }
    spec two(Counter a, Counter b) := a != b && a.x = 2 && b.x = 1;
    spec three(Counter a, Counter b, Counter c) :=
        a != b && b != c && a != c && a.x + b.x + c.x = 0;
    """
    check_verdicts(text, {"two": "found in 5", "three": "found in 3"})
    check_verdicts(text, {"two": "nowhere"}, scope={"Counter": 1})


def test_inner_objects_come_out_of_getters() -> None:
    text = """
    class Inner { private int v; private new; static Inner make() := new Inner;
                  void set(int v) := if v < 10 then this.v := v; }
    class Outer { private Inner inner; private bool shared;
                  Inner get() := { if this.inner = null
                          then this.inner := Inner.make(); this.inner };
                  void adopt(Inner i) := { this.shared := i != null && i = this.inner;
                          this.inner := i }; }
    spec changed(Outer o) := o.inner.v = 7;
    spec large(Outer o) := o.inner.v = 10;
    spec both(Outer o, Inner i) := o.inner = i && i.v = 3;
    spec again(Outer o) := o.shared;
    """
    expected = {
        "changed": "found in 3",
        "large": "nowhere",
        "both": "found in 3",
        "again": "found in 3",
    }
    check_verdicts(text, expected, scope={"Inner": 2, "Outer": 1})


def test_subclasses_are_built_where_their_parents_are_asked_for() -> None:
    text = """
    class Shape { private int size; int area() := this.size;
                  void grow(int by) := if by > 0 then this.size := this.area() + by; }
    class Square extends Shape { private int side; int area() := this.side * 2;
                                 void shrink() := this.side := this.side + 3; }
    spec six(Shape s) := s.area() = 6 && s instanceof Square;
    spec odd(Shape s) := s instanceof Square && s.area() = 7;
    spec plain(Shape s) := !(s instanceof Square) && s.area() = 7;
    """
    check_verdicts(
        text, {"six": "found in 2", "odd": "contradiction", "plain": "found in 2"}, calls=4
    )


@pytest.mark.parametrize("calls", [3, 4])
def test_a_bound_on_calls_holds(calls: int) -> None:
    text = f"{NODE}\nspec S(Node a, Node b) := a != b && a.next = b.next && a.next.next != null;"
    expected = "nowhere" if calls == 4 else "not found in 3"
    check_verdict(text, expected, calls=calls, scope={"Node": 3})
    check_verdict(
        text, "not found in 3" if calls == 3 else "found in 4", calls=calls, scope={"Node": 4}
    )


def test_a_divisor_that_a_later_condition_makes_zero_ends_the_path() -> None:
    text = """
    class Box {
        private int a; private int b; private int c;
        void set(int x, int y) := { this.a := x; this.b := y; };
        void divide() := if this.b != 0 then this.c := this.a / this.b;
        void reduce(int k) := if this.c % (this.b - k) = 2 then this.a := this.a % k;
    }
    spec HALF(Box x) := x.c = 3 && x.b = 2 && x.a % x.b = 1;
    spec QUOTIENT(Box x) := x.c / x.b = 5;
    spec ZERO(Box x) := x.b = 0 && x.c / x.b = 5;
    """
    check_verdicts(text, {"HALF": "found in 3", "QUOTIENT": "found in 3", "ZERO": "contradiction"})
