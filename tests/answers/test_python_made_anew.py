"""Objects whose `__init__` runs once more."""

from __future__ import annotations

import pytest

from support.expect import expect
from support.python_engine import check_python_sequence, check_python_verdicts

STACK = """
class Stack:
    def __init__(self, limit=3):
        self.items = []
        self.n_resets = 0
        self.limit = limit

    def push(self, x):
        self.items.append(x)

    def reset(self):
        n = self.n_resets
        self.__init__({given})
        self.n_resets = n + 1

class Wide(Stack):
    def __init__(self, limit=4, extra=7):
        Stack.__init__(self, limit)
        self.extra = extra

    def widen(self):
        self.extra = 0

"""


def test_an_object_makes_itself_anew() -> None:
    check_python_sequence(
        STACK.format(given="")
        + "@spec\ndef CLEARED(s: Stack) -> bool:\n"
        + "    return s.n_resets == 1 and s.items == [4] and s.limit == 3\n",
        expect("""
            s = Stack()
            s.reset()
            s.push(4)
        """),
    )


def test_the_class_of_the_object_says_how() -> None:
    check_python_verdicts(
        STACK.format(given="self.limit")
        + "@spec\ndef WIDE(s: Wide) -> bool:\n    return s.n_resets == 1 and s.extra == 0\n"
        + "@spec\ndef AGAIN(s: Wide) -> bool:\n    return s.n_resets == 1 and s.extra == 7\n",
        {"WIDE": "found in 3", "AGAIN": "found in 2"},
    )


@pytest.mark.parametrize("call", ["room.__init__(rate)", "Room.__init__(room, rate)"])
def test_others_may_do_so_and_leave_off_half_way(call: str) -> None:
    check_python_sequence(
        f"""
class Room:
    def __init__(self, rate: int) -> None:
        self.rate = rate
        if rate <= 0:
            raise ValueError(rate)

class Hotel:
    def renew(self, room: Room, rate: int) -> None:
        try:
            {call}
        except ValueError:
            pass

@spec
def FREE(room: Room) -> bool:
    return room.rate == 0
""",
        expect("""
            hotel = Hotel()
            room = Room(1)
            hotel.renew(room, 0)
        """),
    )
