"""Room for what a question speaks of.

Place: answers/search/. `ask` begins with room for entries, and `schedule` ends with room for
objects. That no list has six entries within a bound of four is true and useless: so where a
question compares a length with a number, there is room for as many entries as make a difference
to it.

What it counts may be objects, as the nodes that a helper puts into a list. Of these heaps there may
be far too many, so they come last: where nothing answers the question in usual heaps, and nothing
was found in larger ones, all of so many objects are explored if that takes few paths. Then the
proof is about these; else it stays what it is.
"""

from __future__ import annotations

from collections.abc import Mapping

from heapwright.answers.calls.verdict import Found, Nowhere, Undecided
from heapwright.answers.search.larger import free_bounds, outgrew
from heapwright.answers.search.strategy import (
    Came,
    Case,
    Now,
    Share,
    Steps,
    Strategy,
    Turn,
    scheduled_beside,
)
from heapwright.graph.explore.breadth_first import explore
from heapwright.graph.explore.explore import new_graph
from heapwright.graph.explore.room import MOST_ROOM, NoRoom
from heapwright.graph.state.state_graph import Setting, StateGraph
from heapwright.graph.state.watch import WatchStopped
from heapwright.ir.core import instructions as ir
from heapwright.ir.core.operations import REFLECTED
from heapwright.ir.core.program import ITEMS, Function
from heapwright.ir.core.walk import walk
from heapwright.paths.runs.machine import OpaqueMixed, TextLooked
from heapwright.records import replace

TOO_MANY = "too many heaps"

# What a length that is compared with n must come to, so that both answers are possible.
_BEYOND = {"eq": 0, "ge": 0, "lt": 0, "ne": 1, "gt": 1, "le": 1}


def asked_entries(question: Function) -> int:
    """Give the largest number of entries that a question tells apart from fewer; 0 for none."""
    return max((n for node in walk(question.body) for n in _lengths(node)), default=0)


def lacks_room(case: Case, now: Now) -> bool:
    """Say whether a proof is about fewer objects than the question speaks of."""
    return outgrew(case, now) and bool(_lacking(case))


def with_room(share: Share, exact: Strategy, case: Case, now: Now) -> Steps:
    """Prove it for as many objects as the question speaks of, or find calls."""
    yield from ()
    lacking = _lacking(case)
    told = ", ".join(f"{bound} {name}" for name, bound in lacking.items())
    setting = replace(case.graph.setting, scope={**case.graph.setting.scope, **lacking})
    kept_by = case.graph.kept_by
    if kept_by is not None and kept_by.has_note(setting, TOO_MANY):
        return Came(f"too many heaps with {told}")
    part = share.of(now.whole)
    try:
        graph = _recalled(case, setting)
        explore(graph, case.solver, case.max_calls, part)
        now.whole.look()
        if graph.is_complete:
            if kept_by is not None:
                kept_by.keep(graph)
            verdict = scheduled_beside(case, graph, now.whole, (Turn(exact),)).verdict
            now.whole.look()
            if isinstance(verdict, Found | Nowhere):
                return Came(f"explored all heaps with {told}", verdict, graph)
    except WatchStopped as stopped:
        reason = f"{stopped} before heaps with {told} were looked at"
        return Came(str(stopped), Undecided(reason))
    except (NoRoom, OpaqueMixed, TextLooked):
        pass
    if kept_by is not None:
        kept_by.note(setting, TOO_MANY)
    return Came(f"too many heaps with {told}")


def _lacking(case: Case) -> Mapping[str, int]:
    """Give the bounds on objects that are below the number that the question speaks of."""
    assert case.question is not None
    n_asked = asked_entries(case.question.function)
    setting = case.graph.setting
    return {
        name: n_asked
        for name in sorted(free_bounds(setting) - {ITEMS})
        if 1 < setting.scope[name] < n_asked
    }


def _recalled(case: Case, setting: Setting) -> StateGraph:
    """Give the graph of a setting if all of it is known; else how much is explored is fixed."""
    kept_by = case.graph.kept_by
    known = None if kept_by is None else kept_by.recall(setting)
    if known is not None and known.is_complete and known.explored > 0:
        return known
    graph = new_graph(setting)
    graph.kept_by = kept_by
    return graph


def _lengths(node: object) -> list[int]:
    match node:
        case ir.Operate(name, (ir.Operate("len"), ir.IntConstant(number))) if name in _BEYOND:
            needed = number + _BEYOND[name]
        case ir.Operate(name, (ir.IntConstant(number), ir.Operate("len"))) if name in _BEYOND:
            needed = number + _BEYOND[REFLECTED[name]]
        case _:
            return []
    return [needed] if needed <= MOST_ROOM else []
