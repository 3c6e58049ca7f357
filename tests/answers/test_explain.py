"""Why a spec is unreachable: by itself, or because of which of its parts."""

from __future__ import annotations

import pytest

from support.engine import check_verdicts, culprit_texts

PAIR = """
class Pair {
    private int a; private int b; private Pair next;
    void set(int v) := if v >= 0 then { this.a := v; this.b := v + 1 };
    void link(Pair p) := if p != this then this.next := p;
}
scope Pair <= 2;
"""


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ("p.a < 0 && p.b > 3", ("p.a < 0",)),
        ("p.b > 3 && p.a < 0", ("p.a < 0",)),
        ("p.a > 5 && p.b < 3 && p.a != 7", ("p.a > 5", "p.b < 3")),
        ("p.a != 7 && p.b < 3 && p.next = null && p.a > 5", ("p.b < 3", "p.a > 5")),
        ("p.next = p && p.a = 1", ("p.next = p",)),
        ("p.a + p.b = 4 && p.a > 0", ("p.a + p.b = 4",)),
        ("p.b - p.a > 1 && p.next != null && p.next.a = 3", ("p.b - p.a > 1",)),
        ("p.next != null && p.a = 1 && p.next.next.a = 2", ("p.a = 1", "p.next.next.a = 2")),
    ],
)
def test_only_the_parts_that_cannot_hold_together_are_blamed(
    spec: str, expected: tuple[str, ...]
) -> None:
    assert culprit_texts(f"{PAIR}\nspec S(Pair p) := {spec};", "S") == expected


def test_the_blame_is_a_smallest_set() -> None:
    # The first two cannot hold together, but the last cannot hold at all.
    text = f"{PAIR}\nspec S(Pair p) := p.a > 5 && p.b < 3 && p.next = p;"
    assert culprit_texts(text, "S") == ("p.next = p",)


def test_a_spec_that_is_no_conjunction_blames_nothing() -> None:
    assert culprit_texts(f"{PAIR}\nspec S(Pair p) := p.a < 0;", "S") == ()
    assert culprit_texts(f"{PAIR}\nspec S(Pair p) := p.a < 0 || p.b < 0;", "S") == ()


def test_a_contradiction_is_told_apart_from_what_no_call_reaches() -> None:
    text = f"""{PAIR}
    spec both(Pair p) := p.a > 3 && p.a < 2;
    spec null_(Pair p) := p = null && p.a = 1;
    spec circle(Pair p, Pair q) := p.a < q.a && q.a < p.a;
    spec same(Pair p) := p.next = p && p.a != p.next.a;
    spec unreached(Pair p) := p.a < 0;
    spec loop(Pair p) := p.next = p;
    """
    expected = {
        "both": "contradiction",
        "null_": "contradiction",
        "circle": "contradiction",
        "same": "contradiction",
        "unreached": "nowhere",
        "loop": "nowhere",
    }
    check_verdicts(text, expected)
