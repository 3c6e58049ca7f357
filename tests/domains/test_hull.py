"""What two constraints have in common: nothing is excluded that one of them allows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domains.literals_drawn import VARIABLES, conjunction, literals_drawn, points, true_at
from heapwright.domains.decide import entails
from heapwright.domains.hull import hull, loosened
from heapwright.domains.normal_form import literals
from heapwright.domains.project import project
from heapwright.terms.build import add, equal, floor_mod, integer, less_equal
from heapwright.terms.term import Term

A, B, C, _ = VARIABLES

drawn = st.lists(literals_drawn, max_size=4)


@given(drawn, drawn, st.booleans())
def test_every_model_of_either_is_one_of_the_hull(
    first: list[Term], second: list[Term], widens: bool
) -> None:
    said = literals(hull(conjunction(first), conjunction(second), widens=widens))
    for point in points(VARIABLES, 2):
        if true_at(first, point) or true_at(second, point):
            assert true_at(said, point), (first, second, point)


@given(drawn, st.sampled_from(VARIABLES))
def test_what_is_loosened_allows_all_that_was_allowed(parts: list[Term], gone: Term) -> None:
    kept = [variable for variable in VARIABLES if variable is not gone]
    said = literals(loosened(project(conjunction(parts), kept)))
    for point in points(VARIABLES, 2):
        if true_at(parts, point):
            assert true_at(said, point), (parts, point)


@pytest.mark.parametrize(
    ("first", "second", "common"),
    [
        ([equal(A, integer(0))], [equal(A, integer(1))], less_equal(A, integer(1))),
        (
            [equal(A, integer(0)), equal(B, integer(0))],
            [equal(A, integer(1)), equal(B, integer(1))],
            equal(A, B),
        ),
        (
            [less_equal(A, B)],
            [equal(A, add(B, C)), less_equal(C, integer(0))],
            less_equal(A, B),
        ),
        (
            [equal(A, integer(5))],
            [equal(A, integer(15))],
            equal(floor_mod(A, integer(10)), integer(5)),
        ),
    ],
    ids=["an interval", "a difference", "a difference of sums", "a modulus"],
)
def test_what_both_say_is_kept(first: list[Term], second: list[Term], common: Term) -> None:
    assert entails(hull(conjunction(first), conjunction(second)), common)


def test_widening_gives_up_what_grows_and_keeps_what_stays() -> None:
    first = conjunction([less_equal(integer(0), A), less_equal(A, integer(3))])
    second = conjunction([less_equal(integer(0), A), less_equal(A, integer(4))])
    widened = hull(first, second, widens=True)
    assert entails(widened, less_equal(integer(0), A))
    assert not entails(widened, less_equal(A, integer(1000)))
