"""Closed difference bounds: the strongest `x - y <= c` for every pair.

Place: domains/. `constraint`, `project` and `normal_form` work on these rows.

A matrix is a list of rows; `rows[i][j]` bounds variable i minus variable j from
above, `INFINITE` where nothing is known, and index 0 stands for the number
zero. *Closed* means that no path of bounds says more than the direct bound. A
closed matrix without a negative cycle has integer solutions, and every finite
bound is attained by one of them; that is what makes the domain exact.

Rows are shared between constraints and never changed in place: whoever
tightens gets a fresh outer list with fresh copies of the rows that change.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from operator import add
from typing import TypeAlias

Bound: TypeAlias = float
"""An int, or INFINITE. Finite bounds are always ints, so nothing is rounded."""

Row: TypeAlias = "list[Bound]"
Rows: TypeAlias = "list[Row]"

INFINITE: Bound = inf


def tightened(rows: Rows, left: int, right: int, bound: Bound) -> tuple[Rows, list[int], list[int]]:
    """Add `left - right <= bound` to a closed matrix that does not imply it.

    Answers the closed matrix, and the rows and columns whose crossings may
    have changed. The caller has checked that no negative cycle appears.
    """
    # A pair (p, q) improves only through p → left → right → q. If the way to
    # `right` does not improve for row p, no column of p does (the matrix was
    # closed); the same holds for columns. So only improving rows times
    # improving columns are visited.
    after = rows[right]
    columns = []
    gains = []
    for column, known in enumerate(rows[left]):
        candidate = bound + after[column]
        if candidate < known:
            columns.append(column)
            gains.append(candidate)
    changed = []
    fresh = rows[:]
    for number, row in enumerate(rows):
        way = row[left]
        if way + bound < row[right]:
            copy = row[:]
            for column, gain in zip(columns, gains, strict=True):
                candidate = way + gain
                if candidate < copy[column]:
                    copy[column] = candidate
            fresh[number] = copy
            changed.append(number)
    return fresh, changed, columns


def with_inserted(rows: Rows, position: int) -> Rows:
    """Add an unconstrained variable at an index."""
    fresh = [[*row[:position], INFINITE, *row[position:]] for row in rows]
    added = [INFINITE] * (len(rows) + 1)
    added[position] = 0
    fresh.insert(position, added)
    return fresh


def with_bounded(rows: Rows, position: int, other: int, bound: Bound, *, above: bool) -> Rows:
    """Add a variable at an index with its first bound, closed.

    With `above`, the bound is `new - other <= bound`, else `other - new <= bound`.
    The numbers are those of `rows`, before the insertion.
    """
    if above:
        added = [bound + known for known in rows[other]]
        fresh = [[*row[:position], INFINITE, *row[position:]] for row in rows]
        added.insert(position, 0)
    else:
        fresh = [[*row[:position], row[other] + bound, *row[position:]] for row in rows]
        added = [INFINITE] * (len(rows) + 1)
        added[position] = 0
    fresh.insert(position, added)
    return fresh


def without(rows: Rows, positions: Sequence[int]) -> Rows:
    """Drop variables; what remains is closed, and is their exact projection."""
    if len(positions) == 1:
        gone = positions[0]
        return [row[:gone] + row[gone + 1 :] for at, row in enumerate(rows) if at != gone]
    dropped = set(positions)
    kept = [at for at in range(len(rows)) if at not in dropped]
    return [[rows[at][other] for other in kept] for at in kept]


def reduced(rows: Rows) -> list[tuple[int, int, int]]:
    """List the bounds `(i, j, c)` that no path through others implies.

    A closed matrix without a zero cycle has exactly one such list, so equal
    constraints give equal lists. `constraint` keeps zero cycles out by turning
    implied equalities into definitions.
    """
    size = range(len(rows))
    columns = list(zip(*rows, strict=True))
    edges = []
    for left in size:
        row = rows[left]
        for right in size:
            bound = row[right]
            if left == right or bound == INFINITE:
                continue
            # Every way has at least the direct length, and the direct one is
            # met twice: at both ends. A third means a way through another.
            if list(map(add, row, columns[right])).count(bound) == 2:
                edges.append((left, right, int(bound)))
    return edges


def is_unconstrained(rows: Rows, at: int) -> bool:
    """Say whether no bound mentions this variable."""
    if rows[at].count(INFINITE) != len(rows) - 1:
        return False
    return all(row[at] == INFINITE for other, row in enumerate(rows) if other != at)
