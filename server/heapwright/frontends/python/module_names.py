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
from heapwright.frontends.python.class_places import GIVING_NAMES, hands_modules, root_of
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
# What only looks at a dict, or copies it.
_LOOKING = frozenset(
    (
        *(
            "len",
            "list",
            "tuple",
            "set",
            "frozenset",
            "sorted",
            "dict",
            "iter",
            "any",
            "all",
            "min",
        ),
        *("max", "enumerate", "zip", "print", "isinstance", "id", "repr", "str", "bool", "type"),
    )
)
_LOOKING_METHODS = frozenset(
    ("get", "items", "keys", "values", "copy", "__contains__", "__getitem__", "__len__", "__iter__")
)
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
    return _Looking(code, flow, list(pieces)).effects()


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
    """Collects what code does to names.

    A dict of names is followed from variable to variable and from argument to parameter. Where it
    goes anywhere else, all of its names are doubtful.
    """

    def __init__(self, code: ImportCode, flow: ClassFlow, pieces: list[Piece]) -> None:
        self.code = code
        self.flow = flow
        self.pieces = pieces
        self.found = NameEffects()
        # Variables that hold such a dict, each with the code whose variable it is.
        self.holding: set[tuple[int | str, str]] = set()

    def effects(self) -> NameEffects:
        known = -1
        while known < len(self.holding):
            known = len(self.holding)
            for piece in self.pieces:
                self.used = set[int]()  # expressions whose use is told by what stands around them
                for node in walk(piece.nodes):
                    self.look(piece, node)
        return self.found

    def look(self, piece: Piece, node: Node) -> None:
        """Look at a node; what stands around it came before."""
        match node:
            case tree.Assignment([tree.Name(text)], _, value) if self.is_namespace(piece, value):
                self.holding.add((_scope(piece, text), text))
                self.used |= {id(value), id(node.targets[0])}
            case tree.Assignment(targets) | tree.Delete(targets):
                self.change(piece, targets)
            case tree.AugmentedAssignment(target=target):
                self.change(piece, (target,))
            case tree.For(target, iterable):
                self.change(piece, (target,))
                self.used.add(id(iterable))
            case tree.Comprehension(clauses=clauses):
                self.used.update(id(clause.iterable) for clause in clauses)
            case tree.With(items):
                self.change(piece, [item.target for item in items if item.target is not None])
            case tree.Comparison(operands):
                self.used.update(map(id, operands))
            case tree.ExprStatement(value) | tree.Subscript(value):
                self.used.add(id(value))
            case tree.Call(function, arguments):
                self.call(piece, function, arguments)
        if (
            isinstance(node, tree.Name)
            and node.text in _NAMESPACES | _RUNNING_TEXT
            and id(node) not in self.used
            and self.is_python(piece, node.text)
        ):
            self.found.paths.update(self.code.modules)  # it is handed on by another name
        elif id(node) not in self.used and self.is_namespace(piece, node):
            self.lose(piece, node)

    def change(self, piece: Piece, targets: Iterable[tree.Expr]) -> None:
        for single in (one for target in targets for one in targets_in(target)):
            self.used.add(id(single))
            match single:
                case tree.Attribute(value, name) if self.is_module(piece, value):
                    self.found.names.add(name)
                case tree.Subscript(tree.Attribute(_, "modules") as value, index) if self.is_module(
                    piece, value
                ):
                    self.replace(index)
                case tree.Subscript(value, index) if self.is_namespace(piece, value):
                    self.set(piece, value, index)

    def call(self, piece: Piece, function: tree.Expr, arguments: tuple[tree.Argument, ...]) -> None:
        values = [argument.value for argument in arguments]
        self.used.add(id(function))
        match function:
            case tree.Name(text) if self.is_python(piece, text):
                if text in _SETTERS and len(values) > 1 and self.is_module(piece, values[0]):
                    self.set(piece, None, values[1])
                if text in _RUNNING_TEXT:
                    names = values[1:]
                    if not names or any(self.is_namespace(piece, one) for one in names):
                        self.found.paths.add(piece.path)
                if text in _LOOKING or text in _RUNNING_TEXT:
                    self.used.update(id(one.value) for one in arguments if one.name is None)
            case tree.Attribute(value, name) if self.is_namespace(piece, value):
                self.used.add(id(value))
                if name == "update":
                    self.update(piece, value, arguments)
                elif name in _ONE_KEY and values:
                    self.set(piece, value, values[0])
                elif name not in _LOOKING_METHODS:
                    self.lose(piece, value)
            case tree.Attribute(value, name) if name in _SETTERS and values:
                if self.is_module(piece, value):
                    self.set(piece, None, values[0])
                elif len(values) > 1 and self.is_module(piece, values[0]):
                    self.set(piece, None, values[1])
            case tree.Attribute(_, "update"):
                self.used.update(map(id, values))  # which copies it
            case tree.Name() | tree.Attribute():
                match self.code.base_meaning(self.code.modules[piece.path], function):
                    case FunctionName(qualified) if qualified in self.code.functions:
                        self.hand_over(piece, self.code.functions[qualified][1], arguments)

    def hand_over(
        self, piece: Piece, function: tree.FunctionDef, arguments: tuple[tree.Argument, ...]
    ) -> None:
        """Follow a dict of names into a function of the program."""
        if function.decorators:
            return
        plain = [p.name.text for p in function.parameters if p.kind in ("plain", "positional")]
        named = [p.name.text for p in function.parameters if p.kind in ("plain", "keyword")]
        for index, argument in enumerate(arguments):
            if not self.is_namespace(piece, argument.value):
                continue
            taken = plain[index] if argument.name is None and index < len(plain) else argument.name
            if taken in plain or taken in named:
                self.holding.add((id(function), taken or ""))
                self.used.add(id(argument.value))

    def is_namespace(self, piece: Piece, expr: Node | None) -> bool:
        """Say whether an expression gives the dict of the names of a module."""
        match expr:
            case tree.Name(text):
                return (_scope(piece, text), text) in self.holding
            case tree.Call(tree.Name(text), []):
                return (
                    text in _NAMESPACES and self.is_python(piece, text) and _is_at_top(piece, text)
                )
            case tree.Call(tree.Name("vars"), [tree.Argument(None, value)]):
                return self.is_module(piece, value)
            case tree.Attribute(value, "__dict__"):
                return self.is_module(piece, value)
            case tree.Attribute(_, name):
                return name in GIVING_NAMES
            case _:
                return False

    def is_module(self, piece: Piece, expr: tree.Expr) -> bool:
        """Say whether an expression may give a module."""
        is_self = isinstance(expr, tree.Name) and expr.text == piece.self_name
        return not is_self and self.flow.is_module(piece, expr)

    def is_python(self, piece: Piece, name: str) -> bool:
        """Say whether a name is one of Python's own."""
        return name not in piece.own and name not in self.code.modules[piece.path].names

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
                    self.lose(piece, namespace)

    def set(self, piece: Piece, namespace: tree.Expr | None, key: tree.Expr | None) -> None:
        """Note that a name gets another value."""
        match key:
            case tree.StringLiteral(text, ()) if text:
                self.found.names.add(text)
            case _:
                self.lose(piece, namespace)

    def lose(self, piece: Piece, namespace: Node | None) -> None:
        """Note that nobody knows what happens to names; whose, only a plain call tells."""
        match namespace:
            case tree.Call(tree.Name(text), []) if text in _NAMESPACES:
                self.found.paths.add(piece.path)
            case _:
                self.found.paths.update(self.code.modules)

    def replace(self, key: tree.Expr) -> None:
        """Note that a module is replaced."""
        match key:
            case tree.StringLiteral(text, ()) if text:
                self.found.paths.update(
                    path for path in self.code.modules if self.name_of(path) == text
                )
            case _:
                self.found.paths.update(self.code.modules)

    def name_of(self, path: str) -> str:
        """Give the name by which a module is imported, as far as its packages are known."""
        folder = PurePath(path).parent
        parts = [PurePath(path).stem] if PurePath(path).stem != "__init__" else []
        while str(folder / "__init__.py") in self.code.modules:
            parts.insert(0, folder.name)
            folder = folder.parent
        return ".".join(parts)


def _scope(piece: Piece, name: str) -> int | str:
    """Say whose variable a name is."""
    return id(piece.function) if piece.function is not None and name in piece.own else piece.path


def _is_at_top(piece: Piece, name: str) -> bool:
    """Say whether the variables around are those of the module; in a function they are a copy."""
    return name == "globals" or piece.function is None


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
