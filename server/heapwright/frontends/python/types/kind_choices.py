"""What clients give for values of known kinds.

Place: frontends/python/types/. `argument_types` asks for parameters that no annotation declares,
and `read_annotations` for entries of containers that may hold anything.
"""

from __future__ import annotations

from heapwright.frontends.python.types.known_types import Types
from heapwright.frontends.python.types.types import (
    FUNCTIONS,
    KIND_OTHER,
    MEMBERS,
    Hint,
    joined_hints,
)
from heapwright.ir.core.types import (
    BOOL,
    INT,
    AnyType,
    BoolType,
    Choice,
    ContainerType,
    FloatType,
    IntType,
    MemberType,
    NullType,
    RefType,
    TextType,
)

PLAIN: dict[str, Choice] = {"strings": TextType(), "floats": FloatType()}
CONTAINERS = {
    "lists": "list",
    "iterables": "list",
    "iterators": "list",
    "dicts": "dict",
    "sets": "set",
    "frozensets": "frozenset",
    "tuples": "tuple",
}
# What stands for all kinds that nobody names, the first that is not named. What can be shared
# comes last: of a container that is kept nobody knows who else changes it.
_OTHERS: tuple[tuple[Hint, Choice], ...] = (
    (Hint(others=("strings",)), TextType()),
    (Hint(nones=True), NullType()),
    (Hint(others=("tuples",)), ContainerType("tuple", ())),
    (Hint(others=("sets",)), ContainerType("set", ())),
    (Hint(others=("lists",)), ContainerType("list", ())),
    (Hint(others=("dicts",)), ContainerType("dict", ())),
)


def one_of(choices: tuple[Choice, ...]) -> Choice | AnyType:
    """Give a type for an entry that may be each of these."""
    return choices[0] if len(choices) == 1 else AnyType(choices)


def plain_choices(types: Types, hint: Hint, *, is_inner: bool = False) -> list[Choice]:
    """Give what clients make for the kinds of a hint; inside of containers these hold ints.

    Of functions and of `None` it says nothing.
    """
    found: list[Choice] = []
    if hint.ints:
        found.append(INT)
    if hint.bools:
        found.append(BOOL)
    found += [RefType(name) for name in hint.refs]
    for what in hint.others:
        if what in PLAIN:
            found.append(PLAIN[what])
        elif what in CONTAINERS:
            found.append(container_of(types, CONTAINERS[what], is_inner=is_inner))
        elif what.startswith(MEMBERS):
            found += members_of(types, what.removeprefix(MEMBERS).strip("`"))
    return list(dict.fromkeys(found))


def container_of(types: Types, name: str, *, is_inner: bool = False) -> ContainerType:
    """Give a container of which nothing is known but that it is one."""
    entry: Choice | AnyType = INT if is_inner else one_of(entry_choices(types))
    key: Choice | AnyType = INT if is_inner else one_of(_key_choices(types))
    return ContainerType(name, (key, entry) if name == "dict" else (entry,))


def other_choice(hint: Hint) -> Choice | None:
    """Give a value of a kind that is none of these, where one is wanted; see `given_kinds`."""
    if KIND_OTHER not in hint.others:
        return None
    for kind, choice in _OTHERS:
        is_there = (kind.nones and hint.nones) or any(one in hint.others for one in kind.others)
        if not is_there:
            return choice
    return None


def entry_choices(types: Types) -> tuple[Choice, ...]:
    """Give what stands in a container of which nothing is known but that it is one."""
    compared = types.compared_entries
    plain = tuple(what for what in compared.others if what in PLAIN)
    asked = joined_hints(Hint(True, compared.bools, others=plain), types.named_entries)
    other = other_choice(asked)
    found = plain_choices(types, asked, is_inner=True)
    found += [NullType()] if asked.nones else []
    return tuple(dict.fromkeys((*found, *([] if other is None else [other]))))


def _key_choices(types: Types) -> tuple[Choice, ...]:
    keys = plain_choices(types, types.named_keys, is_inner=True)
    return tuple(dict.fromkeys((*entry_choices(types), *keys)))


def members_of(types: Types, class_name: str) -> tuple[Choice, ...]:
    """Give the members of an enumeration; one without any has those of the classes below it."""
    below = [types.table.classes[one] for one in types.table.below(class_name)]
    return tuple(MemberType(one.name, one.members) for one in below if one.members)


def kind_of_choice(choice: Choice) -> Hint:
    """Say of which kind a choice is, as far as code or a question could ask for it."""
    match choice:
        case IntType():
            return Hint(ints=True)
        case BoolType():
            return Hint(bools=True)
        case NullType():
            return Hint(nones=True)
        case MemberType("function" | "type"):
            return Hint(others=(FUNCTIONS,))
        case MemberType(class_name):
            return Hint(others=(f"{MEMBERS}`{class_name}`",))
        case RefType(class_name):
            return Hint(refs=(class_name,))
        case ContainerType(class_name):
            return Hint(others=(f"{class_name}s",))
        case _:
            return Hint(others=tuple(what for what, one in PLAIN.items() if one == choice))
