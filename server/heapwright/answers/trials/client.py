"""A client that tries calls out: what its calls have made so far, and the next call.

Place: answers/trials/. `trial_turns` decides which calls to make, `trial_question` asks about the
heap. A client is a value; the one that goes on shares with it all objects that the call did not
write.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from heapwright.answers.calls.plain_client import PlainClient
from heapwright.answers.calls.plain_reads import plain_reads
from heapwright.answers.calls.sequence import (
    FreshContainer,
    Inside,
    PlainArgument,
    PlainCall,
    ResultOf,
)
from heapwright.answers.trials.drawn_arguments import Seen
from heapwright.answers.trials.likely_values import LikelyValues
from heapwright.answers.trials.rough_heap import RoughHeap, parts_of
from heapwright.graph.state.public_calls import READING
from heapwright.graph.state.state_graph import Setting
from heapwright.ir.core.hierarchy import Hierarchy, hierarchy_of
from heapwright.ir.core.program import CHARACTERS, ITEMS, Program
from heapwright.ir.reach.named_texts import named_texts
from heapwright.limits import Limits
from heapwright.paths.plain.concrete import Returned, Threw, looks_at_inputs
from heapwright.paths.plain.heap import (
    EMPTY_HEAP,
    PlainHeap,
    Reference,
    Unit,
    Value,
    entries_of,
)
from heapwright.paths.plain.outcomes import Outcomes
from heapwright.records import dataclass, replace

# A call that takes longer is none that a person would have made.
RUN_LIMITS = Limits(steps=5_000, depth=200)

Decisions: TypeAlias = frozenset[tuple[str, int, bool]]  # a function, the site, how it came out


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What stays the same for all clients of a trial."""

    program: Program
    hierarchy: Hierarchy
    setting: Setting
    values: LikelyValues
    library: frozenset[str]  # functions whose decisions say little


@dataclass(frozen=True, slots=True)
class TrialClient:
    """What some calls have made."""

    calls: tuple[PlainCall, ...]
    heap: PlainHeap
    results: tuple[Value | Unit, ...]
    opaque: Mapping[tuple[str, int], Reference]
    outcomes: Outcomes | None  # of time and chance, where the program looks at these
    held: Mapping[int, int]  # the objects in its hands, and the calls that returned them
    parts: Mapping[int, RoughHeap]  # the heap below each of them, and below what all share


def surroundings(setting: Setting, program: Program, values: LikelyValues) -> Surroundings:
    """Prepare a trial."""
    hierarchy = hierarchy_of(program)
    library = frozenset(
        name for name, function in hierarchy.functions.items() if hierarchy.is_of_library(function)
    )
    return Surroundings(program, hierarchy, setting, values, library)


def first_client(around: Surroundings) -> TrialClient:
    """Give the client that has done nothing."""
    program = around.program
    outcomes = Outcomes(0, named_texts(program)) if looks_at_inputs(program) else None
    return TrialClient((), EMPTY_HEAP, (), {}, outcomes, {}, {})


def plain_client_of(around: Surroundings, client: TrialClient) -> PlainClient:
    """Give one that goes on from here, and changes."""
    return PlainClient(
        around.program,
        around.hierarchy,
        client.heap,
        results=list(client.results),
        opaque=dict(client.opaque),
        outcomes=None if client.outcomes is None else client.outcomes.copied(),
    )


