"""Strategies as values, and what gives them their turns.

Place: answers/search/. `schedule` has the tables of turns; `ask` and whoever else looks for
something in graphs run one by `scheduled`.

A strategy is a generator. It begins with what is asked (`Case`) and what it has in its first turn
(`Given`); where it pauses it yields, and is sent what it has in the next; what it returns is its
last word. It catches whatever ends its own work, so nothing but values comes out of it, except
for what makes the whole work begin again (`graph/setting`).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from time import monotonic
from typing import Generic, Protocol, TypeAlias, TypeVar

from heapwright.answers.calls import synthesize
from heapwright.answers.calls.match_goal import AskedHeaps, Undetermined
from heapwright.answers.calls.question import Question
from heapwright.answers.calls.verdict import Undecided, Verdict
from heapwright.graph.explore.breadth_first import INTERRUPTED
from heapwright.graph.explore.fair_graph import Beginning
from heapwright.graph.state.state_graph import Disjunct, StateGraph
from heapwright.graph.state.watch import Watch, WatchStopped
from heapwright.records import dataclass, replace
from heapwright.solver.answer import Solver

Answer = TypeVar("Answer")  # what is looked for, if not a verdict about a question


@dataclass(frozen=True, slots=True)
class Unrun:
    """Calls that may be an answer: nobody can run them, because they meet code that is not read."""

    sequence: synthesize.Sequence
    unread: str


# Looks for an answer among the heaps of a disjunct, and gives what stays open there.
Attempt: TypeAlias = Callable[[Disjunct, Watch], Iterator["Undetermined | Unrun | Answer"]]


@dataclass(frozen=True, slots=True)
class Smaller:
    """Smaller bounds, for which something may be proved where the usual ones take too long."""

    scopes: Sequence[Mapping[str, int]]  # the smallest first
    smallest: StateGraph
    within: Callable[[Mapping[str, int]], StateGraph]  # the graph of other bounds
    early: Watch  # for all that is done before
    turn: int | None  # how far the usual graph was explored when that took too long, once


@dataclass(frozen=True, slots=True)
class Case(Generic[Answer]):
    """What is asked, and of which graph."""

    graph: StateGraph
    solver: Solver
    max_calls: int | None
    attempt_on: Callable[[Case[Answer], StateGraph], Attempt[Answer]]
    question: Question | None = None
    asked: AskedHeaps | None = None  # about the graph, if there is a question
    doubts: tuple[str, ...] = ()  # about the question itself
    smaller: Smaller | None = None


def on(case: Case[Answer], graph: StateGraph) -> Case[Answer]:
    """Ask the same of another graph."""
    function = None if case.question is None else case.question.function
    asked = None if function is None else AskedHeaps(graph.setting, function)
    return replace(case, graph=graph, asked=asked, smaller=None)


@dataclass(frozen=True, slots=True)
class Came(Generic[Answer]):
    """What came out of a turn, in words and, if anything is decided, as a verdict."""

    words: str
    verdict: Verdict | Answer | None = None
    graph: StateGraph | None = None  # that the verdict rests on, if it is not that of the case
    beginning: Beginning | None = None  # of a search that takes long


@dataclass(frozen=True, slots=True)
class Sofar(Generic[Answer]):
    """What came out of all turns until now."""

    verdict: Verdict | Answer | None
    graph: StateGraph
    beginning: Beginning | None = None

    @property
    def is_open(self) -> bool:
        """Whether nothing is decided."""
        return self.verdict is None or isinstance(self.verdict, Undecided)


@dataclass(frozen=True, slots=True)
class Given(Generic[Answer]):
    """What a strategy has in a turn: time to look, and more to make something of what it sees."""

    part: Watch
    whole: Watch
    sofar: Sofar[Answer]

    def told(self, stopped: WatchStopped | str) -> str:
        """Say what stopped the turn."""
        is_share = self.part.is_over and self.part.is_part
        return "its share of the time was over" if is_share else str(stopped)


Steps: TypeAlias = "Generator[Came[Answer], Given[Answer], Came[Answer]]"


class Run(Protocol):
    """How a strategy goes about it."""

    def __call__(self, case: Case[Answer], given: Given[Answer]) -> Steps[Answer]:
        """Begin, and stop where it first pauses."""


class When(Protocol):
    """The condition of a turn."""

    def __call__(self, case: Case[Answer], sofar: Sofar[Answer], watch: Watch) -> bool:
        """Say whether the turn is worth it, with the time of a watch."""


@dataclass(frozen=True, slots=True)
class Strategy:
    """A way to find or refute something."""

    name: str
    run: Run


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


def in_time(case: Case[Answer], sofar: Sofar[Answer], watch: Watch) -> bool:
    """Say whether nothing is decided, and there is time to change that."""
    return sofar.is_open and not watch.is_over and case.graph.stopped_by != INTERRUPTED


@dataclass(frozen=True, slots=True)
class Turn:
    """A row of a schedule."""

    strategy: Strategy
    share: Share = Share()
    when: When = in_time
    is_early: bool = False  # whether time is kept for smaller heaps


@dataclass(frozen=True, slots=True)
class Ran:
    """What a strategy did in all its turns, for whoever asks where the time went."""

    strategy: str
    seconds: float
    turns: int
    outcome: str


@dataclass(frozen=True, slots=True)
class Decided(Generic[Answer]):
    """What came out of a schedule."""

    verdict: Verdict | Answer | None
    graph: StateGraph
    ran: tuple[Ran, ...]


def scheduled(case: Case[Answer], watch: Watch, turns: Sequence[Turn]) -> Decided[Answer]:
    """Give one turn after the other, as far as their conditions hold.

    A strategy that has paused goes on in its next turn; one that came to its end has no more.
    """
    early = watch if case.smaller is None else case.smaller.early
    sofar = Sofar[Answer](None, case.graph)
    paused: dict[str, Steps[Answer]] = {}
    ran: dict[str, Ran] = {}
    for turn in turns:
        name = turn.strategy.name
        whole = early if turn.is_early else watch
        is_over = name in ran and name not in paused
        if is_over or not turn.when(case, sofar, whole):
            continue
        given = Given(turn.share.of(whole), whole, sofar)
        before = ran.get(name, Ran(name, 0.0, 0, ""))
        started = monotonic()
        came = _turn(case, turn.strategy, given, paused)
        seconds = before.seconds + monotonic() - started
        ran[name] = Ran(name, seconds, before.turns + 1, came.words)
        sofar = Sofar(
            sofar.verdict if came.verdict is None else came.verdict,
            sofar.graph if came.graph is None else came.graph,
            sofar.beginning if came.beginning is None else came.beginning,
        )
    return Decided(sofar.verdict, sofar.graph, tuple(ran.values()))


def _turn(
    case: Case[Answer],
    strategy: Strategy,
    given: Given[Answer],
    paused: dict[str, Steps[Answer]],
) -> Came[Answer]:
    """Let a strategy begin, or go on; it stays among those that have paused if it does."""
    steps = paused.pop(strategy.name, None)
    try:
        if steps is None:
            steps = strategy.run(case, given)
            came = next(steps)
        else:
            came = steps.send(given)
    except StopIteration as ended:
        last: Came[Answer] = ended.value
        return last
    except KeyboardInterrupt:
        case.graph.stopped_by = INTERRUPTED
        return Came(INTERRUPTED)
    paused[strategy.name] = steps
    return came


def scheduled_beside(
    case: Case[Answer], graph: StateGraph, watch: Watch, turns: Sequence[Turn]
) -> Decided[Answer]:
    """Ask another graph the same, as a part of a turn."""
    decided = scheduled(on(case, graph), watch, turns)
    if graph.stopped_by == INTERRUPTED:
        raise KeyboardInterrupt
    return decided


def counted(number: int, noun: str) -> str:
    """Give `1 state`, `1,204 states`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
