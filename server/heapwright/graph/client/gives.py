"""Every way to call something on a heap of a given shape.

Place: graph/client/. `explore` runs each of these. Objects that the caller holds and null
are enumerated, Booleans too; ints are left open as fresh variables. There may be far more
ways than anybody has time for (a dict of four strings has millions), so they are made one
by one, and whoever goes through them looks at the watch.
Source: [MSEQ] Definition 4.5, GetAbstractCalls.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, product
from typing import TypeAlias

from heapwright.graph.client.holds import can_call, method_at, usable
from heapwright.graph.client.lazy_sequence import OneByOne
from heapwright.graph.state.public_calls import PublicCall
from heapwright.graph.state.shape import Shape
from heapwright.graph.state.state_graph import (
    ANY_STRING,
    Argument,
    Fresh,
    Literal,
    MemberOf,
    ObjectAt,
    Omitted,
    Setting,
    Spelled,
    Unknown,
)
from heapwright.graph.state.watch import Watch
from heapwright.ir.core import types
from heapwright.ir.core.kind_words import beyond_words
from heapwright.ir.core.operations import FOREIGN, METHOD
from heapwright.ir.core.program import PLACES, ByDigits, Parameter
from heapwright.ir.core.types import Type
from heapwright.terms.build import variable
from heapwright.terms.sorts import INT

Ways: TypeAlias = "Iterator[tuple[Argument, ...]]"


def calls_on(
    setting: Setting, shape: Shape, watch: Watch
) -> Iterator[tuple[PublicCall, tuple[Argument, ...]]]:
    """Give the calls that can change something, with all choices of objects."""
    for call, ways in ways_on(setting, shape, watch):
        for arguments in ways:
            yield call, arguments


def ways_on(setting: Setting, shape: Shape, watch: Watch) -> Iterator[tuple[PublicCall, Ways]]:
    """Give each call that can change something, by itself, with all choices of objects."""

    def created(call: PublicCall) -> Ways:
        # Where unlinked parts are explored on their own, a call that takes no
        # object makes the same new part on every heap: once is enough.
        if setting.splits and shape.roots and not _may_take(setting, shape, call.parameters):
            return
        for arguments in arguments_of(setting, shape, call):
            watch.look()
            takes_object = any(map(_has_object, arguments))
            if not setting.splits or takes_object == bool(shape.roots):
                yield arguments

    def called(call: PublicCall, position: int) -> Ways:
        for arguments in arguments_of(setting, shape, call):
            watch.look()
            yield (ObjectAt(position), *arguments)

    for call in setting.api.creators:
        if not call.is_observer:
            yield call, created(call)
    for position in usable(setting, shape):
        class_name, known_as, _ = shape.objects[position]
        calls: Iterable[PublicCall] = setting.api.methods.get(class_name, ())
        if class_name == METHOD:
            name = method_at(setting, shape, position)
            calls = [call for call in calls if call.function == name]
        for call in calls:
            if not call.is_observer and can_call(setting, known_as or class_name, call):
                yield call, called(call, position)


def _may_take(setting: Setting, shape: Shape, parameters: Iterable[Type | types.Choice]) -> bool:
    """Say whether some argument for parameters of these types may be or hold an object.

    Without this, a constructor with a million ways to call it would have them all made in vain
    on each heap (measured with seven open parameters: nine tenths of a fair exploration).
    """
    known_as = {_known_as(shape, position) for position in usable(setting, shape)}
    pending = list(parameters)
    while pending:
        match pending.pop():
            case types.RefType(class_name):
                if class_name not in setting.opaque and not known_as.isdisjoint(
                    setting.hierarchy.below(class_name)
                ):
                    return True
            case types.AnyType(possible):
                pending.extend(possible)
            case types.ContainerType(entries=entries):
                pending.extend(entries)
            case _:
                pass
    return False


def _known_as(shape: Shape, position: int) -> str:
    class_name, known_as, _ = shape.objects[position]
    return known_as or class_name


def _has_object(argument: Argument) -> bool:
    if isinstance(argument, Fresh):
        return any(map(_has_object, argument.entries))
    return isinstance(argument, ObjectAt)


def arguments_of(setting: Setting, shape: Shape, call: PublicCall) -> Ways:
    """Give every choice of arguments for a call, without the receiver.

    Where the setting is fair, the simplest come first, see `simplest_first`.
    """
    slots = [
        choices(
            *(setting, shape, t, f"a{i}"),
            with_null=i not in call.never_null,
            lengths=_lengths(setting, call.name, i),
        )
        for i, t in enumerate(call.parameters)
    ]
    if not setting.is_fair:
        return _combinations(slots)
    function = setting.hierarchy.functions.get(call.function or "")
    parameters = () if function is None else function.parameters
    return simplest_first(slots, [_usual(parameter) for parameter in parameters])


def _usual(parameter: Parameter) -> Argument | None:
    """Give the default where it is a choice of its own; numbers are left open."""
    match parameter.plain_default:
        case (bool() | str() | None as value,):
            return Literal(value)
        case _:
            return None


def arguments_for(setting: Setting, shape: Shape, parameters: tuple[Parameter, ...]) -> Ways:
    """Give every choice of arguments for these parameters."""
    lengths = _lengths(setting, ANY_STRING, 0)
    return _combinations(
        [
            choices(
                *(setting, shape, parameter.type, f"a{i}"),
                with_null=parameter.takes_null,
                lengths=lengths,
            )
            for i, parameter in enumerate(parameters)
        ]
    )


def _lengths(setting: Setting, call: str, place: int) -> Sequence[int]:
    """Give the lengths beyond the usual ones of strings for a parameter."""
    return () if setting.spelling is None else setting.spelling.lengths(call, place)


def _of_any_kind(argument: Argument) -> Argument:
    """Tell an int where a value of any kind is wanted from one that is the only choice."""
    match argument:
        case Unknown(variable_, False, "int"):
            return Unknown(variable_, kind="any")
        case _:
            return argument


# In a container inside of another one that the client makes for a call.
MOST_INNER_ENTRIES = 2


def narrowed(parameters: tuple[Type, ...]) -> Iterator[str]:
    """Say what a client may give for such parameters, and calls are not tried with."""
    for type_ in parameters:
        if isinstance(type_, types.AnyType) and type_.beyond:
            yield beyond_words(type_.beyond)


def takes_inner_containers(parameters: tuple[Type, ...]) -> bool:
    """Say whether a client gives containers that hold some, which are smaller than others."""
    return any(
        isinstance(choice, types.ContainerType) and _is_nested(choice)
        for type_ in parameters
        if isinstance(type_, types.AnyType)
        for choice in type_.choices
    )


def _is_nested(type_: types.ContainerType) -> bool:
    inner = [
        choice
        for entry in type_.entries
        for choice in (entry.choices if isinstance(entry, types.AnyType) else (entry,))
    ]
    return any(isinstance(choice, types.ContainerType) and choice.varies for choice in inner)


def _combinations(slots: Sequence[Iterable[Argument]]) -> Iterator[tuple[Argument, ...]]:
    """Give all choices of one from each slot, in the order of `product`, which makes them first."""
    if all(isinstance(slot, list) for slot in slots):
        yield from product(*slots)
        return
    # Without this, all choices of the other slots would be tried in vain.
    if any(next(iter(slot), None) is None for slot in slots):
        return
    chosen: list[Argument] = []
    open_slots = [iter(slots[0])]
    while open_slots:
        one = next(open_slots[-1], None)
        if one is None:
            open_slots.pop()
            if chosen:
                chosen.pop()
        elif len(open_slots) == len(slots):
            yield (*chosen, one)
        else:
            chosen.append(one)
            open_slots.append(iter(slots[len(open_slots)]))


# Choices for one parameter that a fair search looks at.
MOST_CHOICES = 31


def simplest_first(
    slots: Sequence[Iterable[Argument]], defaults: Sequence[Argument | None] = ()
) -> Ways:
    """Give choices of one from each slot such that no slot waits for the end of another.

    What is left out goes first, or the default, then objects and open values, then fixed ones and
    containers.
    Each time that a slot has come twice as far as before, the choice costs one more, and those
    that cost less in all come first: of seven parameters with four choices each, all ways to
    change a single one are among the first fifty of 16,384. Of a slot with very many choices
    only the first are looked at.
    """
    usual = [*defaults, *[None] * (len(slots) - len(defaults))]
    levels = [_levels(slot, default) for slot, default in zip(slots, usual, strict=True)]
    for cost in range(sum(len(level) - 1 for level in levels) + 1):
        yield from _of_cost(levels, cost)


def _levels(slot: Iterable[Argument], default: Argument | None) -> list[list[Argument]]:
    """Put the choices of a slot into groups of 1, 2, 4, 8, …, the simplest first."""
    found = list(islice(slot, MOST_CHOICES))
    found.sort(key=lambda one: 0 if one == default else _simplicity(one))
    return [found[2**cost - 1 : 2 ** (cost + 1) - 1] for cost in range(len(found).bit_length())]


def _of_cost(levels: Sequence[list[list[Argument]]], cost: int) -> Ways:
    if not levels:
        if cost == 0:
            yield ()
        return
    first, rest = levels[0], levels[1:]
    most_of_rest = sum(len(level) - 1 for level in rest)
    for own in range(max(0, cost - most_of_rest), min(len(first) - 1, cost) + 1):
        for one in first[own]:
            for others in _of_cost(rest, cost - own):
                yield (one, *others)


def _simplicity(argument: Argument) -> int:
    match argument:
        case Omitted():
            return 0
        case ObjectAt() | Unknown():
            return 1
        case Fresh(entries=entries):
            return 3 + len(entries)
        case _:
            return 2


def choices(
    setting: Setting,
    shape: Shape,
    type_: Type | types.Choice,
    name: str,
    *,
    with_null: bool = True,
    lengths: Sequence[int] = (),
) -> list[Argument] | OneByOne[Argument]:
    """Give every choice for one parameter or entry, in an order that only the shape decides.

    `name` is that of the variable, where the value is left open. Without null, there is one only
    where the type says so. Strings that are looked into have these lengths, too.
    """
    match type_:
        case types.IntType():
            return [Unknown(variable(name, INT))]
        case types.BoolType():
            return [Literal(False), Literal(True)]
        case types.RefType(class_name) if class_name in setting.opaque:
            return [Unknown(variable(name, INT), is_opaque=True)]
        case types.RefType(class_name):
            fitting = set(setting.hierarchy.below(class_name))
            held: list[Argument] = [
                ObjectAt(position)
                for position in usable(setting, shape)
                if _known_as(shape, position) in fitting
            ]
            return [*held, Literal(None)] if with_null else held
        case types.VoidType():
            return []
        case types.NullType():
            return [Literal(None)]
        case types.OmittedType():
            return [Omitted()]
        case types.TextType():
            return _texts(setting, name, lengths)
        case types.FloatType():
            unknown = Unknown(variable(name, INT), kind="float", parts=setting.float_parts)
            return [unknown, *map(Literal, setting.floats)]
        case types.AnyType(()):
            return [Unknown(variable(name, INT), kind="any")]
        case types.AnyType(possible):
            found = _alternatives(setting, shape, possible, name, with_null, lengths)
            has_container = any(isinstance(choice, types.ContainerType) for choice in possible)
            return OneByOne(found) if has_container else list(found)
        case types.MemberType(class_name) if class_name == FOREIGN and not setting.follows_unread:
            return []
        case types.MemberType(class_name, names):
            return [MemberOf(class_name, member) for member in names]
        case types.LiteralType(values):
            return list(map(Literal, values))
        case types.ContainerType():
            return OneByOne(_containers(setting, shape, type_, name, with_null, lengths))


def _alternatives(
    setting: Setting,
    shape: Shape,
    possible: tuple[types.Choice, ...],
    name: str,
    with_null: bool,
    lengths: Sequence[int],
) -> Iterator[Argument]:
    """Give what can be chosen where a value may be of several kinds, each once."""
    seen: set[Argument] = set()
    for choice in possible:
        found = choices(setting, shape, choice, name, with_null=with_null, lengths=lengths)
        for one in map(_of_any_kind, found):
            if one not in seen:
                seen.add(one)
                yield one


def _texts(setting: Setting, name: str, lengths: Sequence[int]) -> list[Argument]:
    """Give a string; where its characters matter, all lengths and the program's own strings."""
    spelling = setting.spelling
    if spelling is None:
        return [Unknown(variable(name, INT), kind="str")]
    usual = range(spelling.longest + 1)
    longest = max([spelling.longest, *lengths])
    letters = [variable(f"{name}.{place}", INT) for place in range(longest)]
    # Those that the code asks for come first: the others lead less far.
    return [
        *(Spelled(tuple(letters[:length])) for length in (*lengths, *usual)),
        *map(Literal, spelling.texts),
    ]


