"""A singly linked list with a header node, and iterators that clients hold.

Source: [MSEQ] Table 1, subject 12 (SIR SList, `MyLinkedList` and `MyLinkedListItr`).
|M| = 13: ten of the list with `first`, which stands in the class of iterators as in the tiny
version, and the three methods of an iterator.
"""

from __future__ import annotations

from heapwright import invariant, scope, spec


class MyListNode:
    # heapwright: private
    def __init__(
        self, element: object | None, following: MyListNode | None, outer: MyLinkedList
    ) -> None:
        self.element = element
        self.next = following
        self.outer = outer


class MyLinkedListItr:
    # heapwright: private
    def __init__(self, current: MyListNode | None, outer: MyLinkedList) -> None:
        self.current = current
        self.outer = outer

    @staticmethod
    def first(items: MyLinkedList) -> MyLinkedListItr:
        """Give an iterator at the first element, past the end if there is none."""
        return MyLinkedListItr(items.header.next, items)

    def is_past_end(self) -> bool:
        return self.current is None

    def retrieve(self) -> object | None:
        return None if self.is_past_end() else self.current.element

    def advance(self) -> None:
        if not self.is_past_end():
            self.current = self.current.next


class MyLinkedList:
    def __init__(self, maxsize: int) -> None:
        self.header = MyListNode(None, None, self)
        self._maxsize = maxsize

    def is_empty(self) -> bool:
        return self.header.next is None

    def clear(self) -> None:
        self.header.next = None

    def insert(self, x: object | None, place: MyLinkedListItr | None) -> None:
        """After the iterator's element; nothing happens past the end."""
        if place is not None and place.current is not None:
            place.current.next = MyListNode(x, place.current.next, self)

    def append(self, x: object | None) -> None:
        last = self.header
        while last.next is not None:
            last = last.next
        last.next = MyListNode(x, None, self)

    def __len__(self) -> int:
        count = 0
        node = self.header.next
        while node is not None:
            count += 1
            node = node.next
        return count

    def find(self, x: object | None) -> MyLinkedListItr:
        itr = MyLinkedListItr.first(self)
        while not itr.is_past_end() and not self._holds(itr.current, x):
            itr.advance()
        return itr

    def find_previous(self, x: object | None) -> MyLinkedListItr:
        """At the node before the first one with x, which may be the header; at the last
        node if no element is x.
        """
        itr = MyLinkedListItr.first(self)
        itr.current = self.header
        while itr.current.next is not None and not self._holds(itr.current.next, x):
            itr.advance()
        return itr

    def remove(self, x: object | None) -> None:
        before = self.find_previous(x).current
        if before.next is not None:
            before.next = before.next.next

    def _holds(self, node: MyListNode, x: object | None) -> bool:
        """Java's `node.element.equals(x)`, with elements that are equal to themselves only."""
        if node.element is None:
            raise AttributeError("None has no `equals`")
        return node.element is x

    def _ends_after(self, slow: MyListNode | None, fast: MyListNode | None) -> bool:
        return (
            fast is None
            or fast.next is None
            or fast.next.next is None
            or (fast.next.next is not slow.next and self._ends_after(slow.next, fast.next.next))
        )

    @invariant
    def is_acyclic(self) -> bool:
        return self._ends_after(self.header, self.header)

    @invariant
    def has_header(self) -> bool:
        return self.header.element is None and self.header.outer is self


# The header counts, and so do removed nodes that an iterator still knows.
# reachable
@scope(MyListNode=6)
@spec
def FIVE(items: MyLinkedList) -> bool:
    return len(items) == 5


# reachable: an iterator stays at an element that was removed
@spec
def STALE(items: MyLinkedList, i: MyLinkedListItr) -> bool:
    return (
        i.outer is items
        and i.current.element is not None
        and i.current is not items.header
        and items.header.next is None
    )


# unreachable: nothing writes the element of the header
@spec
def FULL_HEADER(items: MyLinkedList) -> bool:
    return items.header.element is not None
