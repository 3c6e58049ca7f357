"""What a client gives for values of some kinds.

Place: frontends/python/types/. `argument_types` asks, with what an annotation allows or with what
was found out of a parameter.
"""

from __future__ import annotations

from heapwright.frontends.python.modules.library_classes import (
    DATES,
    DECIMAL,
    GIVING_ONE_VALUE,
)
from heapwright.frontends.python.modules.library_names import LIBRARY_OWNER
from heapwright.frontends.python.table.class_table import FunctionKind, FunctionName
from heapwright.frontends.python.types.known_types import Types
from heapwright.frontends.python.types.protocols import has_objects
from heapwright.ir.core.kinds import (
    DICT,
    FUNCTION,
    INTS,
    LIST,
    NOTHING_KNOWN,
    SET,
    TUPLE,
    CallableKind,
    ClassKind,
    ContainerKind,
    Kinds,
    LiteralKind,
    Mark,
    MemberKind,
    UnreadKind,
    ValueKind,
    simplest_first,
)
from heapwright.ir.core.operations import FOREIGN
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
    NullType,
    OmittedType,
    RefType,
    TextType,
)

MOST_CLASSES = 4  # that are given where a class is wanted
# Containers that clients make for those that an annotation names; the second ones count where
# code can tell them apart, see `second_kinds`.
_MADE_AS = {
    "iterable": ("list", "tuple", "object_iterator"),
    "iterator": ("object_iterator",),
    "collection": ("list", "tuple"),
    "reversible": ("list", "tuple"),
    "sequence": ("list", "tuple"),
    "mapping": ("dict", "collections_Counter", "defaultdict"),
}
_COUNTING = ("collections_Counter", "defaultdict")  # which hold ints
_MADE = ("list", "dict", "set", "frozenset", "tuple", "object_iterator")
# Objects that are numbers, by the names of their classes.
_MADE_BY_NUMBER = {
    name.replace("_", "."): ContainerType(name, (INT,), varies=False) for name in (DECIMAL, *DATES)
}
# Nobody can make classes below these, and their objects know nothing but texts.
_CLOSED = frozenset(
    f"{module}.{name}" for module in ("re", "typing") for name in ("Match", "Pattern")
)
_ENUMERATIONS = frozenset(f"enum.{name}" for name in ("Enum", "IntEnum", "StrEnum"))
_CLASS_NAMES = {IntType: "int", TextType: "str", FloatType: "float", BoolType: "bool"}
# Types that make a value of nothing, or of whatever they are given.
_MAKERS = (("int", "float", "str", "bool"), ("str",))
# What stands for all kinds that nobody names, the first that is not named. What can be shared
# comes last: of a container that is kept nobody knows who else changes it.
_OTHERS: tuple[tuple[ValueKind, Choice], ...] = (
    (TEXT, TEXT),
    (NULL, NULL),
    *((kind, ContainerType(kind.class_name, ())) for kind in (TUPLE, SET, LIST, DICT)),
)


# --- What is declared ----------------------------------------------------------------


def all_choices(types: Types, kinds: Kinds) -> tuple[Choice, ...] | None:
    """Give the values that an annotation allows; None where some of them cannot be made."""
    found: list[Choice] = []
    for kind in kinds:
        made = _choices(types, kind)
        if made is None:
            return None
        found += made
    return _each_once(found)


def some_choices(types: Types, kinds: Kinds, *, is_kept: bool) -> list[Choice]:
    """Give what we try of that which an annotation allows; nothing where we can make nothing.

    So it is where it allows what cannot be made for a call in all its forms: functions, classes,
    objects of a foreign library. `is_kept` says that nobody looks into the value.
    """
    found: list[Choice] = []
    unread: list[str] = []
    for kind in kinds:
        some = _choices(types, kind) or _some_of(types, kind)
        found += some
        if not some and isinstance(kind, UnreadKind | ClassKind) and kind.origin:
            unread.append(kind.origin)
    if not found and is_kept and unread:
        # Anything that can be told apart will do.
        found.append(INT)
    elif unread and not is_kept:
        # Whatever it does is tried; what it knows of other objects, and does to these, is not.
        found.append(MemberType(FOREIGN, tuple(dict.fromkeys(unread))))
    return list(dict.fromkeys(found))


def _choices(types: Types, kind: ValueKind) -> tuple[Choice, ...] | None:
    match kind:
        case IntType() | BoolType() | NullType() | TextType() | FloatType():
            return (kind,)
        case RefType(class_name):
            # Of a class that Python brings along nobody holds objects to give away.
            is_known = class_name in types.table.classes
            return (kind,) if is_known and has_objects(types.table, class_name) else None
        case MemberKind(class_name):
            return members_of(types, class_name) or None
        case LiteralKind(values):
            return _each_once(list(values))
        case UnreadKind(origin=origin) if origin in _MADE_BY_NUMBER:
            return (_MADE_BY_NUMBER[origin],)
        case UnreadKind(origin=origin) if origin in _CLOSED:
            return (MemberType(FOREIGN, (origin,)),)
        case ContainerKind():
            return kinds_made_as(types, kind)
        case Mark.OPEN:
            return entry_choices(types)
        case _:
            return None


