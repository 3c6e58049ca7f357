"""Strategies as values, and what gives them their turns.

Place: answers/search/. `schedule` has the tables of turns; `ask` and whoever else looks for
something in graphs run one by `scheduled`.

A strategy is a generator. It begins with what is asked (`Case`) and what it has in its first turn
(`Now`); where it pauses it yields, and is sent what it has in the next; what it returns is its last
word. It catches whatever ends its own work, so nothing but values comes out of it, except for what
makes the whole work begin again (`graph/setting`).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from time import monotonic
from typing import TypeAlias

from heapwright.answers.calls import sequence as sequences
from heapwright.answers.calls.match_goal import AskedHeaps
from heapwright.answers.calls.question import Question
from heapwright.answers.calls.verdict import Undecided
from heapwright.graph.explore.breadth_first import INTERRUPTED
from heapwright.graph.explore.fair_graph import Beginning
from heapwright.graph.state.state_graph import Disjunct, StateGraph
from heapwright.graph.state.watch import Watch, WatchStopped
from heapwright.records import dataclass, replace
from heapwright.solver.answer import Solver


@dataclass(frozen=True, slots=True)
class Unrun:
    """Calls that may be an answer: nobody can run them, because they meet code that is not read."""

    sequence: sequences.Sequence
    unread: str


# Gives what stays open about the heaps of a disjunct (`Undetermined`, `Unrun`); whatever else it
# gives is an answer: a verdict about a question, or what the maker of the case looks for.
Attempt: TypeAlias = Callable[[Disjunct, Watch], Iterator[object]]


@dataclass(frozen=True, slots=True)
class Smaller:
    """Smaller bounds, for which something may be proved where the usual ones take too long."""

    scopes: Sequence[Mapping[str, int]]  # the smallest first
    smallest: StateGraph
    within: Callable[[Mapping[str, int]], StateGraph]  # the graph of other bounds
    early: Watch  # for all that is done before
    turn: int | None  # how far the usual graph was explored when that took too long, once


@dataclass(frozen=True, slots=True)
class Case:
    """What is asked, and of which graph."""

    graph: StateGraph
    solver: Solver
    max_calls: int | None
    attempt_on: Callable[[Case, StateGraph], Attempt]
    question: Question | None = None
    asked: AskedHeaps | None = None  # about the graph, if there is a question
    doubts: tuple[str, ...] = ()  # about the question itself
    smaller: Smaller | None = None


@dataclass(frozen=True, slots=True)
class Came:
    """What came out of a turn, in words and, if anything is decided, as a verdict."""

    words: str
    verdict: object = None
    graph: StateGraph | None = None  # that the verdict rests on, if it is not that of the case
    beginning: Beginning | None = None  # of a search that takes long


@dataclass(frozen=True, slots=True)
class Now:
    """What came out of all turns until now, and the time of the next one."""

    verdict: object
    graph: StateGraph
    beginning: Beginning | None
    whole: Watch  # to make something of what is seen
    part: Watch  # to look

    def told(self, stopped: WatchStopped | str) -> str:
        """Say what stopped the turn."""
        is_share = self.part.is_over and self.part.is_part
        return "its share of the time was over" if is_share else str(stopped)


def is_open(case: Case, now: Now) -> bool:
    """Say whether nothing is decided."""
    return now.verdict is None or isinstance(now.verdict, Undecided)


def in_time(case: Case, now: Now) -> bool:
    """Say whether nothing is decided, and there is time to change that."""
    is_stopped = now.whole.is_over or case.graph.stopped_by == INTERRUPTED
    return is_open(case, now) and not is_stopped


Steps: TypeAlias = Generator[Came, Now, Came]


@dataclass(frozen=True, slots=True)
class Strategy:
    """A way to find or refute something."""

    name: str
    run: Callable[[Case, Now], Steps]


@dataclass(frozen=True, slots=True)
class Share:
    """How much a turn may take: a part of the time that is left, and paths."""

    of_time: float | None = None  # None for all of it, with the paths that are left
    most_checks: int | None = None  # on any machine alike

    def of(self, watch: Watch) -> Watch:
        """Give the watch for it."""
        if self.of_time is None:
            return watch
        part = watch.part(self.of_time)
        part.most_checks = self.most_checks
        return part


ALL = Share()


@dataclass(frozen=True, slots=True)
class Turn:
    """A row of a schedule."""

    strategy: Strategy
    share: Share = ALL
    when: Callable[[Case, Now], bool] = in_time
    is_early: bool = False  # whether time is kept for smaller heaps


@dataclass(frozen=True, slots=True)
class Ran:
    """What a strategy did in all its turns, for whoever asks where the time went."""

    strategy: str
    seconds: float
    turns: int
    outcome: str


@dataclass(frozen=True, slots=True)
class Decided:
    """What came out of a schedule."""

    verdict: object
    graph: StateGraph
    ran: tuple[Ran, ...]


def scheduled(case: Case, watch: Watch, turns: Sequence[Turn]) -> Decided:
    """Give one turn after the other, as far as their conditions hold.

    A strategy that has paused goes on in its next turn; one that came to its end has no more.
    """
    early = watch if case.smaller is None else case.smaller.early
    now = Now(None, case.graph, None, watch, watch)
    paused: dict[str, Steps] = {}
    ran: dict[str, Ran] = {}
    for turn in turns:
        name = turn.strategy.name
        whole = early if turn.is_early else watch
        now = replace(now, whole=whole, part=whole)
        if (name in ran and name not in paused) or not turn.when(case, now):
            continue
        now = replace(now, part=turn.share.of(whole))
        started = monotonic()
        came = _turn(case, turn.strategy, now, paused)
        before = ran.get(name, Ran(name, 0.0, 0, ""))
        seconds = before.seconds + monotonic() - started
        ran[name] = Ran(name, seconds, before.turns + 1, came.words)
        now = replace(
            now,
            verdict=now.verdict if came.verdict is None else came.verdict,
            graph=now.graph if came.graph is None else came.graph,
            beginning=now.beginning if came.beginning is None else came.beginning,
        )
    return Decided(now.verdict, now.graph, tuple(ran.values()))


def _turn(case: Case, strategy: Strategy, now: Now, paused: dict[str, Steps]) -> Came:
    """Let a strategy begin, or go on; it stays among those that have paused if it does."""
    steps = paused.pop(strategy.name, None)
    try:
        if steps is None:
            steps = strategy.run(case, now)
            came = next(steps)
        else:
            came = steps.send(now)
    except StopIteration as ended:
        last: Came = ended.value
        return last
    except KeyboardInterrupt:
        case.graph.stopped_by = INTERRUPTED
        return Came(INTERRUPTED)
    paused[strategy.name] = steps
    return came


def scheduled_beside(case: Case, graph: StateGraph, watch: Watch, turns: Sequence[Turn]) -> Decided:
    """Ask another graph the same, as a part of a turn."""
    function = None if case.question is None else case.question.function
    asked = None if function is None else AskedHeaps(graph.setting, function)
    beside = replace(case, graph=graph, asked=asked, smaller=None)
    decided = scheduled(beside, watch, turns)
    if graph.stopped_by == INTERRUPTED:
        raise KeyboardInterrupt
    return decided


def counted(number: int, noun: str) -> str:
    """Give `1 state`, `1,204 states`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
