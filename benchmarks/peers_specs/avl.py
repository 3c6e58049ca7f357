"""What to ask of an AVL tree."""

from kiasan_avl import AvlTree

from heapwright import scope, spec


# easy, reachable
@spec
def TWO_NODES(t: AvlTree) -> bool:
    return t._root.left is not None


# deep and arithmetic, reachable: six nodes and a given root
@scope(AvlNode=6)
@spec
def SIX(t: AvlTree) -> bool:
    return t._size_below(t._root) == 6 and t._root.element == 1000


# deep, reachable: height three needs seven nodes
@scope(AvlNode=7)
@spec
def HEIGHT_THREE(t: AvlTree) -> bool:
    return t._root.height == 3


# unreachable: no int lies between 1 and 2
@scope(AvlNode=4)
@spec
def CROWDED(t: AvlTree) -> bool:
    return t._root.element == 2 and t._root.left.element == 1 and t._root.left.right is not None
