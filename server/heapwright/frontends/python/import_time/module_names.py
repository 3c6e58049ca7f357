"""What code that runs in modules does to the names of modules.

Place: frontends/python/import_time/. Part of `module_code`. Besides an assignment, which the text
of the module shows by itself, code gets at names through a module or through the dict of its
names:

    helpers.limit = 5              globals()["limit"] = 5          exec("limit = 5")
    setattr(helpers, name, 5)      vars(helpers).update(found)     sys.modules["helpers"] = other

Where the text tells a name, that name means nothing any more, in all modules; else all names of
the modules mean nothing that the code may have got at.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePath

from heapwright.frontends.python.import_time.class_flow import ClassFlow
from heapwright.frontends.python.import_time.class_places import (
    GIVING_NAMES,
    hands_modules,
    root_of,
)
from heapwright.frontends.python.import_time.class_values import Piece
from heapwright.frontends.python.import_time.escape import set_attributes
from heapwright.frontends.python.import_time.import_code import ImportCode, Setting
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.walk import Node, targets_in, walk
from heapwright.frontends.python.table.class_table import (
    ClassName,
    ConstantName,
    ForeignName,
    FunctionInfo,
    FunctionKind,
    FunctionName,
    Meaning,
    ModuleInfo,
    ModuleName,
    Obstacle,
)
from heapwright.records import dataclass, field, replace

_NAMESPACES = frozenset(("globals", "locals", "vars"))
_RUNNING_TEXT = frozenset(("exec", "eval"))
_ONE_KEY = frozenset(("setdefault", "pop", "__setitem__", "__delitem__"))
# What only looks at a dict, or copies it.
_LOOKING = frozenset(
    (
        *("len", "list", "tuple", "set", "frozenset", "sorted", "dict", "iter", "any", "all"),
        *("min", "max", "enumerate", "zip", "print", "isinstance", "id", "repr", "str", "bool"),
        "type",
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
    in_functions: bool = False  # whether imports inside of functions may give other modules


def may_change_names(code: ImportCode, pieces: Iterable[Piece]) -> bool:
    """Say whether code gets at modules or at their names at all."""
    pieces = list(pieces)
    return hands_modules(code, pieces) or any(_mentions_names(code, piece) for piece in pieces)


def name_effects(code: ImportCode, flow: ClassFlow, pieces: Iterable[Piece]) -> NameEffects:
    """Go through all code that runs."""
    return _Looking(code, flow, list(pieces)).effects()


def without_changed_values(
    code: ImportCode, modules: dict[str, ModuleInfo], effects: NameEffects
) -> dict[str, ModuleInfo]:
    """Give the modules without the names of values and imports that may mean anything.

    Classes and functions keep their own names, with an obstacle: see `changed_classes`.
    """
    if effects == NameEffects():
        return modules

    def is_known(path: str, name: str, meaning: Meaning) -> bool:
        # Of a file whose names are all doubtful, nothing is used: all that it has is an obstacle.
        if path in effects.paths:
            return True
        match meaning:
            case ForeignName("heapwright"):
                return True
            case ClassName(class_name) if class_name in code.classes:
                called = code.classes[class_name][1].name.text
            case FunctionName(qualified) if qualified in code.functions:
                called = code.functions[qualified][1].name.text
            case ConstantName(_, origin, called):
                return not effects.names & {name, called} and origin not in effects.paths
            case _:
                called = ""
        return name == called or name not in effects.names

    # One of Python's own names may be hidden, too.
    hidden: dict[str, Meaning] = {name: ForeignName("", name) for name in effects.names}
    return {
        path: replace(
            info,
            names={
                **{n: m for n, m in hidden.items() if n not in info.names},
                **{n: m for n, m in info.names.items() if is_known(path, n, m)},
            },
            inner={
                n: m
                for n, m in info.inner.items()
                if not effects.in_functions and is_known(path, n, m)
            },
        )
        for path, info in modules.items()
    }


def changed_classes(code: ImportCode, effects: NameEffects) -> list[Setting]:
    """Give the classes whose names may mean something else."""
    return [
        Setting(name, _other_meaning(node.name.text), path, node.name.span)
        for name, (path, node) in code.classes.items()
        if path in effects.paths or node.name.text in effects.names
    ]


def with_its_name(effects: NameEffects, info: FunctionInfo) -> FunctionInfo:
    """Give a function of a module; where its names may mean anything, it is not to be used."""
    is_changed = info.path in effects.paths
    if info.kind is FunctionKind.FUNCTION:
        is_changed |= info.name in effects.names
    if (
        info.kind in (FunctionKind.FUNCTION, FunctionKind.SPEC)
        and info.obstacle is None
        and is_changed
    ):
        return replace(info, obstacle=Obstacle(_other_meaning(info.name), info.node.name.span))
    return info


def _other_meaning(name: str) -> str:
    return f"the code of a module may give `{name}` another meaning"


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
        self.of_modules: set[str] = set()  # names of variables that hold modules
        for piece in pieces:
            for node in walk(piece.nodes):
                match node:
                    case tree.Assignment([tree.Name(text)], _, value) if value is not None:
                        given: tuple[tree.Expr, ...] = (value,)
                    case tree.For(tree.Name(text), tree.Display(items=given)):
                        pass
                    case tree.For(tree.Name(text), tree.TupleExpr(given)):
                        pass
                    case _:
                        continue
                if any(self.is_plainly_module(piece, one) for one in given):
                    self.of_modules.add(text)

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
        elif (
            # Who takes the dict of another module nearly always looks something up.
            isinstance(node, tree.Call | tree.Name)
            and id(node) not in self.used
            and self.is_namespace(piece, node)
        ):
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
                    self.replace(piece, index)
                case tree.Subscript(value, index) if self.is_namespace(piece, value):
                    self.set(piece, value, index)

    def call(self, piece: Piece, function: tree.Expr, arguments: tuple[tree.Argument, ...]) -> None:
        values = [argument.value for argument in arguments]
        self.used.add(id(function))
        match function:
            case tree.Name(text) if self.is_python(piece, text):
                if text in _SETTERS and len(values) > 1:
                    self.set_attribute(piece, values[0], values[1])
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
                is_bound = len(values) == (1 if name == "__delattr__" else 2)
                if is_bound:
                    self.set_attribute(piece, value, values[0])
                elif len(values) > 1:
                    self.set_attribute(piece, values[0], values[1])
            case tree.Attribute(_, "update"):
                self.used.update(map(id, values))  # which copies it
            case tree.Name() | tree.Attribute():
                match self.code.base_meaning(self.code.modules[piece.path], function):
                    case FunctionName(qualified) if qualified in self.code.functions:
                        self.hand_over(piece, self.code.functions[qualified][1], arguments)

    def set_attribute(self, piece: Piece, holder: tree.Expr, name: tree.Expr) -> None:
        """Note that an attribute is set by its name.

        A computed name counts where the text shows that a module has it: what may be a module
        because it comes out of a container is nearly always an object.
        """
        match name:
            case tree.StringLiteral(text, ()) if text and self.is_module(piece, holder):
                self.found.names.add(text)
            case tree.StringLiteral():
                pass
            case _ if self.is_plainly_module(piece, holder):
                self.found.paths.update(self.code.modules)

    def is_plainly_module(self, piece: Piece, expr: tree.Expr) -> bool:
        """Say whether the text shows that an expression gives a module."""
        match expr:
            case tree.Name(text) if text in piece.own or text in self.of_modules:
                return text in self.of_modules
            case tree.Name() | tree.Attribute():
                meaning = self.code.base_meaning(self.code.modules[piece.path], expr)
                return isinstance(meaning, ModuleName)
            case tree.Subscript(tree.Attribute(_, "modules") | tree.Name("modules")):
                return True
            case tree.Call(tree.Name(name) | tree.Attribute(name=name)):
                return name in ("import_module", "__import__", "getmodule", "reload")
            case _:
                return False

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
                return self.is_plainly_module(piece, value)
            case tree.Attribute(value, "__dict__"):
                return self.is_plainly_module(piece, value)
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

    def replace(self, piece: Piece, key: tree.Expr) -> None:
        """Note that a module is replaced: whoever imports it from now on gets the other one.

        What the top of a file imports is there before functions run, as a rule.
        """
        match key:
            case tree.StringLiteral(text, ()) if text:
                self.found.paths.update(
                    path for path in self.code.modules if self.name_of(path) == text
                )
            case tree.Name("__name__"):
                self.found.paths.add(piece.path)
            case _ if piece.function is not None:
                self.found.in_functions = True
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
