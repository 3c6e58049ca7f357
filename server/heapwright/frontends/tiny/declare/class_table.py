"""What is declared: the signatures of all classes and specs of a program.

Place: frontends/tiny/declare/. `declare` makes a table of the trees; everything that checks
or lowers an expression looks names up here. Nothing in it changes afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from heapwright.frontends.tiny.declare.check_types import CheckType, ValueType
from heapwright.frontends.tiny.syntax import tree
from heapwright.problems import Related, Severity
from heapwright.records import dataclass
from heapwright.text.span import Span

ROOT_CLASS = "Object"
ERROR_CLASS = "Error"
NULL_DEREFERENCE = "NullDereference"
DIVISION_BY_ZERO = "DivisionByZero"
ASSERTION_FAILED = "AssertionFailed"


@dataclass(frozen=True, slots=True)
class Place:
    """A stretch of one file, in absolute offsets."""

    path: str
    span: Span

    def related(self, message: str, path: str) -> Related:
        """Explain a problem of the file `path` by this place."""
        return Related(message, self.span, None if self.path == path else self.path)


@dataclass(frozen=True, slots=True)
class ParameterInfo:
    """One parameter; `place` is all of it, type and name."""

    name: str
    type: ValueType
    place: Place


@dataclass(frozen=True, slots=True)
class FieldInfo:
    """One field."""

    name: str
    owner: str
    type: ValueType
    is_private: bool
    place: Place


@dataclass(frozen=True, slots=True)
class MethodInfo:
    """One method or invariant; `offset` is where the spans of `node` count from.

    `severity` is that of its mistakes. `mistake` says why it cannot be used at all;
    then `stand_in` are the parameters of the method that it fails to override.
    """

    name: str
    owner: str
    parameters: tuple[ParameterInfo, ...]
    result: CheckType
    is_private: bool
    is_static: bool
    node: tree.MethodDecl | tree.InvariantDecl
    offset: int
    place: Place
    severity: Severity = Severity.ERROR
    mistake: str | None = None
    stand_in: tuple[ParameterInfo, ...] | None = None

    @property
    def is_invariant(self) -> bool:
        """Whether it is an invariant, which only specs, invariants and tests may ask."""
        return isinstance(self.node, tree.InvariantDecl)

    @property
    def qualified_name(self) -> str:
        """`Class.method`."""
        return f"{self.owner}.{self.name}"


Member: TypeAlias = FieldInfo | MethodInfo


@dataclass(frozen=True, slots=True)
class SpecInfo:
    """One spec; `offset` is where the spans of `node` count from."""

    name: str
    parameters: tuple[ParameterInfo, ...]
    node: tree.SpecDecl
    offset: int
    place: Place


@dataclass(frozen=True, slots=True)
class ClassInfo:
    """One class with its own members; `place` is None for a built-in one."""

    name: str
    parent: str | None  # None for the root class only
    fields: Mapping[str, FieldInfo]
    methods: Mapping[str, MethodInfo]
    hex_blocks: tuple[tree.Placed[tree.HexDecl], ...]  # with absolute offsets
    has_private_new: bool
    place: Place | None
    span: Span  # the whole declaration, absolute

    def members(self, *, is_method: bool) -> Mapping[str, Member]:
        """Give the methods, or the fields."""
        return self.methods if is_method else self.fields


@dataclass(frozen=True, slots=True)
class ClassTable:
    """Classes and specs by name. Classes stand in source order, built-in ones last."""

    classes: Mapping[str, ClassInfo]
    specs: Mapping[str, SpecInfo]

    def chain(self, class_name: str) -> Iterator[ClassInfo]:
        """Give the class and those above it, nearest first; `declare` broke all cycles."""
        name: str | None = class_name
        while name is not None:
            info = self.classes[name]
            yield info
            name = info.parent

    def is_subclass(self, lower: str, upper: str) -> bool:
        """Whether `lower` is `upper` or below it."""
        return any(info.name == upper for info in self.chain(lower))

    def common_class(self, first: str, second: str) -> str:
        """Give the nearest class that both are, or are below."""
        above = {info.name for info in self.chain(first)}
        return next(info.name for info in self.chain(second) if info.name in above)

    def field(self, class_name: str, name: str) -> FieldInfo | None:
        """Find a field of the class, its own or inherited."""
        for info in self.chain(class_name):
            if name in info.fields:
                return info.fields[name]
        return None

    def method(self, class_name: str, name: str) -> MethodInfo | None:
        """Find a method or invariant of the class, its own or inherited."""
        for info in self.chain(class_name):
            if name in info.methods:
                return info.methods[name]
        return None

    def member(self, class_name: str, name: str, *, is_method: bool) -> Member | None:
        """Find a method or a field of the class, its own or inherited."""
        return self.method(class_name, name) if is_method else self.field(class_name, name)

    def member_below(self, class_name: str, name: str, *, is_method: bool) -> Member | None:
        """Find the first method or field of that name in the classes below a class."""
        own = [info.members(is_method=is_method) for info in self.below(class_name)]
        return next((members[name] for members in own if name in members), None)

    def first_declaring(self, name: str, *, is_method: bool) -> str | None:
        """Give the first class of the source that declares a method or field of that name."""
        classes = self.classes.values()
        return next((c.name for c in classes if name in c.members(is_method=is_method)), None)

    def below(self, class_name: str) -> list[ClassInfo]:
        """Give the classes below a class, without itself, in source order."""
        return [
            info
            for info in self.classes.values()
            if info.name != class_name and self.is_subclass(info.name, class_name)
        ]

    def parents_first(self) -> list[ClassInfo]:
        """Give all classes, every one after its parent, else in source order."""
        placed: dict[str, ClassInfo] = {}
        for name in self.classes:
            missing = [info for info in self.chain(name) if info.name not in placed]
            placed.update((info.name, info) for info in reversed(missing))
        return list(placed.values())
