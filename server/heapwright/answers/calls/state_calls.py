"""The shortest calls to each state of a graph, replayed.

Place: answers/calls/. `editor` shows them beside the picture of a state. A state is asked about
like a spec that is always true: the first disjunct of its shape is reached by as few calls
as any, and some heap of it is taken.
"""

from __future__ import annotations

from typing import Final

from heapwright.answers.calls.match_goal import Match, solution
from heapwright.answers.calls.render import render
from heapwright.answers.calls.replay import Replayed, replay
from heapwright.answers.calls.sequence import Sequence
from heapwright.answers.calls.synthesize import sequence_for
from heapwright.cancellation import CancellationToken
from heapwright.deep_recursion import deep_recursion
from heapwright.graph.state.shape import Shape
from heapwright.graph.state.state_graph import Disjunct, StateGraph
from heapwright.ir.core.instructions import BoolConstant, Return
from heapwright.ir.core.program import Function, Program, Role
from heapwright.ir.core.types import BOOL
from heapwright.records import replace
from heapwright.solver.answer import Sat, Solver

# No language has a name with a space, so it cannot clash with a spec of the program.
_ANY: Final = Function(
    "any heap", None, Role.SPEC, (), BOOL, (Return(BoolConstant(True)),), 0, is_public=False
)


def calls_to_states(
    program: Program, graph: StateGraph, solver: Solver, token: CancellationToken | None = None
) -> dict[Shape, tuple[str, ...] | None]:
    """Give the statements that lead to each state; None where a limit kept us from finding any.

    Raises `Cancelled` if the token says so.
    """
    asked = replace(program, functions=(*program.functions, _ANY))
    first: dict[Shape, Disjunct] = {}
    for disjunct in graph.disjuncts:
        first.setdefault(disjunct.shape, disjunct)
    found: dict[Shape, tuple[str, ...] | None] = {}
    with deep_recursion():
        for shape in graph.states:
            if token is not None:
                token.check()
            found[shape] = _calls_to(asked, graph, solver, first[shape])
    return found


def _calls_to(
    program: Program, graph: StateGraph, solver: Solver, disjunct: Disjunct
) -> tuple[str, ...] | None:
    found = solution(solver, disjunct.constraint)
    if not isinstance(found, Sat):
        return None
    sequence = sequence_for(graph, solver, Match(disjunct, (), found.assignment))
    if not isinstance(sequence, Sequence):
        return None
    replayed = replay(program, sequence, _ANY, wanted=True)
    if not isinstance(replayed, Replayed):
        return None
    return tuple(call.text for call in render(program, sequence, replayed, _ANY).calls)
