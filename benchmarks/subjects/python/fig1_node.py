"""A list node that clients may only build through its public methods.

Source: [MSEQ] Figures 1 and 2, the demo class. |M| = 5 (`create` is the factory).
"""

from __future__ import annotations

from heapwright import scope, spec


class Node:
    # heapwright: private
    def __init__(self, following: Node | None, value: int) -> None:
        self._next = following
        self._value = value

    @staticmethod
    def create(v: int, b: bool) -> Node:
        return Node(None, 2 * v + 1) if b else Node(None, 2 * v)

    def get_next(self) -> Node | None:
        return self._next

    def get_value(self) -> int:
        return self._value

    def add_after(self, v: int) -> None:
        self._next = Node(None, v)

    def add_before(self, v: int) -> Node:
        return Node(self, v)


# reachable: the question of Figure 1; create, add_before, add_before
@scope(Node=6)
@spec
def TEST(o: Node) -> bool:
    return (
        o._value - o._next._value == 100
        and o._next._value - o._next._next._value == 200
        and o._value + o._next._next._value == 800
    )


# reachable: two nodes share one successor
@spec
def SHARED(a: Node, b: Node) -> bool:
    return a is not b and a._next is not None and a._next is b._next


# unreachable: a node is linked when it is made, and only to an older or a new one
@spec
def LOOP(o: Node) -> bool:
    return o._next is o
