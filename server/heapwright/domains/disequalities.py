"""Excluded differences: `x - y != c` beside a matrix of difference bounds.

Place: domains/. Values that meet an end of what the bounds allow push that
bound inward; values outside say nothing and are dropped. Together with bounds
they are not convex: x, y, z in {0, 1} may be pairwise different as far as this
module can see. `decide` therefore believes in a solution only when it has one.
"""

from __future__ import annotations

from typing import TypeAlias

from heapwright.domains.difference_bounds import Bound

Apart: TypeAlias = "dict[tuple[int, int], tuple[int, ...]]"
"""For indices i < j, the sorted values that variable i minus variable j avoids."""


def with_excluded(apart: Apart, left: int, right: int, value: int) -> Apart:
    """Add `left - right != value`."""
    if left > right:
        left, right, value = right, left, -value
    known = apart.get((left, right), ())
    if value in known:
        return apart
    return {**apart, (left, right): tuple(sorted((*known, value)))}


def excludes(apart: Apart, left: int, right: int, value: int) -> bool:
    """Say whether `left - right != value` is listed."""
    if left > right:
        left, right, value = right, left, -value
    return value in apart.get((left, right), ())


def pushed(
    values: tuple[int, ...], lowest: Bound, highest: Bound
) -> tuple[tuple[int, ...], Bound, Bound]:
    """Move both ends past excluded values, and keep the values strictly between."""
    excluded = set(values)
    while highest in excluded and lowest <= highest:
        highest -= 1
    while lowest in excluded and lowest <= highest:
        lowest += 1
    return tuple([value for value in values if lowest < value < highest]), lowest, highest


def after_insert(apart: Apart, position: int) -> Apart:
    """Renumber after a variable was inserted at an index."""
    return {
        (left + (left >= position), right + (right >= position)): values
        for (left, right), values in apart.items()
    }


def after_removal(apart: Apart, positions: list[int]) -> Apart:
    """Renumber after variables were dropped, forgetting what was said of them."""
    gone = set(positions)
    kept: Apart = {}
    for (left, right), values in apart.items():
        if left in gone or right in gone:
            continue
        new_left = left - sum(position < left for position in positions)
        new_right = right - sum(position < right for position in positions)
        kept[new_left, new_right] = values
    return kept


def touching(apart: Apart, index: int) -> list[tuple[int, int]]:
    """List `(other, value)` for every `index - other != value`."""
    found = []
    for (left, right), values in apart.items():
        if left == index:
            found.extend([(right, value) for value in values])
        elif right == index:
            found.extend([(left, -value) for value in values])
    return found
