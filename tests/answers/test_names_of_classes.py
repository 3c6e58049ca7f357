"""Classes of the tiny language may be called as Python calls its own."""

from __future__ import annotations

from support.engine import check_verdicts


def test_a_list_of_the_tiny_language_is_a_class_like_others() -> None:
    text = """
class list {
    list next; int v; private new;
    static list make(int v) := let l := new list in { l.v := v; l };
    list push(int v) := let l := new list in { l.v := v; l.next := this; l };
}
spec TWO(list o) := o.v = 1 && o.next.v = 2;
spec LOOP(list o) := o.next = o;
"""
    check_verdicts(text, {"TWO": "found in 2", "LOOP": "nowhere"})
