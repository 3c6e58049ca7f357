"""Answers as pytest functions."""

from __future__ import annotations

from support.expect import expect
from support.python_engine import check_python_test

COUNTER = """
class Counter:
    def __init__(self, start: int = 0) -> None:
        self._n = start

    def up(self, by: int) -> None:
        if by <= 0:
            raise ValueError(f"{by} is no way up")
        self._n += by
"""


def test_a_test_is_a_pytest_function_that_asserts_the_spec() -> None:
    check_python_test(
        COUNTER + "@spec\ndef S(c: Counter) -> bool:\n    return c._n == 7\n",
        expect(
            """
            def test_S() -> None:
                c = Counter(7)
                assert S(c)
            """
        ),
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
