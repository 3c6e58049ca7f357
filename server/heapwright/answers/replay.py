"""Run a call sequence on the plain interpreter and ask the spec.

Place: answers/. Nothing is called reachable before this has said so. Shares no code
with the symbolic run but the IR itself.
"""

from __future__ import annotations

from dataclasses import dataclass

from heapwright.answers.synthesize import (
    Inside,
    OpaqueObject,
    PlainArgument,
    ResultOf,
    Sequence,
)
from heapwright.ir.hierarchy import Hierarchy, hierarchy_of
from heapwright.ir.program import Function, Program
from heapwright.ir.types import RefType
from heapwright.paths.concrete import Returned, Threw, run
from heapwright.paths.plain_heap import (
    EMPTY_HEAP,
    PlainHeap,
    Reference,
    Unit,
    Value,
    default_value,
    fields_of,
)


@dataclass(frozen=True, slots=True)
class Replayed:
    """The calls work and the question has the wanted answer on the heap that they build."""

    heaps: tuple[PlainHeap, ...]  # after each call
    final_heap: PlainHeap  # on which the question was asked
    results: tuple[Value | Unit, ...]  # of each call
    arguments: tuple[Value, ...]  # what the question was asked about
    opaque: tuple[tuple[str, int, Reference], ...]  # class, number within it, and object


@dataclass(frozen=True, slots=True)
class NotReplayed:
    """The plain interpreter disagrees; says where."""

    reason: str


def replay(
    program: Program, sequence: Sequence, question: Function, *, wanted: bool
) -> Replayed | NotReplayed:
    """Run the calls, then the question; `wanted` is the answer that it must give."""
    hierarchy = hierarchy_of(program)
    types = [
        *([question.owner or ""] if question.has_receiver else []),
        *(p.type.class_name if isinstance(p.type, RefType) else "" for p in question.parameters),
    ]
    replayed = replay_calls(program, sequence, types)
    if isinstance(replayed, NotReplayed):
        return replayed
    heap, asked = replayed.final_heap, replayed.arguments
    name = question.qualified_name
    if question.has_receiver and isinstance(asked[0], Reference):
        found_method = hierarchy.method(heap.class_of(asked[0]), question.name)
        assert found_method is not None
        name = found_method.qualified_name
    match run(program, name, asked, heap):
        case Returned(value) if value is wanted:
            return replayed
        case Threw() if wanted is False:
            return replayed
        case _:
            return NotReplayed(f"`{question.qualified_name}` is not {str(wanted).lower()} there")


def replay_calls(
    program: Program, sequence: Sequence, asked_types: list[str]
) -> Replayed | NotReplayed:
    """Run the calls; `asked_types` are the classes of what is asked about afterwards."""
    hierarchy = hierarchy_of(program)
    heap = EMPTY_HEAP
    heaps: list[PlainHeap] = []
    results: list[Value | Unit] = []
    opaque: dict[tuple[str, int], Reference] = {}

    def value_of(argument: PlainArgument, class_name: str) -> Value:
        nonlocal heap
        match argument:
            case ResultOf(call):
                result = results[call]
                assert not isinstance(result, Unit)
                return result
            case Inside(call, path):
                inner = value_of(ResultOf(call), class_name)
                for name in path:
                    assert isinstance(inner, Reference)
                    inner = fields_of(hierarchy, heap, inner)[name]
                return inner
            case OpaqueObject(number):
                if (class_name, number) not in opaque:
                    heap, opaque[class_name, number] = allocated(hierarchy, heap, class_name)
                return opaque[class_name, number]
            case plain:
                return plain

    for plain_call in sequence.calls:
        call = plain_call.call
        if call.function is None:
            heap, reference = allocated(hierarchy, heap, call.name)
            heaps.append(heap)
            results.append(reference)
            continue
        types = [
            *([call.receiver] if call.receiver is not None else []),
            *(t.class_name if isinstance(t, RefType) else "" for t in call.parameters),
        ]
        values = [value_of(a, t) for a, t in zip(plain_call.arguments, types, strict=True)]
        match run(program, call.function, values, heap):
            case Returned(value, after) if plain_call.raises is None:
                heap = after
                results.append(value)
            case Threw(class_name, heap=after) if plain_call.raises == class_name:
                heap = after
                results.append(None)
            case other:
                return NotReplayed(f"`{call.name}` ended otherwise: {type(other).__name__}")
        heaps.append(heap)
    asked = tuple(value_of(a, t) for a, t in zip(sequence.arguments, asked_types, strict=True))
    found = tuple((*key, reference) for key, reference in sorted(opaque.items()))
    return Replayed(tuple(heaps), heap, tuple(results), asked, found)


def allocated(
    hierarchy: Hierarchy, heap: PlainHeap, class_name: str
) -> tuple[PlainHeap, Reference]:
    """Put a fresh object with default values on the heap."""
    row = tuple(default_value(field.type) for field in hierarchy.fields(class_name))
    grown = PlainHeap((*heap.class_names, class_name), (*heap.rows, row))
    return grown, Reference(len(heap.rows))
