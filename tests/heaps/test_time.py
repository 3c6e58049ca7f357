"""Time and cancellation hold inside a run, not only between runs. The clock is a counter."""

from __future__ import annotations

from itertools import count

import pytest

from heapwright.cancellation import CancellationToken, Cancelled, Deadline
from heapwright.workspace import paths
from heapwright.workspace.paths import FoundPaths, PathOptions, find_paths
from support.engine import loaded
from support.symbolic import MODELS, function_named

# But for null one path only, of 400 rounds.
LONG = """
class N { int f; N n; }
class P { int m(N a) := let i := 0 in { while i < 400 do { a.f := a.f + i; i := i + 1 }; a.f }; }
"""


def found_within(text: str, looks: int, heap: str, monkeypatch: pytest.MonkeyPatch) -> FoundPaths:
    """Find paths with a clock that goes on by a second each time that somebody looks."""

    def deadline(seconds: float | None, token: CancellationToken | None) -> Deadline:
        ticks = count()
        return Deadline(seconds, token, now=lambda: float(next(ticks)))

    monkeypatch.setattr(paths, "Deadline", deadline)
    program = loaded(text).program
    options = PathOptions(heap, steps=1_000, seconds=looks)
    return find_paths(program, function_named(program, "P.m"), options)


@pytest.mark.parametrize("heap", MODELS)
def test_a_run_that_takes_too_long_is_left_in_its_middle(
    heap: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = found_within(LONG, 100, heap, monkeypatch)
    assert found.left is not None
    assert found.left.reason == "100 seconds"
    assert [path.outcome for path in found.paths] == ["error"]  # of null, which is over at once
    assert not found.is_complete


def test_with_enough_time_the_same_run_comes_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    found = found_within(LONG, 1_000_000, "pose", monkeypatch)
    assert found.is_complete
    assert [path.outcome for path in found.paths] == ["error", "returned"]


def test_a_search_that_nobody_wants_any_more_ends() -> None:
    program = loaded(LONG).program
    token = CancellationToken()
    token.cancel()
    with pytest.raises(Cancelled):
        find_paths(program, function_named(program, "P.m"), PathOptions(), token)
