"""What a client can see after some calls: results, observers, public fields, invariants.

Place: answers/branches/. `generate_tests` turns what is recorded here into assertions. Only looks:
every question runs on the plain interpreter and its effects are dropped. What a call that
has effects gives is not recorded, because asking again would see them. An object that a
call gives is looked at in turn, one step far.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import isfinite
from typing import TypeAlias

from heapwright.answers.calls.plain_client import PlainClient
from heapwright.answers.calls.syntax import Syntax
from heapwright.graph.state.public_calls import PublicCall
from heapwright.ir.core.program import ByDigits, Role
from heapwright.ir.core.types import AnyType, IntType, RefType, TextType
from heapwright.paths.plain.concrete import Returned, Threw, run
from heapwright.paths.plain.heap import Input, Named, Reference, Unit, Value, entries_of, fields_of
from heapwright.records import dataclass, replace

MOST_PER_OBJECT = 6
MOST_ARGUMENTS = 2
MOST_STEPS = 2  # from an object that has a variable, by public fields
MOST_INSIDE = 3  # of an object that a call gave

Literal: TypeAlias = int | str


@dataclass(frozen=True, slots=True)
class Seen:
    """A text that can be asserted: what was asked, and the text of what came out."""

    expression: str
    value: bool | str | None  # a truth, None, or the text of another value
    is_reference: bool = False
    is_object: bool = False  # some object came out, and that is all there is to say
    variable: str = ""  # that the object gets, to be asked further


@dataclass(frozen=True, slots=True)
class Looks:
    """The calls that change nothing, by class, and those whose result may be null."""

    by_class: Mapping[str, Sequence[PublicCall]]
    optional: frozenset[str] = frozenset()


def looking_calls(
    clients: Iterable[PlainClient],
    methods: Mapping[str, Sequence[PublicCall]],
    literals: Sequence[Literal],
) -> dict[str, list[PublicCall]]:
    """Give, by class, the calls that change nothing in any of these heaps.

    Where values are of any kind, types do not tell which calls only look.
    """
    kept = {name: {call.name: call for call in calls} for name, calls in methods.items()}
    for client in clients:
        for number, class_name in enumerate(client.heap.class_names):
            for call in list(kept.get(class_name, {}).values()):
                if not call.is_observer and any(
                    _looked(client, call, (Reference(number), *arguments)) is None
                    for arguments in _choices(call, literals)
                ):
                    del kept[class_name][call.name]
    return {name: list(calls.values()) for name, calls in kept.items()}


def _looked(
    client: PlainClient, call: PublicCall, arguments: Sequence[Value]
) -> Returned | Threw | None:
    """Make a call and drop its effects; None if it had any on what was there, or has no end."""
    assert call.function is not None
    outcome = run(client.program, call.function, arguments, client.heap, goes_through=True)
    if not isinstance(outcome, Returned | Threw):
        return None
    before = client.heap.rows
    return outcome if outcome.heap.rows[: len(before)] == before else None


def seen_after(
    client: PlainClient,
    syntax: Syntax,
    looks: Looks,
    objects: Mapping[Reference, str],
    named: Mapping[Reference, str],
    literals: Sequence[Literal],
) -> Iterator[Seen]:
    """Look at objects that have a variable; `literals` are worth asking about.

    `named` gives all variables.
    """
    looking = looks.by_class
    named = dict(named)
    for reference, name in objects.items():
        found = [
            *_by_calls(client, syntax, looking, reference, name, named, literals),
            *_by_fields(client, syntax, reference, name, named, MOST_STEPS),
        ]
        yield from found[:MOST_PER_OBJECT]
        yield from _by_given(client, syntax, looks, reference, name, named, literals)
        yield from _by_invariants(client, reference, name)


def value_text(
    client: PlainClient,
    syntax: Syntax,
    value: Value | Unit,
    named: Mapping[Reference, str],
    *,
    are_items: bool = False,
) -> Seen | None:
    """Say a value, without what was asked; None for what no literal says.

    The items of a generator are those of a list.
    """
    match value:
        case tuple() if are_items:
            texts = [_literal(client, syntax, one, named) for one in value]
            known = [text for text in texts if text is not None]
            is_known = len(known) == len(texts)
            return Seen("", syntax.container("list", known)) if is_known else None
        case Reference() if value in named:
            return Seen("", named[value], is_reference=True)
        case bool() | None:
            return Seen("", value)
        case Unit():
            return None
        case _:
            text = _literal(client, syntax, value, named)
            return None if text is None else Seen("", text)


def _literal(
    client: PlainClient, syntax: Syntax, value: Value, named: Mapping[Reference, str]
) -> str | None:
    """Write a value whose parts are all literals or objects that have a variable."""
    match value:
        case Input():
            return None
        case Named():
            classes, library = client.hierarchy.classes, client.hierarchy.library
            is_member = value.kind in classes and value.kind not in library
            return syntax.literal(value) if is_member else None
        case float() if not isfinite(value):
            return None
        case tuple():
            inner = [_literal(client, syntax, one, named) for one in value]
            return None if None in inner else syntax.container("tuple", [t for t in inner if t])
        case Reference() if value in named:
            return named[value]
        case Reference():
            class_name = client.heap.class_of(value)
            made = client.hierarchy.made.get(class_name)
            if isinstance(made, ByDigits):
                found = fields_of(client.hierarchy, client.heap, value)
                coefficient = found[made.coefficient]
                is_plain = isinstance(coefficient, int) and not found["_negative"]
                parts = [str(coefficient), str(found[made.exponent])]
                return syntax.container(class_name, parts) if is_plain else None
            if class_name not in WRITTEN:
                return None
            entries = entries_of(client.hierarchy, client.heap, value)
            flat = [part for entry in entries for part in _parts(class_name, entry)]
            inner = [_literal(client, syntax, one, named) for one in flat]
            return None if None in inner else syntax.container(class_name, [t for t in inner if t])
        case plain:
            return syntax.literal(plain)


# The containers that have literals, and so need no import.
WRITTEN = ("list", "dict", "set")


def _parts(class_name: str, entry: Value) -> tuple[Value, ...]:
    if class_name == "dict":
        assert isinstance(entry, tuple)
        return entry
    return (entry,)


def _choices(call: PublicCall, literals: Sequence[Literal]) -> Sequence[tuple[Literal, ...]]:
    """Give arguments worth asking about."""
    match call.parameters:
        case ():
            return [()]
        case (IntType(),):
            kinds: tuple[type, ...] = (int,)
        case (AnyType(choices=wanted),):
            texts, ints = TextType() in wanted, not wanted or IntType() in wanted
            kinds = (*((str,) if texts else ()), *((int,) if ints else ()))
        case _:
            return []
    return [(one,) for one in literals if type(one) in kinds]


def _by_calls(
    client: PlainClient,
    syntax: Syntax,
    looking: Mapping[str, Sequence[PublicCall]],
    reference: Reference,
    name: str,
    named: Mapping[Reference, str],
    literals: Sequence[Literal],
) -> Iterator[Seen]:
    for call, expression, outcome in _asked(client, syntax, looking, reference, name, literals):
        after = replace(client, heap=outcome.heap)
        seen = value_text(after, syntax, outcome.value, named, are_items=outcome.went_through)
        if seen is not None and not is_wrong_length(call, outcome.value):
            yield replace(seen, expression=expression)


def _asked(
    client: PlainClient,
    syntax: Syntax,
    looking: Mapping[str, Sequence[PublicCall]],
    reference: Reference,
    name: str,
    literals: Sequence[Literal],
) -> Iterator[tuple[PublicCall, str, Returned]]:
    """Make the calls that only look: each with its text and what it gave."""
    calls = looking.get(client.heap.class_of(reference), ())
    for call in sorted(calls, key=lambda call: len(call.parameters)):
        for arguments in _choices(call, literals)[:MOST_ARGUMENTS]:
            outcome = _looked(client, call, (reference, *arguments))
            if isinstance(outcome, Returned):
                texts = [name, *(syntax.literal(one) for one in arguments)]
                writes = syntax.items if outcome.went_through else syntax.call
                yield call, writes(call, texts), outcome


def _by_given(
    client: PlainClient,
    syntax: Syntax,
    looks: Looks,
    reference: Reference,
    name: str,
    named: dict[Reference, str],
    literals: Sequence[Literal],
) -> Iterator[Seen]:
    """Look at objects that calls give: `node = tree.root()`, then at `node`.

    Notes their variables in `named`.
    """
    looking = looks.by_class
    for call, expression, outcome in _asked(client, syntax, looking, reference, name, literals):
        given = outcome.value
        after = replace(client, heap=outcome.heap)
        if (
            not isinstance(given, Reference)
            # A new object tells about the call, not about what was there before it.
            or given.number >= len(client.heap.rows)
            or given in named
            or after.heap.class_of(given) in client.hierarchy.library
            or not is_seen_exactly(after, call, given)
        ):
            continue
        variable = syntax.variable(after.heap.class_of(given))
        while variable in (*named.values(), *syntax.reserved):
            variable = f"next_{variable}"
        known = {**named, given: variable}
        found = [
            *_by_calls(after, syntax, looking, given, variable, known, ()),
            *_by_fields(after, syntax, given, variable, known, 0),
        ][:MOST_INSIDE]
        if found:
            yield Seen(expression, None, variable=variable)
            if call.name in looks.optional:
                yield Seen(variable, None, is_object=True)
            yield from found
            named[given] = variable


def is_wrong_length(call: PublicCall, value: Value | Unit) -> bool:
    """Say whether a `__len__` of Python gives what `len` refuses."""
    name = call.name.rpartition(".")[2]
    return name == "__len__" and isinstance(value, int) and value < 0


def _by_fields(
    client: PlainClient,
    syntax: Syntax,
    reference: Reference,
    name: str,
    named: Mapping[Reference, str],
    steps: int,
) -> Iterator[Seen]:
    """Look at public fields, and from there at those of the objects that they hold."""
    class_name, made = client.heap.class_of(reference), client.hierarchy.made
    values = fields_of(client.hierarchy, client.heap, reference)
    inner: list[tuple[Reference, str]] = []
    for field in client.hierarchy.fields(class_name):
        if not field.is_public or field.name[-1:] == "?" or field.name.startswith("@"):
            continue
        expression, value = f"{name}.{field.name}", values[field.name]
        seen = value_text(client, syntax, value, named)
        if seen is not None:
            yield replace(seen, expression=expression)
        elif isinstance(value, Reference) and client.heap.class_of(value) not in made:
            inner.append((value, expression))
    for value, expression in inner if steps else ():
        further = list(_by_fields(client, syntax, value, expression, named, steps - 1))
        if further:
            yield Seen(expression, None, is_object=True)
            yield from further


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
    if not client.program.language.is_checked_statically or call.function is None:
        return True
    return call.result == RefType(client.heap.class_of(reference))
