"""Terms and constraints of every kind survive being written."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given

from domains.literals_drawn import VARIABLES, conjunction, conjunctions
from heapwright.domains.constraint import FALSE
from heapwright.domains.project import project
from heapwright.store.constraint_form import (
    ConstraintForm,
    read_constraint,
    written_constraint,
)
from heapwright.store.term_table import (
    Malformed,
    TermRow,
    TermTable,
    read_number,
    read_terms,
    written_number,
)
from heapwright.terms.build import add, equal, integer, multiply, not_, or_, variable
from heapwright.terms.sorts import BOOL
from heapwright.terms.term import Term
from store.graphs import inside
from terms.expressions import Expression, numbers, truths


def check_term(term: Term) -> None:
    table = TermTable()
    at = table.add(term)
    rows = msgspec.msgpack.decode(msgspec.msgpack.encode(table.rows), type=list[TermRow])
    assert read_terms(rows)[at] is term


@given(numbers)
def test_numbers_come_back_as_the_same_term(expression: Expression) -> None:
    check_term(expression.term)


@given(truths)
def test_truths_come_back_as_the_same_term(expression: Expression) -> None:
    check_term(expression.term)


def test_a_deep_term_comes_back() -> None:
    x, term = variable("x"), variable("y")
    for _ in range(3_000):
        term = multiply(add(term, integer(1)), x)  # type: ignore[assignment]
    check_term(term)


@pytest.mark.parametrize("value", [0, -1, 2**63 - 1, -(2**63), 2**63, -(2**63) - 1, 10**250])
def test_ints_of_any_size_come_back(value: int) -> None:
    assert read_number(written_number(value)) == value
    check_term(integer(value))


@given(conjunctions)
def test_constraints_come_back_down_to_the_inside(terms: list[Term]) -> None:
    constraint = conjunction(terms)
    for stored in (constraint, project(constraint, VARIABLES[:2])):
        if stored is FALSE:
            continue
        table = TermTable()
        data = msgspec.msgpack.encode(written_constraint(table, stored))
        form = msgspec.msgpack.decode(data, type=ConstraintForm)
        assert inside(read_constraint(read_terms(table.rows), form)) == inside(stored)


def test_boolean_variables_come_back() -> None:
    p, q, r = (variable(name, BOOL) for name in "pqr")
    constraint = conjunction([p, not_(q), or_(r, equal(VARIABLES[0], integer(3)))])
    table = TermTable()
    form = written_constraint(table, constraint)
    assert inside(read_constraint(read_terms(table.rows), form)) == inside(constraint)


BAD_TERMS = {
    "an unknown kind": [TermRow(99, [], [])],
    "a later part": [TermRow(11, [0], [])],
    "a sum without parts": [TermRow(3, [], [5])],
    "a zero factor": [TermRow(2, [], [0], "x"), TermRow(3, [0], [1, 0])],
    "a sum of one variable": [TermRow(2, [], [0], "x"), TermRow(3, [0], [0, 1])],
    "a comparison of truths": [TermRow(2, [], [1], "p"), TermRow(8, [0], [0, 1])],
    "division by zero": [TermRow(2, [], [0], "x"), TermRow(0, [], [0]), TermRow(6, [0, 1], [])],
    "a negated number": [TermRow(2, [], [0], "x"), TermRow(11, [0], [])],
    "a doubly stored term": [TermRow(2, [], [0], "x"), TermRow(2, [], [0], "x")],
    "a control character": [TermRow(2, [], [0], "x\x02")],
    "a long name": [TermRow(2, [], [0], "x" * 1000)],
    "a long number": [TermRow(0, [], [b"\x01" * 100_000])],
    "a number with leading zeros": [TermRow(0, [], [b"\x00" * 20])],
    "unsorted parts": [
        TermRow(2, [], [0], "x"),
        TermRow(2, [], [0], "y"),
        TermRow(3, [1, 0], [0, 1, 1]),
    ],
}


@pytest.mark.parametrize("rows", BAD_TERMS.values(), ids=BAD_TERMS)
def test_terms_that_we_cannot_have_written_are_refused(rows: list[TermRow]) -> None:
    with pytest.raises(Malformed):
        read_terms(rows)


BAD_BOUNDS = {
    "too few": [0, None, None],
    "not zero with itself": [0, None, None, 1],
    "a contradiction": [0, -1, 0, 0],
    "an equality": [0, 1, -1, 0],
    "too large": [0, None, (10**201).to_bytes(100, "big", signed=True), 0],
}


@pytest.mark.parametrize("bounds", BAD_BOUNDS.values(), ids=BAD_BOUNDS)
def test_bounds_that_we_cannot_have_written_are_refused(bounds: list[int | bytes | None]) -> None:
    with pytest.raises(Malformed):
        read_constraint([VARIABLES[0]], ConstraintForm([0], bounds))


def test_bounds_that_are_not_closed_are_refused() -> None:
    # a <= b - 1 and b <= -1 imply a <= -2, which is not there.
    bounds: list[int | bytes | None] = [0, None, None, None, 0, -1, -1, None, 0]
    with pytest.raises(Malformed):
        read_constraint(VARIABLES, ConstraintForm([0, 1], bounds))
