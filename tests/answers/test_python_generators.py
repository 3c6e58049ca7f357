"""What clients do with generators that calls give them."""

from __future__ import annotations

from support.expect import expect
from support.python_engine import (
    check_python_sequence,
    check_python_test,
    check_python_verdicts,
)

BETWEEN = "its caller may stop before the last item, which is not tried"


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
