"""A stack as a singly linked list.

Source: [MSEQ] Table 1, subject 10 (Kiasan Stack, `StackLi`). |M| = 8.
"""

from __future__ import annotations

from heapwright import invariant, scope, spec


class ListNode:
    # heapwright: private
    def __init__(self, element: object | None, following: ListNode | None) -> None:
        self.element = element
        self.next = following


class StackLi:
    def __init__(self) -> None:
        self._top: ListNode | None = None

    def is_empty(self) -> bool:
        return self._top is None

    def is_full(self) -> bool:
        return False

    def clear(self) -> None:
        self._top = None

    def drop(self) -> None:
        if self.is_empty():
            raise IndexError("the stack is empty")
        self._top = self._top.next

    def push(self, x: object | None) -> None:
        self._top = ListNode(x, self._top)

    def top(self) -> object | None:
        return None if self.is_empty() else self._top.element

    def pop(self) -> object | None:
        if self.is_empty():
            return None
        node = self._top
        self._top = node.next
        return node.element

    def _size_below(self, node: ListNode | None) -> int:
        return 0 if node is None else 1 + self._size_below(node.next)

    def _ends_after(self, slow: ListNode | None, fast: ListNode | None) -> bool:
        """A runner that makes two steps at a time meets the slow one if the list is a circle."""
        return (
            fast is None
            or fast.next is None
            or fast.next.next is None
            or (fast.next.next is not slow.next and self._ends_after(slow.next, fast.next.next))
        )

    @invariant
    def is_acyclic(self) -> bool:
        return self._ends_after(self._top, self._top)


# reachable
@scope(ListNode=6)
@spec
def SIX(s: StackLi) -> bool:
    return s._size_below(s._top) == 6


# reachable: one object twice, with another one between
@spec
def TWICE(s: StackLi) -> bool:
    return (
        s._top.element is not None
        and s._top.element is s._top.next.next.element
        and s._top.element is not s._top.next.element
    )


# unreachable: a node is linked when it is made, to older ones only
@spec
def LOOP(s: StackLi) -> bool:
    return s._top.next is s._top
