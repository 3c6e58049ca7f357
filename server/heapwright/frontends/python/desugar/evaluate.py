"""Code that runs on constants alone, while a class is made.

Place: frontends/python/desugar/. `enum_attributes` runs what makes the members of an enumeration,
`metaclasses` what makes a class. Everything that such code looks at is known: the values in the
class body, and what it computes from them. So it is run here, with Python's own numbers, strings
and containers. What else it meets, an object or a class that is being made, is part of its `World`,
which says what may be done with it. Whatever else code does, such as to look at a name of the
module or to fail, ends the run with `GivenUp`.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.literals import COMPARED, NotPlain, plain_value


class Names(dict[str, Any]):
    """What stands in the body of a class, besides names such as `__module__` that nobody wrote."""


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
# Of what they are given, these look at so many values; the others at all that there is.
_LOOKED_AT = {"append": 0, "insert": 1, "get": 1, "setdefault": 1, "pop": 1}
_NOT_INSIDE = frozenset(("len", "list", "tuple", "bool"))
_SEARCHING = frozenset(("index", "count", "remove"))
# What would tell the order of a set, which is nobody's to know.
_ORDERED = frozenset(("list", "tuple", "sum", "join", "extend"))
_METHODS: Mapping[type, frozenset[str]] = {
    str: frozenset(
        (
            *("lower", "upper", "title", "capitalize", "strip", "lstrip", "rstrip", "split"),
            *("replace", "startswith", "endswith", "join", "partition", "removeprefix"),
            *("removesuffix", "swapcase", "casefold", "count", "find", "index", "isdigit"),
        )
    ),
    dict: frozenset(("get", "setdefault", "items", "keys", "values", "copy", "update", "pop")),
    list: frozenset(("append", "extend", "insert", "copy", "index", "count", "remove", "pop")),
    tuple: frozenset(("index", "count")),
    set: frozenset(("add", "update", "copy", "union", "discard")),
    Names: frozenset(("get", "setdefault", "pop")),
}
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
_SETS = (set, frozenset)
_SINGLE = frozenset((int, float, str, bool, type(None)))
_MANY = frozenset((tuple, list, dict, range, *_SETS))
NOT_SPECIAL = object()  # a call that means nothing particular in a world


class GivenUp(Exception):
    """Code does what is not followed here, or fails."""


class World:
    """What code meets besides plain values: nothing here, and each use of it is given up."""

    def hides(self, name: str) -> bool:
        """Say whether a name of Python's means something else where the code stands."""
        return False

    def named(self, name: str) -> Any:  # noqa: ANN401 - any value
        """Give what a name means that the code gave no value."""
        raise GivenUp

    def attribute(self, run: Run, holder: object, name: str) -> Any:  # noqa: ANN401
        """Give an attribute."""
        raise GivenUp

    def store(self, holder: object, name: str, value: object) -> None:
        """Set an attribute."""
        raise GivenUp

    def special(self, run: Run, call: tree.Call) -> Any:  # noqa: ANN401 - any value
        """Give the value of a call with a meaning of its own, `super()` say; or `NOT_SPECIAL`."""
        return NOT_SPECIAL

    def method(
        self, run: Run, holder: object, name: str, given: list[Any], named: dict[str, Any]
    ) -> Any:  # noqa: ANN401 - any value
        """Call a method."""
        raise GivenUp


def given_up() -> NoReturn:
    """End the run."""
    raise GivenUp


class _Return(Exception):
    def __init__(self, value: object) -> None:
        super().__init__()
        self.value = value


