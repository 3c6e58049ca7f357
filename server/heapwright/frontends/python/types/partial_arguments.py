"""Some of the values that an annotation allows, where a client could give others, too.

Place: frontends/python/types/. `argument_types` asks where an annotation allows what cannot be
made for a call in all its forms: functions, classes, objects of a foreign library. What is
found here is tried, and `beyond` says that it is not all.
"""

from __future__ import annotations

from collections.abc import Iterator

from heapwright.frontends.python.modules.library_names import LIBRARY_OWNER
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.dotted_names import dotted_name
from heapwright.frontends.python.syntax.parse import parse_annotation
from heapwright.frontends.python.syntax.walk import walk
from heapwright.frontends.python.table.class_table import (
    ClassName,
    ConstantName,
    ForeignName,
    FunctionInfo,
    FunctionName,
    Kind,
)
from heapwright.frontends.python.types.kind_choices import one_of
from heapwright.frontends.python.types.known_types import Types
from heapwright.frontends.python.types.read_annotations import (
    Place,
    container_class,
    read_annotation,
)
from heapwright.frontends.python.types.types import MOST_ALIASES
from heapwright.ir.core.operations import FOREIGN
from heapwright.ir.core.types import (
    INT,
    AnyType,
    Choice,
    ContainerType,
    MemberType,
)
from heapwright.records import replace

ANY_NUMBER = -1  # of arguments
MOST_CLASSES = 4  # that are given where a class is wanted
# Types that make a value of nothing, or of whatever they are given.
_MAKERS = (("int", "float", "str", "bool"), ("str",))


def in_part(place: Place, info: FunctionInfo, parameter: tree.Parameter) -> list[Choice]:
    """Give what we try of that which an annotation allows; nothing where we can make nothing."""
    if parameter.annotation is None:
        return []
    is_kept = not is_taken_apart(info, parameter.name.text)
    return _parts(place, parameter.annotation, is_kept=is_kept)


def is_taken_apart(info: FunctionInfo, name: str) -> bool:
    """Say whether a function does more with a parameter than to keep, compare and pass it on."""
    for node in walk(info.node.body):
        match node:
            case (
                tree.Attribute(tree.Name(text))
                | tree.Subscript(tree.Name(text))
                | tree.Call(tree.Name(text))
                | tree.For(iterable=tree.Name(text))
            ) if text == name:
                return True
    return False


def _parts(place: Place, annotation: tree.Expr, *, is_kept: bool) -> list[Choice]:
    found: list[Choice] = []
    unread: list[str] = []
    for where, piece in _alternatives(place, annotation):
        some = read_annotation(where, piece) or _some_of(where, piece)
        found += some
        if not some:
            unread += _foreign(where, piece)
    if not found and is_kept and unread:
        # Nobody looks into it, so that anything that can be told apart will do.
        found.append(INT)
    elif unread and not is_kept:
        # Whatever it does is tried; what it knows of other objects, and does to these, is not.
        found.append(MemberType(FOREIGN, tuple(dict.fromkeys(unread))))
    return list(dict.fromkeys(found))


def _alternatives(place: Place, expr: tree.Expr) -> Iterator[tuple[Place, tree.Expr]]:
    """Take a union apart, through the names that types were given."""
    match expr:
        case tree.StringLiteral(text, ()):
            match parse_annotation(text):
                case [tree.ExprStatement(inner)] if not isinstance(inner, tree.StringLiteral):
                    yield from _alternatives(place, inner)
        case tree.BinaryOperation("|", lhs, rhs):
            yield from _alternatives(place, lhs)
            yield from _alternatives(place, rhs)
        case tree.Subscript(tree.Name(name) | tree.Attribute(name=name), index) if name in (
            *("Optional", "Union", "Final", "Annotated", "ClassVar"),
        ):
            parts = index.items if isinstance(index, tree.TupleExpr) else (index,)
            for part in parts if name == "Union" else parts[:1]:
                yield from _alternatives(place, part)
            if name == "Optional":
                yield place, tree.NoneLiteral(expr.span)
        case tree.Name(name) | tree.Subscript(tree.Name(name)):
            match place.types.table.meaning(place.path, name):
                case ConstantName(value, path, _) if place.n_aliases < MOST_ALIASES:
                    n_aliases = place.n_aliases + 1
                    there = replace(place, path=path, owner=None, n_aliases=n_aliases)
                    yield from _alternatives(there, value)
                case _:
                    yield place, expr
        case _:
            yield place, expr