def _containers(
    setting: Setting,
    shape: Shape,
    type_: types.ContainerType,
    name: str,
    with_null: bool,
    lengths: Sequence[int],
) -> Iterator[Argument]:
    """Give containers of all lengths within the scope, their contents open."""
    for size in _sizes(setting, type_, name):
        slots = [
            choices(
                *(setting, shape, entry, f"{name}.{number}.{index}"),
                with_null=with_null,
                lengths=lengths,
            )
            for number in range(size)
            for index, entry in enumerate(type_.entries)
        ]
        for chosen in _combinations(slots):
            yield _fresh(setting, type_, chosen)


def _sizes(setting: Setting, type_: types.ContainerType, name: str) -> range:
    """Say how many times the entries of a container can be repeated."""
    if not type_.varies:
        return range(1, 2)
    if not type_.entries:
        return range(1)
    most = setting.room
    return range((min(most, MOST_INNER_ENTRIES) if "." in name else most) + 1)


def _fresh(setting: Setting, type_: types.ContainerType, entries: tuple[Argument, ...]) -> Fresh:
    if isinstance(setting.hierarchy.made.get(type_.class_name), ByDigits):
        # Its coefficient is open, its exponent is not.
        entries = (*entries, Literal(-setting.scope[PLACES]))
    return Fresh(type_.class_name, entries)


def container_of(
    setting: Setting,
    type_: types.ContainerType,
    name: str,
    n_entries: int,
    choose: Callable[[int, types.Choice | types.AnyType, str], Argument | None],
) -> Argument | None:
    """Make the container of so many entries among the choices, without making the others.

    `choose` says for the place, the type and the name of an entry what it is. None if that is
    no choice.
    """
    width = len(type_.entries)
    if n_entries not in [size * width for size in _sizes(setting, type_, name)]:
        return None
    entries: list[Argument] = []
    for place in range(n_entries):
        number, index = divmod(place, width)
        entry = choose(place, type_.entries[index], f"{name}.{number}.{index}")
        if entry is None:
            return None
        entries.append(entry)
    return _fresh(setting, type_, tuple(entries))
