"""Whether an attribute that code may have set on a class can make a difference to its objects.

Place: frontends/python/. Part of `module_code`, which often does not know what code sets an
attribute on: mostly an object, `context.limit = 3`. If it was a class, its objects would see the
attribute only where its own text, or that of a class above or below it, looks for one of that
name, and only if they have none of their own, which `__init__` gives most of them.
"""

from __future__ import annotations

from collections.abc import Iterator

from heapwright.frontends.python import tree
from heapwright.frontends.python.import_code import ImportCode
from heapwright.frontends.python.walk import assigned_names, nodes_below


class Mentions:
    """What the texts of classes say; each is gone through once."""

    def __init__(self, code: ImportCode) -> None:
        self.code = code
        self._names: dict[str, frozenset[str]] = {}
        self._lines: dict[str, tuple[str, ...]] = {}
        self._by_text = {id(node): name for name, (_, node) in code.classes.items()}

    def can_matter(self, class_name: str, attribute: str) -> bool:
        """Say whether objects of a class could see an attribute of the class."""
        line = self._line(class_name)
        if not any(attribute in self._mentioned(name) for name in line):
            return False
        bodies = [self.code.classes[name][1].body for name in line]
        if any(attribute in assigned_names(body) for body in bodies):
            return True
        if any(
            isinstance(member, tree.FunctionDef | tree.ClassDef) and member.name.text == attribute
            for body in bodies
            for member in body
        ):
            return True
        # A class below may have an `__init__` of its own, which has to give it, too.
        below = [name for name in line if class_name in self._above(name)]
        nodes = [self.code.classes[name][1] for name in below]
        making = [n for n in nodes if n is nodes[0] or _initialiser(n) is not None]
        return not all(_gives(node, attribute) for node in making)

    def _line(self, class_name: str) -> tuple[str, ...]:
        """Name a class and those above and below it."""
        if class_name not in self.code.classes:
            return ()
        found = self._lines.get(class_name)
        if found is None:
            above = tuple(self._above(class_name))
            below = [name for name in self.code.classes if class_name in self._above(name)]
            found = self._lines[class_name] = tuple(dict.fromkeys((*above, *below)))
        return found

    def _above(self, class_name: str) -> Iterator[str]:
        pending, seen = [class_name], set[str]()
        while pending:
            name = pending.pop()
            if name in seen:
                continue
            seen.add(name)
            yield name
            path, node = self.code.classes[name]
            for _, text in self.code.bases(path, node):
                if id(text) in self._by_text:
                    pending.append(self._by_text[id(text)])

    def _mentioned(self, class_name: str) -> frozenset[str]:
        found = self._names.get(class_name)
        if found is None:
            node = self.code.classes[class_name][1]
            found = self._names[class_name] = frozenset(_names_in(node))
        return found


def _names_in(node: tree.ClassDef) -> Iterator[str]:
    """Name what a class looks for in its own objects, in itself, or by strings."""
    own = {node.name.text}
    for member in nodes_below(node.body):
        if isinstance(member, tree.FunctionDef) and member.parameters:
            own.add(member.parameters[0].name.text)
    yield from assigned_names(node.body)
    for one in nodes_below(node.body):
        match one:
            case tree.Attribute(tree.Name(holder), name) if holder in own:
                yield name
            case tree.Attribute(tree.Call(), name):  # `type(self).limit`, `super().limit`
                yield name
            case tree.Attribute(tree.Attribute(name="__class__"), name):
                yield name
            case tree.FunctionDef(name=tree.Name(name)) | tree.ClassDef(name=tree.Name(name)):
                yield name
            case tree.StringLiteral(text):
                yield text
            case _:
                pass


def _initialiser(node: tree.ClassDef) -> tree.FunctionDef | None:
    for member in node.body:
        if isinstance(member, tree.FunctionDef) and member.name.text == "__init__":
            return member
    return None


def _gives(node: tree.ClassDef, attribute: str) -> bool:
    """Say whether `__init__` gives each object the attribute before any code can look for it."""
    member = _initialiser(node)
    if member is None or not member.parameters:
        return False
    own = member.parameters[0].name.text
    for statement in member.body:
        if not isinstance(statement, tree.Pass | tree.ExprStatement | tree.Assignment):
            return False
        parts = list(nodes_below([statement]))
        if any(isinstance(part, tree.Call) for part in parts):
            return False
        named = [p for p in parts if isinstance(p, tree.Attribute) and p.name == attribute]
        if named:
            if len(named) > 1 or not isinstance(statement, tree.Assignment):
                return False
            return any(
                isinstance(target, tree.Attribute)
                and target.name == attribute
                and isinstance(target.value, tree.Name)
                and target.value.text == own
                for target in statement.targets
            )
    return False
