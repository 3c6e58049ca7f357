"""The three answers of a solver, and what a solver is.

Place: solver/. `Unknown` is a value all the way up: nobody may read it as no,
and none of the three has a truth value.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NoReturn, Protocol, TypeAlias

from heapwright.records import dataclass
from heapwright.solver.query import AnyQuery
from heapwright.terms.evaluate import Value
from heapwright.terms.term import Term


class _Answer:
    __slots__ = ()

    def __bool__(self) -> NoReturn:
        """Refuse: take answers apart with `match`."""
        raise TypeError("an answer has no truth value")


@dataclass(frozen=True, slots=True)
class Sat(_Answer):
    """There is a model; here are the values of all free variables."""

    assignment: Mapping[Term, Value]


@dataclass(frozen=True, slots=True)
class Unsat(_Answer):
    """It is proved that there is none."""


@dataclass(frozen=True, slots=True)
class Unknown(_Answer):
    """Nobody could tell, and why."""

    reason: str


Answer: TypeAlias = Sat | Unsat | Unknown


class Solver(Protocol):
    """Anything that answers queries. Links of the chain wrap one another."""

    def check(self, query: AnyQuery) -> Answer:
        """Answer one query; never raise for a hard one, say Unknown."""
        ...


@dataclass(slots=True)
class SolverCounts:
    """How often each link of the chain was the one to answer."""

    queries: int = 0
    cached: int = 0
    by_domains: int = 0
    z3_calls: int = 0
    unknown: int = 0
    wrong_models: int = 0
