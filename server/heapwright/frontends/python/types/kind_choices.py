"""What clients give for values of known kinds.

Place: frontends/python/types/. `argument_types` asks for parameters that no annotation declares,
and `read_annotations` for entries of containers that may hold anything.
"""

from __future__ import annotations

from heapwright.frontends.python.types.known_types import Types
from heapwright.ir.core.kinds import (
    DICT,
    FUNCTION,
    INTS,
    LIST,
    SET,
    TUPLE,
    ContainerKind,
    Kinds,
    Mark,
    MemberKind,
    ValueKind,
)
from heapwright.ir.core.types import (
    BOOL,
    FLOAT,
    INT,
    NULL,
    TEXT,
    AnyType,
    BoolType,
    Choice,
    ContainerType,
    FloatType,
    IntType,
    LiteralType,
    MemberType,
    OmittedType,
    RefType,
    TextType,
)

_MADE_FOR = {"iterable": "list", "iterator": "list"}
_CONTAINERS = ("list", "dict", "set", "frozenset", "tuple")
# What stands for all kinds that nobody names, the first that is not named. What can be shared
# comes last: of a container that is kept nobody knows who else changes it.
_OTHERS: tuple[tuple[ValueKind, Choice], ...] = (
    (TEXT, TEXT),
    (NULL, NULL),
    *((kind, ContainerType(kind.class_name, ())) for kind in (TUPLE, SET, LIST, DICT)),
)


def one_of(choices: tuple[Choice, ...]) -> Choice | AnyType:
    """Give a type for an entry that may be each of these."""
    return choices[0] if len(choices) == 1 else AnyType(choices)


def plain_choices(types: Types, kinds: Kinds, *, is_inner: bool = False) -> list[Choice]:
    """Give what clients make for some kinds; inside of containers these hold ints.

    Of functions and of `None` it says nothing.
    """
    found: list[Choice] = []
    for kind in kinds:
        match kind:
            case IntType() | BoolType() | RefType() | TextType() | FloatType():
                found.append(kind)
            case ContainerKind(name) if (made := _MADE_FOR.get(name, name)) in _CONTAINERS:
                found.append(container_of(types, made, is_inner=is_inner))
            case MemberKind(class_name):
                found += members_of(types, class_name)
            case _:
                pass
    return list(dict.fromkeys(found))


def container_of(types: Types, name: str, *, is_inner: bool = False) -> ContainerType:
    """Give a container of which nothing is known but that it is one."""
    entry: Choice | AnyType = INT if is_inner else one_of(entry_choices(types))
    key: Choice | AnyType = INT if is_inner else one_of(_key_choices(types))
    return ContainerType(name, (key, entry) if name == "dict" else (entry,))


def other_choice(kinds: Kinds) -> Choice | None:
    """Give a value of a kind that is none of these, where one is wanted; see `given_kinds`."""
    if Mark.OTHER not in kinds:
        return None
    return next((choice for kind, choice in _OTHERS if kind not in kinds), None)


def entry_choices(types: Types) -> tuple[Choice, ...]:
    """Give what stands in a container of which nothing is known but that it is one."""
    plain = types.compared_entries.only((BOOL, TEXT, FLOAT))
    asked = INTS | plain | types.named_entries
    other = other_choice(asked)
    found = plain_choices(types, asked, is_inner=True)
    found += [NULL] if NULL in asked else []
    return tuple(dict.fromkeys((*found, *([] if other is None else [other]))))


def _key_choices(types: Types) -> tuple[Choice, ...]:
    keys = plain_choices(types, types.named_keys, is_inner=True)
    return tuple(dict.fromkeys((*entry_choices(types), *keys)))


def members_of(types: Types, class_name: str) -> tuple[Choice, ...]:
    """Give the members of an enumeration; one without any has those of the classes below it."""
    below = [types.table.classes[one] for one in types.table.below(class_name)]
    return tuple(MemberType(one.name, one.members) for one in below if one.members)


def kind_of_choice(choice: Choice) -> ValueKind | None:
    """Say of which kind a choice is, as far as code or a question could ask for it."""
    match choice:
        case MemberType("function" | "type"):
            return FUNCTION
        case MemberType(class_name):
            return MemberKind(class_name)
        case ContainerType(class_name):
            return ContainerKind(class_name)
        case LiteralType() | OmittedType():
            return None
        case _:
            return choice
