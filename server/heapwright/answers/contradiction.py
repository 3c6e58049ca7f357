"""Prove that a spec is false for every heap, reachable or not.

Place: answers/. `ask` tries this before it explores: a contradiction needs no graph.
Asks the solver about paths that the domain cannot decide.
"""

from __future__ import annotations

from itertools import islice

from heapwright.answers.match_goal import solution
from heapwright.domains.constraint import TRUE, assume
from heapwright.graph.state_graph import Setting
from heapwright.graph.watch import Watch
from heapwright.heaps.known_shape import Value
from heapwright.heaps.lazy import LazyHeap, UnknownKind
from heapwright.ir.program import Function
from heapwright.paths.machine import Machine, RunStopped
from heapwright.paths.run import Returned, RunLimits, Stopped, Threw, paths_of
from heapwright.records import replace
from heapwright.solver.answer import Solver, Unsat
from heapwright.terms.term import Term

# A spec that recurses over a structure has no end of paths on an unknown heap. One that
# can be true usually shows it early: each run changes the last decision of the one
# before, so a conjunction is satisfied part by part.
MOST_PATHS = 100
LIMITS = RunLimits(steps=200, depth=200)


def is_contradiction(setting: Setting, solver: Solver, spec: Function, watch: Watch) -> bool:
    """Say whether it is proved that nothing satisfies the spec; False also means: unproved."""
    callee = setting.compiled.functions[spec.qualified_name]

    def run(machine: Machine) -> Value:
        machine.covers_everything = True
        heap = LazyHeap(machine, setting.hierarchy, setting.opaque)
        try:
            return callee.call(machine, [heap.value(p.type) for p in spec.parameters])
        except UnknownKind:
            raise RunStopped("a value of any kind") from None

    limits = replace(LIMITS, is_spelt=setting.run_limits.is_spelt)
    n_paths = 0
    for end in islice(paths_of(TRUE, run, limits, watch.look), MOST_PATHS):
        n_paths += 1
        if end.doubts:
            return False
        watch.look()
        match end.outcome:
            case Stopped():
                return False
            case Threw() | Returned(False):
                continue
            case Returned(Term() as truth):
                pc = assume(end.pc, truth)
            case Returned():
                pc = end.pc
        if not isinstance(solution(solver, pc), Unsat):
            return False
    return n_paths < MOST_PATHS
