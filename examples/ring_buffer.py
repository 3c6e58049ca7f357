"""A queue of bounded size on a list that is used in a circle."""

from __future__ import annotations

from heapwright import invariant, spec


class Full(Exception):
    """There is no room."""


class RingBuffer:
    def __init__(self, capacity: int) -> None:
        if not 1 <= capacity <= 3:
            raise ValueError("this example keeps to three slots")
        self._slots: list[int | None] = [None] * capacity
        self._start = 0
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def push(self, item: int) -> None:
        if self._size == len(self._slots):
            raise Full
        self._slots[(self._start + self._size) % len(self._slots)] = item
        self._size += 1

    def pop(self) -> int:
        if self._size == 0:
            raise IndexError("the buffer is empty")
        item = self._slots[self._start]
        self._slots[self._start] = None
        self._start = (self._start + 1) % len(self._slots)
        self._size -= 1
        return item

    # holds
    @invariant
    def counts_items(self) -> bool:
        return self._size == sum(1 for slot in self._slots if slot is not None)


# reachable: the queue goes around the end
@spec
def AROUND(buffer: RingBuffer) -> bool:
    return len(buffer._slots) == 2 and buffer._start == 1 and buffer._slots[0] == 42


# unreachable: the start stays within the list
@spec
def OUTSIDE(buffer: RingBuffer) -> bool:
    return buffer._start >= len(buffer._slots)
