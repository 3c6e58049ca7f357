"""A skew heap.

Source: [MSEQ] Table 1, subject 13 (JavaScan Skew, `SkewHeap`). |M| = 6.
"""

from __future__ import annotations

from heapwright import invariant, scope, spec


class SkewNode:
    # heapwright: private
    def __init__(self, element: int, outer: SkewHeap) -> None:
        self.element = element
        self.left: SkewNode | None = None
        self.right: SkewNode | None = None
        self.outer = outer


class SkewHeap:
    def __init__(self) -> None:
        self._root: SkewNode | None = None
        self._size = 0

    def is_empty(self) -> bool:
        return self._root is None

    def clear(self) -> None:
        self._root = None
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def insert(self, x: int) -> None:
        self._root = self._merged(self._root, SkewNode(x, self))
        self._size += 1

    def remove(self) -> None:
        """Take the smallest element away."""
        if self.is_empty():
            raise IndexError("the heap is empty")
        self._root = self._merged(self._root.left, self._root.right)
        self._size -= 1

    def _merged(self, x: SkewNode | None, y: SkewNode | None) -> SkewNode | None:
        if x is None:
            return y
        if y is None:
            return x
        if x.element < y.element:
            left = x.left
            x.left = self._merged(x.right, y)
            x.right = left
            return x
        left = y.left
        y.left = y.right
        y.right = self._merged(left, x)
        return y

    def _size_below(self, node: SkewNode | None) -> int:
        if node is None:
            return 0
        return 1 + self._size_below(node.left) + self._size_below(node.right)

    def _ordered_below(self, node: SkewNode | None) -> bool:
        return node is None or (
            (node.left is None or node.element <= node.left.element)
            and (node.right is None or node.element <= node.right.element)
            and self._ordered_below(node.left)
            and self._ordered_below(node.right)
        )

    @invariant
    def ordered(self) -> bool:
        return self._ordered_below(self._root)

    @invariant
    def counted(self) -> bool:
        return self._size == self._size_below(self._root)


# reachable
@scope(SkewNode=6)
@spec
def SIX(h: SkewHeap) -> bool:
    return h._size == 6 and h._root.element == 1000


# reachable: nothing keeps the heap in balance
@spec
def LINE(h: SkewHeap) -> bool:
    return (
        h._root.left.left.left.left.left is not None and h._root.left.element == h._root.element + 7
    )


# unreachable: the smallest element is on top
@spec
def SMALLER_BELOW(h: SkewHeap) -> bool:
    return h._root.right.element < h._root.element
