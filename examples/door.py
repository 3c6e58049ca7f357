"""A door as a state machine: an Enum of states and a table of moves."""

from __future__ import annotations

from enum import Enum

from heapwright import invariant, spec


class State(Enum):
    OPEN = "open"
    CLOSED = "closed"
    LOCKED = "locked"


class Door:
    def __init__(self) -> None:
        self.state = State.CLOSED
        self._code: int | None = None
        self.failures = 0

    def open(self) -> None:
        if self.state is not State.CLOSED:
            raise RuntimeError("only a closed door can be opened")
        self.state = State.OPEN

    def close(self) -> None:
        if self.state is not State.OPEN:
            raise RuntimeError("only an open door can be closed")
        self.state = State.CLOSED

    def lock(self, code: int) -> None:
        if self.state is not State.CLOSED:
            raise RuntimeError("only a closed door can be locked")
        self.state = State.LOCKED
        self._code = code

    def unlock(self, code: int) -> bool:
        if self.state is not State.LOCKED:
            raise RuntimeError("the door is not locked")
        if code != self._code:
            self.failures = min(self.failures + 1, 3)
            return False
        self.state = State.CLOSED
        self._code = None
        self.failures = 0
        return True

    # holds
    @invariant
    def has_a_code_when_locked(self) -> bool:
        return (self.state is State.LOCKED) == (self._code is not None)


# reachable: locked with a code, and tried with two wrong ones
@spec
def TWO_FAILURES(door: Door) -> bool:
    return door.state is State.LOCKED and door.failures == 2 and door._code == 1234


# unreachable: a right code forgets the failures
@spec
def OPEN_WITH_FAILURES(door: Door) -> bool:
    return door.state is State.OPEN and door.failures > 0


# reachable: the value of a member is what the class gives it
@spec
def IS_OPEN(door: Door) -> bool:
    return door.state.value == "open" and door.state != State.CLOSED
