"""Generators that are kept between calls go on as in CPython, in both interpreters.

The symbolic one gets a new heap for each call, made of the shape of the one before: whatever a
generator needs to go on must be in there.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence

import pytest

from frontends.python.agreement import program_from
from frontends.python.random_kept import random_kept_module
from frontends.python.random_values import Call
from frontends.python.value_agreement import compare_calls, described_ours, executed
from heapwright.domains.constraint import TRUE
from heapwright.graph.setting.setting import setting_for
from heapwright.graph.state.shape import heap_of, shape_of
from heapwright.heaps.known_shape import HeapObject
from heapwright.ir.core.hierarchy import hierarchy_of
from heapwright.ir.core.program import Program
from heapwright.paths.known_shapes.compile import compile_program
from heapwright.paths.plain.concrete import Returned, Threw, run
from heapwright.paths.plain.heap import EMPTY_HEAP, Reference, Unit
from heapwright.paths.runs.machine import Alternative, Machine, RunStopped, SubjectThrow
from oracle.symbolic_values import described_symbolic

MODULES_PER_TEST = 2


@pytest.mark.parametrize("first", range(0, 8, MODULES_PER_TEST))
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_kept_generators_go_on_as_in_cpython(first: int) -> None:
    n_whole = n_cases = 0
    for seed in range(first, first + MODULES_PER_TEST):
        text, cases = random_kept_module(seed)
        program = program_from(text)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for calls in cases:
                difference, ended_early = compare_calls(executed(text), program, calls)
                assert difference == "", f"seed {seed}: {difference}\n{text}"
                ours, symbolic = _plain(program, calls), _symbolic(program, calls)
                for one, other in zip(ours, symbolic, strict=False):
                    assert one == other, f"seed {seed}: {calls}\n{text}"
                n_whole += ended_early is None and len(symbolic) == len(calls)
                n_cases += 1
    assert n_whole > 0.6 * n_cases


def _plain(program: Program, calls: Sequence[Call]) -> list[object]:
    """Say what each call does, as far as the plain interpreter follows them."""
    hierarchy = hierarchy_of(program)
    outcome = run(program, "T.__new__", (), EMPTY_HEAP)
    assert isinstance(outcome, Returned) and isinstance(outcome.value, Reference)
    ours, heap = outcome.value, outcome.heap
    told: list[object] = []
    for call in calls:
        match run(program, f"T.{call.method}", (ours,), heap):
            case Returned(value, heap):
                given = None if isinstance(value, Unit) else value
                told.append(("gave", described_ours(hierarchy, heap, (ours, given))))
            case Threw(class_name, heap=heap):
                told.append((class_name, described_ours(hierarchy, heap, (ours,))))
            case _:
                break
    return told


def _symbolic(program: Program, calls: Sequence[Call]) -> list[object]:
    """Say the same of the symbolic interpreter."""
    hierarchy, compiled = hierarchy_of(program), compile_program(program)
    layouts = setting_for(program, ["T"]).layouts
    held = compiled.functions["T.__new__"].call(_machine(), [])
    told: list[object] = []
    for call in calls:
        assert isinstance(held, HeapObject)
        held = heap_of(layouts, shape_of(layouts, {held: "T"}).shape)[0]
        machine = _machine()
        try:
            value = compiled.functions[f"T.{call.method}"].call(machine, [held])
            told.append(("gave", described_symbolic(hierarchy, (held, value), {}, {})))
        except SubjectThrow as thrown:
            told.append((thrown.class_name, described_symbolic(hierarchy, (held,), {}, {})))
        except RunStopped:
            break
        if machine.unfinished:
            told.pop()
            break
    return told


def _machine() -> Machine:
    return Machine(Alternative((), TRUE), 100_000, 1_500)
