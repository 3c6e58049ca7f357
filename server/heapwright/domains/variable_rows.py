"""The row of each variable of a constraint: made, dropped, read.

Place: domains/. `difference_bounds` computes on rows by number; this knows which
variable a number stands for. Drafts are changed here, by replacing their fields.
"""

from __future__ import annotations

from bisect import bisect_left

from heapwright.domains.difference_bounds import (
    INFINITE,
    Bound,
    is_unconstrained,
    with_bounded,
    with_inserted,
    without,
)
from heapwright.domains.disequalities import after_insert, after_removal, touching
from heapwright.domains.draft import Constraint
from heapwright.domains.linear import Range, Sum
from heapwright.terms.build import at_most_zero, differs_from_zero
from heapwright.terms.term import AtMostZero, Term, Variable


def place(draft: Constraint, variable: Variable | None) -> int:
    """Give the row of a variable, making one where it has none."""
    at = draft.index.get(variable)
    if at is not None:
        return at
    assert variable is not None
    at = bisect_left(draft.variables, variable.order, key=_order) + 1
    draft.rows = with_inserted(draft.rows, at)
    if draft.apart:
        draft.apart = after_insert(draft.apart, at)
    number(draft, (*draft.variables[: at - 1], variable, *draft.variables[at - 1 :]))
    return at


def with_first_bound(
    constraint: Constraint,
    left: Variable | None,
    right: Variable | None,
    left_at: int | None,
    right_at: int | None,
    bound: Bound,
) -> Constraint | None:
    """Add the first bound of a variable, which cannot contradict anything."""
    if constraint.strides or constraint.sums:
        return None
    if left_at is not None:
        added, other, above = right, left_at, False
    elif right_at is not None:
        added, other, above = left, right_at, True
    else:
        return None
    assert added is not None
    draft = constraint.fork()
    names = draft.variables
    at = bisect_left(names, added.order, key=_order) + 1
    draft.rows = with_bounded(draft.rows, at, other, bound, above=above)
    if draft.apart:
        draft.apart = after_insert(draft.apart, at)
    number(draft, (*names[: at - 1], added, *names[at - 1 :]))
    return draft


def number(draft: Constraint, variables: tuple[Variable, ...]) -> None:
    """Say which variables the rows after the first stand for."""
    draft.variables = variables
    index: dict[Variable | None, int] = {None: 0}
    for at, variable in enumerate(variables, 1):
        index[variable] = at
    draft.index = index


def drop_rows(draft: Constraint, positions: list[int]) -> None:
    """Forget the bounds and exclusions of some variables."""
    draft.rows = without(draft.rows, positions)
    if draft.apart:
        draft.apart = after_removal(draft.apart, positions)
    gone = set(positions)
    number(draft, tuple([v for at, v in enumerate(draft.variables, 1) if at not in gone]))


def prune(draft: Constraint) -> None:
    """Drop the rows of variables that nothing bounds any more, so that keys agree."""
    mentioned = {at for pair in draft.apart for at in pair}
    free = [
        at
        for at in range(1, len(draft.rows))
        if at not in mentioned and is_unconstrained(draft.rows, at)
    ]
    if free:
        drop_rows(draft, free)


def ranges(draft: Constraint) -> dict[Term, Range]:
    """Give the lowest and highest value of every variable that has a row."""
    top = draft.rows[0]
    rows = draft.rows
    return {v: (-top[at], rows[at][0]) for at, v in enumerate(draft.variables, 1)}


def seen_by_bounds(draft: Constraint, literal: AtMostZero) -> bool | None:
    """Say whether the bounds imply or refute `x - y <= c`; None when neither."""
    assert literal.difference is not None
    left, right, bound = literal.difference
    left_at, right_at = draft.index.get(left), draft.index.get(right)
    if left_at is None or right_at is None:
        return None
    if draft.rows[left_at][right_at] <= bound:
        return True
    return False if draft.rows[right_at][left_at] + bound < 0 else None


def facts_about(draft: Constraint, at: int) -> list[Term]:
    """List the bounds and exclusions of one row as literals, without implied bounds."""
    rows, variable = draft.rows, draft.variables[at - 1]
    row = rows[at]
    size = range(len(rows))
    found: list[Term] = []
    for other in size:
        if other == at:
            continue
        partner = draft.variables[other - 1] if other else None
        middles = [k for k in size if k not in (at, other)]
        upper = row[other]
        if upper != INFINITE and all(row[k] + rows[k][other] > upper for k in middles):
            found.append(difference_at_most(variable, partner, int(upper)))
        lower = rows[other][at]
        if lower != INFINITE and all(rows[other][k] + rows[k][at] > lower for k in middles):
            found.append(difference_at_most(partner, variable, int(lower)))
    for other, value in touching(draft.apart, at):
        partner = draft.variables[other - 1] if other else None
        found.append(differs_from_zero(*minus(variable, partner, value)))
    return found


def difference_at_most(left: Variable | None, right: Variable | None, bound: int) -> Term:
    """Write `left - right <= bound`, None standing for zero."""
    return at_most_zero(*minus(left, right, bound))


def minus(left: Variable | None, right: Variable | None, value: int) -> Sum:
    """Write `left - right - value` as a sum, None standing for zero."""
    if left is None:
        assert right is not None
        return ((right, -1),), -value
    if right is None:
        return ((left, 1),), -value
    if left.order < right.order:
        return ((left, 1), (right, -1)), -value
    return ((right, -1), (left, 1)), -value


def _order(variable: Variable) -> str:
    return variable.order
