"""Which values an annotation allows, as far as a client can make them.

Place: frontends/python/types/. `argument_types` asks for parameters without a static type.
"""

from __future__ import annotations

from heapwright.frontends.python.modules.library_classes import DATES, DECIMAL
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.parse import parse_annotation
from heapwright.frontends.python.table.class_table import ClassName, ConstantName, ForeignName
from heapwright.frontends.python.types.kind_choices import (
    container_of,
    entry_choices,
    members_of,
    one_of,
)
from heapwright.frontends.python.types.known_types import Types
from heapwright.frontends.python.types.types import MOST_ALIASES
from heapwright.ir.core.operations import FOREIGN
from heapwright.ir.core.types import (
    BOOL,
    INT,
    AnyType,
    Choice,
    ContainerType,
    FloatType,
    LiteralType,
    MemberType,
    NullType,
    RefType,
    TextType,
)
from heapwright.records import dataclass, replace

_LISTS = frozenset(
    (
        *("list", "List", "Sequence", "MutableSequence", "Iterable", "Collection", "Iterator"),
        *("Reversible",),
    )
)
_DICTS = frozenset(("dict", "Dict", "Mapping", "MutableMapping"))
_SETS = frozenset(("set", "Set", "AbstractSet", "MutableSet", "frozenset", "FrozenSet"))
_TUPLES = frozenset(("tuple", "Tuple"))
# Objects that are numbers, by the names of their classes.
MADE_BY_NUMBER = {
    name.replace("_", "."): ContainerType(name, (INT,), varies=False) for name in (DECIMAL, *DATES)
}
# Nobody can make classes below these, and their objects know nothing but texts.
_CLOSED = frozenset(
    f"{module}.{name}" for module in ("re", "typing") for name in ("Match", "Pattern")
)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a type is written, and how many names for types led there."""

    types: Types
    path: str
    owner: str | None
    n_aliases: int = 0


def read_annotation(place: Place, expr: tree.Expr) -> tuple[Choice, ...] | None:
    """Give the values that a type allows; None where some of them cannot be made."""
    match expr:
        case tree.NoneLiteral():
            return (NullType(),)
        case tree.StringLiteral(text, ()):
            match parse_annotation(text):
                case [tree.ExprStatement(inner)] if not isinstance(inner, tree.StringLiteral):
                    return read_annotation(place, inner)
            return None
        case tree.BinaryOperation("|", lhs, rhs):
            return _together(place, (lhs, rhs))
        case tree.Subscript(tree.Name(name) | tree.Attribute(name=name), index):
            parts = index.items if isinstance(index, tree.TupleExpr) else (index,)
            return _generic(place, name, parts, expr.value)
        case tree.Name(name) | tree.Attribute(name=name):
            return _named(place, name, expr)
        case _:
            return None


def _together(place: Place, parts: tuple[tree.Expr, ...]) -> tuple[Choice, ...] | None:
    found: list[Choice] = []
    for part in parts:
        inner = read_annotation(place, part)
        if inner is None:
            return None
        found += inner
    return _each_once(found)


def _each_once(found: list[Choice]) -> tuple[Choice, ...]:
    """Leave out what comes twice; values that are named one by one come together."""
    values = [value for one in found if isinstance(one, LiteralType) for value in one.values]
    others = dict.fromkeys(one for one in found if not isinstance(one, LiteralType))
    # `True` equals 1, and is another value all the same.
    fixed = tuple(value for _, value in dict.fromkeys((type(value), value) for value in values))
    return (*others, LiteralType(fixed)) if fixed else tuple(others)


def _generic(
    place: Place, name: str, parts: tuple[tree.Expr, ...], whole: tree.Expr
) -> tuple[Choice, ...] | None:
    match _known_name(place, name):
        case "Optional":
            inner = read_annotation(place, parts[0])
            return None if inner is None else (*inner, NullType())
        case "Union":
            return _together(place, parts)
        case "Final" | "Annotated" | "ClassVar":
            return read_annotation(place, parts[0])
        case "Literal":
            return _literals(place, parts)
        case "Callable" | "Type" | "type":
            return None
    varies = True
    if name in _TUPLES:
        varies = len(parts) == 2 and isinstance(parts[1], tree.OtherExpr)
        parts = parts[:1] if varies else parts
    if name in _LISTS or name in _SETS or name in _DICTS or name in _TUPLES:
        entries: list[Choice | AnyType] = []
        for part in parts:
            inner = read_annotation(place, part)
            if not inner:
                return None
            entries.append(one_of(inner))
        return (ContainerType(_class_of(name), tuple(entries), varies),)
    return _named(place, name, whole)


def _known_name(place: Place, name: str) -> str:
    """Give what `typing` calls something that a module imports under another name."""
    match place.types.table.meaning(place.path, name):
        case ForeignName("typing" | "typing_extensions", inner) if inner:
            return inner
        case _:
            return name


def _literals(place: Place, parts: tuple[tree.Expr, ...]) -> tuple[Choice, ...] | None:
    """Give the values that `Literal[…]` names; None where one of them cannot be made."""
    found: list[Choice] = []
    for part in parts:
        match part:
            case tree.IntLiteral(value) | tree.BoolLiteral(value):
                found.append(LiteralType((value,)))
            case tree.UnaryOperation("-", tree.IntLiteral(value)):
                found.append(LiteralType((-value,)))
            case tree.StringLiteral(parts=(), pieces=pieces) if pieces is not None:
                found.append(LiteralType(("".join(map(str, pieces)),)))
            case tree.NoneLiteral():
                found.append(NullType())
            case tree.Attribute(owner, name) if (member := _member(place, owner, name)) is not None:
                found.append(member)
            case tree.Name() | tree.Attribute() | tree.Subscript():
                # Another type that names its values.
                inner = read_annotation(place, part)
                if inner is None:
                    return None
                found += inner
            case _:
                return None
    return _each_once(found)


def _member(place: Place, owner: tree.Expr, name: str) -> MemberType | None:
    """Give the member of an enumeration that `Colour.RED` is."""
    for one in read_annotation(place, owner) or ():
        if isinstance(one, MemberType) and name in one.names:
            return MemberType(one.class_name, (name,))
    return None


def container_class(name: str) -> str | None:
    """Give the container that we make for a generic type; None for other types."""
    is_container = name in _LISTS or name in _SETS or name in _DICTS or name in _TUPLES
    return _class_of(name) if is_container else None


def _class_of(name: str) -> str:
    if name in _DICTS:
        return "dict"
    if name in _SETS:
        return "frozenset" if name.lower() == "frozenset" else "set"
    return "tuple" if name in _TUPLES else "list"


def _named(place: Place, name: str, expr: tree.Expr) -> tuple[Choice, ...] | None:
    plain: dict[str, Choice] = {"int": INT, "bool": BOOL, "str": TextType(), "float": FloatType()}
    table, path, owner = place.types.table, place.path, place.owner
    if isinstance(expr, tree.Attribute) and isinstance(expr.value, tree.Name):
        match table.meaning(path, expr.value.text):
            case ClassName(outer) if f"{outer}.{name}" in table.classes:
                return (RefType(f"{outer}.{name}"),)
            case ForeignName(module, "") if f"{module}.{name}" in MADE_BY_NUMBER:
                return (MADE_BY_NUMBER[f"{module}.{name}"],)
            case ForeignName(module, "") if f"{module}.{name}" in _CLOSED:
                return (MemberType(FOREIGN, (f"{module}.{name}",)),)
    match table.meaning(path, name):
        case ForeignName(module, inner) if f"{module}.{inner}" in MADE_BY_NUMBER:
            return (MADE_BY_NUMBER[f"{module}.{inner}"],)
        case ForeignName(module, inner) if f"{module}.{inner}" in _CLOSED:
            return (MemberType(FOREIGN, (f"{module}.{inner}",)),)
        case ClassName(class_name):
            if class_name not in table.classes:
                # A class that Python brings along: nobody holds objects of it to give away.
                return None
            if not table.classes[class_name].is_enum:
                return (RefType(class_name),)
            return members_of(place.types, class_name) or None
        case ForeignName() | None if name in plain:
            return (plain[name],)
        case ForeignName() | None:
            if name == "Self" and owner is not None:
                return (RefType(owner),)
            if owner is not None and f"{owner}.{name}" in table.classes:
                return (RefType(f"{owner}.{name}"),)
            if name == "None":
                return (NullType(),)
            if container_class(name) is not None:
                return (container_of(place.types, _class_of(name)),)
            if name in ("Any", "object", "Hashable", "Comparable"):
                return entry_choices(place.types)
            return None
        case ConstantName(value, where, _) if place.n_aliases < MOST_ALIASES:
            # A name for a type, which may well mention itself.
            return read_annotation(
                replace(place, path=where, owner=None, n_aliases=place.n_aliases + 1), value
            )
        case _:
            # A type variable: anything will do.
            return entry_choices(place.types)
