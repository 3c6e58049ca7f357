"""A sequence of concrete calls, as data.

Place: answers/calls/. `synthesize` and the trials make sequences, `plain_client` runs them and
`render` writes them down.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from heapwright.graph.state.public_calls import READING, PublicCall
from heapwright.graph.state.state_graph import Way
from heapwright.paths.plain.heap import Named
from heapwright.records import dataclass, replace


@dataclass(frozen=True, slots=True)
class ResultOf:
    """The object that an earlier call (by its index) returned."""

    call: int


@dataclass(frozen=True, slots=True)
class Inside:
    """An object that is read from an earlier result, when it is needed."""

    call: int
    path: Way


@dataclass(frozen=True, slots=True)
class OpaqueObject:
    """One of the opaque objects, told apart by number; 1 is the first."""

    number: int


@dataclass(frozen=True, slots=True)
class FreshContainer:
    """A container that the client writes down; of a dict, keys and values in turn.

    Those of one call with the same number are the first of them, unless it is 0.
    """

    class_name: str
    entries: tuple[PlainArgument, ...]
    number: int = 0


PlainArgument: TypeAlias = (
    "int | bool | str | float | Named | ResultOf | Inside | OpaqueObject | FreshContainer"
    " | LeftAway | None"
)


@dataclass(frozen=True, slots=True)
class LeftAway:
    """No argument: the default of the parameter counts."""


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

    @property
    def n_calls(self) -> int:
        """Count the calls; what only reads is none."""
        return sum(call.call is not READING for call in self.calls)


def used(sequence: Sequence) -> set[int]:
    """Give the calls whose results are used."""
    arguments = (*sequence.arguments, *(a for call in sequence.calls for a in call.arguments))
    return {found for argument in arguments for found in results_in(argument)}


def results_in(argument: PlainArgument) -> Iterator[int]:
    """Give the calls whose results an argument is, or is made of."""
    match argument:
        case ResultOf(call) | Inside(call):
            yield call
        case FreshContainer(entries=entries):
            for entry in entries:
                yield from results_in(entry)


def without_idle_readings(sequence: Sequence) -> Sequence:
    """Leave out what is read and then not used."""
    while True:
        idle = {n for n, call in enumerate(sequence.calls) if call.call is READING} - used(sequence)
        if not idle:
            return sequence
        sequence = without_calls(sequence, idle)


def without_calls(sequence: Sequence, left_out: set[int]) -> Sequence:
    """Leave calls out whose results nobody uses."""
    kept = [index for index in range(len(sequence.calls)) if index not in left_out]
    number = {index: place for place, index in enumerate(kept)}
    return Sequence(
        tuple(_renumbered_call(sequence.calls[index], number) for index in kept),
        tuple(_renumbered(argument, number) for argument in sequence.arguments),
    )


def _renumbered_call(call: PlainCall, number: dict[int, int]) -> PlainCall:
    return replace(call, arguments=tuple(_renumbered(a, number) for a in call.arguments))


def _renumbered(argument: PlainArgument, number: dict[int, int]) -> PlainArgument:
    match argument:
        case ResultOf(call) | Inside(call):
            return replace(argument, call=number[call])
        case FreshContainer(entries=entries):
            return replace(argument, entries=tuple(_renumbered(e, number) for e in entries))
        case _:
            return argument
