"""Run a call sequence on the plain interpreter and ask the spec.

Place: answers/calls/. Nothing is called reachable before this has said so. Shares no code
with the symbolic run but the IR itself.
"""

from __future__ import annotations

from heapwright.answers.calls.plain_client import plain_client
from heapwright.answers.calls.sequence import Sequence
from heapwright.cancellation import Look
from heapwright.ir.core.hierarchy import hierarchy_of
from heapwright.ir.core.program import Function, Program
from heapwright.ir.core.types import RefType
from heapwright.ir.python_names.function_names import told_name
from heapwright.ir.reach.named_texts import named_texts
from heapwright.paths.plain.concrete import LeftOut, Returned, Threw, run
from heapwright.paths.plain.heap import PlainHeap, Reference, Unit, Value
from heapwright.paths.plain.outcomes import N_OUTCOMES, Outcomes
from heapwright.records import dataclass, replace


@dataclass(frozen=True, slots=True)
class Replayed:
    """The calls work and the question has the wanted answer on the heap that they build."""

    heaps: tuple[PlainHeap, ...]  # after each call
    final_heap: PlainHeap  # on which the question was asked
    results: tuple[Value | Unit, ...]  # of each call
    arguments: tuple[Value, ...]  # what the question was asked about
    opaque: tuple[tuple[str, int, Reference], ...]  # class, number within it, and object
    gone_through: frozenset[int] = frozenset()  # the calls whose results are items of a generator
    n_outcomes: int = 1  # of time, chance and the system with which this was so


@dataclass(frozen=True, slots=True)
class NotReplayed:
    """The plain interpreter disagrees, or meets what nobody knows; says where.

    `unread` names the code that it met and that is not read.
    """

    reason: str
    unread: str = ""
    disagrees: bool = False
    depends: bool = False  # on what only a real run has


def replay(
    program: Program,
    sequence: Sequence,
    question: Function,
    *,
    wanted: bool,
    look: Look | None = None,
    n_outcomes: int = N_OUTCOMES,
) -> Replayed | NotReplayed:
    """Run the calls, then the question; `wanted` is the answer that it must give.

    Where there are sets, whose order nobody knows, the answer must not depend on it: all
    is run again with every set the other way round. Nor may it depend on time or chance, where
    the program looks at these: all is run with many outcomes of them. `look` is called now and
    then, and raises to give up.
    """
    has_sets = any(c.name == "set" for c in program.classes)
    replayed = _replayed(program, sequence, question, look, wanted=wanted)
    if isinstance(replayed, NotReplayed) and replayed.depends:
        texts = named_texts(program)
        first: Replayed | None = None
        for number in range(n_outcomes):
            again = _replayed(
                program,
                sequence,
                question,
                look,
                wanted=wanted,
                is_backward=has_sets and number % 2 == 1,
                outcomes=Outcomes(number, texts),
            )
            if isinstance(again, NotReplayed):
                return replayed
            first = first or again
        assert first is not None
        return replace(first, n_outcomes=n_outcomes)
    if isinstance(replayed, Replayed) and has_sets:
        again = _replayed(program, sequence, question, look, wanted=wanted, is_backward=True)
        if isinstance(again, NotReplayed):
            return NotReplayed("what happens depends on the order of a set")
    return replayed


def _replayed(
    program: Program,
    sequence: Sequence,
    question: Function,
    look: Look | None,
    *,
    wanted: bool,
    is_backward: bool = False,
    outcomes: Outcomes | None = None,
) -> Replayed | NotReplayed:
    types = [
        *([question.owner or ""] if question.has_receiver else []),
        *(p.type.class_name if isinstance(p.type, RefType) else "" for p in question.parameters),
    ]
    replayed = replay_calls(
        program, sequence, types, look, is_backward=is_backward, outcomes=outcomes
    )
    if isinstance(replayed, NotReplayed):
        return replayed
    heap, asked = replayed.final_heap, replayed.arguments
    name = question.qualified_name
    if question.has_receiver and isinstance(asked[0], Reference):
        found_method = hierarchy_of(program).method(heap.class_of(asked[0]), question.name)
        assert found_method is not None
        name = found_method.qualified_name
    match run(program, name, asked, heap, is_backward=is_backward, outcomes=outcomes, look=look):
        case Returned(value) if value is wanted:
            return replayed
        case Threw() if wanted is False:
            return replayed
        case LeftOut(_, reason, unread, depends):
            told = f"`{told_name(question.qualified_name)}`: {reason}"
            return NotReplayed(told, unread, depends=depends)
        case _:
            return NotReplayed(
                f"the calls that seem to make it {str(wanted).lower()} do not when they are run",
                disagrees=True,
            )


def replay_calls(
    program: Program,
    sequence: Sequence,
    asked_types: list[str],
    look: Look | None = None,
    *,
    is_backward: bool = False,
    outcomes: Outcomes | None = None,
) -> Replayed | NotReplayed:
    """Run the calls; `asked_types` are the classes of what is asked about afterwards."""
    client = plain_client(program, is_backward=is_backward, outcomes=outcomes)
    for plain_call in sequence.calls:
        match client.make(plain_call, look=look):
            case Returned() if plain_call.raises is None:
                pass
            case Threw(class_name) if plain_call.raises == class_name:
                pass
            case LeftOut(_, reason, unread, depends):
                told = f"`{told_name(plain_call.call.name)}`: {reason}"
                return NotReplayed(told, unread, depends=depends)
            case other:
                name = told_name(plain_call.call.name)
                reason = f"`{name}` ended otherwise: {type(other).__name__}"
                return NotReplayed(reason, disagrees=True)
    pairs = zip(sequence.arguments, asked_types, strict=True)
    asked = tuple(client.value_of(argument, type_) for argument, type_ in pairs)
    if gone := client.not_kept(sequence.calls, asked):
        return NotReplayed(gone)
    opaque = tuple((*key, reference) for key, reference in sorted(client.opaque.items()))
    return Replayed(
        tuple(client.heaps),
        client.heap,
        tuple(client.results),
        asked,
        opaque,
        frozenset(client.gone_through),
    )
