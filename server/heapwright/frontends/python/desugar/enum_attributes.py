"""What `__init__` gives the members of an enumeration, as attributes that are known.

Place: frontends/python/desugar/. `class_info` asks for every class below `Enum`. Members have no
heap of their own: they are made while the class body runs, of constants, once. So `__init__` is
run here, and what it stores is a constant of each member as long as no method assigns it anew
(see `enum_calls` for those that do):

    EARTH = (6, 3)                           def radius(self):      (a property)
    def __init__(self, mass, radius):            if self is EARTH:
        self.radius = radius * 1000                  return 3000

An `__init__` that does more, or that stores what can change, is an obstacle to the class.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import UnionType
from typing import Any, TypeAlias

from heapwright.frontends.python.desugar.descriptors import OF_CLASS
from heapwright.frontends.python.desugar.evaluate import NOT_SPECIAL, GivenUp, Run, World, given_up
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.dotted_names import decorator_name
from heapwright.frontends.python.syntax.literals import NotPlain, literal, plain_value
from heapwright.frontends.python.syntax.walk import targets_in, walk
from heapwright.frontends.python.table.class_table import INITIALISER, Obstacle
from heapwright.records import dataclass, field, replace

_OWN = frozenset(("name", "value"))
# A function, and the number of the class whose text it is.
_Place: TypeAlias = tuple[tree.FunctionDef, int]


@dataclass(frozen=True, slots=True)
class Level:
    """One class: its text, and which names of Python mean something else in its module."""

    node: tree.ClassDef
    hidden: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, eq=False)
class _Subject:
    """The object that is made: its attributes so far, and its class with those above."""

    levels: Sequence[Level]
    attributes: dict[str, Any] = field(default_factory=dict)
    kept: dict[str, Any] = field(default_factory=dict)  # what code has set


@dataclass(frozen=True, slots=True)
class _Class:
    """The class of the object."""

    subject: _Subject


@dataclass(frozen=True, slots=True)
class Initialiser:
    """The `__init__` of an enumeration: its own, or that of a class above."""

    function: tree.FunctionDef
    levels: Sequence[Level]  # the class, and those above it that the program has

    def attributes(self, name: str, value: tree.Expr) -> dict[str, tree.Expr] | Obstacle:
        """Give what a member has after it was made."""
        plain = plain_value(value)
        own = {"name": name, "_name_": name, "value": plain, "_value_": plain}
        declared = self.declared()
        subject = _Subject(self.levels, {n: v for n, v in own.items() if n not in declared})
        found: dict[str, tree.Expr] = {}
        obstacle = Obstacle(f"`{INITIALISER}` of an Enum is not supported", self.function.name.span)
        try:
            _initialise(subject, plain if isinstance(plain, tuple) else (plain,))
            for attribute, kept in subject.kept.items():
                is_own = attribute in _OWN or attribute.startswith("__") or attribute.endswith("_")
                if is_own or attribute in declared:
                    return obstacle
                found[attribute] = literal(kept, value.span)
        except (GivenUp, NotPlain, RecursionError):
            return obstacle
        return obstacle if any(map(self.is_deleted, found)) else found

    def declared(self) -> frozenset[str]:
        """Name what the bodies of the classes declare."""
        return frozenset(name for level in self.levels for name in _declared(level.node))

    def is_assigned(self, attribute: str) -> bool:
        """Say whether another method gives an attribute a value."""
        return self._changes(attribute, tree.Assignment | tree.AugmentedAssignment)

    def is_deleted(self, attribute: str) -> bool:
        """Say whether another method deletes an attribute."""
        return self._changes(attribute, tree.Delete)

    def _changes(self, attribute: str, how: type | UnionType) -> bool:
        return any(
            isinstance(member, tree.FunctionDef)
            and member.name.text != INITIALISER
            and any(_is_target(one, attribute) for one in walk(member.body) if isinstance(one, how))
            for level in self.levels
            for member in level.node.body
        )


def initialiser_of(levels: Sequence[Level]) -> Initialiser | None:
    """Find the `__init__` of an enumeration."""
    for level in levels:
        for member in level.node.body:
            if isinstance(member, tree.FunctionDef) and member.name.text == INITIALISER:
                return Initialiser(member, levels)
    return None


def without_initialiser(node: tree.ClassDef) -> tree.ClassDef:
    """Take `__init__` out of an enumeration: no object of the class is ever made."""
    body = tuple(
        member
        for member in node.body
        if not isinstance(member, tree.FunctionDef) or member.name.text != INITIALISER
    )
    return node if len(body) == len(node.body) else replace(node, body=body)


def _declared(node: tree.ClassDef) -> set[str]:
    found: set[str] = set()
    for member in node.body:
        match member:
            case tree.FunctionDef(name=tree.Name(text)):
                found.add(text)
            case tree.Assignment(targets, value=value) if value is not None:
                found.update(target.text for target in targets if isinstance(target, tree.Name))
    return found


def _is_target(statement: object, attribute: str) -> bool:
    match statement:
        case tree.Assignment(targets) | tree.Delete(targets):
            changed = [single for target in targets for single in targets_in(target)]
        case tree.AugmentedAssignment(target=target):
            changed = [target]
        case _:
            return False
    return any(isinstance(one, tree.Attribute) and one.name == attribute for one in changed)


# --- The run of `__init__` -----------------------------------------------------------


def _initialise(subject: _Subject, given: Sequence[object]) -> None:
    """Run the initialiser of an object that is made; see `GivenUp`."""
    function, level = _find(subject, INITIALISER, ()) or given_up()
    Run(_Objects(subject, level), function).result((subject, *given))


def _find(subject: _Subject, name: str, decorators: Sequence[str], start: int = 0) -> _Place | None:
    """Find the function of a name in the first class that has the name."""
    for number, level in enumerate(subject.levels[start:], start=start):
        same = [
            member
            for member in level.node.body
            if isinstance(member, tree.FunctionDef) and member.name.text == name
        ]
        for member in same:
            if tuple(map(decorator_name, member.decorators)) == tuple(decorators):
                return member, number
        if same:
            return None
    return None


@dataclass(frozen=True, slots=True)
class _Objects(World):
    """The object that is made and its class, for code of one of its levels."""

    subject: _Subject
    level: int

    def hides(self, name: str) -> bool:
        return name in self.subject.levels[self.level].hidden

    def attribute(self, run: Run, holder: object, name: str) -> Any:  # noqa: ANN401 - any value
        match holder:
            case _Subject(attributes=attributes) if name in attributes:
                return attributes[name]
            case _Subject() if name == "__class__":
                return _Class(holder)
            case _Subject() if (getter := _find(holder, name, ["property"])) is not None:
                return self.run(run, getter, (holder,))
            case _Class(subject) if (getter := _find(subject, name, [OF_CLASS])) is not None:
                return self.run(run, getter, (holder,))
            case _Class(subject) if name == "__name__":
                return subject.levels[0].node.name.text
            case _:
                raise GivenUp

    def store(self, holder: object, name: str, value: object) -> None:
        if holder is not self.subject:
            raise GivenUp
        self.subject.attributes[name] = self.subject.kept[name] = value

    def special(self, run: Run, call: tree.Call) -> Any:  # noqa: ANN401 - any value
        match call.function:
            case tree.Attribute(tree.Call(tree.Name("super"), ()), name) if (
                "super" not in run.names
            ):
                above = _find(self.subject, name, (), self.level + 1)
                given, named = run.arguments(call)
                if above is not None:
                    return self.run(run, above, (self.subject, *given), named)
                return None if name == INITIALISER and not given and not named else given_up()
            case tree.Name("type") if run.is_built_in("type"):
                given, named = run.arguments(call)
                is_asked = len(given) == 1 and given[0] is self.subject and not named
                return _Class(self.subject) if is_asked else given_up()
            case _:
                return NOT_SPECIAL

    def method(
        self, run: Run, holder: object, name: str, given: list[Any], named: dict[str, Any]
    ) -> Any:  # noqa: ANN401 - any value
        if not isinstance(holder, _Subject | _Class):
            raise GivenUp
        subject = holder.subject if isinstance(holder, _Class) else holder
        if name in subject.attributes:
            raise GivenUp
        taken = {"classmethod": (_Class(subject),), "staticmethod": (), "": (holder,)}
        for decorator, bound in taken.items():
            found = _find(subject, name, [decorator] if decorator else ())
            if found is not None and (decorator or isinstance(holder, _Subject)):
                return self.run(run, found, (*bound, *given), named)
        raise GivenUp

    def run(
        self,
        run: Run,
        place: _Place,
        given: Sequence[object],
        named: Mapping[str, object] | None = None,
    ) -> Any:  # noqa: ANN401 - any value
        function, level = place
        return run.inner(replace(self, level=level), function, given, named)
