"""Rid a constraint of existentials where that is possible without a solver.

Place: graph/explore/. `explore` calls this on a projected constraint. `there is x with 1 <= x <= a
and x != b` cannot be said without x in one conjunction, but in two: cut at `x < b` and
`x > b`, and x can be eliminated from each. Two disjuncts that the domain decides are
cheaper than one that needs a solver. Exact: the pieces together are the constraint.

`there are x, y with a = x * x and b = y * y`, with b forgotten, says nothing about a that
`there is x with a = x * x` does not: what is idle goes once it is known to be possible.
Left in place it would make every further call a new state.
"""

from __future__ import annotations

from collections.abc import Mapping

from heapwright.domains.constraint import FALSE, TRUE, Constraint, assume
from heapwright.domains.image import rename
from heapwright.domains.models import model
from heapwright.domains.normal_form import existentials, literals, variables
from heapwright.domains.project import project
from heapwright.terms.build import at_most_zero, variable
from heapwright.terms.rewrite import free_variables
from heapwright.terms.term import DiffersFromZero, Term, Variable

MOST_PIECES = 16
MOST_CUTS = 2 * MOST_PIECES


def pieces(constraint: Constraint) -> list[Constraint]:
    """Give constraints that together describe the same; the constraint itself if none is better."""
    if not existentials(constraint):
        return [constraint]
    constraint = _without_idle(constraint)
    hidden = existentials(constraint)
    keep = [v for v in variables(constraint) if v not in hidden]
    done: list[Constraint] = []
    pending = [constraint]
    n_cuts = 0
    while pending:
        # A cut of which one side is impossible adds no piece, and projecting the other side may
        # give another disequality, and so on.
        if len(done) + len(pending) > MOST_PIECES or n_cuts > MOST_CUTS:
            return [constraint]
        current = pending.pop()
        cut = _disequality_on_hidden(current)
        if cut is None:
            done.append(current)
            continue
        n_cuts += 1
        # sum != 0 is sum + 1 <= 0 or -sum + 1 <= 0.
        below = at_most_zero(cut.parts, cut.constant + 1)
        above = at_most_zero(tuple((a, -f) for a, f in cut.parts), 1 - cut.constant)
        for side in (above, below):
            narrowed = assume(current, side)
            if narrowed is not FALSE:
                pending.append(project(narrowed, keep))
    return done


def _without_idle(constraint: Constraint) -> Constraint:
    """Leave out what speaks of existentials alone and surely has a model."""
    hidden = set[Term](existentials(constraint))
    said = literals(constraint)
    linked = {v for literal in said for v in free_variables(literal) if v not in hidden}
    idle = [literal for literal in said if hidden.issuperset(free_variables(literal))]
    # Whatever shares a variable with a literal that is linked is linked, too.
    grown = True
    while grown:
        grown = False
        for literal in said:
            free = free_variables(literal)
            if not linked.isdisjoint(free) and not linked.issuperset(free):
                linked.update(free)
                grown = True
    idle = [literal for literal in idle if linked.isdisjoint(free_variables(literal))]
    if not idle or not isinstance(model(_conjunction(idle)), Mapping):
        return constraint
    rest = _conjunction([literal for literal in said if literal not in idle])
    rest = project(rest, [v for v in variables(rest) if v not in hidden])
    # With equal names for what is left, equal constraints are seen to be equal.
    return rename(rest, {v: variable(f"?{i}", v.sort) for i, v in enumerate(existentials(rest))})


def _conjunction(said: list[Term]) -> Constraint:
    whole = TRUE
    for literal in said:
        whole = assume(whole, literal)
    return whole


def _disequality_on_hidden(constraint: Constraint) -> DiffersFromZero | None:
    hidden = set[Term](existentials(constraint))
    if hidden:
        for literal in literals(constraint):
            # Cutting `x % 5 != 0` would help nobody: only over sums of variables does
            # each side lead to an elimination.
            if (
                isinstance(literal, DiffersFromZero)
                and all(isinstance(atom, Variable) for atom, _ in literal.parts)
                and not hidden.isdisjoint(free_variables(literal))
            ):
                return literal
    return None
