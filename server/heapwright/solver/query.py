"""What a solver can be asked.

Place: solver/. `Query`: do these terms have a common model? `EntailmentQuery`:
is there a model of the fresh terms for which no values of the existentials make
all kept terms true? Unsat then means that kept covers fresh.
"""

from __future__ import annotations

from typing import TypeAlias

from heapwright.records import dataclass
from heapwright.terms.build import and_, not_
from heapwright.terms.rewrite import free_variables
from heapwright.terms.term import Term, Variable


@dataclass(frozen=True, slots=True)
class Query:
    """Is there an assignment that makes all conjuncts true?"""

    conjuncts: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class EntailmentQuery:
    """Is there a model of all of `fresh` with no existentials that satisfy all of `kept`?

    The existentials are bound inside `kept`: an equally named variable of
    `fresh` is another one.
    """

    kept: tuple[Term, ...]
    kept_existentials: tuple[Variable, ...]
    fresh: tuple[Term, ...]


AnyQuery: TypeAlias = Query | EntailmentQuery


def without_quantifier(query: AnyQuery) -> Query | None:
    """Give the plain query that asks the same, None when a quantifier is needed."""
    match query:
        case Query():
            return query
        case EntailmentQuery(kept, existentials, fresh):
            bound = set(existentials)
            if any(not bound.isdisjoint(free_variables(term)) for term in kept):
                return None
            return Query((*fresh, not_(and_(*kept))))


def query_variables(query: AnyQuery) -> tuple[Variable, ...]:
    """List the variables that a model must give values to, in structural order."""
    match query:
        case Query(conjuncts):
            found = {v for term in conjuncts for v in free_variables(term)}
        case EntailmentQuery(kept, existentials, fresh):
            found = {v for term in kept for v in free_variables(term)} - set(existentials)
            found |= {v for term in fresh for v in free_variables(term)}
    return tuple(sorted(found, key=lambda variable: variable.order))
