"""Give arguments back their defaults where the answer does not need others.

Place: answers/calls/. `search` calls this for a sequence that was replayed. A parameter with a
default is open like any other, so a call may have all of them written out: `Breaker(0, names=[],
limit=0)` where `Breaker()` does as well. What comes of it is replayed, so nothing is taken on
trust.
"""

from __future__ import annotations

from heapwright.answers.calls.replay import Replayed, replay
from heapwright.answers.calls.sequence import Inside, PlainArgument, ResultOf, Sequence
from heapwright.cancellation import Look
from heapwright.ir.core.hierarchy import hierarchy_of
from heapwright.ir.core.program import Function, Program
from heapwright.records import dataclass, replace

# Each argument is tried by itself, at the price of a replay, where not all defaults will do.
MOST_TRIED_SINGLY = 12


@dataclass(frozen=True, slots=True)
class _Place:
    """An argument that differs from its default."""

    call: int
    argument: int
    default: PlainArgument


def with_usual_arguments(
    program: Program,
    sequence: Sequence,
    replayed: Replayed,
    question: Function,
    look: Look,
    *,
    wanted: bool,
) -> tuple[Sequence, Replayed]:
    """Give the sequence with as many defaults as it can have, and its replay."""
    places = _unusual(program, sequence)
    if not places:
        return sequence, replayed
    best = sequence, replayed

    def tried(chosen: list[_Place]) -> bool:
        nonlocal best
        usual = _with_defaults(best[0], chosen)
        again = replay(program, usual, question, wanted=wanted, look=look)
        if isinstance(again, Replayed):
            best = usual, again
            return True
        return False

    if not tried(places) and 1 < len(places) <= MOST_TRIED_SINGLY:
        for place in places:
            tried([place])
    return best


def _unusual(program: Program, sequence: Sequence) -> list[_Place]:
    functions = hierarchy_of(program).functions
    found: list[_Place] = []
    for index, call in enumerate(sequence.calls):
        function = functions.get(call.call.function or "")
        if function is None:
            continue
        first = len(call.arguments) - len(function.parameters)  # a receiver has no parameter
        for place, parameter in enumerate(function.parameters, start=first):
            given = call.arguments[place]
            if parameter.plain_default is None:
                continue
            (default,) = parameter.plain_default
            is_object = isinstance(given, ResultOf | Inside)
            is_same = type(given) is type(default) and given == default
            if not is_object and not is_same:
                found.append(_Place(index, place, default))
    return found


def _with_defaults(sequence: Sequence, places: list[_Place]) -> Sequence:
    calls = list(sequence.calls)
    for place in places:
        arguments = list(calls[place.call].arguments)
        arguments[place.argument] = place.default
        calls[place.call] = replace(calls[place.call], arguments=tuple(arguments))
    return replace(sequence, calls=tuple(calls))
