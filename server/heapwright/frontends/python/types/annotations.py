"""What annotations say: the one reader of them.

Place: frontends/python/types/. `infer` starts from what variables are declared to be, and
`argument_types` asks what a client may give; both ask here.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from operator import or_

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.dotted_names import dotted_name
from heapwright.frontends.python.syntax.parse import parse_annotation
from heapwright.frontends.python.table import class_table
from heapwright.frontends.python.types.protocols import is_protocol, kinds_fitting
from heapwright.frontends.python.types.types import kinds_of_class
from heapwright.ir.core.kinds import (
    BOOLS,
    DICT,
    FLOATS,
    FUNCTION,
    FUNCTIONS,
    INTS,
    LIST,
    NONES,
    NOTHING_KNOWN,
    SET,
    TEXTS,
    UNFOLLOWED,
    CallableKind,
    ClassKind,
    ContainerKind,
    Kinds,
    LiteralKind,
    Mark,
    MemberKind,
    UnreadKind,
    ValueKind,
    kinds_of,
    objects_of,
)
from heapwright.ir.core.types import NULL, Choice, LiteralType, MemberType
from heapwright.records import dataclass, replace

MOST_ALIASES = 3
DEQUE = "deque"
_CONTAINERS = {
    name: ContainerKind(class_name)
    for class_name, names in (
        ("list", ("list", "List", "MutableSequence")),
        ("sequence", ("Sequence",)),
        ("dict", ("dict", "Dict", "MutableMapping")),
        ("mapping", ("Mapping",)),
        ("set", ("set", "Set", "AbstractSet", "MutableSet")),
        ("frozenset", ("frozenset", "FrozenSet")),
        ("tuple", ("tuple", "Tuple")),
        ("iterable", ("Iterable",)),
        ("iterator", ("Iterator",)),
        ("collection", ("Collection",)),
        ("reversible", ("Reversible",)),
    )
    for name in names
}
_CLASSES = ClassKind(NOTHING_KNOWN)
_PLAIN: Mapping[str, Kinds] = {
    "int": INTS,
    "bool": BOOLS,
    "str": TEXTS,
    "float": FLOATS,
    "None": NONES,
    "NoReturn": NONES,
    "Never": NONES,
    "Callable": FUNCTIONS,
    "type": Kinds((_CLASSES,)),
    "Type": Kinds((_CLASSES,)),
    **{name: Kinds((kind,)) for name, kind in _CONTAINERS.items()},
}
# Of Python's own, but nothing that a client makes.
_NOT_MADE = frozenset(
    (
        *("bytes", "complex", "bytearray", "memoryview", "range", "slice", "property", "Literal"),
        *("map", "filter", "zip", "enumerate", "reversed", "Generator", DEQUE),
    )
)
_OPEN_NAMES = frozenset(("Any", "object", "Hashable", "Comparable"))
_TRANSPARENT = frozenset(("Final", "ClassVar", "Annotated", "Required", "ReadOnly"))


@dataclass(frozen=True, slots=True)
class Place:
    """Where a type is written, and how many names for types led there; `Self` is the owner."""

    table: class_table.ClassTable
    path: str
    owner: str | None
    n_aliases: int = 0


@dataclass(frozen=True, slots=True)
class Declared:
    """What an annotation allows, as it is written, and whether it has a place for anything."""

    kinds: Kinds
    has_open: bool = False

    def __or__(self, other: Declared) -> Declared:
        return Declared(self.kinds | other.kinds, self.has_open or other.has_open)

    @property
    def known(self) -> Kinds:
        """What is known of a variable: where one part allows anything, all of it does."""
        if self.kinds.meets((Mark.OPEN, Mark.UNDEFINED)):
            return self.kinds.only((NULL,))
        return kinds_of(map(_bare, self.kinds))


_ANYTHING = Declared(Kinds((Mark.OPEN,)), has_open=True)
_UNREADABLE = Declared(UNFOLLOWED)


def read_annotation(place: Place, expr: tree.Expr) -> Declared:
    """Say what an annotation allows."""
    match expr:
        case tree.NoneLiteral():
            return Declared(NONES)
        case tree.StringLiteral(text, ()):
            match parse_annotation(text):
                case [tree.ExprStatement(inner)] if not isinstance(inner, tree.StringLiteral):
                    return read_annotation(place, inner)
                case [tree.Pass()]:
                    return _ANYTHING
            return _UNREADABLE
        case tree.BinaryOperation("|", lhs, rhs):
            return read_annotation(place, lhs) | read_annotation(place, rhs)
        case tree.Subscript((tree.Name(name) | tree.Attribute(name=name)) as value, index):
            parts = index.items if isinstance(index, tree.TupleExpr) else (index,)
            return _generic(place, name, value, parts)
        case tree.Name(name):
            return _named(place, name)
        case tree.Attribute(value, name) if (outer := dotted_name(value)) is not None:
            return _dotted(place, outer, name)
        case _:
            return _UNREADABLE


def _bare(kind: ValueKind) -> ValueKind:
    """Leave out what is not followed: what containers hold, and what functions take."""
    match kind:
        case ContainerKind("frozenset"):
            return SET
        case ContainerKind("sequence"):
            return LIST
        case ContainerKind("mapping"):
            return DICT
        case ContainerKind(class_name):
            return ContainerKind(class_name)
        case UnreadKind("deque"):
            return ContainerKind(DEQUE)
        case CallableKind():
            return FUNCTION
        case ClassKind():
            return _CLASSES
        case LiteralKind():
            return UnreadKind("Literal")
        case _:
            return kind


def _generic(place: Place, name: str, value: tree.Expr, parts: tuple[tree.Expr, ...]) -> Declared:
    special = _typing_name(place, name)
    if not parts and special not in _CONTAINERS:
        return _UNREADABLE  # `Optional[()]`
    match special, parts:
        case "Optional", _:
            return read_annotation(place, parts[0]) | Declared(NONES)
        case "Union", _:
            return reduce(or_, (read_annotation(place, part) for part in parts))
        case _ if special in _TRANSPARENT:
            return read_annotation(place, parts[0])
        case "Literal", _ if values := _literals(place, parts):
            return Declared(Kinds((LiteralKind(tuple(values)),)))
        case "Callable", (tree.Display(items=items), result):
            named = result.text if isinstance(result, tree.Name) else ""
            gives = read_annotation(place, result).kinds
            return Declared(Kinds((CallableKind(len(items), named, place.path, gives),)))
        case "Callable", (_, result):
            gives = read_annotation(place, result).kinds
            return Declared(Kinds((CallableKind(path=place.path, gives=gives),)))
        case "Callable", _:
            return Declared(Kinds((CallableKind(path=place.path),)))
        case "Type" | "type", _:
            wanted = read_annotation(place, parts[0]).kinds
            match place.table.meaning(place.path, name):
                case class_table.ForeignName(module, inner):
                    return Declared(Kinds((ClassKind(wanted, _joined(module, inner)),)))
            return Declared(Kinds((ClassKind(wanted),)))
    varies = True
    whole = read_annotation(place, value)
    match whole.kinds.members:
        case (ContainerKind(class_name) as one,) if one.is_bare:
            if class_name == "tuple":
                varies = len(parts) == 2 and isinstance(parts[1], tree.OtherExpr)
                parts = parts[:1] if varies else parts
            entries = [read_annotation(place, part) for part in parts]
            held = ContainerKind(class_name, tuple(entry.kinds for entry in entries), varies)
            return Declared(Kinds((held,)), any(entry.has_open for entry in entries))
        case _:
            # `Node[int]`: what a generic class is made of is not followed.
            has_open = any(read_annotation(place, part).has_open for part in parts)
            return Declared(whole.kinds, has_open)


def _typing_name(place: Place, name: str) -> str:
    """Give what `typing` calls something that a module imports under another name."""
    match place.table.meaning(place.path, name):
        case class_table.ForeignName("typing" | "typing_extensions", inner) if inner:
            return inner
        case _:
            return name


def _literals(place: Place, parts: tuple[tree.Expr, ...]) -> list[Choice] | None:
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
                found.append(NULL)
            case tree.Attribute(owner, name) if (member := _member(place, owner, name)) is not None:
                found.append(member)
            case tree.Name() | tree.Attribute() | tree.Subscript():
                # Another type that names its values.
                match read_annotation(place, part).kinds.members:
                    case (LiteralKind(values),):
                        found += values
                    case _:
                        return None
            case _:
                return None
    return found


def _member(place: Place, owner: tree.Expr, name: str) -> MemberType | None:
    """Give the member of an enumeration that `Colour.RED` is."""
    for one in read_annotation(place, owner).kinds:
        if isinstance(one, MemberKind):
            below = [place.table.classes[lower] for lower in place.table.below(one.class_name)]
            for info in below:
                if name in info.members:
                    return MemberType(info.name, (name,))
    return None


def _named(place: Place, name: str) -> Declared:
    table, owner = place.table, place.owner
    if name in ("int", "bool", "None"):
        return Declared(_PLAIN[name])
    if name == "Self" and owner is not None:
        return Declared(objects_of(owner))
    match table.meaning(place.path, name):
        case class_table.ClassName(class_name):
            return Declared(_allowed(table, class_name))
        case class_table.ForeignName(module, inner):
            return _foreign(place, inner or name, _joined(module, inner))
        case None:
            if owner is not None and f"{owner}.{name}" in table.classes:
                return Declared(_allowed(table, f"{owner}.{name}"))
            if name in _PLAIN or name in _NOT_MADE or name in _OPEN_NAMES:
                return _foreign(place, name, "")
            return Declared(Kinds((Mark.UNDEFINED,)), has_open=True)
        case class_table.ConstantName(value, where, _) if place.n_aliases < MOST_ALIASES:
            # A name for a type, which may well mention itself.
            there = replace(place, path=where, owner=None, n_aliases=place.n_aliases + 1)
            found = read_annotation(there, value)
            # Whoever reads the name does not see what such containers hold.
            holds = any(isinstance(one, ContainerKind) for one in found.kinds)
            return Declared(found.kinds, holds or found.known == NOTHING_KNOWN)
        case _:
            # A type variable: anything will do.
            return _ANYTHING


def _allowed(table: class_table.ClassTable, class_name: str) -> Kinds:
    info = table.classes.get(class_name)
    if info is not None and is_protocol(info):
        return kinds_fitting(table, class_name)
    return kinds_of_class(table, class_name)


def _dotted(place: Place, outer: str, name: str) -> Declared:
    table = place.table
    match table.meaning(place.path, outer):
        case class_table.ModuleName(path):
            return _named(replace(place, path=path), name)
        case class_table.ClassName(class_name) if f"{class_name}.{name}" in table.classes:
            return Declared(_allowed(table, f"{class_name}.{name}"))
        case class_table.ForeignName(module, inner):
            return _foreign(place, name, _joined(module, inner, name))
    first, _, rest = f"{outer}.{name}".partition(".")
    match table.meaning(place.path, first):
        case class_table.ForeignName(module, inner):
            origin = _joined(module, inner, rest)
        case _:
            origin = ""
    # `collections.abc.Mapping`
    kind = _CONTAINERS.get(name, UnreadKind(f"{outer}.{name}", origin))
    return Declared(Kinds((kind,)))


def _joined(*parts: str) -> str:
    return ".".join(part for part in parts if part)


def _foreign(place: Place, name: str, origin: str) -> Declared:
    """Say what a name means that Python brings along, or a module that is not read."""
    if name in _OPEN_NAMES:
        return _ANYTHING
    if name == "Self" and place.owner is not None:
        return Declared(objects_of(place.owner))
    if name == "Callable":
        return Declared(Kinds((CallableKind(path=place.path),)))
    kinds = _PLAIN.get(name, Kinds((UnreadKind(name, origin),)))
    holds_anything = name == DEQUE or any(isinstance(one, ContainerKind) for one in kinds)
    return Declared(kinds, has_open=holds_anything)
