"""Kinds of values, and what clients give of them, in words.

Place: ir/core/. Whoever tells people of kinds asks here; nobody decides anything by these words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from heapwright.ir.core.kinds import Kinds, ValueKind, simplest_first
from heapwright.ir.core.operations import FOREIGN
from heapwright.ir.core.types import (
    AnyType,
    Beyond,
    BoolType,
    Choice,
    ContainerType,
    FloatType,
    Gap,
    IntType,
    LiteralType,
    MemberType,
    NullType,
    OmittedType,
    RefType,
    TextType,
    Type,
    VoidType,
)

_PLURALS: Mapping[type, str] = {
    IntType: "ints",
    BoolType: "bools",
    TextType: "strings",
    FloatType: "floats",
    NullType: "`None`",
}
ROOT_CLASS = "object"  # of which all values are, so they are told apart and no more


def words(kinds: Kinds) -> str:
    """Name values that are of several kinds, or of a kind that has no static type."""
    if kinds.others:
        return "values of such a kind"
    first, second, *_ = map(singular, simplest_first(kinds))
    return f"values that are {first} or {second}"


def singular(kind: ValueKind | Kinds) -> str:
    """Name one value of a kind that has a static type."""
    match kind:
        case IntType():
            return "an int"
        case BoolType():
            return "a bool"
        case NullType():
            return "None"
        case RefType(class_name):
            return f"a {class_name}"
        case _:
            return words(kind if isinstance(kind, Kinds) else Kinds((kind,)))


# --- What clients give -------------------------------------------------------------


def tells_kinds(type_: Type | Choice) -> bool:
    """Say whether something is known of what clients give, beside `None` and classes."""
    match type_:
        case NullType() | VoidType() | LiteralType() | OmittedType():
            return False
        case RefType(class_name):
            return class_name == ROOT_CLASS
        case MemberType(class_name):
            return class_name not in ("function", "type", FOREIGN)
        case AnyType(choices):
            return not choices or any(map(tells_kinds, choices))
        case _:
            return True


def given_words(type_: Type | Choice) -> Iterator[str]:
    """Name the kinds of values that a client gives; objects of a class were found by their use."""
    match type_:
        case AnyType(()):
            yield "ints"
        case IntType() | BoolType() | TextType() | FloatType() | NullType():
            yield _PLURALS[type(type_)]
        case RefType(class_name) if class_name == ROOT_CLASS:
            yield "mere objects"
        case ContainerType(class_name, entries):
            many = class_words(class_name)
            inner = list(dict.fromkeys(kind for entry in entries for kind in given_words(entry)))
            of = f" of {listed(inner)}" if inner else ""
            yield f"{many}{of}" if entries else f"empty {many}"
        case MemberType(class_name) if class_name not in ("function", "type", FOREIGN):
            yield f"members of `{class_name}`"
        case AnyType(choices):
            for choice in choices:
                yield from given_words(choice)
            if tells_kinds(type_):
                yield from (f"`{one.class_name}`" for one in choices if isinstance(one, RefType))
        case _:
            pass


def class_words(class_name: str, *, is_many: bool = True) -> str:
    """Say what containers of a class are called, by the last part of its name."""
    name = class_name.rpartition("_")[2]
    return f"{name}s" if is_many else name


def listed(several: Sequence[str]) -> str:
    """Put words into a row: "ints, strings and `None`"."""
    *first, last = several
    return f"{', '.join(first)} and {last}" if first else last


def tried_words(choices: tuple[Choice, ...]) -> str:
    """Say what is tried: "`print` and `bool` are"; empty where only nothing is."""
    found = list(dict.fromkeys(word for choice in choices for word in _tried(choice)))
    if not found:
        return ""
    is_one = len(found) == 1 and found[0].startswith(("`", "a ", "an "))
    return f"{listed(found)} {'is' if is_one else 'are'}"


def _tried(choice: Choice) -> list[str]:
    match choice:
        case MemberType(kind, names) if kind == FOREIGN:
            return [f"a `{name}` that knows no other objects" for name in names]
        case LiteralType(values):
            return [f"`{value!r}`" for value in values]
        case MemberType(_, names):
            return [f"`{name.rpartition('.')[2]}`" for name in names]
        case OmittedType():
            return []
        case ContainerType(name, entries):
            name = class_words(name, is_many=False)
            return [f"some of type {name}" if entries else f"an empty {name}"]
        case RefType(class_name):
            return [f"objects of `{class_name}`"]
        case _:
            return [_PLURALS[type(choice)]]


def beyond_words(beyond: Sequence[Beyond]) -> str:
    """Say what a client may give beyond that which is tried; empty if there is no such thing."""
    return "; ".join(map(_beyond, beyond))


def _beyond(beyond: Beyond) -> str:
    name, tried = f"`{beyond.parameter}`", tried_words(beyond.tried)
    match beyond.gap:
        case Gap.NOT_MADE:
            given = f"only {tried} given for" if tried else "no call gives"
            return f"of all that a client could give, {given} {name}"
        case Gap.OTHER_CLASSES:
            return f"objects of unknown classes for {name} are not tried"
        case Gap.OTHER_KINDS:
            return f"only {tried} given for {name}"
        case Gap.OTHER_ENTRIES:
            return f"only {tried} tried as entries of {name}"
        case Gap.OTHER_KEYWORDS:
            keywords = [
                f"`{one}`" for c in beyond.tried if isinstance(c, LiteralType) for one in c.values
            ]
            return f"keywords other than {', '.join(keywords)} for {name} are not tried"
        case Gap.LEFT_OUT:
            return f"leaving {name} out is not tried"
        case Gap.CALLING_BACK:
            return f"functions for {name} that raise, or call back, are not tried"
        case Gap.TIME_ZONES:
            return f"times with a time zone for {name} are not tried"
