"""Which kinds code names when it asks for the kind of a value.

Place: frontends/python/types/. `given_kinds` lets clients give values of these kinds where nothing
declares what a value is; `object_uses` asks whether calls give all that is named:

    def put(self, value):
        if isinstance(value, str): …           strings
        elif type(value) in (list, tuple): …   lists and tuples
        elif value is None: …                  None
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.dotted_names import dotted_name
from heapwright.frontends.python.syntax.walk import nodes_below, targets_in
from heapwright.frontends.python.table.class_table import ConstantName, ForeignName, FunctionInfo
from heapwright.frontends.python.table.resolve import Surroundings
from heapwright.frontends.python.types.known_types import Types, surroundings_of
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
    objects_of,
)
from heapwright.records import dataclass, replace

OBJECT = "object"
_BUILT_IN: Mapping[str, Kinds] = {
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


@dataclass(frozen=True, slots=True)
class Asked:
    """A value that is asked for its kind; no subject stands for an entry of some container.

    `is_whole` says that clients can make whatever is named, `is_refused` that any other value
    only leads to an exception.
    """

    subject: tree.Expr | None
    kinds: Kinds
    is_whole: bool = True
    is_refused: bool = False
    has_all: bool = False  # every value is of what is named
    is_key: bool = False  # and no entry


def asked_in(types: Types, function: FunctionInfo, nodes: Iterable[object]) -> list[Asked]:
    """Give what code of a function asks for its kind, with the kinds that it names."""
    around = surroundings_of(types.table, types.fields, function)
    found: list[Asked] = []
    refusing: set[int] = set()
    for node in nodes:
        refusing.update(id(test) for test in _refusing(node))
        found += [
            replace(one, is_refused=id(node) in refusing) for one in _asked_by(types, around, node)
        ]
    return found


def wholly_named(types: Types, function: FunctionInfo) -> set[int]:
    """Give the identities of expressions that ask for kinds of which clients give all.

    That is `isinstance(x, str)`, and `type(x)` in `type(x) is str`.
    """
    around = surroundings_of(types.table, types.fields, function)
    found: set[int] = set()
    for node in nodes_below(function.node.body):
        asked = list(_asked_by(types, around, node))
        if asked and all(one.is_whole for one in asked):
            found.add(id(node))
            if isinstance(node, tree.Comparison):
                found.update(id(one) for one in node.operands)
    return found


def kind_of_what(expr: tree.Expr) -> tree.Expr | None:
    """Give the value whose class an expression is: `type(x)`, `x.__class__`."""
    match expr:
        case tree.Call(tree.Name("type"), [tree.Argument(None, subject)]):
            return subject
        case tree.Attribute(subject, "__class__"):
            return subject
        case _:
            return None


def is_entry(function: FunctionInfo, subject: tree.Expr) -> bool:
    """Say whether something plainly is an entry of a container."""
    match subject:
        case tree.Subscript():
            return True
        case tree.Name(text):
            return text in _gone_through(function)
        case _:
            return False


def _gone_through(function: FunctionInfo) -> set[str]:
    """Name the variables that loops and comprehensions give entries to."""
    targets: list[tree.Expr] = []
    for node in nodes_below(function.node.body):
        match node:
            case tree.For(target):
                targets.append(target)
            case tree.Comprehension(clauses=clauses):
                targets += [clause.target for clause in clauses]
            case _:
                pass
    single = [one for target in targets for one in targets_in(target)]
    return {one.text for one in single if isinstance(one, tree.Name)}


def _asked_by(types: Types, around: Surroundings, node: object) -> Iterator[Asked]:
    match node:
        case tree.Call(
            tree.Name("isinstance"), [tree.Argument(None, subject), tree.Argument(None, classes)]
        ):
            yield _named(types, around, subject, classes)
        case tree.Call(
            tree.Name("issubclass"), [tree.Argument(None, kind), tree.Argument(None, classes)]
        ):
            subject_ = kind_of_what(kind)
            if subject_ is not None:
                yield _named(types, around, subject_, classes)
        case tree.Call(tree.Name("callable"), [tree.Argument(None, subject)]):
            yield Asked(subject, FUNCTIONS, is_whole=False)
        case tree.Comparison(operands, operators):
            for place, sign in enumerate(operators):
                lhs, rhs = operands[place], operands[place + 1]
                yield from _compared(types, around, sign, lhs, rhs)
                if sign in _SAME:
                    yield from _compared(types, around, sign, rhs, lhs)
        case tree.Match(subject, cases):
            for case in cases:
                yield from _matched(types, around, subject, case.pattern)
        case _:
            pass


def _compared(
    types: Types, around: Surroundings, sign: str, lhs: tree.Expr, rhs: tree.Expr
) -> Iterator[Asked]:
    """Give what one side of a comparison asks of the other: `type(x) is str`, `x is None`."""
    if sign in _SAME and isinstance(rhs, tree.NoneLiteral):
        yield Asked(lhs, NONES)
    if sign not in (*_SAME, *_AMONG):
        return
    subject = kind_of_what(lhs)
    match lhs, rhs:
        case tree.Attribute(kind, "__name__"), tree.StringLiteral(text, ()):
            by_name = kind_of_what(kind)
            if by_name is not None:
                kinds = _BUILT_IN.get(text)
                known = [name for name in types.table.classes if name.rpartition(".")[2] == text]
                if kinds is None and len(known) == 1:
                    kinds = kinds_of_class(types.table, known[0])
                yield Asked(by_name, kinds or NOTHING_KNOWN, is_whole=kinds is not None)
        case _ if subject is not None:
            yield _named(types, around, subject, rhs)
        case _:
            pass


def _named(types: Types, around: Surroundings, subject: tree.Expr, classes: tree.Expr) -> Asked:
    kinds, is_whole, has_all = NOTHING_KNOWN, True, False
    for where, one in _single_classes(around, classes, 0):
        if _is_object(where, one):
            has_all = True
            continue
        named, is_made = _kind_named(types, where, one)
        kinds |= named
        is_whole = is_whole and is_made
    return Asked(subject, kinds, is_whole, has_all=has_all)


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
                case ConstantName(value, path, _) if n_aliases < _MOST_ALIASES:
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
    of_what = kind_of_what(expr)
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
            if text in _BUILT_IN and (is_own or meaning == ForeignName("types", "NoneType")):
                return _BUILT_IN[text], True
            if isinstance(meaning, ForeignName) and meaning.module in _ABSTRACT_MODULES:
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


def _matched(
    types: Types, around: Surroundings, subject: tree.Expr | None, pattern: tree.Pattern
) -> Iterator[Asked]:
    match pattern.kind, pattern.value:
        case "or", _:
            for part in pattern.parts:
                yield from _matched(types, around, subject, part)
        case "value", tree.NoneLiteral():
            yield Asked(subject, NONES)
        case "value", tree.BoolLiteral():
            yield Asked(subject, BOOLS)
        case "class", tree.Name() | tree.Attribute() as cls:
            named = _named(types, around, cls, cls)
            yield replace(named, subject=subject)
        case "sequence", _:
            match subject:
                case tree.TupleExpr(items) if len(items) == len(pattern.parts):
                    for item, part in zip(items, pattern.parts, strict=True):
                        yield from _matched(types, around, item, part)
                case _:
                    yield Asked(subject, LISTS)
                    for part in pattern.parts:
                        yield from _matched(types, around, None, part)
        case "mapping", _:
            yield Asked(subject, DICTS)
            if any(isinstance(key, tree.StringLiteral) for key in pattern.keys):
                yield Asked(None, TEXTS, is_key=True)
            for part in pattern.parts:
                yield from _matched(types, around, None, part)
        case _:
            pass


def _refusing(node: object) -> Iterator[tree.Expr]:
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
