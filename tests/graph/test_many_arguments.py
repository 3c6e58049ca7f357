"""Where a call has far more arguments than there is time for, the limits are kept all the same.

A dict of four strings, each with a list of two sets of ints at most, can be given in 30,941
shapes. Nothing here may depend on how fast they are made: clocks and tokens count looks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from heapwright.answers.search.ask import Effort, ask_spec
from heapwright.cancellation import CancellationToken
from heapwright.graph.client import gives
from heapwright.graph.state import watch
from heapwright.graph.state.state_graph import Argument, Fresh, StateGraph
from heapwright.limits import Limits
from heapwright.solver.chain import default_solver
from support.engine import question_named, verdict_text
from support.python_engine import loaded_python

NESTED = "dict[str, list[set[int]]]"
TEXT = f"""
from heapwright import spec


class Box:
    def __init__(self) -> None:
        self.size = 0

    def put(self, given: {NESTED}) -> None:
        self.size = len(given)


class Filled:
    def __init__(self, given: {NESTED}) -> None:
        self.size = len(given)


@spec
def never(box: Box) -> bool:
    return box.size == 77


@spec
def never_given(box: Box, given: {NESTED}) -> bool:
    return len(given) == 77


@spec
def never_filled(filled: Filled) -> bool:
    return filled.size == 77
"""
SHAPES = 30_941
FEW = SHAPES // 10


class TokenWithTurns(CancellationToken):
    """Is cancelled by itself once somebody has looked so many times."""

    def __init__(self, turns: float) -> None:
        super().__init__()
        self.turns = turns
        self.looks = 0

    @property
    def cancelled(self) -> bool:
        self.looks += 1
        return self.looks > self.turns


@pytest.fixture
def n_made(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """Count the containers that are made as arguments."""
    made = 0

    class CountedFresh(Fresh):
        def __init__(self, class_name: str, entries: tuple[Argument, ...]) -> None:
            nonlocal made
            made += 1
            super().__init__(class_name, entries)

    monkeypatch.setattr(gives, "Fresh", CountedFresh)
    return lambda: made


def asked(
    name: str,
    limits: Limits,
    token: CancellationToken | None = None,
    *,
    widens: bool = False,
) -> tuple[str, StateGraph]:
    program = loaded_python(TEXT).program
    effort = Effort(default_solver(), limits, token=token, widens=widens)
    answer = ask_spec(program, effort, question_named(program, name))
    return verdict_text(answer.verdict), answer.graph


@pytest.mark.parametrize("name", ["never", "never_given", "never_filled"])
@pytest.mark.parametrize("widens", [False, True])
def test_the_time_limit_is_kept_while_arguments_are_made(
    name: str, widens: bool, n_made: Callable[[], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    ticks: Iterator[int] = iter(range(10**9))
    monkeypatch.setattr(watch, "monotonic", lambda: float(next(ticks)))
    verdict, graph = asked(name, Limits(seconds=300), widens=widens)
    assert verdict.startswith("undecided: ")
    assert "the time limit of 300 s was reached" in verdict
    assert not graph.is_complete
    assert 0 < n_made() < FEW


@pytest.mark.parametrize("name", ["never", "never_given", "never_filled"])
def test_the_work_can_be_cancelled_while_arguments_are_made(
    name: str, n_made: Callable[[], int]
) -> None:
    verdict, graph = asked(name, Limits(), TokenWithTurns(300))
    assert verdict.startswith("undecided: ")
    assert "the work was cancelled" in verdict
    assert not graph.is_complete
    assert 0 < n_made() < FEW


def test_arguments_that_need_not_be_tried_again_are_passed_with_an_eye_on_the_limits() -> None:
    # With two entries at most a box is filled in 183 ways: on the empty heap, and on none other.
    limits = Limits(objects=(("items", 2),))
    ways = 1 + 13 + 13 * 13
    token = TokenWithTurns(float("inf"))
    _, graph = asked("never_filled", limits, token)
    n_filled = sum(1 for shape in graph.states if shape.objects)
    assert n_filled >= 2
    assert token.looks > ways * (n_filled + 1)
