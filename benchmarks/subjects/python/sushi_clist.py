"""A circular doubly linked list with a header that keeps removed nodes for later.

Source: [MSEQ] Table 1, subject 4 (SUSHI CList, `NodeCachingLinkedList`). |M| = 7.
"""

from __future__ import annotations

from heapwright import invariant, scope, spec


class LinkedListNode:
    # heapwright: private
    def __init__(self, value: object | None, owner: NodeCachingLinkedList) -> None:
        self.previous: LinkedListNode | None = None
        self.next: LinkedListNode | None = None
        self.value = value
        self.owner = owner


class NodeCachingLinkedList:
    def __init__(self) -> None:
        self._header = LinkedListNode(None, self)
        self._header.previous = self._header
        self._header.next = self._header
        self._size = 0
        self._first_cached_node: LinkedListNode | None = None
        self._cache_size = 0
        self._maximum_cache_size = 20
        self._mod_count = 0

    def remove(self, value: object | None) -> bool:
        """Remove the first such element; say whether there was one."""
        node = self._node_with(value)
        if node is self._header:
            return False
        self._remove_node(node)
        return True

    def add(self, value: object | None) -> bool:
        return self.append(value)

    def append(self, value: object | None) -> bool:
        self._add_before(self._header, self._node_for(value))
        return True

    def __contains__(self, value: object | None) -> bool:
        return self._node_with(value) is not self._header

    def index(self, value: object | None) -> int:
        index = 0
        node = self._header.next
        while node is not self._header and node.value is not value:
            index += 1
            node = node.next
        return -1 if node is self._header else index

    def pop(self, index: int) -> object | None:
        node = self._node_at(index)
        value = node.value
        self._remove_node(node)
        return value

    def _node_with(self, value: object | None) -> LinkedListNode:
        """Give the first node with a value, or the header."""
        node = self._header.next
        while node is not self._header and node.value is not value:
            node = node.next
        return node

    def _node_at(self, index: int) -> LinkedListNode:
        """Go from the nearer end."""
        if index < 0:
            raise RuntimeError
        if index == self._size:
            raise RuntimeError
        if index > self._size:
            raise IndexError
        if index < self._size // 2:
            node = self._header.next
            while index > 0:
                node = node.next
                index -= 1
            return node
        node = self._header
        left = self._size - index
        while left > 0:
            node = node.previous
            left -= 1
        return node

    def _add_before(self, place: LinkedListNode, node: LinkedListNode) -> None:
        node.next = place
        node.previous = place.previous
        place.previous.next = node
        place.previous = node
        self._size += 1
        self._mod_count += 1

    def _remove_node(self, node: LinkedListNode) -> None:
        node.previous.next = node.next
        node.next.previous = node.previous
        self._size -= 1
        self._mod_count += 1
        self._cache(node)

    def _node_for(self, value: object | None) -> LinkedListNode:
        """Give a node from the cache if there is one, else a new one."""
        cached = self._first_cached_node
        if self._cache_size == 0:
            return LinkedListNode(value, self)
        self._first_cached_node = cached.next
        self._cache_size -= 1
        cached.next = None
        cached.value = value
        return cached

    def _cache(self, node: LinkedListNode) -> None:
        if self._cache_size < self._maximum_cache_size:
            node.previous = None
            node.value = None
            node.next = self._first_cached_node
            self._first_cached_node = node
            self._cache_size += 1

    def _ring_from(self, node: LinkedListNode, left: int) -> bool:
        """The links agree, and `left` more nodes lead back to the header."""
        if node.owner is not self or node.next.previous is not node:
            return False
        if left == 0:
            return node.next is self._header
        return node.next is not self._header and self._ring_from(node.next, left - 1)

    def _cached_from(self, node: LinkedListNode | None, left: int) -> bool:
        if left == 0:
            return node is None
        return (
            node.previous is None
            and node.value is None
            and node.owner is self
            and self._cached_from(node.next, left - 1)
        )

    @invariant
    def ring(self) -> bool:
        return self._header.value is None and self._ring_from(self._header, self._size)

    @invariant
    def cached(self) -> bool:
        return self._cache_size <= self._maximum_cache_size and self._cached_from(
            self._first_cached_node, self._cache_size
        )


# The header and the cached nodes count.
# reachable
@scope(LinkedListNode=6)
@spec
def FIVE(items: NodeCachingLinkedList) -> bool:
    return (
        items._size == 5
        and items._header.next.value is items._header.previous.value
        and items._header.next.value is not None
    )


# reachable: three were removed, and two are left
@spec
def CACHED(items: NodeCachingLinkedList) -> bool:
    return items._size == 2 and items._cache_size == 3


# unreachable: what is cached is not in the list
@spec
def IN_BOTH(items: NodeCachingLinkedList) -> bool:
    return items._size > 0 and items._header.next is items._first_cached_node
