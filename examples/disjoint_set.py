"""Disjoint sets with union by size and path compression, in two lists."""

from __future__ import annotations

from heapwright import invariant, scope, spec


class DisjointSet:
    def __init__(self, size: int) -> None:
        if not 1 <= size <= 3:
            raise ValueError("this example keeps to three elements")
        self._parents = list(range(size))
        self._sizes = [1] * size
        self._count = size

    def find(self, item: int) -> int:
        root = item
        while self._parents[root] != root:
            root = self._parents[root]
        while self._parents[item] != root:
            self._parents[item], item = root, self._parents[item]
        return root

    def union(self, first: int, second: int) -> bool:
        one, other = self.find(first), self.find(second)
        if one == other:
            return False
        if self._sizes[one] < self._sizes[other]:
            one, other = other, one
        self._parents[other] = one
        self._sizes[one] += self._sizes[other]
        self._count -= 1
        return True

    # holds
    @invariant
    def counts_roots(self) -> bool:
        return self._count == sum(1 for item, parent in enumerate(self._parents) if item == parent)


# reachable: all three are one set
@scope(items=3)
@spec
def ONE_SET(sets: DisjointSet) -> bool:
    return sets._count == 1 and len(sets._parents) == 3


# unreachable: the first of two equally large sets stays a root
@spec
def CIRCLE(sets: DisjointSet) -> bool:
    return sets._parents[0] == 1 and sets._parents[1] == 0
