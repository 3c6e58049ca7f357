"""HEX beside no invariant, an executable property before, and a conservative one during.

    ./dev bench hex                    every program, single methods and ordered pairs
    ./dev bench hex --quick            single methods and some pairs, within a minute
    ./dev bench hex --only P1,P5       some of the programs
    ./dev bench hex --seconds 2        give up a target after that many seconds per technique

Lazy initialization runs each target on an input heap of which nothing is known, with at most
as many nodes as [HEX] section 4.2 allows. The techniques differ only in which heaps they refuse:

    Lazy   none
    HEX    those that break a formula, or a companion method refuses, as references are assumed
    PrEP   `if repOk() then method()`
    ConsP  those on which repOk fails without reading what is not known yet, at every assumption

An end state is *valid* if repOk is true of some whole heap that completes it, with a few more
nodes (`parts/hex_judge.py`); finding that out takes no part in the seconds (the processor's).
*Lost* is a valid end state of Lazy that HEX refuses. A run is one path, from its start; what a
property or a companion was asked on the way is not asked again when another run forks from it.
z3 is asked where the exact domain cannot decide. Ratios are over the targets that both techniques
finish, and, as a lower bound, over those that HEX finishes, the others counted as they stood
when they were given up.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from itertools import product
from pathlib import Path
from typing import TypeAlias

from heapwright.answers.calls.match_goal import solution
from heapwright.domains.constraint import TRUE
from heapwright.graph.setting.setting import setting_for
from heapwright.heaps.known_shape import Value
from heapwright.invariants import partial
from heapwright.ir.core.program import Function, Role
from heapwright.paths.runs.machine import Machine, RunStopped
from heapwright.paths.runs.run import PathEnd, RunLimits, Stopped, paths_of
from heapwright.problems import Severity
from heapwright.solver.answer import SolverCounts, Unsat
from heapwright.solver.chain import default_solver
from heapwright.text.source import Source
from heapwright.workspace.load import program_of
from parts.hex_inputs import InputHeap, Memory, Pruned, Subject, Task
from parts.hex_judge import Invalid, Judge, Open, Witness, WitnessHeap, judge_for, judgement

SUBJECTS = Path(__file__).parent / "subjects"
TECHNIQUES = ("HEX", "Lazy", "PrEP", "ConsP")
LIMITS = RunLimits(steps=150, depth=60)
QUICK_STRIDE = 13  # of the pairs, every so manieth is run with --quick


SUBJECT_TABLE = (
    Subject("P1", "tiny/sir_dlist", "hex/p1", "DoubleLinkedList", "Entry", 5),
    Subject("P2", "tiny/kiasan_rbt", "hex/p2", "TreeMap", "Entry", 3, 4),
    Subject("P3", "tiny/kiasan_avl", "hex/p3", "AvlTree", "AvlNode", 4, 3),
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
    open: int = 0
    lost: int = 0
    runs: int = 0
    seconds: float = 0.0
    z3_calls: int = 0
    is_finished: bool = True


# By program, number of the target, technique.
Outcomes: TypeAlias = "dict[str, dict[int, dict[str, Outcome]]]"


def run_target(
    judge: Judge, methods: Sequence[Function], technique: str, seconds: float
) -> Outcome:
    """Run one method, or one after the other, on unknown inputs; judge the end states."""
    task = judge.task
    outcome = Outcome()
    counts = SolverCounts()
    solver = default_solver(counts)
    heap: InputHeap | None = None
    memory = Memory()

    def run(machine: Machine) -> Value:
        nonlocal heap
        heap = InputHeap(task, machine, technique, task.subject.bound, memory)
        return started(heap, methods)

    ends = paths_of(TRUE, run, LIMITS)
    while True:
        before = time.process_time()
        end = next(ends, None)
        is_end = (
            end is not None
            and not is_refused(end)
            and not isinstance(solution(solver, end.pc), Unsat)
        )
        outcome.seconds += time.process_time() - before
        if end is None:
            break
        outcome.runs += 1
        if outcome.seconds > seconds:
            outcome.is_finished = False
            break
        if is_end:
            assert heap is not None
            match judgement(judge, heap, end.pc):
                case Witness() as witness:
                    outcome.valid += 1
                    outcome.lost += technique == "Lazy" and is_lost(task, methods, witness)
                case Invalid():
                    outcome.invalid += 1
                case Open():
                    outcome.open += 1
    outcome.z3_calls = counts.z3_calls
    return outcome


_REFUSED = "refused"


def is_refused(end: PathEnd) -> bool:
    """Say whether a run ended because the technique refused its input."""
    return isinstance(end.outcome, Stopped) and end.outcome.reason == _REFUSED


def is_lost(task: Task, methods: Sequence[Function], witness: Witness) -> bool:
    """Say whether HEX refuses a valid input that has the values of a witness."""
    (end,) = paths_of(
        TRUE,
        lambda machine: started(WitnessHeap(task, machine, "HEX", witness), methods),
        LIMITS,
    )
    return is_refused(end)


def started(heap: InputHeap, methods: Sequence[Function]) -> Value:
    """Make the inputs and run the methods; a refusal ends the run."""
    try:
        receiver = heap.begin()
        arguments = [[heap.given(p.type, p.name) for p in method.parameters] for method in methods]
        if heap.technique in ("PrEP", "ConsP"):
            heap.is_open = heap.technique == "PrEP"
            for property_ in heap.properties():
                heap.demand(property_)
            heap.is_open = False
        value: Value = None
        for method, given in zip(methods, arguments, strict=True):
            callee = heap.task.setting.compiled.functions[method.qualified_name]
            value = callee.call(heap.machine, [receiver, *given])
        return value
    except Pruned:
        raise RunStopped(_REFUSED) from None


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


def targets_of(task: Task, is_quick: bool) -> list[tuple[Function, ...]]:
    """List the methods and the ordered pairs of methods to run; of the latter some if quick."""
    targets: list[tuple[Function, ...]] = [(method,) for method in task.methods]
    if not task.subject.targets:
        pairs = list(product(task.methods, repeat=2))
        targets += pairs[:: QUICK_STRIDE if is_quick else 1]
    return targets


def run_part(names: Sequence[str], options: argparse.Namespace) -> None:
    """Run every other target, or as the part says, and print what came out, a line each."""
    part, n_parts = map(int, options.part.split("/"))
    for subject in (s for s in SUBJECT_TABLE if s.name in names):
        judge = judge_for(task_for(subject))
        targets = targets_of(judge.task, options.quick)
        for number in range(part, len(targets), n_parts):
            for technique in TECHNIQUES:
                outcome = run_target(judge, targets[number], technique, options.seconds)
                print(json.dumps([subject.name, number, technique, asdict(outcome)]), flush=True)


def main() -> None:
    """Print a table per program, and the ratios."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--only", help="programs, as in P1,P5")
    parser.add_argument("--quick", action="store_true", help="some pairs only, less time for each")
    parser.add_argument("--seconds", type=float, help="per target and technique")
    parser.add_argument("--part", help=argparse.SUPPRESS)
    options = parser.parse_args()
    names = options.only.split(",") if options.only else [s.name for s in SUBJECT_TABLE]
    if unknown := set(names) - {s.name for s in SUBJECT_TABLE}:
        parser.error(f"no program {', '.join(sorted(unknown))}")
    if options.seconds is None:
        options.seconds = 0.2 if options.quick else 1.0
    if options.part is not None:
        run_part(names, options)
        return
    n_parts = min(2, os.cpu_count() or 1)
    parts = [
        subprocess.Popen(
            [sys.executable, __file__, *sys.argv[1:], "--part", f"{part}/{n_parts}"],
            stdout=subprocess.PIPE,
            text=True,
        )
        for part in range(n_parts)
    ]
    print_tables(names, outcomes_of(parts), options.seconds)


