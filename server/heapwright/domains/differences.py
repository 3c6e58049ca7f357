"""Assume what the difference of two variables is: at most, equal to, or not a value.

Place: domains/. `constraint` calls this for every comparison of two variables,
or of one with a constant: None stands for zero. What follows from the new bound
outside the rows is pushed to `pending`, and `constraint` assumes it in turn.
"""

from __future__ import annotations

from heapwright.domains.congruences import align
from heapwright.domains.definitions import define_rowless
from heapwright.domains.difference_bounds import Bound, is_unconstrained, tightened
from heapwright.domains.disequalities import pushed, with_excluded
from heapwright.domains.draft import Constraint
from heapwright.domains.linear import Sum
from heapwright.domains.variable_rows import difference_at_most, drop_rows, minus, place, prune
from heapwright.terms.build import differs_from_zero
from heapwright.terms.term import Parts, Term, Variable


def bound_difference(
    draft: Constraint,
    left: Variable | None,
    right: Variable | None,
    bound: Bound,
    pending: list[Term],
) -> bool:
    """Add `left - right <= bound`; say no when the bounds refute it."""
    left_at = place(draft, left)
    right_at = place(draft, right)
    if left is not None and right is not None:
        left_at = draft.index[left]
    rows = draft.rows
    if rows[left_at][right_at] <= bound:
        return True
    slack = rows[right_at][left_at] + bound
    if slack < 0:
        return False
    draft.rows, changed, columns = tightened(rows, left_at, right_at, bound)
    if slack > 0 and not (draft.apart or draft.strides):
        return True
    return settle(draft, changed, columns, slack == 0, left_at, pending)


def equate(
    draft: Constraint,
    left: Variable | None,
    right: Variable | None,
    value: int,
    pending: list[Term],
) -> bool:
    """Add `left - right = value`; say no when the bounds refute it."""
    if left is None or (right is not None and left.order < right.order):
        left, right, value = right, left, -value
    assert left is not None
    if left not in draft.index:
        # The later of the two is defined; it has no bounds to hand over.
        define_rowless(draft, left, (((right, 1),) if right is not None else (), value), pending)
        return True
    right_at = place(draft, right)
    left_at = draft.index[left]
    rows = draft.rows
    if rows[left_at][right_at] < value or rows[right_at][left_at] < -value:
        return False
    if rows[left_at][right_at] > value:
        rows, _, _ = tightened(rows, left_at, right_at, value)
    if rows[right_at][left_at] > -value:
        rows, _, _ = tightened(rows, right_at, left_at, -value)
    draft.rows = rows
    _unite(draft, left_at, pending)
    return True


def exclude(
    draft: Constraint,
    left: Variable | None,
    right: Variable | None,
    value: int,
    pending: list[Term],
) -> bool:
    """Add `left - right != value`, as a bound where it meets an end."""
    place(draft, left)
    right_at = place(draft, right)
    left_at = draft.index[left]
    rows = draft.rows
    high, low = rows[left_at][right_at], -rows[right_at][left_at]
    if value > high or value < low:
        return True
    if value == high:
        pending.append(difference_at_most(left, right, value - 1))
    elif value == low:
        pending.append(difference_at_most(right, left, -value - 1))
    else:
        draft.apart = with_excluded(draft.apart, left_at, right_at, value)
    return True


def settle(
    draft: Constraint,
    changed: list[int],
    columns: list[int],
    equal: bool,
    at: int,
    pending: list[Term],
) -> bool:
    """After a tightening, push ends past excluded values and unite what became equal."""
    if equal:
        # A cycle of length zero runs through the new bound: its members are
        # equal up to constants, and exactly one of them keeps its row.
        _unite(draft, at, pending)
        return True
    if draft.apart:
        for row_at in changed:
            for column in columns:
                pair = (row_at, column) if row_at < column else (column, row_at)
                if pair in draft.apart and not _push(draft, pair, pending):
                    return False
    if draft.strides and (0 in changed or 0 in columns):
        for row_at in {*changed, *columns}:
            if row_at:
                align(draft, draft.variables[row_at - 1], pending)
    return True


def _push(draft: Constraint, pair: tuple[int, int], pending: list[Term]) -> bool:
    left_at, right_at = pair
    low, high = -draft.rows[right_at][left_at], draft.rows[left_at][right_at]
    values, lowest, highest = pushed(draft.apart[pair], low, high)
    if lowest > highest:
        return False
    if len(values) != len(draft.apart[pair]):
        draft.apart = {key: kept for key, kept in draft.apart.items() if key != pair}
        if values:
            draft.apart[pair] = values
    left = draft.variables[left_at - 1] if left_at else None
    right = draft.variables[right_at - 1]
    if highest < high:
        pending.append(difference_at_most(left, right, int(highest)))
    if lowest > low:
        pending.append(difference_at_most(right, left, -int(lowest)))
    return True


def _unite(draft: Constraint, at: int, pending: list[Term]) -> None:
    rows = draft.rows
    row = rows[at]
    members = [other for other in range(len(rows)) if row[other] + rows[other][at] == 0]
    kept = members[0]
    keeper = draft.variables[kept - 1] if kept else None
    gone = members[1:]
    definitions: list[tuple[Variable, Sum]] = []
    for other in gone:
        distance = int(rows[other][kept])
        body: Parts = ((keeper, 1),) if keeper is not None else ()
        definitions.append((draft.variables[other - 1], (body, distance)))
    renewed = bool(draft.apart)
    if renewed:
        # The other members' exclusions hold for the keeper; its own bounds may
        # have moved, so all are looked at again.
        for left_at, right_at in draft.apart:
            left = draft.variables[left_at - 1] if left_at else None
            for value in draft.apart[left_at, right_at]:
                total = minus(left, draft.variables[right_at - 1], value)
                pending.append(differs_from_zero(*total))
        draft.apart = {}
    drop_rows(draft, gone)
    # Whoever was bound to a member is bound to the keeper, so without
    # exclusions only the keeper itself can be left without bounds.
    if renewed or (kept and is_unconstrained(draft.rows, kept)):
        prune(draft)
    for variable, total in definitions:
        define_rowless(draft, variable, total, pending)
    if draft.strides:
        for variable in draft.strides:
            align(draft, variable, pending)
