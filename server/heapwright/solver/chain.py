"""Assemble the solver that the engine uses.

Place: solver/. The chain, outermost first: validating, cache, domains, z3.
"""

from __future__ import annotations

from heapwright.solver.answer import Answer, Solver, SolverCounts, Unknown
from heapwright.solver.caching import CachingSolver
from heapwright.solver.domain_first import DomainFirstSolver
from heapwright.solver.query import AnyQuery
from heapwright.solver.validating import ValidatingSolver
from heapwright.solver.z3_backend import Z3Limits, Z3Solver


def default_solver(
    counts: SolverCounts | None = None,
    limits: Z3Limits | None = None,
    until: float | None = None,
) -> Solver:
    """Give a new chain; pass `counts` to read afterwards who answered.

    `until` is the moment, on the monotonic clock, after which no answer is of use.
    """
    counts = counts if counts is not None else SolverCounts()
    z3 = Z3Solver(counts, limits if limits is not None else Z3Limits(), until)
    return ValidatingSolver(CachingSolver(DomainFirstSolver(z3, counts), counts), counts)


def unknown_solver() -> Solver:
    """Give a solver that knows nothing, for tests of weak verdicts."""
    return _UnknownSolver()


class _UnknownSolver:
    __slots__ = ()

    def check(self, query: AnyQuery) -> Answer:
        return Unknown("this solver answers nothing")
