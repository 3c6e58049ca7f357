"""HEX formulas in plain words."""

from __future__ import annotations

import pytest

from heapwright.editor.explain_formula import explain_formula
from heapwright.frontends.hex.lower import lower_formula
from heapwright.frontends.hex.parse import parse_formulas


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "this.root(.left|.right)* aliases nothing",
            "Follow this object, then `root`, then any number of `left` or `right`: "
            "the last reference never leads to an object met before.",
        ),
        (
            "this.head(.next)+ not null with fits",
            "Follow this object, then `head`, then one or more `next`: "
            "the last reference is never null. For each such reference `fits` must be true, too.",
        ),
        (
            "other.tail? aliases max this.head(.next.skip)*",
            "Follow the argument `other`, then at most one `tail`: where the last reference leads "
            "to an object met before, that object was met by following this object, then `head`, "
            "then any number of (`next` and then `skip`), and nothing lies beyond it on that way.",
        ),
        (
            "!(this.a expands to nothing || this.b expands to T)",
            "It is not the case that: Either: Follow this object, then `a`: the last reference "
            "never leads to a new object; it is null or met before. Or: Follow this object, then "
            "`b`: where the last reference leads to a new object, that is a `T`.",
        ),
    ],
)
def test_a_formula_is_explained(text: str, words: str) -> None:
    (formula,), _ = parse_formulas(text)
    assert explain_formula(lower_formula(formula)) == words
