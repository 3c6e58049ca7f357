"""Which kinds of values there can be somewhere.

Place: ir/core/. The front end for Python collects them, `ir/alone` follows them, and what a client
may give is asked of them; `kind_words` says them to people. Pure.

A kind that calls can give is the type of it; the other kinds say why nothing more is known. No
kind is a text: a text is compared with by accident, a kind on purpose.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from enum import Enum, auto
from typing import TypeAlias

from heapwright.ir.core import types
from heapwright.records import dataclass


@dataclass(frozen=True, slots=True)
class ContainerKind:
    """Containers of a class of Python's own; iterators and the like, too.

    An annotation may tell what they hold: `entries` are those of a `ContainerType`.
    """

    class_name: str
    entries: tuple[Kinds, ...] = ()
    varies: bool = True

    @property
    def is_bare(self) -> bool:
        """Whether nothing tells what they hold."""
        return self.varies and not self.entries


@dataclass(frozen=True, slots=True)
class MemberKind:
    """Members of an enumeration."""

    class_name: str


@dataclass(frozen=True, slots=True)
class CallableKind:
    """Whatever can be called.

    An annotation, in a module of this path, may tell how many arguments it takes, and what it
    gives: by the name of the type, and as kinds.
    """

    n_arguments: int | None = None
    result: str = ""
    path: str = ""
    gives: Kinds | None = None


@dataclass(frozen=True, slots=True)
class ClassKind:
    """Classes as values: of objects of these kinds, where an annotation tells them."""

    wanted: Kinds
    origin: str = ""  # of what the annotation calls them, if it is imported


@dataclass(frozen=True, slots=True)
class LiteralKind:
    """The values that an annotation names one by one."""

    values: tuple[types.Choice, ...]


@dataclass(frozen=True, slots=True)
class UnreadKind:
    """Values of a type of which only the name is known, and where it is imported from, if it is."""

    name: str
    origin: str = ""


class Reason(Enum):
    """Why nobody knows of what kind a value is."""

    ENTRY = auto()  # it comes out of a container
    NAME = auto()  # it has a name that is no variable of the function
    RESULT = auto()  # it is the result of a function of this name
    OTHER = auto()


@dataclass(frozen=True, slots=True)
class NotFollowed:
    """Values of which the text tells where they come from, at most."""

    reason: Reason = Reason.OTHER
    name: str = ""


class Mark(Enum):
    """What is known of values beside their kinds, and lets clients give more."""

    ANYTHING = auto()  # it may be whatever there is
    ASKED = auto()  # code asks for its kind, and names none
    NAMED = auto()  # code asks for kinds by their names
    OTHER = auto()  # and something of another kind than these is wanted
    GUESSED = auto()  # only its use tells what it is
    OPEN = auto()  # an annotation allows anything
    UNDEFINED = auto()  # or has a name that means nothing


ValueKind: TypeAlias = (
    "types.IntType | types.BoolType | types.NullType | types.RefType | types.TextType"
    " | types.FloatType | ContainerKind | MemberKind | CallableKind | ClassKind | LiteralKind"
    " | UnreadKind | NotFollowed | Mark"
)
_RANKS: dict[type, int] = {types.IntType: 0, types.BoolType: 1, types.NullType: 2, types.RefType: 3}
_LAST_RANK = len(_RANKS)


@dataclass(frozen=True, slots=True, eq=False)
class Kinds:
    """Several kinds, each once, in the order in which they were found or written.

    Without any, or with `None` alone, nothing is known. Their order changes nothing but what is
    tried first.
    """

    members: tuple[ValueKind, ...] = ()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Kinds):
            return NotImplemented
        return self.members == other.members or (
            len(self.members) == len(other.members) and self.covers(other)
        )

    def __hash__(self) -> int:
        return hash(frozenset(self.members))

    def __or__(self, other: Kinds) -> Kinds:
        """Give all that are here or there; where nothing is known, nothing is added."""
        if not self.members or self is other:
            return other
        known = self.members
        new = [one for one in other.members if one not in known]
        return Kinds((*known, *new)) if new else self

    def __contains__(self, kind: ValueKind) -> bool:
        return kind in self.members

    def __iter__(self) -> Iterator[ValueKind]:
        return iter(self.members)

    def covers(self, other: Kinds) -> bool:
        """Say whether all of some kinds are among these."""
        return all(one in self.members for one in other.members)

    def meets(self, several: Container[ValueKind]) -> bool:
        """Say whether one of these is among some kinds."""
        return any(one in several for one in self.members)

    def only(self, several: Container[ValueKind]) -> Kinds:
        """Leave out what is not among some kinds."""
        return Kinds(tuple(one for one in self.members if one in several))

    def without(self, kind: ValueKind) -> Kinds:
        """Leave out a kind."""
        return Kinds(tuple(one for one in self.members if one != kind))

    @property
    def is_open(self) -> bool:
        """Whether no kind is known, but that it may be `None`."""
        return self.members in ((), (types.NULL,))

    @property
    def classes(self) -> tuple[str, ...]:
        """The classes of objects."""
        return tuple(one.class_name for one in self.members if isinstance(one, types.RefType))

    @property
    def others(self) -> tuple[ValueKind, ...]:
        """What is neither a number, nor `None`, nor an object."""
        return tuple(one for one in self.members if type(one) not in _RANKS)


def kinds_of(members: Iterable[ValueKind]) -> Kinds:
    """Take each kind once."""
    return Kinds(tuple(dict.fromkeys(members)))


def simplest_first(kinds: Kinds) -> list[ValueKind]:
    """Give ints first, then bools, `None`, objects, and the others as they were found."""
    return sorted(kinds, key=lambda one: _RANKS.get(type(one), _LAST_RANK))


def objects_of(*class_names: str) -> Kinds:
    """Give the kinds of objects of these classes."""
    return Kinds(tuple(types.RefType(name) for name in dict.fromkeys(class_names)))


LIST = ContainerKind("list")
DICT = ContainerKind("dict")
SET = ContainerKind("set")
TUPLE = ContainerKind("tuple")
FUNCTION = CallableKind()

NOTHING_KNOWN = Kinds()
INTS = Kinds((types.INT,))
BOOLS = Kinds((types.BOOL,))
NONES = Kinds((types.NULL,))
TEXTS = Kinds((types.TEXT,))
FLOATS = Kinds((types.FLOAT,))
LISTS = Kinds((LIST,))
DICTS = Kinds((DICT,))
SETS = Kinds((SET,))
TUPLES = Kinds((TUPLE,))
FUNCTIONS = Kinds((FUNCTION,))
ANYTHING = Kinds((Mark.ANYTHING,))
UNFOLLOWED = Kinds((NotFollowed(),))
