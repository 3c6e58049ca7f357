"""What code that runs in modules does to the names of modules.

Place: frontends/python/. Part of `module_code`. Besides an assignment, which the text of the module
shows by itself, code gets at names through a module or through the dict of its names:

    helpers.limit = 5              globals()["limit"] = 5          exec("limit = 5")
    setattr(helpers, name, 5)      vars(helpers).update(found)     sys.modules["helpers"] = other

Where the text tells a name, that name means nothing any more, in all modules; else all names of
the modules mean nothing that the code may have got at.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePath

from heapwright.frontends.python import tree
from heapwright.frontends.python.class_flow import ClassFlow
from heapwright.frontends.python.class_places import hands_modules, root_of
from heapwright.frontends.python.class_table import (
    ClassName,
    ConstantName,
    ForeignName,
    FunctionName,
    Meaning,
    ModuleInfo,
    ModuleName,
)
from heapwright.frontends.python.class_values import Piece
from heapwright.frontends.python.import_code import ImportCode
from heapwright.frontends.python.sharing import set_attributes
from heapwright.frontends.python.walk import Node, targets_in, walk
from heapwright.records import dataclass, field, replace

_NAMESPACES = frozenset(("globals", "locals", "vars"))
_RUNNING_TEXT = frozenset(("exec", "eval"))
_ONE_KEY = frozenset(("setdefault", "pop", "__setitem__", "__delitem__"))
_SETTERS = frozenset(("setattr", "delattr", "__setattr__", "__delattr__"))


@dataclass(slots=True)
class NameEffects:
    """What the names of modules may no longer mean."""

    names: set[str] = field(default_factory=set)  # of any module
    paths: set[str] = field(default_factory=set)  # files of which all names are doubtful


def may_change_names(code: ImportCode, pieces: Iterable[Piece]) -> bool:
    """Say whether code gets at modules or at their names at all."""
    pieces = list(pieces)
    return hands_modules(code, pieces) or any(_mentions_names(code, piece) for piece in pieces)


def name_effects(code: ImportCode, flow: ClassFlow, pieces: Iterable[Piece]) -> NameEffects:
    """Go through all code that runs."""
    looking = _Looking(code, flow, list(pieces))
    for piece in looking.pieces:
        for node in walk(piece.nodes):
            looking.look(piece, node)
    return looking.found


def without_changed_names(
    code: ImportCode, modules: dict[str, ModuleInfo], effects: NameEffects
) -> dict[str, ModuleInfo]:
    """Give the modules without the names that may mean anything."""
    if not effects.names and not effects.paths:
        return modules

    def is_doubtful(path: str, name: str, meaning: Meaning) -> bool:
        origin, called = path, name
        match meaning:
            case ForeignName("heapwright"):
                return False
            case ConstantName(path=origin, name=called):
                pass
            case FunctionName(qualified) if qualified in code.functions:
                origin, function = code.functions[qualified]
                called = function.name.text
            case ClassName(class_name) if class_name in code.classes:
                origin, node = code.classes[class_name]
                called = node.name.text
        is_told = name in effects.names or called in effects.names
        return is_told or path in effects.paths or origin in effects.paths

    return {
        path: replace(
            info,
            names={n: m for n, m in info.names.items() if not is_doubtful(path, n, m)},
            inner={n: m for n, m in info.inner.items() if not is_doubtful(path, n, m)},
        )
        for path, info in modules.items()
    }


class _Looking:
    """Collects what code does to names."""

    def __init__(self, code: ImportCode, flow: ClassFlow, pieces: list[Piece]) -> None:
        self.code = code
        self.flow = flow
        self.pieces = pieces
        self.found = NameEffects()
        self.called: set[int] = set()  # the functions of calls, which come before these

    def look(self, piece: Piece, node: Node) -> None:
        targets: tuple[tree.Expr, ...] = ()
        match node:
            case tree.Name(text) if text in _NAMESPACES | _RUNNING_TEXT:
                # One that is not called right here, but handed on.
                if id(node) not in self.called and self.is_python(piece, text):
                    self.found.paths.update(self.code.modules)
            case tree.Assignment(targets) | tree.Delete(targets):
                pass
            case tree.AugmentedAssignment(target=target) | tree.For(target=target):
                targets = (target,)
            case tree.With(items):
                targets = tuple(item.target for item in items if item.target is not None)
            case tree.Call(function, arguments):
                self.call(piece, function, arguments)
        for target in targets:
            for single in targets_in(target):
                match single:
                    case tree.Attribute(value, name) if self.flow.is_module(piece, value):
                        self.found.names.add(name)
                    case tree.Subscript(tree.Attribute(_, "modules") as value, index) if (
                        self.flow.is_module(piece, value)
                    ):
                        self.replaced(index)
                    case tree.Subscript(value, index) if self.flow.is_namespace(piece, value):
                        self.set(piece, value, index)

    def call(self, piece: Piece, function: tree.Expr, arguments: tuple[tree.Argument, ...]) -> None:
        values = [argument.value for argument in arguments]
        self.called.add(id(function))
        match function:
            case tree.Name(text) if self.is_python(piece, text):
                if text in _SETTERS and len(values) > 1 and self.flow.is_module(piece, values[0]):
                    self.set(piece, None, values[1])
                if text in _RUNNING_TEXT and not self.has_own_names(piece, values):
                    self.found.paths.add(piece.path)
                return
            case tree.Attribute(value, name) if self.flow.is_namespace(piece, value):
                if name == "update":
                    self.update(piece, value, arguments)
                elif name in _ONE_KEY and values:
                    self.set(piece, value, values[0])
                elif name in ("clear", "popitem"):
                    self.set(piece, value, None)
            case tree.Attribute(value, name) if name in _SETTERS and values:
                if self.flow.is_module(piece, value):
                    self.set(piece, None, values[0])
                elif len(values) > 1 and self.flow.is_module(piece, values[0]):
                    self.set(piece, None, values[1])
        # What code from outside does with the names of a module, nobody knows.
        meaning = self.code.base_meaning(self.code.modules[piece.path], function)
        if isinstance(meaning, ForeignName):
            for value in values:
                if self.flow.is_namespace(piece, value):
                    self.set(piece, value, None)

    def is_python(self, piece: Piece, name: str) -> bool:
        """Say whether a name is one of Python's own."""
        return name not in piece.own and name not in self.code.modules[piece.path].names

    def has_own_names(self, piece: Piece, values: list[tree.Expr]) -> bool:
        """Say whether a text is run with names that are not those of a module."""
        return len(values) > 1 and not any(
            self.flow.is_namespace(piece, value) for value in values[1:]
        )

    def update(
        self, piece: Piece, namespace: tree.Expr, arguments: tuple[tree.Argument, ...]
    ) -> None:
        for argument in arguments:
            match argument:
                case tree.Argument(None, tree.DictDisplay(keys)):
                    for key in keys:
                        self.set(piece, namespace, key)
                case tree.Argument(str(name)) if name.isidentifier():
                    self.found.names.add(name)
                case _:
                    self.set(piece, namespace, None)

    def set(self, piece: Piece, namespace: tree.Expr | None, key: tree.Expr | None) -> None:
        """Note that a name gets another value; whose names these are, only a plain call tells."""
        match key:
            case tree.StringLiteral(text, ()) if text:
                self.found.names.add(text)
                return
        match namespace:
            case tree.Call(tree.Name(text), []) if text in _NAMESPACES:
                self.found.paths.add(piece.path)
            case _:
                self.found.paths.update(self.code.modules)

    def replaced(self, key: tree.Expr) -> None:
        """Note that a module is replaced."""
        match key:
            case tree.StringLiteral(text, ()) if text:
                last = text.rpartition(".")[2]
                self.found.paths.update(
                    path
                    for path in self.code.modules
                    if last in (PurePath(path).stem, PurePath(path).parent.name)
                )
            case _:
                self.found.paths.update(self.code.modules)


def _mentions_names(code: ImportCode, piece: Piece) -> bool:
    names = code.modules[piece.path].names
    for target in set_attributes(piece.nodes):
        if isinstance(names.get(root_of(target)), ModuleName):
            return True
    return any(
        isinstance(node, tree.Name)
        and (node.text in _NAMESPACES or node.text in _RUNNING_TEXT)
        and node.text not in names
        and node.text not in piece.own
        for node in walk(piece.nodes)
    )
