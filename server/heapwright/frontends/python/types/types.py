"""The types of values, and what annotations say about them.

Place: frontends/python/types/. `infer` starts from annotations; `lower` asks for the type that
came out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.dotted_names import dotted_name
from heapwright.frontends.python.syntax.parse import parse_annotation
from heapwright.frontends.python.table.class_table import (
    ROOT_CLASS,
    ClassName,
    ClassTable,
    ConstantName,
    ForeignName,
    ModuleName,
)
from heapwright.ir.core.types import BOOL, INT, BoolType, IntType, RefType
from heapwright.records import dataclass, replace


@dataclass(frozen=True, slots=True)
class NoneType:
    """Nothing but `None`."""


@dataclass(frozen=True, slots=True)
class Unsupported:
    """Values that we have no meaning for; `what` names them in the plural."""

    what: str


ValueType: TypeAlias = IntType | BoolType | RefType | NoneType | Unsupported

NONE = NoneType()


@dataclass(frozen=True, slots=True)
class Hint:
    """What is known of a value: which kinds it can be. Nothing known is `OPEN`."""

    ints: bool = False
    bools: bool = False
    nones: bool = False
    refs: tuple[str, ...] = ()
    others: tuple[str, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether no kind is known."""
        return not (self.ints or self.bools or self.refs or self.others)


OPEN = Hint()
# Of what is asked for its kind, and of which nothing else is known; see `asked_kinds`.
ANYTHING = "values of any kind"
KIND_ASKED = "values whose kind is asked for"
FUNCTIONS = "functions as values"
MEMBERS = "members of "  # so begins what is known of a member of an enumeration
# Of what is asked for kinds that are given, and of what is given others than all that are named;
# see `given_kinds`.
KIND_NAMED = "values that are asked for their kind"
KIND_OTHER = "values of a kind that nobody names"
# Of what only its use tells something; see `used_kinds`.
KIND_GUESSED = "values that are known by their use"


def type_of(table: ClassTable, hint: Hint, *, with_identities: bool = True) -> ValueType:
    """Give the type of a value of which this is known; an open one counts as an int.

    Where `None` is among open values they are mere identities, if all code is typed.
    What may be of several kinds is not supported by typed code: only a run can tell.
    """
    if hint.others:
        return Unsupported(hint.others[0])
    if hint.refs:
        if hint.ints or hint.bools:
            return Unsupported(f"values that are an int or a {hint.refs[0]}")
        upper = hint.refs[0]
        for name in hint.refs[1:]:
            upper = table.above_both(upper, name)
        return RefType(upper)
    if hint.ints and hint.bools:
        # Equal values of the two are not the same: `str`, `is` and `isinstance` tell them apart.
        return Unsupported("values that are an int or a bool")
    if hint.ints:
        return Unsupported("values that are an int or `None`") if hint.nones else INT
    if hint.bools:
        return Unsupported("values that are a bool or `None`") if hint.nones else BOOL
    # Only stored and compared.
    if hint.nones and with_identities:
        return RefType(ROOT_CLASS)
    return Unsupported("values that are an int or `None`") if hint.nones else INT


def joined(table: ClassTable, first: ValueType, second: ValueType) -> ValueType:
    """Give the type of a value that is of one type or of another."""
    if first == second:
        return first
    for one, other in ((first, second), (second, first)):
        match one, other:
            case Unsupported(), _:
                return one
            case NoneType(), RefType():
                return other
            case RefType(upper), RefType(lower):
                return RefType(table.above_both(upper, lower))
            case _:
                pass
    return Unsupported(f"values that are {shown(first)} or {shown(second)}")


def shown(type_: ValueType) -> str:
    """Name a type for a message."""
    match type_:
        case IntType():
            return "an int"
        case BoolType():
            return "a bool"
        case RefType(class_name):
            return f"a {class_name}"
        case NoneType():
            return "None"
        case Unsupported(what):
            return what


_BUILT_IN = {
    "str": "strings",
    "bytes": "bytes",
    "float": "floats",
    "complex": "complex numbers",
    "bytearray": "bytes that change",
    "memoryview": "views of bytes",
    "range": "ranges",
    "slice": "slices",
    "property": "properties",
    "map": "iterators",
    "filter": "iterators",
    "zip": "iterators",
    "enumerate": "iterators",
    "reversed": "iterators",
    "list": "lists",
    "dict": "dicts",
    "set": "sets",
    "frozenset": "sets",
    "tuple": "tuples",
    "type": "classes as values",
    "List": "lists",
    "Sequence": "lists",
    "MutableSequence": "lists",
    "Dict": "dicts",
    "Mapping": "dicts",
    "MutableMapping": "dicts",
    "Set": "sets",
    "Tuple": "tuples",
    "Iterator": "iterators",
    "Iterable": "iterables",
    "Generator": "generators",
    "Callable": "functions as values",
    "Literal": "literal types",
    "deque": "deques",
    "Type": "classes as values",
}
_OPEN_NAMES = frozenset(("Any", "object", "Hashable", "Comparable"))
_TRANSPARENT = frozenset(("Final", "ClassVar", "Annotated", "Required", "ReadOnly", "Final"))


MOST_ALIASES = 3


