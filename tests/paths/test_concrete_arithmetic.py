"""Expressions agree with an evaluator that shares no code with the interpreter."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import floor
from types import MappingProxyType

from hypothesis import given
from hypothesis import strategies as st

from heapwright.ir.core import instructions as ir
from heapwright.ir.core.instructions import BinaryOperator, UnaryOperator
from heapwright.ir.core.types import BOOL, INT, Type
from heapwright.paths.plain.concrete import Returned, Threw, run
from support.ir_build import (
    FALSE,
    TRUE,
    class_,
    give,
    local,
    negated,
    not_,
    num,
    program,
    static,
    sub,
)

ints = st.integers(-6, 6)
INT_OPERATORS = (
    BinaryOperator.ADD,
    BinaryOperator.SUBTRACT,
    BinaryOperator.MULTIPLY,
    BinaryOperator.DIVIDE,
    BinaryOperator.REMAINDER,
)
int_leaves = st.one_of(ints.map(num), st.sampled_from([local(0), local(1)]))
bool_leaves = st.sampled_from([TRUE, FALSE])


def grown(
    both: tuple[st.SearchStrategy[ir.Expr], st.SearchStrategy[ir.Expr]],
) -> tuple[st.SearchStrategy[ir.Expr], st.SearchStrategy[ir.Expr]]:
    """Make int and Boolean expressions one level deeper."""
    number, truth = both
    numbers: st.SearchStrategy[ir.Expr] = st.one_of(
        int_leaves,
        st.builds(ir.Binary, st.sampled_from(INT_OPERATORS), number, number),
        st.builds(negated, number),
        st.builds(ir.Choose, truth, number, number),
    )
    comparisons = st.sampled_from(
        [BinaryOperator.LESS, BinaryOperator.LESS_EQUAL, BinaryOperator.EQUAL]
    )
    truths: st.SearchStrategy[ir.Expr] = st.one_of(
        bool_leaves,
        st.builds(ir.Binary, comparisons, number, number),
        st.builds(ir.Binary, st.just(BinaryOperator.EQUAL), truth, truth),
        st.builds(not_, truth),
        st.builds(ir.And, truth, truth),
        st.builds(ir.Or, truth, truth),
        st.builds(ir.Choose, truth, truth, truth),
    )
    return numbers, truths


level_1 = grown((int_leaves, bool_leaves))
level_4 = grown(grown(grown(level_1)))


class Undefined(Exception):
    """A division by zero in the other evaluator."""


def other_value(node: ir.Expr, values: tuple[int, int]) -> int:
    """Evaluate by the definitions: Booleans as 0 and 1, division by fractions."""
    match node:
        case ir.IntConstant(value=value) | ir.BoolConstant(value=value):
            return int(value)
        case ir.Local(slot=slot):
            return values[slot]
        case ir.Unary(operator=operator, operand=operand):
            value = other_value(operand, values)
            return 0 - value if operator is UnaryOperator.NEGATE else 1 - value
        case ir.And(lhs=lhs, rhs=rhs):
            return 0 if other_value(lhs, values) == 0 else other_value(rhs, values)
        case ir.Or(lhs=lhs, rhs=rhs):
            return 1 if other_value(lhs, values) == 1 else other_value(rhs, values)
        case ir.Choose(condition=condition, then_value=then_value, else_value=else_value):
            chosen = then_value if other_value(condition, values) else else_value
            return other_value(chosen, values)
        case ir.Binary(operator=operator, lhs=lhs, rhs=rhs):
            a, b = other_value(lhs, values), other_value(rhs, values)
            if operator in (BinaryOperator.DIVIDE, BinaryOperator.REMAINDER):
                if b == 0:
                    raise Undefined
                quotient = floor(Fraction(a, b))
                return quotient if operator is BinaryOperator.DIVIDE else a - b * quotient
            table: Mapping[BinaryOperator, int] = MappingProxyType(
                {
                    BinaryOperator.ADD: a + b,
                    BinaryOperator.SUBTRACT: a - b,
                    BinaryOperator.MULTIPLY: a * b,
                    BinaryOperator.LESS: int(a - b < 0),
                    BinaryOperator.LESS_EQUAL: int(a - b <= 0),
                    BinaryOperator.EQUAL: int(a - b == 0),
                }
            )
            return table[operator]
    raise AssertionError(node)


def check_against_other(node: ir.Expr, result: Type, values: tuple[int, int]) -> None:
    whole = program(class_("A", static("s", (INT, INT), result, give(node))), with_sites=False)
    outcome = run(whole, "A.s", values)
    try:
        expected = other_value(node, values)
    except Undefined:
        assert isinstance(outcome, Threw)
        assert outcome.class_name == "DivisionByZero"
        return
    assert isinstance(outcome, Returned)
    assert outcome.value == expected
    assert isinstance(outcome.value, bool) == (result == BOOL)


@given(node=level_4[0], values=st.tuples(ints, ints))
def test_arithmetic_agrees_with_another_evaluator(node: ir.Expr, values: tuple[int, int]) -> None:
    check_against_other(node, INT, values)


@given(node=level_4[1], values=st.tuples(ints, ints))
def test_logic_agrees_with_another_evaluator(node: ir.Expr, values: tuple[int, int]) -> None:
    check_against_other(node, BOOL, values)


@given(a=st.integers(), b=st.integers())
def test_large_ints_are_exact(a: int, b: int) -> None:
    node = sub(ir.Binary(BinaryOperator.MULTIPLY, local(0), local(1)), local(1))
    check_against_other(node, INT, (a, b))
