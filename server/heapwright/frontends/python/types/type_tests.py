"""What tests of kind tell: `isinstance`, `type(x) is`, `match`, `callable`, `is None`.

Place: frontends/python/types/. `evidence` asks for each node of a body. Pure.

    isinstance(value, (int, str))    a test that names kinds
    match value: case Node(): …      one, too
    hasattr(value, "next")           a question of kind that names none
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.dotted_names import dotted_name
from heapwright.frontends.python.table import class_table
from heapwright.frontends.python.table.resolve import Surroundings
from heapwright.frontends.python.types.known_types import Types
from heapwright.frontends.python.types.told import TypeTest
from heapwright.frontends.python.types.types import kinds_of_class
from heapwright.ir.core.kinds import (
    BOOLS,
    DICTS,
    FLOATS,
    FUNCTIONS,
    INTS,
    LISTS,
    NONES,
    NOTHING_KNOWN,
    SETS,
    TEXTS,
    ContainerKind,
    Kinds,
    Mark,
    ValueKind,
    objects_of,
)
from heapwright.ir.core.types import NULL
from heapwright.records import replace

OBJECT = "object"
_MADE: Mapping[str, Kinds] = {
    "int": INTS,
    "bool": BOOLS,
    "str": TEXTS,
    "float": FLOATS,
    "NoneType": NONES,
    **{
        name: Kinds((ContainerKind(name),))
        for name in ("list", "tuple", "dict", "set", "frozenset")
    },
}
# Of these there are more than what is given; see `abstract_classes` for what the tests mean.
_ABSTRACT: Mapping[str, Kinds] = {
    **dict.fromkeys(("Number", "Complex", "Real"), INTS | FLOATS),
    **dict.fromkeys(("Integral", "Rational"), INTS),
    **dict.fromkeys(("Mapping", "MutableMapping"), DICTS),
    **dict.fromkeys(("Set", "AbstractSet", "MutableSet"), SETS),
    **dict.fromkeys(
        ("Sequence", "MutableSequence", "Iterable", "Collection", "Sized", "Container"), LISTS
    ),
    "Callable": FUNCTIONS,
}
_ABSTRACT_MODULES = frozenset(("collections.abc", "typing", "numbers"))
_MOST_ALIASES = 8
_SAME = ("is", "==", "is not", "!=")
_AMONG = ("in", "not in")
_ASKING = frozenset(("isinstance", "callable", "type", "hasattr"))


# --- Kinds that are named ---


def tests_in(types: Types, around: Surroundings, node: object) -> Iterator[TypeTest]:
    """Give the kinds that an expression asks a value for, by their names."""
    match node:
        case tree.Call(
            tree.Name("isinstance"), [tree.Argument(None, subject), tree.Argument(None, classes)]
        ):
            yield _named(types, around, subject, classes)
        case tree.Call(
            tree.Name("issubclass"), [tree.Argument(None, kind), tree.Argument(None, classes)]
        ):
            subject_ = _kind_of_what(kind)
            if subject_ is not None:
                yield _named(types, around, subject_, classes)
        case tree.Call(tree.Name("callable"), [tree.Argument(None, subject)]):
            yield TypeTest(subject, FUNCTIONS, is_whole=False)
        case tree.Comparison(operands, operators):
            for place, sign in enumerate(operators):
                lhs, rhs = operands[place], operands[place + 1]
                yield from _compared_kinds(types, around, sign, lhs, rhs)
                if sign in _SAME:
                    yield from _compared_kinds(types, around, sign, rhs, lhs)
        case tree.Match(subject, cases):
            for case in cases:
                yield from _matched_kinds(types, around, subject, case.pattern)
        case _:
            pass


def _kind_of_what(expr: tree.Expr) -> tree.Expr | None:
    """Give the value whose class an expression is: `type(x)`, `x.__class__`."""
    match expr:
        case tree.Call(tree.Name("type"), [tree.Argument(None, subject)]):
            return subject
        case tree.Attribute(subject, "__class__"):
            return subject
        case _:
            return None


def _compared_kinds(
    types: Types, around: Surroundings, sign: str, lhs: tree.Expr, rhs: tree.Expr
) -> Iterator[TypeTest]:
    """Give what one side of a comparison asks of the other: `type(x) is str`, `x is None`."""
    if sign in _SAME and isinstance(rhs, tree.NoneLiteral):
        yield TypeTest(lhs, NONES)
    if sign not in (*_SAME, *_AMONG):
        return
    subject = _kind_of_what(lhs)
    match lhs, rhs:
        case tree.Attribute(kind, "__name__"), tree.StringLiteral(text, ()):
            by_name = _kind_of_what(kind)
            if by_name is not None:
                kinds = _MADE.get(text)
                known = [name for name in types.table.classes if name.rpartition(".")[2] == text]
                if kinds is None and len(known) == 1:
                    kinds = kinds_of_class(types.table, known[0])
                yield TypeTest(by_name, kinds or NOTHING_KNOWN, is_whole=kinds is not None)
        case _ if subject is not None:
            yield _named(types, around, subject, rhs)
        case _:
            pass


def _named(types: Types, around: Surroundings, subject: tree.Expr, classes: tree.Expr) -> TypeTest:
    kinds, is_whole, has_all = NOTHING_KNOWN, True, False
    for where, one in _single_classes(around, classes, 0):
        if _is_object(where, one):
            has_all = True
            continue
        named, is_made = _kind_named(types, where, one)
        kinds |= named
        is_whole = is_whole and is_made
    return TypeTest(subject, kinds, is_whole, has_all=has_all)


def _single_classes(
    around: Surroundings, expr: tree.Expr, n_aliases: int
) -> Iterator[tuple[Surroundings, tree.Expr]]:
    """Take apart what names several classes: `(int, str)`, `int | str`, a constant that is one."""
    match expr:
        case tree.TupleExpr(items) | tree.Display(items=items):
            for item in items:
                yield from _single_classes(around, item, n_aliases)
        case tree.BinaryOperation("|", lhs, rhs):
            yield from _single_classes(around, lhs, n_aliases)
            yield from _single_classes(around, rhs, n_aliases)
        case tree.Name(text):
            match around.meaning(text):
                case class_table.ConstantName(value, path, _) if n_aliases < _MOST_ALIASES:
                    there = Surroundings(around.table, around.fields, path, None, frozenset())
                    yield from _single_classes(there, value, n_aliases + 1)
                case _:
                    yield around, expr
        case _:
            yield around, expr


def _is_object(around: Surroundings, expr: tree.Expr) -> bool:
    return isinstance(expr, tree.Name) and expr.text == OBJECT and around.meaning(OBJECT) is None


def _kind_named(types: Types, around: Surroundings, expr: tree.Expr) -> tuple[Kinds, bool]:
    """Say what kind a class is of, and whether clients can make all of its values."""
    if isinstance(expr, tree.NoneLiteral):
        return NONES, True
    of_what = _kind_of_what(expr)
    if of_what is not None:
        function = around.function
        if isinstance(of_what, tree.NoneLiteral):
            return NONES, True
        owner = None if function is None else function.owner
        if owner is not None and around.is_self(of_what):
            return _objects(types, owner)
        return NOTHING_KNOWN, False
    class_name = around.class_named(expr)
    if class_name is not None:
        return _objects(types, class_name)
    match expr:
        case tree.Name(text):
            meaning = around.meaning(text)
            is_own = meaning is None and text not in around.locals
            if text in _MADE and (
                is_own or meaning == class_table.ForeignName("types", "NoneType")
            ):
                return _MADE[text], True
            if isinstance(meaning, class_table.ForeignName) and meaning.module in _ABSTRACT_MODULES:
                return _ABSTRACT.get(meaning.name, NOTHING_KNOWN), False
        case tree.Attribute(name=name):
            module = (dotted_name(expr) or "").rpartition(".")[0]
            if module.rpartition(".")[2] in ("abc", "typing", "numbers"):
                return _ABSTRACT.get(name, NOTHING_KNOWN), False
        case _:
            pass
    return NOTHING_KNOWN, False


def _objects(types: Types, class_name: str) -> tuple[Kinds, bool]:
    """Give what is known of objects of a class; exceptions and the like nobody gives away."""
    info = types.table.classes.get(class_name)
    if info is None or info.is_exception or info.obstacle is not None:
        return NOTHING_KNOWN, False
    if info.is_enum:
        return kinds_of_class(types.table, class_name), True
    return objects_of(*types.table.names_of(class_name)), True


def _matched_kinds(
    types: Types, around: Surroundings, subject: tree.Expr | None, pattern: tree.Pattern
) -> Iterator[TypeTest]:
    match pattern.kind, pattern.value:
        case "or", _:
            for part in pattern.parts:
                yield from _matched_kinds(types, around, subject, part)
        case "value", tree.NoneLiteral():
            yield TypeTest(subject, NONES)
        case "value", tree.BoolLiteral():
            yield TypeTest(subject, BOOLS)
        case "class", tree.Name() | tree.Attribute() as cls:
            named = _named(types, around, cls, cls)
            yield replace(named, subject=subject)
        case "sequence", _:
            match subject:
                case tree.TupleExpr(items) if len(items) == len(pattern.parts):
                    for item, part in zip(items, pattern.parts, strict=True):
                        yield from _matched_kinds(types, around, item, part)
                case _:
                    yield TypeTest(subject, LISTS)
                    for part in pattern.parts:
                        yield from _matched_kinds(types, around, None, part)
        case "mapping", _:
            yield TypeTest(subject, DICTS)
            if any(isinstance(key, tree.StringLiteral) for key in pattern.keys):
                yield TypeTest(None, TEXTS, is_key=True)
            for part in pattern.parts:
                yield from _matched_kinds(types, around, None, part)
        case _:
            pass


def refusing_in(node: object) -> Iterator[tree.Expr]:
    """Give the tests of a statement that only raises an exception unless they hold."""
    match node:
        case tree.Assert(condition):
            yield from _parts(condition, "and")
        case tree.If(condition, [tree.Raise()], ()):
            for part in _parts(condition, "or"):
                match part:
                    case tree.UnaryOperation("not", inner):
                        yield inner
                    case tree.Comparison(operators=("is not" | "!=" | "not in",)):
                        yield part
                    case _:
                        pass
        case _:
            pass


def _parts(condition: tree.Expr, operator: str) -> Iterator[tree.Expr]:
    match condition:
        case tree.BooleanOperation(sign, lhs, rhs) if sign == operator:
            yield from _parts(lhs, operator)
            yield from _parts(rhs, operator)
        case _:
            yield condition


# --- Questions of kind ---


def asked_in(
    types: Types, function: class_table.FunctionInfo, node: object
) -> Iterator[tuple[tree.Expr, ValueKind]]:
    """Give what an expression asks for its kind."""
    match node:
        case tree.Call(tree.Name(name), [tree.Argument(None, subject), *_]) if name in _ASKING:
            yield subject, Mark.ASKED
        case tree.Attribute(subject, "__class__"):
            yield subject, Mark.ASKED
        case tree.Comparison(operands, operators):
            for place, sign in enumerate(operators):
                lhs, rhs = operands[place], operands[place + 1]
                for one, other in ((lhs, rhs), (rhs, lhs)):
                    if isinstance(other, tree.NoneLiteral):
                        yield one, NULL
                    elif (
                        sign in ("is", "is not") and _is_named(types, function, other)
                    ) or _is_other(other):
                        yield one, Mark.ASKED
        case _:
            pass


def asks_class(node: object, subject: tree.Expr, given: set[str]) -> bool:
    """Say whether this asks for the class of a parameter."""
    match node, subject:
        case ((tree.Call(tree.Name("isinstance" | "type")) | tree.Attribute()), tree.Name(text)):
            return text in given
        case _:
            return False


def _is_named(types: Types, function: class_table.FunctionInfo, expr: tree.Expr) -> bool:
    """Say whether a name is that of a function or a class."""
    match expr:
        case tree.Name(text):
            meaning = types.table.meaning(function.path, text)
            return isinstance(meaning, class_table.FunctionName | class_table.ClassName)
        case _:
            return False


def _is_other(expr: tree.Expr) -> bool:
    """Say whether a value is surely no number."""
    return isinstance(
        expr, tree.StringLiteral | tree.TupleExpr | tree.Display | tree.DictDisplay | tree.Lambda
    )
