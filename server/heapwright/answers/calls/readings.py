"""Read where it is needed, as a person would: `room.lamp.switch()`.

Place: answers/calls/. `search` calls this for sequences that were replayed. A sequence reads what
the client has at the first moment and gives it a name; a name is only needed where reading later
would give something else.
"""

from __future__ import annotations

from heapwright.answers.calls.plain_client import read_step
from heapwright.answers.calls.replay import Replayed
from heapwright.answers.calls.sequence import (
    FreshContainer,
    Inside,
    PlainArgument,
    ResultOf,
    Sequence,
    without_idle_readings,
)
from heapwright.graph.state.public_calls import READING
from heapwright.graph.state.state_graph import Way
from heapwright.ir.core.hierarchy import Hierarchy, hierarchy_of
from heapwright.ir.core.program import Program
from heapwright.paths.plain.heap import EMPTY_HEAP, PlainHeap
from heapwright.records import dataclass, replace


def in_place(program: Program, sequence: Sequence, replayed: Replayed) -> Sequence:
    """Leave out the names of what can as well be read when it is used."""
    if all(call.call is not READING for call in sequence.calls):
        return sequence
    hierarchy = hierarchy_of(program)
    heap = EMPTY_HEAP
    calls = []
    for call, after in zip(sequence.calls, replayed.heaps, strict=True):
        at = _Moment(sequence, replayed, hierarchy, heap)
        calls.append(replace(call, arguments=tuple(map(at.read_now, call.arguments))))
        heap = after
    at = _Moment(sequence, replayed, hierarchy, heap)
    shorter = Sequence(tuple(calls), tuple(map(at.read_now, sequence.arguments)))
    return without_idle_readings(shorter)


@dataclass(frozen=True, slots=True)
class _Moment:
    """A moment of a replay, by the heap that there was."""

    sequence: Sequence
    replayed: Replayed
    hierarchy: Hierarchy
    heap: PlainHeap

    def read_now(self, argument: PlainArgument) -> PlainArgument:
        """Give an argument with what can be read now in the place of names."""
        match argument:
            case ResultOf(call):
                return self.source_of(call)
            case Inside(call, path):
                source = self.source_of(call)
                way = source.path if isinstance(source, Inside) else ()
                return Inside(source.call, (*way, *path))
            case FreshContainer(entries=entries):
                return replace(argument, entries=tuple(map(self.read_now, entries)))
            case _:
                return argument

    def source_of(self, call: int) -> ResultOf | Inside:
        """Say from where something can be read that a call of the sequence gave or read."""
        reading = self.sequence.calls[call]
        if reading.call is not READING:
            return ResultOf(call)
        match self.read_now(reading.arguments[0]):
            case Inside(origin, way) as found:
                if self.stands(origin, way, self.replayed.results[call]):
                    return found
        return ResultOf(call)

    def stands(self, call: int, way: Way, wanted: object) -> bool:
        """Say whether a way leads to this very object, now."""
        value: object = self.replayed.results[call]
        try:
            for step in way:
                value = read_step(self.hierarchy, self.heap, value, step)  # type: ignore[arg-type]
        except (LookupError, AssertionError):
            return False
        return value == wanted
