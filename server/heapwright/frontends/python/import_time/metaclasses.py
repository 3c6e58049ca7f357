"""Metaclasses of the program: what they make of the values in the body of a class.

Place: frontends/python/import_time/. `declare` asks for every class. A metaclass whose `__new__` or
`__init__` computes attributes from the body and the bases of a class runs once, on constants:

    class Meta(type):                                class Node(metaclass=Meta):
        def __new__(mcs, name, bases, d):                fields = ("line",)
            above = getattr(bases[0], "fields", ())
            d["fields"] = above + d.get("fields", ())
            return type.__new__(mcs, name, bases, d)

So it is run by `evaluate`; whatever it does besides is an obstacle to the class.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import Any

from heapwright.frontends.python.desugar import evaluate
from heapwright.frontends.python.import_time.import_code import ImportCode, Setting
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.dotted_names import dotted_name, last_name
from heapwright.frontends.python.syntax.literals import NotPlain, is_plain, literal, plain_value
from heapwright.frontends.python.table.class_table import ClassInfo, ClassName, Obstacle
from heapwright.records import dataclass, field, replace
from heapwright.text.span import Span

MOST_LEVELS = 50
_ROOTS = frozenset(("type", "ABCMeta"))
_MAKERS = frozenset(("__new__", "__init__"))
_ABSENT = object()  # what no class has under a name


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
        except (evaluate.GivenUp, RecursionError):
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
            raise evaluate.GivenUp
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
            raise evaluate.GivenUp
        functions = self.functions(meta)
        world = _Making(self, self.code.modules[self.code.classes[meta][0]].names)
        bases = tuple(_Above(above) for above in self.names_above(path, node))
        made = _Made(evaluate.Names(body))
        if "__new__" in functions:
            given = (_Opaque(meta), node.name.text, bases, evaluate.Names(body))
            result = evaluate.Run(world, functions["__new__"]).result(given)
            if not isinstance(result, _Made):
                raise evaluate.GivenUp
            made = result
        if "__init__" in functions:
            given_again = (made, node.name.text, bases, evaluate.Names(body))
            evaluate.Run(world, functions["__init__"]).result(given_again)
        return made.values

    def names_above(self, path: str, node: tree.ClassDef) -> list[str]:
        """Name the bases; a class that has others than those of the program is given up."""
        found: list[str] = []
        for base in node.bases:
            meaning = self.code.base_meaning(self.code.modules[path], base)
            if not isinstance(meaning, ClassName) or meaning.name not in self.code.classes:
                raise evaluate.GivenUp
            found.append(meaning.name)
        return found

    def functions(self, meta: str) -> dict[str, tree.FunctionDef]:
        """Give the functions of a metaclass, if it only says how classes are made."""
        if not meta:
            raise evaluate.GivenUp
        _, node = self.code.classes[meta]
        found: dict[str, tree.FunctionDef] = {}
        if [dotted_name(base) for base in node.bases] not in (["type"], ["ABCMeta"]):
            raise evaluate.GivenUp
        for member in node.body:
            match member:
                case tree.FunctionDef(name=name, decorators=()) if name.text in _MAKERS:
                    found[name.text] = member
                case tree.Pass() | tree.Assignment(value=None):
                    pass
                case _:
                    raise evaluate.GivenUp
        if node.keywords or node.decorators:
            raise evaluate.GivenUp
        return found

    def attribute(self, above: _Above, name: str) -> Any:  # noqa: ANN401 - any value
        """Look a value up in a class and those above it; `_ABSENT` where none has it."""
        level = above.name
        for _ in range(MOST_LEVELS):
            if level == "object":
                return _ABSENT
            found = self.namespace(level)
            if name in found:
                return found[name]
            path, node = self.code.classes[level]
            names = self.names_above(path, node)
            if len(names) > 1:
                raise evaluate.GivenUp
            level = names[0] if names else "object"
        raise evaluate.GivenUp


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
                found[text] = plain_value(value) if is_plain(value) else _Opaque(value)
            case tree.Assignment(value=None) | tree.Pass():
                pass
            case tree.FunctionDef(name=name) | tree.ClassDef(name=name):
                found[name.text] = _Opaque(member)
            case _:
                raise evaluate.GivenUp
    return found


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
        raise evaluate.GivenUp from None


@dataclass(frozen=True, slots=True)
class _Making(evaluate.World):
    """What code of a metaclass meets: the class that is made, its names, and its bases."""

    metaclasses: Metaclasses
    hidden: Container[str]

    def hides(self, name: str) -> bool:
        return name in self.hidden

    def named(self, name: str) -> Any:  # noqa: ANN401 - any value
        return _Above(name) if name == "object" else evaluate.given_up()

    def store(self, holder: object, name: str, value: object) -> None:
        if not isinstance(holder, _Made) or name.startswith("__"):
            raise evaluate.GivenUp
        holder.values[name] = value

    def special(self, run: evaluate.Run, call: tree.Call) -> Any:  # noqa: ANN401 - any value
        match call.function:
            case tree.Attribute(
                tree.Name("type" | "ABCMeta") | tree.Call(tree.Name("super")),
                "__new__" | "__init__" as name,
            ):
                given, named = run.arguments(call)
                return evaluate.given_up() if named else self.call_above(run, name, given)
            case tree.Name("getattr") if run.is_built_in("getattr"):
                given, named = run.arguments(call)
                return evaluate.given_up() if named else self.call_getattr(given)
            case _:
                return evaluate.NOT_SPECIAL

    def call_above(self, run: evaluate.Run, name: str, given: list[Any]) -> Any:  # noqa: ANN401
        """`type.__new__(mcs, name, bases, d)` makes the class; `__init__` does nothing."""
        if name == "__init__":
            return None
        first = [run.names[p.name.text] for p in run.function.parameters[:3]]
        match given[-1:]:
            case [evaluate.Names() as values] if given[:-1] in (first, first[1:]):
                return _Made(evaluate.Names(values))
        raise evaluate.GivenUp

    def call_getattr(self, given: list[Any]) -> Any:  # noqa: ANN401 - any value
        match given:
            case [_Above() as above, str(name), *default] if not name.startswith("__"):
                found = self.metaclasses.attribute(above, name)
                if found is _ABSENT and default:
                    return default[0]
                if isinstance(found, str | int | tuple) or found is None:
                    return found
        raise evaluate.GivenUp
