"""What a client may give in the place of a parameter whose values may be of any kind.

Place: frontends/python/. `lower_function` asks for every parameter that has no static type.
An annotation decides; without one, what was inferred from defaults and uses.
"""

from __future__ import annotations

from heapwright.frontends.python import object_uses, tree
from heapwright.frontends.python.below_containers import NOT_TRIED
from heapwright.frontends.python.class_table import (
    ClassName,
    ConstantName,
    ForeignName,
    FunctionInfo,
    FunctionName,
    Kind,
)
from heapwright.frontends.python.entries import holders
from heapwright.frontends.python.infer import BY_PROTOCOL
from heapwright.frontends.python.known_types import Types
from heapwright.frontends.python.library_names import LIBRARY_OWNER
from heapwright.frontends.python.parse import parse
from heapwright.frontends.python.sharing import has_shared_default
from heapwright.frontends.python.types import Hint
from heapwright.frontends.python.walk import walk
from heapwright.ir.types import (
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
    OmittedType,
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
_INFERRED: dict[str, Choice] = {
    "strings": TextType(),
    "floats": FloatType(),
    "lists": ContainerType("list", (INT,)),
    "iterables": ContainerType("list", (INT,)),
    "iterators": ContainerType("list", (INT,)),
    "dicts": ContainerType("dict", (INT, INT)),
    "sets": ContainerType("set", (INT,)),
    "tuples": ContainerType("tuple", (INT,)),
}
_NO_KEYWORDS = ContainerType("dict", ())


MOST_ALIASES = 3
ANY_NUMBER = -1  # of arguments


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a type is written, and how many names for types led there."""

    types: Types
    path: str
    owner: str | None
    n_aliases: int = 0


def choices_for(
    types: Types, info: FunctionInfo, parameter: tree.Parameter
) -> tuple[Choice, ...] | None:
    """Give what fits a parameter; None where a client has nothing to give that we know."""
    if types.is_library:
        return ()
    if parameter.kind == "*":
        inner = (INT,) if parameter.annotation is None else _annotated(types, info, parameter)
        return None if not inner else (ContainerType("tuple", (_one_of(inner),)),)
    if parameter.kind == "**":
        return (_NO_KEYWORDS,)
    found = None if parameter.annotation is None else _annotated(types, info, parameter)
    if parameter.annotation is not None and found is None:
        found = _in_part(types, info, parameter)
        if found is None:
            return None
    omitted = (OmittedType(),) if has_shared_default(info, parameter) else ()
    if found is None:
        cell = types.variables[info.qualified_name, parameter.name.text]
        found = _inferred(types, info, parameter, cell.hint())
        if info.name in BY_PROTOCOL and found is not None:
            # What stands beside an operator is an object of the class, or a number.
            found = (*found, INT)
        if found is not None:
            found = (*found, *_objects_kept(types, info, parameter))
    if found is not None and isinstance(parameter.default, tree.NoneLiteral):
        found = (*found, NullType())
    return None if found is None else tuple(dict.fromkeys((*found, *omitted)))


def beyond_choices(
    types: Types, info: FunctionInfo, parameter: tree.Parameter, choices: tuple[Choice, ...]
) -> str:
    """Say what a client may give beside the choices; an empty text if there is no such thing."""
    if types.is_library:
        return ""
    if parameter.kind == "**" and parameter.name.text == NOT_TRIED:
        return ""
    if parameter.kind == "**":
        return f"keywords for `{parameter.name.text}` are not tried"
    if _takes_functions(types, info, parameter):
        tried = [name for one in choices if isinstance(one, MemberType) for name in one.names]
        shown = " and ".join(f"`{name.rpartition('.')[2]}`" for name in tried)
        verb = "is" if len(tried) == 1 else "are"
        given = f"only {shown} {verb} given for" if tried else "no call gives"
        return f"of all that a client could give, {given} `{parameter.name.text}`"
    default = parameter.default
    if default is not None and not is_tried(default, choices):
        return f"leaving `{parameter.name.text}` out is not tried"
    if is_used_as_object(types, info, parameter, choices):
        return f"objects of unknown classes for `{parameter.name.text}` are not tried"
    return ""


def is_used_as_object(
    types: Types, info: FunctionInfo, parameter: tree.Parameter, choices: tuple[Choice, ...]
) -> bool:
    """Say whether a parameter that only gets plain values is used as these cannot be."""
    plain = IntType | BoolType | NullType | OmittedType
    if parameter.annotation is not None:
        return False
    tried = frozenset(name for one in choices for name in _names_tried(types, one))
    if object_uses.is_asked_for_others(types, info, parameter.name.text, tried):
        return True
    if any(not isinstance(one, plain) for one in choices):
        return False
    return bool(
        object_uses.is_used_as_object(types, info, parameter.name.text)
        or _objects_kept(types, info, parameter)
    )


def _names_tried(types: Types, choice: Choice) -> tuple[str, ...]:
    """Name the classes that a value is of which a client gives."""
    match choice:
        case RefType(class_name):
            line = [level for level in types.table.line(class_name) if level != "object"]
            return tuple(name.rpartition(".")[2].partition(" (")[0] for name in line)
        case ContainerType(class_name):
            return (class_name,)
        case IntType():
            return ("int",)
        case BoolType():
            return ("bool",)
        case TextType():
            return ("str",)
        case FloatType():
            return ("float",)
        case MemberType(class_name):
            return (class_name.rpartition(".")[2],)
        case _:
            return ()


def _objects_kept(
    types: Types, info: FunctionInfo, parameter: tree.Parameter
) -> tuple[RefType, ...]:
    """Give the classes of objects that code expects where a parameter is put."""
    used = types.table.used_entries
    if not used or parameter.annotation is not None:
        return ()
    kept = holders(info.node.body, parameter.name.text)
    names = {name for attribute in kept for name in used.get(attribute, ())}
    return tuple(
        RefType(class_name)
        for class_name, known in types.table.classes.items()
        if not known.is_exception
        and known.obstacle is None
        and not names.isdisjoint(
            (*(f.name for f in known.functions.values()), *types.fields.by_class[class_name])
        )
    )


def is_tried(default: tree.Expr, choices: tuple[Choice, ...]) -> bool:
    """Say whether a default value is one of those that calls are tried with."""
    if OmittedType() in choices:
        return True
    match default:
        case tree.NoneLiteral():
            return NullType() in choices
        case tree.IntLiteral() | tree.UnaryOperation("-", tree.IntLiteral()):
            return INT in choices
        case tree.BoolLiteral():
            return BOOL in choices
        case tree.StringLiteral(parts=()):
            return TextType() in choices
        case tree.FloatLiteral() | tree.UnaryOperation("-", tree.FloatLiteral()):
            return FloatType() in choices  # of which nothing is proved anyway
        case tree.TupleExpr(items):
            return any(
                isinstance(choice, ContainerType)
                and choice.class_name == "tuple"
                and choice.varies
                and all(is_tried(item, _kinds_of(choice.entries[0])) for item in items)
                for choice in choices
            )
        case tree.Attribute():
            return any(isinstance(choice, MemberType) for choice in choices)
        case _:
            return False


def _kinds_of(entry: Choice | AnyType) -> tuple[Choice, ...]:
    return entry.choices if isinstance(entry, AnyType) else (entry,)


def _one_of(choices: tuple[Choice, ...]) -> Choice | AnyType:
    """Give a type for an entry that may be each of these."""
    return choices[0] if len(choices) == 1 else AnyType(choices)


def _takes_functions(types: Types, info: FunctionInfo, parameter: tree.Parameter) -> bool:
    """Say whether a client could give functions, or what else we cannot make."""
    if parameter.kind in ("*", "**"):
        return False
    if parameter.annotation is None:
        cell = types.variables[info.qualified_name, parameter.name.text]
        return "functions as values" in cell.hint().others
    return _annotated(types, info, parameter) is None


def _in_part(
    types: Types, info: FunctionInfo, parameter: tree.Parameter
) -> tuple[Choice, ...] | None:
    """Give what we try where a client could give functions: some functions, and nothing."""
    found: list[Choice] = []
    wanted = _n_arguments(parameter.annotation)
    if wanted is not None:
        found += _functions_for(types, info.path, wanted)
    return _or_nothing(found, parameter)


def _or_nothing(found: list[Choice], parameter: tree.Parameter) -> tuple[Choice, ...] | None:
    if parameter.default is not None and parameter.kind != "positional":
        found.append(OmittedType())
    return tuple(found) or None


def _n_arguments(annotation: tree.Expr | None) -> int | None:
    """Say how many arguments a `Callable` takes: ANY_NUMBER if it does not say, None if none is."""
    wanted = None
    for node in walk([] if annotation is None else [annotation]):
        match node:
            case tree.Subscript(
                tree.Name("Callable") | tree.Attribute(name="Callable"),
                tree.TupleExpr((tree.Display(items=items), _)),
            ):
                wanted = len(items)
            case tree.Name("Callable") | tree.Attribute(name="Callable") if wanted is None:
                wanted = ANY_NUMBER
    return wanted


def _functions_for(types: Types, path: str, wanted: int) -> list[Choice]:
    """Give the public functions of a module that take so many arguments, else some of Python's."""
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
    # `print` takes whatever it is given. The others are there for what they return.
    known = ("print", "max") if wanted == 2 else ("print",)
    found: list[Choice] = [MemberType("function", tuple(f"{LIBRARY_OWNER}.{n}" for n in known))]
    return [*found, MemberType("type", ("bool",))] if wanted in (1, ANY_NUMBER) else found


def _annotated(
    types: Types, info: FunctionInfo, parameter: tree.Parameter
) -> tuple[Choice, ...] | None:
    assert parameter.annotation is not None
    owner = info.owner if info.owner in types.table.classes else None
    return _read(_Place(types, info.path, owner), parameter.annotation)


def _inferred(
    types: Types, info: FunctionInfo, parameter: tree.Parameter, hint: Hint
) -> tuple[Choice, ...] | None:
    found: list[Choice] = []
    if hint.ints:
        found.append(INT)
    if hint.bools:
        found.append(BOOL)
    found += [RefType(name) for name in hint.refs]
    for what in hint.others:
        if what in _INFERRED:
            found.append(_INFERRED[what])
        elif what == "functions as values":
            wanted = _n_given(info, parameter.name.text)
            return _or_nothing(_functions_for(types, info.path, wanted), parameter)
    if not found:
        found.append(INT)
    if hint.nones:
        found.append(NullType())
    return tuple(found)


def _n_given(info: FunctionInfo, name: str) -> int:
    """Say how many arguments a function gives to one that it takes."""
    for node in walk(info.node.body):
        match node:
            case tree.Call(tree.Name(text), arguments) if text == name:
                return len(arguments)
    return ANY_NUMBER


def _read(place: _Place, expr: tree.Expr) -> tuple[Choice, ...] | None:
    match expr:
        case tree.NoneLiteral():
            return (NullType(),)
        case tree.StringLiteral(text, ()):
            match parse(text).tree.body:
                case [tree.ExprStatement(inner)] if not isinstance(inner, tree.StringLiteral):
                    return _read(place, inner)
            return None
        case tree.BinaryOperation("|", lhs, rhs):
            return _together(place, (lhs, rhs))
        case tree.Subscript(tree.Name(name) | tree.Attribute(name=name), index):
            parts = index.items if isinstance(index, tree.TupleExpr) else (index,)
            return _generic(place, name, parts)
        case tree.Name(name) | tree.Attribute(name=name):
            return _named(place, name, expr)
        case _:
            return None


def _together(place: _Place, parts: tuple[tree.Expr, ...]) -> tuple[Choice, ...] | None:
    found: list[Choice] = []
    for part in parts:
        inner = _read(place, part)
        if inner is None:
            return None
        found += inner
    return tuple(dict.fromkeys(found))


def _generic(place: _Place, name: str, parts: tuple[tree.Expr, ...]) -> tuple[Choice, ...] | None:
    match name:
        case "Optional":
            inner = _read(place, parts[0])
            return None if inner is None else (*inner, NullType())
        case "Union":
            return _together(place, parts)
        case "Final" | "Annotated" | "ClassVar":
            return _read(place, parts[0])
        case "Literal":
            kinds: list[Choice] = [
                TextType() if isinstance(part, tree.StringLiteral) else INT for part in parts
            ]
            return tuple(dict.fromkeys(kinds))
        case "Callable" | "Type" | "type":
            return None
    varies = True
    if name in _TUPLES:
        varies = len(parts) == 2 and isinstance(parts[1], tree.OtherExpr)
        parts = parts[:1] if varies else parts
    if name in _LISTS or name in _SETS or name in _DICTS or name in _TUPLES:
        entries: list[Choice | AnyType] = []
        for part in parts:
            inner = _read(place, part)
            if not inner:
                return None
            entries.append(_one_of(inner))
        return (ContainerType(_class_of(name), tuple(entries), varies),)
    return _named(place, name, None)


def _class_of(name: str) -> str:
    if name in _DICTS:
        return "dict"
    if name in _SETS:
        return "frozenset" if name.lower() == "frozenset" else "set"
    return "tuple" if name in _TUPLES else "list"


def _named(place: _Place, name: str, expr: tree.Expr | None) -> tuple[Choice, ...] | None:
    plain: dict[str, Choice] = {"int": INT, "bool": BOOL, "str": TextType(), "float": FloatType()}
    table, path, owner = place.types.table, place.path, place.owner
    if isinstance(expr, tree.Attribute) and isinstance(expr.value, tree.Name):
        match table.meaning(path, expr.value.text):
            case ClassName(outer) if f"{outer}.{name}" in table.classes:
                return (RefType(f"{outer}.{name}"),)
    match table.meaning(path, name):
        case ClassName(class_name):
            if class_name not in table.classes:
                # A class that Python brings along: nobody holds objects of it to give away.
                return None
            members = table.classes[class_name].members
            return (MemberType(class_name, members) if members else RefType(class_name),)
        case ForeignName() | None if name in plain:
            return (plain[name],)
        case ForeignName() | None:
            if name == "Self" and owner is not None:
                return (RefType(owner),)
            if owner is not None and f"{owner}.{name}" in table.classes:
                return (RefType(f"{owner}.{name}"),)
            if name == "None":
                return (NullType(),)
            if name in _DICTS:
                return (ContainerType("dict", (INT, INT)),)
            if name in _TUPLES:
                return (ContainerType("tuple", (INT,)),)
            if name in _LISTS or name in _SETS:
                return (ContainerType(_class_of(name), (INT,)),)
            if name in ("Any", "object", "Hashable", "Comparable"):
                return (INT,)
            return None
        case ConstantName(value, where, _) if place.n_aliases < MOST_ALIASES:
            # A name for a type, which may well mention itself.
            return _read(
                replace(place, path=where, owner=None, n_aliases=place.n_aliases + 1), value
            )
        case _:
            # A type variable: anything will do.
            return (INT,)
