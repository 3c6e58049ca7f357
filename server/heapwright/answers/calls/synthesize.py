"""From a heap that satisfies a spec back to the calls that build it.

Place: answers/calls/. `ask` calls this with a match; the result is not shown before
`replay` has run it.
Source: [MSEQ] Algorithm 2, Traverse. We differ: each disjunct has one incoming
call, so the way back is a chain of small conjunctive questions.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping

from heapwright.answers.calls.match_goal import Assignment, Match, solution
from heapwright.answers.calls.sequence import (
    FreshContainer,
    Inside,
    LeftAway,
    OpaqueObject,
    PlainArgument,
    PlainCall,
    ResultOf,
    Sequence,
    without_idle_readings,
)
from heapwright.answers.calls.usual_letters import letters_given, usual_letters
from heapwright.domains.constraint import assume
from heapwright.graph.client.holds import usable
from heapwright.graph.explore.explore import Retraced, retraced
from heapwright.graph.state.any_labels import objects_below
from heapwright.graph.state.public_calls import READING
from heapwright.graph.state.shape import NULL, state_variable
from heapwright.graph.state.state_graph import (
    Argument,
    Disjunct,
    Edge,
    Fresh,
    Literal,
    MemberOf,
    ObjectAt,
    Omitted,
    Setting,
    Spelled,
    StateGraph,
    Step,
    Union,
    Unknown,
    Way,
)
from heapwright.heaps.spelling import written
from heapwright.heaps.text_codes import ordered_texts_for, texts_for
from heapwright.paths.plain.heap import Named
from heapwright.records import dataclass
from heapwright.solver import answer
from heapwright.solver.answer import Sat, Solver, Unsat
from heapwright.terms.build import equal, integer

NO_WAY: tuple[int, Way] = (0, ())
NO_WAYS: Mapping[int, tuple[int, Way]] = {}


@dataclass(frozen=True, slots=True)
class NoSequence:
    """The way back could not be solved; says why."""

    reason: str


def sequence_for(
    graph: StateGraph, solver: Solver, match: Match, *, orders_texts: bool = False
) -> Sequence | NoSequence:
    """Walk back from the match to the empty heap.

    Strings that nothing is said about are simple ones, unless their order matters.
    """
    steps = steps_for(graph, solver, match)
    if isinstance(steps, NoSequence):
        return steps
    return forward(graph.setting, steps, match, orders_texts=orders_texts)


@dataclass(frozen=True, slots=True)
class CallStep:
    """One call of a sequence: the edge, what it does in terms, and the values that it has."""

    edge: Edge
    trace: Retraced
    values: Assignment  # of the source's state variables and of the arguments


def steps_for(graph: StateGraph, solver: Solver, match: Match) -> list[CallStep] | NoSequence:
    """Give the calls that lead to a match, from the empty heap on."""
    steps: list[CallStep] = []
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
        match solution(solver, pc, usual_letters(pc, letters_given(edge.arguments))):
            case Sat(assignment):
                steps.append(CallStep(edge, trace, assignment))
            case Unsat():
                return NoSequence("the constraint of a state covers more than its calls can make")
            case answer.Unknown(reason):
                return NoSequence(reason)
        disjunct, values = graph.disjuncts[edge.source], assignment
    steps.reverse()
    return steps


def _part_with(graph: StateGraph, solver: Solver, union: Union, values: Assignment) -> Disjunct:
    """Find the part of a union that describes the heap with these values."""
    first, second = (graph.disjuncts[number] for number in union.parts)
    pc = first.constraint
    for index in range(first.shape.n_holes):
        variable = state_variable(index)
        pc = assume(pc, equal(variable, integer(int(values.get(variable, 0)))))
    return first if isinstance(solution(solver, pc), Sat) else second


def forward(
    setting: Setting, steps: list[CallStep], match: Match, *, orders_texts: bool = False
) -> Sequence:
    """Follow each object through the states, so that arguments name earlier results."""
    calls: list[PlainCall] = []
    texts = _texts(setting, steps, match, orders_texts)
    holders: dict[int, int] = {}  # position in the current shape → call that returned it
    for step in steps:
        edge, trace = step.edge, step.trace
        ways = usable(setting, trace.source)
        for position in trace.roots:
            origin = trace.origins[position]
            if origin is not None and origin not in holders and ways.get(origin, NO_WAY)[1]:
                # After the call there is no way to read it any more.
                calls.append(_reading(_read(holders, ways, origin)))
                holders[origin] = len(calls) - 1
        arguments = tuple(_plain(a, holders, step.values, texts, ways) for a in edge.arguments)
        calls.append(PlainCall(edge.call, arguments, edge.raises))
        called = len(calls) - 1
        moved = {
            position: holders[origin]
            for position, origin in enumerate(trace.origins)
            if origin is not None and origin in holders
        }
        for position, way in trace.results:
            if position in trace.roots:
                if way:
                    calls.append(_reading(Inside(called, way)))
                moved[position] = len(calls) - 1 if way else called
        holders = moved
    wanted = tuple(
        _inside(setting, match, argument.position, holders)
        if isinstance(argument, ObjectAt) and argument.position not in holders
        else _plain(argument, holders, match.values, texts)
        for argument in match.arguments
    )
    return without_idle_readings(Sequence(tuple(calls), wanted))


def _reading(what: PlainArgument) -> PlainCall:
    return PlainCall(READING, (what,), None)


def _read(
    holders: Mapping[int, int], ways: Mapping[int, tuple[int, Way]], position: int
) -> ResultOf | Inside:
    """Say where the client has an object: a result of its own, or read from one."""
    if position in holders:
        return ResultOf(holders[position])
    root, way = ways[position]
    return Inside(holders[root], way)


def _inside(setting: Setting, match: Match, wanted: int, holders: dict[int, int]) -> Inside:
    """Find the shortest way by fields from a held object to one that is not held."""
    ways: dict[int, Inside] = {p: Inside(call, ()) for p, call in sorted(holders.items())}
    queue = list(ways)
    for position in queue:
        class_name, _, labels = match.disjunct.shape.objects[position]
        layout = setting.layouts[class_name]
        links: list[tuple[Step, int]] = [
            (name, target)
            for name, target in zip(layout.reference_names, labels, strict=False)
            if isinstance(target, int) and target != NULL
        ]
        n_typed = len(layout.reference_names) + len(layout.value_names)
        places = (*layout.any_names, *range(len(labels)))
        for place, label in zip(places, labels[n_typed:], strict=False):
            links += [((place, *way), target) for way, target in objects_below(label)]
        for step, target in links:
            if target not in ways:
                ways[target] = Inside(ways[position].call, (*ways[position].path, step))
                queue.append(target)
    return ways[wanted]


def _texts(
    setting: Setting, steps: list[CallStep], match: Match, orders_texts: bool
) -> Mapping[int, str]:
    """Give a text for every string of the sequence; equal codes, equal texts."""
    codes: list[int] = []

    def collect(argument: Argument, values: Assignment) -> None:
        match argument:
            case Unknown(variable, kind="str"):
                codes.append(int(values.get(variable, 0)))
            case Fresh(entries=entries):
                for entry in entries:
                    collect(entry, values)

    for step in steps:
        for argument in step.edge.arguments:
            collect(argument, step.values)
    for argument in match.arguments:
        collect(argument, match.values)
    named = ordered_texts_for if orders_texts else texts_for
    return named(codes, setting.compiled.texts)


def _plain(
    argument: Argument,
    holders: dict[int, int],
    values: Assignment,
    texts: Mapping[int, str],
    ways: Mapping[int, tuple[int, Way]] = NO_WAYS,
) -> PlainArgument:
    match argument:
        case ObjectAt(position):
            return _read(holders, ways, position)
        case Literal(value):
            return value
        case Omitted():
            return LeftAway()
        case MemberOf(class_name, name):
            return Named(class_name, name)
        case Fresh(class_name, entries, number):
            inner = [_plain(entry, holders, values, texts, ways) for entry in entries]
            return FreshContainer(class_name, tuple(inner), number)
        case Unknown(variable, is_opaque, kind, parts):
            value = int(values.get(variable, 0))
            if is_opaque:
                return None if value == 0 else OpaqueObject(value)
            if kind == "str":
                return texts[value]
            return as_float(value, parts) if kind == "float" else value
        case Spelled(letters):
            text = written([int(values.get(letter, 0)) for letter in letters])
            # A letter that no character is: nothing replays with it.
            return "\N{REPLACEMENT CHARACTER}" if text is None else text


def as_float(number: int, parts: int) -> float:
    """Give so many parts of one; nothing replays with what no float is."""
    largest = sys.float_info.max
    if abs(number) <= largest:
        return number / parts
    return largest if number > 0 else -largest
