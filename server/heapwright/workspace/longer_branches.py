"""Decide branches with strings as long as the code wants them.

Place: workspace/. `decided_branches` comes here with what short strings left open. That a check for
thirteen characters never comes out true is no news to whoever wrote it, so calls are tried with
such strings, too (`graph/demanded_lengths`). Where there is no time for all of them, the branches
that are missing stay open.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from heapwright.answers.branches.branches import BranchKind
from heapwright.answers.branches.cover import Cover, cover
from heapwright.graph.client.demanded_lengths import demanding, unmet
from heapwright.graph.explore.room import NoRoom
from heapwright.graph.state.public_calls import PublicCall
from heapwright.graph.state.state_graph import Setting, StateGraph
from heapwright.graph.state.watch import Watch
from heapwright.ir.core.program import Program
from heapwright.paths.runs.machine import OpaqueMixed, TextLooked
from heapwright.records import replace
from heapwright.solver.answer import Solver

MOST_ROUNDS = 4
MOST_SECONDS, SHARE = 10.0, 0.3  # of each round, and of the time that is left
MOST_CHECKS = 2_000


def covered_with_longer_strings(
    found: Cover,
    program: Program,
    graph: StateGraph,
    solver: Solver,
    calls: Sequence[PublicCall],
    max_calls: int | None,
    watch: Watch,
    recalled: Callable[[Setting], StateGraph],
) -> StateGraph:
    """Look for what is missing; gives the last graph that was looked at, which may be the first."""
    longer = found
    for _ in range(MOST_ROUNDS):
        setting = demanding(graph, watch.work.demands)
        if not _is_missing(found) or setting.spelling == graph.setting.spelling:
            break
        # What is open with some lengths need not be with more.
        longer = replace(found, doubts={}, heard=set())
        wider = recalled(setting)
        part = watch.part(SHARE).within(MOST_SECONDS)
        part.most_checks = MOST_CHECKS
        try:
            cover(longer, program, wider, solver, calls, max_calls, part)
        except (NoRoom, OpaqueMixed, TextLooked):
            break
        graph = wider
    for branch, reason in longer.doubts.items():
        found.doubts.setdefault(branch, reason)
    too_long = unmet(graph, watch.work.demands)
    for branch in found.missing if too_long else ():
        wanted = f"the code asks for strings of {too_long[0].length} characters"
        found.doubts.setdefault(branch, f"{wanted}, and not all calls were tried with such")
    return graph


def _is_missing(found: Cover) -> bool:
    """Say whether a branch is missing; nobody looks for faults by longer strings."""
    return any(branch.kind is not BranchKind.FAULT for branch in found.missing)
