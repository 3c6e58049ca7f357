"""Small graphs to store, and what it means that two are the same.

Place: tests/. All tests of the store use these.
"""

from __future__ import annotations

from collections.abc import Mapping

from heapwright.deep_recursion import deep_recursion
from heapwright.domains.constraint import Constraint
from heapwright.domains.normal_form import key, literals
from heapwright.graph.explore.breadth_first import explore, explore_next
from heapwright.graph.explore.explore import new_graph
from heapwright.graph.setting.setting import setting_for
from heapwright.graph.state.state_graph import Setting, StateGraph
from heapwright.graph.state.watch import Watch
from heapwright.ir.core.program import Program
from heapwright.ir.written.fingerprint import canonical
from heapwright.limits import DEFAULT_LIMITS
from heapwright.solver.chain import default_solver
from heapwright.text.source import Source
from heapwright.workspace.load import load_program, program_of
from subjects.catalogue import CATALOGUE
from support.repo import ROOT

SUBJECTS = tuple(entry.name for entry in CATALOGUE)

# Residues, sums, products, exclusions and a Boolean: every part of a constraint occurs.
# `grow` leaves existentials.
MIXED = """
class Cell {
    int a;
    int b;
    bool isSet;
    Cell next;
    void put(int x, int y, bool flag) :=
        if x > y + 2 then { this.a := x; this.b := y; this.isSet := flag } else throw new Error;
    void apart(int x) := if x != 3 && x != 5 then { this.a := x };
    void fold() := { this.b := this.a + 3 * this.b; this.a := this.a * this.b };
    void halve() := if this.a % 2 = 0 then { this.a := this.a / 2; this.b := this.a };
    void grow(int k) := this.a := this.a * k + 6 * k;
    void thirds(int k) := if k > 2 && k % 3 = 1 then { this.a := k };
    void link(Cell other) := this.next := other;
    Cell getNext() := this.next;
}
"""


def program(text: str) -> Program:
    """Make a program of a tiny text that has no mistakes, its declarations sorted."""
    loaded = program_of(Source("a.tiny", text))
    assert not loaded.has_errors, loaded.problems
    return canonical(loaded.program)


def subject_setting(name: str, objects: int) -> Setting:
    """Prepare one of the benchmark subjects with so many objects of its first bounded class."""
    path = ROOT / "benchmarks" / "subjects" / "tiny" / f"{name}.tiny"
    subject = canonical(load_program(str(path), None).program)
    entry = next(entry for entry in CATALOGUE if entry.name == name)
    bounded = [bound.class_name for bound in subject.scope if bound.class_name is not None]
    return setting_for(subject, [entry.structure], (), {bounded[-1]: objects})


def mixed_setting(*, with_raising: bool = False) -> Setting:
    """Prepare the class that has everything."""
    return setting_for(program(MIXED), ["Cell"], (), {"Cell": 2}, with_raising=with_raising)


def explored(setting: Setting, max_calls: int | None = None) -> StateGraph:
    """Explore from the start."""
    graph = new_graph(setting)
    with deep_recursion():
        explore(graph, default_solver(), max_calls, Watch(DEFAULT_LIMITS))
    return graph


def explore_some(graph: StateGraph, n_disjuncts: int, max_calls: int | None = None) -> None:
    """Explore so many disjuncts more, or to the end."""
    solver, watch = default_solver(), Watch(DEFAULT_LIMITS)
    with deep_recursion():
        for _ in range(n_disjuncts):
            if not explore_next(graph, solver, max_calls, watch):
                break


def check_same(actual: StateGraph | None, expected: StateGraph) -> None:
    """See that two graphs are the same down to the inside of their constraints."""
    assert actual is not None
    assert contents(actual) == contents(expected)


def contents(graph: StateGraph) -> Mapping[str, object]:
    """Everything of a graph but what stopped it, as values that can be compared."""
    return {
        "disjuncts": [
            (d.number, typed(d.shape.objects), inside(d.constraint), d.depth, typed(d.origin))
            for d in graph.disjuncts
        ],
        "states": [(shape, [d.number for d in kept]) for shape, kept in graph.states.items()],
        "covered": sorted(graph.covered),
        "explored": graph.explored,
        "counts": graph.counts,
        "narrowings": graph.narrowings,
        "seen_values": graph.seen_values,
        "growing": list(graph.growing.items()),
    }


def typed(value: object) -> str:
    """Write a value so that true and 1 differ."""
    return repr(value)


def inside(constraint: Constraint) -> tuple[object, ...]:
    """Give all that makes a constraint, in the order in which it stands there."""
    return (
        constraint.variables,
        list(constraint.index.items()),
        typed(constraint.rows),
        list(constraint.apart.items()),
        list(constraint.definitions.items()),
        list(constraint.strides.items()),
        constraint.congruences,
        constraint.sums,
        list(constraint.booleans.items()),
        constraint.residual,
        constraint.hidden,
        key(constraint),
        literals(constraint),
    )
