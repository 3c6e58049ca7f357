"""An AA tree with a sentinel in place of None.

`in` writes the element of the sentinel, and `remove` leaves the two fields set that it
searches with; so one tree has many heaps.

Source: [MSEQ] Table 1, subject 8 (Kiasan AATree, `AATree`). |M| = 8.
"""

from __future__ import annotations

from heapwright import invariant, spec


class AANode:
    # heapwright: private
    def __init__(self, element: int, sentinel: AANode | None, level: int) -> None:
        self.element = element
        self.left = self if sentinel is None else sentinel
        self.right = self if sentinel is None else sentinel
        self.level = level


class AATree:
    def __init__(self) -> None:
        self._null_node = AANode(0, None, 0)
        self._root = self._null_node
        self._deleted_node: AANode | None = None
        self._last_node: AANode | None = None

    def __contains__(self, x: int) -> bool:
        # The search cannot miss: at the latest it ends at the sentinel.
        self._null_node.element = x
        node = self._root
        while node.element != x:
            node = node.left if x < node.element else node.right
        return node is not self._null_node

    def find_max(self) -> int:
        if self.is_empty():
            raise IndexError("the tree is empty")
        node = self._root
        while node.right is not self._null_node:
            node = node.right
        return node.element

    def find_min(self) -> int:
        if self.is_empty():
            raise IndexError("the tree is empty")
        node = self._root
        while node.left is not self._null_node:
            node = node.left
        return node.element

    def insert(self, x: int) -> None:
        self._root = self._inserted(x, self._root)

    def remove(self, x: int) -> None:
        self._deleted_node = self._null_node
        self._root = self._without(x, self._root)

    def is_empty(self) -> bool:
        return self._root is self._null_node

    def clear(self) -> None:
        self._root = self._null_node

    def _inserted(self, x: int, node: AANode) -> AANode:
        if node is self._null_node:
            return AANode(x, self._null_node, 1)
        if x == node.element:
            return node
        if x < node.element:
            node.left = self._inserted(x, node.left)
        else:
            node.right = self._inserted(x, node.right)
        return self._split(self._skew(node))

    def _without(self, x: int, node: AANode) -> AANode:
        """On the way down `_last_node` becomes the node before the sentinel and `_deleted_node`
        the last one where the search went right: the only one that can hold x.
        """
        if node is self._null_node:
            return node
        self._last_node = node
        if x < node.element:
            node.left = self._without(x, node.left)
        else:
            self._deleted_node = node
            node.right = self._without(x, node.right)
        if node is self._last_node:
            return self._cut_off(x, node)
        if node.left.level < node.level - 1 or node.right.level < node.level - 1:
            return self._lowered(node)
        return node

    def _cut_off(self, x: int, node: AANode) -> AANode:
        """At the bottom: x goes, and the element of the lowest node takes its place."""
        if self._deleted_node is self._null_node or self._deleted_node.element != x:
            return node
        self._deleted_node.element = node.element
        self._deleted_node = self._null_node
        return node.right

    def _lowered(self, node: AANode) -> AANode:
        node.level -= 1
        if node.right.level > node.level:
            node.right.level = node.level
        top = self._skew(node)
        top.right = self._skew(top.right)
        top.right.right = self._skew(top.right.right)
        top = self._split(top)
        top.right = self._split(top.right)
        return top

    def _skew(self, node: AANode) -> AANode:
        if node.left.level != node.level:
            return node
        top = node.left
        node.left = top.right
        top.right = node
        return top

    def _split(self, node: AANode) -> AANode:
        if node.right.right.level != node.level:
            return node
        top = node.right
        node.right = top.left
        top.left = node
        top.level += 1
        return top

    def _size_below(self, node: AANode) -> int:
        if node is self._null_node:
            return 0
        return 1 + self._size_below(node.left) + self._size_below(node.right)

    def _ordered_below(self, node: AANode, low: AANode | None, high: AANode | None) -> bool:
        """`low` and `high` are the nearest ancestors on either side; None is no bound."""
        return node is not None and (
            node is self._null_node
            or (
                (low is None or low.element < node.element)
                and (high is None or node.element < high.element)
                and self._ordered_below(node.left, low, node)
                and self._ordered_below(node.right, node, high)
            )
        )

    def _well_level_below(self, node: AANode, above: int) -> bool:
        """Two links to the right in a row may not keep the level, hence `above`: the level
        of the right child must be less.
        """
        if node.left is None or node.right is None:
            return False
        if node is self._null_node:
            return node.level == 0
        return (
            (
                node.level == 1
                or (node.left is not self._null_node and node.right is not self._null_node)
            )
            and node.left.level == node.level - 1
            and (node.right.level == node.level or node.right.level == node.level - 1)
            and node.right.level < above
            and self._well_level_below(node.left, node.level)
            and self._well_level_below(node.right, node.level)
        )

    @invariant
    def ordered(self) -> bool:
        return self._ordered_below(self._root, None, None)

    @invariant
    def well_level(self) -> bool:
        return self._well_level_below(self._root, self._root.level + 1)

    @invariant
    def well_formed(self) -> bool:
        return (
            self._null_node is not None
            and self._null_node.level == 0
            and self._null_node.left is self._null_node
            and self._null_node.right is self._null_node
            and self._root is not None
            and self.ordered()
            and self.well_level()
        )


# The sentinel counts, and so does a removed node that `_last_node` still knows.
# heapwright: scope AANode=6


# reachable
@spec
def FIVE(t: AATree) -> bool:
    return t._size_below(t._root) == 5 and t._root.element == 1000


# reachable: a removed node is still known, and the sentinel tells what was looked for
@spec
def LEFTOVER(t: AATree) -> bool:
    return (
        t._root is t._null_node
        and t._last_node.element == 3
        and t._null_node.element == 4
        and t._deleted_node is t._null_node
    )


# unreachable: a left child never has the level of its parent
@spec
def LEVEL_LEFT(t: AATree) -> bool:
    return t._root is not t._null_node and t._root.left.level == t._root.level
