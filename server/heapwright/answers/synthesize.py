"""From a heap that satisfies a spec back to the calls that build it.

Place: answers/. `ask` calls this with a match; the result is not shown before
`replay` has run it.
Source: [MSEQ] Algorithm 2, Traverse. We differ: each disjunct has one incoming
call, so the way back is a chain of small conjunctive questions.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from heapwright.answers.match_goal import Assignment, Match, solution
from heapwright.domains.constraint import assume
from heapwright.graph.api import PublicCall
from heapwright.graph.explore import Retraced, retraced
from heapwright.graph.shape import NULL, state_variable
from heapwright.graph.state_graph import (
    Argument,
    Disjunct,
    Edge,
    Literal,
    ObjectAt,
    Setting,
    StateGraph,
    Union,
)
from heapwright.solver.answer import Sat, Solver, Unknown, Unsat
from heapwright.terms.build import equal, integer


@dataclass(frozen=True, slots=True)
class ResultOf:
    """The object that an earlier call (by its index) returned."""

    call: int


@dataclass(frozen=True, slots=True)
class Inside:
    """An object that the client does not hold: fields to follow from an earlier result."""

    call: int
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OpaqueObject:
    """One of the opaque objects, told apart by number; 1 is the first."""

    number: int


PlainArgument: TypeAlias = "int | bool | ResultOf | Inside | OpaqueObject | None"


@dataclass(frozen=True, slots=True)
class PlainCall:
    """One concrete call; the receiver, if there is one, is the first argument."""

    call: PublicCall
    arguments: tuple[PlainArgument, ...]
    raises: str | None


@dataclass(frozen=True, slots=True)
class Sequence:
    """Calls in order, and what to ask the spec about after them."""

    calls: tuple[PlainCall, ...]
    arguments: tuple[PlainArgument, ...]


@dataclass(frozen=True, slots=True)
class NoSequence:
    """The way back could not be solved; says why."""

    reason: str


def sequence_for(graph: StateGraph, solver: Solver, match: Match) -> Sequence | NoSequence:
    """Walk back from the match to the empty heap."""
    steps: list[_Step] = []
    disjunct, values = match.disjunct, match.values
    while disjunct.origin is not None:
        while isinstance(disjunct.origin, Union):
            disjunct = _part_with(graph, solver, disjunct.origin, values)
        edge = disjunct.origin
        assert edge is not None
        trace = retraced(graph, edge)
        pc = trace.pc
        for index, term in enumerate(trace.hole_values):
            pc = assume(pc, equal(term, integer(int(values.get(state_variable(index), 0)))))
        match solution(solver, pc):
            case Sat(assignment):
                steps.append(_Step(edge, trace, assignment))
            case Unsat():
                return NoSequence("the constraint of a state covers more than its calls can make")
            case Unknown(reason):
                return NoSequence(reason)
        disjunct, values = graph.disjuncts[edge.source], assignment
    steps.reverse()
    return _forward(graph.setting, steps, match)


@dataclass(frozen=True, slots=True)
class _Step:
    edge: Edge
    trace: Retraced
    values: Assignment  # of the source's state variables and of the arguments


def _part_with(graph: StateGraph, solver: Solver, union: Union, values: Assignment) -> Disjunct:
    """Find the part of a union that describes the heap with these values."""
    first, second = (graph.disjuncts[number] for number in union.parts)
    pc = first.constraint
    for index in range(first.shape.n_holes):
        variable = state_variable(index)
        pc = assume(pc, equal(variable, integer(int(values.get(variable, 0)))))
    return first if isinstance(solution(solver, pc), Sat) else second


def _forward(setting: Setting, steps: list[_Step], match: Match) -> Sequence:
    """Follow each object through the states, so that arguments name earlier results."""
    calls: list[PlainCall] = []
    holders: dict[int, int] = {}  # position in the current shape → call that returned it
    for step in steps:
        edge, trace = step.edge, step.trace
        arguments = tuple(_plain(a, holders, step.values) for a in edge.arguments)
        calls.append(PlainCall(edge.call, arguments, edge.raises))
        moved = {
            position: holders[origin]
            for position, origin in enumerate(trace.origins)
            if origin is not None and origin in holders
        }
        if trace.result is not None:
            moved[trace.result] = len(calls) - 1
        holders = moved
    wanted = tuple(
        _inside(setting, match, argument.position, holders)
        if isinstance(argument, ObjectAt) and argument.position not in holders
        else _plain(argument, holders, match.values)
        for argument in match.arguments
    )
    return Sequence(tuple(calls), wanted)


def _inside(setting: Setting, match: Match, wanted: int, holders: dict[int, int]) -> Inside:
    """Find the shortest way by fields from a held object to one that is not held."""
    ways: dict[int, Inside] = {p: Inside(call, ()) for p, call in sorted(holders.items())}
    queue = list(ways)
    for position in queue:
        class_name, _, labels = match.disjunct.shape.objects[position]
        names = setting.layouts[class_name].reference_names
        for name, target in zip(names, labels, strict=False):
            if target != NULL and target not in ways:
                assert isinstance(target, int)
                ways[target] = Inside(ways[position].call, (*ways[position].path, name))
                queue.append(target)
    return ways[wanted]


def _plain(argument: Argument, holders: dict[int, int], values: Assignment) -> PlainArgument:
    match argument:
        case ObjectAt(position):
            return ResultOf(holders[position])
        case Literal(value):
            return value
        case _:
            number = int(values.get(argument.variable, 0))
            if argument.is_opaque:
                return None if number == 0 else OpaqueObject(number)
            return number
