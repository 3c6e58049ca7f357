"""HEX beside no invariant, an executable property before, and a conservative one during.

    ./dev bench hex                    every program, single methods and ordered pairs
    ./dev bench hex --only P1,P5       some of the programs
    ./dev bench hex --single           methods only, no pairs
    ./dev bench hex --seconds 2        give up a target after that many seconds per technique

Lazy initialization runs each target on an input heap of which nothing is known, with at most
as many nodes as [HEX] section 4.2 allows. The techniques differ only in which heaps they refuse:

    Lazy   none
    HEX    those that break a formula, or a companion method refuses, as references are assumed
    PrEP   `if repOk() then method()`
    ConsP  those on which repOk fails without reading what is not known yet, at every assumption

An end state is *valid* if repOk is true of some whole heap that completes it, with a few more
nodes; that is found out afterwards, by running repOk on the input heap, and takes no
part in the seconds, which are the processor's. Ratios are over the targets that both techniques
finish. Runs are what differs between techniques; a run is one path, from its start. z3 is
asked where the exact domain cannot decide.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial as partial_call
from itertools import product
from pathlib import Path

from hex_inputs import InputHeap, Pruned, Subject, Task

from heapwright.answers.match_goal import solution
from heapwright.domains.constraint import TRUE, Constraint, assume
from heapwright.graph.setting import setting_for
from heapwright.heaps.known_shape import HeapObject, Value
from heapwright.invariants import partial
from heapwright.invariants.partial import NOTHING_KNOWN, Known
from heapwright.invariants.visit import Reference
from heapwright.ir.program import Function, Role
from heapwright.paths.machine import Machine, RunStopped
from heapwright.paths.run import PathEnd, Returned, RunLimits, Stopped, paths_of
from heapwright.problems import Severity
from heapwright.solver.answer import Sat, Solver, SolverCounts, Unsat
from heapwright.solver.chain import default_solver
from heapwright.terms.term import Term
from heapwright.text.source import Source
from heapwright.workspace.load import program_of

SUBJECTS = Path(__file__).parent / "subjects"
TECHNIQUES = ("HEX", "Lazy", "PrEP", "ConsP")
LIMITS = RunLimits(steps=150, depth=60)
MOST_JUDGED = 100  # runs of repOk per end state; beyond that it stays open


SUBJECT_TABLE = (
    Subject("P1", "tiny/sir_dlist", "hex/p1", "DoubleLinkedList", "Entry", 5),
    Subject("P2", "tiny/kiasan_rbt", "hex/p2", "TreeMap", "Entry", 3, 4),
    Subject("P3", "tiny/kiasan_avl", "hex/p3", "AvlTree", "AvlNode", 4),
    Subject("P4", "tiny/sushi_clist", "hex/p4", "NodeCachingLinkedList", "LinkedListNode", 4),
    Subject("P5", "hex/p5", None, "FlightPlan", "Fix", 3, 2, ("trajectory",)),
    Subject("P6", "hex/p6", None, "Traversal", "Tree", 4, 2, ("rename",), ("tree", "other")),
)
# Not methods of the list itself: nothing can be passed, nothing comes back, or it always throws.
LEFT_OUT = ("addAll", "addAllAt", "clone", "listIterator")


@dataclass(slots=True)
class Outcome:
    """What a technique did with a target."""

    valid: int = 0
    invalid: int = 0
    undecided: int = 0
    runs: int = 0
    seconds: float = 0.0
    z3_calls: int = 0
    is_finished: bool = True


def run_target(task: Task, methods: Sequence[Function], technique: str, seconds: float) -> Outcome:
    """Run one method, or one after the other, on unknown inputs; judge the end states."""
    outcome = Outcome()
    counts = SolverCounts()
    solver = default_solver(counts)
    heap: InputHeap | None = None

    def run(machine: Machine) -> Value:
        nonlocal heap
        heap = InputHeap(task, machine, technique, task.subject.bound)
        return started(heap, methods)

    spent = 0.0
    ends = paths_of(TRUE, run, LIMITS)
    while True:
        before = time.process_time()
        try:
            end = next(ends)
        except StopIteration:
            break
        finally:
            spent += time.process_time() - before
            outcome.runs += 1
        if spent > seconds:
            outcome.is_finished = False
            break
        if isinstance(end.outcome, Stopped) and end.outcome.reason == _PRUNED:
            continue
        assert heap is not None
        match solution(solver, end.pc):
            case Unsat():
                continue
            case _:
                pass
        match judged(task, heap, end.pc):
            case True:
                outcome.valid += 1
            case False:
                outcome.invalid += 1
            case _:
                outcome.undecided += 1
    outcome.seconds = spent
    outcome.z3_calls = counts.z3_calls
    return outcome


_PRUNED = "pruned"


def started(heap: InputHeap, methods: Sequence[Function]) -> Value:
    """Make the inputs and run the methods; a refusal ends the run."""
    try:
        task, machine = heap.task, heap.machine
        class_name = task.subject.class_name
        if heap.technique == "HEX":
            known = heap.assumed(None, "this", class_name)
            if known is None:
                raise Pruned
            heap.known = known
        receiver = heap.objects[heap.new_object(class_name)]
        heap.note(None, "this", 0)
        heap.parameters = []
        arguments: list[list[Value]] = []
        for method in methods:
            given: list[Value] = []
            for parameter in method.parameters:
                value = heap.value(parameter.type, None, parameter.name)
                if heap.is_reference(parameter.type):
                    heap.parameters.append(value)
                    if heap.technique == "HEX":
                        for call in heap.known.asked:
                            heap.ask(call)
                    value = (
                        heap.objects[heap.number[value]] if isinstance(value, HeapObject) else value
                    )
                given.append(value)
            arguments.append(given)
        if heap.technique == "PrEP":
            heap.is_open = True
            for property_ in heap.properties():
                heap.demand(property_)
            heap.is_open = False
        if heap.technique == "ConsP":
            for property_ in heap.properties():
                heap.demand(property_)
        value = None
        for method, given in zip(methods, arguments, strict=True):
            callee = task.setting.compiled.functions[method.qualified_name]
            value = callee.call(machine, [receiver, *given])
        return value
    except Pruned:
        raise RunStopped(_PRUNED) from None


def judged(task: Task, heap: InputHeap, pc: Constraint) -> bool | None:
    """Say whether repOk is true of a heap that completes the input of a run."""
    cells = [
        (
            twin.class_name,
            {
                name: heap.number[value] if isinstance(value, HeapObject) else value
                for name, value in twin.fields.items()
            },
            {name for name, value in twin.fields.items() if isinstance(value, HeapObject)},
        )
        for twin in heap.twins
    ]
    parameters = [
        heap.number[value] if isinstance(value, HeapObject) else None for value in heap.parameters
    ]
    solver = default_solver(SolverCounts())

    def run(technique: str, machine: Machine) -> Value:
        whole = InputHeap(task, machine, technique, task.subject.bound + task.subject.judged_with)
        whole.n_variables = heap.n_variables
        for class_name, _, _ in cells:
            whole.new_object(class_name)
        for twin, (_, fields, links) in zip(whole.twins, cells, strict=True):
            for name, value in fields.items():
                is_link = name in links and isinstance(value, int)
                filled: Value = whole.twins[int(value)] if is_link else value  # type: ignore[arg-type]
                dict.__setitem__(twin.fields, name, filled)
        whole.parameters = [None if n is None else whole.twins[n] for n in parameters]
        whole.is_open = True
        try:
            if technique == "HEX":
                whole.known = _known_again(task, heap.assumptions)
            return _trees_are_apart(whole) if task.subject.trees else whole.properties()[0]()
        except Pruned:
            return False

    # The formulas lead to a heap that repOk accepts in few runs, if there is one; that there
    # is none is found out without them.
    if _has_accepted(solver, paths_of(pc, partial_call(run, "HEX"), LIMITS)):
        return True
    return _has_accepted(solver, paths_of(pc, partial_call(run, "Lazy"), LIMITS))


def _known_again(task: Task, assumptions: Sequence[Reference]) -> Known:
    """Assume again what a run has assumed, in the same order, and ask the formulas about it."""
    known = NOTHING_KNOWN
    for reference in assumptions:
        found = partial.assume(task.structures, known, reference, reference.class_name)
        if found is None:
            raise Pruned
        known = found
    return known


def _has_accepted(solver: Solver, ends: Iterator[PathEnd]) -> bool | None:
    """Say whether repOk accepts a heap on one of these paths; None if that is not found out."""
    is_proof = True
    for n_runs, end in enumerate(ends):
        if n_runs == MOST_JUDGED:
            return None
        found = end.pc
        match end.outcome:
            case Returned(Term() as truth):
                found = assume(found, truth)
            case Returned(True):
                pass
            case Stopped():
                is_proof = False
                continue
            case _:
                continue
        match solution(solver, found):
            case Sat():
                return True
            case Unsat():
                pass
            case _:
                is_proof = False
    return False if is_proof else None


def _trees_are_apart(heap: InputHeap) -> bool:
    """Say whether the parameters are trees that share nothing; reads all of them."""
    seen: set[int] = set()
    queue: list[Value] = [value for value in heap.parameters if value is not None]
    for value in queue:
        assert isinstance(value, HeapObject)
        if heap.number[value] in seen:
            return False
        seen.add(heap.number[value])
        for name in heap.task.setting.layouts[value.class_name].reference_names:
            target = value.fields[name]
            if target is not None:
                queue.append(target)
    return True


def task_for(subject: Subject) -> Task:
    """Load a subject with what the techniques need."""
    text = (SUBJECTS / f"{subject.file}.tiny").read_text(encoding="utf-8")
    if subject.more is not None:
        more = (SUBJECTS / f"{subject.more}.part").read_text(encoding="utf-8")
        opening = f"class {subject.class_name} {{"
        assert text.count(opening) == 1
        text = text.replace(opening, f"{opening}\n{more}")
    loaded = program_of(Source(f"{subject.name}.tiny", text))
    mistakes = [
        f"{problem.message}: {text[problem.span.start : problem.span.end]}"
        for problems in loaded.problems.values()
        for problem in problems
        if problem.severity is Severity.ERROR
    ]
    assert not mistakes, mistakes
    setting = setting_for(loaded.program, [subject.class_name])
    functions = setting.hierarchy.classes[subject.class_name].functions
    methods = tuple(
        function
        for function in functions
        if (function.name in subject.targets if subject.targets else function.is_public)
        and function.role is Role.METHOD
        and function.name not in LEFT_OUT
    )
    rep_ok = f"{subject.class_name}.{'isTree' if subject.trees else 'repOk'}"
    structures = partial.structures_for(setting.hierarchy, methods[0])
    types = {
        (name, f.name): f.type
        for name in setting.hierarchy.classes
        for f in setting.hierarchy.fields(name)
    }
    return Task(subject, setting, structures, methods, rep_ok, types)


def main() -> None:
    """Print a table per program, and the ratios."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--only", help="programs, as in P1,P5")
    parser.add_argument("--single", action="store_true", help="methods only, no pairs")
    parser.add_argument("--seconds", type=float, default=1.0, help="per target and technique")
    options = parser.parse_args()
    wanted = options.only.split(",") if options.only else [s.name for s in SUBJECT_TABLE]
    ratios: dict[str, list[float]] = {name: [] for name in TECHNIQUES[1:]}
    print(
        f"{'':4} {'technique':9} {'targets':>8} {'finished':>8} {'valid':>9} {'invalid':>9}"
        f" {'open':>6} {'runs':>9} {'seconds':>9} {'z3':>4}"
    )
    for subject in SUBJECT_TABLE:
        if subject.name not in wanted:
            continue
        task = task_for(subject)
        targets: list[tuple[Function, ...]] = [(method,) for method in task.methods]
        if not options.single and not subject.targets:
            targets += product(task.methods, repeat=2)
        totals: dict[str, list[Outcome]] = {name: [] for name in TECHNIQUES}
        for target in targets:
            outcomes = {
                technique: run_target(task, target, technique, options.seconds)
                for technique in TECHNIQUES
            }
            for technique, outcome in outcomes.items():
                totals[technique].append(outcome)
            hex_outcome = outcomes["HEX"]
            for technique in TECHNIQUES[1:]:
                other = outcomes[technique]
                if other.is_finished and hex_outcome.is_finished:
                    ratios[technique].append(other.seconds / hex_outcome.seconds)
        for technique in TECHNIQUES:
            print_row(subject.name, technique, totals[technique])
        lost = _lost(totals)
        print(f"     valid end states that Lazy has and HEX has not: {lost}")
    print()
    for technique, found in ratios.items():
        if found:
            print(
                f"{technique:6} takes {statistics.median(found):5.1f} times as long as HEX in the "
                f"median of {len(found)} targets that both finish"
            )


def print_row(name: str, technique: str, outcomes: Sequence[Outcome]) -> None:
    """Print the sums over all targets."""
    print(
        f"{name:4} {technique:9} {len(outcomes):8} {sum(o.is_finished for o in outcomes):8}"
        f" {sum(o.valid for o in outcomes):9} {sum(o.invalid for o in outcomes):9}"
        f" {sum(o.undecided for o in outcomes):6} {sum(o.runs for o in outcomes):9}"
        f" {sum(o.seconds for o in outcomes):9.2f} {sum(o.z3_calls for o in outcomes):4}",
        flush=True,
    )


def _lost(totals: Mapping[str, list[Outcome]]) -> str:
    """Compare valid end states on the targets that both techniques finish."""
    pairs = [
        (lazy.valid, hex_.valid)
        for lazy, hex_ in zip(totals["Lazy"], totals["HEX"], strict=True)
        if lazy.is_finished and hex_.is_finished
    ]
    lost = sum(max(0, lazy - hex_) for lazy, hex_ in pairs)
    return f"{lost} on {len(pairs)} targets"


if __name__ == "__main__":
    main()
