"""What is taken for granted of computed floats holds of those that CPython computes.

Operands are unknown, and some of what is so is known of them, as on a path that has compared them.
What the run then knows of the result must be true of the result that CPython gives.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

import pytest
from hypothesis import assume as only_if
from hypothesis import example, given
from hypothesis import strategies as st

from heapwright.domains.constraint import TRUE, assume
from heapwright.domains.models import satisfies
from heapwright.heaps.float_ranks import MOST_EXACT, rank_of
from heapwright.heaps.known_shape import FloatRank
from heapwright.paths.runs.machine import Alternative, Machine
from heapwright.paths.values.ranked_floats import (
    compared,
    monotone,
    rank_term,
    ranked,
    ranked_power,
    whole,
)
from heapwright.terms import build
from heapwright.terms.term import IntegerConstant, Term, Variable

A, B = build.variable("a"), build.variable("b")
ZERO = build.integer(0)
CONSTANTS = tuple(build.integer(rank_of(one)) for one in (0.0, 1.0, -1.0, 0.5, 1.75, -1.5))
# What paths may know, of which some is so.
COMPARISONS = tuple(
    compare(left, right)
    for left, right in (
        *((A, B), (B, A), (build.negate(B), A), (A, build.negate(B))),
        *((one, other) for one in (A, B) for other in CONSTANTS),
        *((other, one) for one in (A, B) for other in CONSTANTS),
    )
    for compare in (build.less, build.less_equal)
)
OPERATIONS: Mapping[str, Callable[[float, float], float]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "truediv": lambda a, b: a / b,
    "mod": lambda a, b: a % b,
    "floordiv": lambda a, b: a // b,
    "summed": lambda a, b: math.fsum((a / 2, b / 2)) * 2,  # does not overflow on the way
}
FLOATS = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False, width=64),
    st.floats(-2.0, 2.0),
    st.sampled_from((0.0, 1.0, -1.0, 0.1, 5e-324, -5e-324, 1e-310, 0.9999999999999999, 1e16, 3.0)),
)
KNOWLEDGE = st.sets(st.integers(0, len(COMPARISONS) - 1), max_size=6)


@pytest.mark.parametrize("operation", OPERATIONS)
@given(a=FLOATS, b=FLOATS, known=KNOWLEDGE)
@example(a=1e16, b=1.0, known=set(range(len(COMPARISONS))))
@example(a=0.1, b=5e-324, known=set(range(len(COMPARISONS))))
@example(a=-1e-20, b=1.0, known=set(range(len(COMPARISONS))))
@example(a=5e-324, b=0.5, known=set(range(len(COMPARISONS))))
def test_facts_about_results_are_so(operation: str, a: float, b: float, known: set[int]) -> None:
    only_if(b != 0 or operation not in ("truediv", "mod", "floordiv"))
    result = OPERATIONS[operation](a, b)
    only_if(math.isfinite(result))
    machine = _machine(a, b, known)
    made = ranked(machine, operation, FloatRank(A), FloatRank(B))
    assert isinstance(made, FloatRank)
    _check(machine, a, b, made.rank, rank_of(result))
    # Computed once more it is the same float.
    assert ranked(machine, operation, FloatRank(A), FloatRank(B)) == made


@given(a=FLOATS, b=FLOATS, known=KNOWLEDGE)
def test_facts_about_powers_are_so(a: float, b: float, known: set[int]) -> None:
    only_if(1e-60 < a < 1e60 and abs(b) < 4)
    result = a**b
    machine = _machine(a, b, {*known, COMPARISONS.index(build.less(ZERO, A))})
    made = ranked_power(machine, FloatRank(A), FloatRank(B))
    assert isinstance(made, FloatRank)
    _check(machine, a, b, made.rank, rank_of(result))


@pytest.mark.parametrize(
    ("name", "exact"), [("int", int), ("round", round), ("floor", math.floor), ("ceil", math.ceil)]
)
@given(a=FLOATS, known=KNOWLEDGE)
def test_facts_about_whole_numbers_are_so(
    name: str, exact: Callable[[float], int], a: float, known: set[int]
) -> None:
    machine = _machine(a, a, known)
    made = whole(machine, name, FloatRank(A))
    assert isinstance(made, Term)
    _check(machine, a, a, made, exact(a))


@pytest.mark.parametrize(
    ("name", "exact"), [("sqrt", math.sqrt), ("round 2", lambda one: round(one, 2))]
)
@given(a=FLOATS, known=KNOWLEDGE)
def test_facts_about_functions_that_keep_the_order_are_so(
    name: str, exact: Callable[[float], float], a: float, known: set[int]
) -> None:
    only_if(a >= 0)
    machine = _machine(a, a, {*known, COMPARISONS.index(build.less_equal(ZERO, A))})
    made = monotone(machine, name, FloatRank(A), exact)
    assert isinstance(made, FloatRank)
    _check(machine, a, a, made.rank, rank_of(exact(a)))


@given(
    n=st.integers(-(2**54), 2**54), m=st.integers(-(2**54), 2**54), a=FLOATS, is_known=st.booleans()
)
def test_ints_that_meet_floats_keep_their_order(
    n: int, m: int, a: float, *, is_known: bool
) -> None:
    number, other = build.variable("n"), build.variable("m")
    machine = Machine(Alternative((), TRUE), 100, 100, ranks_floats=True)
    if is_known:
        order = build.less_equal(number, other) if n <= m else build.less(other, number)
        machine.pc = assume(machine.pc, order)
    ranks = [rank_term(machine, number), rank_term(machine, other)]
    values: dict[Term, int] = {number: n, other: m, ranks[0]: rank_of(float(n))}
    values[ranks[1]] = rank_of(float(m))
    is_within = max(abs(n), abs(m)) <= MOST_EXACT
    assert satisfies(machine.pc, values) == is_within
    if is_within:
        values[A] = rank_of(a)
        truth = compared(machine, "lt", number, FloatRank(A))
        assert isinstance(truth, Term)
        assert satisfies(assume(machine.pc, truth), values) == (n < a)


def _machine(a: float, b: float, known: set[int]) -> Machine:
    """Give a machine that knows those of the comparisons that are so."""
    values: dict[Term, int] = {A: rank_of(a), B: rank_of(b)}
    pc = TRUE
    for number in sorted(known):
        held = assume(TRUE, COMPARISONS[number])
        if satisfies(held, values):
            pc = assume(pc, COMPARISONS[number])
    return Machine(Alternative((), pc), 100, 100, ranks_floats=True)


def _check(machine: Machine, a: float, b: float, result: Term, value: int) -> None:
    values: dict[Term, int] = {A: rank_of(a), B: rank_of(b)}
    if isinstance(result, IntegerConstant):
        assert result.value == value
    else:
        assert isinstance(result, Variable)
        values[result] = value
    assert satisfies(machine.pc, values)
