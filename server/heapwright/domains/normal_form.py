"""What a constraint says, as sorted literals and as a hashable key.

Place: domains/. The graph compares keys; the solver is given literals; people
see them. Both are computed once per constraint and remembered on it.
Equal keys mean equal models. Constraints with the same models over difference
bounds alone have equal keys; with more, they may differ.
"""

from __future__ import annotations

from typing import TypeAlias

from heapwright.domains.difference_bounds import reduced
from heapwright.domains.draft import FALSE, Constraint
from heapwright.domains.variable_rows import difference_at_most
from heapwright.terms.build import (
    at_most_zero,
    boolean,
    differs_from_zero,
    divides,
    equals_zero,
    not_,
)
from heapwright.terms.rewrite import free_variables
from heapwright.terms.term import EqualsZero, Parts, Term, Variable

Key: TypeAlias = tuple[object, ...]


def key(constraint: Constraint) -> Key:
    """Give nested tuples of texts, ints and the float infinity, the same in every process."""
    known = constraint.key
    if known is not None:
        return known
    if constraint is FALSE:
        constraint.key = ("false",)
        return constraint.key
    # The closed matrix is canonical as it is, and cheaper to list than to reduce.
    bounds = tuple(map(tuple, constraint.rows))
    names = tuple([variable.name for variable in constraint.variables])
    others: tuple[str, ...] = ()
    if not is_bounds_only(constraint):
        others = tuple(sorted([literal.order for literal in _beyond_bounds(constraint)]))
    hidden = tuple([variable.order for variable in existentials(constraint)])
    constraint.key = (names, bounds, others, hidden)
    return constraint.key


def literals(constraint: Constraint) -> tuple[Term, ...]:
    """List what the constraint says, bounds without implied ones, in structural order."""
    known = constraint.literals
    if known is not None:
        return known
    if constraint is FALSE:
        constraint.literals = (boolean(False),)
        return constraint.literals
    variables: tuple[Variable | None, ...] = (None, *constraint.variables)
    found = [
        difference_at_most(variables[left], variables[right], bound)
        for left, right, bound in reduced(constraint.rows)
    ]
    found += _beyond_bounds(constraint)
    constraint.literals = tuple(sorted(found, key=_order))
    return constraint.literals


def inequalities(constraint: Constraint) -> list[Term]:
    """Give the literals, equalities as two inequalities, so that a half can be kept."""
    parts: list[Term] = []
    for literal in literals(constraint):
        match literal:
            case EqualsZero(summands, constant) if len(summands) > 1 or _is_variable(summands):
                negated = tuple((atom, -factor) for atom, factor in summands)
                parts.append(at_most_zero(summands, constant))
                parts.append(at_most_zero(negated, -constant))
            case _:
                parts.append(literal)
    return parts


def _is_variable(parts: Parts) -> bool:
    """Say whether a sum is that of one variable, and not a remainder, say."""
    return type(parts[0][0]) is Variable


def variables(constraint: Constraint) -> tuple[Variable, ...]:
    """List the variables that the constraint mentions, in structural order."""
    if is_bounds_only(constraint):
        return constraint.variables
    found = dict.fromkeys((*constraint.variables, *constraint.strides, *constraint.booleans))
    for variable, (parts, _) in constraint.definitions.items():
        found[variable] = None
        for atom, _ in parts:
            assert type(atom) is Variable
            found[atom] = None
    for group in (constraint.congruences, constraint.sums, constraint.residual):
        for literal in group:
            found.update(dict.fromkeys(free_variables(literal)))
    if len(found) == len(constraint.variables):
        return constraint.variables
    return tuple(sorted(found, key=_order))


def existentials(constraint: Constraint) -> tuple[Variable, ...]:
    """List the variables that projection had to leave; read them as 'there is'."""
    if not constraint.hidden:
        return ()
    hidden = constraint.hidden
    return tuple([variable for variable in variables(constraint) if variable in hidden])


def is_bounds_only(constraint: Constraint) -> bool:
    """Say whether the rows are all there is."""
    return not (
        constraint.definitions
        or constraint.apart
        or constraint.strides
        or constraint.congruences
        or constraint.sums
        or constraint.booleans
        or constraint.residual
    )


def _beyond_bounds(constraint: Constraint) -> list[Term]:
    found: list[Term] = []
    for variable, (parts, constant) in constraint.definitions.items():
        found.append(_definition(variable, parts, constant))
    names: tuple[Variable | None, ...] = (None, *constraint.variables)
    for (left, right), values in constraint.apart.items():
        for value in values:
            first, second = names[left], names[right]
            assert second is not None
            if first is None:
                found.append(differs_from_zero(((second, -1),), -value))
            else:
                found.append(differs_from_zero(((first, 1), (second, -1)), -value))
    for variable, (modulus, rest) in constraint.strides.items():
        found.append(divides(modulus, ((variable, 1),), -rest))
    found += constraint.congruences
    found += constraint.sums
    for variable, value in constraint.booleans.items():
        found.append(variable if value else not_(variable))
    found += constraint.residual
    return found


def _definition(variable: Variable, parts: Parts, constant: int) -> Term:
    mirrored = [(atom, -factor) for atom, factor in parts]
    whole = sorted([(variable, 1), *mirrored], key=lambda part: part[0].order)
    return equals_zero(tuple(whole), -constant)


def _order(term: Term) -> str:
    return term.order
