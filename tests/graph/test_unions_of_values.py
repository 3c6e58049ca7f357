"""Two constraints on strings are put together only where that describes nothing else."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from domains.literals_drawn import VARIABLES, conjunction, in_the_box, points, true_at
from domains.test_value_sets import conjunctions_with_sets, sets, within
from heapwright.domains import key, literals
from heapwright.graph.explore.merging import united
from heapwright.terms.build import and_, less
from heapwright.terms.term import Term

A, B, C, _ = VARIABLES
THREE = VARIABLES[:3]

pairs = st.one_of(
    st.tuples(conjunctions_with_sets, conjunctions_with_sets),
    # Those that differ in little are the ones that can be put together.
    st.tuples(conjunctions_with_sets, sets, sets).map(
        lambda drawn: ([*drawn[0], drawn[1]], [*drawn[0], drawn[2]])
    ),
)


@given(pairs)
@settings(max_examples=200)
def test_a_union_describes_just_what_its_parts_describe(
    pair: tuple[list[Term], list[Term]],
) -> None:
    one, other = pair
    union = united(conjunction(one), conjunction(other), with_sets=True)
    if union is None:
        return
    said = literals(union)
    for point in points(THREE):
        assert true_at(said, point) == (true_at(one, point) or true_at(other, point))


def test_a_capital_or_a_digit_is_one_constraint() -> None:
    rest = [*in_the_box([B, C]), less(B, C)]
    capital, digit = within(A, (65, 90)), within(A, (48, 57))
    union = united(conjunction([*rest, capital]), conjunction([*rest, digit]), with_sets=True)
    assert union is not None
    assert key(union) == key(conjunction([*rest, within(A, (48, 57), (65, 90))]))


def test_what_differs_in_two_letters_stays_apart() -> None:
    first = and_(within(A, (65, 90)), within(B, (65, 90)))
    second = and_(within(A, (48, 57)), within(B, (48, 57)))
    assert united(conjunction([first]), conjunction([second]), with_sets=True) is None
