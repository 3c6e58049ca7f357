"""What is reachable stays reachable when a bound is raised, and fixpoints are exact."""

from __future__ import annotations

import pytest

from heapwright.answers.calls.verdict import Found, NotFound, Undecided
from heapwright.graph.state.shape import int_label
from oracle.random_programs import random_program
from support.engine import ask, check_verdicts, explore, verdict_text

COUNTER = """
class Counter {
    private int x;
    private new;
    static Counter make() := new Counter;
    void inc() := if this.x < 3 then this.x := this.x + 1;
    void jump() := if this.x = 3 then this.x := 100;
}
spec two(Counter c) := c.x = 2;
spec hundred(Counter c) := c.x = 100;
spec four(Counter c) := c.x = 4;
"""
VALUES = (0, 1, 2, 3, 100)


@pytest.mark.parametrize("calls", [1, 2, 3, 4, 5, 6, 7, 20, None])
def test_the_counter_has_exactly_the_values_that_so_many_calls_reach(calls: int | None) -> None:
    graph = explore(COUNTER, "Counter", calls=calls).graph
    found = [int_label(labels[0]) for d in graph.disjuncts for _, _, labels in d.shape.objects]
    assert sorted(found) == list(VALUES if calls is None else VALUES[:calls])
    # The last value comes with the fifth call; that nothing follows takes one more to see.
    assert graph.is_complete == (calls is None or calls > 5)


def test_the_verdicts_on_the_counter_follow() -> None:
    expected = {"two": "found in 3", "hundred": "found in 5", "four": "nowhere"}
    check_verdicts(COUNTER, expected)
    check_verdicts(COUNTER, expected, calls=6)
    expected = {"two": "found in 3", "hundred": "not found in 4", "four": "not found in 4"}
    check_verdicts(COUNTER, expected, calls=4)


@pytest.mark.parametrize("seed", range(24))
def test_raising_a_bound_loses_nothing(seed: int) -> None:
    program = random_program(seed)
    scope, wider = {"A": 2, "B": 1}, {"A": 3, "B": 2}
    for name in program.specs:
        verdict = ask(program.text, name, scope=scope, calls=3).verdict
        more_calls = ask(program.text, name, scope=scope, calls=4).verdict
        more_objects = ask(program.text, name, scope=wider, calls=3).verdict
        where = f"{name} in\n{program.text}"
        match verdict:
            case Found(_, replayed):
                for raised in (more_calls, more_objects):
                    assert isinstance(raised, Found), where
                    assert len(raised.replayed.heaps) <= len(replayed.heaps), where
            case NotFound() | Undecided():
                pass
            case _:
                # Proved for every number of calls.
                assert verdict_text(more_calls) == verdict_text(verdict), where


@pytest.mark.parametrize("seed", range(0, 24, 2))
def test_every_heap_of_a_bounded_graph_is_in_the_wider_one(seed: int) -> None:
    text = random_program(seed).text
    small = explore(text, "A", scope={"A": 2, "B": 1}, calls=2).graph
    large = explore(text, "A", scope={"A": 2, "B": 1}, calls=3).graph
    assert {d.shape for d in small.disjuncts} <= {d.shape for d in large.disjuncts}
