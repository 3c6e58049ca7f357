"""Whether an attribute that code may have set on a class can make a difference to its objects.

Place: frontends/python/import_time/. Part of `module_code`, which does not always know what code
sets an attribute on: mostly an object, `context.limit = 3`. If it was a class, nobody would see
it unless some text looks for an attribute of that name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from heapwright.frontends.python.import_time.class_lines import ClassLines
from heapwright.frontends.python.import_time.escape import set_attributes
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.walk import assigned_names, nodes_below


class Mentions:
    """What the texts of a program look for; they are gone through once, if at all."""

    def __init__(self, lines: ClassLines, texts: Sequence[tree.Module]) -> None:
        self.lines = lines
        self._texts = texts

    @cached_property
    def _sought(self) -> frozenset[str]:
        """What all texts look for in objects and classes, or name by strings."""
        return frozenset(name for text in self._texts for name in _names_in(text))

    def can_matter(self, class_name: str, attribute: str) -> bool:
        """Say whether somebody could see an attribute of a class."""
        lines, classes = self.lines, self.lines.code.classes
        line = dict.fromkeys((*lines.above(class_name), *lines.below(class_name)))
        bodies = [classes[name][1].body for name in line]
        if any(attribute in assigned_names(body) for body in bodies):
            return True
        if any(
            isinstance(member, tree.FunctionDef | tree.ClassDef) and member.name.text == attribute
            for body in bodies
            for member in body
        ):
            return True
        return attribute in self._sought


def _names_in(text: tree.Module) -> Iterator[str]:
    nodes = list(nodes_below(text.body))
    given = {id(target) for target in set_attributes(nodes)}
    for node in nodes:
        match node:
            case tree.Attribute(name=name) if id(node) not in given:
                yield name
            case tree.AugmentedAssignment(target=tree.Attribute(name=name)):
                yield name
            case tree.Match(cases=cases):
                yield from (key for case in cases for key in _keys(case.pattern))
            case tree.StringLiteral(text=name):
                yield name
            case _:
                pass


def _keys(pattern: tree.Pattern) -> Iterator[str]:
    """Name the attributes that a pattern looks for."""
    yield from (key for key in pattern.keys if isinstance(key, str))
    for part in pattern.parts:
        yield from _keys(part)
