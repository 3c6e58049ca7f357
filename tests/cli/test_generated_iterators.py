"""What `heapwright tests` makes of iterators and generators; CPython runs all of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.expect import expect
from support.generated_tests import check_tests, check_tests_pass, generated


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


def test_what_an_iterator_of_a_list_holds_is_not_asserted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = """
class Names:
    def __init__(self) -> None:
        self.xs: list[int] = []

    def __iter__(self):
        return iter(self.xs)
"""
    check_tests(
        capsys,
        tmp_path,
        text,
        expect("""
    def test_names() -> None:
        names = Names()

        # Recorded: what the code did when this was generated.
        assert names.xs == []


    def test_iter() -> None:
        names = Names()
        iter(names)

        # Recorded: what the code did when this was generated.
        assert names.xs == []
    """),
    )
    check_tests_pass(generated(capsys, tmp_path, "shop.py", text)["code"], tmp_path)


def test_what_a_counter_of_the_library_holds_is_not_asserted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = """
import itertools

class Ids:
    def __init__(self) -> None:
        self.counter = itertools.count()

    def new(self) -> int:
        return next(self.counter)
"""
    check_tests(
        capsys,
        tmp_path,
        text,
        expect("""
    def test_ids() -> None:
        Ids()


    def test_new() -> None:
        ids = Ids()
        assert ids.new() == 0
    """),
    )
    check_tests_pass(generated(capsys, tmp_path, "shop.py", text)["code"], tmp_path)
