"""A binary search tree without balancing.

Source: [MSEQ] Table 1, subject 7 (Kiasan BST, `BinarySearchTree`). |M| = 8.
"""

from __future__ import annotations

from heapwright import invariant, scope, spec


class BinaryNode:
    # heapwright: private
    def __init__(self, element: int) -> None:
        self.element = element
        self.left: BinaryNode | None = None
        self.right: BinaryNode | None = None


class BinarySearchTree:
    def __init__(self) -> None:
        self._root: BinaryNode | None = None

    def find(self, x: int) -> int:
        """Give the element itself, or -1 if it is absent; likewise below."""
        return self._element_of(self._node_of(x, self._root))

    def find_max(self) -> int:
        return self._element_of(self._last_below(self._root))

    def find_min(self) -> int:
        return self._element_of(self._first_below(self._root))

    def insert(self, x: int) -> None:
        self._root = self._inserted(x, self._root)

    def remove(self, x: int) -> None:
        self._root = self._without(x, self._root)

    def is_empty(self) -> bool:
        return self._root is None

    def clear(self) -> None:
        self._root = None

    def _element_of(self, node: BinaryNode | None) -> int:
        return -1 if node is None else node.element

    def _node_of(self, x: int, node: BinaryNode | None) -> BinaryNode | None:
        if node is None:
            return None
        if x < node.element:
            return self._node_of(x, node.left)
        if node.element < x:
            return self._node_of(x, node.right)
        return node

    def _first_below(self, node: BinaryNode | None) -> BinaryNode | None:
        if node is None:
            return None
        return node if node.left is None else self._first_below(node.left)

    def _last_below(self, node: BinaryNode | None) -> BinaryNode | None:
        if node is not None:
            while node.right is not None:
                node = node.right
        return node

    def _inserted(self, x: int, node: BinaryNode | None) -> BinaryNode:
        if node is None:
            return BinaryNode(x)
        if x < node.element:
            node.left = self._inserted(x, node.left)
        elif node.element < x:
            node.right = self._inserted(x, node.right)
        return node

    def _without(self, x: int, node: BinaryNode | None) -> BinaryNode | None:
        if node is None:
            return None
        if x < node.element:
            node.left = self._without(x, node.left)
            return node
        if node.element < x:
            node.right = self._without(x, node.right)
            return node
        if node.left is not None and node.right is not None:
            node.element = self._first_below(node.right).element
            node.right = self._without(node.element, node.right)
            return node
        return node.left if node.left is not None else node.right

    def _size_below(self, node: BinaryNode | None) -> int:
        if node is None:
            return 0
        return 1 + self._size_below(node.left) + self._size_below(node.right)

    def _ordered_below(
        self, node: BinaryNode | None, low: BinaryNode | None, high: BinaryNode | None
    ) -> bool:
        """`low` and `high` are the nearest ancestors on either side; None is no bound."""
        return node is None or (
            (low is None or low.element < node.element)
            and (high is None or node.element < high.element)
            and self._ordered_below(node.left, low, node)
            and self._ordered_below(node.right, node, high)
        )

    @invariant
    def rep_ok(self) -> bool:
        return self._ordered_below(self._root, None, None)


# reachable
@scope(BinaryNode=6)
@spec
def SIX(t: BinarySearchTree) -> bool:
    return t._size_below(t._root) == 6 and t._root.element == 1000


# reachable: nothing balances the tree
@spec
def CHAIN(t: BinarySearchTree) -> bool:
    return t._root.right.right.right.left.left.element == 5


# unreachable: all that is right of the root is larger
@spec
def UNORDERED(t: BinarySearchTree) -> bool:
    return t._root.right.left.element <= t._root.element