class Run:
    """One run of a function; `names` are its variables."""

    def __init__(self, world: World, function: tree.FunctionDef, depth: int = 0) -> None:
        self.world = world
        self.function = function
        self.names: dict[str, Any] = {}
        self._depth = depth
        self._n_steps = 0

    def result(self, given: Sequence[object], named: Mapping[str, object] | None = None) -> Any:  # noqa: ANN401
        """Give what the function returns; see `GivenUp`."""
        function = self.function
        is_plain = not (function.is_generator or function.is_async or function.is_broken)
        if not is_plain or self._depth > MOST_DEPTH:
            raise GivenUp
        self.names = self._bound(function, list(given), dict(named or {}))
        try:
            self._block(function.body)
        except _Return as returned:
            return returned.value
        except (TypeError, ValueError, LookupError, ArithmeticError, AttributeError):
            # It fails in Python, too, and the class with it; or we took it for what it is not.
            raise GivenUp from None
        return None

    def inner(
        self,
        world: World,
        function: tree.FunctionDef,
        given: Sequence[object],
        named: Mapping[str, object] | None = None,
    ) -> Any:  # noqa: ANN401 - any value
        """Run a function that this one calls."""
        run = Run(world, function, self._depth + 1)
        run._n_steps = self._n_steps
        result = run.result(given, named)
        self._n_steps = run._n_steps
        return result

    def _bound(
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

    def _count(self) -> None:
        self._n_steps += 1
        if self._n_steps > MOST_STEPS:
            raise GivenUp

    def _block(self, body: tree.Block) -> None:
        for statement in body:
            self._count()
            self._statement(statement)

    def _statement(self, statement: tree.Statement) -> None:
        match statement:
            case tree.Pass() | tree.Assignment(value=None):
                pass
            case tree.Assignment(targets, _, value) if value is not None:
                found = self.value(value)
                for target in targets:
                    self._assign(target, found)
            case tree.AugmentedAssignment(tree.Name(text), sign, value):
                before = self.names[text] if text in self.names else given_up()
                if not isinstance(before, int | float | str | tuple):
                    raise GivenUp
                self.names[text] = self._computed(sign, before, self.value(value))
            case tree.ExprStatement(value):
                self.value(value)
            case tree.If(condition, then_body, else_body):
                self._block(then_body if self._truth(condition) else else_body)
            case tree.For(target, iterable, body, ()):
                for one in self._many(self.value(iterable)):
                    self._assign(target, one)
                    self._block(body)
            case tree.Assert(condition, _):
                if not self._truth(condition):
                    raise GivenUp
            case tree.Return(value):
                raise _Return(None if value is None else self.value(value))
            case _:
                raise GivenUp

    def _assign(self, target: tree.Expr, value: object) -> None:
        match target:
            case tree.Name(text):
                self.names[text] = value
            case tree.Attribute(tree.Name(text), name):
                self.world.store(self.names.get(text), name, value)
            case tree.Subscript(tree.Name(text), index):
                key, holder = self.value(index), self.names.get(text)
                if not isinstance(holder, dict) or not isinstance(key, str):
                    raise GivenUp
                holder[key] = value
            case tree.TupleExpr(items) if isinstance(value, tuple | list):
                if len(items) != len(value):
                    raise GivenUp
                for item, one in zip(items, value, strict=True):
                    self._assign(item, one)
            case _:
                raise GivenUp

    # --- Expressions ---------------------------------------------------------------

    def value(self, expr: tree.Expr) -> Any:  # noqa: ANN401 - any value
        """Give the value of an expression."""
        self._count()
        match expr:
            case tree.Name(text):
                return self.names[text] if text in self.names else self.world.named(text)
            case tree.Attribute(value, name):
                return self.world.attribute(self, self.value(value), name)
            case tree.Call():
                return self._call(expr)
            case tree.TupleExpr(items):
                return tuple([self.value(item) for item in items])
            case tree.Display(kind, items) if kind in ("list", "set"):
                made = [self.value(item) for item in items]
                return made if kind == "list" else set(made)
            case tree.DictDisplay(keys, values) if None not in keys:
                pairs = zip(keys, values, strict=True)
                return {self.value(k): self.value(v) for k, v in pairs if k is not None}
            case tree.Conditional(condition, then_value, else_value):
                return self.value(then_value if self._truth(condition) else else_value)
            case tree.BooleanOperation(word, lhs, rhs):
                first = self.value(lhs)
                return self.value(rhs) if bool(_plain(first)) == (word == "and") else first
            case tree.UnaryOperation("not", operand):
                return not self._truth(operand)
            case tree.UnaryOperation(sign, operand):
                return _SIGNS[sign](_plain(self.value(operand)))
            case tree.BinaryOperation(sign, lhs, rhs):
                return self._computed(sign, self.value(lhs), self.value(rhs))
            case tree.Comparison(operands, words):
                return self._compared(operands, words)
            case tree.Subscript(value, index) if not isinstance(index, tree.SliceExpr):
                holder, key = self.value(value), _known(self.value(index))
                return holder[key] if isinstance(holder, Names) else _plain(holder)[key]
            case tree.StringLiteral(pieces=pieces) if pieces is not None:
                return self._text(pieces)
        try:
            return plain_value(expr)
        except NotPlain:
            raise GivenUp from None

    def _truth(self, expr: tree.Expr) -> bool:
        return bool(_plain(self.value(expr)))

    def _many(self, value: Any) -> list[Any]:  # noqa: ANN401 - any value
        # The order of a set is nobody's to know.
        if type(value) not in (tuple, list, str, dict, range, *_VIEWS):
            raise GivenUp
        found: list[Any] = list(value)
        return found if len(found) <= MOST_SIZE else given_up()

    def _computed(self, sign: str, lhs: object, rhs: object) -> Any:  # noqa: ANN401
        one, other = _known(lhs), _known(rhs)
        is_large = any(isinstance(v, int | float) and abs(v) > MOST_SIZE for v in (one, other))
        is_grown = any(not isinstance(v, int | float) for v in (one, other))
        parts = other if isinstance(other, tuple) else (other,)
        if (
            sign not in _OPERATORS
            or (sign in ("**", "<<") and isinstance(other, int) and abs(other) > MOST_SIZE)
            or (sign == "*" and is_grown and is_large)
            or (sign == "%" and isinstance(one, str) and not _SINGLE.issuperset(map(type, parts)))
        ):
            raise GivenUp
        result = _OPERATORS[sign](one, other)
        if isinstance(result, complex):
            raise GivenUp
        return result

    def _compared(self, operands: Sequence[tree.Expr], words: Sequence[str]) -> bool:
        lhs = self.value(operands[0])
        for word, operand in zip(words, operands[1:], strict=True):
            rhs = self.value(operand)
            if word in ("is", "is not"):
                # Which equal values are one object, nobody knows.
                if lhs is not None and rhs is not None:
                    raise GivenUp
                holds = (lhs is rhs) == (word == "is")
            elif word in COMPARED:
                is_asked = word in ("in", "not in") and isinstance(rhs, Names)
                holds = bool(COMPARED[word](_known(lhs), rhs if is_asked else _known(rhs)))
            else:
                raise GivenUp
            if not holds:
                return False
            lhs = rhs
        return True

    def _text(self, pieces: Sequence[str | tree.FormatPiece]) -> str:
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
            found.append(format(shown, self._text(piece.spec)))
        return "".join(found)

    # --- Calls -----------------------------------------------------------------------

    def _call(self, call: tree.Call) -> Any:  # noqa: ANN401 - any value
        if any(isinstance(a.value, tree.Starred) for a in call.arguments):
            raise GivenUp
        found = self.world.special(self, call)
        if found is not NOT_SPECIAL:
            return found
        match call.function:
            case tree.Attribute(value, name):
                return self._call_method(self.value(value), name, *self.arguments(call))
            case tree.Name(text) if text in _BUILT_IN and self.is_built_in(text):
                given, named = self.arguments(call)
                _check(text, given, named)
                is_single = all(type(one) in _SINGLE for one in given)
                if text in ("str", "repr") and not is_single:
                    raise GivenUp  # it may tell the order of a set
                if text == "range" and any(abs(one) > MOST_SIZE for one in given):
                    raise GivenUp
                return _BUILT_IN[text](*given)
        raise GivenUp

    def is_built_in(self, name: str) -> bool:
        """Say whether a name means what it means in Python."""
        return name not in self.names and not self.world.hides(name)

    def arguments(self, call: tree.Call) -> tuple[list[Any], dict[str, Any]]:
        """Give the values that a call gives, and those that it gives by name."""
        given: list[Any] = []
        named: dict[str, Any] = {}
        for argument in call.arguments:
            value = self.value(argument.value)
            if argument.name is None:
                given.append(value)
            else:
                named[argument.name] = value
        return given, named

    def _call_method(
        self, holder: object, name: str, given: list[Any], named: dict[str, Any]
    ) -> Any:  # noqa: ANN401 - any value
        known = _METHODS.get(type(holder))
        if known is None:
            return self.world.method(self, holder, name, given, named)
        if name not in known or (isinstance(holder, Names) and str(given[0]).startswith("__")):
            raise GivenUp
        _check(name, (holder, *given) if name in _SEARCHING else given, named)
        return getattr(holder, name)(*given)


def _check(name: str, given: Sequence[object], named: Mapping[str, object]) -> None:
    """Give up where a function of Python's is given what it may not be."""
    if named or (name in _ORDERED and any(type(one) in _SETS for one in given)):
        raise GivenUp
    for one in given[: _LOOKED_AT.get(name, len(given))]:
        _plain(one) if name in _NOT_INSIDE else _known(one)


def _plain(value: Any) -> Any:  # noqa: ANN401 - any value
    """Give a value that is plain, whatever a container holds."""
    return value if type(value) in _SINGLE or type(value) in _MANY else given_up()


def _known(value: Any) -> Any:  # noqa: ANN401 - any value
    """Give a value that is plain as a whole."""
    if type(_plain(value)) in _MANY:
        for one in (*value, *value.values()) if type(value) is dict else value:
            _known(one)
    return value
