"""Prove that nothing answers a question, without looking for everything that is reachable.

Place: answers/absence/. `strategies` turns to this where the exact graph takes long.

The heaps that a loose graph describes (`graph/loose`) include all that can be reached. If the
question is answered by none of them, it is answered by no reachable heap. As soon as one does,
the attempt is over: whether that one can be reached, such a graph cannot tell.
"""

from __future__ import annotations

from heapwright.answers.absence.claim import Narrowed, absence
from heapwright.answers.absence.explain import culprits
from heapwright.answers.calls.match_goal import AskedHeaps, matches, not_asked_about
from heapwright.answers.calls.question import Question
from heapwright.answers.calls.verdict import Nowhere
from heapwright.graph.client.holds import ClassMet
from heapwright.graph.explore.breadth_first import explore_next
from heapwright.graph.explore.explore import new_graph
from heapwright.graph.state.state_graph import Setting, StateGraph
from heapwright.graph.state.watch import Watch, WatchStopped
from heapwright.paths.runs.machine import ASKED_FINITE, OpaqueMixed, TextLooked
from heapwright.records import dataclass, replace
from heapwright.solver.answer import Solver


@dataclass(frozen=True, slots=True)
class Proof:
    """That nothing answers the question, and the graph that it rests on."""

    verdict: Nowhere
    graph: StateGraph


@dataclass(frozen=True, slots=True)
class NoProof:
    """Why there is none, for people."""

    reason: str


def proved_loosely(
    setting: Setting, solver: Solver, question: Question, watch: Watch, *, is_loose: bool = True
) -> Proof | NoProof:
    """Look for a proof, as long as the watch allows.

    An exact graph is good for that, too, where it is small. That there is none is mostly found out
    at once: the first heaps that a loose graph describes satisfy the question, whether or not they
    can be reached.
    """
    function = question.function
    if setting.api.left_out or function.left_out is not None or any(not_asked_about(function)):
        return NoProof("not all of the code is followed")
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
                if next(found, None) is not None:
                    return NoProof("a heap that it cannot rule out answers the question")
                if ASKED_FINITE in asked.met:
                    # Infinite floats and NaN are out of scope, which is no answer to that.
                    return NoProof("the question asks whether floats are finite")
            with watch.exploring():
                if not explore_next(graph, solver, None, watch):
                    break
            if graph.narrowings:
                return NoProof(str(graph.narrowings[0]))
            if graph.growing:
                return NoProof(f"{', '.join(graph.growing)} takes ever new values")
        if not graph.is_complete:
            return NoProof(graph.stopped_by or "not all heaps were looked at")
        graph.met |= asked.met
        claim = absence(
            graph, culprits=lambda: culprits(graph, solver, asked, watch) if question.wanted else ()
        )
        if isinstance(claim, Narrowed):
            return NoProof(str(claim.narrowings[0]))
        return Proof(claim, graph)
    except WatchStopped as stopped:
        return NoProof(str(stopped))
    except ClassMet:
        return NoProof("clients would get objects whose calls are not made")
    except (TextLooked, OpaqueMixed):
        return NoProof("values would have to be kept in more detail")
