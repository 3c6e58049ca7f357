"""Metaclasses of the program: what they make of the values in the body of a class.

Place: frontends/python/import_time/. `declare` asks for every class. A metaclass whose `__new__` or
`__init__` computes attributes from the body and the bases of a class runs once, on constants:

    class Meta(type):                                class Node(metaclass=Meta):
        def __new__(mcs, name, bases, d):                fields = ("line",)
            above = getattr(bases[0], "fields", ())
            d["fields"] = above + d.get("fields", ())
            return type.__new__(mcs, name, bases, d)

So it is run here, on tuples, strings, numbers and lists; whatever it does besides is an obstacle to
the class. The interpreter here knows no objects, and gives up early.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from heapwright.frontends.python.import_time.import_code import ImportCode, Setting
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.dotted_names import dotted_name, last_name
from heapwright.frontends.python.syntax.literals import COMPARED, NotPlain, literal, plain_value
from heapwright.frontends.python.table.class_table import ClassInfo, ClassName, Obstacle
from heapwright.records import dataclass, field, replace
from heapwright.text.span import Span

MOST_STEPS = 2000
MOST_LEVELS = 50
_ROOTS = frozenset(("type", "ABCMeta"))
_MAKERS = frozenset(("__new__", "__init__"))
_METHODS: Mapping[type, frozenset[str]] = {
    list: frozenset(("append", "extend", "insert", "copy", "index", "count", "remove", "pop")),
    dict: frozenset(("get", "setdefault", "update", "copy", "items", "keys", "values", "pop")),
    set: frozenset(("add", "update", "copy", "union", "discard")),
    tuple: frozenset(("index", "count")),
    str: frozenset(
        ("lower", "upper", "startswith", "endswith", "strip", "split", "join", "replace")
    ),
}
# Of the names in a body these methods do not tell which come besides, such as `__module__`.
_NAMESPACE = frozenset(("get", "setdefault", "pop"))
_BUILT_IN: Mapping[str, Callable[..., Any]] = {
    one.__name__: one for one in (len, list, tuple, set, dict, sorted, str, bool, min, max, sum)
}
_OPERATORS: Mapping[str, Callable[[Any, Any], Any]] = {
    **COMPARED,
    "+": operator.add,
    "-": operator.sub,
}


class _GivenUp(Exception):
    """A metaclass does what is not followed here."""


@dataclass(frozen=True, slots=True)
class _Opaque:
    """A value of the body of which only the text is known: a method, a class, an object."""

    node: object


@dataclass(frozen=True, slots=True)
class _Above:
    """A base class, or `object`."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class _Made:
    """The class that is made, with all its values."""

    values: dict[str, Any]


class _Namespace(dict[str, Any]):
    """What stands in the body of the class."""


