"""Prove that a spec is false for every heap, reachable or not.

Place: answers/absence/. `strategies` tries this before all else: a contradiction needs no graph.
Asks the solver about paths that the domain cannot decide.
"""

from __future__ import annotations

from itertools import islice

from heapwright.answers.calls.match_goal import solution
from heapwright.answers.calls.verdict import Contradiction, Nowhere
from heapwright.domains.constraint import TRUE, assume
from heapwright.graph.client.gives import narrowed
from heapwright.graph.state.public_calls import public_calls
from heapwright.graph.state.state_graph import Setting
from heapwright.graph.state.watch import Watch
from heapwright.heaps.known_shape import Value
from heapwright.heaps.lazy import LazyHeap, UnknownKind
from heapwright.ir.core.program import Function
from heapwright.paths.runs.machine import Machine, RunStopped
from heapwright.paths.runs.run import Returned, RunLimits, Stopped, Threw, paths_of
from heapwright.records import replace
from heapwright.solver.answer import Solver, Unsat
from heapwright.terms.term import Term

# A spec that recurses over a structure has no end of paths on an unknown heap. One that
# can be true usually shows it early: each run changes the last decision of the one
# before, so a conjunction is satisfied part by part.
MOST_PATHS = 100
LIMITS = RunLimits(steps=200, depth=200)


def contradiction(
    setting: Setting, solver: Solver, spec: Function, watch: Watch
) -> Contradiction | Nowhere | None:
    """Prove that nothing satisfies the spec; None means: unproved.

    Where a type is only a guess, other values may stand there, which satisfy it: then it is
    proved for all that calls give by the same guess.
    """
    callee = setting.compiled.functions[spec.qualified_name]
    is_guessed = any(parameter.is_guessed for parameter in spec.parameters)

    def run(machine: Machine) -> Value:
        nonlocal is_guessed
        machine.covers_everything = True
        heap = LazyHeap(machine, setting.hierarchy, setting.opaque)
        try:
            given = [heap.value(p.type, with_null=p.takes_null) for p in spec.parameters]
            return callee.call(machine, given)
        except UnknownKind:
            raise RunStopped("a value of any kind") from None
        finally:
            is_guessed = is_guessed or heap.is_guessed

    limits = replace(LIMITS, is_spelt=setting.run_limits.is_spelt)
    n_paths = 0
    for end in islice(paths_of(TRUE, run, limits, watch.look), MOST_PATHS):
        n_paths += 1
        if end.doubts:
            return None
        watch.look()
        match end.outcome:
            case Stopped():
                return None
            case Threw() | Returned(False):
                continue
            case Returned(Term() as truth):
                pc = assume(end.pc, truth)
            case Returned():
                pc = end.pc
        if not isinstance(solution(solver, pc), Unsat):
            return None
    if n_paths >= MOST_PATHS or (is_guessed and not _gives_all_told(setting)):
        return None
    return Nowhere(is_of_any_heap=True) if is_guessed else Contradiction()


def _gives_all_told(setting: Setting) -> bool:
    """Say whether clients give no other kinds of values than those that an answer tells."""
    calls = public_calls(setting.api)
    return not setting.api.left_out and not any(
        True for call in calls for _ in narrowed(call.parameters)
    )