def read_annotation(
    table: ClassTable, path: str, owner: str | None, expr: tree.Expr, n_aliases: int = 0
) -> Hint:
    """Say what an annotation of a module allows; `Self` stands for `owner`."""
    match expr:
        case tree.NoneLiteral():
            return Hint(nones=True)
        case tree.StringLiteral(text, ()):
            match parse_annotation(text):
                case [tree.ExprStatement(value)] if not isinstance(value, tree.StringLiteral):
                    return read_annotation(table, path, owner, value, n_aliases)
                case [tree.Pass()]:
                    return OPEN
            return Hint(others=("types written like this",))
        case tree.BinaryOperation("|", lhs, rhs):
            return together(
                read_annotation(table, path, owner, lhs, n_aliases),
                read_annotation(table, path, owner, rhs, n_aliases),
            )
        case tree.Subscript(value, index):
            return _subscripted(table, path, owner, value, index, n_aliases)
        case tree.Name(text):
            return _named(table, path, owner, text, n_aliases)
        case tree.Attribute(value, inner) if (outer := dotted_name(value)) is not None:
            match table.meaning(path, outer):
                case ModuleName(other_path):
                    return _named(table, other_path, owner, inner)
                case ClassName(name) if f"{name}.{inner}" in table.classes:
                    return hint_of_class(table, f"{name}.{inner}")
                case ForeignName():
                    return _foreign(inner, owner)
            return Hint(others=(f"values of type `{outer}.{inner}`",))
        case _:
            return Hint(others=("types written like this",))


def together(first: Hint, second: Hint) -> Hint:
    """Allow what one or the other allows; where one is open, all of it is."""
    if (first.is_open and not first.nones) or (second.is_open and not second.nones):
        return Hint(nones=first.nones or second.nones)
    return Hint(
        first.ints or second.ints,
        first.bools or second.bools,
        first.nones or second.nones,
        tuple(dict.fromkeys((*first.refs, *second.refs))),
        tuple(dict.fromkeys((*first.others, *second.others))),
    )


def joined_hints(first: Hint, second: Hint) -> Hint:
    """Give all kinds that one or the other names; one that names none adds nothing."""
    if OPEN in (first, second):
        return second if first == OPEN else first
    return together(first, second)


def single_kinds(hint: Hint) -> Iterator[Hint]:
    """Take apart which kinds there are."""
    if hint.ints:
        yield Hint(ints=True)
    if hint.bools:
        yield Hint(bools=True)
    if hint.nones:
        yield Hint(nones=True)
    for name in hint.refs:
        yield Hint(refs=(name,))
    for what in hint.others:
        yield Hint(others=(what,))


def has_kind(known: Hint, kind: Hint) -> bool:
    """Say whether all of some kinds are among those that are known."""
    return (
        known.ints >= kind.ints
        and known.bools >= kind.bools
        and known.nones >= kind.nones
        and {*known.refs}.issuperset(kind.refs)
        and {*known.others}.issuperset(kind.others)
    )


def _subscripted(
    table: ClassTable,
    path: str,
    owner: str | None,
    value: tree.Expr,
    index: tree.Expr,
    n_aliases: int,
) -> Hint:
    match value:
        case tree.Name(name) | tree.Attribute(name=name):
            parts = index.items if isinstance(index, tree.TupleExpr) else (index,)
            if name == "Optional":
                return replace(read_annotation(table, path, owner, index, n_aliases), nones=True)
            if name == "Union":
                found = read_annotation(table, path, owner, parts[0], n_aliases)
                for part in parts[1:]:
                    found = together(found, read_annotation(table, path, owner, part, n_aliases))
                return found
            if name in _TRANSPARENT and parts:
                return read_annotation(table, path, owner, parts[0], n_aliases)
            # `Node[int]`: what a generic class is made of is erased.
            return read_annotation(table, path, owner, value, n_aliases)
        case _:
            return Hint(others=("types written like this",))


def _named(table: ClassTable, path: str, owner: str | None, name: str, n_aliases: int = 0) -> Hint:
    match name:
        case "int":
            return Hint(ints=True)
        case "bool":
            return Hint(bools=True)
        case "None":
            return Hint(nones=True)
        case "Self" if owner is not None:
            return Hint(refs=(owner,))
    match table.meaning(path, name):
        case ClassName(class_name):
            return hint_of_class(table, class_name)
        case ForeignName(_, inner):
            return _foreign(inner or name, owner)
        case None:
            if owner is not None and f"{owner}.{name}" in table.classes:
                return hint_of_class(table, f"{owner}.{name}")
            return _foreign(name, owner) if name in _BUILT_IN else OPEN
        case ConstantName(value, where, _) if n_aliases < MOST_ALIASES:
            # A name for a type, which may well mention itself.
            return read_annotation(table, where, None, value, n_aliases + 1)
        case _:
            return OPEN


def hint_of_class(table: ClassTable, class_name: str) -> Hint:
    """Say what is known of an object of a class; members of an enumeration are no objects."""
    info = table.classes.get(class_name)
    if info is not None and info.is_enum:
        return Hint(others=(f"{MEMBERS}`{class_name}`",))
    return Hint(refs=(class_name,))


def _foreign(name: str, owner: str | None) -> Hint:
    if name in _OPEN_NAMES:
        return OPEN
    if name == "Self" and owner is not None:
        return Hint(refs=(owner,))
    if name == "NoReturn" or name == "Never":
        return Hint(nones=True)
    return Hint(others=(_BUILT_IN.get(name, f"values of type `{name}`"),))