def kinds_made_as(types: Types, kind: ContainerKind) -> tuple[ContainerType, ...] | None:
    """Give the containers that clients make for one; None where they cannot make what it holds."""
    names = _MADE_AS.get(kind.class_name, (kind.class_name,))
    if kind.is_bare:
        return tuple(
            ContainerType(name, (one_of(_key_choices(types)), INT))
            if name in _COUNTING
            else container_of(types, name)
            for name in names
        )
    inner = [all_choices(types, entry) for entry in kind.entries]
    held = tuple(one_of(one) for one in inner if one)
    if not all(inner):
        return None
    return tuple(
        ContainerType(name, held, kind.varies)
        for name in names
        if name not in _COUNTING or held[-1] == INT
    )


def _each_once(found: list[Choice]) -> tuple[Choice, ...]:
    """Leave out what comes twice; values that are named one by one come together."""
    values = [value for one in found if isinstance(one, LiteralType) for value in one.values]
    others = dict.fromkeys(one for one in found if not isinstance(one, LiteralType))
    # `True` equals 1, and is another value all the same.
    fixed = tuple(value for _, value in dict.fromkeys((type(value), value) for value in values))
    return (*others, LiteralType(fixed)) if fixed else tuple(others)


def _some_of(types: Types, kind: ValueKind) -> tuple[Choice, ...]:
    match kind:
        case CallableKind(n_arguments, result, path, gives):
            results = None if gives is None else all_choices(types, gives)
            if not results:
                return functions_for(types, path, n_arguments, result)
            own = functions_for(types, path, n_arguments, is_own=True)
            return (*own, ContainerType(GIVING_ONE_VALUE, (one_of(results),), varies=False))
        case ClassKind(wanted) if wanted == NOTHING_KNOWN:
            return (MemberType("type", ("int",)),)
        case ClassKind(wanted):
            return _classes_for(types, wanted)
        case ContainerKind(name, entries, varies):
            # Containers of what can be made of their entries, else an empty one.
            class_name = _MADE_AS.get(name, (name,))[0]
            inner = [tuple(some_choices(types, entry, is_kept=False)) for entry in entries]
            if all(inner):
                return (ContainerType(class_name, tuple(map(one_of, inner)), varies),)
            return (ContainerType(class_name, ()),) if varies else ()
        case _:
            return ()


def _classes_for(types: Types, wanted: Kinds) -> tuple[Choice, ...]:
    """Give some of the classes that are one of these classes, or below it."""
    table = types.table
    names: dict[str, None] = {}
    for kind in wanted:
        below: tuple[str, ...] = ()
        match kind:
            case RefType(name) | MemberKind(name) if name in table.classes:
                below = table.below(name)
            case RefType(name) if table.is_exception(name):
                # The base of all exceptions stands for those that programs raise.
                names["Exception" if name == "BaseException" else name] = None
                below = tuple(one for one in table.classes if table.is_below(one, name))
            case UnreadKind(origin=origin) if origin in _ENUMERATIONS:
                all_ = [one for one, info in table.classes.items() if info.is_enum]
                names.update((one, None) for one in all_ if table.classes[one].members)
            case IntType() | TextType() | FloatType() | BoolType():
                names[_CLASS_NAMES[type(kind)]] = None
            case Mark.OPEN:
                names["int"] = None
            case _:
                pass
        for one in below:
            info = table.classes[one]
            if info.is_public and info.obstacle is None and not info.is_abstract:
                names[one] = None
    return (MemberType("type", tuple(names)[:MOST_CLASSES]),) if names else ()


def functions_for(
    types: Types, path: str, wanted: int | None, result: str = "", *, is_own: bool = False
) -> tuple[Choice, ...]:
    """Give the public functions of a module that take so many arguments, else some of Python's.

    `result` names the type of what they should give; `is_own` asks for those of the module only.
    """
    names: list[str] = []
    for meaning in types.table.modules[path].names.values():
        if isinstance(meaning, FunctionName):
            function = types.table.functions.get(meaning.qualified_name)
            if (
                function is not None
                and function.kind is FunctionKind.FUNCTION
                and function.is_public
                and function.path == path
                and function.obstacle is None
                and len(function.parameters) == wanted
                and all(p.kind in ("plain", "positional") for p in function.parameters)
            ):
                names.append(function.qualified_name)
    if names:
        return (MemberType("function", tuple(sorted(names))),)
    if is_own:
        return ()
    if wanted in (0, 1) and result in _MAKERS[wanted]:
        # What makes a value of a type also gives one: a clock that stands still is `int`.
        return (MemberType("type", (result,)),)
    # `print` takes whatever it is given. The others are there for what they return.
    known = ("print", "max") if wanted == 2 else ("print",)
    found = MemberType("function", tuple(f"{LIBRARY_OWNER}.{name}" for name in known))
    return (found, MemberType("type", ("bool",))) if wanted in (1, None) else (found,)


# --- What was found out ----------------------------------------------------------------


def one_of(choices: tuple[Choice, ...]) -> Choice | AnyType:
    """Give a type for an entry that may be each of these."""
    return choices[0] if len(choices) == 1 else AnyType(choices)


def plain_choices(types: Types, kinds: Kinds, *, is_inner: bool = False) -> list[Choice]:
    """Give what clients make for some kinds; inside of containers these hold ints.

    Of functions and of `None` it says nothing.
    """
    found: list[Choice] = []
    for kind in simplest_first(kinds):
        match kind:
            case IntType() | BoolType() | RefType() | TextType() | FloatType():
                found.append(kind)
            case ContainerKind(name) if (made := _MADE_AS.get(name, (name,))[0]) in _MADE:
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
    """Give a value of a kind that is none of these, where one is wanted; see `learn_kinds`."""
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
