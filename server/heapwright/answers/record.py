"""What a client can see after some calls: results, observers, public fields, invariants.

Place: answers/. `generate_tests` turns what is recorded here into assertions. Only looks:
every question runs on the plain interpreter and its effects are dropped.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from heapwright.answers.plain_client import PlainClient
from heapwright.answers.syntax import Syntax
from heapwright.graph.api import PublicCall
from heapwright.ir.program import Role
from heapwright.ir.types import IntType, RefType
from heapwright.paths.concrete import Returned, run
from heapwright.paths.plain_heap import Reference, Unit, Value, fields_of

MOST_PER_OBJECT = 6
MOST_ARGUMENTS = 2


@dataclass(frozen=True, slots=True)
class Seen:
    """A text that can be asserted: what was asked, and the text of what came out."""

    expression: str
    value: bool | str | None  # a truth, None, or the text of another value
    is_reference: bool = False


def seen_after(
    client: PlainClient,
    syntax: Syntax,
    observers: Mapping[str, Sequence[PublicCall]],
    objects: Mapping[Reference, str],
    named: Mapping[Reference, str],
    ints: Sequence[int],
) -> Iterator[Seen]:
    """Look at objects that have a variable; `ints` are worth asking about.

    `observers` are the calls that change nothing, by class; `named` gives all variables.
    """
    for reference, name in objects.items():
        found = [
            *_by_calls(client, syntax, observers, reference, name, named, ints),
            *_by_fields(client, syntax, reference, name, named),
        ]
        yield from found[:MOST_PER_OBJECT]
        yield from _by_invariants(client, reference, name)


def value_text(syntax: Syntax, value: Value | Unit, named: Mapping[Reference, str]) -> Seen | None:
    """Say a value, without what was asked; None for an object that has no variable."""
    match value:
        case Reference():
            return Seen("", named[value], is_reference=True) if value in named else None
        case bool() | None:
            return Seen("", value)
        case int():
            return Seen("", syntax.literal(value))
        case _:
            return None


def _by_calls(
    client: PlainClient,
    syntax: Syntax,
    observers: Mapping[str, Sequence[PublicCall]],
    reference: Reference,
    name: str,
    named: Mapping[Reference, str],
    ints: Sequence[int],
) -> Iterator[Seen]:
    calls = observers.get(client.heap.class_of(reference), ())
    for call in sorted(calls, key=lambda call: len(call.parameters)):
        choices: list[tuple[int, ...]] = []
        if not call.parameters:
            choices = [()]
        elif call.parameters == (IntType(),):
            choices = [(number,) for number in ints[:MOST_ARGUMENTS]]
        for arguments in choices:
            assert call.function is not None
            outcome = run(client.program, call.function, (reference, *arguments), client.heap)
            if isinstance(outcome, Returned):
                texts = [name, *(syntax.literal(number) for number in arguments)]
                seen = value_text(syntax, outcome.value, named)
                if seen is not None:
                    yield Seen(syntax.call(call, texts), seen.value, seen.is_reference)


def _by_fields(
    client: PlainClient,
    syntax: Syntax,
    reference: Reference,
    name: str,
    named: Mapping[Reference, str],
) -> Iterator[Seen]:
    class_name = client.heap.class_of(reference)
    values = fields_of(client.hierarchy, client.heap, reference)
    for field in client.hierarchy.fields(class_name):
        if field.is_public and not field.name.startswith("@"):
            seen = value_text(syntax, values[field.name], named)
            if seen is not None:
                yield Seen(f"{name}.{field.name}", seen.value, seen.is_reference)


def _by_invariants(client: PlainClient, reference: Reference, name: str) -> Iterator[Seen]:
    class_name = client.heap.class_of(reference)
    names: dict[str, None] = {}
    for level in client.hierarchy.line(class_name):
        for function in level.functions:
            if function.role is Role.INVARIANT and not function.parameters:
                names[function.name] = None
    for invariant in names:
        method = client.hierarchy.method(class_name, invariant)
        assert method is not None
        outcome = run(client.program, method.qualified_name, (reference,), client.heap)
        if isinstance(outcome, Returned) and outcome.value is True:
            yield Seen(f"{name}.{invariant}()", True)


def is_seen_exactly(client: PlainClient, call: PublicCall, reference: Reference) -> bool:
    """Say whether the variable for a call's result has the type of the object itself.

    Where types are checked, a variable of a class above cannot be asked everything.
    """
    if client.program.language != "tiny" or call.function is None:
        return True
    return call.result == RefType(client.heap.class_of(reference))
