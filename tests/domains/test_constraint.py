"""A constraint has exactly the models of what was assumed, and says only what it proved."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings

from domains.literals_drawn import (
    VARIABLES,
    Point,
    bounded_conjunctions,
    conjunction,
    conjunctions,
    differences,
    literals_drawn,
    points,
    true_at,
)
from heapwright.domains import (
    FALSE,
    TRUE,
    Included,
    NoModel,
    NotIncluded,
    Status,
    Undecided,
    assume,
    entails,
    includes,
    key,
    literals,
    model,
    rename,
    status,
    variables,
)
from heapwright.terms.build import (
    add,
    and_,
    equal,
    floor_mod,
    integer,
    less,
    less_equal,
    multiply,
    not_,
    or_,
    scale,
    variable,
)
from heapwright.terms.evaluate import evaluate
from heapwright.terms.sorts import BOOL
from heapwright.terms.term import Term

A, B, C, D = VARIABLES
THREE = VARIABLES[:3]


@given(bounded_conjunctions)
@settings(max_examples=150)
def test_literals_have_the_models_of_what_was_assumed(terms: list[Term]) -> None:
    constraint = conjunction(terms)
    for point in points(THREE):
        assert true_at(literals(constraint), point) == true_at(terms, point)


@given(bounded_conjunctions)
@settings(max_examples=200)
def test_status_is_never_wrong(terms: list[Term]) -> None:
    some = any(true_at(terms, point) for point in points(THREE))
    verdict = status(conjunction(terms))
    assert verdict is not (Status.CONTRADICTION if some else Status.SATISFIABLE)


@given(conjunctions)
@settings(max_examples=200)
def test_a_model_satisfies_what_was_assumed(terms: list[Term]) -> None:
    found = model(conjunction(terms))
    if isinstance(found, NoModel | Undecided):
        assert isinstance(found, Undecided) or not any(
            true_at(terms, point) for point in points(VARIABLES, 1)
        )
        return
    assert true_at(terms, {one: found.get(one, 0) for one in VARIABLES})


@given(bounded_conjunctions, literals_drawn)
@settings(max_examples=150)
def test_what_is_entailed_holds_in_every_model(terms: list[Term], question: Term) -> None:
    if D in variables(conjunction([question])) or not entails(conjunction(terms), question):
        return
    for point in points(THREE):
        assert not true_at(terms, point) or evaluate(question, point)


@given(bounded_conjunctions, bounded_conjunctions)
@settings(max_examples=150)
def test_inclusion_is_never_claimed_wrongly(wide: list[Term], narrow: list[Term]) -> None:
    check_inclusion(wide, [*narrow])
    check_inclusion(wide, [*wide, *narrow])


def check_inclusion(wide: list[Term], narrow: list[Term]) -> None:
    outside = [p for p in points(THREE) if true_at(narrow, p) and not true_at(wide, p)]
    answer = includes(conjunction(wide), conjunction(narrow))
    if isinstance(answer, Included):
        assert not outside
    if isinstance(answer, NotIncluded):
        assert outside


@given(bounded_conjunctions, bounded_conjunctions)
@settings(max_examples=100)
def test_equal_keys_mean_equal_models(one: list[Term], other: list[Term]) -> None:
    forward, backward = conjunction(one), conjunction(reversed(one))
    assert key(forward) != key(conjunction(other)) or all(
        true_at(one, p) == true_at(other, p) for p in points(THREE)
    )
    if key(forward) == key(backward):
        assert isinstance(includes(forward, backward), Included)


@given(differences, differences, differences, differences)
@settings(max_examples=200)
def test_difference_bounds_have_one_key_in_any_order(a: Term, b: Term, c: Term, d: Term) -> None:
    forward = conjunction([a, b, c, d])
    if forward.apart:
        return
    backward = conjunction([d, c, b, a])
    assert key(forward) == key(backward)
    assert literals(forward) == literals(backward)
    assert key(conjunction(literals(forward))) == key(forward)


@given(bounded_conjunctions)
@settings(max_examples=80)
def test_renaming_renames(terms: list[Term]) -> None:
    mapping = {A: B, B: C, C: A}
    renamed = rename(conjunction(terms), mapping)
    for point in points(THREE):
        moved: Point = {mapping[one]: point[one] for one in THREE}
        assert true_at(literals(renamed), moved) == true_at(terms, point)


def check_contradiction(*terms: Term) -> None:
    """Expect a proof that the terms contradict each other."""
    assert status(conjunction(terms)) is Status.CONTRADICTION


def check_model(*terms: Term, **expected: int) -> None:
    """Expect a model with these values."""
    found = model(conjunction(terms))
    assert not isinstance(found, NoModel | Undecided)
    assert {one.name: found[one] for one in VARIABLES if one in found} == expected


def differ(left: Term, right: Term) -> Term:
    """Write `left != right`."""
    return not_(equal(left, right))


def between(low: int, term: Term, high: int) -> Term:
    """Write `low <= term <= high`."""
    return and_(less_equal(integer(low), term), less_equal(term, integer(high)))


def test_three_different_values_do_not_fit_into_two() -> None:
    check_contradiction(
        *[between(0, one, 1) for one in THREE], differ(A, B), differ(B, C), differ(A, C)
    )


def test_an_excluded_end_moves_a_bound() -> None:
    constraint = conjunction([between(0, A, 2), differ(A, integer(0)), differ(A, integer(2))])
    assert entails(constraint, equal(A, integer(1)))


def test_a_cycle_of_bounds_makes_variables_equal() -> None:
    constraint = conjunction([less_equal(A, B), less_equal(B, C), less_equal(C, A)])
    assert entails(constraint, equal(A, C))
    assert literals(constraint) == literals(conjunction([equal(C, B), equal(B, A)]))


def test_what_was_said_before_an_equality_holds_for_both_sides() -> None:
    check_contradiction(less(A, C), differ(B, D), equal(B, add(A, C)), equal(D, add(A, C)))


def test_residues_are_joined() -> None:
    def rest(modulus: int, value: int) -> Term:
        return equal(floor_mod(A, integer(modulus)), integer(value))

    check_model(rest(3, 2), rest(5, 3), rest(7, 2), less(integer(0), A), a=23)
    check_contradiction(rest(4, 1), rest(6, 2))
    check_contradiction(rest(5, 0), between(1, A, 4))


def test_small_values_come_first() -> None:
    check_model(less(A, B), less(B, C), a=0, b=1, c=2)
    check_model(less(C, B), less(B, A), a=2, b=1, c=0)
    check_model(less(A, B), less(B, integer(1)), a=-1, b=0)
    check_model(equal(C, add(A, B)), less(integer(3), A), less(A, B), a=4, b=5, c=9)


def test_hints_are_taken_where_they_fit() -> None:
    found = model(conjunction([less(A, B), less(B, C)]), {A: 7, B: 3, C: 40})
    assert not isinstance(found, NoModel | Undecided)
    assert [found[one] for one in THREE] == [7, 8, 40]


def test_sums_that_add_up_to_a_contradiction_are_refuted() -> None:
    check_contradiction(
        less(add(A, B), add(C, D)), less(add(C, D), scale(2, A)), less(scale(2, A), add(A, B))
    )


def test_disjunctions_are_split() -> None:
    either = or_(equal(A, integer(1)), equal(A, integer(2)))
    check_contradiction(either, less(integer(2), A))
    check_contradiction(less(integer(2), A), either)
    check_contradiction(
        or_(less(A, B), less(B, A)), or_(equal(A, C), equal(A, D)), equal(C, B), equal(D, B)
    )


def test_boolean_variables_are_decided_once() -> None:
    p, q = variable("p", BOOL), variable("q", BOOL)
    check_contradiction(p, not_(p))
    check_contradiction(or_(not_(p), q), not_(q), p)
    assert entails(conjunction([p, or_(not_(p), less(A, B))]), less(A, B))


def test_products_are_kept_and_models_are_tried_on_them() -> None:
    check_model(equal(multiply(A, B), integer(6)), less(A, B), between(0, A, 9), a=1, b=6)


def test_numbers_beyond_floating_point_stay_exact() -> None:
    huge = 10**400
    constraint = conjunction([less_equal(integer(huge), A), less_equal(A, integer(huge - 1))])
    assert status(constraint) is not Status.SATISFIABLE
    edge = 10**150
    near = conjunction([less_equal(integer(edge), A), less_equal(A, B), less(B, integer(edge + 1))])
    assert entails(near, equal(B, integer(edge)))


def test_assuming_what_is_known_gives_the_same_object() -> None:
    constraint = conjunction([less(A, B), less(B, C)])
    assert assume(constraint, less(A, C)) is constraint
    assert assume(constraint, less(C, A)) is FALSE
    assert assume(FALSE, less(A, C)) is FALSE


def test_everything_is_included_in_true_and_false_in_everything() -> None:
    constraint = conjunction([less(A, B)])
    assert isinstance(includes(TRUE, constraint), Included)
    assert isinstance(includes(constraint, TRUE), NotIncluded)
    assert isinstance(includes(constraint, FALSE), Included)
    assert isinstance(includes(FALSE, constraint), NotIncluded)


def test_answers_have_no_truth_value() -> None:
    for answer in (status(TRUE), includes(TRUE, TRUE), model(FALSE)):
        with pytest.raises(TypeError):
            bool(answer)


def test_a_chain_of_sixty_is_decided() -> None:
    chain = [variable(f"n{number}") for number in range(60)]
    constraint = conjunction([less(a, b) for a, b in pairwise(chain)])
    assert entails(constraint, less_equal(add(chain[0], integer(59)), chain[59]))
    assert not entails(constraint, less_equal(add(chain[0], integer(60)), chain[59]))
    found = model(constraint)
    assert not isinstance(found, NoModel | Undecided)
    assert [found[one] for one in chain] == list(range(60))


def test_that_a_sum_differs_from_what_a_bound_excludes_says_nothing() -> None:
    total = add(A, B)
    for bound in (less(C, total), less(total, C), less(add(C, integer(3)), total)):
        bounded = assume(TRUE, bound)
        differs = not_(equal(total, C))
        assert key(assume(bounded, differs)) == key(bounded)
        assert key(assume(assume(TRUE, differs), bound)) == key(bounded)
    bounded = assume(TRUE, less_equal(C, total))
    assert key(assume(bounded, not_(equal(total, C)))) != key(bounded)
