"""What to ask of disjoint sets."""

from disjoint_set import DisjointSet

from heapwright import scope, spec


# easy, reachable
@scope(items=2)
@spec
def JOINED(sets: DisjointSet) -> bool:
    return len(sets._parents) == 2 and sets._count == 1


# unreachable: with union by size nobody has a grandparent in a set of three
@scope(items=3)
@spec
def CIRCLE(sets: DisjointSet) -> bool:
    return sets._parents[0] == 1 and sets._parents[1] == 0