def _some_of(place: Place, piece: tree.Expr) -> list[Choice]:
    match piece:
        case tree.Subscript(
            tree.Name("Callable") | tree.Attribute(name="Callable"),
            tree.TupleExpr((tree.Display(items=items), result)),
        ):
            named = result.text if isinstance(result, tree.Name) else ""
            return functions_for(place.types, place.path, len(items), named)
        case (
            tree.Name("Callable")
            | tree.Attribute(name="Callable")
            | tree.Subscript(tree.Name("Callable") | tree.Attribute(name="Callable"))
        ):
            return functions_for(place.types, place.path, ANY_NUMBER)
        case tree.Subscript(tree.Name("type" | "Type") | tree.Attribute(name="Type"), inner):
            return _classes_for(place, inner)
        case tree.Name("type" | "Type") | tree.Attribute(name="Type"):
            return [MemberType("type", ("int",))]
        case tree.Subscript(tree.Name(name) | tree.Attribute(name=name), index):
            class_name = container_class(name)
            if class_name is not None:
                return _container_in_part(place, class_name, index)
    return []


def _foreign(place: Place, piece: tree.Expr) -> Iterator[str]:
    """Name a type that comes from a module that is not read: its objects are like any others."""
    inner = piece.value if isinstance(piece, tree.Subscript) else piece
    first, _, rest = (dotted_name(inner) or "").partition(".")
    # Bytes are no objects like others: two of them may be equal.
    meaning = place.types.table.meaning(place.path, first) if first else None
    if isinstance(meaning, ForeignName):
        yield ".".join(part for part in (meaning.module, meaning.name, rest) if part)


def _container_in_part(place: Place, class_name: str, index: tree.Expr) -> list[Choice]:
    """Give containers of what can be made of their entries, else an empty one."""
    parts = index.items if isinstance(index, tree.TupleExpr) else (index,)
    varies = class_name != "tuple" or (len(parts) == 2 and isinstance(parts[1], tree.OtherExpr))
    if class_name == "tuple" and varies:
        parts = parts[:1]
    entries: list[Choice | AnyType] = []
    for part in parts:
        inner = _parts(place, part, is_kept=False)
        if not inner:
            return [ContainerType(class_name, ())] if varies else []
        entries.append(one_of(tuple(inner)))
    return [ContainerType(class_name, tuple(entries), varies)]


def _classes_for(place: Place, wanted: tree.Expr) -> list[Choice]:
    """Give some of the classes that are one of these classes, or below it."""
    table = place.types.table
    names: dict[str, None] = {}
    for where, piece in _alternatives(place, wanted):
        if not isinstance(piece, tree.Name):
            continue
        match table.meaning(where.path, piece.text):
            case ClassName(name) if name in table.classes:
                below = table.below(name)
            case ClassName(name) if table.is_exception(name):
                # The base of all exceptions stands for those that programs raise.
                names["Exception" if name == "BaseException" else name] = None
                below = tuple(one for one in table.classes if table.is_below(one, name))
            case ForeignName("enum", "Enum" | "IntEnum" | "StrEnum"):
                below = tuple(name for name, info in table.classes.items() if info.is_enum)
                names.update((one, None) for one in below if table.classes[one].members)
                continue
            case ForeignName() | None if piece.text in ("int", "str", "float", "bool"):
                names[piece.text] = None
                continue
            case ForeignName() | None if piece.text != "Any":
                continue
            case _:
                names["int"] = None
                continue
        for one in below:
            info = table.classes[one]
            if info.is_public and info.obstacle is None and not info.is_abstract:
                names[one] = None
    return [MemberType("type", tuple(names)[:MOST_CLASSES])] if names else []


def functions_for(types: Types, path: str, wanted: int, result: str = "") -> list[Choice]:
    """Give the public functions of a module that take so many arguments, else some of Python's.

    `result` names the type of what they should give.
    """
    names: list[str] = []
    for meaning in types.table.modules[path].names.values():
        if isinstance(meaning, FunctionName):
            function = types.table.functions.get(meaning.qualified_name)
            if (
                function is not None
                and function.kind is Kind.FUNCTION
                and function.is_public
                and function.path == path
                and function.obstacle is None
                and len(function.parameters) == wanted
                and all(p.kind in ("plain", "positional") for p in function.parameters)
            ):
                names.append(function.qualified_name)
    if names:
        return [MemberType("function", tuple(sorted(names)))]
    if wanted in (0, 1) and result in _MAKERS[wanted]:
        # What makes a value of a type also gives one: a clock that stands still is `int`.
        return [MemberType("type", (result,))]
    # `print` takes whatever it is given. The others are there for what they return.
    known = ("print", "max") if wanted == 2 else ("print",)
    found: list[Choice] = [MemberType("function", tuple(f"{LIBRARY_OWNER}.{n}" for n in known))]
    return [*found, MemberType("type", ("bool",))] if wanted in (1, ANY_NUMBER) else found
