"""What `__init__` gives the members of an enumeration, as attributes that are known.

Place: frontends/python/desugar/. `class_info` asks for every class below `Enum`. Members have no
heap of their own: they are made while the class body runs, of constants, once. So `__init__` is
run here, and what it stores is a constant of each member as long as nobody assigns it anew:

    EARTH = (6, 3)                           def radius(self):      (a property)
    def __init__(self, mass, radius):            if self is EARTH:
        self.radius = radius * 1000                  return 3000

An `__init__` that does more, or that stores what can change, is an obstacle to the class.
"""

from __future__ import annotations

from collections.abc import Sequence

from heapwright.frontends.python.desugar.evaluate import GivenUp, Level, Subject, initialise
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.literals import NotPlain, literal, plain_value
from heapwright.frontends.python.syntax.walk import walk
from heapwright.frontends.python.table.class_table import INITIALISER, Obstacle
from heapwright.records import dataclass, replace

_OWN = frozenset(("name", "value"))


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
        subject = Subject(self.levels, {n: v for n, v in own.items() if n not in declared})
        found: dict[str, tree.Expr] = {}
        obstacle = Obstacle(f"`{INITIALISER}` of an Enum is not supported", self.function.name.span)
        try:
            initialise(subject, plain if isinstance(plain, tuple) else (plain,))
            for attribute, kept in subject.kept.items():
                is_own = attribute in _OWN or attribute.startswith("__") or attribute.endswith("_")
                if is_own or attribute in declared:
                    return obstacle
                found[attribute] = literal(kept, value.span)
        except (GivenUp, NotPlain, RecursionError):
            return obstacle
        return obstacle if self.is_assigned(frozenset(found)) else found

    def declared(self) -> frozenset[str]:
        """Name what the bodies of the classes declare."""
        return frozenset(name for level in self.levels for name in _declared(level.node))

    def is_assigned(self, attributes: frozenset[str]) -> bool:
        """Say whether another method gives such an attribute a value."""
        return any(
            isinstance(member, tree.FunctionDef)
            and member.name.text != INITIALISER
            and _assigns(member, attributes)
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


def _assigns(function: tree.FunctionDef, attributes: frozenset[str]) -> bool:
    for inner in walk(function.body):
        match inner:
            case tree.Assignment(targets) | tree.Delete(targets):
                changed = targets
            case tree.AugmentedAssignment(target=target):
                changed = (target,)
            case _:
                continue
        if any(isinstance(one, tree.Attribute) and one.name in attributes for one in changed):
            return True
    return False
