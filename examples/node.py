"""A list node that clients may only build through its public methods.

The twin of node.tiny. Source of the class and of the question: [MSEQ] Figures 1 and 2.
"""

from __future__ import annotations

from heapwright import scope, spec


class Node:
    # heapwright: private
    def __init__(self, next: Node | None, value: int) -> None:
        self._next = next
        self._value = value

    @staticmethod
    def create(v: int, b: bool) -> Node:
        if b:
            return Node(None, v * 2 + 1)
        return Node(None, v * 2)

    def get_next(self) -> Node | None:
        return self._next

    def get_value(self) -> int:
        return self._value

    def add_after(self, v: int) -> None:
        self._next = Node(None, v)

    def add_before(self, v: int) -> Node:
        return Node(self, v)


# reachable in 3 calls
@scope(Node=3)
@spec
def TEST(o: Node) -> bool:
    return (
        o._value - o._next._value == 100
        and o._next._value - o._next._next._value == 200
        and o._value + o._next._next._value == 800
    )


# unreachable: a node is linked when it is made, and never to itself
@spec
def LOOP(o: Node) -> bool:
    return o._next is o
