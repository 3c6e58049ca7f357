"""What `heapwright tests` makes of iterators and generators; CPython runs all of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.expect import expect
from support.generated_tests import check_tests


def test_iterators_are_made_and_advanced_as_python_does(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = """
class Steps:
    def __init__(self) -> None:
        self.n = 0

    def __iter__(self) -> "Steps":
        return self

    def __next__(self) -> int:
        if self.n > 1:
            raise StopIteration
        self.n += 1
        return self.n

    def __reversed__(self) -> "Steps":
        return self
"""
    check_tests(
        capsys,
        tmp_path,
        text,
        expect("""
    def test_steps() -> None:
        steps = Steps()

        # Recorded: what the code did when this was generated.
        assert iter(steps) is steps
        assert reversed(steps) is steps
        assert steps.n == 0


    def test_next_when_n_is_at_most_1() -> None:
        steps = Steps()
        assert next(steps) == 1

        # Recorded: what the code did when this was generated.
        assert iter(steps) is steps
        assert reversed(steps) is steps
        assert steps.n == 1


    def test_next_raises_stop_iteration_when_n_is_above_1() -> None:
        steps = Steps()
        next(steps)
        next(steps)
        with pytest.raises(StopIteration):
            next(steps)

        # Recorded: what the code did when this was generated.
        assert iter(steps) is steps
        assert reversed(steps) is steps
        assert steps.n == 2
    """),
    )
