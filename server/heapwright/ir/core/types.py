"""The static types that both languages share.

Place: ir/core/. Front ends give them, the engine reads them to choose variables,
arguments and default values.
"""

from __future__ import annotations

from enum import Enum
from typing import TypeAlias

from heapwright.ir.core.operations import FOREIGN, FOREIGN_ERROR
from heapwright.records import dataclass


@dataclass(frozen=True, slots=True)
class IntType:
    """Mathematical integers, without bounds."""


@dataclass(frozen=True, slots=True)
class BoolType:
    """`true` and `false`."""


@dataclass(frozen=True, slots=True)
class VoidType:
    """No value: the result of a function that only acts."""


@dataclass(frozen=True, slots=True)
class RefType:
    """Null, or an object of the class or of a class below it."""

    class_name: str


@dataclass(frozen=True, slots=True)
class NullType:
    """Nothing but null: one of the choices of an `AnyType`."""


@dataclass(frozen=True, slots=True)
class TextType:
    """Strings."""


@dataclass(frozen=True, slots=True)
class FloatType:
    """Floating-point numbers."""


@dataclass(frozen=True, slots=True)
class ContainerType:
    """Containers of one of the language's own classes, with entries of these types.

    A dict has two entry types, keys and values; a tuple as many as it has items, unless it
    `varies`: then it has any number of items, all of the one type.
    """

    class_name: str
    entries: tuple[Choice | AnyType, ...]
    varies: bool = True


@dataclass(frozen=True, slots=True)
class MemberType:
    """Values that are known by their names: the members of an enumeration, functions, classes.

    Those of code that is not read have its name, and nothing else is known of them.
    """

    class_name: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LiteralType:
    """These values and no others. A type has at most one of them, as `1` equals `True`."""

    values: tuple[int | str, ...]


@dataclass(frozen=True, slots=True)
class OmittedType:
    """Nothing at all: the default of the parameter counts."""


@dataclass(frozen=True, slots=True)
class AnyType:
    """A value of any kind, which only a run tells.

    `choices` says what a public call may give in the place of a parameter of this type;
    without any it gives an int. `beyond` says what a client may give beside that: as long as
    there is such a thing, nothing is proved by trying the choices.
    """

    choices: tuple[Choice, ...] = ()
    beyond: tuple[Beyond, ...] = ()


class Gap(Enum):
    """Why calls are not tried with all that a client may give."""

    NOT_MADE = "not made"  # functions, classes, objects of other libraries
    OTHER_CLASSES = "other classes"  # objects of classes that the program does not have
    OTHER_KINDS = "other kinds"  # where code asks for the kind
    OTHER_ENTRIES = "other entries"  # of a container
    OTHER_KEYWORDS = "other keywords"
    LEFT_OUT = "left out"  # the default
    TIME_ZONES = "time zones"
    CALLING_BACK = "calling back"  # functions that raise, or use what the client holds


@dataclass(frozen=True, slots=True)
class Beyond:
    """What a client may give for a parameter beyond that which is tried."""

    gap: Gap
    parameter: str
    tried: tuple[Choice, ...] = ()


Choice: TypeAlias = (
    "IntType | BoolType | RefType | NullType | TextType | FloatType | ContainerType | MemberType"
    " | LiteralType | OmittedType"
)
Type: TypeAlias = IntType | BoolType | VoidType | RefType | AnyType

INT = IntType()
BOOL = BoolType()
VOID = VoidType()
NULL = NullType()
TEXT = TextType()
FLOAT = FloatType()
ANY = AnyType()


def type_name(type_: Type | Choice) -> str:
    """Give a text that tells types apart; what follows `ref!` is a class."""
    match type_:
        case IntType():
            return "int!"
        case BoolType():
            return "bool!"
        case VoidType():
            return "void!"
        case RefType(class_name=name):
            return f"ref!{name}"
        case NullType():
            return "null!"
        case OmittedType():
            return "omitted!"
        case TextType():
            return "text!"
        case FloatType():
            return "float!"
        case ContainerType(class_name=name, entries=inner, varies=varies):
            fixed = "" if varies or name != "tuple" else "="
            return f"{name}!{fixed}[{' '.join(map(type_name, inner))}]"
        case MemberType(class_name=name, names=names):
            return f"{name}!({' '.join(names)})"
        case LiteralType(values=values):
            return f"literal!({' '.join(map(repr, values))})"
        case AnyType(choices=inner, beyond=beyond):
            gaps = [
                f"{one.gap.value} {one.parameter} {type_name(AnyType(one.tried))}" for one in beyond
            ]
            return f"any![{' '.join(map(type_name, inner))}]" + (
                f"({', '.join(gaps)})" if gaps else ""
            )


def classes_in(type_: Type | Choice) -> tuple[str, ...]:
    """Name the classes whose objects a value of the type may be or hold."""
    match type_:
        case RefType(class_name=name):
            return (name,)
        case ContainerType(class_name=name, entries=inner):
            own = () if name == "tuple" else (name,)
            return (*own, *(found for choice in inner for found in classes_in(choice)))
        case AnyType(choices=inner):
            return tuple(found for choice in inner for found in classes_in(choice))
        case _:
            return ()


def takes_container(type_: Type | Choice) -> bool:
    """Say whether a client may make a container of some length for a value of the type."""
    match type_:
        case ContainerType(entries=inner, varies=varies):
            return (varies and bool(inner)) or any(map(takes_container, inner))
        case AnyType(choices=inner):
            return any(map(takes_container, inner))
        case _:
            return False


def named_in(type_: Type | Choice) -> tuple[tuple[str, str], ...]:
    """Give kind and name of the functions and classes that a value of the type may be or need."""
    match type_:
        case MemberType(class_name) if class_name == FOREIGN:
            return (("type", FOREIGN), ("type", FOREIGN_ERROR))
        case MemberType("function" | "type" as kind, names):
            return tuple((kind, name) for name in names)
        case AnyType(choices=inner) | ContainerType(entries=inner):
            return tuple(pair for choice in inner for pair in named_in(choice))
        case _:
            return ()


def members_in(type_: Type | Choice) -> tuple[str, ...]:
    """Name the enumerations of which a value of the type may be a member, or hold one."""
    match type_:
        case MemberType("function" | "type"):
            return ()
        case MemberType(class_name) if class_name != FOREIGN:
            return (class_name,)
        case AnyType(choices=inner) | ContainerType(entries=inner):
            return tuple(found for choice in inner for found in members_in(choice))
        case _:
            return ()
