"""Kinds of values, and what clients give of them, in words.

Place: ir/core/. Whoever tells people of kinds asks here; nobody decides anything by these words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import assert_never

from heapwright.ir.core.kinds import (
    CallableKind,
    ClassKind,
    ContainerKind,
    Kinds,
    LiteralKind,
    Mark,
    MemberKind,
    NotFollowed,
    Reason,
    UnreadKind,
    ValueKind,
    simplest_first,
)
from heapwright.ir.core.operations import CONTAINERS, FOREIGN
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

ROOT_CLASS = "object"  # of which all values are, so they are told apart and no more

_MARKS: Mapping[Mark, str] = {
    Mark.ANYTHING: "values of any kind",
    Mark.ASKED: "values whose kind is asked for",
    Mark.NAMED: "values that are asked for their kind",
    Mark.OTHER: "values of a kind that nobody names",
    Mark.GUESSED: "values that are known by their use",
    Mark.OPEN: "values of a type that allows anything",
    Mark.UNDEFINED: "values of a type that is not known",
}
_REASONS: Mapping[Reason, str] = {
    Reason.LOOP_ITEM: "loops over such values",
    Reason.UNPACKED: "values unpacked from others",
    Reason.SUBSCRIPT: "subscripts",
    Reason.RESULT: "results of `{}`",
    Reason.NAME: "values such as `{}`",
    Reason.ATTRIBUTE: "attributes such as `{}`",
    Reason.CLASS_ATTRIBUTE: "attributes of classes",
    Reason.EXCEPTION_ATTRIBUTE: "attributes of exceptions",
    Reason.OTHER_MODULE: "`{}` of another module",
    Reason.METHOD: "methods as values",
    Reason.OPERATOR: "operators on objects",
    Reason.CIRCLE: "constants in a circle",
    Reason.WRITTEN: "{}",
    Reason.TYPE: "types written like this",
}
_UNREAD = {
    "bytes": "bytes",
    "complex": "complex numbers",
    "bytearray": "bytes that change",
    "memoryview": "views of bytes",
    "range": "ranges",
    "slice": "slices",
    "property": "properties",
    "Literal": "literal types",
}


def words(kinds: Kinds) -> str:
    """Name values that are of several kinds, or of one that is not followed, in the plural."""
    if kinds.others:
        return plural(kinds.others[0])
    first, second, *_ = map(singular, simplest_first(kinds))
    return f"values that are {first} or {second}"


def singular(kind: ValueKind | Kinds) -> str:
    """Name one value of a kind."""
    match kind:
        case IntType():
            return "an int"
        case BoolType():
            return "a bool"
        case NullType():
            return "`None`"
        case RefType(class_name):
            return f"a {class_name}"
        case Kinds():
            return words(kind)
        case _:
            return plural(kind)


def plural(kind: ValueKind) -> str:
    """Name the values of a kind."""
    match kind:
        case IntType():
            return "ints"
        case BoolType():
            return "bools"
        case TextType():
            return "strings"
        case FloatType():
            return "floats"
        case NullType():
            return "`None`"
        case RefType(class_name):
            return f"objects of `{class_name}`"
        case ContainerKind(class_name):
            return f"{class_name}s"
        case MemberKind(class_name):
            return f"members of `{class_name}`"
        case CallableKind():
            return "functions as values"
        case ClassKind():
            return "classes as values"
        case LiteralKind():
            return "literal types"
        case UnreadKind(name):
            return _UNREAD.get(name, f"values of type `{name}`")
        case NotFollowed(reason, name):
            return _REASONS[reason].format(name)
        case Mark():
            return _MARKS[kind]
        case _:
            assert_never(kind)


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
            yield plural(type_)
        case RefType(class_name) if class_name == ROOT_CLASS:
            yield "mere objects"
        case ContainerType(class_name, entries):
            many = f"{class_name}s" if class_name in (*CONTAINERS, "tuple") else class_name
            inner = list(dict.fromkeys(kind for entry in entries for kind in given_words(entry)))
            of = f" of {listed(inner)}" if inner else ""
            yield f"{many}{of}" if entries else f"empty {many}"
        case MemberType(class_name) if class_name not in ("function", "type", FOREIGN):
            yield plural(MemberKind(class_name))
        case AnyType(choices):
            for choice in choices:
                yield from given_words(choice)
            if tells_kinds(type_):
                yield from (f"`{one.class_name}`" for one in choices if isinstance(one, RefType))
        case _:
            pass


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
            return [f"some of type {name}" if entries else f"an empty {name}"]
        case _:
            return [plural(choice)]


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
        case Gap.TIME_ZONES:
            return f"times with a time zone for {name} are not tried"
