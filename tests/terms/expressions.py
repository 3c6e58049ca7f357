"""Plain expression trees, their value computed naively, and the terms they build.

Place: tests/. The oracle for the constructors: nothing here is simplified.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from hypothesis import strategies as st

from heapwright.terms import build
from heapwright.terms.sorts import BOOL, INT
from heapwright.terms.term import Term, Variable

NUMBERS = tuple([build.variable(name, INT) for name in ("x", "y", "z")])
TRUTHS = tuple([build.variable(name, BOOL) for name in ("p", "q")])

Values = Mapping[Variable, int | bool]


@dataclass(frozen=True)
class Expression:
    """A term with the function that it should stand for."""

    term: Term
    value: Callable[[Values], int | bool]


def _leaf(variable: Variable) -> Expression:
    return Expression(variable, lambda values: values[variable])


def _combine(
    make: Callable[..., Term], compute: Callable[..., int | bool], *parts: Expression
) -> Expression:
    term = make(*[part.term for part in parts])
    return Expression(term, lambda values: compute(*[part.value(values) for part in parts]))


def _divided(
    make: Callable[[Term, Term], Term],
    compute: Callable[[int, int], int],
    part: Expression,
    divisor: int,
) -> Expression:
    term = make(part.term, build.integer(divisor))
    return Expression(term, lambda values: compute(part.value(values), divisor))


_DIVISORS = st.sampled_from([-4, -3, -2, -1, 1, 2, 3, 4, 6])
_INT_LEAVES = st.one_of(
    st.sampled_from(NUMBERS).map(_leaf),
    st.integers(-5, 5).map(lambda n: Expression(build.integer(n), lambda values: n)),
)
_BOOL_LEAVES = st.one_of(
    st.sampled_from(TRUTHS).map(_leaf),
    st.booleans().map(lambda b: Expression(build.boolean(b), lambda values: b)),
)


def _bigger_numbers(inner: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    def choice(c: Expression, a: Expression, b: Expression) -> Expression:
        return _combine(build.if_then_else, lambda c, a, b: a if c else b, c, a, b)

    def total(a: Expression, b: Expression, c: Expression) -> Expression:
        return _combine(build.add, lambda a, b, c: a + b + c, a, b, c)

    return st.one_of(
        st.builds(total, inner, inner, inner),
        st.builds(lambda a, b: _combine(build.subtract, lambda a, b: a - b, a, b), inner, inner),
        st.builds(lambda a, b: _combine(build.multiply, lambda a, b: a * b, a, b), inner, inner),
        st.builds(lambda a: _combine(build.negate, lambda a: -a, a), inner),
        st.builds(
            lambda a, d: _divided(build.floor_div, lambda a, b: a // b, a, d), inner, _DIVISORS
        ),
        st.builds(
            lambda a, d: _divided(build.floor_mod, lambda a, b: a % b, a, d), inner, _DIVISORS
        ),
        st.builds(choice, _compared(inner), inner, inner),
    )


def _compared(inner: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    return st.one_of(
        st.builds(lambda a, b: _combine(build.less, lambda a, b: a < b, a, b), inner, inner),
        st.builds(lambda a, b: _combine(build.less_equal, lambda a, b: a <= b, a, b), inner, inner),
        st.builds(lambda a, b: _combine(build.equal, lambda a, b: a == b, a, b), inner, inner),
    )


def _bigger_truths(inner: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    def all_of(*parts: Expression) -> Expression:
        return _combine(build.and_, lambda *values: all(values), *parts)

    def any_of(*parts: Expression) -> Expression:
        return _combine(build.or_, lambda *values: any(values), *parts)

    def choice(c: Expression, a: Expression, b: Expression) -> Expression:
        return _combine(build.if_then_else, lambda c, a, b: a if c else b, c, a, b)

    return st.one_of(
        st.builds(lambda a: _combine(build.not_, lambda a: not a, a), inner),
        st.builds(all_of, inner, inner, inner),
        st.builds(any_of, inner, inner, inner),
        st.builds(lambda a, b: _combine(build.equal, lambda a, b: a == b, a, b), inner, inner),
        st.builds(choice, inner, inner, inner),
    )


numbers = st.recursive(_INT_LEAVES, _bigger_numbers, max_leaves=8)
truths = st.recursive(st.one_of(_BOOL_LEAVES, _compared(numbers)), _bigger_truths, max_leaves=6)
assignments = st.fixed_dictionaries(
    {
        **{number: st.integers(-7, 7) for number in NUMBERS},
        **{truth: st.booleans() for truth in TRUTHS},
    }
)
