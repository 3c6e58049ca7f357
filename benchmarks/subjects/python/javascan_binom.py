"""A binomial heap; only positive values go in.

`decrease_key` does not ask whether the new key is smaller, so it can break the order of the
heap; the shape stays sound.

Source: [MSEQ] Table 1, subject 14 (JavaScan Binom, `BinomialHeap`). |M| = 9.
"""

from __future__ import annotations

from heapwright import invariant, scope, spec


class BinomialHeapNode:
    # heapwright: private
    def __init__(self, key: int, outer: BinomialHeap) -> None:
        self.key = key
        self.degree = 0
        self.parent: BinomialHeapNode | None = None
        self.sibling: BinomialHeapNode | None = None
        self.child: BinomialHeapNode | None = None
        self.outer = outer


class BinomialHeap:
    def __init__(self) -> None:
        self._nodes: BinomialHeapNode | None = None
        self._size = 0

    def is_empty(self) -> bool:
        return self._nodes is None

    def __len__(self) -> int:
        return self._size

    def clear(self) -> None:
        self._nodes = None
        self._size = 0

    def insert(self, value: int) -> None:
        if value > 0:
            self._unite(BinomialHeapNode(value, self))
            self._size += 1

    def find_min(self) -> int:
        """Give the smallest key; an AttributeError if there is none."""
        return self._smallest_root().key

    def delete(self, value: int) -> None:
        if self._nodes is not None and self._node_with_key(value, self._nodes) is not None:
            self.decrease_key(value, self.find_min() - 1)
            self.pop_min()

    def decrease_key(self, old: int, replacement: int) -> None:
        """Change a key; nothing happens if it is absent."""
        if self._nodes is None:
            raise KeyError(old)
        node = self._node_with_key(old, self._nodes)
        if node is not None:
            node.key = replacement
            while node.parent is not None and node.key < node.parent.key:
                node.key, node.parent.key = node.parent.key, node.key
                node = node.parent

    def pop_min(self) -> int:
        """Take the smallest key out; -1 if there is none."""
        if self._nodes is None:
            return -1
        smallest = self.find_min()
        cut = self._cut_root(smallest)
        if cut is not None:
            self._unite(self._freed(cut, None))
        self._size = self._size_below(self._nodes)
        return smallest

    def _smallest_root(self) -> BinomialHeapNode | None:
        best = node = self._nodes
        while node is not None:
            if node.key < best.key:
                best = node
            node = node.sibling
        return best

    def _node_with_key(self, key: int, node: BinomialHeapNode | None) -> BinomialHeapNode | None:
        """Give the first node with a key among these siblings and all below them."""
        if node is None or node.key == key:
            return node
        below = self._node_with_key(key, node.child)
        return below if below is not None else self._node_with_key(key, node.sibling)

    def _cut_root(self, key: int) -> BinomialHeapNode | None:
        """Take the first root with a key out of the list of roots; give its children."""
        if self._nodes.key == key:
            root = self._nodes
            self._nodes = root.sibling
            return root.child
        before = self._nodes
        while before.sibling.key != key:
            before = before.sibling
        root = before.sibling
        before.sibling = root.sibling
        return root.child

    def _freed(
        self, node: BinomialHeapNode | None, done: BinomialHeapNode | None
    ) -> BinomialHeapNode | None:
        """Children stand by falling degree and roots by rising degree: turn them around."""
        if node is None:
            return done
        following = node.sibling
        node.parent = None
        node.sibling = done
        return self._freed(following, node)

    def _unite(self, roots: BinomialHeapNode | None) -> None:
        """Join a list of roots, by rising degree, to the heap."""
        self._nodes = self._by_degree(self._nodes, roots)
        # Of two roots with one degree the larger goes below the other. Where there are
        # three, the first is passed over.
        before = node = self._nodes
        while node.sibling is not None:
            following = node.sibling
            if node.degree != following.degree or (
                following.sibling is not None and following.sibling.degree == node.degree
            ):
                before = node
                node = following
            elif node.key <= following.key:
                node.sibling = following.sibling
                self._link(following, node)
            else:
                if node is self._nodes:
                    self._nodes = following
                else:
                    before.sibling = following
                self._link(node, following)
                node = following

    def _by_degree(
        self, a: BinomialHeapNode | None, b: BinomialHeapNode | None
    ) -> BinomialHeapNode | None:
        if a is None:
            return b
        if b is None:
            return a
        if a.degree <= b.degree:
            a.sibling = self._by_degree(a.sibling, b)
            return a
        b.sibling = self._by_degree(a, b.sibling)
        return b

    def _link(self, lower: BinomialHeapNode, upper: BinomialHeapNode) -> None:
        lower.parent = upper
        lower.sibling = upper.child
        upper.child = lower
        upper.degree += 1

    def _size_below(self, node: BinomialHeapNode | None) -> int:
        if node is None:
            return 0
        return 1 + self._size_below(node.child) + self._size_below(node.sibling)

    def _children_are(
        self, node: BinomialHeapNode | None, parent: BinomialHeapNode, degree: int
    ) -> bool:
        """A node of degree n has children of the degrees n-1 down to 0."""
        if node is None:
            return degree == -1
        return (
            node.parent is parent
            and node.degree == degree
            and self._children_are(node.child, node, degree - 1)
            and self._children_are(node.sibling, parent, degree - 1)
        )

    def _roots_are(self, node: BinomialHeapNode | None, above: int) -> bool:
        return node is None or (
            node.parent is None
            and above < node.degree
            and self._children_are(node.child, node, node.degree - 1)
            and self._roots_are(node.sibling, node.degree)
        )

    @invariant
    def binomial(self) -> bool:
        return self._roots_are(self._nodes, -1)

    @invariant
    def counted(self) -> bool:
        return self._size == self._size_below(self._nodes)


# reachable
@scope(BinomialHeapNode=6)
@spec
def SIX(h: BinomialHeap) -> bool:
    return h._size == 6 and h._nodes.key == 1000


# reachable: a key that was "decreased" upwards
@spec
def OUT_OF_ORDER(h: BinomialHeap) -> bool:
    return h._nodes.child.key < h._nodes.key


# unreachable: three is one tree of two and one of one
@spec
def THREE_IN_ONE(h: BinomialHeap) -> bool:
    return h._size == 3 and h._nodes.sibling is None
