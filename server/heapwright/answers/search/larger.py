"""Look for an answer in larger heaps before absence is claimed for bounds that nobody set.

Place: answers/search/. `schedule` has this where a proof is about heaps within the scope, and some
outgrew it. That no leftist heap of six nodes has a root of rank two is true and useless: one of
seven has. So calls are tried that make larger heaps: first a few with open values, toward the
question (`widen`), which give short answers, then many with plain ones (`far_walks`).

How much is tried depends on counts alone, so the verdict is the same on any machine. Where there
was no time for all of it there is none. What was tried in vain is noted beside the graphs, and not
tried again.
"""

from __future__ import annotations

from collections.abc import Mapping

from heapwright.answers.calls.question import Question
from heapwright.answers.calls.verdict import Found, Nowhere, Undecided
from heapwright.answers.search.strategy import Came, Case, Now, Share, Steps
from heapwright.answers.search.widen import found_toward
from heapwright.answers.trials.try_out import can_run_plainly, found_in_larger
from heapwright.graph.explore.explore import new_graph
from heapwright.graph.explore.fair_order import explored_fairly
from heapwright.graph.state.state_graph import Setting, StateGraph
from heapwright.graph.state.watch import Watch, WatchStopped
from heapwright.ir.core.program import ITEMS
from heapwright.ir.written.fingerprint import function_fingerprint
from heapwright.paths.runs.machine import OpaqueMixed, TextLooked
from heapwright.records import replace
from heapwright.solver.answer import Solver

MOST_LOOKS = 400  # at the watch, with open values: about one for each path of a call or a question
TIMES, MORE = 2, 6  # how much larger the heaps may be then


def outgrew(case: Case, now: Now) -> bool:
    """Say whether there is a proof for bounds that nobody set, and heaps were dropped for them."""
    proof = now.verdict
    is_one = isinstance(proof, Nowhere) and not proof.is_of_any_heap
    return is_one and case.question is not None and has_outgrown(now.graph, case.graph.setting)


def has_outgrown(graph: StateGraph, setting: Setting | None = None) -> bool:
    """Say whether heaps were dropped, and perhaps for bounds that nobody set.

    `setting` is that of the question, where the graph is of a part of the program.
    """
    is_full = graph.counts.dropped_out_of_scope > 0
    return is_full and bool(free_bounds(graph.setting if setting is None else setting))


def in_larger_heaps(share: Share, most_runs: int, case: Case, now: Now) -> Steps:
    """Look for calls that make heaps beyond the scope.

    `share` is for open values, of which each run costs much more than the others.
    """
    yield from ()
    question, graph, watch = case.question, case.graph, now.whole
    assert question is not None
    name = repr((*_told_apart(graph.setting, question, case.max_calls), share, most_runs))
    if graph.kept_by is not None and graph.kept_by.has_note(graph.setting, name):
        return Came("found nothing when that was tried before")
    try:
        if case.max_calls is None:
            toward = _toward(graph.setting, case.solver, question, watch, share)
            if toward is not None:
                return Came("found it with open values", toward[1], toward[0])
        if can_run_plainly(question):
            found = found_in_larger(graph.setting, question, case.max_calls, most_runs, watch)
            if found is not None:
                return Came("found it with plain values", found)
        watch.look()
    except WatchStopped as stopped:
        return Came(str(stopped), Undecided(f"{stopped} before larger heaps were tried"))
    if graph.kept_by is not None:
        graph.kept_by.note(graph.setting, name)
    return Came("found nothing")


def try_larger(case: Case, share: Share, watch: Watch) -> None:
    """Try larger heaps for what is no question, those first that take a few simple calls."""
    setting = case.graph.setting
    wide = replace(setting, scope=larger_scope(setting), is_fair=True, follows_unread=False)
    graph = new_graph(wide)
    attempt = case.attempt_on(case, graph)
    try:
        for disjunct in explored_fairly(graph, case.solver, share.of(watch)):
            if any(one is True for one in attempt(disjunct, watch)):
                return
    except WatchStopped:
        watch.look()
    except (OpaqueMixed, TextLooked):
        pass


def larger_scope(setting: Setting) -> Mapping[str, int]:
    """Give more room for all for which nobody has set how much there is."""
    kept = setting.bounded | (setting.told - free_bounds(setting))
    return {
        name: bound if name in kept else TIMES * bound + MORE
        for name, bound in setting.scope.items()
    }


def _toward(
    setting: Setting, solver: Solver, question: Question, watch: Watch, share: Share
) -> tuple[StateGraph, Found] | None:
    """Follow the calls that lead nearer."""
    part = share.of(watch)
    part.most_looks = MOST_LOOKS
    try:
        return found_toward(setting, larger_scope(setting), solver, question, part)
    except WatchStopped:
        watch.look()
    except (OpaqueMixed, TextLooked):
        pass
    return None


def free_bounds(setting: Setting) -> frozenset[str]:
    """Name the bounds that nobody set and that larger heaps would break.

    Where parts of heaps never meet, a second heap beside the one that is asked about is no larger
    one.
    """
    free = {
        name
        for name in setting.told - setting.bounded
        if name == ITEMS or name in setting.hierarchy.classes
    }
    if setting.splits:
        free -= {name for name in setting.api.asked if setting.scope[name] == 1}
    return frozenset(free)


def _told_apart(setting: Setting, question: Question, max_calls: int | None) -> tuple[object, ...]:
    """Give what the outcome depends on, beside what the graph of a setting does."""
    function = question.function
    code = function_fingerprint(setting.program, function.qualified_name, setting.world)
    asked, bounded = sorted(setting.api.asked), sorted(setting.bounded)
    return code, function.qualified_name, question.wanted, max_calls, asked, bounded
