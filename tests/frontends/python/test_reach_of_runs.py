"""Whatever a call runs is in its reach.

Which calls only look, and which answers are kept after an edit, rests on that.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from frontends.python.agreement import program_from
from frontends.python.random_newer import random_newer_module
from frontends.python.random_wide import random_wide_module
from heapwright.graph.explore import breadth_first
from heapwright.graph.explore.breadth_first import explore
from heapwright.graph.explore.explore import explore_call, new_graph
from heapwright.graph.setting.setting import fitting, setting_for
from heapwright.graph.state.public_calls import PublicCall
from heapwright.graph.state.state_graph import Argument, Disjunct, Setting, StateGraph
from heapwright.graph.state.watch import Watch
from heapwright.ir.core.program import Program
from heapwright.ir.reach.reach import call_reach, reach_index
from heapwright.limits import Limits
from heapwright.paths.known_shapes.compile import CompiledFunction
from heapwright.paths.runs.machine import Machine
from heapwright.solver.answer import Solver
from heapwright.solver.chain import default_solver
from support.repo import ROOT

MOST_CHECKS = 400


class Seen:
    """Notes what calls run beyond their reach."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.beyond: dict[str, set[str]] = {}
        self.n_run = 0
        self._running: set[str] = set()
        call = CompiledFunction.call

        def noted(function: CompiledFunction, machine: Machine, arguments: list[object]) -> object:
            self._running.add(function.function.qualified_name)
            return call(function, machine, arguments)  # type: ignore[arg-type]

        monkeypatch.setattr(CompiledFunction, "call", noted)
        monkeypatch.setattr(breadth_first, "explore_call", self._explored)

    def _explored(
        self,
        graph: StateGraph,
        solver: Solver,
        disjunct: Disjunct,
        call: PublicCall,
        arguments: tuple[Argument, ...],
        watch: Watch,
    ) -> None:
        self._running.clear()
        try:
            explore_call(graph, solver, disjunct, call, arguments, watch)
        finally:
            if call.function is not None:
                self._compare(graph.setting, call.name, call.function)

    def _compare(self, setting: Setting, name: str, function: str) -> None:
        reach = call_reach(reach_index(setting.program), function, setting.world)
        self.n_run += len(self._running)
        beyond = self._running.difference(reach.functions)
        if beyond:
            self.beyond.setdefault(name, set()).update(beyond)


def explored(program: Program, class_name: str) -> None:
    def attempt(kept: object) -> None:
        watch = Watch(Limits())
        watch.most_checks = MOST_CHECKS
        setting = setting_for(program, [class_name], kept=kept)  # type: ignore[arg-type]
        explore(new_graph(setting), default_solver(), 3, watch)

    fitting(attempt)


@pytest.mark.parametrize("module", [random_wide_module, random_newer_module])
@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_random_methods_run_what_is_in_their_reach(
    module: Callable[[int, int], tuple[str, object]], seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = Seen(monkeypatch)
    explored(program_from(module(seed, 12)[0]), "T")
    assert seen.n_run > 10
    assert seen.beyond == {}


@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*.py")), ids=lambda p: p.stem)
def test_examples_run_what_is_in_their_reach(path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = Seen(monkeypatch)
    assert hasattr(path, "read_text")
    program = program_from(path.read_text(encoding="utf-8"))
    for spec in program.functions:
        for parameter in spec.parameters:
            explored(program, getattr(parameter.type, "class_name", "object"))
    assert seen.beyond == {}


@pytest.mark.parametrize(
    "body",
    [
        'self.text = "{} {}".format(self.color, n)',
        "self.text = type(self.text)(n)",
        "self.other = type(self)(self.color)",
        "convert = self.convert\n        self.text = convert(n)",
        "self.text = self.color.__class__(1)",
    ],
)
def test_what_values_run_is_in_reach(body: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = f"""
from enum import Enum

class Color(Enum):
    RED = 1

    def __str__(self):
        return "red"

class Node:
    convert = str

    def __init__(self, color: Color) -> None:
        self.color = color
        self.text = ""
        self.other = None

    def act(self, n: int) -> None:
        {body}
"""
    seen = Seen(monkeypatch)
    explored(program_from(text), "Node")
    assert seen.n_run > 0
    assert seen.beyond == {}
