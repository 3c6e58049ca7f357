"""Assume any Boolean term: the conjunction of a constraint with it.

Place: domains/. The engine assumes branch conditions here, thousands of times a
second; `decide` answers questions, `project` eliminates, `normal_form` names.
What a constraint is, is told in `draft`.

Assuming is a loop over a list of pending terms: each is added to the part of
the draft that can say it, and what follows from it joins the list. A bound on
variables that have rows, the most frequent term by far, is added at once.
"""

from __future__ import annotations

from heapwright.domains.congruences import keep_congruence
from heapwright.domains.definitions import resolve, take_out
from heapwright.domains.difference_bounds import tightened
from heapwright.domains.differences import bound_difference, equate, exclude, settle
from heapwright.domains.draft import FALSE, TRUE, Constraint
from heapwright.domains.linear import congruence_of, is_plain
from heapwright.domains.sums import keep_sum, narrow, solve, with_literal
from heapwright.domains.value_sets import cut_sets, keep_set, set_in
from heapwright.domains.variable_rows import seen_by_bounds, with_first_bound
from heapwright.terms.build import or_
from heapwright.terms.rewrite import free_variables
from heapwright.terms.term import (
    AtMostZero,
    BooleanConstant,
    Choice,
    Conjunction,
    DiffersFromZero,
    Disjunction,
    EqualsZero,
    Negation,
    Parts,
    Term,
    Variable,
)

__all__ = ["FALSE", "TRUE", "Constraint", "absorb", "assume"]


def assume(constraint: Constraint, literal: Term) -> Constraint:
    """Give the conjunction of a constraint with any Boolean term.

    Answers the same object where the term adds nothing that the bounds see.
    """
    if type(literal) is AtMostZero:
        difference = literal.difference
        if difference is not None:
            left, right, bound = difference
            index = constraint.index
            left_at = index.get(left)
            right_at = index.get(right)
            if left_at is None or right_at is None:
                known = constraint.definitions
                # A set of values, which is residual, is cut to the bounds of its variable.
                is_plain_bound = constraint is not FALSE and not constraint.residual
                if is_plain_bound and left not in known and right not in known:
                    fresh = with_first_bound(constraint, left, right, left_at, right_at, bound)
                    if fresh is not None:
                        return fresh
            else:
                # Both variables have rows, so neither is defined.
                rows = constraint.rows
                if rows[left_at][right_at] <= bound:
                    return constraint
                slack = rows[right_at][left_at] + bound
                if slack < 0:
                    return FALSE
                draft = constraint.fork()
                draft.rows, changed, columns = tightened(rows, left_at, right_at, bound)
                if slack > 0 and not (draft.apart or draft.strides or draft.sums or draft.residual):
                    return draft
                pending: list[Term] = []
                if settle(draft, changed, columns, slack == 0, left_at, pending):
                    return absorb(draft, pending)
                return FALSE
    if constraint is FALSE:
        return FALSE
    return absorb(constraint.fork(), [literal])


def absorb(draft: Constraint, pending: list[Term]) -> Constraint:
    """Add all pending terms to a draft that no one else has seen."""
    narrowed = False
    while True:
        while pending:
            if not _add(draft, pending.pop(), pending):
                return FALSE
        if draft.residual:
            if not cut_sets(draft, pending):
                return FALSE
            if pending:
                continue
        # Once per assumption and not to a fixpoint, which may lie at infinity:
        # 2x <= y and y <= x narrow each other for ever above zero.
        if narrowed or not draft.sums:
            return draft
        narrow(draft, pending)
        narrowed = True


def _add(draft: Constraint, literal: Term, pending: list[Term]) -> bool:
    """Add one term, or push what it became; say no when a contradiction is proved."""
    kind = type(literal)
    if kind is AtMostZero or kind is EqualsZero or kind is DiffersFromZero:
        known = draft.definitions
        parts: Parts = literal.parts  # type: ignore[attr-defined]
        if known and not known.keys().isdisjoint(free_variables(literal)):
            literal = resolve(draft, literal)
            kind = type(literal)
            if kind is BooleanConstant:
                return literal.value  # type: ignore[attr-defined, no-any-return]
            if kind is Conjunction or kind is Disjunction:
                pending.append(literal)
                return True
            parts = literal.parts  # type: ignore[attr-defined]
        difference = literal.difference  # type: ignore[attr-defined]
        if difference is not None:
            left, right, bound = difference
            if kind is AtMostZero:
                return bound_difference(draft, left, right, bound, pending)
            if kind is EqualsZero:
                return equate(draft, left, right, bound, pending)
            return exclude(draft, left, right, bound, pending)
        if is_plain(parts, literal.constant):  # type: ignore[attr-defined]
            if kind is EqualsZero:
                return solve(draft, literal, pending)
            return keep_sum(draft, literal)
        congruence = congruence_of(literal)
        if congruence is not None:
            return keep_congruence(draft, congruence, literal, pending)
        return _keep(draft, literal)
    if kind is Conjunction:
        pending.extend(literal.parts)  # type: ignore[attr-defined]
        return True
    if kind is BooleanConstant:
        return literal.value  # type: ignore[attr-defined, no-any-return]
    literal = resolve(draft, literal)
    match literal:
        case Variable():
            return _decide(draft, literal, True, pending)
        case Negation(Variable() as operand):
            return _decide(draft, operand, False, pending)
        case Disjunction(parts=disjuncts):
            found = set_in(literal)
            if found is not None:
                return keep_set(draft, found, pending)
            return _choose(draft, literal, disjuncts, pending)
        case Choice():
            return _keep(draft, literal)
        case _:
            pending.append(literal)
            return True


def _decide(draft: Constraint, variable: Variable, value: bool, pending: list[Term]) -> bool:
    known = draft.booleans.get(variable)
    if known is not None:
        return known is value
    draft.booleans = {**draft.booleans, variable: value}
    take_out(draft, variable, pending)
    return True


def _choose(
    draft: Constraint, literal: Term, disjuncts: tuple[Term, ...], pending: list[Term]
) -> bool:
    """Keep a disjunction without the disjuncts that the bounds refute."""
    left: list[Term] = []
    for disjunct in disjuncts:
        if type(disjunct) is AtMostZero and disjunct.difference is not None:
            verdict = seen_by_bounds(draft, disjunct)
            if verdict is True:
                return True
            if verdict is False:
                continue
        left.append(disjunct)
    if len(left) == len(disjuncts):
        return _keep(draft, literal)
    pending.append(or_(*left))
    return True


def _keep(draft: Constraint, literal: Term) -> bool:
    residual = with_literal(draft.residual, literal)
    if residual is None:
        return False
    draft.residual = residual
    return True