@dataclass(frozen=True, slots=True)
class Metaclasses:
    """What the metaclasses of a program make of its classes."""

    code: ImportCode
    settings: Sequence[Setting]
    made: dict[str, dict[str, Any] | None] = field(default_factory=dict)

    def meta_of(self, path: str, node: tree.ClassDef, depth: int = 0) -> str | None:
        """Name the metaclass that the program has for a class; "" for one that is not known."""
        for keyword in node.keywords:
            if keyword.name == "metaclass":
                meaning = self.code.base_meaning(self.code.modules[path], keyword.value)
                if isinstance(meaning, ClassName) and meaning.name in self.code.classes:
                    return meaning.name
                return None if last_name(keyword.value) in _ROOTS else ""
        for place, above in self.code.bases(path, node):
            found = self.meta_of(place, above, depth + 1) if depth < MOST_LEVELS else ""
            if found is not None:
                return found
        return None

    def values(self, path: str, name: str, node: tree.ClassDef) -> dict[str, tree.Expr] | Obstacle:
        """Give what a metaclass sets on a class, besides what its body says."""
        if self.meta_of(path, node) is None:
            return {}
        obstacle = Obstacle("the class argument `metaclass` is not supported", node.name.span)
        try:
            found = self.namespace(name)
            body = _body_of(node)
            mutable = [id(value) for value in found.values() if isinstance(value, list | dict)]
            if not set(body) <= set(found) or len(set(mutable)) < len(mutable):
                return obstacle
            return {
                key: _written(value, node.name.span)
                for key, value in found.items()
                if key not in body or not _is_same(value, body[key])
            }
        except (_GivenUp, RecursionError):
            return obstacle

    def namespace(self, name: str) -> dict[str, Any]:
        """Run the metaclass of a class; give all that the class then has."""
        if name not in self.made:
            self.made[name] = None
            path, node = self.code.classes[name]
            meta = self.meta_of(path, node)
            body = _body_of(node)
            self.made[name] = body if meta is None else self.run(meta, path, node, body)
        found = self.made[name]
        if found is None:
            raise _GivenUp
        return found

    def run(
        self, meta: str, path: str, node: tree.ClassDef, body: dict[str, Any]
    ) -> dict[str, Any]:
        """Make a class as its metaclass does."""
        if any(
            setting.class_name == meta
            and (setting.path != path or setting.span.start < node.span.start)
            for setting in self.settings
        ):
            raise _GivenUp
        functions = self.functions(meta)
        bases = tuple(_Above(above) for above in self.names_above(path, node))
        made = _Made(_Namespace(body))
        if "__new__" in functions:
            given = (_Opaque(meta), node.name.text, bases, _Namespace(body))
            result = _Run(self, functions["__new__"]).result(given)
            if not isinstance(result, _Made):
                raise _GivenUp
            made = result
        if "__init__" in functions:
            given_again = (made, node.name.text, bases, _Namespace(body))
            _Run(self, functions["__init__"]).result(given_again)
        return made.values

    def names_above(self, path: str, node: tree.ClassDef) -> list[str]:
        """Name the bases; a class that has others than those of the program is given up."""
        found: list[str] = []
        for base in node.bases:
            meaning = self.code.base_meaning(self.code.modules[path], base)
            if not isinstance(meaning, ClassName) or meaning.name not in self.code.classes:
                raise _GivenUp
            found.append(meaning.name)
        return found

    def functions(self, meta: str) -> dict[str, tree.FunctionDef]:
        """Give the functions of a metaclass, if it only says how classes are made."""
        if not meta:
            raise _GivenUp
        _, node = self.code.classes[meta]
        found: dict[str, tree.FunctionDef] = {}
        if [dotted_name(base) for base in node.bases] not in (["type"], ["ABCMeta"]):
            raise _GivenUp
        for member in node.body:
            match member:
                case tree.FunctionDef(name=name, decorators=()) if name.text in _MAKERS:
                    found[name.text] = member
                case tree.Pass() | tree.Assignment(value=None):
                    pass
                case _:
                    raise _GivenUp
        if node.keywords or node.decorators:
            raise _GivenUp
        return found

    def attribute(self, above: _Above, name: str) -> Any:  # noqa: ANN401 - any value
        """Look a value up in a class and those above it; `_GivenUp` for what is not known."""
        level = above.name
        for _ in range(MOST_LEVELS):
            if level == "object":
                return _GivenUp
            found = self.namespace(level)
            if name in found:
                return found[name]
            path, node = self.code.classes[level]
            names = self.names_above(path, node)
            if len(names) > 1:
                raise _GivenUp
            level = names[0] if names else "object"
        raise _GivenUp


def with_values(info: ClassInfo, given: Mapping[str, tree.Expr] | Obstacle) -> ClassInfo:
    """Add what a metaclass sets on a class."""
    if isinstance(given, Obstacle):
        return replace(info, obstacle=info.obstacle or given)
    if not given:
        return info
    if any(name in info.functions or f"@{name}" in info.functions for name in given):
        obstacle = Obstacle("its metaclass replaces methods", info.node.name.span)
        return replace(info, obstacle=info.obstacle or obstacle)
    return replace(info, constants={**info.constants, **given})


def is_metaclass(node: tree.ClassDef) -> bool:
    """Say whether the objects of a class are classes."""
    return any(last_name(base) in _ROOTS for base in node.bases)


def _body_of(node: tree.ClassDef) -> dict[str, Any]:
    """Give the names in the body of a class with their values, as far as these are plain."""
    found: dict[str, Any] = {}
    for member in node.body:
        match member:
            case tree.Assignment([tree.Name(text)], _, value) if value is not None:
                found[text] = _plain(value)
            case tree.Assignment(value=None) | tree.Pass():
                pass
            case tree.FunctionDef(name=name) | tree.ClassDef(name=name):
                found[name.text] = _Opaque(member)
            case _:
                raise _GivenUp
    return found