def after_call(
    around: Surroundings, client: TrialClient, plain_call: PlainCall, *, reads: bool = True
) -> tuple[TrialClient | None, Decisions]:
    """Make a call; give the client after it, and what was decided on the way.

    If it `reads`, it takes what the result shows, and what the receiver shows by now.

    There is none after a call that no client of this setting makes: it throws, where such calls
    are not wanted, or is stopped, or its heap is larger than somebody asked for.
    """
    setting = around.setting
    if CHARACTERS in setting.bounded and _has_long_text(setting, plain_call.arguments):
        return None, frozenset()
    decisions: set[tuple[str, int, bool]] = set()
    plain = plain_client_of(around, client)
    outcome = plain.make(
        plain_call,
        lambda name, site, is_true: decisions.add((name, site, is_true)),
        limits=RUN_LIMITS,
    )
    taken = frozenset([one for one in decisions if one[0] not in around.library])
    raises = outcome.class_name if isinstance(outcome, Threw) else None
    if not isinstance(outcome, Returned) and (raises is None or not setting.with_raising):
        return None, taken
    if plain_call.raises is not None and raises != plain_call.raises:
        return None, taken  # later calls may use what it raised before
    held = dict(client.held)
    result = plain.results[-1]
    if isinstance(result, Reference) and plain.heap.class_of(result) in setting.api.held:
        held.setdefault(result.number, len(client.calls))
    calls = [*client.calls, replace(plain_call, raises=raises)]
    if reads:
        bases = [len(client.calls)]
        bases += [one.call for one in plain_call.arguments[:1] if isinstance(one, ResultOf)]
        for number, reading in readings(around, plain, held, bases):
            plain.make(reading)
            held[number] = len(calls)
            calls.append(reading)
    parts = parts_of(plain.heap, held, around.values.named, client.heap, client.parts)
    if not _is_within(setting, plain.heap, parts):
        return None, taken
    after = TrialClient(
        calls=tuple(calls),
        heap=plain.heap,
        results=tuple(plain.results),
        opaque=plain.opaque,
        outcomes=plain.outcomes,
        held=held,
        parts=parts,
    )
    return after, taken


def readings(
    around: Surroundings, plain: PlainClient, held: Mapping[int, int], bases: Sequence[int]
) -> list[tuple[int, PlainCall]]:
    """Give the objects that these results show and that the client does not hold, with the ways."""
    setting = around.setting
    found: dict[int, PlainCall] = {}
    for base in bases:
        start = plain.results[base]
        for way, number in plain_reads(around.hierarchy, plain.heap, setting.readable, start):
            is_useful = plain.heap.class_names[number] in setting.api.held
            if way and is_useful and number not in held and number not in found:
                found[number] = PlainCall(READING, (Inside(base, way),), None)
    return list(found.items())


def _is_within(setting: Setting, heap: PlainHeap, parts: Mapping[int, RoughHeap]) -> bool:
    """Say whether a heap keeps the bounds that somebody asked for."""
    if not setting.bounded:
        return True
    met = {number for part in parts.values() for number in part.ways}
    counts = Counter(heap.class_names[number] for number in met)
    if any(counts[name] > setting.scope[name] for name in setting.bounded):
        return False
    most = setting.scope[ITEMS]
    return ITEMS not in setting.bounded or all(
        len(entries_of(setting.hierarchy, heap, Reference(number))) <= most
        for number in met
        if setting.layouts[heap.class_names[number]].has_entries
    )


def _has_long_text(setting: Setting, arguments: Sequence[PlainArgument]) -> bool:
    """Say whether a string is longer than somebody asked for, and none that the code names."""
    own = () if setting.spelling is None else setting.spelling.texts
    pending = list(arguments)
    while pending:
        match pending.pop():
            case str() as text if len(text) > setting.scope[CHARACTERS] and text not in own:
                return True
            case FreshContainer(entries=entries):
                pending.extend(entries)
            case _:
                pass
    return False


def seen_by(client: TrialClient) -> Seen:
    """Say what a client can give."""
    texts: dict[PlainArgument, None] = {}
    ints: dict[PlainArgument, None] = {}
    for part in client.parts.values():
        texts.update(dict.fromkeys(part.texts))
        ints.update(dict.fromkeys(part.ints))
    text_results: list[PlainArgument] = []
    int_results: list[PlainArgument] = []
    for at, result in enumerate(client.results):
        if isinstance(result, str):
            # What only a run has is no value to write down.
            text_results.append(result if client.outcomes is None else ResultOf(at))
        elif isinstance(result, int) and not isinstance(result, bool):
            int_results.append(result if client.outcomes is None else ResultOf(at))
    names = client.heap.class_names
    held = tuple((names[number], at) for number, at in client.held.items())
    return Seen(held, tuple(text_results), tuple(int_results), tuple(texts), tuple(ints))
