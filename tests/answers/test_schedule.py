"""The schedule: whose turn it is, with how much time, what came of it, and where that is told."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

import pytest

from heapwright.answers.calls.match_goal import Undetermined
from heapwright.answers.calls.verdict import Contradiction, Nowhere, Undecided, Verdict
from heapwright.answers.search import ask as ask_module
from heapwright.answers.search.schedule import EXACT
from heapwright.answers.search.strategy import (
    Attempt,
    Came,
    Case,
    Decided,
    Now,
    Share,
    Smaller,
    Steps,
    Strategy,
    Turn,
    scheduled,
)
from heapwright.graph.explore.explore import new_graph
from heapwright.graph.setting.setting import setting_for
from heapwright.graph.state import watch as watch_module
from heapwright.graph.state.state_graph import Disjunct
from heapwright.graph.state.watch import Watch, WatchStopped
from heapwright.limits import Limits
from heapwright.solver.chain import default_solver
from support.engine import ask, loaded
from support.python_engine import ask_python
from support.repo import PACKAGE

UNDECIDED = Undecided("nobody knows")
Run: TypeAlias = Callable[[Case, Now], Steps]


def case_of(smaller: Smaller | None = None) -> Case:
    """Give a case that nobody looks at."""
    program = loaded("class Lamp {}").program
    graph = new_graph(setting_for(program, ["Lamp"], []))
    return Case(
        graph,
        default_solver(),
        None,
        lambda case, graph: lambda _, __: iter(()),
        None,
        smaller=smaller,
    )


def saying(*turns: Verdict | None, log: list[str] | None = None, name: str = "") -> Run:
    """Make a strategy that pauses after each turn but the last, each time with a verdict."""

    def run(case: Case, now: Now) -> Steps:
        for number, verdict in enumerate(turns, start=1):
            if log is not None:
                log.append(f"{name} {number}")
            if number == len(turns):
                return Came(f"ended in turn {number}", verdict)
            yield Came(f"paused in turn {number}", verdict)
        raise AssertionError

    return run


def run_all(turns: Sequence[Turn], watch: Watch | None = None) -> Decided:
    return scheduled(case_of(), watch or Watch(Limits()), turns)


def told(decided: Decided) -> list[tuple[str, int, str]]:
    return [(one.strategy, one.turns, one.outcome) for one in decided.ran]


def test_strategies_have_their_turns_in_order_and_go_on_where_they_paused() -> None:
    log: list[str] = []
    first = Strategy("first", saying(None, None, None, log=log, name="first"))
    second = Strategy("second", saying(None, None, log=log, name="second"))
    decided = run_all([Turn(first), Turn(second), Turn(first), Turn(second), Turn(first)])
    assert log == ["first 1", "second 1", "first 2", "second 2", "first 3"]
    assert decided.verdict is None
    assert told(decided) == [("first", 3, "ended in turn 3"), ("second", 2, "ended in turn 2")]


def test_a_strategy_that_came_to_its_end_has_no_more_turns() -> None:
    once = Strategy("once", saying(None))
    assert told(run_all([Turn(once), Turn(once)])) == [("once", 1, "ended in turn 1")]


def test_the_first_verdict_ends_it() -> None:
    sure = Strategy("sure", saying(Nowhere()))
    late = Strategy("late", saying(Contradiction()))
    decided = run_all([Turn(sure), Turn(late)])
    assert decided.verdict == Nowhere()
    assert told(decided) == [("sure", 1, "ended in turn 1")]


def test_what_is_undecided_may_be_decided_by_those_that_follow() -> None:
    open_ = Strategy("open", saying(UNDECIDED, Contradiction()))
    sure = Strategy("sure", saying(Nowhere()))
    assert run_all([Turn(open_), Turn(sure), Turn(open_)]).verdict == Nowhere()
    assert run_all([Turn(open_), Turn(open_), Turn(sure)]).verdict == Contradiction()
    assert run_all([Turn(open_)]).verdict == UNDECIDED


def test_a_turn_whose_condition_does_not_hold_is_left_out() -> None:
    def never(case: Case, now: Now) -> bool:
        return False

    def after_a_proof(case: Case, now: Now) -> bool:
        return now.verdict == Nowhere()

    left_out = Strategy("left out", saying(Contradiction()))
    sure = Strategy("sure", saying(Nowhere()))
    further = Strategy("further", saying(None))
    turns = [
        Turn(left_out, when=never),
        Turn(further, when=after_a_proof),
        Turn(sure),
        Turn(further, when=after_a_proof),
    ]
    decided = run_all(turns)
    assert decided.verdict == Nowhere()
    assert [name for name, _, _ in told(decided)] == ["sure", "further"]


def noting(noted: list[tuple[float | None, int | None]]) -> Run:
    """Make a strategy that notes the time and the checks that it is given, and pauses."""

    def run(case: Case, now: Now) -> Steps:
        while True:
            noted.append((now.part.seconds, now.part.most_checks))
            now = yield Came("paused")

    return run


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Give a clock that stands still until it is set."""
    now = [0.0]
    monkeypatch.setattr(watch_module, "monotonic", lambda: now[0])

    def set_to(seconds: float) -> None:
        now[0] = seconds

    return set_to


