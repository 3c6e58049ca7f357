"""Definitions `x := sum`: used to resolve terms, and made.

Place: domains/. Assuming, eliminating and asking all resolve terms first, so
that nothing else in a constraint mentions a defined variable.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from heapwright.domains.draft import Constraint
from heapwright.domains.linear import Sum, is_plain, resolved
from heapwright.domains.variable_rows import drop_rows, facts_about
from heapwright.terms.build import (
    at_most_zero,
    boolean,
    differs_from_zero,
    divides,
    equals_zero,
    linear,
)
from heapwright.terms.rewrite import free_variables, substitute
from heapwright.terms.term import (
    AtMostZero,
    DiffersFromZero,
    EqualsZero,
    Linear,
    Parts,
    Term,
    Variable,
)


def resolve(draft: Constraint, term: Term) -> Term:
    """Replace defined and decided variables in a term."""
    free = free_variables(term)
    mapping: dict[Term, Term] = {}
    for variable in free:
        body = draft.definitions.get(variable)
        if body is not None:
            mapping[variable] = linear(*body)
        elif variable in draft.booleans:
            mapping[variable] = boolean(draft.booleans[variable])
    if not mapping:
        return term
    kind = type(term)
    if kind not in _SUMS or not is_plain(term.parts, 0):  # type: ignore[attr-defined]
        return substitute(term, mapping)
    total = resolved(term.parts, term.constant, draft.definitions)  # type: ignore[attr-defined]
    return _SUMS[kind](*total)


_SUMS: Mapping[type[Term], Callable[[Parts, int], Term]] = {
    AtMostZero: at_most_zero,
    EqualsZero: equals_zero,
    DiffersFromZero: differs_from_zero,
    Linear: linear,
}


def define(draft: Constraint, variable: Variable, body: Sum, pending: list[Term]) -> None:
    """Let `variable := body`, over variables that are not defined."""
    at = draft.index.get(variable)
    if at is not None:
        pending.extend(facts_about(draft, at))
        drop_rows(draft, [at])
    define_rowless(draft, variable, body, pending)


def define_rowless(draft: Constraint, variable: Variable, body: Sum, pending: list[Term]) -> None:
    """Let `variable := body`, whose row is gone already, and replace it everywhere."""
    if draft.definitions:
        step = {variable: body}
        definitions = {}
        for known, old in draft.definitions.items():
            mentions = any(atom is variable for atom, _ in old[0])
            definitions[known] = resolved(*old, step) if mentions else old
        definitions[variable] = body
        draft.definitions = definitions
    else:
        draft.definitions = {variable: body}
    if variable in draft.strides:
        draft.strides = dict(draft.strides)
        modulus, rest = draft.strides.pop(variable)
        pending.append(divides(modulus, ((variable, 1),), -rest))
    take_out(draft, variable, pending)


def take_out(draft: Constraint, variable: Variable, taken: list[Term]) -> None:
    """Move every congruence, sum and residual literal about a variable to a list."""
    for field in ("congruences", "sums", "residual"):
        literals: tuple[Term, ...] = getattr(draft, field)
        about = [literal for literal in literals if variable in free_variables(literal)]
        if about:
            taken.extend(about)
            kept = tuple([literal for literal in literals if literal not in about])
            setattr(draft, field, kept)
