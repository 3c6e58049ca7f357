"""What to ask of leftist heaps that can be merged."""

from kiasan_leftist import LeftistHeap

from heapwright import scope, spec


# deep, reachable: two heaps of two with one least element
@scope(LeftistHeap=2, LeftistNode=4)
@spec
def TWO_HEAPS(a: LeftistHeap, b: LeftistHeap) -> bool:
    return (
        a is not b
        and a._root.left is not None
        and b._root.left is not None
        and a._root.element == b._root.element
    )


# unreachable: a merge takes all nodes from the other heap
@scope(LeftistHeap=2, LeftistNode=3)
@spec
def SHARED(a: LeftistHeap, b: LeftistHeap) -> bool:
    return a is not b and a._root is not None and a._root is b._root
