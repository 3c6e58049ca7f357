"""Draw arguments for a call from likely values and from what a client has seen.

Place: answers/trials/. `try_out` makes calls with these. A draw prefers what went well before in
the same place: the rows of a board that do not throw, a string that led to something new.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import TypeAlias, TypeVar

from heapwright.answers.calls.sequence import (
    FreshContainer,
    LeftAway,
    OpaqueObject,
    PlainArgument,
    PlainCall,
    ResultOf,
)
from heapwright.answers.trials.likely_values import LikelyValues
from heapwright.graph.state.public_calls import PublicCall
from heapwright.graph.state.state_graph import Setting
from heapwright.ir.core import types
from heapwright.ir.core.operations import FOREIGN
from heapwright.ir.core.program import PLACES, ByDigits
from heapwright.paths.plain.heap import Named
from heapwright.records import dataclass, field, replace

Place: TypeAlias = tuple[str, int]  # a call, and the number of its parameter
Kind = TypeVar("Kind", int, str, float)

USUAL, NULL = 0.4, 0.15  # how often a draw takes a default, or null
# How often a value comes from where, as long as nothing is known about how that goes.
SOURCES = {"result": 0.5, "heap": 0.3, "pieces": 0.3, "list": 0.6, "length": 0.6, "seed": 0.6}
ALIKE = 0.8  # how often a string in the place of another one is much like it
SPELT = 4  # times as often strings are put together where their letters matter
LEAST = 0.1  # of this remains however badly it goes
N_PIECES = (1, 2, 2, 3, 3, 4, 5)
MOST_INNER = 2
MOST_OPAQUE = 2
# Of which strings of a wanted length are made, and how often there is a piece in them.
ALPHABETS = ("0123456789", "abcdefghij", "ABCDEFGHIJ", "abcdefgABCDEFG0123456789", "aB1!-_")
WITH_PIECE = 0.4
# How a string that came far is changed: not at all, in one letter, else by pieces in it.
AS_IT_IS, OTHER_LETTER = 0.2, 0.4
MOST_SEEDS = 6
HALF = 8  # a value that many places later is half as likely


@dataclass(frozen=True, slots=True)
class Seen:
    """What a client can give: its objects, what calls returned, and what is in its heap."""

    held: tuple[tuple[str, int], ...]  # class of an object, and the call that returned it
    text_results: tuple[PlainArgument, ...]
    int_results: tuple[PlainArgument, ...]
    texts: tuple[PlainArgument, ...]  # in its heap
    ints: tuple[PlainArgument, ...]


@dataclass(frozen=True, slots=True)
class Draws:
    """Where arguments come from, and how they went. Mutable inside; lives in one search."""

    setting: Setting
    values: LikelyValues
    random: Random
    n_tried: dict[tuple[Place, PlainArgument], int] = field(default_factory=dict)
    n_good: dict[tuple[Place, PlainArgument], int] = field(default_factory=dict)
    sources: list[tuple[Place, str]] = field(default_factory=list)  # of the last draw
    n_drawn: dict[tuple[Place, str], int] = field(default_factory=dict)  # by source
    n_went_well: dict[tuple[Place, str], int] = field(default_factory=dict)
    # Strings with which a call threw, but further on than others did.
    seeds: dict[Place, list[str]] = field(default_factory=dict)


class NoArgument(Exception):
    """A client has nothing to give for a parameter; it may want an object of a class."""

    def __init__(self, class_name: str | None = None) -> None:
        super().__init__(class_name)
        self.class_name = class_name


@dataclass(frozen=True, slots=True)
class Lacking:
    """There are no arguments for a call: an object of this class is wanted, if that is all."""

    class_name: str | None


def drawn(draws: Draws, seen: Seen, call: PublicCall) -> tuple[PlainArgument, ...] | Lacking:
    """Draw arguments for a call, without the receiver."""
    function = draws.setting.hierarchy.functions.get(call.function or "")
    defaults = [] if function is None else [p.plain_default for p in function.parameters]
    arguments: list[PlainArgument] = []
    draws.sources.clear()
    try:
        for index, type_ in enumerate(call.parameters):
            default = defaults[index] if index < len(defaults) else None
            if default is not None and draws.random.random() < USUAL:
                arguments.append(default[0])
                continue
            with_null = index not in call.never_null
            arguments.append(_drawn(draws, seen, (call.name, index), type_, with_null, 0))
    except NoArgument as lack:
        return Lacking(lack.class_name)
    return tuple(arguments)


def note(draws: Draws, plain_call: PlainCall, *, is_good: bool) -> None:
    """Remember how the call for which arguments were drawn last went."""
    for source in draws.sources:
        draws.n_drawn[source] = draws.n_drawn.get(source, 0) + 1
        if is_good:
            draws.n_went_well[source] = draws.n_went_well.get(source, 0) + 1
    call = plain_call.call
    for index, argument in enumerate(plain_call.arguments[call.receiver is not None :]):
        for one in _plain_parts(argument):
            key = ((call.name, index), one)
            draws.n_tried[key] = draws.n_tried.get(key, 0) + 1
            if is_good:
                draws.n_good[key] = draws.n_good.get(key, 0) + 1


def sow(draws: Draws, plain_call: PlainCall) -> None:
    """Remember the strings of a call that threw where none did before."""
    call = plain_call.call
    for index, argument in enumerate(plain_call.arguments[call.receiver is not None :]):
        for text in _plain_parts(argument):
            if isinstance(text, str):
                draws.seeds.setdefault((call.name, index), []).append(text)
                del draws.seeds[call.name, index][:-MOST_SEEDS]


def another(draws: Draws, plain_call: PlainCall, place: int) -> PlainCall:
    """Give a call that went well with something else for one of its arguments.

    Of a string that is mostly one that is much like it.
    """
    call = plain_call.call
    arguments = list(plain_call.arguments)
    given = arguments[place]
    if isinstance(given, str) and draws.random.random() < ALIKE:
        arguments[place] = _alike(draws, given)
    else:
        index = place - (call.receiver is not None)
        nobody = Seen((), (), (), (), ())
        try:
            arguments[place] = _drawn(
                *(draws, nobody, (call.name, index), call.parameters[index]), False, 0
            )
        except NoArgument:
            return plain_call
    return replace(plain_call, arguments=tuple(arguments))


def _alike(draws: Draws, text: str) -> str:
    """Put pieces into a string, or take a letter out."""
    draw = draws.random
    if text and draw.random() < 0.2:
        at = draw.randrange(len(text))
        return text[:at] + text[at + 1 :]
    for _ in range(draw.choice((1, 1, 2, 3))):
        at = draw.choice((len(text), len(text), draw.randint(0, len(text))))
        text = text[:at] + draw.choice(draws.values.pieces) + text[at:]
    return text


def _plain_parts(argument: PlainArgument) -> Iterator[PlainArgument]:
    if isinstance(argument, FreshContainer):
        for entry in argument.entries:
            yield from _plain_parts(entry)
    else:
        yield argument


def _drawn(
    draws: Draws,
    seen: Seen,
    place: Place,
    type_: types.Type | types.Choice,
    with_null: bool,
    depth: int,
) -> PlainArgument:
    draw, values = draws.random, draws.values
    match type_:
        case types.IntType():
            return _number(draws, seen, place)
        case types.BoolType():
            return draw.random() < 0.5
        case types.RefType(class_name):
            return _object(draws, seen, class_name, with_null)
        case types.NullType():
            return None
        case types.OmittedType():
            return LeftAway()
        case types.TextType():
            return _text(draws, seen, place)
        case types.FloatType():
            return _weighted(draws, place, values.floats)
        case types.AnyType(()):
            return _number(draws, seen, place)
        case types.AnyType(possible):
            order = list(possible)
            lacks: str | None = None
            while order:
                # Numbers and strings come before what somebody merely compares a value with.
                at = 0
                if len(order) > 1:
                    (at,) = draw.choices(
                        range(len(order)), [1 / (1 + n) for n in range(len(order))]
                    )
                choice = order.pop(at)
                try:
                    return _drawn(draws, seen, place, choice, with_null, depth)
                except NoArgument as lack:
                    lacks = lacks or lack.class_name
            raise NoArgument(lacks)
        case types.MemberType(class_name, names) if class_name != FOREIGN and names:
            return Named(class_name, draw.choice(names))
        case types.LiteralType(fixed):
            return draw.choice(fixed)
        case types.ContainerType():
            return _container(draws, seen, place, type_, with_null, depth)
        case types.VoidType() | types.MemberType():
            raise NoArgument


def _number(draws: Draws, seen: Seen, place: Place) -> PlainArgument:
    draw = draws.random
    match _source(draws, place, seen.int_results, seen.ints, {}):
        case "result":
            return draw.choice(seen.int_results)
        case "heap":
            return draw.choice(seen.ints)
        case _:
            return _weighted(draws, place, draws.values.ints)


def _text(draws: Draws, seen: Seen, place: Place) -> PlainArgument:
    draw = draws.random
    further = {"length": bool(_lengths(draws, place)), "seed": place in draws.seeds}
    match _source(draws, place, seen.text_results, seen.texts, further):
        case "result":
            return draw.choice(seen.text_results)
        case "heap":
            return draw.choice(seen.texts)
        case "pieces":
            return _put_together(draws)
        case "length":
            return _of_length(draws, draw.choice(_lengths(draws, place)))
        case "seed":
            return _grown(draws, draw.choice(draws.seeds[place]))
        case _:
            return _weighted(draws, place, draws.values.texts)


def _source(
    draws: Draws,
    place: Place,
    results: Sequence[PlainArgument],
    held: Sequence[PlainArgument],
    further: Mapping[str, bool],
) -> str:
    """Draw where a value comes from: more often from where it went well."""
    weights: list[float] = []
    for source, usual in SOURCES.items():
        key = (place, source)
        n_good, n_drawn = draws.n_went_well.get(key, 0), draws.n_drawn.get(key, 0)
        weights.append(usual * max(LEAST, (1 + n_good) / (1 + n_drawn)))
    weights[0] *= bool(results)
    weights[1] *= bool(held)
    weights[4] *= further.get("length", False)
    weights[5] *= further.get("seed", False)
    if draws.setting.spelling is not None:
        weights[2] *= SPELT
    (source,) = draws.random.choices(list(SOURCES), weights)
    draws.sources.append((place, source))
    return source


def _put_together(draws: Draws) -> str:
    draw, pieces = draws.random, draws.values.pieces
    return "".join([draw.choice(pieces) for _ in range(draw.choice(N_PIECES))])


def _grown(draws: Draws, text: str) -> str:
    """Give a string that is like another one, but for a letter or a few equal pieces."""
    draw = draws.random
    chance = draw.random()
    at = draw.randint(0, len(text))
    if chance < AS_IT_IS:
        return text
    if chance < OTHER_LETTER and at < len(text):
        return text[:at] + draw.choice(draw.choice(ALPHABETS)) + text[at + 1 :]
    piece = draw.choice((*draws.values.pieces, draw.choice(draw.choice(ALPHABETS))))
    return text[:at] + piece * draw.choice((1, 1, 2, 3, 4)) + text[at:]


def _lengths(draws: Draws, place: Place) -> Sequence[int]:
    """Give the lengths that the code asks strings in a place to have, as far as that is known."""
    spelling = draws.setting.spelling
    found = [] if spelling is None else spelling.lengths(*place)
    return found or draws.values.lengths


def _of_length(draws: Draws, length: int) -> str:
    """Draw a string of a length: a number, a word, or some of all, after a piece or two."""
    draw, pieces = draws.random, draws.values.pieces
    alphabet = draw.choice(ALPHABETS)
    text = "".join(draw.choices(alphabet, k=length))
    if draw.random() < WITH_PIECE:
        piece = draw.choice(pieces)
        at = draw.choice((0, 0, len(text), draw.randint(0, len(text))))
        text = text[:at] + piece + text[at:]
        # What is too much goes from the other end.
        text = text[:length] if at == 0 else text[-length:]
    return text


def _weighted(draws: Draws, place: Place, values: Sequence[Kind]) -> Kind:
    """Draw one of the values: those that come first, and those that went well, more often."""
    n_tried, n_good = draws.n_tried, draws.n_good
    weights = []
    for number, value in enumerate(values):
        key = (place, value)
        went = (1 + n_good.get(key, 0)) / (1 + n_tried.get(key, 0))
        weights.append(went * HALF / (HALF + number))
    return draws.random.choices(values, weights)[0]


def _object(draws: Draws, seen: Seen, class_name: str, with_null: bool) -> PlainArgument:
    draw, setting = draws.random, draws.setting
    if class_name in setting.opaque:
        number = draw.randint(0, MOST_OPAQUE)
        return None if number == 0 else OpaqueObject(number)
    fitting = setting.hierarchy.below(class_name)
    held = [call for own, call in seen.held if own in fitting]
    if with_null and (not held or draw.random() < NULL):
        return None
    if not held:
        raise NoArgument(class_name)
    return ResultOf(draw.choice(held))


def _container(
    draws: Draws,
    seen: Seen,
    place: Place,
    type_: types.ContainerType,
    with_null: bool,
    depth: int,
) -> PlainArgument:
    draw, name, hierarchy = draws.random, type_.class_name, draws.setting.hierarchy
    if name in draws.values.numbers:
        number = _weighted(draws, place, draws.values.numbers[name])
        has_point = isinstance(draws.setting.hierarchy.made[name], ByDigits)
        point = (-draws.setting.scope[PLACES],) if has_point else ()
        return FreshContainer(name, (number, *point))
    size = 1
    if type_.varies:
        most = draws.setting.room if depth == 0 else min(MOST_INNER, draws.setting.room)
        size = 0 if not type_.entries else min(draw.randint(0, most), draw.randint(0, most + 1))
    keys: list[PlainArgument] = []
    entries: list[PlainArgument] = []
    for _ in range(size):
        group = [_drawn(draws, seen, place, entry, with_null, depth + 1) for entry in type_.entries]
        if hierarchy.is_dict(name) or name in ("set", "frozenset"):
            # Equal keys would be one; of objects nobody knows here which ones are equal.
            if group[0] in keys or (keys and not isinstance(group[0], int | str | Named)):
                continue
            keys.append(group[0])
        entries += group
    return FreshContainer(name, tuple(entries))
