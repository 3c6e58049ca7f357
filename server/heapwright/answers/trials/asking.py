"""Ask a question about the heap of a client that tries calls out.

Place: answers/trials/. `trial_turns` asks after each call. As in the symbolic search, a spec is
asked about objects that the client holds, and an invariant about every object of its class.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product

from heapwright.answers.calls.sequence import Inside, PlainArgument, ResultOf
from heapwright.answers.trials.client import (
    RUN_LIMITS,
    Decisions,
    Surroundings,
    TrialClient,
    plain_client_of,
)
from heapwright.answers.trials.rough_heap import rough_heap, way_to
from heapwright.ir.core import types
from heapwright.ir.core.operations import FOREIGN, SHARED
from heapwright.ir.core.program import Function
from heapwright.paths.plain.concrete import Returned, Threw, run
from heapwright.paths.plain.heap import Named, Reference

MOST_ASKED = 24  # ways to ask about one heap
MOST_OPEN = 6  # values for what a question takes beside objects


def asks_together(question: Function) -> bool:
    """Say whether a question is about several objects at once, or about none."""
    n_objects = sum(isinstance(parameter.type, types.RefType) for parameter in question.parameters)
    return n_objects + question.has_receiver != 1


def assignments(
    around: Surroundings, question: Function, client: TrialClient, asked: set[object]
) -> Iterator[tuple[PlainArgument, ...]]:
    """Give what the question can be asked about, objects that came last first.

    `asked` grows by the heaps that this has been called for; what equals one of them is left out.
    """
    fresh = _fresh_objects(question, client, asked)
    if not fresh:
        return
    slots: list[Sequence[PlainArgument]] = []
    if question.has_receiver:
        slots.append(_receivers(around, question, client, fresh))
    for parameter in question.parameters:
        match parameter.type:
            case types.RefType(class_name):
                fitting = set(around.hierarchy.below(class_name))
                names = client.heap.class_names
                held = [ResultOf(client.held[n]) for n in fresh if names[n] in fitting]
                slots.append(held)
            case type_:
                slots.append(_open_values(around, type_))
    yield from islice(product(*slots), MOST_ASKED)


def _fresh_objects(question: Function, client: TrialClient, asked: set[object]) -> list[int]:
    """Give the objects held below which the heap is another one than before."""
    names = client.heap.class_names
    shared = [part.exact for root, part in client.parts.items() if names[root] == SHARED]
    held = list(reversed(client.held))
    if asks_together(question):
        exact = (rough_heap(client.heap, held, frozenset()).exact, *shared)
        is_fresh = exact not in asked
        asked.add(exact)
        return held if is_fresh else []
    fresh: list[int] = []
    for number in held:
        exact = (client.parts[number].exact, *shared)
        if exact not in asked:
            asked.add(exact)
            fresh.append(number)
    return fresh


def _receivers(
    around: Surroundings, question: Function, client: TrialClient, fresh: Sequence[int]
) -> list[PlainArgument]:
    """Give the objects that an invariant speaks of: those held, then others below them."""
    assert question.owner is not None
    fitting = set(around.hierarchy.below(question.owner))
    held: list[PlainArgument] = []
    inside: list[PlainArgument] = []
    for root in fresh:
        part = client.parts[root]
        for number in part.ways:
            if client.heap.class_names[number] not in fitting:
                continue
            if number == root:
                held.append(ResultOf(client.held[root]))
            elif number not in client.held:
                steps = way_to(around.hierarchy, client.heap, part, number)
                inside.append(Inside(client.held[root], steps))
    return [*held, *inside]


def _open_values(around: Surroundings, type_: types.Type | types.Choice) -> list[PlainArgument]:
    """Give values for what a question takes beside objects that a client holds."""
    values = around.values
    match type_:
        case types.IntType() | types.AnyType(()):
            return list(values.ints[:MOST_OPEN])
        case types.TextType():
            return list(values.texts[:MOST_OPEN])
        case types.FloatType():
            return list(values.floats[:MOST_OPEN])
        case types.BoolType():
            return [False, True]
        case types.NullType():
            return [None]
        case types.MemberType(class_name, names) if class_name != FOREIGN:
            return [Named(class_name, name) for name in names]
        case types.LiteralType(fixed):
            return list(fixed)
        case types.AnyType(possible):
            return [value for choice in possible for value in _open_values(around, choice)]
        case _:
            return []


def ask(
    around: Surroundings,
    question: Function,
    client: TrialClient,
    arguments: tuple[PlainArgument, ...],
    *,
    wanted: bool,
) -> tuple[bool, Decisions]:
    """Say whether the question seems to have the wanted answer, and what it decided."""
    plain = plain_client_of(around, client)
    values = [plain.value_of(argument, "") for argument in arguments]
    name = question.qualified_name
    if question.has_receiver and isinstance(values[0], Reference):
        method = around.hierarchy.method(plain.heap.class_of(values[0]), question.name)
        assert method is not None
        name = method.qualified_name
    decisions: set[tuple[str, int, bool]] = set()
    outcome = run(
        around.program,
        name,
        values,
        plain.heap,
        RUN_LIMITS,
        trace=lambda name, site, is_true: decisions.add((name, site, is_true)),
        outcomes=plain.outcomes,
    )
    taken = frozenset([one for one in decisions if one[0] not in around.library])
    match outcome:
        case Returned(value):
            return value is wanted, taken
        case Threw():
            return not wanted, taken
        case _:
            return False, taken