def _plain(expr: tree.Expr) -> Any:  # noqa: ANN401 - any value
    try:
        return plain_value(expr)
    except NotPlain:
        return _Opaque(expr)


def _is_same(value: Any, before: Any) -> bool:  # noqa: ANN401 - any value
    return type(value) is type(before) and bool(value == before)


def _written(value: Any, span: Span) -> tree.Expr:  # noqa: ANN401 - any value
    """Write a value as the body of the class could have."""
    if isinstance(value, list | dict) and not value:
        # One with items may be the very list of another class.
        return tree.DictDisplay((), (), span) if value == {} else tree.Display("list", (), span)
    try:
        return literal(value, span)
    except NotPlain:
        raise _GivenUp from None


class _Return(Exception):
    def __init__(self, value: object) -> None:
        super().__init__()
        self.value = value


class _Run:
    """One run of a function of a metaclass."""

    def __init__(self, metaclasses: Metaclasses, function: tree.FunctionDef) -> None:
        self.metaclasses = metaclasses
        self.function = function
        self.names: dict[str, Any] = {}
        self.n_steps = 0

    def result(self, given: tuple[Any, ...]) -> object:
        parameters = self.function.parameters
        plain = [p for p in parameters if p.kind in ("plain", "positional")]
        if len(plain) != len(given) or self.function.is_generator or self.function.is_async:
            raise _GivenUp
        if any(p.kind != "**" for p in parameters if p not in plain):
            raise _GivenUp
        self.names = {p.name.text: value for p, value in zip(plain, given, strict=True)}
        self.names |= {p.name.text: {} for p in parameters if p.kind == "**"}
        try:
            self.block(self.function.body)
        except _Return as returned:
            return returned.value
        except (TypeError, ValueError, LookupError, AttributeError):
            # It fails in Python, too, and the class with it; or we took it for what it is not.
            raise _GivenUp from None
        return None

    def block(self, body: tree.Block) -> None:
        for statement in body:
            self.n_steps += 1
            if self.n_steps > MOST_STEPS:
                raise _GivenUp
            self.statement(statement)

    def statement(self, statement: tree.Statement) -> None:
        match statement:
            case tree.Pass() | tree.Assignment(value=None):
                pass
            case tree.Assignment([target], _, value) if value is not None:
                self.assign(target, self.value(value))
            case tree.ExprStatement(value):
                self.value(value)
            case tree.If(condition, then_body, else_body):
                self.block(then_body if self.truth(condition) else else_body)
            case tree.For(target, iterable, body, ()):
                many = self.value(iterable)
                if type(many) not in (tuple, list):
                    raise _GivenUp
                for one in many:
                    self.assign(target, one)
                    self.block(body)
            case tree.Assert(condition, _):
                if not self.truth(condition):
                    raise _GivenUp
            case tree.Return(value):
                raise _Return(None if value is None else self.value(value))
            case _:
                raise _GivenUp

    def assign(self, target: tree.Expr, value: object) -> None:
        match target:
            case tree.Name(text):
                self.names[text] = value
            case tree.Subscript(tree.Name(text), index):
                key, holder = self.value(index), self.names.get(text)
                if not isinstance(holder, dict) or not isinstance(key, str):
                    raise _GivenUp
                holder[key] = value
            case tree.Attribute(tree.Name(text), name):
                made = self.names.get(text)
                if not isinstance(made, _Made) or name.startswith("__"):
                    raise _GivenUp
                made.values[name] = value
            case tree.TupleExpr(items) if isinstance(value, tuple) and len(items) == len(value):
                for item, one in zip(items, value, strict=True):
                    self.assign(item, one)
            case _:
                raise _GivenUp

    def truth(self, expr: tree.Expr) -> bool:
        value = self.value(expr)
        if isinstance(value, _Opaque | _Made | _Above | _Namespace):
            raise _GivenUp
        return bool(value)

    def value(self, expr: tree.Expr) -> Any:  # noqa: ANN401 - any value
        self.n_steps += 1
        if self.n_steps > MOST_STEPS:
            raise _GivenUp
        match expr:
            case tree.Name("object") if "object" not in self.names:
                return _Above("object")
            case tree.Name(text) if text in self.names:
                return self.names[text]
            case tree.TupleExpr(items):
                return tuple([self.value(item) for item in items])
            case tree.Display("list", items):
                return [self.value(item) for item in items]
            case tree.DictDisplay((), ()):
                return {}
            case tree.Conditional(condition, then_value, else_value):
                return self.value(then_value if self.truth(condition) else else_value)
            case tree.BooleanOperation(word, lhs, rhs):
                first = self.value(lhs)
                if isinstance(first, _Opaque | _Made | _Above | _Namespace):
                    raise _GivenUp
                return self.value(rhs) if bool(first) == (word == "and") else first
            case tree.UnaryOperation("not", operand):
                return not self.truth(operand)
            case tree.Comparison([lhs, rhs], ["is" | "is not" as word]):
                one, other = self.value(lhs), self.value(rhs)
                if one is not None and other is not None:
                    raise _GivenUp
                return (one is other) == (word == "is")
            case tree.Comparison([lhs, rhs], [word]) | tree.BinaryOperation(word, lhs, rhs) if (
                word in _OPERATORS
            ):
                return _OPERATORS[word](*self.known(self.value(lhs), self.value(rhs), word))
            case tree.Subscript(value, index):
                holder, key = self.value(value), self.value(index)
                if not isinstance(holder, tuple | list | dict) or isinstance(key, _Opaque):
                    raise _GivenUp
                return holder[key]
            case tree.Call():
                return self.call(expr)
        found = _plain(expr)
        if isinstance(found, _Opaque):
            raise _GivenUp
        return found

    def known(self, one: Any, other: Any, word: str) -> tuple[Any, Any]:  # noqa: ANN401
        is_asked = word in ("in", "not in") and isinstance(other, _Namespace)
        for value in (one, other):
            if not isinstance(value, str | int | tuple | list | set) and not (
                is_asked and value is other
            ):
                raise _GivenUp
            if isinstance(value, tuple | list | set) and any(
                isinstance(inner, _Opaque | _Above) for inner in value
            ):
                raise _GivenUp
        return one, other

    def call(self, call: tree.Call) -> Any:  # noqa: ANN401 - any value
        if any(a.name is not None or isinstance(a.value, tree.Starred) for a in call.arguments):
            raise _GivenUp
        match call.function:
            case tree.Attribute(
                tree.Name("type" | "ABCMeta") | tree.Call(tree.Name("super")),
                "__new__" | "__init__" as name,
            ):
                return self.call_above(call, name)
            case tree.Attribute(value, method):
                return self.call_method(self.value(value), method, call)
            case tree.Name("getattr") if "getattr" not in self.names:
                return self.call_getattr([self.value(a.value) for a in call.arguments])
            case tree.Name(text) if text in _BUILT_IN and text not in self.names:
                given = [self.value(argument.value) for argument in call.arguments]
                if any(isinstance(one, _Opaque | _Above | _Made | _Namespace) for one in given):
                    raise _GivenUp
                return _BUILT_IN[text](*given)
        raise _GivenUp

    def call_above(self, call: tree.Call, name: str) -> Any:  # noqa: ANN401 - any value
        """`type.__new__(mcs, name, bases, d)` makes the class; `__init__` does nothing."""
        given = [self.value(argument.value) for argument in call.arguments]
        if name == "__init__":
            return None
        match given[-1:]:
            case [_Namespace() as values] if given[:-1] in (
                list(self.first_arguments),
                list(self.first_arguments[1:]),
            ):
                return _Made(_Namespace(values))
        raise _GivenUp

    @property
    def first_arguments(self) -> tuple[Any, ...]:
        return tuple(self.names[p.name.text] for p in self.function.parameters[:3])

    def call_getattr(self, given: list[Any]) -> Any:  # noqa: ANN401 - any value
        match given:
            case [_Above() as above, str(name), *default] if not name.startswith("__"):
                found = self.metaclasses.attribute(above, name)
                if found is _GivenUp and default:
                    return default[0]
                if isinstance(found, str | int | tuple) or found is None:
                    return found
        raise _GivenUp

    def call_method(self, holder: object, method: str, call: tree.Call) -> Any:  # noqa: ANN401
        known = _NAMESPACE if isinstance(holder, _Namespace) else _METHODS.get(type(holder), ())
        if method not in known:
            raise _GivenUp
        given = [self.value(argument.value) for argument in call.arguments]
        if isinstance(holder, _Namespace) and given and str(given[0]).startswith("__"):
            raise _GivenUp
        if any(isinstance(one, _Above | _Made | _Namespace) for one in given):
            raise _GivenUp
        return getattr(holder, method)(*given)
