"""Leave calls out of a sequence that the answer does not need.

Place: answers/calls/. `search` calls this for sequences that were not found in order of their
length. What is left is replayed, so nothing is taken on trust.
"""

from __future__ import annotations

from heapwright.answers.calls.replay import NotReplayed, Replayed, replay
from heapwright.answers.calls.sequence import Sequence, results_in, used, without_calls
from heapwright.cancellation import Look
from heapwright.ir.core.program import Function, Program

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
        shorter = without_calls(best[0], left_out)
        replayed = replay(program, shorter, question, wanted=wanted, look=look)
        if isinstance(replayed, Replayed):
            best = shorter, replayed

    unlinked = _unlinked(sequence)
    if unlinked:
        without(unlinked)
    if len(best[0].calls) <= MOST_TRIED_SINGLY:
        # From the end, so that whoever used a result is gone before its maker is tried.
        for index in reversed(range(len(best[0].calls))):
            if index not in used(best[0]):
                without({index})
    return best


def _unlinked(sequence: Sequence) -> set[int]:
    """Give the calls that share no object, even by way of others, with what is asked about."""
    linked = {found for argument in sequence.arguments for found in results_in(argument)}
    touched = [
        {index, *(found for argument in call.arguments for found in results_in(argument))}
        for index, call in enumerate(sequence.calls)
    ]
    n_before = -1
    while n_before != len(linked):
        n_before = len(linked)
        for together in touched:
            if not together.isdisjoint(linked):
                linked |= together
    return set(range(len(sequence.calls))) - linked
