"""A single run that goes on for long keeps the limits of whoever wants its result.

Clocks and tokens count looks here, so that nothing depends on how fast a run is.
"""

from __future__ import annotations

import pytest

from heapwright.answers.search.ask import Effort, ask_spec
from heapwright.cancellation import CancellationToken
from heapwright.graph.state import watch
from heapwright.limits import Limits
from heapwright.paths.plain.concrete import Returned, run
from heapwright.solver.chain import default_solver
from support.engine import loaded, question_named, verdict_text
from support.turns import TokenWithTurns

ROUNDS = 20_000
TEXT = f"""
class Slow {{
    private bool done;
    void work() := let n := 0 in {{ while n < {ROUNDS} do n := n + 1; this.done := true }};
    bool isDone() := this.done;
}}
class Quick {{ private bool done; void work() := this.done := true; }}
spec worked(Slow s) := s.done;
spec asked(Quick q) := q.done && let n := 0 in {{ while n < {ROUNDS} do n := n + 1; true }};
"""
FEW = 40


def verdict(name: str, limits: Limits, token: CancellationToken | None = None) -> str:
    program = loaded(TEXT).program
    effort = Effort(default_solver(), limits, token=token)
    return verdict_text(ask_spec(program, effort, question_named(program, name)).verdict)


@pytest.mark.parametrize("name", ["worked", "asked"])
def test_a_run_is_given_up_when_its_time_is_over(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ticks = iter(range(10**9))
    monkeypatch.setattr(watch, "monotonic", lambda: float(next(ticks)))
    expected = f"undecided: the time limit of {FEW} s was reached"
    assert verdict(name, Limits(seconds=FEW)) == expected


@pytest.mark.parametrize("name", ["worked", "asked"])
def test_a_run_is_given_up_when_nobody_wants_it(name: str) -> None:
    assert verdict(name, Limits(), TokenWithTurns(FEW)) == "undecided: the work was cancelled"


@pytest.mark.parametrize("name", ["worked", "asked"])
def test_a_long_run_within_the_limits_comes_to_its_end(name: str) -> None:
    assert verdict(name, Limits(), TokenWithTurns(10**9)) == "found in 2"


def test_calls_that_are_replayed_are_given_up_as_well() -> None:
    # The search runs the loop once and looks some 80 times; then the replay does.
    token = TokenWithTurns(ROUNDS // 256 * 3 // 2)
    assert verdict("worked", Limits(), token) == "undecided: the work was cancelled"


@pytest.mark.parametrize("rounds", [0, 1, 254, 255, 256, 257, 511, 512, 513, 1000])
def test_looking_at_the_limits_takes_no_steps_away(rounds: int) -> None:
    counting = f"let n := 0 in {{ while n < {rounds} do n := n + 1; true }}"
    program = loaded(f"spec counted(bool given) := {counting};").program
    for n_steps in (rounds, rounds + 1):
        limits = Limits(steps=n_steps)
        without = run(program, "counted", (True,), limits=limits)
        assert run(program, "counted", (True,), limits=limits, look=lambda: None) == without
        assert isinstance(without, Returned) is (n_steps > rounds)
