"""Try a question on every reachable heap, in order of the number of calls.

Place: answers/search/. `ask` and `widen` call this. Each disjunct is tried as soon as it is
found, and disjuncts come in order of the number of calls, so the first answer is a
shortest one.
Source: [MSEQ] Algorithm 2. We differ: exploration stops at the first replayed answer,
and "nowhere" needs a complete graph in which every refusal was a proof.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite
from typing import TypeAlias, TypeVar

from heapwright.answers.absence.contradiction import contradiction
from heapwright.answers.absence.explain import culprits
from heapwright.answers.calls.match_goal import (
    AskedHeaps,
    Match,
    Undetermined,
    matches,
    not_asked_about,
)
from heapwright.answers.calls.question import Question
from heapwright.answers.calls.render import render
from heapwright.answers.calls.replay import NotReplayed, Replayed, replay
from heapwright.answers.calls.shorten import shortened
from heapwright.answers.calls.synthesize import NoSequence, Sequence, sequence_for
from heapwright.answers.calls.usual_arguments import with_usual_arguments
from heapwright.answers.calls.verdict import (
    Candidate,
    Found,
    NotFound,
    Nowhere,
    Undecided,
    Verdict,
)
from heapwright.answers.trials.try_out import found_by_trying, found_late
from heapwright.graph.calls.demanded_lengths import demanding
from heapwright.graph.explore.breadth_first import INTERRUPTED, explore_next
from heapwright.graph.explore.explore import new_graph
from heapwright.graph.explore.fair_graph import Beginning, fair_part
from heapwright.graph.explore.fair_order import explored_fairly
from heapwright.graph.explore.trial_order import TrialOrder
from heapwright.graph.state.shape import has_open_text
from heapwright.graph.state.state_graph import Disjunct, Setting, StateGraph
from heapwright.graph.state.watch import Watch, WatchStopped
from heapwright.ir.core.instructions import FloatConstant
from heapwright.ir.core.operations import FOREIGN_ERROR
from heapwright.ir.core.program import Function
from heapwright.ir.core.walk import walk
from heapwright.ir.python_names.function_names import told_name
from heapwright.paths.runs.machine import FLOATS, TextLooked
from heapwright.records import replace
from heapwright.solver.answer import Solver

Answer = TypeVar("Answer")
Attempt: TypeAlias = "Callable[[Disjunct], Answer | None]"

ENOUGH = "that took too long before"
MOST_REASONS, MOST_NAMES = 4, 3  # in one sentence, and functions with the same reason
# Of one, for arguments; and how many others are tried that the program names.
FLOAT_PARTS, MOST_FLOATS = 100, 6
# What the search with those may take: a share of the time that is left, and paths.
FLOAT_SHARE, FLOAT_CHECKS = 0.1, 1_000


def search(
    graph: StateGraph,
    solver: Solver,
    question: Question,
    max_calls: int | None,
    watch: Watch,
    most_explored: int | None = None,
    on_long: Callable[[], None] = lambda: None,
) -> Verdict:
    """Grow the graph until the question is answered or nothing is left to explore.

    Or until so many disjuncts are explored, where somebody knows that the rest takes too long.
    `on_long` is called when it takes long or ends without a proof, before anything else is tried,
    and may raise.
    """
    function = question.function
    if function.left_out is not None:
        return Undecided(f"`{told_name(function.qualified_name)}` is left out: {function.left_out}")
    asked = AskedHeaps(graph.setting, function)
    doubts = dict.fromkeys(not_asked_about(function))
    candidates: list[Candidate] = []
    try:
        # A contradiction needs no graph. Looking for one stops at the first path that can be
        # taken (measured: 0.2-0.4 ms where there is one, on graphs of 200-400 disjuncts that
        # take 12-25 ms to refuse a spec).
        refused = None
        if question.wanted and not doubts:
            refused = contradiction(graph.setting, solver, function, watch)
        if refused is not None:
            return refused
        found = _first(
            *(graph, solver, question, asked, max_calls, watch),
            *(doubts, candidates, most_explored, on_long),
        )
        if found is not None:
            return found
        if not doubts and graph.is_complete and not graph.setting.api.left_out:
            return Nowhere(culprits(graph, solver, asked, watch) if question.wanted else ())
    except WatchStopped as stopped:
        graph.stopped_by = str(stopped)
    except KeyboardInterrupt:
        graph.stopped_by = INTERRUPTED
    verdict = without_proof(graph, max_calls, doubts)
    if not isinstance(verdict, Undecided):
        return verdict
    if not watch.is_over and graph.stopped_by != INTERRUPTED:
        on_long()
    found = None
    if candidates:
        verdict = replace(verdict, candidate=candidates[0])
        setting = replace(graph.setting, follows_unread=False)
        found = _found_otherwise(setting, solver, question, max_calls, watch)
    elif any(FLOATS in doubt for doubt in doubts):
        floats = _floats_in(graph.setting, function)
        setting = replace(graph.setting, float_parts=FLOAT_PARTS, floats=floats)
        part = watch.part(FLOAT_SHARE)
        part.most_checks = FLOAT_CHECKS
        found = _found_otherwise(setting, solver, question, max_calls, part)
    if found is None and not watch.is_over:
        setting = demanding(graph, watch.work.demands)
        found = found_late(setting, solver, question, max_calls, watch)
    return verdict if found is None else found


def _found_otherwise(
    setting: Setting, solver: Solver, question: Question, max_calls: int | None, watch: Watch
) -> Found | None:
    """Look for calls in another graph, where the usual one has none that can be shown.

    One has calls that meet no code that is not read, where those that do came first:

        def load(self, source: Source):        def up(self):
            if source.ready():                     self.n += 1
                self.n = 2

    `load` leads to a heap with `n == 2` by fewer calls than `up`, so the graph knows that heap by
    calls that nobody can replay. In another, clients give hundredths for floats, not only whole
    numbers, and the floats that the program names: a rate between 0 and 1, a price of 9.99. Those
    come second because they make large fractions where floats are multiplied, and are less
    pleasant to read.
    """
    asked = AskedHeaps(setting, question.function)
    try:
        return _first(new_graph(setting), solver, question, asked, max_calls, watch, {}, [])
    except (WatchStopped, KeyboardInterrupt):
        return None


def _floats_in(setting: Setting, question: Function) -> tuple[float, ...]:
    """Give the floats that a question and the classes around it name and that are not whole."""
    near = [question]
    for name in setting.api.asked:
        near += setting.hierarchy.classes[name].functions
    found = {
        float(node.text)
        for function in near
        for node in walk(function.body)
        if isinstance(node, FloatConstant)
    }
    return tuple(sorted(one for one in found if isfinite(one) and one % 1))[:MOST_FLOATS]


def without_proof(graph: StateGraph, max_calls: int | None, doubts: dict[str, None]) -> Verdict:
    """Say why nothing was found, where that is no proof that there is nothing."""
    doubts.update(dict.fromkeys(graph.unproved))
    doubts.update(dict.fromkeys(graph.setting.api.left_out))
    if graph.stopped_by is not None and graph.stopped_by != "calls":
        doubts[graph.stopped_by] = None
    if doubts:
        return _undecided(graph, list(doubts))
    if graph.growing:
        return NotFound(min(graph.growing.values()) - 1, tuple(graph.growing))
    assert max_calls is not None
    return NotFound(max_calls)


def _undecided(graph: StateGraph, reasons: list[str]) -> Undecided:
    """Give the reasons; where there are many, only those first that matter most.

    What ended the search says more than what it would have left open, and what is open about
    the classes asked about more than the rest.
    """
    if len(reasons) > MOST_REASONS:
        asked = tuple(f"`{name}." for name in graph.setting.api.asked)
        reasons.sort(key=lambda one: (one != graph.stopped_by, not one.startswith(asked)))
    texts = _grouped(reasons)
    shown, further = texts[:MOST_REASONS], texts[MOST_REASONS:]
    if further:
        shown = [*shown, f"and {len(further)} more"]
    return Undecided("; ".join(shown), further=tuple(further))


def _grouped(reasons: list[str]) -> list[str]:
    """Say once what is said of several functions: "`Account.deposit` and 3 more: …"."""
    named: dict[str, list[str]] = {}
    for reason in reasons:
        name, colon, text = reason.partition(": ")
        is_named = bool(colon) and name.startswith("`") and name.endswith("`")
        named.setdefault(text if is_named else reason, []).extend([name] if is_named else [])
    return [_of(names, text) for text, names in named.items()]


def _of(names: list[str], text: str) -> str:
    if len(names) > MOST_NAMES:
        return f"{names[0]} and {len(names) - 1} more: {text}"
    return f"{', '.join(names)}: {text}" if names else text


def _first(
    graph: StateGraph,
    solver: Solver,
    question: Question,
    asked: AskedHeaps,
    max_calls: int | None,
    watch: Watch,
    doubts: dict[str, None],
    candidates: list[Candidate],
    most_explored: int | None = None,
    on_long: Callable[[], None] = lambda: None,
) -> Found | None:
    n_active = sum(len(disjuncts) for disjuncts in graph.states.values())
    if (
        graph.is_complete
        and max_calls is None
        and len(graph.disjuncts) > 2 * n_active
        and _is_refuted(graph, solver, asked, watch, wanted=question.wanted)
    ):
        return None

    def attempt_on(other: StateGraph) -> Callable[[Disjunct], Found | None]:
        if other is graph:
            return lambda disjunct: tried(
                graph, solver, question, asked, disjunct, doubts, watch, candidates=candidates
            )
        asked_there = AskedHeaps(other.setting, question.function)
        return lambda disjunct: tried(
            other, solver, question, asked_there, disjunct, {}, watch, shortens=True
        )

    def try_out() -> Found | None:
        setting = demanding(graph, watch.work.demands)
        return found_by_trying(setting, solver, question, max_calls, watch)

    return first_found(
        *(graph, solver, max_calls, watch, attempt_on),
        *(most_explored, try_out, on_long),
    )


def first_found(
    graph: StateGraph,
    solver: Solver,
    max_calls: int | None,
    watch: Watch,
    attempt_on: Callable[[StateGraph], Attempt[Answer]],
    most_explored: int | None = None,
    try_out: Callable[[], Answer | None] = lambda: None,
    on_long: Callable[[], None] = lambda: None,
) -> Answer | None:
    """Try one disjunct after the other until an attempt succeeds, growing the graph.

    Where that takes long, a graph of its own is explored fairly for a while, which finds what
    takes a few simple calls; then calls are tried out, and after that the search goes on. Whatever
    is tried there says nothing about the question if it fails. Where a graph was explored fairly
    before, its turn comes when it came then, and not after what has been found breadth first
    since: so the answer is that of a search that is the first one.
    """
    order = TrialOrder(graph)
    attempt = attempt_on(graph)
    beginning = None if graph.is_complete else Beginning(graph, max_calls, watch)
    while True:
        for number in order.fresh(None if beginning is None else beginning.turn):
            disjunct = graph.disjuncts[number]
            if max_calls is not None and disjunct.depth > max_calls:
                # A stored graph may go further than this question.
                graph.stopped_by = "calls"
                return None
            watch.check(graph)
            found = attempt(disjunct)
            if found is not None:
                return found
        if beginning is None and most_explored is not None and graph.explored >= most_explored:
            if not graph.is_complete:
                graph.stopped_by = ENOUGH
            return None
        if beginning is None or not beginning.is_over(graph):
            with watch.exploring():
                own = watch if beginning is None else beginning.watch_on(graph)
                has_grown = explore_next(graph, solver, max_calls, own)
            if has_grown:
                continue
            if beginning is None or not beginning.took_long(graph):
                if max_calls is not None and graph.disjuncts[-1].depth >= max_calls:
                    graph.stopped_by = "calls"
                return None
        watch.look()
        # What was explored before is looked at in no time, so it comes first then.
        was_known = beginning.turn is not None
        if not was_known:
            on_long()
        with beginning.ended(graph) as fair:
            found = _found_fairly(fair, solver, watch, attempt_on)
        beginning = None
        if found is None and was_known:
            on_long()
        if found is None:
            found = try_out()
        if found is not None:
            return found


def _found_fairly(
    graph: StateGraph,
    solver: Solver,
    watch: Watch,
    attempt_on: Callable[[StateGraph], Attempt[Answer]],
) -> Answer | None:
    """Try heaps that a fair exploration finds."""
    attempt = attempt_on(graph)
    part = fair_part(watch, graph)
    try:
        found_fairly = explored_fairly(graph, solver, part)
        while True:
            with watch.exploring():
                disjunct = next(found_fairly, None)
            if disjunct is None:
                return None
            found = attempt(disjunct)
            if found is not None:
                return found
            part.look()
    except WatchStopped:
        watch.look()
    return None


def _is_refuted(
    graph: StateGraph, solver: Solver, asked: AskedHeaps, watch: Watch, *, wanted: bool
) -> bool:
    """Say whether no disjunct of a complete graph can give the answer; looks at unions only.

    Where a graph is complete from the start, this spares a look at all that unions cover.
    """
    for disjuncts in graph.states.values():
        for disjunct in disjuncts:
            watch.check(graph)
            if next(matches(asked, solver, disjunct, watch, wanted=wanted), None) is not None:
                return False
    return True


def _found(
    graph: StateGraph,
    solver: Solver,
    question: Question,
    candidate: Match,
    shortens: bool,
    candidates: list[Candidate],
    watch: Watch,
) -> Found | NoSequence | NotReplayed:
    """Find the calls to a match and replay them; the first that meet unread code are kept."""
    program, function, wanted = question.program, question.function, question.wanted
    before: Sequence | None = None
    refused = NotReplayed("nothing was replayed")
    for orders_texts in (False, True):
        sequence = sequence_for(graph, solver, candidate, orders_texts=orders_texts)
        if isinstance(sequence, NoSequence):
            return sequence
        if sequence == before:
            break
        before = sequence
        if shortens:
            sequence, replayed = shortened(program, sequence, function, watch.look, wanted=wanted)
        else:
            replayed = replay(program, sequence, function, wanted=wanted, look=watch.look)
        if isinstance(replayed, Replayed):
            sequence, replayed = with_usual_arguments(
                program, sequence, replayed, function, watch.look, wanted=wanted
            )
            return Found(render(program, sequence, replayed, function), replayed)
        refused = replayed
        raised = any(call.raises == FOREIGN_ERROR for call in sequence.calls)
        if replayed.unread and not candidates and not raised:
            rendered = render(program, sequence, None, function)
            candidates.append(Candidate(rendered, replayed.unread))
    return refused


def tried(
    graph: StateGraph,
    solver: Solver,
    question: Question,
    asked: AskedHeaps,
    disjunct: Disjunct,
    doubts: dict[str, None],
    watch: Watch,
    *,
    shortens: bool = False,
    candidates: list[Candidate] | None = None,
) -> Found | None:
    """Look for a replayed answer among the heaps of one disjunct; note what stays open.

    Whoever does not try disjuncts in order of the number of calls has the calls shortened.
    """
    for candidate in matches(asked, solver, disjunct, watch, wanted=question.wanted):
        match candidate:
            case Undetermined(reason):
                doubts[reason] = None
            case Match():
                kept = [] if candidates is None else candidates
                found = _found(graph, solver, question, candidate, shortens, kept, watch)
                if isinstance(found, Found):
                    return found
                if (
                    isinstance(found, NotReplayed)
                    and found.disagrees
                    and graph.setting.spelling is None
                    and has_open_text(disjunct.shape)
                ):
                    # A string that was put together counted as any string, and is not.
                    raise TextLooked
                doubts[found.reason] = None
    return None
