"""What to ask of a red-black tree."""

from kiasan_rbt import TreeMap

from heapwright import scope, spec


# deep, reachable: a fourth key that came and went left three black entries
@scope(Entry=4)
@spec
def ALL_BLACK(m: TreeMap) -> bool:
    return len(m) == 3 and m._root.left.is_black and m._root.right.is_black


# deep and arithmetic, reachable: given colours, and keys in given distances
@scope(Entry=5)
@spec
def FIVE_IN_STEPS(m: TreeMap) -> bool:
    root = m._root
    return (
        len(m) == 5
        and not root.right.left.is_black
        and root.right.key - root.key == 50
        and root.right.left.key - root.left.key == 60
        and root.right.right.key == 1000
    )


# unreachable: the children of a red entry are black
@scope(Entry=4)
@spec
def RED_ON_RED(m: TreeMap) -> bool:
    return not m._root.left.is_black and not m._root.left.left.is_black
