"""A set of ints in a binary search tree, without annotations: types are inferred.

`verify` finds that `_size` can be wrong: `pop_least` counts down although nothing was there.
"""

# heapwright: scope Node=4


class Node:
    def __init__(self, key):
        self.key = key
        self.left = None
        self.right = None


class SearchTree:
    def __init__(self):
        self._root = None
        self._size = 0

    def __len__(self):
        return self._size

    def __contains__(self, key):
        node = self._root
        while node is not None and node.key != key:
            node = node.left if key < node.key else node.right
        return node is not None

    def add(self, key):
        """Add a key; say whether it was new."""
        if self._root is None:
            self._root = Node(key)
            self._size += 1
            return True
        node = self._root
        while True:
            if key == node.key:
                return False
            if key < node.key:
                if node.left is None:
                    node.left = Node(key)
                    break
                node = node.left
            else:
                if node.right is None:
                    node.right = Node(key)
                    break
                node = node.right
        self._size += 1
        return True

    def pop_least(self):
        """Take the least key out; None from an empty tree."""
        self._size -= 1
        if self._root is None:
            return None
        parent, node = None, self._root
        while node.left is not None:
            parent, node = node, node.left
        if parent is None:
            self._root = node.right
        else:
            parent.left = node.right
        return node.key

    def __repr__(self):
        return f"SearchTree({self._size} keys)"

    # holds
    # heapwright: invariant
    def ordered(self):
        return self._is_between(self._root, None, None)

    # violated after 2 calls: pop_least on an empty tree
    # heapwright: invariant
    def counted(self):
        return self._size == self._count(self._root)

    def _count(self, node):
        return 0 if node is None else 1 + self._count(node.left) + self._count(node.right)

    def _is_between(self, node, low, high):
        if node is None:
            return True
        if low is not None and node.key <= low:
            return False
        if high is not None and node.key >= high:
            return False
        return self._is_between(node.left, low, node.key) and self._is_between(
            node.right, node.key, high
        )


# reachable in 4 calls: a root with two children
# heapwright: spec
def BALANCED(tree: SearchTree) -> bool:
    root = tree._root
    return root.left.key == 10 and root.key == 20 and root.right.key == 30


# unreachable: the keys of a search tree are in order
# heapwright: spec
def DISORDERED(tree: SearchTree) -> bool:
    return tree._root.left.key > tree._root.key
