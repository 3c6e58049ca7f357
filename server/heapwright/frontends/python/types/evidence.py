"""What code tells about the kinds of values: the one place that looks for it.

Place: frontends/python/types/. `learn_kinds` weighs what is found here, and `object_uses` asks
whether calls give all that is wanted. A function is looked through once. What variables hold, as
far as it is known by then, plays no part.

    def put(self, value):
        if isinstance(value, str): …           a test: strings
        elif type(value) in (list, tuple): …   a test: lists and tuples
        elif value == 0.5: …                   a comparison: with something that is a float
        elif callable(value): …                a question of kind that names none
        else: self.kept.append(value)          it is put into a container
        for one in value: …                    a use: as no number can be used

Long because: every sign of a kind is one case of the same walk.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.dotted_names import dotted_name
from heapwright.frontends.python.syntax.walk import nodes_below, targets_in, walk
from heapwright.frontends.python.table import class_table
from heapwright.frontends.python.table.resolve import Surroundings
from heapwright.frontends.python.types.known_types import Types, surroundings_of
from heapwright.frontends.python.types.types import kinds_of_class
from heapwright.ir.core.kinds import (
    BOOLS,
    DICT,
    DICTS,
    FLOATS,
    FUNCTIONS,
    INTS,
    LIST,
    LISTS,
    NONES,
    NOTHING_KNOWN,
    SETS,
    TEXTS,
    TUPLE,
    ContainerKind,
    Kinds,
    Mark,
    ValueKind,
    objects_of,
)
from heapwright.ir.core.types import NULL, TEXT
from heapwright.records import dataclass, replace

QUESTIONS = (class_table.FunctionKind.SPEC, class_table.FunctionKind.INVARIANT)
OBJECT = "object"
# Of what clients make nothing: of other kinds than those that are given nothing is proved.
ASKED = Kinds((Mark.ASKED,))
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
_LOOKED_UP_BY = frozenset(
    (
        *("get", "pop", "setdefault", "index", "count", "remove", "discard"),
        *("__getitem__", "__contains__"),
    )
)
_ASKING = frozenset(("isinstance", "callable", "type", "hasattr"))
# Functions that go through an argument, as a question tells it, and as a use tells it.
_ASKING_ENTRIES = frozenset(
    ("len", "iter", "sum", "sorted", "min", "max", "any", "all", "list", "set", "tuple", "dict")
)
_GOING_THROUGH = frozenset(
    (
        *("len", "sorted", "reversed", "enumerate", "list", "tuple", "set", "iter", "sum"),
        *("min", "max", "any", "all", "zip", "map", "filter"),
    )
)
_OF_DICTS = frozenset(("keys", "values", "items"))
_OF_LISTS = frozenset(("append", "extend", "insert", "sort", "reverse"))
_OF_TEXTS = frozenset(
    (
        *("split", "strip", "lstrip", "rstrip", "lower", "upper", "startswith", "endswith"),
        *("replace", "join", "encode", "splitlines", "title", "capitalize", "isdigit"),
    )
)


@dataclass(frozen=True, slots=True)
class TypeTest:
    """A value that is asked whether it is of some kinds; no subject stands for an entry.

    `is_whole` says that clients can make whatever is named, `is_refused` that any other value
    only leads to an exception.
    """

    subject: tree.Expr | None
    kinds: Kinds
    is_whole: bool = True
    is_refused: bool = False
    has_all: bool = False  # every value is of what is named
    is_key: bool = False  # and no entry


@dataclass(frozen=True, slots=True)
class Compared:
    """Something, and what it is compared with; no subject stands for entries of containers."""

    subject: tree.Expr | None
    other: tree.Expr
    is_positive: bool = True  # it asks for equality
    is_same: bool = False  # it asks whether they are one object


@dataclass(frozen=True, slots=True)
class Used:
    """Something that is used as no number can be, and what that tells."""

    subject: tree.Expr
    kinds: Kinds


@dataclass(frozen=True, slots=True)
class KindAsked:
    """A value that is asked for its kind, or whether it is `None`.

    Tests that name kinds of which clients give all are `TypeTest`s, too: it `is_named`. So are
    those of the class of a parameter, which `object_uses` sees.
    """

    subject: tree.Expr
    kind: ValueKind  # `Mark.ASKED` or `None`
    is_named: bool
    is_of_parameter: bool
    is_of_value: bool  # what is asked for is a value, and its kind only thereby


@dataclass(frozen=True, slots=True)
class Told:
    """All that the body of one function tells."""

    tests: tuple[TypeTest, ...]  # with those in nested functions
    own_tests: tuple[TypeTest, ...]  # in the order of the text
    compared: tuple[Compared | Used, ...]
    asked: tuple[KindAsked, ...]
    uses: Mapping[str, Kinds]  # what variables may be, by what is done with them
    entries: frozenset[str]  # variables that loops and comprehensions give entries to
    held: tuple[str, ...]  # variables that are put into containers
    listed: tuple[str, ...]  # attributes whose values are, or are given one by one
    nested: frozenset[str]  # names that nested functions use
    objects: frozenset[str]  # variables that are used as no number can be
    calls: tuple[tree.Call, ...]
    has_text_key: bool  # something is looked up by a string
    has_texts: bool  # entries of a container are compared with strings

    def is_entry(self, subject: tree.Expr | None) -> bool:
        """Say whether something plainly is an entry of a container."""
        return isinstance(subject, tree.Subscript) or (
            isinstance(subject, tree.Name) and subject.text in self.entries
        )


def told_by(types: Types, function: class_table.FunctionInfo) -> Told:
    """Look through the body of a function, once."""
    known = types.told.get(function.qualified_name)
    if known is None:
        known = types.told[function.qualified_name] = _told_by(types, function)
    return known


def _told_by(types: Types, function: class_table.FunctionInfo) -> Told:
    around = surroundings_of(types.table, types.fields, function)
    is_question = function.kind in QUESTIONS
    tests: dict[int, list[TypeTest]] = {}  # by the identity of a node
    whole: set[int] = set()
    refusing: set[int] = set()
    compared: list[Compared | Used] = []
    listed: dict[str, None] = {}
    targets: list[tree.Expr] = []
    nested: list[tree.FunctionDef | tree.Lambda] = []
    for node in nodes_below(function.node.body):
        refusing.update(id(test) for test in _refusing(node))
        found = [
            replace(one, is_refused=id(node) in refusing) for one in _tests(types, around, node)
        ]
        if found:
            tests[id(node)] = found
        if found and all(one.is_whole for one in found):
            whole.add(id(node))
            if isinstance(node, tree.Comparison):
                whole.update(id(one) for one in node.operands)
        compared += _compared(node, is_question=is_question)
        compared += _uses(types, node) if is_question else ()
        listed.update((name, None) for name in _listed(node))
        targets += _gone_through(node)
    asked: list[KindAsked] = []
    uses: dict[str, dict[ValueKind | None, None]] = {}
    held: list[str] = []
    own = list(walk(function.node.body))
    given = {parameter.name.text for parameter in function.parameters}
    for node in own:
        for subject, kind in _asked(types, function, node):
            is_of_parameter = _asks_class(node, subject, given)
            is_of_value = isinstance(node, tree.Comparison) and not any(
                sign in ("is", "is not") for sign in node.operators
            )
            asked.append(KindAsked(subject, kind, id(node) in whole, is_of_parameter, is_of_value))
        for name, told in _kinds_by_use(node):
            uses.setdefault(name, {})[told] = None
        held += [name for name in _put_into_containers(node) if name in given]
        if isinstance(node, tree.FunctionDef | tree.Lambda):
            nested.append(node)
    names = [one for target in targets for one in targets_in(target)]
    return Told(
        tuple(test for found in tests.values() for test in found),
        tuple(test for node in own for test in tests.get(id(node), ())),
        tuple(compared),
        tuple(asked),
        {name: _told_kinds(told) for name, told in uses.items()},
        frozenset(one.text for one in names if isinstance(one, tree.Name)),
        tuple(held),
        tuple(listed),
        frozenset(one.text for one in nodes_below(nested) if isinstance(one, tree.Name)),
        frozenset(name for node in own for name in _used_as_objects(node)),
        tuple(node for node in own if isinstance(node, tree.Call)),
        any(map(_has_text_key, own)),
        any(map(_is_compared_with_texts, own)),
    )


# --- Tests -----------------------------------------------------------------------------


def _tests(types: Types, around: Surroundings, node: object) -> Iterator[TypeTest]:
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


# --- Comparisons and uses ---------------------------------------------------------------


def _compared(node: object, *, is_question: bool) -> Iterator[Compared]:
    """Give what an expression compares; class code tells less by order than a question."""
    match node:
        case tree.Comparison(operands, operators):
            for place, sign in enumerate(operators):
                lhs, rhs = operands[place], operands[place + 1]
                if sign in ("in", "not in"):
                    yield Compared(None, lhs)
                    for item in _items(rhs):
                        yield Compared(lhs, item)
                elif is_question or sign in ("==", "!=", "is", "is not"):
                    is_positive, is_same = sign in ("==", "is"), sign in ("is", "is not")
                    yield Compared(lhs, rhs, is_positive, is_same)
                    yield Compared(rhs, lhs, is_positive, is_same)
                    for item in (*_items(lhs), *_items(rhs)):
                        yield Compared(None, item)
        case tree.Subscript(_, index) if not isinstance(index, tree.SliceExpr):
            yield Compared(None, index)
        case tree.Call(tree.Attribute(_, name), [tree.Argument(None, key), *_]):
            if name in _LOOKED_UP_BY:
                yield Compared(None, key)
        case tree.Match(subject, cases):
            for case in cases:
                yield from _matched(subject, case.pattern)
        case _:
            pass


def _matched(subject: tree.Expr, pattern: tree.Pattern) -> Iterator[Compared]:
    if pattern.kind == "value" and pattern.value is not None:
        yield Compared(subject, pattern.value)
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


def _uses(types: Types, node: object) -> Iterator[Used]:
    """Give what an expression uses as no number can be used, and what that tells."""
    match node:
        case tree.Attribute(value, name):
            users = types.users.get(name, ())
            yield Used(value, objects_of(*users) if users else ASKED)
        case tree.Call(value):
            yield Used(value, FUNCTIONS)
        case tree.Subscript(value) | tree.For(iterable=value):
            yield Used(value, ASKED)
        case tree.Comprehension(clauses=clauses):
            yield from (Used(clause.iterable, ASKED) for clause in clauses)
        case tree.Comparison(operands, operators):
            for operand, sign in zip(operands[1:], operators, strict=True):
                if sign.endswith("in"):
                    yield Used(operand, ASKED)
        case _:
            pass
    match node:
        case tree.Call(tree.Name(name), [tree.Argument(None, value), *_]):
            if name == "callable":
                yield Used(value, FUNCTIONS)
            elif name in _ASKING_ENTRIES:
                yield Used(value, ASKED)
        case _:
            pass


# --- Questions of kind ------------------------------------------------------------------


def _asked(
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


def _is_compared_with_texts(node: object) -> bool:
    """Say whether the entries of a container are compared with strings: `x.all() == ["a", "b"]`."""
    match node:
        case tree.Comparison(operands):
            displays = [o for o in operands if isinstance(o, tree.Display | tree.TupleExpr)]
            return any(isinstance(one, tree.StringLiteral) for d in displays for one in d.items)
        case _:
            return False


def _has_text_key(node: object) -> bool:
    """Say whether code looks something up by a string that it names."""
    match node:
        case tree.Subscript(_, tree.StringLiteral()):
            return True
        case tree.Call(tree.Attribute(_, name), [tree.Argument(None, tree.StringLiteral()), *_]):
            return name in ("get", "pop", "setdefault")
        case tree.Comparison(operands, operators):
            pairs = zip(operands, operators, strict=False)
            return any(isinstance(o, tree.StringLiteral) and s.endswith("in") for o, s in pairs)
        case _:
            return False


def _asks_class(node: object, subject: tree.Expr, given: set[str]) -> bool:
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


# --- What becomes of variables ---------------------------------------------------------


def _put_into_containers(node: object) -> Iterator[str]:
    """Name the variables that a node puts into a container."""
    parts: list[tree.Expr] = []
    match node:
        case tree.Call(tree.Attribute(), arguments):
            parts = [argument.value for argument in arguments]
        case tree.Assignment(targets, _, value) if any(
            isinstance(target, tree.Subscript) for target in targets
        ):
            parts = [t.index for t in targets if isinstance(t, tree.Subscript)]
            parts += [] if value is None else [value]
        case tree.Display(items=items) | tree.TupleExpr(items):
            parts = list(items)
        case tree.DictDisplay(keys, values):
            parts = [*(key for key in keys if key is not None), *values]
        case _:
            pass
    for part in parts:
        inner = part.items if isinstance(part, tree.TupleExpr) else (part,)
        yield from (one.text for one in inner if isinstance(one, tree.Name))


def _listed(node: object) -> Iterator[str]:
    """Name the attributes whose values are put into containers, or are given one by one.

    `found.append(node.data)`, `yield node.data`, `[node.data for node in nodes]`
    """
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
    yield from (part.name for part in parts if isinstance(part, tree.Attribute))


def _gone_through(node: object) -> tuple[tree.Expr, ...]:
    """Give what a loop or a comprehension gives entries to."""
    match node:
        case tree.For(target):
            return (target,)
        case tree.Comprehension(clauses=clauses):
            return tuple(clause.target for clause in clauses)
        case _:
            return ()


def _kinds_by_use(node: object) -> Iterator[tuple[str, ValueKind | None]]:
    """Give variables, and what a node tells of them; None for what one can look into."""
    taken: Iterable[tree.Expr] = ()
    match node:
        case tree.Attribute(tree.Name(text), attribute):
            if attribute in _OF_DICTS:
                yield text, DICT
            elif attribute in _OF_LISTS:
                yield text, LIST
            elif attribute in _OF_TEXTS:
                yield text, TEXT
        case tree.Assignment([tree.TupleExpr()], value=tree.Name(text)):
            yield text, TUPLE
        case tree.Subscript(value) | tree.For(iterable=value):
            taken = (value,)
        case tree.Comprehension(clauses=clauses):
            taken = [clause.iterable for clause in clauses]
        case tree.Call(tree.Name(function), arguments) if function in _GOING_THROUGH:
            taken = [argument.value for argument in arguments]
        case _:
            pass
    yield from ((one.text, None) for one in taken if isinstance(one, tree.Name))


def _told_kinds(told: Iterable[ValueKind | None]) -> Kinds:
    """Put together what uses tell: where a method tells what it is, nobody has to guess."""
    kinds = Kinds(tuple(one for one in told if one is not None))
    return kinds if kinds.members else LISTS | TEXTS


def _used_as_objects(node: object) -> Iterator[str]:
    """Name the variables with which a node does what only an object can bear."""
    parts: Iterable[tree.Expr | None] = ()
    match node:
        case tree.Attribute(value) | tree.Subscript(value) | tree.Starred(value):
            parts = (value,)
        case tree.For(iterable=value) | tree.Yield(value=value, is_from=True):
            parts = (value,)
        case tree.Call(function):
            parts = (function,)
        case tree.Comprehension(clauses=clauses):
            parts = [clause.iterable for clause in clauses]
        case tree.Comparison(operands, operators):
            pairs = zip(operands[1:], operators, strict=True)
            parts = [operand for operand, operator in pairs if operator.endswith("in")]
        case tree.Assignment(targets, _, value):
            is_single = all(isinstance(one, _SINGLE) for one in targets)
            parts = () if is_single else (value,)
        case tree.With(items):
            parts = [item.value for item in items]
        case _:
            pass
    yield from (part.text for part in parts if isinstance(part, tree.Name))


_SINGLE = tree.Name | tree.Attribute | tree.Subscript
