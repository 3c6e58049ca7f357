"""What is found out before the first call is tried keeps the limits, too.

Nothing here may depend on how fast that is: clocks and tokens count looks.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from heapwright.answers.calls.verdict import Undecided
from heapwright.answers.search.ask import Effort, ask_invariant, ask_spec, explore_class
from heapwright.answers.structure.structure import ask_structure
from heapwright.cancellation import CancellationToken
from heapwright.graph.state import watch
from heapwright.graph.state.narrowings import Narrowing
from heapwright.limits import Limits
from heapwright.solver.chain import default_solver
from support.engine import question_named, verdict_text
from support.python_engine import loaded_python
from support.turns import TokenWithTurns

TEXT = """
from heapwright import invariant, spec


class Box:
    def __init__(self) -> None:
        self.size = 0

    def put(self, label: str) -> None:
        self.size += len(label)

    @invariant
    def is_counted(self) -> bool:
        return self.size >= 0


@spec
def never(box: Box) -> bool:
    return box.size < 0


@spec
def filled(box: Box) -> bool:
    return box.size == 2
"""


def cancelled_at_once() -> Effort:
    token = CancellationToken()
    token.cancel()
    return Effort(default_solver(), Limits(), token=token, widens=True)


@pytest.mark.parametrize("name", ["never", "filled"])
@pytest.mark.parametrize("turns", range(8))
def test_a_spec_is_undecided_where_its_preparation_is_cancelled(name: str, turns: int) -> None:
    program = loaded_python(TEXT).program
    effort = Effort(default_solver(), Limits(), token=TokenWithTurns(turns))
    answer = ask_spec(program, effort, question_named(program, name))
    assert verdict_text(answer.verdict) == "undecided: the work was cancelled"
    assert not answer.graph.is_complete


def test_the_time_limit_is_kept_in_the_preparation(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks: Iterator[int] = iter(range(10**9))
    monkeypatch.setattr(watch, "monotonic", lambda: float(next(ticks)))
    program = loaded_python(TEXT).program
    effort = Effort(default_solver(), Limits(seconds=3))
    answer = ask_spec(program, effort, question_named(program, "never"))
    assert verdict_text(answer.verdict) == "undecided: the time limit of 3 s was reached"


def test_an_invariant_is_undecided_where_its_preparation_is_cancelled() -> None:
    program = loaded_python(TEXT).program
    answer = ask_invariant(program, cancelled_at_once(), question_named(program, "Box.is_counted"))
    assert verdict_text(answer.verdict) == "undecided: the work was cancelled"


def test_a_structure_is_undecided_where_its_preparation_is_cancelled() -> None:
    program = loaded_python(TEXT).program
    answer = ask_structure(program, cancelled_at_once(), "Box", ())
    assert isinstance(answer.verdict, Undecided)
    assert answer.verdict.reason == "the work was cancelled"


def test_a_graph_whose_preparation_is_cancelled_is_not_complete() -> None:
    explored = explore_class(loaded_python(TEXT).program, cancelled_at_once(), "Box")
    assert not explored.graph.is_complete
    assert explored.graph.narrowings == [Narrowing("", "the work was cancelled")]


def test_what_was_cancelled_is_prepared_anew() -> None:
    program = loaded_python(TEXT).program
    for turns in range(8):
        effort = Effort(default_solver(), Limits(), token=TokenWithTurns(turns))
        ask_spec(program, effort, question_named(program, "filled"))
    effort = Effort(default_solver(), Limits())
    answer = ask_spec(program, effort, question_named(program, "filled"))
    assert verdict_text(answer.verdict).startswith("found")
