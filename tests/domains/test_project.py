"""Projection and images are exact over the integers."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from domains.literals_drawn import (
    EDGE,
    VARIABLES,
    bounded_conjunctions,
    conjunction,
    conjunctions,
    points,
    true_at,
)
from heapwright.domains import (
    TRUE,
    Constraint,
    existentials,
    image,
    key,
    literals,
    project,
    variables,
)
from heapwright.solver.answer import Sat, SolverCounts
from heapwright.solver.query import EntailmentQuery
from heapwright.solver.z3_backend import Z3Limits, Z3Solver
from heapwright.terms.build import (
    add,
    equal,
    floor_mod,
    integer,
    less,
    less_equal,
    multiply,
    not_,
    scale,
    variable,
)
from heapwright.terms.evaluate import evaluate
from heapwright.terms.show import show
from heapwright.terms.term import Term, Variable

A, B, C, D = VARIABLES
THREE = VARIABLES[:3]
kept_sets = st.lists(st.sampled_from(THREE), unique=True, max_size=3)
values_over_old = st.one_of(
    st.sampled_from(THREE),
    st.sampled_from(THREE),
    st.integers(-2, 2).map(integer),
    st.builds(lambda v, c: add(v, integer(c)), st.sampled_from(THREE), st.integers(-2, 2)),
    st.builds(lambda k, v, w: add(scale(k, v), w), st.sampled_from([1, -1, 2]),
              st.sampled_from(THREE), st.sampled_from(THREE)),
    st.builds(multiply, st.sampled_from(THREE), st.sampled_from(THREE)),
)  # fmt: skip


def has_model_at(constraint: Constraint, point: dict[Term, int | bool]) -> bool:
    """Say whether some values of the existentials fit; they were in the box when hidden."""
    hidden = existentials(constraint)
    edge = range(-EDGE, EDGE + 1)
    return any(
        true_at(literals(constraint), {**point, **dict(zip(hidden, values, strict=True))})
        for values in product(edge, repeat=len(hidden))
    )


@given(bounded_conjunctions, kept_sets)
@settings(max_examples=200)
def test_a_projection_has_the_points_that_some_model_lies_over(
    terms: list[Term], keep: list[Variable]
) -> None:
    projected = project(conjunction(terms), keep)
    models = [point for point in points(THREE) if true_at(terms, point)]
    expected = {tuple([point[one] for one in keep]) for point in models}
    # One step outside the box shows that nothing was loosened there.
    found = {
        tuple([point[one] for one in keep])
        for point in points(keep, EDGE + 1)
        if has_model_at(projected, point)
    }
    assert found == expected


@given(bounded_conjunctions, st.lists(values_over_old, max_size=2))
@settings(max_examples=200)
def test_an_image_has_the_values_that_the_models_give(
    terms: list[Term], values: list[Term]
) -> None:
    new = VARIABLES[: len(values)]
    imaged = image(conjunction(terms), list(zip(new, values, strict=True)))
    models = [point for point in points(THREE) if true_at(terms, point)]
    expected = {tuple([evaluate(value, point) for value in values]) for point in models}
    if len(existentials(imaged)) > 2:
        return
    found = {
        tuple([point[one] for one in new])
        for point in points(new, 10)
        if has_model_at(imaged, point)
    }
    assert found == expected


@given(conjunctions.map(lambda terms: terms[:4]), kept_sets)
@settings(max_examples=40)
def test_a_projection_without_existentials_agrees_with_z3(
    terms: list[Term], keep: list[Variable]
) -> None:
    constraint = conjunction(terms)
    projected = project(constraint, keep)
    if existentials(projected):
        return
    gone = tuple([one for one in variables(constraint) if one not in keep])
    solver = Z3Solver(SolverCounts(), Z3Limits(work=200_000, milliseconds=5_000))
    lost = EntailmentQuery(literals(projected), (), literals(constraint))
    added = EntailmentQuery(literals(constraint), gone, literals(projected))
    for query in (lost, added):
        if query.kept:
            assert not isinstance(solver.check(query), Sat)


def check_projection(terms: Sequence[Term], keep: Sequence[Variable], expected: list[str]) -> None:
    """Compare the literals of a projection that needs no existential."""
    projected = project(conjunction(terms), keep)
    assert existentials(projected) == ()
    assert sorted([show(literal) for literal in literals(projected)]) == sorted(expected)


def test_bounds_pass_through_the_eliminated() -> None:
    check_projection([less(A, B), less(B, C)], [A, C], ["a + 2 <= c"])


def test_a_multiple_becomes_a_residue() -> None:
    check_projection([equal(A, scale(3, B))], [A], ["a % 3 = 0"])


def test_bounds_of_a_multiple_are_scaled() -> None:
    terms = [equal(A, scale(3, B)), less_equal(B, integer(4))]
    check_projection(terms, [A], ["a % 3 = 0", "a <= 12"])


def test_a_one_sided_variable_takes_its_exclusions_along() -> None:
    terms = [less(A, B), not_(equal(B, C)), not_(equal(B, integer(7)))]
    check_projection(terms, [A, C], [])


def test_an_exclusion_goes_where_there_is_room() -> None:
    roomy = [less(A, B), less(B, C), less_equal(add(A, integer(3)), C), not_(equal(B, D))]
    check_projection(roomy, [A, C, D], ["a + 3 <= c"])


def test_an_exclusion_stays_where_there_is_none() -> None:
    tight = [less(A, B), less(B, C), not_(equal(B, D))]
    assert existentials(project(conjunction(tight), [A, C, D])) == (B,)


def test_sums_are_combined_by_a_unit_coefficient() -> None:
    terms = [less_equal(scale(2, A), B), less_equal(B, add(C, D))]
    check_projection(terms, [A, C, D], ["2 * a <= c + d"])


def test_without_a_unit_coefficient_nothing_is_combined() -> None:
    terms = [less_equal(scale(2, A), scale(3, B)), less_equal(scale(2, B), C)]
    assert existentials(project(conjunction(terms), [A, C])) == (B,)


def test_an_image_moves_names_all_at_once() -> None:
    swapped = image(conjunction([less(A, B)]), [(A, B), (B, A)])
    assert [show(literal) for literal in literals(swapped)] == ["b < a"]


def test_an_image_of_true_knows_what_the_values_say() -> None:
    assert key(image(TRUE, [(A, B), (B, add(C, integer(1)))])) == key(TRUE)
    twice = image(TRUE, [(A, D), (B, add(D, integer(1))), (C, integer(5))])
    assert sorted([show(literal) for literal in literals(twice)]) == ["a + 1 = b", "c = 5"]


def test_an_image_with_sums_defines_them() -> None:
    ordered = conjunction([less(A, B)])
    total = variable("sum")
    imaged = image(ordered, [(C, A), (D, B), (total, add(A, B))])
    assert sorted([show(literal) for literal in literals(imaged)]) == ["c + d = sum", "c < d"]


def test_a_doubled_value_is_even() -> None:
    imaged = image(conjunction([less(integer(0), A)]), [(B, add(A, A))])
    assert existentials(imaged) == ()
    even = equal(floor_mod(B, integer(2)), integer(0))
    assert literals(imaged) == literals(conjunction([even, less_equal(integer(2), B)]))
