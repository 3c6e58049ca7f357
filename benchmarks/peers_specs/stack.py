"""What to ask of a stack of objects."""

from kiasan_stack import StackLi

from heapwright import spec


# easy, reachable
@spec
def TWO(s: StackLi) -> bool:
    return s._top.next is not None