def test_a_turn_has_its_share_of_the_time_that_is_left(clock: Callable[[float], None]) -> None:
    noted: list[tuple[float | None, int | None]] = []

    def slow(case: Case, now: Now) -> Steps:
        clock(60.0)
        yield from ()
        return Came("took a minute")

    one = Strategy("one", noting(noted))
    turns = [
        Turn(one, Share(0.25, 7)),
        Turn(Strategy("slow", slow)),
        Turn(one, Share(0.25)),
        Turn(one),
    ]
    run_all(turns, Watch(Limits(seconds=100)))
    assert noted == [(25.0, 7), (10.0, None), (100, None)]


def test_early_turns_leave_time_for_smaller_heaps(clock: Callable[[float], None]) -> None:
    noted: list[tuple[float | None, int | None]] = []
    whole = Watch(Limits(seconds=100))
    case = case_of()
    smaller = Smaller([], case.graph, lambda bounds: case.graph, whole.part(0.5), None)
    one = Strategy("one", noting(noted))
    turns = [Turn(one, Share(0.5), is_early=True), Turn(one, is_early=True), Turn(one, Share(0.5))]
    scheduled(case_of(smaller), whole, turns)
    assert noted == [(25.0, None), (50.0, None), (50.0, None)]


def test_nothing_begins_when_the_time_is_up(clock: Callable[[float], None]) -> None:
    watch = Watch(Limits(seconds=1))
    clock(2.0)
    assert told(run_all([Turn(Strategy("late", saying(Nowhere())))], watch)) == []


def test_nothing_begins_after_an_interrupt() -> None:
    def interrupted(case: Case, now: Now) -> Steps:
        yield from ()
        raise KeyboardInterrupt

    turns = [Turn(Strategy("one", interrupted)), Turn(Strategy("two", saying(Nowhere())))]
    decided = run_all(turns)
    assert decided.verdict is None
    assert told(decided) == [("one", 1, "interrupted")]


def test_shares_of_the_time_stand_in_the_schedule_only() -> None:
    """But for how a graph finds its own bounds, and for branches, which are no question."""
    taken = {
        file.relative_to(PACKAGE).as_posix()
        for file in PACKAGE.rglob("*.py")
        if re.search(r"\bwatch\.part\(", file.read_text(encoding="utf-8"))
    }
    assert taken == {
        "answers/search/strategy.py",
        "graph/explore/room.py",
        "workspace/longer_branches.py",
    }


# --- An exact search that is paused --------------------------------------------------------------

SWITCH = (
    "class Switch { private int at; void next() := if this.at < 3 then this.at := this.at + 1; }"
)


def switch_case(attempt: Attempt, smaller_turn: int | None = None) -> Case:
    """Give a case that tries the five heaps of a small graph."""
    program = loaded(SWITCH).program
    graph = new_graph(setting_for(program, ["Switch"], []))
    smaller = None
    if smaller_turn is not None:
        smaller = Smaller([], graph, lambda bounds: graph, Watch(Limits()), smaller_turn)
    return Case(graph, default_solver(), None, lambda _, __: attempt, smaller=smaller)


def test_an_exact_search_goes_on_where_it_paused_and_tries_no_heap_twice() -> None:
    tried: list[int] = []

    def attempt(disjunct: Disjunct, watch: Watch) -> Iterator[object]:
        tried.append(disjunct.number)
        yield from ()

    case = switch_case(attempt, smaller_turn=3)
    # Without a path it takes long at once; after three heaps it is known to take too long.
    turns = [Turn(EXACT, Share(0.1, 0)), Turn(EXACT), Turn(EXACT)]
    decided = scheduled(case, Watch(Limits()), turns)
    assert decided.verdict == Nowhere()
    assert told(decided) == [("exact", 3, "no heap answers the question: 5 states")]
    assert tried == [0, 1, 2, 3, 4]


