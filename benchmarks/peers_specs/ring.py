"""What to ask of a queue that goes round in a list."""

from ring_buffer import RingBuffer

from heapwright import spec


# easy, reachable
@spec
def TWO_OF_TWO(buffer: RingBuffer) -> bool:
    return len(buffer._slots) == 2 and len(buffer) == 2


# arithmetic, reachable: two items by sum and difference
@spec
def SUM_AND_DIFFERENCE(buffer: RingBuffer) -> bool:
    return buffer._slots[0] - buffer._slots[1] == 37 and buffer._slots[0] + buffer._slots[1] == 1001


# deep, reachable: full, and the first item in the last slot
@spec
def WRAPPED(buffer: RingBuffer) -> bool:
    return len(buffer) == 3 and buffer._start == 2
