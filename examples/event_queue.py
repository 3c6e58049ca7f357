"""Events in the order of their times, on a heap of tuples."""

from __future__ import annotations

import heapq

from heapwright import invariant, scope, spec


class EventQueue:
    def __init__(self) -> None:
        self._events: list[tuple[int, int]] = []
        self._now = 0

    def __len__(self) -> int:
        return len(self._events)

    def schedule(self, delay: int, event: int) -> None:
        if delay < 0:
            raise ValueError("no event lies in the past")
        heapq.heappush(self._events, (self._now + delay, event))

    def step(self) -> int:
        if not self._events:
            raise IndexError("no events")
        self._now, event = heapq.heappop(self._events)
        return event

    # holds
    @invariant
    def looks_ahead(self) -> bool:
        return all(time >= self._now for time, _ in self._events)


# reachable: one event happened, another is due
@scope(items=2)
@spec
def WAITING(queue: EventQueue) -> bool:
    return queue._now == 5 and queue._events == [(8, 1)]


# unreachable: time does not run backwards
@spec
def BEFORE_TIME(queue: EventQueue) -> bool:
    return queue._now < 0
