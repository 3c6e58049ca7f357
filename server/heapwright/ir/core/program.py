"""Classes, functions and what is asked about them.

Place: ir/core/. A front end makes one `Program` of all the files that a question can
reach; everything above works on it and never sees a syntax tree.
"""

from __future__ import annotations

from enum import Enum
from typing import TypeAlias

from heapwright.ir.core.instructions import (
    Body,
    BoolConstant,
    Expr,
    FloatConstant,
    IntConstant,
    NullConstant,
    TextConstant,
)
from heapwright.ir.core.language import TINY, Language
from heapwright.ir.core.structure import Formula
from heapwright.ir.core.types import Beyond, Choice, Type
from heapwright.records import dataclass

# What a scope calls the entries of a container, the characters of a string, and the digits behind
# the point of a decimal number.
ITEMS = "items"
CHARACTERS = "characters"
PLACES = "places"
ROOM = (ITEMS, CHARACTERS, PLACES)
# How many digits stand before the point of a decimal number that is computed. This is fixed.
DIGITS = "digits"
# What an answer calls the entries that a container may have while a call runs; see `told_scope`.
GROWN = "items during a call"
# And those of containers that a client gives, where others may have more.
GIVEN = "items of arguments"
# And those of containers in these.
INNER = "items of inner arguments"
# The last character whose case is known, where strings change theirs.
CODE_POINT = "code point"
# The length of strings that a client gives where the code checks for it; see `demanded_lengths`.
DEMANDED = "characters where the code asks for so many"
# How large floats are, and ints that meet them, where a proof rests on their order.
FLOAT_SIZE = "size of floats"
# How large unknown ints are whose hash a call asks for.
HASHED_SIZE = "size of hashed ints"
# Bounds that nobody can set.
FIXED = (DIGITS, GROWN, GIVEN, INNER, CODE_POINT, DEMANDED, FLOAT_SIZE, HASHED_SIZE)


class Role(Enum):
    """What a function is for."""

    METHOD = "method"  # has a receiver in slot 0
    STATIC = "static"
    INVARIANT = "invariant"  # has a receiver in slot 0
    SPEC = "spec"
    TEST = "test"
    MAIN = "main"


