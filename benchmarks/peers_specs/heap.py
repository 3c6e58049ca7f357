"""What to ask of a priority queue on a list."""

from binary_heap import BinaryHeap

from heapwright import scope, spec


# easy, reachable
@scope(items=2)
@spec
def TWO_ITEMS(heap: BinaryHeap) -> bool:
    return len(heap) == 2 and heap._items[0] < heap._items[1]


# arithmetic, reachable: three items by their sum and two differences
@scope(items=3)
@spec
def SUM_OF_THREE(heap: BinaryHeap) -> bool:
    first, second, third = heap._items
    return first + second + third == 100 and second - third == 17 and third - first == 10


# deep, reachable: a heap of six that is not sorted
@scope(items=6)
@spec
def SIX_ITEMS(heap: BinaryHeap) -> bool:
    return heap._items == [1, 3, 2, 6, 5, 4]
