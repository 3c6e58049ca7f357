"""Judge the paths that heap models find by the plain interpreter, and by each other.

Place: tests/support. A path is told by its *trace*: how the conditions that the control flow
depends on came out, and how it ended. Operands of `&&` and `||` are no such conditions: a model may
decide them or not.

`check_conformance` holds, for a program and all models:
- each small input satisfies the condition of exactly one path, and the plain interpreter takes
  that path on it;
- under `pose`, no two paths have the same turns;
- all models find the same traces;
- an input that one model found for a path satisfies exactly one path of every other model, with the
  same trace;
- the condition of a lazy path implies the condition of the `pose` path with its trace.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TypeVar

from heapwright.heaps.class_numbers import ClassNumbers, class_numbers
from heapwright.heaps.model import SymbolicHeap, class_variable, way_to
from heapwright.ir.program import Function, Program
from heapwright.paths.concrete import Outcome
from heapwright.paths.concrete import Threw as PlainThrew
from heapwright.paths.concrete_input import turn_sites
from heapwright.paths.plain_heap import Reference, Value, fields_of
from heapwright.paths.symbolic_run import SymbolicPath, Threw
from heapwright.solver.answer import Unsat
from heapwright.solver.chain import default_solver
from heapwright.solver.query import Query
from heapwright.terms.build import and_, equal, integer, not_, or_
from heapwright.terms.evaluate import Value as TermValue
from heapwright.terms.evaluate import evaluate
from heapwright.terms.sorts import BOOL
from heapwright.terms.term import Term
from heapwright.workspace.paths import FoundPaths, PathOptions, find_paths, trace_of
from support.small_inputs import SmallInput, run_on, small_inputs
from support.symbolic import MODELS

Trace = tuple[object, ...]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Judged:
    """The paths of one function in one model, each with its trace."""

    found: FoundPaths
    traces: tuple[Trace, ...]


def check_conformance(
    program: Program,
    function: Function,
    *,
    n_objects: int = 2,
    most: int = 80,
    steps: int | None = None,
) -> dict[str, int]:
    """Check all of the above on at most so many small inputs, and on a quarter as many of the
    inputs and conditions that the models give; tell the number of paths per model.
    """
    sites = turn_sites(program)
    judged = {}
    for model in MODELS:
        found = find_paths(program, function, PathOptions(model, steps=steps, seconds=None))
        assert found.is_complete, (model, found.unknown, found.stopped, found.left)
        traces = tuple(trace_of(path.symbolic, sites) for path in found.paths)
        judged[model] = Judged(found, traces)
    _check_pairwise_different(judged["pose"].found)
    traces_by_model = {model: set(one.traces) for model, one in judged.items()}
    for model, found_traces in traces_by_model.items():
        assert found_traces == traces_by_model["pose"], model
    classes = class_numbers(program)
    for given in small_inputs(program, function, n_objects, most):
        outcome, taken = run_on(program, function, given)
        wanted = _plain_trace(outcome, [turn for turn in taken if turn[:2] in sites])
        for one in judged.values():
            _check_accepted(classes, one, given, wanted)
    for one in judged.values():
        for path, trace in _some(list(zip(one.found.paths, one.traces, strict=True)), most // 4):
            example = SmallInput(path.example.heap, path.example.values)
            for other in judged.values():
                _check_accepted(classes, other, example, trace)
    _check_implied(classes, judged["lazy"], judged["pose"], most // 4)
    return {model: len(one.found.paths) for model, one in judged.items()}


def assignment_of(
    classes: ClassNumbers, heap: SymbolicHeap, given: SmallInput
) -> dict[Term, TermValue]:
    """Say what an input means for the variables of a path."""
    held: dict[Term, Value] = {root: given.values.get(way_to(root)) for root in heap.roots}
    for known in heap.initial:
        owner = held.get(known.owner)
        if isinstance(owner, Reference):
            fields = fields_of(classes.hierarchy, given.heap, owner)
            held[known.symbol] = fields.get(known.field_name)
    values: dict[Term, TermValue] = {}
    for symbol, declared in heap.symbols.items():
        value = held.get(symbol)
        values[symbol] = value.number + 1 if isinstance(value, Reference) else 0
        # Of null any class may be said that fits the declared one.
        class_name = given.heap.class_of(value) if isinstance(value, Reference) else declared
        values[class_variable(symbol)] = classes.first[class_name]
    for term, value in held.items():
        if term not in heap.symbols:
            assert value is None or isinstance(value, int)
            values[term] = (False if term.sort is BOOL else 0) if value is None else value
    return values


class _Defaults(dict[Term, TermValue]):
    def __missing__(self, variable: Term) -> TermValue:
        return False if variable.sort is BOOL else 0


def _check_accepted(classes: ClassNumbers, one: Judged, given: SmallInput, wanted: Trace) -> None:
    """One path, and only one, takes the input, and it is the wanted one."""
    accepting = []
    for path, trace in zip(one.found.paths, one.traces, strict=True):
        values = _Defaults(assignment_of(classes, path.symbolic.heap, given))
        if all(evaluate(term, values) is True for term in path.symbolic.pc.conjuncts):
            accepting.append((trace, path.condition))
    assert [trace for trace, _ in accepting] == [wanted], (one.found.heap, given, accepting, wanted)


def _check_pairwise_different(found: FoundPaths) -> None:
    turns = Counter((path.symbolic.turns, repr(_end(path.symbolic))) for path in found.paths)
    again = [key for key, n_times in turns.items() if n_times > 1]
    assert not again, again


def _end(path: SymbolicPath) -> object:
    match path.outcome:
        case Threw(class_name, function, site):
            return class_name, function, site
        case _:
            return "returned"


def _check_implied(classes: ClassNumbers, lazy: Judged, pose: Judged, most: int) -> None:
    """The condition of a lazy path implies that of the pose path with its trace."""
    solver = default_solver()
    by_trace: dict[Trace, list[SymbolicPath]] = {}
    for path, trace in zip(pose.found.paths, pose.traces, strict=True):
        by_trace.setdefault(trace, []).append(path.symbolic)
    for path, trace in _some(list(zip(lazy.found.paths, lazy.traces, strict=True)), most):
        weaker = [and_(*other.pc.conjuncts) for other in by_trace[trace]]
        heaps = [path.symbolic.heap, *(other.heap for other in by_trace[trace])]
        terms = (*path.symbolic.pc.conjuncts, *_congruence(classes, heaps), not_(or_(*weaker)))
        assert isinstance(solver.check(Query(terms)), Unsat), path.condition


def _congruence(classes: ClassNumbers, heaps: list[SymbolicHeap]) -> list[Term]:
    """Say that an object has one class and holds one value per field."""
    facts = list(dict.fromkeys(known for heap in heaps for known in heap.initial))
    axioms = []
    for at, one in enumerate(facts):
        for other in facts[at + 1 :]:
            if one.field_name == other.field_name and one.symbol.sort is other.symbol.sort:
                axioms.append(
                    or_(
                        not_(equal(one.owner, other.owner)),
                        equal(one.owner, integer(0)),
                        equal(one.symbol, other.symbol),
                    )
                )
    declared = {symbol: name for heap in heaps for symbol, name in heap.symbols.items()}
    for symbol, class_name in declared.items():
        axioms.append(classes.within(class_variable(symbol), class_name))
    references = list(declared)
    for at, first in enumerate(references):
        for second in references[at + 1 :]:
            axioms.append(
                or_(
                    not_(equal(first, second)),
                    equal(first, integer(0)),
                    equal(class_variable(first), class_variable(second)),
                )
            )
    return axioms


def _some(items: list[T], most: int) -> list[T]:
    """Take at most so many, spread over all of them."""
    return items if len(items) <= most else items[:: -(-len(items) // most)]


def _plain_trace(outcome: Outcome, taken: list[tuple[str, int, bool]]) -> Trace:
    match outcome:
        case PlainThrew(class_name, _, function, site):
            return (*taken, class_name, function, site)
        case _:
            return (*taken, "returned")
