"""Sets of values of one variable are kept, cut, decided and forgotten exactly."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from domains.literals_drawn import (
    VARIABLES,
    conjunction,
    differences,
    in_the_box,
    literals_drawn,
    names,
    points,
    true_at,
)
from heapwright.domains import (
    FALSE,
    TRUE,
    Included,
    NoModel,
    Status,
    Undecided,
    assume,
    entails,
    existentials,
    image,
    includes,
    key,
    literals,
    model,
    project,
    status,
)
from heapwright.domains.hull import hull, loosened
from heapwright.terms.build import (
    add,
    and_,
    equal,
    integer,
    less_equal,
    not_,
    or_,
    variable,
)
from heapwright.terms.show import show
from heapwright.terms.term import Term

A, B, C, D = VARIABLES
THREE = VARIABLES[:3]


def within(one: Term, *ranges: tuple[int, int]) -> Term:
    """Say that a variable is in one of some ranges."""
    return or_(*[and_(less_equal(integer(x), one), less_equal(one, integer(y))) for x, y in ranges])


ends = st.integers(-4, 4)
sets = st.builds(
    lambda one, ranges, wanted: within(one, *ranges) if wanted else not_(within(one, *ranges)),
    names.filter(lambda one: one is not D),
    st.lists(st.tuples(ends, ends), min_size=1, max_size=3),
    st.booleans(),
)
three_only = literals_drawn.filter(lambda term: "d" not in show(term))
conjunctions_with_sets = st.tuples(
    st.lists(sets, min_size=1, max_size=4), st.lists(three_only, max_size=3)
).flatmap(lambda parts: st.permutations([*in_the_box(THREE), *parts[0], *parts[1]]))


@given(conjunctions_with_sets)
@settings(max_examples=200)
def test_sets_have_the_models_of_what_was_assumed(terms: list[Term]) -> None:
    constraint = conjunction(terms)
    some = False
    for point in points(THREE):
        assert true_at(literals(constraint), point) == true_at(terms, point)
        some = some or true_at(terms, point)
    assert status(constraint) is not (Status.CONTRADICTION if some else Status.SATISFIABLE)
    found = model(constraint)
    if isinstance(found, NoModel):
        assert not some
    elif not isinstance(found, Undecided):
        assert true_at(terms, {one: found.get(one, 0) for one in THREE})


@given(conjunctions_with_sets, sets)
@settings(max_examples=150)
def test_a_set_that_is_entailed_holds_in_every_model(terms: list[Term], question: Term) -> None:
    if entails(conjunction(terms), question):
        assert all(true_at([question], point) for point in points(THREE) if true_at(terms, point))


@given(conjunctions_with_sets)
@settings(max_examples=150)
def test_forgetting_a_variable_with_a_set_is_exact(terms: list[Term]) -> None:
    projected = project(conjunction(terms), [A, B])
    if existentials(projected):
        return
    described = {(point[A], point[B]) for point in points(THREE) if true_at(terms, point)}
    for point in points([A, B]):
        assert true_at(literals(projected), point) == ((point[A], point[B]) in described)


@given(conjunctions_with_sets, conjunctions_with_sets)
@settings(max_examples=100)
def test_a_hull_of_sets_loses_no_model(one: list[Term], other: list[Term]) -> None:
    first, second = conjunction(one), conjunction(other)
    around = literals(hull(first, second))
    alone = literals(loosened(first))
    for point in points(THREE):
        if true_at(one, point):
            assert true_at(alone, point)
        if true_at(one, point) or true_at(other, point):
            assert true_at(around, point)


@given(st.lists(sets, min_size=1, max_size=4), st.lists(differences, max_size=2))
@settings(max_examples=150)
def test_sets_and_bounds_of_a_variable_have_one_key_in_any_order(
    some: list[Term], others: list[Term]
) -> None:
    terms = [*some, *[term for term in others if "!=" not in show(term)]]
    forward, backward = conjunction(terms), conjunction(reversed(terms))
    if forward.apart or backward.apart or FALSE in (forward, backward):
        return
    assert key(forward) == key(backward)


def test_a_set_is_one_literal_cut_to_the_bounds() -> None:
    spaces = within(A, (9, 13), (28, 32), (133, 133))
    cut = conjunction([spaces, not_(within(A, (30, 31))), less_equal(integer(12), A)])
    assert [show(one) for one in cut.residual] == [
        "a = 133 or a = 32 or (a >= 12 and a <= 13) or (a >= 28 and a <= 29)"
    ]
    assert key(assume(cut, less_equal(A, integer(20)))) == key(
        conjunction([less_equal(integer(12), A), less_equal(A, integer(13))])
    )
    assert assume(cut, within(A, (14, 27), (34, 40))) is FALSE


def test_many_letters_that_are_no_spaces_are_decided() -> None:
    spaces = [(9, 13), (28, 32), (133, 133), (160, 160), (8192, 8202), (12288, 12288)]
    letters = [variable(f"n{number}") for number in range(40)]
    constraint = conjunction(
        [
            within(one, *spaces) if place % 3 else not_(within(one, *spaces))
            for place, one in enumerate(letters)
        ]
    )
    assert status(constraint) is Status.SATISFIABLE
    assert entails(constraint, not_(equal(letters[1], integer(14))))
    assert not entails(constraint, equal(letters[1], integer(32)))
    assert existentials(project(constraint, letters[:2])) == ()
    smaller = assume(constraint, equal(letters[1], integer(32)))
    assert isinstance(includes(constraint, smaller), Included)


def test_an_image_moves_a_set_along() -> None:
    moved = image(assume(TRUE, within(A, (1, 2), (5, 6))), [(B, add(A, integer(10)))])
    assert key(moved) == key(assume(TRUE, within(B, (11, 12), (15, 16))))
