"""What to ask of a queue of events."""

from event_queue import EventQueue

from heapwright import scope, spec


# easy, reachable
@scope(items=1)
@spec
def NOW_IS_FIVE(queue: EventQueue) -> bool:
    return queue._now == 5


# arithmetic, reachable: two times by sum and difference
@scope(items=2)
@spec
def SUM_AND_DIFFERENCE(queue: EventQueue) -> bool:
    (first, _), (second, _) = queue._events
    return second - first == 30 and first + second == 500


# deep and arithmetic, reachable: the next two times depend on the present one
@scope(items=2)
@spec
def TIMETABLE(queue: EventQueue) -> bool:
    (first, one), (second, other) = queue._events
    return (
        queue._now > 100
        and first == queue._now + 7
        and second == 2 * first
        and one + other == first
    )
