"""Kinds of values that clients give because code compares with such values.

Place: frontends/python/types/. `infer` asks once nothing more can be learned. A parameter that no
annotation declares counts as what the code of its class makes of it, an int if that is nothing:

    def open(self, owner):                    def SPEC(bank: Bank):
        self.accounts[owner] = 0                  return bank.accounts["ann"] == 0

What a question compares with is added to that, for this question only: no question changes the
answer to another one. Where a value goes is followed through variables and fields; what is put
into containers may be whatever entries are compared with anywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.walk import nodes_below, walk
from heapwright.frontends.python.table.class_table import FunctionInfo, Kind
from heapwright.frontends.python.table.container_fields import holders
from heapwright.frontends.python.types.annotations import Place, read_annotation
from heapwright.frontends.python.types.asked_kinds import put_into_containers, undeclared_roots
from heapwright.frontends.python.types.cells import Cell
from heapwright.frontends.python.types.known_types import Types
from heapwright.ir.core.kinds import (
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
    TUPLE,
    ContainerKind,
    Kinds,
    Mark,
    MemberKind,
    ValueKind,
    kinds_of,
    objects_of,
)
from heapwright.ir.core.types import BOOL, FLOAT, INT, NULL, TEXT, RefType
from heapwright.records import dataclass, replace

_QUESTIONS = (Kind.SPEC, Kind.INVARIANT)
# Kinds that clients can make.
_MADE: tuple[ValueKind, ...] = (TEXT, FLOAT, TUPLE, LIST, DICT, SET)
_LOOKED_UP_BY = frozenset(
    (
        *("get", "pop", "setdefault", "index", "count", "remove", "discard"),
        *("__getitem__", "__contains__"),
    )
)
_TAKEN_APART = (TEXT, TUPLE, LIST, DICT, SET)
# What is known of a value that a parameter may well be.
_OWN = (
    *_MADE,
    ContainerKind("frozenset"),
    *(Mark.ASKED, Mark.GUESSED, Mark.NAMED, Mark.OTHER),
    FUNCTION,
)
# Values of which clients make none: of other kinds than those that are given nothing is proved.
_ASKED = Kinds((Mark.ASKED,))
_NEVER_MADE = frozenset((tree.BYTES, "bytes", "bytearray", "complex", "frozenset", "range"))
_GOING_THROUGH = frozenset(
    ("len", "iter", "sum", "sorted", "min", "max", "any", "all", "list", "set", "tuple", "dict")
)
# Functions whose result is no entry of what they are given.
_OF_ITS_OWN = frozenset(
    (
        *("len", "isinstance", "issubclass", "callable", "hasattr", "any", "all", "bool"),
        *("int", "float", "str", "repr", "ord", "chr", "id", "hash", "round", "type"),
    )
)
# Expressions that are plain to see. Looking at others again, out of place, would learn nonsense.
_PLAIN = (
    *(tree.IntLiteral, tree.BoolLiteral, tree.StringLiteral, tree.FloatLiteral, tree.TupleExpr),
    *(tree.Display, tree.DictDisplay, tree.Name, tree.Attribute),
)
_MAKERS = {
    "str": TEXTS,
    "float": FLOATS,
    "int": INTS,
    **{name: Kinds((ContainerKind(name),)) for name in ("tuple", "list", "dict", "set")},
}

CellOf = Callable[[FunctionInfo, tree.Expr], Cell]


@dataclass(frozen=True, slots=True)
class _Compared:
    """Something, and what it is compared with; no subject stands for entries of containers."""

    subject: tree.Expr | None
    other: tree.Expr
    is_positive: bool = True  # it asks for equality
    is_same: bool = False  # it asks whether they are one object


def learn_compared_kinds(types: Types, cell_of: CellOf, functions: list[FunctionInfo]) -> None:
    """Let parameters that nothing declares be what the code of classes compares them with."""
    given = _undeclared(types, functions)
    for function in functions if given else ():
        if function.kind not in _QUESTIONS:
            for cell, kinds in _told_by(types, cell_of, function):
                if cell is not None and cell.root() in given:
                    types.growth.learn(cell, kinds)


def add_compared_kinds(types: Types, cell_of: CellOf, functions: list[FunctionInfo]) -> None:
    """Let them be what a question compares with, too; asked when the classes tell nothing more."""
    given = _undeclared(types, functions)
    if not given:
        return
    lost = list(_lost_parameters(types, functions))
    kept = (*put_into_containers(types, functions), *_listed_fields(types, functions), *lost)
    held = [cell for cell in kept if cell.root() in given]
    for question in functions:
        told = _told_by(types, cell_of, question) if question.kind in _QUESTIONS else ()
        for cell, kinds in told:
            if cell is None:
                types.compared_entries |= kinds
                meant = held
            else:
                meant = [cell, *lost] if Mark.ANYTHING in cell.root().own else [cell]
            for one in meant:
                if one.root() in given:
                    add_kinds(types, one, kinds, question.qualified_name)


def _undeclared(types: Types, functions: list[FunctionInfo]) -> set[Cell]:
    """Give what is known together of parameters that are objects for some questions at most."""
    return {
        cell
        for cell in undeclared_roots(types, functions)
        if Mark.NAMED in cell.own
        or all(types.asked_by(cell, RefType(name)) for name in cell.own.classes)
    }


def _lost_parameters(types: Types, functions: list[FunctionInfo]) -> Iterator[Cell]:
    """Give the parameters that nested functions use: where these put them is not followed."""
    for function in functions:
        body = function.node.body
        if function.kind in _QUESTIONS:
            continue
        nested = [one for one in walk(body) if isinstance(one, tree.FunctionDef | tree.Lambda)]
        used = {one.text for one in nodes_below(nested) if isinstance(one, tree.Name)}
        for parameter in function.parameters:
            if parameter.name.text in used:
                yield types.variables[function.qualified_name, parameter.name.text]


def _listed_fields(types: Types, functions: list[FunctionInfo]) -> Iterator[Cell]:
    """Give the attributes whose values classes put into containers, or give one by one.

    `found.append(node.data)`, `yield node.data`, `[node.data for node in nodes]`
    """
    names: dict[str, None] = {}
    for function in functions:
        if function.kind in _QUESTIONS:
            continue
        for node in nodes_below(function.node.body):
            parts: Iterable[tree.Expr | None] = ()
            match node:
                case tree.Call(tree.Attribute(), arguments):
                    parts = [argument.value for argument in arguments]
                case tree.Yield(value):
                    parts = (value,)
                case tree.Comprehension(element=element, value=value):
                    parts = (element, value)
                case tree.Display(items=items) | tree.TupleExpr(items):
                    parts = items
                case _:
                    pass
            names.update((part.name, None) for part in parts if isinstance(part, tree.Attribute))
    for name in names:
        yield from (types.of_fields[field] for field in types.fields_by_name().get(name, ()))


def add_kinds(types: Types, cell: Cell, kinds: Kinds, question: str) -> None:
    """Add what a question compares with to what a value may be anyway."""
    if cell.is_open and kinds not in (INTS, NONES):
        # Beside `None` it stays a mere identity.
        types.growth.learn(cell, INTS)
    for kind in kinds:
        if is_known(kind, cell.kinds()) and not types.asked_by(cell, kind):
            continue
        if kind is Mark.ASKED and any(
            not types.asked_by(cell, one) for one in cell.root().own.only(_TAKEN_APART)
        ):
            continue
        types.asked.setdefault((cell, kind), {})[question] = None
        for own in with_root(types, cell) if kind == NULL else [cell]:
            types.growth.learn(own, Kinds((kind,)))


def with_root(types: Types, cell: Cell) -> list[Cell]:
    """Give the variables that hold the same values: each knows by itself of `None`."""
    return [own for own in types.variables.values() if own.root() is cell.root()]


def is_known(kind: ValueKind, known: Kinds) -> bool:
    """Say whether a value may be of a kind anyway; an open one may be anything but `None`."""
    return kind in known or (known == NOTHING_KNOWN and kind != NULL)


def _told_by(
    types: Types, cell_of: CellOf, function: FunctionInfo
) -> Iterator[tuple[Cell | None, Kinds]]:
    """Give what a function compares, and the kinds that it compares this with.

    Entries of containers have no cell.
    """
    is_question = function.kind in _QUESTIONS
    for node in nodes_below(function.node.body):
        for compared in _compared(node, is_question=is_question):
            kinds = _kinds_of(types, cell_of, function, compared)
            if kinds == NOTHING_KNOWN:
                continue
            cells = cells_of(types, cell_of, function, compared.subject)
            results = _results_of(types, compared.subject)
            if cells is None and any(_gives_by_itself(result, kinds) for result in results):
                cells = []
            for cell in [None] if cells is None else cells:
                yield cell, kinds
            for result in results:
                yield result, kinds
        for used, kinds in _uses(types, node) if is_question else ():
            cells = cells_of(types, cell_of, function, used)
            for cell in (*(cells or ()), *_results_of(types, used)):
                yield cell, kinds
            if cells is None and len(kinds.classes) == 1:
                yield None, kinds  # `board.tasks[1].prio` is asked of a task
    declared = _declared_entries(types, function) if is_question else NOTHING_KNOWN
    if declared != NOTHING_KNOWN:
        yield None, declared


def _results_of(types: Types, subject: tree.Expr | None) -> list[Cell]:
    """Give what functions give that are called by such a name: `names.get(0)` is some name."""
    match subject:
        case tree.Call(tree.Attribute(name=name) | tree.Name(name)):
            found = types.functions_named(name)
        case tree.Subscript():
            found = types.functions_named("__getitem__")
        case _:
            return []
    return [types.results[function.qualified_name] for function in found]


def _gives_by_itself(result: Cell, kinds: Kinds) -> bool:
    """Say whether a function makes such containers anyway: `tree.inorder() == [1, 2]`."""
    return result.root().own.meets(kinds.others)


def _compared(node: object, *, is_question: bool) -> Iterator[_Compared]:
    """Give what an expression compares; class code tells less by order than a question."""
    match node:
        case tree.Comparison(operands, operators):
            for place, sign in enumerate(operators):
                lhs, rhs = operands[place], operands[place + 1]
                if sign in ("in", "not in"):
                    yield _Compared(None, lhs)
                    for item in _items(rhs):
                        yield _Compared(lhs, item)
                elif is_question or sign in ("==", "!=", "is", "is not"):
                    is_positive, is_same = sign in ("==", "is"), sign in ("is", "is not")
                    yield _Compared(lhs, rhs, is_positive, is_same)
                    yield _Compared(rhs, lhs, is_positive, is_same)
                    for item in (*_items(lhs), *_items(rhs)):
                        yield _Compared(None, item)
        case tree.Subscript(_, index) if not isinstance(index, tree.SliceExpr):
            yield _Compared(None, index)
        case tree.Call(tree.Attribute(_, name), [tree.Argument(None, key), *_]):
            if name in _LOOKED_UP_BY:
                yield _Compared(None, key)
        case tree.Match(subject, cases):
            for case in cases:
                yield from _matched(subject, case.pattern)
        case _:
            pass


def _uses(types: Types, node: object) -> Iterator[tuple[tree.Expr, Kinds]]:
    """Give what an expression uses as no number can be used, and what that tells."""
    match node:
        case tree.Attribute(value, name):
            users = types.users.get(name, ())
            yield value, objects_of(*users) if users else _ASKED
        case tree.Call(value):
            yield value, FUNCTIONS
        case tree.Subscript(value) | tree.For(iterable=value):
            yield value, _ASKED
        case tree.Comprehension(clauses=clauses):
            yield from ((clause.iterable, _ASKED) for clause in clauses)
        case tree.Comparison(operands, operators):
            for operand, sign in zip(operands[1:], operators, strict=True):
                if sign.endswith("in"):
                    yield operand, _ASKED
        case _:
            pass
    match node:
        case tree.Call(tree.Name(name), [tree.Argument(None, value), *_]):
            if name == "callable":
                yield value, FUNCTIONS
            elif name in _GOING_THROUGH:
                yield value, _ASKED
        case _:
            pass


def _matched(subject: tree.Expr, pattern: tree.Pattern) -> Iterator[_Compared]:
    if pattern.kind == "value" and pattern.value is not None:
        yield _Compared(subject, pattern.value)
    if pattern.kind == "or":
        for part in pattern.parts:
            yield from _matched(subject, part)


def _items(expr: tree.Expr) -> tuple[tree.Expr, ...]:
    """Give what is written in a display, and in displays inside of it."""
    match expr:
        case tree.TupleExpr(items) | tree.Display(items=items):
            inner: Iterable[tree.Expr] = items
        case tree.DictDisplay(keys, values):
            inner = [one for one in (*keys, *values) if one is not None]
        case _:
            return ()
    return tuple(found for item in inner for found in (item, *_items(item)))


def _kinds_of(types: Types, cell_of: CellOf, function: FunctionInfo, compared: _Compared) -> Kinds:
    """Say of which kinds that clients can make a value is that something is compared with."""
    match compared.other:
        case tree.NoneLiteral():
            is_asked = function.kind is Kind.SPEC and compared.is_positive
            return NONES if is_asked and compared.subject is not None else NOTHING_KNOWN
        case tree.Call(tree.Name(name)) if name in _MAKERS:
            return _MAKERS[name]
        case tree.Call(tree.Name(name)) if name in _NEVER_MADE and compared.subject is not None:
            return _ASKED
        case tree.UnaryOperation("-" | "+", operand):
            return _kinds_of(types, cell_of, function, replace(compared, other=operand))
        case other if isinstance(other, _PLAIN):
            known = cell_of(function, other).kinds()
            classes = known.classes if function.kind in _QUESTIONS else ()
            return kinds_of((*_made(known), *objects_of(*classes)))
        case tree.Subscript(value) if compared.is_same and function.kind in _QUESTIONS:
            return objects_of(*_classes_held(types, value))
        case _:
            return NOTHING_KNOWN


def _classes_held(types: Types, expr: tree.Expr) -> tuple[str, ...]:
    """Name the classes whose objects are put into containers that are kept under such a name."""
    names = {node.name for node in nodes_below([expr]) if isinstance(node, tree.Attribute)}
    found: dict[str, None] = {}
    for function in types.table.functions.values():
        for parameter in function.parameters:
            name = parameter.name.text
            classes = types.variables[function.qualified_name, name].root().own.classes
            if classes and not names.isdisjoint(holders(function.node.body, name)):
                found.update(dict.fromkeys(classes))
    return tuple(found)


def _declared_entries(types: Types, function: FunctionInfo) -> Kinds:
    """Say what a question is about by its annotations: strings for `stack: Stack[str]`."""
    found = NOTHING_KNOWN
    for parameter in function.parameters:
        match parameter.annotation:
            case tree.Subscript(_, index):
                for part in index.items if isinstance(index, tree.TupleExpr) else (index,):
                    place = Place(types.table, function.path, None)
                    found |= _made(read_annotation(place, part).known)
            case _:
                pass
    return found


def _made(kinds: Kinds) -> Kinds:
    """Leave out what clients cannot make, `None` and objects."""
    made = (INT, BOOL, *_MADE)
    return Kinds(tuple(one for one in kinds if one in made or isinstance(one, MemberKind)))


def cells_of(
    types: Types, cell_of: CellOf, function: FunctionInfo, subject: tree.Expr | None
) -> list[Cell] | None:
    """Give what a value may be kept in; None for what comes out of containers and calls."""
    match subject:
        case tree.Name() | tree.Attribute():
            cell = cell_of(function, subject)
        case tree.NoneLiteral():
            return []
        case tree.Call(tree.Name(name)) if name in _OF_ITS_OWN:
            return []
        case _:
            return [] if isinstance(subject, _PLAIN) else None
    known = cell.kinds()
    if known.classes and not (INT in known or known.others):
        return []  # an object, and no value that came from anywhere
    if cell.is_kept and all(one in _OWN or isinstance(one, MemberKind) for one in known.others):
        return [cell]
    match subject:
        case tree.Attribute(name=name) if name in types.fields_by_name():
            return [types.of_fields[field] for field in types.fields_by_name()[name]]
        case _:
            return None
