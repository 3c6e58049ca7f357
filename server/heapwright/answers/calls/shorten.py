"""Leave calls out of a sequence that the answer does not need.

Place: answers/calls/. `search` calls this for sequences that were not found in order of their
length. What is left is replayed, so nothing is taken on trust.
"""

from __future__ import annotations

from collections.abc import Iterator

from heapwright.answers.calls.replay import NotReplayed, Replayed, replay
from heapwright.answers.calls.synthesize import (
    FreshContainer,
    Inside,
    PlainArgument,
    PlainCall,
    ResultOf,
    Sequence,
)
from heapwright.cancellation import Look
from heapwright.ir.core.program import Function, Program
from heapwright.records import replace

# Each call of a sequence is tried without, at the price of a replay of the others.
MOST_TRIED_SINGLY = 30


def shortened(
    program: Program, sequence: Sequence, question: Function, look: Look, *, wanted: bool
) -> tuple[Sequence, Replayed | NotReplayed]:
    """Give the sequence without superfluous calls, and what its replay says."""
    best = sequence, replay(program, sequence, question, wanted=wanted, look=look)
    if isinstance(best[1], NotReplayed):
        return best

    def without(left_out: set[int]) -> None:
        nonlocal best
        shorter = _without(best[0], left_out)
        replayed = replay(program, shorter, question, wanted=wanted, look=look)
        if isinstance(replayed, Replayed):
            best = shorter, replayed

    unlinked = _unlinked(sequence)
    if unlinked:
        without(unlinked)
    if len(best[0].calls) <= MOST_TRIED_SINGLY:
        # From the end, so that whoever used a result is gone before its maker is tried.
        for index in reversed(range(len(best[0].calls))):
            if index not in _used(best[0]):
                without({index})
    return best


def _unlinked(sequence: Sequence) -> set[int]:
    """Give the calls that share no object, even by way of others, with what is asked about."""
    linked = {found for argument in sequence.arguments for found in _results_in(argument)}
    touched = [
        {index, *(found for argument in call.arguments for found in _results_in(argument))}
        for index, call in enumerate(sequence.calls)
    ]
    n_before = -1
    while n_before != len(linked):
        n_before = len(linked)
        for together in touched:
            if not together.isdisjoint(linked):
                linked |= together
    return set(range(len(sequence.calls))) - linked


def _used(sequence: Sequence) -> set[int]:
    """Give the calls whose results are used."""
    arguments = (*sequence.arguments, *(a for call in sequence.calls for a in call.arguments))
    return {found for argument in arguments for found in _results_in(argument)}


def _results_in(argument: PlainArgument) -> Iterator[int]:
    match argument:
        case ResultOf(call) | Inside(call):
            yield call
        case FreshContainer(entries=entries):
            for entry in entries:
                yield from _results_in(entry)


def _without(sequence: Sequence, left_out: set[int]) -> Sequence:
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
