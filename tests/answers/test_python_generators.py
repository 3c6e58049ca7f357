"""What clients do with generators that calls give them."""

from __future__ import annotations

from support.expect import expect
from support.python_engine import (
    check_python_sequence,
    check_python_test,
    check_python_verdicts,
)

BETWEEN = "its caller may stop or do other things before the last item, which is not tried"


def test_a_caller_may_stop_half_way_through_a_generator() -> None:
    check_python_verdicts(
        """
class Queue:
    def __init__(self) -> None:
        self.items = [1, 2, 3]
    def drain(self):
        while self.items:
            yield self.items.pop()
@spec
def HALF(q: Queue) -> bool:
    return len(q.items) == 2
""",
        {"HALF": f"undecided: `Queue.drain`: {BETWEEN}"},
    )


def test_a_caller_may_do_other_things_between_two_items_of_a_generator() -> None:
    check_python_verdicts(
        """
class Box:
    def __init__(self) -> None:
        self.xs = [1, 2]
        self.broken = False
    def pop(self) -> None:
        if self.xs:
            self.xs.pop()
    def walk(self):
        for i in range(len(self.xs)):
            if i >= len(self.xs):
                self.broken = True
                return
            yield self.xs[i]
@spec
def BROKEN(b: Box) -> bool:
    return b.broken
""",
        {"BROKEN": f"undecided: `Box.walk`: {BETWEEN}"},
    )


def test_a_generator_that_always_raises_may_do_something_before() -> None:
    check_python_verdicts(
        """
class Box:
    def __init__(self) -> None:
        self.n = 0
        self.broken = False
    def up(self) -> None:
        self.n = min(self.n + 1, 2)
    def walk(self):
        before = self.n
        yield before
        if self.n > before:
            self.broken = True
        raise ValueError
@spec
def BROKEN(b: Box) -> bool:
    return b.broken
""",
        {"BROKEN": f"undecided: `Box.walk`: {BETWEEN}"},
        with_raising=True,
    )


def test_a_generator_may_do_something_when_its_caller_drops_it() -> None:
    check_python_verdicts(
        """
class Box:
    def __init__(self) -> None:
        self.dropped = False
    def once(self):
        is_done = False
        try:
            yield 1
            is_done = True
        finally:
            if not is_done:
                self.dropped = True
@spec
def DROPPED(b: Box) -> bool:
    return b.dropped
""",
        {"DROPPED": f"undecided: `Box.once`: {BETWEEN}"},
    )


def test_a_generator_that_changes_nothing_keeps_a_proof() -> None:
    check_python_verdicts(
        """
class Box:
    def __init__(self) -> None:
        self.xs: list[int] = []
    def add(self, x: int) -> None:
        if not self.xs:
            self.xs.append(x)
    def backwards(self):
        n = len(self.xs) - 1
        while n >= 0:
            yield self.xs[n]
            n -= 1
@spec
def TWO(b: Box) -> bool:
    return len(b.xs) == 2
""",
        {"TWO": "nowhere"},
    )


def test_what_a_generator_does_happens_when_somebody_goes_through_it() -> None:
    check_python_test(
        """
class Queue:
    def __init__(self) -> None:
        self.items: list[int] = []
        self.is_drained = False
    def add(self, x: int) -> None:
        self.items.append(x)
    def drain(self):
        while self.items:
            yield self.items.pop()
        self.is_drained = True
@spec
def DRAINED(q: Queue) -> bool:
    return q.is_drained
""",
        expect("""
        def test_DRAINED() -> None:
            q = Queue()
            list(q.drain())
            assert DRAINED(q)
        """),
    )


def test_to_go_through_an_object_runs_its_generator() -> None:
    check_python_sequence(
        """
class Once:
    def __init__(self) -> None:
        self.used = False
    def __iter__(self):
        self.used = True
        yield 1
@spec
def USED(o: Once) -> bool:
    return o.used
""",
        expect("""
        o = Once()
        list(o)
        """),
    )


def test_a_generator_may_raise_when_somebody_goes_through_it() -> None:
    check_python_sequence(
        """
class Once:
    def __init__(self) -> None:
        self.used = False
    def items(self):
        yield 1
        self.used = True
        raise ValueError
@spec
def USED(o: Once) -> bool:
    return o.used
""",
        expect("""
        o = Once()
        with contextlib.suppress(ValueError):
            list(o.items())
        """),
        with_raising=True,
    )
