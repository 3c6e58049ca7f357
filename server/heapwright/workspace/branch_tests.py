"""Generate tests for a loaded program: which calls, which graphs, which text.

Place: workspace/. `cli` and `editor` ask through this.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath
from time import monotonic

from heapwright.answers.ask import calls_bound
from heapwright.answers.branches import Branch, branches_of
from heapwright.answers.case_syntax import CaseSyntax
from heapwright.answers.cover import Cover, cover
from heapwright.answers.generate_tests import GeneratedTests, generated
from heapwright.answers.write_pytest import pytest_syntax
from heapwright.answers.write_strategy import strategy_text
from heapwright.answers.write_tiny_tests import tiny_syntax
from heapwright.deep_recursion import deep_recursion
from heapwright.graph.api import PublicCall
from heapwright.graph.explore import INTERRUPTED, explore, new_graph
from heapwright.graph.setting import setting_for
from heapwright.graph.state_graph import Setting, StateGraph
from heapwright.graph.watch import Watch, WatchedSolver
from heapwright.ir.hierarchy import hierarchy_of
from heapwright.ir.program import Function, Program
from heapwright.ir.reach import ReachIndex, call_reach, reach_index
from heapwright.paths.machine import OpaqueMixed
from heapwright.solver.answer import SolverCounts
from heapwright.solver.chain import default_solver
from heapwright.workspace.load import LoadedProgram
from heapwright.workspace.questions import Asking


@dataclass(frozen=True, slots=True)
class BranchTests:
    """Generated tests, and what they cost."""

    tests: GeneratedTests
    graphs: tuple[StateGraph, ...]
    syntax: CaseSyntax
    seconds: float
    n_solver_calls: int


def branch_tests(
    loaded: LoadedProgram,
    classes: Sequence[str],
    method: str | None,
    asking: Asking,
    file: str | None = None,
) -> BranchTests:
    """Generate tests for the public calls of these classes, or for one method of one class.

    `file` is how the tests name the file under test: its own name if not given, "" if
    they stand in the file themselves.
    """
    counts = SolverCounts()
    watch = Watch(asking.limits, asking.on_progress, asking.token)
    seconds = asking.limits.seconds
    until = None if seconds is None else monotonic() + seconds
    solver = WatchedSolver(default_solver(counts, until=until), watch)
    program = loaded.program
    index = reach_index(program)
    max_calls = calls_bound(program, asking.limits)
    graphs: list[StateGraph] = []
    chosen: dict[tuple[str, str | None], PublicCall] = {}
    with deep_recursion():
        planned: list[tuple[str, Setting, list[PublicCall]]] = []
        for name in classes:
            setting, calls = _planned(program, classes, name, method, asking)
            keys = {(call.name, call.receiver): call for call in calls}
            if keys.keys() - chosen.keys():
                planned.append((name, setting, calls))
                chosen |= keys
        functions = _functions(index, chosen.values())
        every = branches_of(program, loaded.source_map, functions)
        found = Cover(every)
        for name, setting, calls in planned:
            for with_opaque in (True, False):
                if not with_opaque:
                    setting, calls = _planned(
                        program, classes, name, method, asking, with_opaque=False
                    )
                graph = _recalled(asking, setting)
                n_explored = graph.explored
                try:
                    cover(found, program, graph, solver, calls, max_calls, watch)
                except OpaqueMixed:
                    continue
                if asking.shelf is not None and graph.explored > n_explored:
                    asking.shelf.keep(graph)
                graphs.append(graph)
                break
            if graph.stopped_by == INTERRUPTED:
                break
        syntax = _syntax(loaded, list(chosen.values()), file)
        observers = _observers(graphs)
        tests = generated(program, found, observers, syntax, lambda b: _text(loaded, b))
    return BranchTests(tests, tuple(graphs), syntax, watch.elapsed, counts.z3_calls)


def strategy_of(
    loaded: LoadedProgram, class_name: str, asking: Asking, module: str
) -> tuple[str, StateGraph]:
    """Explore a class; give a Hypothesis strategy for its objects, and the graph."""
    watch = Watch(asking.limits, asking.on_progress)
    solver = WatchedSolver(default_solver(), watch)
    program = loaded.program
    max_calls = calls_bound(program, asking.limits)
    with deep_recursion():
        for with_opaque in (True, False):
            setting, _ = _planned(
                program, [class_name], class_name, None, asking, with_opaque=with_opaque
            )
            graph = _recalled(asking, setting)
            n_explored = graph.explored
            try:
                explore(graph, solver, max_calls, watch)
            except OpaqueMixed:
                continue
            if asking.shelf is not None and graph.explored > n_explored:
                asking.shelf.keep(graph)
            break
        names = _importable(loaded)
        text = strategy_text(program, graph, default_solver(), class_name, module, names)
    return text, graph


def _recalled(asking: Asking, setting: Setting) -> StateGraph:
    return asking.shelf.recall(setting) if asking.shelf is not None else new_graph(setting)


def _planned(
    program: Program,
    classes: Sequence[str],
    class_name: str,
    method: str | None,
    asking: Asking,
    *,
    with_opaque: bool = True,
) -> tuple[Setting, list[PublicCall]]:
    """Choose the heaps around a class, and the calls to test on them.

    Where several classes are to be tested, whatever of them a client holds there is tested
    on the same heaps.
    """
    objects = dict(asking.limits.objects)
    first = setting_for(program, [class_name], (), objects, with_opaque=with_opaque)
    calls = _calls_of(first, classes, class_name, method)
    # Exploration leaves out what only looks, so it must be told what looking depends on.
    looking = sorted({call.function for call in calls if call.is_observer and call.function})
    setting = setting_for(
        program,
        [class_name],
        looking,
        objects,
        with_opaque=with_opaque,
        with_raising=asking.with_raising,
    )
    calls = _calls_of(setting, classes, class_name, method)
    return replace(setting, merges=asking.merges), calls


def _calls_of(
    setting: Setting, classes: Sequence[str], class_name: str, method: str | None
) -> list[PublicCall]:
    held = setting.api.held
    names = [
        class_name,
        *(name for name in classes if name in held and name != class_name),
    ]
    below = dict.fromkeys(
        lower for name in names for lower in setting.hierarchy.below(name) if lower in held
    )
    calls = [
        call
        for call in setting.api.creators
        if call.function is not None
        and (call.name.rpartition(".")[0] in names or call.name.startswith("module "))
    ]
    calls += [call for name in below for call in setting.api.methods.get(name, ())]
    return [call for call in calls if method is None or short_name(call.name) == method]


def short_name(name: str) -> str:
    """Give the name that a user knows a call by: `find(None)` is `find`, `@size` is `size`."""
    method = name.rpartition(".")[2].partition("(")[0].strip("@=")
    return "__init__" if method == "__new__" else method


def _functions(index: ReachIndex, calls: Iterable[PublicCall]) -> dict[str, Function]:
    functions = index.hierarchy.functions
    names = {
        name: None
        for call in calls
        if call.function is not None
        for name in (call.function, *call_reach(index, call.function).functions)
    }
    return {name: functions[name] for name in functions if name in names}


def _observers(graphs: Sequence[StateGraph]) -> dict[str, list[PublicCall]]:
    found: dict[str, dict[str, PublicCall]] = {}
    for graph in graphs:
        for name, calls in graph.setting.api.methods.items():
            for call in calls:
                if call.is_observer:
                    found.setdefault(name, {})[call.name] = call
    return {name: list(calls.values()) for name, calls in found.items()}


def _text(loaded: LoadedProgram, branch: Branch) -> str:
    return loaded.source(branch.path).text[branch.start : branch.end]


def _syntax(loaded: LoadedProgram, calls: Sequence[PublicCall], file: str | None) -> CaseSyntax:
    path = PurePath(loaded.root.path)
    if loaded.program.language != "python":
        return tiny_syntax(path.name if file is None else file)
    return pytest_syntax(file or path.stem, _importable(loaded), calls)


def _importable(loaded: LoadedProgram) -> frozenset[str]:
    """Name what a Python module defines: classes and functions."""
    hierarchy = hierarchy_of(loaded.program)
    names = {
        name.partition(" (")[0].partition(".")[0]
        for name in hierarchy.classes
        if name in loaded.source_map.classes
    }
    names.update(
        function.name
        for class_def in loaded.program.classes
        if class_def.name.startswith("module ")
        for function in class_def.functions
        if (place := loaded.source_map.functions.get(function.qualified_name)) is not None
        and place.path == loaded.root.path
    )
    return frozenset(names)
