"""What to ask of a door that is locked with a code."""

from door import Door, State

from heapwright import spec


# arithmetic, reachable: a code with given digits
@spec
def CODE_ENDS_IN_999(door: Door) -> bool:
    return door._code > 4000 and door._code % 1000 == 999


# deep, reachable: locked with a code, and tried three times
@spec
def THREE_FAILURES(door: Door) -> bool:
    return door.state is State.LOCKED and door.failures == 3 and door._code == 4711
