"""Try a question on reachable heaps: exactly, in order of the number of calls, or fairly.

Place: answers/search/. `schedule` has these as strategies. Each disjunct is tried as soon as it is
found, and disjuncts come in order of the number of calls, so the first answer is a
shortest one.
Source: [MSEQ] Algorithm 2. We differ: exploration stops at the first replayed answer,
and "nowhere" needs a complete graph in which every refusal was a proof.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from enum import Enum, auto

from heapwright.answers.absence.claim import Narrowed, absence
from heapwright.answers.absence.explain import culprits
from heapwright.answers.calls.match_goal import (
    AskedHeaps,
    Match,
    Undetermined,
    matches,
    not_asked_about,
)
from heapwright.answers.calls.question import Question
from heapwright.answers.calls.readings import in_place
from heapwright.answers.calls.render import render
from heapwright.answers.calls.replay import NotReplayed, Replayed, replay
from heapwright.answers.calls.sequence import Sequence
from heapwright.answers.calls.shorten import shortened
from heapwright.answers.calls.synthesize import NoSequence, sequence_for
from heapwright.answers.calls.usual_arguments import with_usual_arguments
from heapwright.answers.calls.verdict import Candidate, Found, NotFound, Nowhere, Undecided, Verdict
from heapwright.answers.search.strategy import Attempt, Came, Case, Now, Steps, Unrun, counted
from heapwright.graph.explore.breadth_first import INTERRUPTED, explore_next
from heapwright.graph.explore.fair_graph import Beginning, without_past
from heapwright.graph.explore.fair_order import explored_fairly
from heapwright.graph.explore.trial_order import TrialOrder
from heapwright.graph.state.narrowings import Narrowing
from heapwright.graph.state.shape import has_open_text
from heapwright.graph.state.state_graph import Disjunct, StateGraph
from heapwright.graph.state.watch import Watch, WatchStopped
from heapwright.ir.core.operations import FOREIGN_ERROR
from heapwright.paths.runs.machine import TextLooked
from heapwright.records import dataclass, field
from heapwright.solver.answer import Solver

ENOUGH = "that took too long before"
MOST_REASONS, MOST_NAMES = 4, 3  # in one sentence, and functions with the same reason


def question_case(
    graph: StateGraph, solver: Solver, question: Question, max_calls: int | None
) -> Case:
    """Make a case of a question."""
    function = question.function
    asked = AskedHeaps(graph.setting, function)
    doubts = tuple(not_asked_about(function))
    return Case(graph, solver, max_calls, _answers_on, question, asked, doubts)


def _answers_on(case: Case, graph: StateGraph) -> Attempt:
    assert case.question is not None
    question, asked = case.question, case.asked
    if asked is None or graph is not case.graph:
        asked = AskedHeaps(graph.setting, question.function)
    # Whoever does not try disjuncts in order of the number of calls has the calls shortened.
    shortens = graph is not case.graph
    return lambda disjunct, watch: tried(
        graph, case.solver, question, asked, disjunct, watch, shortens=shortens
    )


# --- In order of the number of calls ----------------------------------------------------------


class _Halt(Enum):
    LONG = auto()  # a fair exploration is worth it now
    ENOUGH = auto()  # it is known that the rest takes too long
    WATCH = auto()
    END = auto()


@dataclass(slots=True)
class _Going:
    """How far an exact search has come."""

    attempt: Attempt
    order: TrialOrder
    beginning: Beginning | None  # until a fair exploration had its turn
    enough: int | None
    waiting: deque[int] = field(default_factory=deque)  # to be tried
    doubts: dict[Narrowing, None] = field(default_factory=dict)
    unrun: Unrun | None = None


def exact(case: Case, now: Now) -> Steps:
    """Grow the graph until the question is answered or nothing is left to explore.

    Pauses once where that takes long, which is where other strategies may be quicker; where a
    graph was explored fairly before, it does so when it did then, and not after what has been
    found since: so the answer is that of a search that is the first one. Pauses also where it is
    known that the rest takes too long, and whenever the time is up.
    """
    graph = case.graph
    n_known = len(graph.disjuncts)
    going = _Going(
        case.attempt_on(case, graph),
        TrialOrder(graph),
        None if graph.is_complete else Beginning(graph, case.max_calls, now.part),
        None if case.smaller is None else case.smaller.turn,
        doubts=dict.fromkeys([Narrowing("", doubt) for doubt in case.doubts]),
    )
    while True:
        verdict: object = None
        try:
            halt = _advanced(case, going, now)
            if halt is _Halt.END:
                verdict = _at_the_end(case, going, now.whole)
        except WatchStopped as stopped:
            halt, graph.stopped_by = _Halt.WATCH, str(stopped)
        except KeyboardInterrupt:
            halt, graph.stopped_by = _Halt.END, INTERRUPTED
        size = counted(len(graph.states), "state")
        if len(graph.disjuncts) == n_known > 1:
            size += ", all known before"
        if not isinstance(halt, _Halt):
            return Came(f"found it among {size}", halt)
        if halt is _Halt.LONG:
            graph.stopped_by = None
            now = yield Came(f"takes long: {size} so far", beginning=going.beginning)
            going.beginning = None
            continue
        if verdict is None:
            verdict = _without_proof(case, going)
        if halt is _Halt.END:
            return Came(f"{_told_end(verdict, graph)}: {size}", verdict)
        now = yield Came(f"{now.told(graph.stopped_by or '')}: {size} so far", verdict)
        going.enough = None
        if graph.stopped_by != INTERRUPTED:
            graph.stopped_by = None


def _advanced(case: Case, going: _Going, now: Now) -> object:
    """Try one disjunct after the other until an attempt succeeds, growing the graph."""
    graph, max_calls, watch = case.graph, case.max_calls, now.whole
    if graph.stopped_by == INTERRUPTED or _is_refuted(case, watch):
        return _Halt.END
    while True:
        beginning = going.beginning
        going.waiting.extend(going.order.fresh(None if beginning is None else beginning.turn))
        while going.waiting:
            disjunct = graph.disjuncts[going.waiting[0]]
            if max_calls is not None and disjunct.depth > max_calls:
                # A stored graph may go further than this question.
                graph.stopped_by = "calls"
                return _Halt.END
            watch.check(graph)
            for one in going.attempt(disjunct, watch):
                match one:
                    case Undetermined(reason):
                        going.doubts[Narrowing("", reason)] = None
                    case Unrun():
                        going.unrun = going.unrun or one
                    case found:
                        return found
            going.waiting.popleft()
        if beginning is None and going.enough is not None and graph.explored >= going.enough:
            if graph.is_complete:
                return _Halt.END
            graph.stopped_by = ENOUGH
            return _Halt.ENOUGH
        if beginning is None or not beginning.is_over(graph):
            with watch.exploring():
                own = watch if beginning is None else beginning.watch_on(graph)
                has_grown = explore_next(graph, case.solver, max_calls, own)
            if has_grown:
                continue
            if graph.stopped_by in (None, "calls", INTERRUPTED):
                if max_calls is not None and graph.disjuncts[-1].depth >= max_calls:
                    graph.stopped_by = "calls"
                return _Halt.END
            if beginning is None:
                return _Halt.WATCH
        watch.look()
        return _Halt.LONG


def _is_refuted(case: Case, watch: Watch) -> bool:
    """Say whether no disjunct of a complete graph can give the answer; looks at unions only.

    Where a graph is complete from the start, this spares a look at all that unions cover.
    """
    graph, asked = case.graph, case.asked
    n_active = sum(len(disjuncts) for disjuncts in graph.states.values())
    is_worth_it = graph.is_complete and len(graph.disjuncts) > 2 * n_active
    if case.question is None or asked is None or case.max_calls is not None or not is_worth_it:
        return False
    for disjuncts in graph.states.values():
        for disjunct in disjuncts:
            watch.check(graph)
            wanted = case.question.wanted
            if next(matches(asked, case.solver, disjunct, watch, wanted=wanted), None) is not None:
                return False
    return True


def _at_the_end(case: Case, going: _Going, watch: Watch) -> Nowhere | None:
    """Give the proof that there is nothing, if the search is one."""
    graph, asked = case.graph, case.asked

    def parts() -> tuple[int, ...]:
        if asked is None or case.question is None or not case.question.wanted:
            return ()
        return culprits(graph, case.solver, asked, watch)

    claim = absence(graph, going.doubts, parts)
    return None if isinstance(claim, Narrowed) else claim


def _told_end(verdict: object, graph: StateGraph) -> str:
    match verdict:
        case Nowhere():
            return "no heap answers the question"
        case NotFound(calls, growing):
            more = f", and {', '.join(growing)} takes ever new values" if growing else ""
            return f"found nothing with {counted(calls, 'call')}{more}"
        case _ if graph.stopped_by == INTERRUPTED:
            return INTERRUPTED
        case _:
            return "found nothing, but not all was followed"


def _without_proof(case: Case, going: _Going) -> Verdict:
    """Say why nothing was found, where that is no proof that there is nothing."""
    graph = case.graph
    doubts = list(dict.fromkeys((*going.doubts, *graph.left_out)))
    if graph.stopped_by is not None and graph.stopped_by != "calls":
        doubts = list(dict.fromkeys((*doubts, Narrowing("", graph.stopped_by))))
    if doubts:
        return _undecided(case, doubts, going.unrun)
    if graph.growing:
        return NotFound(min(graph.growing.values()) - 1, tuple(graph.growing))
    assert case.max_calls is not None
    return NotFound(case.max_calls)


def _undecided(case: Case, reasons: list[Narrowing], unrun: Unrun | None) -> Undecided:
    """Give the reasons; where there are many, only those first that matter most.

    What ended the search says more than what it would have left open, and what is open about
    the classes asked about more than the rest.
    """
    if len(reasons) > MOST_REASONS:
        asked = tuple(f"`{name}." for name in case.graph.setting.api.asked)
        stopped_by = case.graph.stopped_by
        reasons.sort(key=lambda one: (one.what != stopped_by, not one.where.startswith(asked)))
    texts = _grouped(reasons)
    shown, further = texts[:MOST_REASONS], texts[MOST_REASONS:]
    if further:
        shown = [*shown, f"and {len(further)} more"]
    candidate = None
    if unrun is not None and case.question is not None:
        program, function = case.question.program, case.question.function
        candidate = Candidate(render(program, unrun.sequence, None, function), unrun.unread)
    return Undecided("; ".join(shown), candidate, tuple(further))


def _grouped(reasons: Iterable[Narrowing]) -> list[str]:
    """Say once what is said of several functions: "`Account.deposit` and 3 more: …"."""
    named: dict[str, list[str]] = {}
    for reason in reasons:
        named.setdefault(reason.what, []).extend([reason.where] if reason.where else [])
    return [_of(names, text) for text, names in named.items()]


def _of(names: list[str], text: str) -> str:
    if len(names) > MOST_NAMES:
        return f"{names[0]} and {len(names) - 1} more: {text}"
    return f"{', '.join(names)}: {text}" if names else text


# --- Fairly -----------------------------------------------------------------------------------


def fair(case: Case, now: Now) -> Steps:
    """Try heaps that a fair exploration finds, which is what takes a few simple calls.

    What is open there says nothing about the question.
    """
    yield from ()
    assert now.beginning is not None
    with now.beginning.ended(case.graph) as graph:
        attempt = case.attempt_on(case, graph)
        part = without_past(now.part, graph)
        try:
            found_fairly = explored_fairly(graph, case.solver, part)
            while True:
                with now.whole.exploring():
                    disjunct = next(found_fairly, None)
                if disjunct is None:
                    words = "found nothing"
                    break
                for one in attempt(disjunct, now.whole):
                    if not isinstance(one, Undetermined | Unrun):
                        return Came(f"found it after {counted(graph.counts.paths, 'path')}", one)
                part.look()
        except WatchStopped as stopped:
            words = now.told(stopped)
        return Came(f"{words}: {counted(graph.counts.paths, 'path')}")


# --- One disjunct -----------------------------------------------------------------------------


def tried(
    graph: StateGraph,
    solver: Solver,
    question: Question,
    asked: AskedHeaps,
    disjunct: Disjunct,
    watch: Watch,
    *,
    shortens: bool,
) -> Iterator[Undetermined | Unrun | Found]:
    """Look for a replayed answer among the heaps of one disjunct; give what stays open."""
    for candidate in matches(asked, solver, disjunct, watch, wanted=question.wanted):
        if isinstance(candidate, Undetermined):
            yield candidate
            continue
        for one in _replayed(graph, solver, question, candidate, shortens, watch):
            if (
                isinstance(one, NotReplayed)
                and one.disagrees
                and graph.setting.spelling is None
                and has_open_text(disjunct.shape)
            ):
                # A string that was put together counted as any string, and is not.
                raise TextLooked
            yield Undetermined(one.reason) if isinstance(one, NotReplayed | NoSequence) else one


def _replayed(
    graph: StateGraph,
    solver: Solver,
    question: Question,
    candidate: Match,
    shortens: bool,
    watch: Watch,
) -> Iterator[Found | Unrun | NoSequence | NotReplayed]:
    """Find the calls to a match and replay them; those that meet unread code are given, too."""
    program, function, wanted = question.program, question.function, question.wanted
    before: Sequence | None = None
    refused = NotReplayed("nothing was replayed")
    for orders_texts in (False, True):
        sequence = sequence_for(graph, solver, candidate, orders_texts=orders_texts)
        if isinstance(sequence, NoSequence):
            yield sequence
            return
        if sequence == before:
            break
        before = sequence
        if shortens:
            sequence, replayed = shortened(program, sequence, function, watch.look, wanted=wanted)
        else:
            replayed = replay(program, sequence, function, wanted=wanted, look=watch.look)
        if isinstance(replayed, Replayed):
            plain = in_place(program, sequence, replayed)
            if plain != sequence:
                again = replay(program, plain, function, wanted=wanted, look=watch.look)
                if isinstance(again, Replayed):
                    sequence, replayed = plain, again
            sequence, replayed = with_usual_arguments(
                program, sequence, replayed, function, watch.look, wanted=wanted
            )
            yield Found(render(program, sequence, replayed, function), replayed)
            return
        refused = replayed
        if replayed.unread and all(call.raises != FOREIGN_ERROR for call in sequence.calls):
            yield Unrun(sequence, replayed.unread)
    yield refused