@dataclass(frozen=True, slots=True)
class Field:
    """One field; an object starts with 0, false or null in it."""

    name: str
    type: Type
    is_public: bool
    is_guessed: bool = False  # its type rests on what clients are taken to give


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter. The name is for people; calls go by position.

    `is_keyword_only` and `is_positional_only` say how the language of the text writes a call.
    A `CallValue` may
    leave out what has a default, and give by name; `gathers` is `*` or `**` for a parameter
    that takes all that no other one does. Where `takes_null` is false, clients give no null for
    objects. One that `is_guessed` has no declared type: clients could give other kinds of values.
    `asked` are choices that clients have for some questions only, which are named; so is what
    lies beyond the choices for these.
    """

    name: str
    type: Type
    is_keyword_only: bool = False
    is_positional_only: bool = False
    default: Expr | None = None
    gathers: str = ""
    takes_null: bool = True
    is_guessed: bool = False
    asked: tuple[tuple[Choice | Beyond, tuple[str, ...]], ...] = ()

    @property
    def plain_default(self) -> tuple[int | bool | str | float | None] | None:
        """Give the default, in a tuple, where it is a constant that a client can write."""
        match self.default:
            case IntConstant(value) | BoolConstant(value) | TextConstant(value):
                return (value,)
            case FloatConstant(text):
                return (float(text),)
            case NullConstant():
                return (None,)
            case _:
                return None


@dataclass(frozen=True, slots=True)
class Function:
    """Anything with a body.

    `left_out` says in one line why the body cannot be used (it does not type-check,
    or uses what we do not support); it is None for a sound function.
    """

    name: str
    owner: str | None  # the class that declares it
    role: Role
    parameters: tuple[Parameter, ...]  # without the receiver
    result: Type
    body: Body
    n_slots: int
    is_public: bool
    left_out: str | None = None
    is_generator: bool = False  # a call gives an iterator over what the body yields
    has_names: bool = False  # whether calls may give arguments by the names of parameters
    only_looks: bool = False  # a front end knows that no call changes anything
    gives_plain: bool = False  # or that calls give numbers, strings, or containers of such
    gives_container: bool = True  # or may give one, to which others can have a reference, too

    @property
    def qualified_name(self) -> str:
        """`Class.method`, or the bare name of a spec."""
        return self.name if self.owner is None else f"{self.owner}.{self.name}"

    @property
    def has_receiver(self) -> bool:
        """Whether slot 0 holds the object that the function was called on."""
        return self.role is Role.METHOD or self.role is Role.INVARIANT


@dataclass(frozen=True, slots=True)
class ByEntries:
    """A client makes an object for a call with entries, as it makes a list."""


@dataclass(frozen=True, slots=True)
class ByItems:
    """A client makes an object of the items of a container: an iterator, a dict that counts.

    The items are kept in a field, as a tuple, or are its own entries where none is named.
    """

    like: str  # the class of the container
    field: str = ""
    others: tuple[tuple[str, int | bool | None], ...] = ()
    types: tuple[tuple[str, str], ...] = ()  # fields that hold a class, by its name


@dataclass(frozen=True, slots=True)
class ByNumber:
    """A client makes an object that is a number: the field for it, and what else it has."""

    field: str
    origin: int  # what the number is counted from
    least: int  # of what the field holds
    most: int
    others: tuple[tuple[str, int | bool | None], ...] = ()


@dataclass(frozen=True, slots=True)
class ByDigits:
    """A client makes an object that is digits with a point, by both numbers; see `PLACES`."""

    coefficient: str
    exponent: str
    others: tuple[tuple[str, int | bool | None], ...] = ()


Made: TypeAlias = ByEntries | ByItems | ByNumber | ByDigits


@dataclass(frozen=True, slots=True)
class Brought:
    """What a front end says of a class that its language brings along."""

    made: Made | None = None  # how a client makes an object for a call, if it does
    is_value: bool = False  # nobody knows which equal objects are one and the same
    is_copied: bool = False  # field by field and entry by entry
    grows_when_asked: bool = False  # an entry may come to be when somebody asks for it
    is_gone_through: bool = False  # a client gets at what is inside by going through it


@dataclass(frozen=True, slots=True)
class ClassDef:
    """One class; `fields` and `functions` are its own, without the inherited ones."""

    name: str
    parent: str | None  # None for the root class only
    fields: tuple[Field, ...]
    functions: tuple[Function, ...]  # methods, static methods and invariants
    is_constructible: bool  # whether `new` belongs to the public API
    structure: tuple[Formula, ...] = ()  # HEX
    is_whole: bool = True  # False where a front end does not know all that its objects have
    is_closed: bool = False  # whether to set what is no field of its objects throws
    brought: Brought | None = None  # None for a class of the text, and for most exceptions


@dataclass(frozen=True, slots=True)
class ScopeBound:
    """At most `bound` objects of the class, or calls when `class_name` is None."""

    class_name: str | None
    bound: int


@dataclass(frozen=True, slots=True)
class Faults:
    """The classes of what the machine itself throws in this language."""

    null_dereference: str
    division_by_zero: str


@dataclass(frozen=True, slots=True)
class Program:
    """All that one question can reach. Parents stand before their children."""

    classes: tuple[ClassDef, ...]
    functions: tuple[Function, ...]  # specs, tests and main, in source order
    scope: tuple[ScopeBound, ...]
    faults: Faults
    language: Language = TINY  # of the text, and in which call sequences are written

    def class_named(self, name: str) -> ClassDef:
        """Give the class; a front end never makes a program that names a missing one."""
        for class_def in self.classes:
            if class_def.name == name:
                return class_def
        raise KeyError(name)
