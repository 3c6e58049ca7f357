"""Compare a graph and the engine's verdicts with an enumeration.

Place: tests/oracle. Every function fails with the heap or the question on which the two
disagree, and the text of the program.
"""

from __future__ import annotations

from heapwright.answers.calls.verdict import (
    Contradiction,
    Found,
    NotFound,
    Nowhere,
    Undecided,
    Verdict,
)
from heapwright.graph.state.state_graph import StateGraph
from heapwright.ir.core.program import Function
from heapwright.paths.plain.concrete import Returned, run
from heapwright.paths.plain.heap import Reference
from heapwright.solver.answer import Solver
from oracle.client import World, compact
from oracle.described import depth_of, index_of
from oracle.enumerate import Enumeration, least_calls


def check_nothing_is_lost(
    graph: StateGraph, world: World, found: Enumeration, solver: Solver
) -> None:
    """Every client that the enumeration met is described, with no more calls."""
    index = index_of(graph, solver)
    for reached in found.values():
        # Objects that no call and no question can use are not worth holding.
        held = [
            reference
            for reference, known in zip(reached.client.held, reached.client.known, strict=True)
            if known in graph.setting.api.held
        ]
        depth = depth_of(index, world, compact(world, reached.client, held))
        assert depth is not None, f"not in the graph: {reached}"
        assert depth <= reached.calls, f"{depth} calls in the graph: {reached}"


def least_violation(world: World, found: Enumeration, invariant: Function) -> int | None:
    """Give the least number of calls after which some object breaks the invariant."""
    assert invariant.owner is not None
    fitting = world.hierarchy.below(invariant.owner)
    best: int | None = None
    for reached in found.values():
        heap = reached.client.heap
        for number, name in enumerate(heap.class_names):
            if name in fitting and (best is None or reached.calls < best):
                method = world.hierarchy.method(name, invariant.name)
                assert method is not None
                outcome = run(world.program, method.qualified_name, (Reference(number),), heap)
                if not (isinstance(outcome, Returned) and outcome.value is True):
                    best = reached.calls
    return best


def least(world: World, found: Enumeration, question: Function) -> int | None:
    """Give the least number of calls that satisfies a spec or breaks an invariant."""
    if question.has_receiver:
        return least_violation(world, found, question)
    return least_calls(world, found, question)


def check_verdict_agrees(verdict: Verdict, least: int | None, where: str) -> None:
    """The engine may know more than the enumeration, but never something else."""
    match verdict:
        case Found(_, replayed):
            n_calls = len(replayed.heaps)
            assert least is None or n_calls <= least, f"{n_calls}, not {least} calls: {where}"
        case Nowhere() | Contradiction():
            assert least is None, f"reached by {least} calls: {where}"
        case NotFound(calls):
            assert least is None or least > calls, f"reached by {least} calls: {where}"
        case Undecided():
            pass
