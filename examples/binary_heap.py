"""A priority queue as a binary heap on a list."""

from __future__ import annotations

from heapwright import invariant, scope, spec


class BinaryHeap:
    def __init__(self) -> None:
        self._items: list[int] = []

    def __len__(self) -> int:
        return len(self._items)

    def push(self, item: int) -> None:
        self._items.append(item)
        index = len(self._items) - 1
        while index > 0:
            parent = (index - 1) // 2
            if self._items[parent] <= self._items[index]:
                break
            self._swap(parent, index)
            index = parent

    def pop(self) -> int:
        if not self._items:
            raise IndexError("the heap is empty")
        self._swap(0, len(self._items) - 1)
        least = self._items.pop()
        self._sink(0)
        return least

    def _sink(self, index: int) -> None:
        while True:
            least = index
            for child in (2 * index + 1, 2 * index + 2):
                if child < len(self._items) and self._items[child] < self._items[least]:
                    least = child
            if least == index:
                return
            self._swap(least, index)
            index = least

    def _swap(self, first: int, second: int) -> None:
        self._items[first], self._items[second] = self._items[second], self._items[first]

    # holds
    @invariant
    def is_ordered(self) -> bool:
        return all(
            self._items[(index - 1) // 2] <= self._items[index]
            for index in range(1, len(self._items))
        )


# reachable: the items of a heap need not be sorted
@scope(items=3)
@spec
def UNSORTED(heap: BinaryHeap) -> bool:
    return heap._items == [1, 5, 2]


# unreachable: the least item is on top
@spec
def UPSIDE_DOWN(heap: BinaryHeap) -> bool:
    return heap._items[0] > heap._items[-1]
