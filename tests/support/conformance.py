"""Judge the paths that heap models find by the plain interpreter, and by each other.

Place: tests/support. A path is told by its *trace*: how the conditions that the control flow
depends on came out, and how it ended. Operands of `&&` and `||` are no such conditions: a model may
decide them or not.

`check_conformance` holds, for a program and all models:
- each small input satisfies the condition of exactly one path, and the plain interpreter takes
  that path on it; the small inputs are all there are (`small_inputs`);
- the plain interpreter takes every trace on some small input, if these are enough;
- under `pose`, no two paths have the same turns, and every input, small or not, satisfies
  the condition of exactly one;
- all models find the same traces;
- an input that one model found for a path satisfies exactly one path of every other model, with the
  same trace;
- the condition of every lazy path implies the condition of exactly one `pose` path, that with
  its trace (or of those with its trace, where operands of `&&` and `||` tell them apart);
- with operands told apart in all models, as a concrete run does, that is exact: all models find the
  same control-flow paths, `pose` each once, and a lazy path implies just the one with its trace.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from heapwright.domains import NoModel
from heapwright.heaps.class_numbers import ClassNumbers, class_numbers
from heapwright.heaps.model import SymbolicHeap, class_variable, is_reference, way_to
from heapwright.ir.core import instructions as ir
from heapwright.ir.core.program import Function, Program
from heapwright.ir.core.walk import walk
from heapwright.paths.plain.concrete import Outcome
from heapwright.paths.plain.concrete import Threw as PlainThrew
from heapwright.paths.plain.heap import Reference, Value, fields_of
from heapwright.paths.unknown_heaps.alias_cases import model_by_cases
from heapwright.paths.unknown_heaps.concrete_input import turn_sites
from heapwright.paths.unknown_heaps.run import SymbolicPath, Threw
from heapwright.records import dataclass, replace
from heapwright.solver.answer import Unsat
from heapwright.solver.chain import default_solver
from heapwright.solver.query import Query
from heapwright.terms.build import and_, equal, integer, not_, or_
from heapwright.terms.evaluate import Value as TermValue
from heapwright.terms.evaluate import evaluate
from heapwright.terms.rewrite import free_variables
from heapwright.terms.sorts import BOOL
from heapwright.terms.term import Term, Variable
from heapwright.workspace.paths import FoundPath, FoundPaths, PathOptions, find_paths, trace_of
from support.small_inputs import INTS, SmallInput, neighbours, run_on, small_runs
from support.symbolic import MODELS

Trace = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Judged:
    """The paths of one function in one model, each with its trace."""

    found: FoundPaths
    traces: tuple[Trace, ...]
    tree: Tree


@dataclass(slots=True)
class Tree:
    """Paths by their conditions: what begins alike is asked once."""

    heap: SymbolicHeap
    children: dict[Term, Tree]
    ends: list[int]  # which paths have no further condition


def tree_of(paths: Sequence[FoundPath]) -> Tree:
    """Put the conditions of paths into a tree."""
    root = Tree(SymbolicHeap(), {}, [])
    for number, path in enumerate(paths):
        node = root
        for term in path.symbolic.pc.conjuncts:
            node = node.children.setdefault(term, Tree(path.symbolic.heap, {}, []))
        node.ends.append(number)
    return root


def check_conformance(
    program: Program,
    function: Function,
    *,
    n_objects: int = 2,
    ints: Sequence[int] = INTS,
    most: int = 3_000,
    is_enough: bool = True,
) -> dict[str, int]:
    """Check all of the above; tell the number of paths per model.

    `most` bounds the inputs, and more of them are a failure. Without `is_enough` some paths may
    need larger inputs.
    """
    judged = {}
    for model in MODELS:
        judged[model] = judged_paths(program, function, model)
    _check_pairwise_different(judged["pose"].found)
    traces_by_model = {model: set(one.traces) for model, one in judged.items()}
    for model, found_traces in traces_by_model.items():
        assert found_traces == traces_by_model["pose"], model
    seen = judge(program, function, tuple(judged.values()), n_objects, most, ints)
    if is_enough:
        assert seen == traces_by_model["pose"]
    classes = class_numbers(program)
    for one in judged.values():
        for path, trace in zip(one.found.paths, one.traces, strict=True):
            example = SmallInput(path.example.heap, path.example.values)
            ways = _Ways(classes, example)
            for other in judged.values():
                _check_accepted(ways, other, trace)
    _check_disjoint(classes, judged["pose"].found.paths)
    check_covering(classes, judged["pose"])
    if _has_connectives(program):
        _check_implied(classes, judged["lazy"], judged["pose"])
        judged_apart = {m: judged_paths(program, function, m, joins=False) for m in MODELS}
        _check_disjoint(classes, judged_apart["pose"].found.paths)
    else:
        judged_apart = judged
    check_control_flow(classes, {m: _with_all_turns(one) for m, one in judged_apart.items()})
    return {model: len(one.found.paths) for model, one in judged.items()}


def check_control_flow(classes: ClassNumbers, judged: Mapping[str, Judged]) -> None:
    """Check that a lazy path implies exactly one pose path, where both have all their turns."""
    pose = judged["pose"]
    assert len(set(pose.traces)) == len(pose.traces)
    for model, one in judged.items():
        assert set(one.traces) == set(pose.traces), model
    _check_implied(classes, judged["lazy"], pose)


def _has_connectives(program: Program) -> bool:
    functions = [*program.functions, *(f for c in program.classes for f in c.functions)]
    return any(isinstance(n, ir.And | ir.Or) for f in functions for n in walk(f.body))


def _with_all_turns(one: Judged) -> Judged:
    whole = tuple((*path.symbolic.turns, _end(path.symbolic)) for path in one.found.paths)
    return replace(one, traces=whole)


def judged_paths(program: Program, function: Function, model: str, *, joins: bool = True) -> Judged:
    """Find all paths in a model, with their traces."""
    found = find_paths(program, function, PathOptions(model, seconds=None, joins=joins))
    assert found.is_complete, (model, found.unknown, found.stopped, found.left)
    sites = turn_sites(program)
    traces = tuple(trace_of(path.symbolic, sites) for path in found.paths)
    return Judged(found, traces, tree_of(found.paths))


def judge(
    program: Program,
    function: Function,
    judged: Sequence[Judged],
    n_objects: int,
    most: int,
    ints: Sequence[int] = INTS,
    seen: set[Trace] | None = None,
) -> set[Trace]:
    """Let every small input be accepted by the one path that it takes; give the traces taken."""
    sites = turn_sites(program)
    classes = class_numbers(program)
    seen = set() if seen is None else seen
    for taken in small_runs(program, function, n_objects, most, ints):
        wanted = _plain_trace(taken.outcome, [turn for turn in taken.turns if turn[:2] in sites])
        seen.add(wanted)
        for given in taken.inputs:
            ways = _Ways(classes, given)
            for one in judged:
                _check_accepted(ways, one, wanted)
    return seen


class _Ways(dict[Term, TermValue]):
    """What an input means for the variables of paths: a variable is named by a way.

    A way means the same value whoever follows it, so one of these serves all paths. Only the
    class of null is a matter of the path, which says what it takes it for.
    """

    def __init__(self, classes: ClassNumbers, given: SmallInput) -> None:
        super().__init__()
        self.classes = classes
        self.given = given
        self.reached: dict[str, Value] = {}
        self.truths: dict[Term, bool] = {}
        self.heap = SymbolicHeap()

    def __missing__(self, variable: Term) -> TermValue:
        assert type(variable) is Variable
        if variable.name.startswith("class of "):
            return self.class_number(variable)
        value = self.followed(way_to(variable))
        if is_reference(variable):
            known: TermValue = value.number + 1 if isinstance(value, Reference) else 0
        else:
            assert value is None or isinstance(value, int)
            known = (False if variable.sort is BOOL else 0) if value is None else value
        self[variable] = known
        return known

    def class_number(self, variable: Variable) -> int:
        value = self.followed(variable.name.removeprefix("class of "))
        if isinstance(value, Reference):
            return self.classes.first[self.given.heap.class_of(value)]
        # Of null any class may be said that fits the declared one.
        declared = [n for s, n in self.heap.symbols.items() if class_variable(s) is variable]
        return self.classes.first[declared[0]] if declared else 0

    def followed(self, way: str) -> Value:
        if way not in self.reached:
            owner, _, name = way.rpartition(".")
            if not owner:
                self.reached[way] = self.given.values.get(way)
            else:
                target = self.followed(owner)
                self.reached[way] = None
                if isinstance(target, Reference):
                    fields = fields_of(self.classes.hierarchy, self.given.heap, target)
                    self.reached[way] = fields.get(name)
        return self.reached[way]

    def accepting(self, tree: Tree) -> list[int]:
        """Give the paths whose conditions the input satisfies."""
        found = list(tree.ends)
        for term, below in tree.children.items():
            self.heap = below.heap
            if self.holds(term):
                found += self.accepting(below)
        return found

    def holds(self, term: Term) -> bool:
        known = self.truths.get(term)
        if known is None:
            known = evaluate(term, self) is True
            if not any(v.name.startswith("class of ") for v in free_variables(term)):
                self.truths[term] = known
        return known


def _check_accepted(ways: _Ways, one: Judged, wanted: Trace) -> None:
    """One path, and only one, takes the input, and it is the wanted one."""
    accepting = ways.accepting(one.tree)
    if [one.traces[number] for number in accepting] != [wanted]:
        conditions = [one.found.paths[number].condition for number in accepting]
        raise AssertionError(one.found.heap, ways.given, conditions, wanted)


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


def _check_disjoint(classes: ClassNumbers, paths: Iterable[FoundPath]) -> None:
    """No input satisfies the conditions of two paths."""
    for one, other in combinations(paths, 2):
        first, second = one.symbolic, other.symbolic
        terms = (*first.pc.conjuncts, *second.pc.conjuncts)
        # Two paths of one program part at some condition, which nearly always stands in both.
        if any(not_(term) in first.pc.conjuncts for term in second.pc.conjuncts):
            continue
        told = (one.condition, other.condition)
        assert _is_unsat((*terms, *_congruence(classes, [first.heap, second.heap]))), told


def judge_neighbours(program: Program, function: Function, one: Judged) -> int:
    """Judge the inputs of all paths and their neighbours; give how many there were.

    Each is accepted by exactly one path, the one that the plain interpreter takes on it.
    """
    sites = turn_sites(program)
    classes = class_numbers(program)
    known: set[tuple[object, ...]] = set()
    for path in one.found.paths:
        example = SmallInput(path.example.heap, path.example.values)
        for given in (example, *neighbours(classes.hierarchy, example)):
            key = (given.heap, tuple(given.values.items()))
            if key in known:
                continue
            known.add(key)
            outcome, turns = run_on(program, function, given)
            wanted = _plain_trace(outcome, [turn for turn in turns if turn[:2] in sites])
            _check_accepted(_Ways(classes, given), one, wanted)
    return len(known)


def check_covering(classes: ClassNumbers, one: Judged) -> None:
    """Check that every input, however large, satisfies the condition of one path.

    In the tree of conditions the sides of a node leave nothing out: one is the negation of the
    other, or what they leave out contradicts what was assumed before.
    """
    stack: list[tuple[Tree, tuple[Term, ...]]] = [(one.tree, ())]
    while stack:
        node, before = stack.pop()
        assert not (node.ends and node.children) and len(node.ends) <= 1
        sides = list(node.children)
        for term, below in node.children.items():
            stack.append((below, (*before, term)))
        if not sides or (len(sides) == 2 and not_(sides[0]) is sides[1]):
            continue
        heap = node.children[sides[0]].heap
        if len(sides) == 1 and (sides[0] in heap.axioms or _goes_without_saying(heap, sides[0])):
            continue
        known = (*before, *heap.axioms, *_congruence(classes, [heap]))
        assert _is_unsat((*known, *map(not_, sides))), (before, sides)


def _goes_without_saying(heap: SymbolicHeap, term: Term) -> bool:
    """Say whether this is the receiver being an object, or a program's driver calling one."""
    return any(term is not_(equal(root, integer(0))) for root in heap.roots)


