"""What to ask of a skew heap."""

from javascan_skew import SkewHeap

from heapwright import scope, spec


# arithmetic, reachable: a root and its child by sum and difference
@scope(SkewNode=2)
@spec
def SUM_AND_DIFFERENCE(h: SkewHeap) -> bool:
    root = h._root
    return root.left.element - root.element == 33 and root.left.element + root.element == 555


# deep and arithmetic, reachable: five in a line, in steps
@scope(SkewNode=5)
@spec
def LINE_IN_STEPS(h: SkewHeap) -> bool:
    first = h._root
    second = first.left
    third = second.left
    fourth = third.left
    return (
        second.element - first.element == 7
        and third.element - second.element == 70
        and fourth.element - third.element == 700
        and fourth.left is not None
    )
