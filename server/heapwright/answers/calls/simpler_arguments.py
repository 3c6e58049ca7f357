"""Give arguments simpler values where the answer does not need those that were drawn.

Place: answers/calls/. `try_out` calls this for a sequence that was replayed. A call that was
tried out may be `box.deliver("x@2", "URGENT")` where `box.deliver("a", "a")` does as well. What
comes of it is replayed, so nothing is taken on trust.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from heapwright.answers.calls.replay import Replayed, replay
from heapwright.answers.calls.sequence import (
    FreshContainer,
    PlainArgument,
    PlainCall,
    ResultOf,
    Sequence,
)
from heapwright.cancellation import Look
from heapwright.graph.state.watch import WatchStopped
from heapwright.ir.core.hierarchy import hierarchy_of
from heapwright.ir.core.program import ByDigits, ByItems, ByNumber, Function, Made, Program
from heapwright.ir.core.types import AnyType, LiteralType, Type
from heapwright.records import replace

MOST_REPLAYS = 60
INTS, FLOATS, TEXTS = (0, 1, 2), (0.0, 1.0, 2.0), ("a", "b")
LONGEST = 16  # of strings that are tried without each of their letters


def with_simpler_arguments(
    program: Program,
    sequence: Sequence,
    replayed: Replayed,
    question: Function,
    look: Look,
    *,
    wanted: bool,
) -> tuple[Sequence, Replayed]:
    """Give the sequence with simpler arguments, and its replay."""
    made = hierarchy_of(program).made
    best = sequence, replayed
    n_left = MOST_REPLAYS
    try:
        for call in range(len(sequence.calls)):
            for place in _places(program, sequence.calls[call]):
                options = list(_simpler(made, best[0].calls[call].arguments[place], best[1]))
                while options and n_left > 0:
                    look()
                    n_left -= 1
                    changed = _with_argument(best[0], call, place, options.pop(0))
                    again = replay(program, changed, question, wanted=wanted, look=look)
                    if isinstance(again, Replayed):
                        best = changed, again
                        options = list(_simpler(made, changed.calls[call].arguments[place], again))
    except WatchStopped:
        # What was found is an answer as it is.
        return best
    return best


def _places(program: Program, plain_call: PlainCall) -> Iterator[int]:
    """Give the arguments that may be others: no receiver, default or value of a literal type."""
    call = plain_call.call
    function = hierarchy_of(program).functions.get(call.function or "")
    parameters = () if function is None else function.parameters
    for place, parameter in enumerate(parameters, start=call.receiver is not None):
        given = plain_call.arguments[place]
        if parameter.plain_default != (given,) and not _is_named(parameter.type, given):
            yield place


def _is_named(type_: Type, argument: PlainArgument) -> bool:
    choices = type_.choices if isinstance(type_, AnyType) else ()
    return any(isinstance(one, LiteralType) and argument in one.values for one in choices)


def _simpler(
    made: Mapping[str, Made], argument: PlainArgument, replayed: Replayed
) -> Iterator[PlainArgument]:
    """Give what may stand in the place of an argument, the simplest first."""
    match argument:
        case ResultOf(call):
            value = replayed.results[call]
            if isinstance(value, int | str | float):
                yield value
        case True:
            yield False
        case False | None:
            return
        case int():
            yield from (n for n in INTS if abs(n) < abs(argument))
        case float():
            yield from (n for n in FLOATS if abs(n) < abs(argument))
        case str():
            yield from _simpler_texts(argument)
        case FreshContainer(name, entries) if isinstance(made.get(name), ByDigits | ByNumber):
            number, *rest = entries
            if number != 0:
                yield FreshContainer(name, (0, *rest))
        case FreshContainer(name, entries) if entries and not _is_fixed(made, name):
            yield replace(argument, entries=())
            kind = made.get(name)
            is_dict = name == "dict" or (isinstance(kind, ByItems) and kind.like == "dict")
            width = 2 if is_dict else 1
            for at in range(0, len(entries), width):
                yield replace(argument, entries=(*entries[:at], *entries[at + width :]))
        case _:
            return


def _is_fixed(made: Mapping[str, Made], name: str) -> bool:
    """Say whether nothing can be left away of what a container holds."""
    kind = made.get(name)
    return name == "tuple" or (isinstance(kind, ByItems) and kind.like == "tuple")


def _simpler_texts(text: str) -> Iterator[str]:
    """Give plain strings of one letter, then parts of the string itself."""
    yield from TEXTS[: TEXTS.index(text)] if text in TEXTS else TEXTS
    if len(text) <= 1:
        return
    yield from dict.fromkeys(letter for letter in text if not letter.isalnum())
    half = len(text) // 2
    yield text[:half]
    yield text[half:]
    if len(text) <= LONGEST:
        yield from dict.fromkeys(text[:at] + text[at + 1 :] for at in range(len(text)))


def _with_argument(sequence: Sequence, call: int, place: int, argument: PlainArgument) -> Sequence:
    calls = list(sequence.calls)
    arguments = list(calls[call].arguments)
    arguments[place] = argument
    calls[call] = replace(calls[call], arguments=tuple(arguments))
    return replace(sequence, calls=tuple(calls))
