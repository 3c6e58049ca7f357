"""Coroutines: what a client's `asyncio.run` does, and where a run must wait."""

from __future__ import annotations

from support.engine import verdict_text
from support.expect import expect
from support.python_engine import ask_python, check_python_sequence, check_python_verdicts

QUEUE = """
import asyncio

class Queue:
    def __init__(self) -> None:
        self.items: list[int] = []
        self.n = 0
        self.lock = asyncio.Lock()

    async def put(self, x: int) -> None:
        async with self.lock:
            await self._grow()
            self.items.append(x)

    async def _grow(self, by=1):
        self.n += by

    async def late(self) -> None:
        first = self._grow(5)
        self.n *= 2
        await first

    @staticmethod
    async def drop(queue: "Queue") -> None:
        await queue._grow(3)
        queue.items.clear()

    async def never(self) -> None:
        self._grow(100)

    async def again(self) -> None:
        one = self._grow()
        await one
        await one
        self.n = 50
"""


def test_a_coroutine_is_run_by_the_client() -> None:
    check_python_sequence(
        QUEUE
        + """
@spec
def SEVEN(q: Queue) -> bool:
    return len(q.items) == 1 and q.items[0] == 7 and q.n == 7
""",
        expect(
            """
            q = Queue()
            asyncio.run(q.put(7))
            asyncio.run(q.late())
            """
        ),
    )


def test_a_coroutine_runs_once_and_not_before_it_is_awaited() -> None:
    text = (
        QUEUE
        + """
@spec
def LATE(q: Queue) -> bool:
    return q.n == 5

@spec
def HUNDRED(q: Queue) -> bool:
    return q.n == 50 or q.n == 100

@spec
def DROPPED(q: Queue) -> bool:
    return q.n == 3 and not q.items

@spec
def HELD(q: Queue) -> bool:
    return q.lock.locked()
"""
    )
    assert verdict_text(ask_python(text, "LATE").verdict) == "found in 2"
    assert verdict_text(ask_python(text, "DROPPED").verdict) == "found in 2"
    assert verdict_text(ask_python(text, "HUNDRED", calls=2).verdict) == "not found in 2"
    assert verdict_text(ask_python(text, "HELD", calls=2).verdict) == "not found in 2"


def test_nothing_is_proved_of_a_coroutine_that_waits() -> None:
    text = """
import asyncio

class Slow:
    def __init__(self) -> None:
        self.n = 0

    async def nap(self) -> None:
        self.n = 1
        await asyncio.sleep(1)
        self.n = 2

@spec
def TWO(s: Slow) -> bool:
    return s.n == 2
"""
    reason = "undecided: `Slow.nap`: a coroutine that waits is not followed"
    check_python_verdicts(text, {"TWO": reason})


def test_overriding_coroutines_call_those_above() -> None:
    text = """
class Base:
    def __init__(self) -> None:
        self.n = 0

    async def go(self, x: int) -> int:
        self.n += x
        return self.n

class Below(Base):
    async def go(self, x: int) -> int:
        found = await super().go(x + 1)
        self.n = found * 10
        return self.n

@spec
def THIRTY(b: Below) -> bool:
    return b.n == 30
"""
    check_python_sequence(
        text,
        expect(
            """
            b = Below()
            asyncio.run(b.go(2))
            """
        ),
    )


def test_a_coroutine_inside_of_a_function_is_awaited_there() -> None:
    text = """
class Box:
    def __init__(self) -> None:
        self.n = 0

    async def add(self, more: int) -> None:
        async def twice(value: int, times: int = 2) -> int:
            self.n += 1
            return value * times

        waiting = twice(more)
        if self.n == 0:
            self.n = await waiting

@spec
def SIX(box: Box) -> bool:
    return box.n == 6

@spec
def SEVEN(box: Box) -> bool:
    return box.n == 7
"""
    check_python_verdicts(text, {"SIX": "found in 2", "SEVEN": "nowhere"})
