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


def test_an_iterator_of_a_list_is_gone_through(
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
            assert list(names) == []
            assert names.xs == []


        def test_iter() -> None:
            names = Names()
            assert list(names) == []

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


BOX = """
class Box:
    def __init__(self) -> None:
        self._xs: list[int] = []

    def add(self, x: int) -> None:
        self._xs.append(x)

    def positives(self):
        for x in self._xs:
            if x < 0:
                raise ValueError(x)
            yield x
"""


def test_branches_of_a_generator_are_taken_by_going_through_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    check_tests(
        capsys,
        tmp_path,
        BOX,
        expect("""
    def test_box() -> None:
        box = Box()

        # Recorded: what the code did when this was generated.
        assert list(box.positives()) == []


    def test_add() -> None:
        box = Box()
        box.add(1)

        # Recorded: what the code did when this was generated.
        assert list(box.positives()) == [1]


    def test_positives_raises_value_error_when_x_is_below_0() -> None:
        box = Box()
        box.add(-1)
        with pytest.raises(ValueError):
            list(box.positives())


    def test_positives_when_x_is_at_least_0() -> None:
        box = Box()
        box.add(1)
        assert list(box.positives()) == [1]
    """),
    )
    report = generated(capsys, tmp_path, "shop.py", BOX)
    assert report["branches"]["covered"] == report["branches"]["total"] == 4
    check_tests_pass(report["code"], tmp_path)


def test_objects_that_can_be_gone_through_are_asked_for_their_items(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = """
class Pair:
    def __init__(self, a: int, b: int) -> None:
        self._a = a
        self._b = b

    def __iter__(self):
        yield self._a
        yield self._b

    def __reversed__(self):
        yield self._b
        yield self._a
"""
    check_tests(
        capsys,
        tmp_path,
        text,
        expect("""
    def test_pair() -> None:
        pair = Pair(1, 2)

        # Recorded: what the code did when this was generated.
        assert list(pair) == [1, 2]
        assert list(reversed(pair)) == [2, 1]


    def test_iter() -> None:
        pair = Pair(1, 2)
        assert list(pair) == [1, 2]

        # Recorded: what the code did when this was generated.
        assert list(reversed(pair)) == [2, 1]


    def test_reversed() -> None:
        pair = Pair(1, 2)
        assert list(reversed(pair)) == [2, 1]

        # Recorded: what the code did when this was generated.
        assert list(pair) == [1, 2]
    """),
    )
    check_tests_pass(generated(capsys, tmp_path, "shop.py", text)["code"], tmp_path)


def test_a_generator_that_another_method_makes_is_gone_through_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = """
class Queue:
    def __init__(self) -> None:
        self._n = 2

    def _drain(self):
        while self._n > 0:
            self._n -= 1
            yield self._n

    def drained(self):
        return self._drain()
"""
    check_tests(
        capsys,
        tmp_path,
        text,
        expect("""
    def test_queue() -> None:
        Queue()


    def test_drained_when_n_is_at_most_0() -> None:
        queue = Queue()
        assert list(queue.drained()) == [1, 0]
    """),
    )
    check_tests_pass(generated(capsys, tmp_path, "shop.py", text)["code"], tmp_path)


def test_what_happens_between_two_items_keeps_branches_open(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = """
class Box:
    def __init__(self) -> None:
        self._n = 0

    def up(self) -> None:
        self._n = min(self._n + 1, 3)

    def twice(self):
        before = self._n
        yield before
        if self._n > before:
            yield -1
"""
    report = generated(capsys, tmp_path, "shop.py", text)
    assert report["branches"]["covered"] == 1
    assert report["branches"]["unreachable"] == 0
    (reason,) = {one["reason"] for one in report["open"]}
    why = "its caller may stop or do other things before the last item, which is not tried"
    assert reason == f"`Box.twice`: {why}"


def test_branches_of_a_generator_that_always_raises_stay_open(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = """
class Box:
    def __init__(self) -> None:
        self._n = 0

    def up(self) -> None:
        self._n = min(self._n + 1, 3)

    def twice(self):
        before = self._n
        yield before
        if self._n > before:
            yield -1
        raise ValueError
"""
    report = generated(capsys, tmp_path, "shop.py", text)
    assert report["branches"]["covered"] == 1
    assert report["branches"]["unreachable"] == 0


def test_a_generator_without_end_leaves_its_branches_open(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = """
class Flag:
    def __init__(self, is_on: bool) -> None:
        self._is_on = is_on

    def values(self):
        while True:
            yield 1 if self._is_on else 0
"""
    report = generated(capsys, tmp_path, "shop.py", text)
    assert report["conditions"]["unreachable"] == 0
    check_tests_pass(report["code"], tmp_path)