def _check_implied(classes: ClassNumbers, lazy: Judged, pose: Judged) -> None:
    """The condition of a lazy path implies that of the pose path with its trace."""
    by_trace: dict[Trace, list[SymbolicPath]] = {}
    for path, trace in zip(pose.found.paths, pose.traces, strict=True):
        by_trace.setdefault(trace, []).append(path.symbolic)
    for path, trace in zip(lazy.found.paths, lazy.traces, strict=True):
        weaker = [and_(*other.pc.conjuncts) for other in by_trace[trace]]
        heaps = [path.symbolic.heap, *(other.heap for other in by_trace[trace])]
        terms = (*path.symbolic.pc.conjuncts, *_congruence(classes, heaps))
        # Several pose paths have one trace only where they part in an operand of `&&` or `||`
        # that could have failed; with the object known, lazy initialization need not part.
        assert _is_unsat((*terms, not_(or_(*weaker)))), path.condition


def _is_unsat(terms: tuple[Term, ...]) -> bool:
    if isinstance(model_by_cases(terms), NoModel):
        return True
    return isinstance(_SOLVER.check(Query(terms)), Unsat)


_SOLVER = default_solver()


def _congruence(classes: ClassNumbers, heaps: list[SymbolicHeap]) -> list[Term]:
    """Say that an object has one class and holds one value per field."""
    facts = list(dict.fromkeys(known for heap in heaps for known in heap.initial))
    axioms = []
    for one, other in combinations(facts, 2):
        if one.field_name == other.field_name and one.symbol.sort is other.symbol.sort:
            axioms.append(
                or_(
                    not_(equal(one.owner, other.owner)),
                    equal(one.owner, integer(0)),
                    equal(one.symbol, other.symbol),
                )
            )
    declared = {symbol: name for heap in heaps for symbol, name in heap.symbols.items()}
    if all(len(classes.hierarchy.below(name)) == 1 for name in declared.values()):
        return axioms
    for symbol, name in declared.items():
        axioms.append(classes.within(class_variable(symbol), name))
    for first, second in combinations(declared, 2):
        axioms.append(
            or_(
                not_(equal(first, second)),
                equal(first, integer(0)),
                equal(class_variable(first), class_variable(second)),
            )
        )
    return axioms


def _plain_trace(outcome: Outcome, taken: list[tuple[str, int, bool]]) -> Trace:
    match outcome:
        case PlainThrew(class_name, _, function, site):
            return (*taken, class_name, function, site)
        case _:
            return (*taken, "returned")
