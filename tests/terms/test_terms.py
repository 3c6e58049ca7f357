"""Terms mean what was written, whatever the constructors make of it."""

from __future__ import annotations

import gc
import subprocess
import sys

import pytest
from hypothesis import given

from heapwright.terms import build
from heapwright.terms.build import (
    add,
    and_,
    equal,
    floor_div,
    floor_mod,
    if_then_else,
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
from heapwright.terms.evaluator import evaluator
from heapwright.terms.rewrite import free_variables, substitute
from heapwright.terms.show import show
from heapwright.terms.sorts import BOOL
from heapwright.terms.term import Term
from terms.expressions import NUMBERS, Expression, Values, assignments, numbers, truths

X, Y, Z = NUMBERS
P, Q = variable("p", BOOL), variable("q", BOOL)
DEEP = 5000


@given(numbers, assignments)
def test_an_integer_term_has_the_value_of_what_was_written(
    expression: Expression, values: Values
) -> None:
    assert evaluate(expression.term, values) == expression.value(values)


@given(truths, assignments)
def test_a_boolean_term_has_the_value_of_what_was_written(
    expression: Expression, values: Values
) -> None:
    assert evaluate(expression.term, values) is bool(expression.value(values))


@given(truths, assignments)
def test_a_function_made_of_a_term_gives_the_same(expression: Expression, values: Values) -> None:
    assert evaluator(expression.term)(values) is evaluate(expression.term, values)


def test_a_term_that_may_divide_by_zero_is_not_hurried() -> None:
    term = equal(floor_div(X, Y), integer(2))
    assert evaluator(term)({X: 5, Y: 2}) is True
    with pytest.raises(ZeroDivisionError):
        evaluator(term)({X: 5, Y: 0})


@given(truths, assignments)
def test_a_negation_has_the_opposite_value_and_returns(
    expression: Expression, values: Values
) -> None:
    negated = not_(expression.term)
    assert evaluate(negated, values) is not evaluate(expression.term, values)
    assert not_(negated) is expression.term


@given(truths, numbers, assignments)
def test_substitution_is_evaluation_with_the_value_put_in(
    expression: Expression, replacement: Expression, values: Values
) -> None:
    replaced = substitute(expression.term, {X: replacement.term})
    value = replacement.value(values)
    assert evaluate(replaced, values) is evaluate(expression.term, {**values, X: value})


@given(truths, assignments)
def test_only_free_variables_are_read(expression: Expression, values: Values) -> None:
    free = free_variables(expression.term)
    assert list(free) == sorted(free, key=lambda v: v.order)
    assert evaluate(expression.term, {v: values[v] for v in free}) is bool(expression.value(values))


def check_same(left: Term, right: Term) -> None:
    """Compare by identity, which is how terms are compared."""
    assert left is right, f"{show(left)} is not {show(right)}"


def test_equal_sums_are_one_object_in_any_order() -> None:
    check_same(add(X, Y, integer(3)), add(integer(1), Y, integer(2), X))


def test_inequalities_are_divided_and_rounded() -> None:
    check_same(less_equal(scale(2, add(X, Y)), integer(5)), less_equal(add(X, Y), integer(2)))


def test_an_equation_without_integer_solution_is_false() -> None:
    check_same(equal(scale(2, X), integer(5)), build.FALSE)


def test_equations_have_one_sign() -> None:
    check_same(equal(X, Y), equal(Y, X))


def test_the_opposite_of_at_most_is_more_than() -> None:
    check_same(not_(less_equal(X, Y)), less(Y, X))


def test_a_literal_and_its_opposite_contradict_each_other() -> None:
    check_same(and_(less(X, Y), P, less_equal(Y, X)), build.FALSE)
    check_same(or_(less(X, Y), P, less_equal(Y, X)), build.TRUE)


def test_a_literal_absorbs_disjunctions_and_shortens_them() -> None:
    check_same(and_(P, or_(P, less(X, Y))), P)
    check_same(and_(P, or_(not_(P), less(X, Y))), and_(P, less(X, Y)))


def test_a_choice_by_an_opposite_is_the_choice_by_the_condition_turned() -> None:
    check_same(if_then_else(not_(P), X, Y), if_then_else(P, Y, X))
    check_same(if_then_else(not_(P), Q, less(X, Y)), if_then_else(P, less(X, Y), Q))


@pytest.mark.parametrize(
    "condition",
    [P, not_(P), equal(X, Y), not_(equal(X, Y)), less(X, Y), equal(floor_mod(X, Z), integer(0))],
    ids=show,
)
def test_a_choice_of_its_condition_or_of_the_opposite_is_none(condition: Term) -> None:
    opposite = not_(condition)
    check_same(if_then_else(condition, condition, Q), or_(condition, Q))
    check_same(if_then_else(condition, opposite, Q), and_(opposite, Q))
    check_same(if_then_else(condition, Q, condition), and_(condition, Q))
    check_same(if_then_else(condition, Q, opposite), or_(opposite, Q))


def test_odd_is_the_opposite_of_even() -> None:
    even = equal(floor_mod(X, integer(2)), integer(0))
    check_same(not_(even), equal(floor_mod(X, integer(2)), integer(1)))


def test_a_bound_that_leaves_out_one_remainder_is_said_by_that_remainder() -> None:
    rest = floor_mod(X, integer(3))
    assert less(rest, integer(2)) is not_(equal(rest, integer(2)))
    assert less(integer(0), rest) is not_(equal(rest, integer(0)))


def test_a_term_has_no_truth_value() -> None:
    with pytest.raises(TypeError):
        bool(X)


def test_a_division_by_the_constant_zero_has_no_value() -> None:
    for term in (floor_div(X, integer(0)), floor_mod(X, integer(0))):
        with pytest.raises(ZeroDivisionError):
            evaluate(term, {X: 1})


def test_a_division_by_zero_spoils_only_what_depends_on_it() -> None:
    guarded = or_(equal(Y, integer(0)), equal(floor_div(X, Y), integer(1)))
    assert evaluate(guarded, {X: 1, Y: 0}) is True
    with pytest.raises(ZeroDivisionError):
        evaluate(floor_div(X, Y), {X: 1, Y: 0})


@pytest.mark.parametrize(
    ("term", "text"),
    [
        (less(X, Y), "x < y"),
        (less_equal(add(X, integer(2)), Y), "x + 2 <= y"),
        (less_equal(integer(3), X), "x >= 3"),
        (equal(scale(3, X), add(Y, integer(1))), "3 * x = y + 1"),
        (not_(equal(X, integer(4))), "x != 4"),
        (floor_div(add(X, Y), integer(2)), "(x + y) // 2"),
        (build.negate(floor_mod(X, Y)), "-(x % y)"),
        (multiply(add(X, integer(1)), Y), "y * (x + 1)"),
        (and_(P, or_(not_(P), less(X, Y), less(Y, Z))), "p and (x < y or y < z)"),
        (if_then_else(P, X, Y), "if p then x else y"),
    ],
)
def test_terms_read_like_arithmetic(term: Term, text: str) -> None:
    assert show(term) == text


def deep_number() -> Term:
    term: Term = X
    for level in range(DEEP):
        term = floor_div(add(multiply(term, Y), integer(level)), add(Z, integer(2)))
    return term


def deep_truth() -> Term:
    term = less(X, Y)
    for level in range(DEEP):
        term = and_(or_(term, less(X, integer(level))), less(Y, scale(2, add(Z, integer(level)))))
    return term


def test_deep_terms_are_walked_without_recursion() -> None:
    values = {X: 5, Y: 1, Z: 3}
    number, truth = deep_number(), deep_truth()
    assert evaluate(number, values) == evaluate(substitute(number, {X: integer(5)}), values)
    assert evaluate(truth, values) is not evaluate(not_(truth), values)
    assert free_variables(number) == (X, Y, Z)
    assert show(number).count("//") == DEEP
    assert deep_truth() is truth


def test_terms_that_nobody_holds_are_forgotten() -> None:
    before = len(build._divisions), len(build._conjunctions), len(build._variables)
    number, truth, fresh = deep_number(), deep_truth(), variable("only here")
    assert len(build._divisions) > before[0]
    del number, truth, fresh
    gc.collect()
    assert (len(build._divisions), len(build._conjunctions), len(build._variables)) == before


def test_the_order_of_terms_is_the_same_in_every_process() -> None:
    program = (
        "from heapwright.terms.build import *\n"
        "vs = [variable(f'v{i}') for i in range(12)]\n"
        "ls = [less(a, floor_mod(b, c)) for a in vs for b in vs[:4] for c in vs[4:6]]\n"
        "print(and_(*ls).order, [t.order for t in sorted(ls, key=lambda t: t.order)][:9])\n"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "77")
    }
    assert len(outputs) == 1