def test_a_heap_whose_look_was_cut_off_is_looked_at_again() -> None:
    tried: list[int] = []

    def attempt(disjunct: Disjunct, watch: Watch) -> Iterator[object]:
        tried.append(disjunct.number)
        yield Undetermined("who knows")
        if tried.count(2) == 1:
            raise WatchStopped("somebody stopped it")
        if disjunct.number == 4:
            yield "the answer"

    first = scheduled(switch_case(attempt), Watch(Limits()), [Turn(EXACT)])
    assert first.verdict == Undecided("who knows; somebody stopped it")
    assert told(first) == [("exact", 1, "somebody stopped it: 3 states so far")]
    tried.clear()
    decided = scheduled(switch_case(attempt), Watch(Limits()), [Turn(EXACT), Turn(EXACT)])
    assert (decided.verdict, tried) == ("the answer", [0, 1, 2, 2, 3, 4])


# --- What is really done ------------------------------------------------------------------------

COUNTER = """
class Counter { private int n; void up() := this.n := this.n + 1; }
spec TWO(Counter c) := c.n = 2;
spec BELOW(Counter c) := c.n < 0;
spec BOTH(Counter c) := c.n = 1 && c.n = 2;
class Lamp { private bool on; void light() := this.on := true; }
spec BESIDE(Counter c, Lamp l) := c.n < 0 && l.on;
"""
# A breaker can be made in more than a million ways.
BREAKER = """
class Breaker:
    def __init__(
        self,
        limit: int = 5,
        names: list[str] | None = None,
        groups: dict[str, int] | None = None,
        weights: list[int] | None = None,
    ) -> None:
        self.limit = limit
        self.names = names
        self.groups = groups
        self.weights = weights
        self.n = 0

    def up(self) -> None:
        self.n += 1

@spec
def TWO(b: Breaker) -> bool:
    return b.n == 2 and b.limit == 7

@spec
def BELOW(b: Breaker) -> bool:
    return b.n < 0
"""


def steps(answer: ask_module.Answer) -> list[str]:
    return [f"{one.strategy}: {one.outcome}" for one in answer.ran]


def test_a_contradiction_needs_nothing_else() -> None:
    assert steps(ask(COUNTER, "BOTH")) == [
        "set up: prepared the calls",
        "contradiction: no heap satisfies it",
    ]


def test_what_is_near_is_found_exactly() -> None:
    assert steps(ask(COUNTER, "TWO")) == [
        "set up: prepared the calls",
        "contradiction: some heap may satisfy it",
        "exact: found it among 4 states",
    ]


def test_what_grows_for_ever_is_proved_of_its_class_alone() -> None:
    assert steps(ask(COUNTER, "BELOW")) == [
        "set up: prepared the calls",
        "contradiction: some heap may satisfy it",
        "exact: found nothing with 256 calls, and `Counter.n` takes ever new values: 257 states",
        "alone: proved that nothing answers the question",
    ]


def test_what_is_about_several_classes_is_proved_loosely() -> None:
    answer = ask(COUNTER, "BESIDE")
    assert isinstance(answer.verdict, Nowhere)
    assert steps(answer)[3:] == [
        "alone: no proof: the question is about several classes, or none",
        "loose: proved that nothing answers the question",
        "larger heaps: found nothing",
    ]


def test_where_an_exact_search_takes_long_others_have_a_turn() -> None:
    assert steps(ask_python(BREAKER, "TWO"))[2:] == [
        "exact: takes long: 201 states so far",
        "alone: no proof: a heap that it cannot rule out answers the question",
        "loose: no proof: a heap that it cannot rule out answers the question",
        "fair: found it after 33 paths",
    ]


def test_a_proof_ends_an_exact_search_that_has_paused() -> None:
    answer = ask_python(BREAKER, "BELOW")
    assert isinstance(answer.verdict, Nowhere)
    assert steps(answer)[2:] == [
        "exact: takes long: 201 states so far",
        "alone: proved that nothing answers the question",
    ]


def test_an_attempt_that_kept_too_little_of_the_values_is_told() -> None:
    text = """
class Word:
    def __init__(self, text: str) -> None:
        self.first = text[0]

@spec
def IS_A(w: Word) -> bool:
    return w.first == "a"
"""
    first = ask_python(text, "IS_A").ran[0]
    assert (first.strategy, first.turns) == ("set up", 2)
    assert first.outcome == "began again: strings are looked into"
