"""Say which parts of an unreachable spec no reachable heap satisfies together.

Place: answers/absence/. `search` and `prove_loosely` call this for a spec that is proved
unreachable, on the complete graph. The result is a smallest set of conjuncts where that is
affordable, else one from which nothing can be left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from heapwright.answers.calls.match_goal import AskedHeaps, ends_of, matches
from heapwright.graph.state.state_graph import Disjunct, StateGraph
from heapwright.graph.state.watch import Watch, WatchStopped
from heapwright.ir.core import instructions as ir
from heapwright.ir.core.program import Function
from heapwright.ir.core.walk import walk
from heapwright.paths.known_shapes.compile import CompiledFunction
from heapwright.paths.runs.run import Returned, Threw
from heapwright.records import replace
from heapwright.solver.answer import Solver

# How many sets of parts are tried in full; a spec of up to ten parts is always within it.
MOST_SETS = 1_024


def culprits(graph: StateGraph, solver: Solver, asked: AskedHeaps, watch: Watch) -> tuple[int, ...]:
    """Give the sites of conjuncts that no reachable heap satisfies together.

    Empty when the spec is no conjunction, nothing could be proved about its parts, or the
    watch objects: that the spec is unreachable was proved before.
    """
    parts = conjuncts(asked.question)
    if len(parts) < 2:
        return ()
    try:
        return _culprits(_Refuter(graph, solver, asked, parts, watch), parts)
    except WatchStopped:
        return ()


def _culprits(refuter: _Refuter, parts: list[ir.Expr]) -> tuple[int, ...]:
    if 2 ** len(parts) <= MOST_SETS:
        for size in range(1, len(parts)):
            for chosen in combinations(parts, size):
                if refuter.is_refuted(chosen):
                    return _sites(chosen)
        return _sites(parts)
    return _sites(_irreducible(refuter, [], parts))


def conjuncts(spec: Function) -> list[ir.Expr]:
    """Give the parts of a spec that is one conjunction, in order of evaluation."""
    match spec.body:
        case (ir.Return(value=ir.And() as conjunction),):
            pass
        case _:
            return []
    parts: list[ir.Expr] = []
    pending: list[ir.Expr] = [conjunction]
    while pending:
        expr = pending.pop()
        match expr:
            case ir.And(lhs, rhs):
                pending += [rhs, lhs]
            case _:
                parts.append(expr)
    return _put_together(parts)


def _put_together(parts: list[ir.Expr]) -> list[ir.Expr]:
    """Make one part of two where the second reads what the first computed: `0 < n() <= 2`."""
    whole: list[ir.Expr] = []
    kept: set[int] = set()  # slots that the last part sets
    for part in parts:
        nodes = list(walk((ir.Evaluate(part),)))
        read = {node.slot for node in nodes if isinstance(node, ir.Local)}
        if whole and not kept.isdisjoint(read):
            whole[-1] = ir.And(whole[-1], part, whole[-1].site)
        else:
            kept = set()
            whole.append(part)
        kept |= {node.slot for node in nodes if isinstance(node, ir.Assign)}
    return whole


class _Refuter:
    """Says of sets of conjuncts whether no reachable heap satisfies them together.

    A part that is false on its own is false in every set, so most heaps are ruled out by
    remembering which parts failed on them. (Parts that write to the heap could make others
    true; a spec that has one is always run whole.)
    """

    def __init__(
        self,
        graph: StateGraph,
        solver: Solver,
        asked: AskedHeaps,
        parts: Sequence[ir.Expr],
        watch: Watch,
    ) -> None:
        spec = asked.question
        self._graph = graph
        self._solver = solver
        self._asked = asked
        self._watch = watch
        self._disjuncts = [d for disjuncts in graph.states.values() for d in disjuncts]
        self._single = {
            part.site: CompiledFunction(graph.setting.compiled, _asking(spec, [part]))
            for part in parts
        }
        self._is_pure = not any(isinstance(n, ir.SetField | ir.New) for n in walk(spec.body))
        self._failed: dict[tuple[int, int], bool] = {}

    def is_refuted(self, chosen: Sequence[ir.Expr]) -> bool:
        whole = _asking(self._asked.question, chosen)
        derived = CompiledFunction(self._graph.setting.compiled, whole)
        for disjunct in self._disjuncts:
            if self._is_pure and any(self._fails(disjunct, part.site) for part in chosen):
                continue
            found = matches(
                self._asked, self._solver, disjunct, self._watch, wanted=True, derived=derived
            )
            # A match or an undetermined path: either way nothing is refuted.
            if next(found, None) is not None:
                return False
        return True

    def _fails(self, disjunct: Disjunct, site: int) -> bool:
        """Say whether one part alone is plainly false, for every choice of arguments."""
        failed = self._failed.get((disjunct.number, site))
        if failed is None:
            heap, choices = self._asked.of(disjunct)
            failed = all(
                isinstance(end.outcome, Threw) or end.outcome == Returned(False)
                for arguments in choices
                for end in ends_of(
                    self._graph.setting,
                    self._single[site],
                    heap,
                    disjunct,
                    arguments,
                    self._watch,
                )
            )
            self._failed[disjunct.number, site] = failed
        return failed


def _asking(spec: Function, parts: Sequence[ir.Expr]) -> Function:
    """Make a spec of some of the parts."""
    return replace(spec, body=(ir.Return(_conjunction(parts)),))


def _irreducible(
    refuter: _Refuter, given: Sequence[ir.Expr], parts: Sequence[ir.Expr]
) -> list[ir.Expr]:
    """Give parts that are refuted together with the given ones, none of them superfluous.

    `given` and `parts` together are refuted. Halves are tried before single parts, so few
    culprits among many parts cost few questions. Source: Junker, QuickXplain (AAAI 2004).
    """
    if len(parts) == 1:
        return list(parts)
    half = len(parts) // 2
    left, right = parts[:half], parts[half:]
    if refuter.is_refuted([*given, *left]):
        return _irreducible(refuter, given, left)
    if refuter.is_refuted([*given, *right]):
        return _irreducible(refuter, given, right)
    needed_right = _irreducible(refuter, [*given, *left], right)
    needed_left = _irreducible(refuter, [*given, *needed_right], left)
    return [*needed_left, *needed_right]


def _conjunction(parts: Sequence[ir.Expr]) -> ir.Expr:
    whole = parts[0]
    for part in parts[1:]:
        whole = ir.And(whole, part)
    return whole


def _sites(parts: Sequence[ir.Expr]) -> tuple[int, ...]:
    return tuple(part.site for part in parts)
