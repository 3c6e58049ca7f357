"""A leftist heap; two of them can be merged.

Source: [MSEQ] Table 1, subject 9 (Kiasan Leftist, `LeftistHeap`). |M| = 7.
"""

from __future__ import annotations

from heapwright import invariant, scope, spec


class LeftistNode:
    # heapwright: private
    def __init__(self, element: int) -> None:
        self.element = element
        self.left: LeftistNode | None = None
        self.right: LeftistNode | None = None
        self.npl = 0


class Ancestors:
    """The nodes from one back to the root; only `acyclic` makes these."""

    # heapwright: private
    def __init__(self, node: LeftistNode, rest: Ancestors | None) -> None:
        self.node = node
        self.rest = rest


class LeftistHeap:
    def __init__(self) -> None:
        self._root: LeftistNode | None = None

    def pop_min(self) -> int:
        smallest = self.find_min()
        self._root = self._merged(self._root.left, self._root.right)
        return smallest

    def find_min(self) -> int:
        if self.is_empty():
            raise IndexError("the heap is empty")
        return self._root.element

    def insert(self, x: int) -> None:
        self._root = self._merged(LeftistNode(x), self._root)

    def is_empty(self) -> bool:
        return self._root is None

    def clear(self) -> None:
        self._root = None

    def merge(self, other: LeftistHeap | None) -> None:
        if self is not other:
            self._root = self._merged(self._root, other._root)
            other._root = None

    def _merged(self, a: LeftistNode | None, b: LeftistNode | None) -> LeftistNode | None:
        if a is None:
            return b
        if b is None:
            return a
        return self._merged_under(a, b) if a.element < b.element else self._merged_under(b, a)

    def _merged_under(self, top: LeftistNode, other: LeftistNode) -> LeftistNode:
        """`top` has the smaller element, and both are there."""
        if top.left is None:
            top.left = other
        else:
            top.right = self._merged(top.right, other)
            if top.left.npl < top.right.npl:
                top.left, top.right = top.right, top.left
            top.npl = top.right.npl + 1
        return top

    def _size_below(self, node: LeftistNode | None) -> int:
        if node is None:
            return 0
        return 1 + self._size_below(node.left) + self._size_below(node.right)

    def _npl_of(self, node: LeftistNode | None) -> int:
        return -1 if node is None else node.npl

    def _acyclic_below(self, node: LeftistNode | None, above: Ancestors | None) -> bool:
        if node is None:
            return True
        if self._is_among(node, above):
            return False
        here = Ancestors(node, above)
        return self._acyclic_below(node.left, here) and self._acyclic_below(node.right, here)

    def _is_among(self, node: LeftistNode, above: Ancestors | None) -> bool:
        return above is not None and (above.node is node or self._is_among(node, above.rest))

    def _ordered_below(self, node: LeftistNode | None) -> bool:
        return node is None or (
            (node.left is None or node.element <= node.left.element)
            and (node.right is None or node.element <= node.right.element)
            and self._ordered_below(node.left)
            and self._ordered_below(node.right)
        )

    def _leftist_below(self, node: LeftistNode | None) -> bool:
        return node is None or (
            self._npl_of(node.left) >= self._npl_of(node.right)
            and node.npl == self._npl_of(node.right) + 1
            and self._leftist_below(node.left)
            and self._leftist_below(node.right)
        )

    @invariant
    def acyclic(self) -> bool:
        return self._acyclic_below(self._root, None)

    @invariant
    def ordered(self) -> bool:
        return self._ordered_below(self._root)

    @invariant
    def leftist(self) -> bool:
        return self._leftist_below(self._root)


# reachable
@scope(LeftistHeap=2, LeftistNode=6)
@spec
def SIX(h: LeftistHeap) -> bool:
    return h._size_below(h._root) == 6 and h._root.element == 1000


# reachable: two heaps of three
@spec
def TWO(a: LeftistHeap, b: LeftistHeap) -> bool:
    return (
        a is not b
        and a._size_below(a._root) == 3
        and b._size_below(b._root) == 3
        and a._root.element == b._root.element
        and a._root.right is not None
        and b._root.right is None
    )


# unreachable: a merge takes all nodes from the other heap
@spec
def SHARED(a: LeftistHeap, b: LeftistHeap) -> bool:
    return a is not b and a._root is not None and a._root is b._root
