"""Prove that nothing answers a question, without looking for everything that is reachable.

Place: answers/absence/. `ask` and `narrow` turn to this where the exact graph is too large.

The heaps that a loose graph describes (`graph/loose`) include all that can be reached. If the
question is answered by none of them, it is answered by no reachable heap. As soon as one does,
the attempt is over: whether that one can be reached, such a graph cannot tell.
"""

from __future__ import annotations

from heapwright.answers.absence.explain import culprits
from heapwright.answers.calls.match_goal import AskedHeaps, matches, not_asked_about
from heapwright.answers.calls.question import Question
from heapwright.answers.calls.verdict import Nowhere
from heapwright.graph.explore.breadth_first import explore_next
from heapwright.graph.explore.explore import new_graph
from heapwright.graph.state.state_graph import Setting, StateGraph
from heapwright.graph.state.watch import Watch, WatchStopped
from heapwright.paths.runs.machine import ASKED_FINITE, FLOATS, OpaqueMixed, TextLooked
from heapwright.records import replace
from heapwright.solver.answer import Solver

# Of the time that is left; and how many paths may be followed, on any machine alike.
SHARE, MOST_CHECKS = 0.5, 5_000


class Proved(Exception):
    """A search is over, because a proof was found beside it."""

    def __init__(self, verdict: Nowhere, graph: StateGraph) -> None:
        """Take the proof, and the graph that it rests on."""
        super().__init__()
        self.verdict = verdict
        self.graph = graph


def prove_beside(graph: StateGraph, solver: Solver, question: Question, watch: Watch) -> None:
    """Raise `Proved` if a question about a graph that takes long can be answered without it.

    That there is no proof is mostly found out at once: the first heaps that a loose graph
    describes satisfy the question, whether or not they can be reached.
    """
    # What is open about the calls is open for a loose graph, too, unless floats are the reason.
    if not graph.unproved or any(FLOATS in reason for reason in graph.unproved):
        part = watch.part(SHARE)
        part.most_checks = MOST_CHECKS
        proof = proved_loosely(graph.setting, solver, question, part)
        if proof is not None:
            raise Proved(*proof)


def proved_loosely(
    setting: Setting, solver: Solver, question: Question, watch: Watch, *, is_loose: bool = True
) -> tuple[Nowhere, StateGraph] | None:
    """Give the proof, and the graph that it rests on, if there is one in time.

    An exact graph is good for that, too, where it is small.
    """
    function = question.function
    if setting.api.left_out or function.left_out is not None or any(not_asked_about(function)):
        return None
    graph = new_graph(replace(setting, is_loose=is_loose))
    graph.has_room = True  # the usual graph has looked
    asked = AskedHeaps(graph.setting, question.function)
    n_asked = 0
    try:
        while True:
            while n_asked < len(graph.disjuncts):
                disjunct = graph.disjuncts[n_asked]
                n_asked += 1
                watch.check(graph)
                found = matches(asked, solver, disjunct, watch, wanted=question.wanted)
                if next(found, None) is not None or ASKED_FINITE in asked.met:
                    # Infinite floats and NaN are out of scope, which is no answer to that.
                    return None
            with watch.exploring():
                if not explore_next(graph, solver, None, watch):
                    break
            if graph.unproved or graph.growing:
                return None
        if not graph.is_complete:
            return None
        graph.met |= asked.met
        return Nowhere(culprits(graph, solver, asked, watch) if question.wanted else ()), graph
    except (WatchStopped, TextLooked, OpaqueMixed):
        return None
