"""Generate tests for a loaded program: the text for what was found out about its branches.

Place: workspace/. `cli` and `editor` ask through this.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import PurePath

from heapwright.answers.branches.branches import Branch
from heapwright.answers.branches.case_syntax import CaseSyntax
from heapwright.answers.branches.generate_tests import GeneratedTests, generated
from heapwright.answers.branches.write_pytest import pytest_syntax
from heapwright.answers.branches.write_strategy import strategy_text
from heapwright.answers.branches.write_tiny_tests import tiny_syntax
from heapwright.answers.search.ask import calls_bound
from heapwright.deep_recursion import deep_recursion
from heapwright.errors import UsageError
from heapwright.graph.explore.breadth_first import explore
from heapwright.graph.setting.setting import Kept, fitting
from heapwright.graph.state.public_calls import PublicCall
from heapwright.graph.state.state_graph import StateGraph
from heapwright.graph.state.watch import Watch, WatchedSolver
from heapwright.ir.core.hierarchy import hierarchy_of
from heapwright.records import dataclass
from heapwright.solver.chain import default_solver
from heapwright.store.recipe import public_calls
from heapwright.workspace.decided_branches import (
    DecidedBranches,
    UnderTest,
    decided_branches,
    plan_for,
    recalled,
)
from heapwright.workspace.load import LoadedProgram
from heapwright.workspace.none_arguments import optional_results
from heapwright.workspace.questions import Asking


@dataclass(frozen=True, slots=True)
class BranchTests:
    """Generated tests, and what they rest on."""

    tests: GeneratedTests
    decided: DecidedBranches
    syntax: CaseSyntax


def branch_tests(
    loaded: LoadedProgram, tested: UnderTest, asking: Asking, file: str | None = None
) -> BranchTests:
    """Generate tests for the public calls of some classes, for one method, or for functions.

    `file` is how the tests name the file under test: its own name if not given, "" if
    they stand in the file themselves.
    """
    decided = decided_branches(loaded, tested, asking, with_faults=True)
    syntax = _syntax(loaded, decided.calls, file)
    with deep_recursion():
        tests = generated(
            loaded.program,
            decided.cover,
            _methods(decided.graphs),
            syntax,
            lambda branch: _text(loaded, branch),
            _optional(loaded, decided.graphs, decided.calls),
        )
    return BranchTests(tests, decided, syntax)


def strategy_of(
    loaded: LoadedProgram, class_name: str, asking: Asking, module: str
) -> tuple[str, StateGraph]:
    """Explore a class; give a Hypothesis strategy for its objects, and the graph."""
    watch = Watch(asking.limits, asking.on_progress)
    solver = WatchedSolver(default_solver(), watch)
    program = loaded.program
    max_calls = calls_bound(program, asking.limits)

    def attempt(kept: Kept) -> StateGraph:
        plan = plan_for(program, UnderTest((class_name,)), (class_name,), asking, kept)
        graph = recalled(asking, plan.setting)
        n_explored = graph.explored
        explore(graph, solver, max_calls, watch)
        if asking.shelf is not None and graph.explored > n_explored:
            asking.shelf.keep(graph)
        return graph

    with deep_recursion():
        graph = fitting(attempt)
        names = _importable(loaded)
        optional = _optional(loaded, (graph,))
        text = strategy_text(program, graph, default_solver(), class_name, module, names, optional)
    if "\ndef _" not in text:
        raise UsageError(f"{loaded.root.path}: no object of `{class_name}` was built")
    return text, graph


def _optional(
    loaded: LoadedProgram, graphs: Sequence[StateGraph], calls: Sequence[PublicCall] = ()
) -> frozenset[str]:
    """Name the calls of tests whose result may be None by its annotation."""
    explored = (call for graph in graphs for call in public_calls(graph.setting))
    return optional_results(loaded, {c.name: c for c in (*calls, *explored)}.values())


def _methods(graphs: Sequence[StateGraph]) -> dict[str, list[PublicCall]]:
    """Give the public calls on objects of each class."""
    found: dict[str, dict[str, PublicCall]] = {}
    for graph in graphs:
        for name, calls in graph.setting.api.methods.items():
            found.setdefault(name, {}).update((call.name, call) for call in calls)
    return {name: list(calls.values()) for name, calls in found.items()}


def _text(loaded: LoadedProgram, branch: Branch) -> str:
    """Give the condition, or what a `for` goes through after that word."""
    whole = loaded.source(branch.path).text
    text = whole[branch.start : branch.end]
    line = whole[: branch.start].rpartition("\n")[2]
    return f"for {text}" if re.fullmatch(r"\s*(async\s+)?for\s.*\sin\s+", line) else text


def _syntax(loaded: LoadedProgram, calls: Sequence[PublicCall], file: str | None) -> CaseSyntax:
    path = PurePath(loaded.root.path)
    if loaded.program.language.declares_questions:
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
