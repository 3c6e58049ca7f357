"""An AVL tree without removal whose nodes know their parents.

Source: [MSEQ] Table 1, subject 1 (SUSHI Avl, `AvlTree`). |M| = 7.
"""

from __future__ import annotations

from heapwright import invariant, scope, spec


class AvlNode:
    # heapwright: private
    def __init__(self, element: int) -> None:
        self.element = element
        self.left: AvlNode | None = None
        self.right: AvlNode | None = None
        self.parent: AvlNode | None = None
        self.height = 0


class AvlTree:
    def __init__(self) -> None:
        self._root: AvlNode | None = None

    def find(self, x: int) -> int:
        """Give the element itself, or -1 if it is absent; likewise below."""
        return self._element_of(self._node_of(x, self._root))

    def find_max(self) -> int:
        return self._element_of(self._last_below(self._root))

    def find_min(self) -> int:
        return self._element_of(self._first_below(self._root))

    def insert(self, x: int) -> None:
        self._root = self._inserted(x, self._root)

    def is_empty(self) -> bool:
        return self._root is None

    def clear(self) -> None:
        self._root = None

    def _element_of(self, node: AvlNode | None) -> int:
        return -1 if node is None else node.element

    def _node_of(self, x: int, node: AvlNode | None) -> AvlNode | None:
        if node is None:
            return None
        if x < node.element:
            return self._node_of(x, node.left)
        if node.element < x:
            return self._node_of(x, node.right)
        return node

    def _first_below(self, node: AvlNode | None) -> AvlNode | None:
        if node is None or node.left is None:
            return node
        return self._first_below(node.left)

    def _last_below(self, node: AvlNode | None) -> AvlNode | None:
        if node is None or node.right is None:
            return node
        return self._last_below(node.right)

    def _height_of(self, node: AvlNode | None) -> int:
        return -1 if node is None else node.height

    def _measure(self, node: AvlNode) -> None:
        node.height = max(self._height_of(node.left), self._height_of(node.right)) + 1

    def _inserted(self, x: int, node: AvlNode | None) -> AvlNode:
        """Insert below a node; give the node that stands in its place afterwards.

        The caller links it: what comes back new has no parent yet.
        """
        if node is None:
            return AvlNode(x)
        if x < node.element:
            node.left = self._inserted(x, node.left)
            node.left.parent = node
            if self._height_of(node.left) - self._height_of(node.right) == 2:
                if x < node.left.element:
                    return self._turn_right(node)
                return self._turn_left_right(node)
            self._measure(node)
        elif node.element < x:
            node.right = self._inserted(x, node.right)
            node.right.parent = node
            if self._height_of(node.right) - self._height_of(node.left) == 2:
                if node.right.element < x:
                    return self._turn_left(node)
                return self._turn_right_left(node)
            self._measure(node)
        return node

    def _turn_right(self, node: AvlNode) -> AvlNode:
        top = node.left
        node.left = top.right
        if node.left is not None:
            node.left.parent = node
        top.right = node
        top.parent = node.parent
        node.parent = top
        self._measure(node)
        self._measure(top)
        return top

    def _turn_left(self, node: AvlNode) -> AvlNode:
        top = node.right
        node.right = top.left
        if node.right is not None:
            node.right.parent = node
        top.left = node
        top.parent = node.parent
        node.parent = top
        self._measure(node)
        self._measure(top)
        return top

    def _turn_left_right(self, node: AvlNode) -> AvlNode:
        node.left = self._turn_left(node.left)
        return self._turn_right(node)

    def _turn_right_left(self, node: AvlNode) -> AvlNode:
        node.right = self._turn_right(node.right)
        return self._turn_left(node)

    def _size_below(self, node: AvlNode | None) -> int:
        if node is None:
            return 0
        return 1 + self._size_below(node.left) + self._size_below(node.right)

    def _balanced_below(self, node: AvlNode | None) -> bool:
        return node is None or (
            -1 <= self._height_of(node.left) - self._height_of(node.right) <= 1
            and self._balanced_below(node.left)
            and self._balanced_below(node.right)
        )

    def _ordered_below(
        self, node: AvlNode | None, low: AvlNode | None, high: AvlNode | None
    ) -> bool:
        """`low` and `high` are the nearest ancestors on either side; None is no bound."""
        return node is None or (
            (low is None or low.element < node.element)
            and (high is None or node.element < high.element)
            and self._ordered_below(node.left, low, node)
            and self._ordered_below(node.right, node, high)
        )

    def _well_formed_below(self, node: AvlNode | None) -> bool:
        return node is None or (
            node.height == max(self._height_of(node.left), self._height_of(node.right)) + 1
            and self._well_formed_below(node.left)
            and self._well_formed_below(node.right)
        )

    def _linked_below(self, node: AvlNode | None, parent: AvlNode | None) -> bool:
        return node is None or (
            node.parent is parent
            and self._linked_below(node.left, node)
            and self._linked_below(node.right, node)
        )

    @invariant
    def balanced(self) -> bool:
        return self._balanced_below(self._root)

    @invariant
    def ordered(self) -> bool:
        return self._ordered_below(self._root, None, None)

    @invariant
    def well_formed(self) -> bool:
        return self._well_formed_below(self._root)

    @invariant
    def linked(self) -> bool:
        return self._linked_below(self._root, None)


# reachable
@scope(AvlNode=6)
@spec
def SIX(t: AvlTree) -> bool:
    return t._size_below(t._root) == 6 and t._root.element == 1000


# reachable: the parent of a grandchild is the child
@spec
def GRANDCHILD(t: AvlTree) -> bool:
    return t._root.left.right.parent is t._root.left and t._root.left.right.element == 7


# unreachable: nothing is above the root
@spec
def ROOT_HAS_PARENT(t: AvlTree) -> bool:
    return t._root.parent is not None
