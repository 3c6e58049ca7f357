"""What to ask of a search tree whose code has no annotations."""

from search_tree import SearchTree

from heapwright import scope, spec


# deep, reachable: left, then right, then left
@scope(Node=4)
@spec
def ZIGZAG(tree: SearchTree) -> bool:
    return tree._root.left.right.left is not None


# deep and arithmetic, reachable: a root that is the sum of its children
@scope(Node=4)
@spec
def ROOT_IS_SUM(tree: SearchTree) -> bool:
    root = tree._root
    return (
        root.key == root.left.key + root.right.key
        and root.right.key - root.left.key == 1001
        and root.right.left.key == root.key + 1
    )


# unreachable: keys are in order
@scope(Node=4)
@spec
def DISORDERED(tree: SearchTree) -> bool:
    return tree._root.left.right.key > tree._root.key
