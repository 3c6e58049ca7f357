"""The reached states of a class as a Hypothesis strategy.

Place: answers/branches/. `workspace` calls this for `heapwright tests --as strategy`. Every state
of the graph gives one function that builds such an object by public calls; all of them
were replayed. Ints that may be others without another state coming out (`vary`) are drawn
for every object; the rest are the ones that were replayed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from heapwright.answers.calls.match_goal import Match, solution
from heapwright.answers.calls.render import render, syntax_of
from heapwright.answers.calls.render_python import shown_class
from heapwright.answers.calls.replay import Replayed, replay_calls
from heapwright.answers.calls.sequence import ResultOf, Sequence
from heapwright.answers.calls.synthesize import NoSequence, forward, steps_for
from heapwright.answers.calls.vary import FIRST_STAND_IN, Drawing, Varied, varied
from heapwright.graph.state.shape import Shape, state_variable
from heapwright.graph.state.state_graph import Disjunct, ObjectAt, StateGraph
from heapwright.ir.core.program import Function, Parameter, Program, Role
from heapwright.ir.core.types import BOOL, RefType
from heapwright.records import dataclass
from heapwright.solver.answer import Sat, Solver
from heapwright.terms.term import Term

MOST_STATES = 200
MOST_COLUMNS = 88
ASCENDING = '''def _ascending(size: int, least: int | None = None) -> st.SearchStrategy[list[int]]:
    """Give different ints, the smallest first."""
    numbers = st.integers(min_value=least)
    return st.lists(numbers, min_size=size, max_size=size, unique=True).map(sorted)'''
_IDENTIFIER = re.compile(r"[A-Za-z_]\w*")


def strategy_text(
    program: Program,
    graph: StateGraph,
    solver: Solver,
    class_name: str,
    module: str,
    importable: frozenset[str],
    optional: frozenset[str],
) -> str:
    """Write the functions that build objects of the class, and the strategy that picks one.

    The results of `optional` calls may be None as far as a type checker knows.
    """
    name = syntax_of(program).variable(class_name)
    shown = shown_class(class_name)
    bodies: list[str] = []
    drawn: list[str] = []
    builders = _builders(program, graph, solver, class_name, name, optional)
    for number, built in enumerate(builders, 1):
        lines = "\n".join(f"    {line}" for call in built.calls for line in call.splitlines())
        parameters = ", ".join(f"{parameter}: int" for parameter in built.parameters)
        builder = f"_{name}_{number}"
        head = f"def {builder}({parameters}) -> {shown}:"
        if len(head) > MOST_COLUMNS:
            inner = ",\n    ".join(f"{parameter}: int" for parameter in built.parameters)
            head = f"def {builder}(\n    {inner},\n) -> {shown}:"
        bodies.append(f"{head}\n{lines}\n    return {name}")
        drawn.append(f"        {_drawn(builder, built)},\n")
    picked = (
        f"def {name}_objects() -> st.SearchStrategy[{shown}]:\n"
        f'    """Give new objects, built by public calls, of every state that was reached."""\n'
        f"    return st.one_of(\n{''.join(drawn)}    )"
    )
    if any("_ascending(" in one for one in drawn):
        bodies.insert(0, ASCENDING)
    text = "\n\n\n".join((*bodies, picked))
    used = sorted(importable.intersection(_IDENTIFIER.findall(text)), key=str.lower)
    helpers = [
        f"import {name}\n"
        for name in ("asyncio", "collections", "contextlib", "datetime", "decimal")
        if f"{name}." in text
    ]
    suppress = "".join((*helpers, "\n" if helpers else ""))
    imports = f"from hypothesis import strategies as st\n\nfrom {module} import {', '.join(used)}"
    return f"{suppress}{imports}\n\n\n{text}\n"


@dataclass(frozen=True, slots=True)
class _Built:
    """The statements that build an object, the ints that are drawn for it, and how."""

    calls: tuple[str, ...]
    parameters: tuple[str, ...] = ()
    drawing: Drawing = Drawing.ANY


def _drawn(builder: str, built: _Built) -> str:
    """Write the strategy for one function that builds objects."""
    n_values = len(built.parameters)
    least = "min_value=1" if built.drawing is Drawing.POSITIVE else ""
    if n_values < 2 or built.drawing is Drawing.ANY:
        return f"st.builds({', '.join((builder, *(f'st.integers({least})',) * n_values))})"
    least = ", 1" if built.drawing is Drawing.POSITIVE else ""
    return f"_ascending({n_values}{least}).map(lambda values: {builder}(*values))"


def _builders(
    program: Program,
    graph: StateGraph,
    solver: Solver,
    class_name: str,
    name: str,
    optional: frozenset[str],
) -> Iterator[_Built]:
    """Say how objects of the class are built, state by state, shortest first."""
    first: dict[Shape, Disjunct] = {}
    for disjunct in graph.disjuncts:
        first.setdefault(disjunct.shape, disjunct)
    fitting = set(graph.setting.hierarchy.below(class_name))
    n_given = 0
    for shape in sorted(graph.states, key=lambda shape: first[shape].depth):
        root = next((r for r in shape.roots if shape.objects[r][0] in fitting), None)
        if root is None:
            continue
        built = _built(program, graph, solver, first[shape], root, class_name, name, optional)
        if built is not None:
            yield built
            n_given += 1
        if n_given == MOST_STATES:
            return


def _built(
    program: Program,
    graph: StateGraph,
    solver: Solver,
    disjunct: Disjunct,
    root: int,
    class_name: str,
    name: str,
    optional: frozenset[str],
) -> _Built | None:
    n_holes = disjunct.shape.n_holes
    hints: dict[Term, int | bool] = {state_variable(i): i + 1 for i in range(n_holes)}
    found = solution(solver, disjunct.constraint, hints)
    if not isinstance(found, Sat):
        return None
    values = {**hints, **found.assignment}
    match = Match(disjunct, (ObjectAt(root),), values)
    steps = steps_for(graph, solver, match)
    if isinstance(steps, NoSequence):
        return None
    loose = varied(steps)
    if loose is not None:
        sequence = forward(graph.setting, loose.steps, match)
        calls = _calls(program, sequence, class_name, name, optional)
        if calls is not None:
            return _with_parameters(calls, loose)
    calls = _calls(program, forward(graph.setting, steps, match), class_name, name, optional)
    return None if calls is None else _Built(calls)


def _calls(
    program: Program, sequence: Sequence, class_name: str, name: str, optional: frozenset[str]
) -> tuple[str, ...] | None:
    """Replay a sequence and write its statements."""
    if not isinstance(sequence.arguments[0], ResultOf):
        return None
    replayed = replay_calls(program, sequence, [class_name])
    if not isinstance(replayed, Replayed):
        return None
    parameter = Parameter(name, RefType(class_name))
    question = Function("", None, Role.SPEC, (parameter,), BOOL, (), 0, is_public=False)
    rendered = render(program, sequence, replayed, question)
    doubtful = {n for at, n in rendered.results if sequence.calls[at].call.name in optional}
    return tuple(
        f"{call.text}\nassert {call.result} is not None" if call.result in doubtful else call.text
        for call in rendered.calls
    )


def _with_parameters(calls: tuple[str, ...], loose: Varied) -> _Built:
    """Put parameters in place of the stand-ins."""
    names = [f"value_{number}" for number in range(1, loose.n_values + 1)]
    for rank, parameter in enumerate(names):
        stand_in = re.compile(rf"\b{FIRST_STAND_IN + rank}\b")
        calls = tuple(stand_in.sub(parameter, call) for call in calls)
    return _Built(calls, tuple(names), loose.drawing)
