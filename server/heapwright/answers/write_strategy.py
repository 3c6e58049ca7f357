"""The reached states of a class as a Hypothesis strategy.

Place: answers/. `workspace` calls this for `heapwright tests --as strategy`. Every state
of the graph gives one function that builds such an object by public calls; all of them
were replayed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from heapwright.answers.match_goal import Match, solution
from heapwright.answers.render import render, syntax_of
from heapwright.answers.render_python import shown_class
from heapwright.answers.replay import Replayed, replay_calls
from heapwright.answers.synthesize import ResultOf, Sequence, sequence_for
from heapwright.graph.shape import Shape, state_variable
from heapwright.graph.state_graph import Disjunct, ObjectAt, StateGraph
from heapwright.ir.program import Function, Parameter, Program, Role
from heapwright.ir.types import BOOL, RefType
from heapwright.solver.answer import Sat, Solver
from heapwright.terms.term import Term

MOST_STATES = 200
_IDENTIFIER = re.compile(r"[A-Za-z_]\w*")


def strategy_text(
    program: Program,
    graph: StateGraph,
    solver: Solver,
    class_name: str,
    module: str,
    importable: frozenset[str],
) -> str:
    """Write the functions that build objects of the class, and the strategy that picks one."""
    name = syntax_of(program).variable(class_name)
    shown = shown_class(class_name)
    bodies: list[str] = []
    for number, calls in enumerate(_builders(program, graph, solver, class_name, name), 1):
        lines = "\n".join(f"    {line}" for call in calls for line in call.splitlines())
        bodies.append(f"def _{name}_{number}() -> {shown}:\n{lines}\n    return {name}")
    names = "".join(f"            _{name}_{number},\n" for number in range(1, len(bodies) + 1))
    picked = (
        f"def {name}_objects() -> st.SearchStrategy[{shown}]:\n"
        f'    """Give objects that public calls can build, one per state."""\n'
        f"    return st.sampled_from(\n        (\n{names}        )\n"
        f"    ).map(lambda build: build())"
    )
    text = "\n\n\n".join((*bodies, picked))
    used = sorted(importable.intersection(_IDENTIFIER.findall(text)), key=str.lower)
    suppress = "import contextlib\n\n" if "contextlib" in text else ""
    imports = f"from hypothesis import strategies as st\n\nfrom {module} import {', '.join(used)}"
    return f"{suppress}{imports}\n\n\n{text}\n"


def _builders(
    program: Program, graph: StateGraph, solver: Solver, class_name: str, name: str
) -> Iterator[tuple[str, ...]]:
    """Give the statements that build an object of the class, state by state, shortest first."""
    first: dict[Shape, Disjunct] = {}
    for disjunct in graph.disjuncts:
        first.setdefault(disjunct.shape, disjunct)
    fitting = set(graph.setting.hierarchy.below(class_name))
    n_given = 0
    for shape in sorted(graph.states, key=lambda shape: first[shape].depth):
        root = next((r for r in shape.roots if shape.objects[r][0] in fitting), None)
        if root is None:
            continue
        calls = _calls_to(program, graph, solver, first[shape], root, class_name, name)
        if calls is not None:
            yield calls
            n_given += 1
        if n_given == MOST_STATES:
            return


def _calls_to(
    program: Program,
    graph: StateGraph,
    solver: Solver,
    disjunct: Disjunct,
    root: int,
    class_name: str,
    name: str,
) -> tuple[str, ...] | None:
    n_holes = disjunct.shape.n_holes
    hints: dict[Term, int | bool] = {state_variable(i): i + 1 for i in range(n_holes)}
    found = solution(solver, disjunct.constraint, hints)
    if not isinstance(found, Sat):
        return None
    values = {**hints, **found.assignment}
    sequence = sequence_for(graph, solver, Match(disjunct, (ObjectAt(root),), values))
    if not isinstance(sequence, Sequence) or not isinstance(sequence.arguments[0], ResultOf):
        return None
    replayed = replay_calls(program, sequence, [class_name])
    if not isinstance(replayed, Replayed):
        return None
    parameter = Parameter(name, RefType(class_name))
    question = Function("", None, Role.SPEC, (parameter,), BOOL, (), 0, is_public=False)
    return tuple(call.text for call in render(program, sequence, replayed, question).calls)