def outcomes_of(parts: Sequence[subprocess.Popen[str]]) -> Outcomes:
    """Collect what the parts print; by program, target and technique."""
    # All at once: a part whose pipe is full would wait until the others have ended.
    with ThreadPoolExecutor(len(parts)) as readers:
        texts = readers.map(lambda part: part.communicate()[0], parts)
        lines = [line for text in texts for line in text.splitlines()]
    if failed := [part.returncode for part in parts if part.returncode != 0]:
        sys.exit(f"a part of the benchmark ended with {failed[0]}")
    found: Outcomes = {}
    for line in lines:
        name, number, technique, values = json.loads(line)
        found.setdefault(name, {}).setdefault(number, {})[technique] = Outcome(**values)
    return found


def print_tables(names: Sequence[str], outcomes: Outcomes, seconds: float) -> None:
    """Print sums per program and technique, then the ratios to HEX."""
    print(f"at most {seconds:g} s of the processor per target and technique")
    print(
        f"{'':4} {'technique':9} {'targets':>8} {'finished':>8} {'valid':>9} {'invalid':>9}"
        f" {'open':>6} {'lost':>6} {'runs':>9} {'seconds':>9} {'z3':>4}"
    )
    for name in names:
        for technique in TECHNIQUES:
            print_row(name, technique, [by[technique] for by in outcomes[name].values()])
    print()
    everything = [by for targets in outcomes.values() for by in targets.values()]
    for technique in TECHNIQUES[1:]:
        pairs = [(by[technique], by["HEX"]) for by in everything if by["HEX"].is_finished]
        both = [one.seconds / hex_.seconds for one, hex_ in pairs if one.is_finished]
        least = [one.seconds / hex_.seconds for one, hex_ in pairs]
        if both:
            print(
                f"{technique:6} takes {statistics.median(both):5.1f} times as long as HEX in the"
                f" median of {len(both)} targets that both finish,"
                f" at least {statistics.median(least):5.1f} times in that of all {len(least)}"
            )


def print_row(name: str, technique: str, outcomes: Sequence[Outcome]) -> None:
    """Print the sums over all targets."""
    lost = str(sum(o.lost for o in outcomes)) if technique == "Lazy" else ""
    print(
        f"{name:4} {technique:9} {len(outcomes):8} {sum(o.is_finished for o in outcomes):8}"
        f" {sum(o.valid for o in outcomes):9} {sum(o.invalid for o in outcomes):9}"
        f" {sum(o.open for o in outcomes):6} {lost:>6} {sum(o.runs for o in outcomes):9}"
        f" {sum(o.seconds for o in outcomes):9.2f} {sum(o.z3_calls for o in outcomes):4}",
        flush=True,
    )


if __name__ == "__main__":
    main()
