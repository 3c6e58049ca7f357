"""Every link of the solver chain tells the truth or says that it does not know."""

from __future__ import annotations

import subprocess
import sys
from threading import Thread

import pytest
from hypothesis import given, settings

from domains.literals_drawn import VARIABLES, bounded_conjunctions, points, true_at
from heapwright.solver.answer import Answer, Sat, Solver, SolverCounts, Unknown, Unsat
from heapwright.solver.chain import default_solver, unknown_solver
from heapwright.solver.domain_first import decided
from heapwright.solver.query import AnyQuery, EntailmentQuery, Query
from heapwright.solver.small_model import small_model
from heapwright.solver.validating import ValidatingSolver
from heapwright.solver.z3_backend import Z3Limits, Z3Solver
from heapwright.terms.build import (
    FALSE,
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
from heapwright.terms.sorts import BOOL
from heapwright.terms.term import Term

A, B, C, D = VARIABLES
P = variable("p", BOOL)


def z3_alone() -> Z3Solver:
    return Z3Solver(SolverCounts(), Z3Limits())


@given(bounded_conjunctions)
@settings(max_examples=60)
def test_z3_agrees_with_brute_force(terms: list[Term]) -> None:
    check_agrees(z3_alone(), terms)


@given(bounded_conjunctions)
@settings(max_examples=100)
def test_the_chain_agrees_with_brute_force(terms: list[Term]) -> None:
    check_agrees(default_solver(), terms)


def check_agrees(solver: Solver, terms: list[Term]) -> None:
    expected = any(true_at(terms, point) for point in points(VARIABLES[:3]))
    match solver.check(Query(tuple(terms))):
        case Sat(assignment):
            assert expected
            assert true_at(terms, dict(assignment))
        case Unsat():
            assert not expected
        case Unknown(reason):
            raise AssertionError(f"small bounded queries are decided: {reason}")


@given(bounded_conjunctions, bounded_conjunctions)
@settings(max_examples=40)
def test_entailment_agrees_with_brute_force(kept: list[Term], fresh: list[Term]) -> None:
    query = EntailmentQuery(tuple(kept), (C,), tuple(fresh))
    over = {(p[A], p[B]) for p in points(VARIABLES[:3]) if true_at(kept, p)}
    outside = any(true_at(fresh, p) and (p[A], p[B]) not in over for p in points(VARIABLES[:3]))
    for solver in (z3_alone(), default_solver()):
        answer = solver.check(query)
        assert not isinstance(answer, Unsat if outside else Sat)


@pytest.mark.parametrize("divisor", [-3, 3])
@pytest.mark.parametrize("dividend", [-7, -6, 7])
def test_division_floors_for_every_sign(dividend: int, divisor: int) -> None:
    facts = (equal(A, integer(dividend)), equal(B, integer(divisor)))
    answer = z3_alone().check(Query((*facts, equal(C, floor_div(A, B)), equal(D, floor_mod(A, B)))))
    assert isinstance(answer, Sat)
    assert answer.assignment[C] == dividend // divisor
    assert answer.assignment[D] == dividend % divisor


def test_every_kind_of_term_is_encoded() -> None:
    query = Query(
        (
            or_(P, less(A, B)),
            not_(P),
            equal(C, if_then_else(less(A, B), multiply(A, B), add(A, scale(5, B)))),
            not_(equal(C, integer(0))),
            and_(less(integer(2), A), less_equal(B, integer(10**30))),
        )
    )
    answer = z3_alone().check(query)
    assert isinstance(answer, Sat)
    assert all(evaluate(term, answer.assignment) for term in query.conjuncts)


def test_quantified_entailment_is_decided() -> None:
    four, two = equal(A, scale(4, B)), equal(A, scale(2, B))
    solver = z3_alone()
    assert isinstance(solver.check(EntailmentQuery((two,), (B,), (four,))), Unsat)
    assert isinstance(solver.check(EntailmentQuery((four,), (B,), (two,))), Sat)


def test_a_bound_variable_is_not_the_free_one_of_the_same_name() -> None:
    # There is a B below A for every A, whatever the free B is.
    query = EntailmentQuery((less(B, A),), (B,), (less(A, B),))
    assert isinstance(default_solver().check(query), Unsat)


def test_a_hard_query_is_unknown_after_a_fixed_amount_of_work() -> None:
    def cube(term: Term) -> Term:
        return multiply(term, multiply(term, term))

    hard = Query((equal(add(cube(A), cube(B)), add(cube(C), integer(33))), less(integer(9999), A)))
    counts = SolverCounts()
    limits = Z3Limits(work=20_000)
    answers = [Z3Solver(counts, limits).check(hard) for _ in range(2)]
    assert [type(answer) for answer in answers] == [Unknown, Unknown]
    assert (counts.z3_calls, counts.unknown) == (2, 2)


def test_z3_serves_several_threads() -> None:
    solver = z3_alone()
    answers: list[Answer] = []

    def ask() -> None:
        answers.extend([solver.check(Query((less(A, B), less(B, A)))) for _ in range(5)])

    threads = [Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [Unsat()] * 20


def test_deep_terms_reach_z3() -> None:
    term: Term = A
    for level in range(5000):
        term = if_then_else(less(B, integer(level)), term, add(term, C))
    answer = z3_alone().check(Query((equal(term, integer(3)), equal(C, integer(0)))))
    assert isinstance(answer, Sat)
    assert answer.assignment[A] == 3


def test_z3_is_not_called_for_what_the_domains_decide() -> None:
    counts = SolverCounts()
    solver = default_solver(counts)
    assert isinstance(solver.check(Query((less(A, B), less(B, C)))), Sat)
    assert isinstance(solver.check(Query((less(A, B), less(B, A)))), Unsat)
    assert (counts.by_domains, counts.z3_calls) == (2, 0)


def test_a_repeated_query_is_answered_from_memory() -> None:
    counts = SolverCounts()
    solver = default_solver(counts)
    query = Query((less(A, B),))
    assert solver.check(query) == solver.check(query)
    assert (counts.queries, counts.cached, counts.by_domains) == (2, 1, 1)


class Liar:
    """A solver with a broken model."""

    def check(self, query: AnyQuery) -> Answer:
        return Sat({A: 1, B: 0})


def test_a_wrong_model_becomes_unknown() -> None:
    counts = SolverCounts()
    solver = ValidatingSolver(Liar(), counts)
    assert isinstance(solver.check(Query((less(A, B),))), Unknown)
    assert isinstance(solver.check(Query((less(A, C),))), Unknown)
    assert isinstance(solver.check(Query((less(B, A),))), Sat)
    assert isinstance(solver.check(EntailmentQuery((less(B, A),), (), (less(B, A),))), Unknown)
    assert counts.wrong_models == 3


def test_the_unknown_solver_knows_nothing() -> None:
    assert isinstance(unknown_solver().check(Query((FALSE,))), Unknown)


def test_answers_have_no_truth_value() -> None:
    for answer in (Sat({}), Unsat(), Unknown("why")):
        with pytest.raises(TypeError):
            bool(answer)


def test_domains_leave_hard_products_open() -> None:
    assert decided(Query((equal(multiply(A, A), integer(10**9 + 7)),))) is None


def check_small(terms: tuple[Term, ...], **expected: int) -> None:
    for solver in (default_solver(), z3_alone()):
        answer = small_model(solver, Query(terms), VARIABLES)
        assert isinstance(answer, Sat)
        assert {v.name: answer.assignment[v] for v in VARIABLES if v.name in expected} == expected


def test_a_small_model_prefers_zero_and_up() -> None:
    check_small((less(A, B), less(B, C)), a=0, b=1, c=2)
    check_small((not_(equal(A, integer(0))), less(integer(-5), A)), a=1)
    check_small((less(add(A, B), integer(-3)), less(B, integer(100))), a=0, b=-4)


def test_importing_the_chain_does_not_import_z3() -> None:
    program = "import sys, heapwright.solver.chain; print('z3' in sys.modules)"
    environment = {"PYTHONPATH": ":".join(sys.path)}
    command = [sys.executable, "-c", program]
    output = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert output.stdout.strip() == "False"
