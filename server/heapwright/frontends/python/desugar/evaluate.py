"""Code of a class that runs on constants alone, while the class is made.

Place: frontends/python/desugar/. `enum_attributes` runs what makes the members of an enumeration.
Everything that such code looks at is known: the values in the class body, and what it computes
from them. So it is run here, with Python's own numbers, strings and containers. Whatever else
it does, such as to look at a name of the module or to fail, ends the run with `GivenUp`.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn

from heapwright.frontends.python.desugar.descriptors import OF_CLASS
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.dotted_names import decorator_name
from heapwright.frontends.python.syntax.literals import COMPARED, NotPlain, plain_value
from heapwright.frontends.python.table.class_table import INITIALISER
from heapwright.records import dataclass, field

MOST_STEPS = 2000
MOST_DEPTH = 20
MOST_SIZE = 1000  # of what is multiplied, shifted or counted
_BUILT_IN: Mapping[str, Callable[..., Any]] = {
    one.__name__: one
    for one in (
        *(len, list, tuple, set, dict, frozenset, sorted, str, bool, int, float, abs, round),
        *(min, max, sum, ord, chr, divmod, any, all, repr, range),
    )
}
_PLAIN_METHODS: Mapping[type, frozenset[str]] = {
    str: frozenset(
        (
            *("lower", "upper", "title", "capitalize", "strip", "lstrip", "rstrip", "split"),
            *("replace", "startswith", "endswith", "join", "partition", "removeprefix"),
            *("removesuffix", "swapcase", "casefold", "count", "find", "index", "isdigit"),
        )
    ),
    dict: frozenset(("get", "items", "keys", "values", "copy", "update")),
    list: frozenset(("append", "extend", "copy", "index", "count")),
    tuple: frozenset(("index", "count")),
    set: frozenset(("add", "copy", "union")),
}
_ORDERED = frozenset(("list", "tuple", "sum"))
_OPERATORS: Mapping[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
    "**": operator.pow,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "<<": operator.lshift,
    ">>": operator.rshift,
}
_SIGNS: Mapping[str, Callable[[Any], Any]] = {
    "-": operator.neg,
    "+": operator.pos,
    "~": operator.invert,
}
_VIEWS: tuple[type, ...] = (type({}.items()), type({}.keys()), type({}.values()))
_PLAIN = (int, float, str, tuple, list, dict, set, frozenset, range, type(None))


class GivenUp(Exception):
    """Code does what is not followed here, or fails."""


@dataclass(frozen=True, slots=True)
class Level:
    """One class: its text, and which names of Python mean something else in its module."""

    node: tree.ClassDef
    hidden: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, eq=False)
class Subject:
    """The object that is made: its attributes so far, and its class with those above."""

    levels: Sequence[Level]
    attributes: dict[str, Any] = field(default_factory=dict)
    kept: dict[str, Any] = field(default_factory=dict)  # what code has set


@dataclass(frozen=True, slots=True)
class _Class:
    """The class of the object."""

    subject: Subject


@dataclass(frozen=True, slots=True)
class _Place:
    """A function, and the class whose text it is."""

    function: tree.FunctionDef
    level: int


def initialise(subject: Subject, given: Sequence[object]) -> None:
    """Run the initialiser of an object that is made; see `GivenUp`."""
    found = _find(subject, INITIALISER, ())
    if found is None:
        raise GivenUp
    _Run(subject, found, 0).result((subject, *given))


def _find(subject: Subject, name: str, decorators: Sequence[str], start: int = 0) -> _Place | None:
    """Find the function of a name in the first class that has the name."""
    for number, level in enumerate(subject.levels[start:], start=start):
        same = [
            member
            for member in level.node.body
            if isinstance(member, tree.FunctionDef) and member.name.text == name
        ]
        for member in same:
            if tuple(map(decorator_name, member.decorators)) == tuple(decorators):
                return _Place(member, number)
        if same:
            return None
    return None


class _Return(Exception):
    def __init__(self, value: object) -> None:
        super().__init__()
        self.value = value


class _Run:
    """One run of a function."""

    def __init__(self, subject: Subject, place: _Place, depth: int) -> None:
        self.subject = subject
        self.place = place
        self.depth = depth
        self.names: dict[str, Any] = {}
        self.n_steps = 0

    def result(self, given: Sequence[object], named: Mapping[str, object] | None = None) -> Any:  # noqa: ANN401
        function = self.place.function
        is_plain = not (function.is_generator or function.is_async or function.is_broken)
        if not is_plain or self.depth > MOST_DEPTH:
            raise GivenUp
        self.names = self.bound(function, list(given), dict(named or {}))
        try:
            self.block(function.body)
        except _Return as returned:
            return returned.value
        except (TypeError, ValueError, LookupError, ArithmeticError, AttributeError):
            # It fails in Python, too, and the class with it.
            raise GivenUp from None
        return None

    def bound(
        self, function: tree.FunctionDef, given: list[Any], named: dict[str, Any]
    ) -> dict[str, Any]:
        """Give the parameters their values."""
        found: dict[str, Any] = {}
        for parameter in function.parameters:
            name = parameter.name.text
            match parameter.kind:
                case "*":
                    found[name], given = tuple(given), []
                case "**":
                    found[name], named = named, {}
                case kind if given and kind != "keyword":
                    found[name] = given.pop(0)
                case kind if name in named and kind != "positional":
                    found[name] = named.pop(name)
                case _ if parameter.default is not None:
                    try:
                        found[name] = plain_value(parameter.default)
                    except NotPlain:
                        raise GivenUp from None
                case _:
                    raise GivenUp
        if given or named:
            raise GivenUp
        return found

    # --- Statements ----------------------------------------------------------------

    def count(self) -> None:
        self.n_steps += 1
        if self.n_steps > MOST_STEPS:
            raise GivenUp

    def block(self, body: tree.Block) -> None:
        for statement in body:
            self.count()
            self.statement(statement)

    def statement(self, statement: tree.Statement) -> None:
        match statement:
            case tree.Pass() | tree.Assignment(value=None):
                pass
            case tree.Assignment(targets, _, value) if value is not None:
                found = self.value(value)
                for target in targets:
                    self.assign(target, found)
            case tree.AugmentedAssignment(tree.Name(text), sign, value):
                before = self.names[text] if text in self.names else self.gone()
                if not isinstance(before, int | float | str | tuple):
                    raise GivenUp
                self.names[text] = self.computed(sign, before, self.value(value))
            case tree.ExprStatement(value):
                self.value(value)
            case tree.If(condition, then_body, else_body):
                self.block(then_body if self.truth(condition) else else_body)
            case tree.For(target, iterable, body, ()):
                for one in self.many(self.value(iterable)):
                    self.assign(target, one)
                    self.block(body)
            case tree.Return(value):
                raise _Return(None if value is None else self.value(value))
            case _:
                raise GivenUp

    def gone(self) -> NoReturn:
        raise GivenUp

    def assign(self, target: tree.Expr, value: object) -> None:
        match target:
            case tree.Name(text):
                self.names[text] = value
            case tree.Attribute(tree.Name(text), name) if self.names.get(text) is self.subject:
                self.subject.attributes[name] = self.subject.kept[name] = value
            case tree.TupleExpr(items) if isinstance(value, tuple | list):
                if len(items) != len(value):
                    raise GivenUp
                for item, one in zip(items, value, strict=True):
                    self.assign(item, one)
            case _:
                raise GivenUp

    # --- Expressions ---------------------------------------------------------------

    def value(self, expr: tree.Expr) -> Any:  # noqa: ANN401 - any value
        self.count()
        match expr:
            case tree.Name(text):
                return self.names[text] if text in self.names else self.gone()
            case tree.Attribute(value, name):
                return self.attribute(self.value(value), name)
            case tree.Call():
                return self.call(expr)
            case tree.TupleExpr(items):
                return tuple([self.value(item) for item in items])
            case tree.Display(kind, items) if kind in ("list", "set"):
                made = [self.value(item) for item in items]
                return made if kind == "list" else set(made)
            case tree.DictDisplay(keys, values) if None not in keys:
                pairs = zip(keys, values, strict=True)
                return {self.value(k): self.value(v) for k, v in pairs if k is not None}
            case tree.Conditional(condition, then_value, else_value):
                return self.value(then_value if self.truth(condition) else else_value)
            case tree.BooleanOperation(word, lhs, rhs):
                first = self.value(lhs)
                return self.value(rhs) if self.is_true(first) == (word == "and") else first
            case tree.UnaryOperation("not", operand):
                return not self.truth(operand)
            case tree.UnaryOperation(sign, operand):
                number = self.plain(self.value(operand))
                return _SIGNS[sign](number)
            case tree.BinaryOperation(sign, lhs, rhs):
                return self.computed(sign, self.value(lhs), self.value(rhs))
            case tree.Comparison(operands, words):
                return self.compared(operands, words)
            case tree.Subscript(value, index) if not isinstance(index, tree.SliceExpr):
                return self.plain(self.value(value))[self.plain(self.value(index))]
            case tree.StringLiteral(pieces=pieces) if pieces is not None:
                return self.text(pieces)
        try:
            return plain_value(expr)
        except NotPlain:
            raise GivenUp from None

    def plain(self, value: Any) -> Any:  # noqa: ANN401 - any value
        if type(value) not in (*_PLAIN, bool):
            raise GivenUp
        return value

    def is_true(self, value: object) -> bool:
        return bool(self.plain(value))

    def truth(self, expr: tree.Expr) -> bool:
        return self.is_true(self.value(expr))

    def many(self, value: Any) -> list[Any]:  # noqa: ANN401 - any value
        # The order of a set is nobody's to know.
        if type(value) not in (tuple, list, str, dict, range, *_VIEWS):
            raise GivenUp
        found: list[Any] = list(value)
        return found if len(found) <= MOST_SIZE else self.gone()

    def computed(self, sign: str, lhs: object, rhs: object) -> Any:  # noqa: ANN401
        one, other = self.plain(lhs), self.plain(rhs)
        is_large = any(isinstance(v, int | float) and abs(v) > MOST_SIZE for v in (one, other))
        is_grown = any(not isinstance(v, int | float) for v in (one, other))
        if sign in ("**", "<<") and isinstance(other, int) and abs(other) > MOST_SIZE:
            raise GivenUp
        if sign == "*" and is_grown and is_large:
            raise GivenUp
        if (
            sign == "%"
            and isinstance(one, str)
            and any(
                not isinstance(part, int | float | str)
                for part in (other if isinstance(other, tuple) else (other,))
            )
        ):
            raise GivenUp
        if sign not in _OPERATORS:
            raise GivenUp
        result = _OPERATORS[sign](one, other)
        if isinstance(result, complex):
            raise GivenUp
        return result

    def compared(self, operands: Sequence[tree.Expr], words: Sequence[str]) -> bool:
        lhs = self.value(operands[0])
        for word, operand in zip(words, operands[1:], strict=True):
            rhs = self.value(operand)
            if word in ("is", "is not"):
                # Which equal values are one object, nobody knows.
                if lhs is not None and rhs is not None:
                    raise GivenUp
                holds = (lhs is rhs) == (word == "is")
            elif word in COMPARED:
                holds = bool(COMPARED[word](self.plain(lhs), self.plain(rhs)))
            else:
                raise GivenUp
            if not holds:
                return False
            lhs = rhs
        return True

    def text(self, pieces: Sequence[str | tree.FormatPiece]) -> str:
        found: list[str] = []
        for piece in pieces:
            if isinstance(piece, str):
                found.append(piece)
                continue
            shown = self.value(piece.value)
            if not isinstance(shown, int | float | str | type(None)):
                raise GivenUp
            match piece.conversion:
                case "r":
                    shown = repr(shown)
                case "s":
                    shown = str(shown)
                case "a":
                    shown = ascii(shown)
            found.append(format(shown, self.text(piece.spec)))
        return "".join(found)

    # --- The object, its class, and calls --------------------------------------------

    def attribute(self, holder: object, name: str) -> Any:  # noqa: ANN401 - any value
        match holder:
            case Subject(attributes=attributes) if name in attributes:
                return attributes[name]
            case Subject() if name == "__class__":
                return _Class(holder)
            case Subject() if (getter := _find(holder, name, ["property"])) is not None:
                return self.inner(getter, (holder,))
            case _Class(subject) if (getter := _find(subject, name, [OF_CLASS])) is not None:
                return self.inner(getter, (holder,))
            case _Class(subject) if name == "__name__":
                return subject.levels[0].node.name.text
            case _:
                raise GivenUp

    def inner(
        self, place: _Place, given: Sequence[object], named: Mapping[str, object] | None = None
    ) -> Any:  # noqa: ANN401 - any value
        run = _Run(self.subject, place, self.depth + 1)
        run.n_steps = self.n_steps
        result = run.result(given, named)
        self.n_steps = run.n_steps
        return result

    def call(self, call: tree.Call) -> Any:  # noqa: ANN401 - any value
        if any(isinstance(a.value, tree.Starred) for a in call.arguments):
            raise GivenUp
        match call.function:
            case tree.Attribute(tree.Call(tree.Name("super"), ()), name) if "super" not in (
                self.names
            ):
                above = _find(self.subject, name, (), self.place.level + 1)
                given, named = self.arguments(call)
                if above is not None:
                    return self.inner(above, (self.subject, *given), named)
                return None if name == INITIALISER and not given and not named else self.gone()
            case tree.Attribute(value, name):
                return self.call_method(self.value(value), name, *self.arguments(call))
            case tree.Name("type") if "type" not in self.names and self.is_built_in("type"):
                given, named = self.arguments(call)
                if len(given) == 1 and given[0] is self.subject and not named:
                    return _Class(self.subject)
            case tree.Name(text) if text in _BUILT_IN and self.is_built_in(text):
                given, named = self.arguments(call)
                if named or any(type(one) not in (*_PLAIN, bool) for one in given):
                    raise GivenUp
                if text == "range" and any(abs(one) > MOST_SIZE for one in given):
                    raise GivenUp
                is_single = all(isinstance(one, int | float | str) for one in given)
                is_set = any(isinstance(one, set | frozenset) for one in given)
                if (text in ("str", "repr") and not is_single) or (text in _ORDERED and is_set):
                    raise GivenUp  # it would tell the order
                return _BUILT_IN[text](*given)
        raise GivenUp

    def is_built_in(self, name: str) -> bool:
        return name not in self.names and name not in self.subject.levels[self.place.level].hidden

    def arguments(self, call: tree.Call) -> tuple[list[Any], dict[str, Any]]:
        given: list[Any] = []
        named: dict[str, Any] = {}
        for argument in call.arguments:
            value = self.value(argument.value)
            if argument.name is None:
                given.append(value)
            else:
                named[argument.name] = value
        return given, named

    def call_method(
        self, holder: object, name: str, given: list[Any], named: dict[str, Any]
    ) -> Any:  # noqa: ANN401 - any value
        match holder:
            case Subject() | _Class():
                subject = holder.subject if isinstance(holder, _Class) else holder
                if name in subject.attributes:
                    raise GivenUp
                of_class = _find(subject, name, ["classmethod"])
                if of_class is not None:
                    return self.inner(of_class, (_Class(subject), *given), named)
                static = _find(subject, name, ["staticmethod"])
                if static is not None:
                    return self.inner(static, given, named)
                plain = _find(subject, name, ())
                if plain is not None and isinstance(holder, Subject):
                    return self.inner(plain, (holder, *given), named)
                raise GivenUp
            case _ if name in _PLAIN_METHODS.get(type(holder), ()) and not named:
                if any(type(one) not in (*_PLAIN, bool) for one in given):
                    raise GivenUp
                if name == "join" and any(isinstance(one, set | frozenset) for one in given):
                    raise GivenUp
                return getattr(holder, name)(*given)
            case _:
                raise GivenUp
