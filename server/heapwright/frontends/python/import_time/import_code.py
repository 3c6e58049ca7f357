"""What runs while classes and functions are made: decorators, hooks of classes, code on classes.

Place: frontends/python/import_time/. `declare` asks before it reads classes. Much of that code
only notes somewhere what was made, and hands it on as it is:

    def rule(*names):                        @rule("if", "while")
        def decorator(cls):                  class Indented: …
            for name in names:
                RULES.setdefault(name, []).append(cls)
            return cls
        return decorator

The class is then what its text says, and what the code may have changed (`RULES`) is named, so
that whoever reads that is left out. Code that may do more is an obstacle to what it was given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import is_

from heapwright.frontends.python.import_time.escape import is_mutable
from heapwright.frontends.python.modules.library_names import BUILT_IN_CLASSES, LIBRARY_PATH
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.dotted_names import dotted_name
from heapwright.frontends.python.syntax.walk import assigned_names, nodes_below, walk
from heapwright.frontends.python.table.class_table import (
    EXCEPTIONS,
    ClassInfo,
    ClassName,
    ConstantName,
    ForeignName,
    FunctionName,
    Meaning,
    ModuleInfo,
    ModuleName,
    Obstacle,
)
from heapwright.records import dataclass, field, replace
from heapwright.text.span import Span

HOOK = "__init_subclass__"
MOST_LEVELS = 50
# What a class has besides, and nobody looks at here.
TOLD = frozenset(("__doc__", "__module__", "__qualname__", "__annotations__", "__signature__"))
_BUILT_IN = frozenset(
    (
        *("len", "list", "tuple", "dict", "set", "frozenset", "str", "int", "bool", "repr"),
        *("isinstance", "issubclass", "callable", "sorted", "enumerate", "zip", "range", "min"),
        *("max", "any", "all", "type", "print"),
    )
)
METHODS = frozenset(
    (
        *("append", "add", "setdefault", "get", "update", "extend", "insert", "items", "keys"),
        *("values", "discard", "remove", "copy", "index", "count"),
        *("format", "lower", "upper", "strip", "split", "join", "startswith", "endswith"),
        *("replace", "lstrip", "rstrip", "title", "partition", "rpartition"),
    )
)


# What declarations are recognised by; a program that has its own means something else.
_RECOGNISED = frozenset(
    (
        *("property", "staticmethod", "classmethod", "dataclass", "field", "cached_property"),
        *("total_ordering", "abstractmethod", "abstractproperty", "contextmanager", "overload"),
        *("override", "final", "unique", "lru_cache", "cache", "wraps", "singledispatch"),
        *("runtime_checkable", "namedtuple", "asynccontextmanager"),
    )
)


def _is_same(new: Sequence[object], old: Sequence[object]) -> bool:
    return len(new) == len(old) and all(map(is_, new, old))


def _brought(path: str) -> frozenset[str]:
    return BUILT_IN_CLASSES if path == LIBRARY_PATH else frozenset()


@dataclass(frozen=True, slots=True)
class ImportCode:
    """All texts of a program, to find what a decorator or a hook does."""

    modules: Mapping[str, ModuleInfo]
    classes: Mapping[str, tuple[str, tree.ClassDef]]  # path and text by name
    functions: Mapping[str, tuple[str, tree.FunctionDef]]  # by qualified name
    base_meaning: Callable[[ModuleInfo, tree.Expr], Meaning | None]
    changed: set[str] = field(default_factory=set)  # names whose values such code may change

    def has_method(self, name: str) -> bool:
        """Say whether some class of the program has a method of this name."""
        return any(
            isinstance(member, tree.FunctionDef) and member.name.text == name
            for _, node in self.classes.values()
            for member in node.body
        )

    def without_notes(self, path: str, node: tree.ClassDef) -> tree.ClassDef:
        """Give a class without the decorators that only note it or its methods somewhere."""
        body = tuple(self._plain_member(path, member) for member in node.body)
        decorators = self._decorators(path, node.decorators)
        is_same = _is_same((*decorators, *body), (*node.decorators, *node.body))
        return node if is_same else replace(node, decorators=decorators, body=body)

    def plain_function(self, path: str, node: tree.FunctionDef) -> tree.FunctionDef:
        """Give a function without the decorators that only note it somewhere."""
        kept = self._decorators(path, node.decorators)
        is_same = _is_same(kept, node.decorators)
        return node if is_same else replace(node, decorators=kept)

    def _plain_member(self, path: str, member: tree.Statement) -> tree.Statement:
        match member:
            case tree.FunctionDef():
                return self.plain_function(path, member)
            case tree.Assignment(value=tree.Call() as value):
                told = self._told_apart(path, value)
                return member if told is value else replace(member, value=told)
            case _:
                return member

    def _decorators(self, path: str, decorators: Sequence[tree.Expr]) -> tuple[tree.Expr, ...]:
        """Give the decorators that are left, those of the program told apart from Python's."""
        return tuple(
            self._told_apart(path, one) for one in decorators if not self.only_notes(path, one)
        )

    def _told_apart(self, path: str, used: tree.Expr) -> tree.Expr:
        """Give what a declaration uses another name where the program has its own `property`."""
        match used:
            # The library has the class that the word means.
            case tree.Name(text, span) if text in _RECOGNISED - _brought(path) and isinstance(
                self.base_meaning(self.modules[path], used), FunctionName | ClassName | ConstantName
            ):
                return tree.Name(f"own {text}", span)
            case tree.Call(tree.Name() as function):
                told = self._told_apart(path, function)
                return used if told is function else replace(used, function=told)
            case _:
                return used

    def only_notes(self, path: str, decorator: tree.Expr) -> bool:
        """Say whether a decorator gives back what it takes and at most notes it."""
        call = decorator if isinstance(decorator, tree.Call) else None
        found = self.function_named(path, decorator if call is None else call.function)
        if found is None:
            return False
        place, function, is_bound = found
        if function.decorators and not is_bound:
            return False
        parameters = function.parameters[1:] if is_bound else function.parameters
        body = function.body
        if call is not None:
            # What makes the decorator runs first.
            if not all(map(_is_plain, (argument.value for argument in call.arguments))):
                return False
            made = _inner(function)
            if made is None:
                return False
            body, parameters = made.body, made.parameters
        if len(parameters) != 1 or parameters[0].kind not in ("plain", "positional"):
            return False
        taken = parameters[0].name.text
        if not isinstance(body[-1], tree.Return) or not all(
            isinstance(one.value, tree.Name) and one.value.text == taken
            for one in walk(body)
            if isinstance(one, tree.Return)
        ):
            return False
        outer = [s for s in function.body if not isinstance(s, tree.FunctionDef | tree.Return)]
        if not self._notes(place, function, [*outer, *body] if call else list(body), taken):
            return False
        # What the decorator is bound to may keep what it was given.
        self.changed.update((dotted_name(call.function if call else decorator) or "").split("."))
        return True

    def hook_obstacle(self, path: str, node: tree.ClassDef) -> Obstacle | None:
        """Say what a hook of a class above does to a class that cannot be told."""
        for place, function in self._inherited(path, node, HOOK):
            taken = function.parameters[0].name.text if function.parameters else ""
            if not taken or not self._notes(place, function, list(function.body), taken):
                return Obstacle(f"`{HOOK}` of a class above may change it", node.name.span)
        return None

    def function_named(
        self, path: str, name: tree.Expr
    ) -> tuple[str, tree.FunctionDef, bool] | None:
        """Find the function that a decorator names, and whether it is bound to something."""
        match name:
            case tree.Name():
                match self.base_meaning(self.modules[path], name):
                    case FunctionName(qualified) if qualified in self.functions:
                        return (*self.functions[qualified], False)
            case tree.Attribute(value, method):
                match self.base_meaning(self.modules[path], name):
                    case FunctionName(qualified) if qualified in self.functions:
                        return (*self.functions[qualified], False)
                owner = self.base_meaning(self.modules[path], value)
                if isinstance(owner, ConstantName) and isinstance(owner.value, tree.Call):
                    made_at = self.modules[owner.path]
                    owner = self.base_meaning(made_at, owner.value.function)
                    wanted: tuple[str, ...] = ()
                else:
                    wanted = ("classmethod",)
                if isinstance(owner, ClassName) and owner.name in self.classes:
                    there, node = self.classes[owner.name]
                    for place, found in self._inherited(there, node, method, itself=True):
                        names = tuple(dotted_name(one) for one in found.decorators)
                        return (place, found, True) if names == wanted else None
        return None

    def _inherited(
        self, path: str, node: tree.ClassDef, name: str, *, itself: bool = False
    ) -> Iterator[tuple[str, tree.FunctionDef]]:
        """Give the functions of a name that classes above have, from near to far."""
        pending = [(path, node)] if itself else list(self.bases(path, node))
        for _ in range(MOST_LEVELS):
            if not pending:
                return
            place, level = pending.pop(0)
            yield from (
                (place, member)
                for member in level.body
                if isinstance(member, tree.FunctionDef) and member.name.text == name
            )
            pending += self.bases(place, level)

    def bases(self, path: str, node: tree.ClassDef) -> Iterator[tuple[str, tree.ClassDef]]:
        """Give the bases of a class that the program has."""
        for base in node.bases:
            inner = base.value if isinstance(base, tree.Subscript) else base
            meaning = self.base_meaning(self.modules[path], inner)
            if isinstance(meaning, ClassName) and meaning.name in self.classes:
                yield self.classes[meaning.name]

    def _notes(
        self, path: str, function: tree.FunctionDef, body: list[tree.Statement], taken: str
    ) -> bool:
        """Say whether code changes containers at most; names what these are called."""
        own = (
            {p.name.text for p in function.parameters} | set(assigned_names(tuple(body))) | {taken}
        )
        looking = _Looking(self, self.modules[path], frozenset(own), taken)
        if function.is_async or function.is_generator or function.is_broken:
            return False
        if taken in assigned_names(tuple(body)) or not looking.are_notes(body):
            return False
        for one in nodes_below(body):
            match one:
                case tree.Name(text) if text not in own:
                    self.changed.add(text)
                case tree.Attribute(name=name) if not name.startswith("__"):
                    self.changed.add(name)
                case _:
                    pass
        return True


def _inner(function: tree.FunctionDef) -> tree.FunctionDef | None:
    """Give the decorator that a function makes, if that is all that it gives."""
    made = [one for one in function.body if isinstance(one, tree.FunctionDef)]
    returns = [one.value for one in walk(function.body) if isinstance(one, tree.Return)]
    match made, returns, function.body[-1]:
        case [inner], [tree.Name(text)], tree.Return() if (
            text == inner.name.text and not inner.decorators
        ):
            return inner
        case _:
            return None


def _is_plain(expr: tree.Expr) -> bool:
    """Say whether an argument is made without running code of the program."""
    return all(
        not isinstance(one, tree.Call | tree.Comprehension | tree.Subscript | tree.OtherExpr)
        for one in nodes_below([expr])
    )


@dataclass(frozen=True, slots=True)
class _Looking:
    """Looks through the code of a decorator or hook."""

    code: ImportCode
    module: ModuleInfo
    own: frozenset[str]
    taken: str

    def are_notes(self, body: list[tree.Statement] | tree.Block) -> bool:
        return all(map(self.is_note, body))

    def is_note(self, statement: tree.Statement) -> bool:
        match statement:
            case tree.Pass() | tree.Break() | tree.Continue() | tree.Return(None | tree.Name()):
                return True
            case tree.Assignment(targets, _, value):
                return (value is None or self.is_quiet(value)) and all(map(self.is_target, targets))
            case tree.ExprStatement(value):
                return self.is_quiet(value)
            case tree.If(condition, then_body, else_body):
                return self.is_quiet(condition) and self.are_notes((*then_body, *else_body))
            case tree.For(tree.Name() | tree.TupleExpr(), iterable, body, else_body):
                return self.is_quiet(iterable) and self.are_notes((*body, *else_body))
            case tree.Raise(tree.Call(tree.Name(name), arguments), None) if name in EXCEPTIONS:
                return all(self.is_quiet(argument.value) for argument in arguments)
            case tree.Assert(condition, message):
                return self.is_quiet(condition) and (message is None or self.is_quiet(message))
            case _:
                return False

    def is_target(self, target: tree.Expr) -> bool:
        match target:
            case tree.Name():
                return True
            case tree.Subscript(value, index):
                return self.is_quiet(index) and self.is_container(value, "__setitem__")
            case tree.Attribute(tree.Name(text), name):
                return text == self.taken and name in TOLD
            case _:
                return False

    def is_container(self, receiver: tree.Expr, method: str) -> bool:
        """Say whether a method of a value is one of Python's own containers or strings."""
        if not self.is_quiet(receiver):
            return False
        if not self.code.has_method(method):
            return True
        meaning = None
        if not (isinstance(receiver, tree.Name) and receiver.text in self.own):
            meaning = self.code.base_meaning(self.module, receiver)
        return isinstance(meaning, ConstantName) and is_mutable(meaning.value)

    def is_quiet(self, expr: tree.Expr) -> bool:
        for one in nodes_below([expr]):
            match one:
                case tree.Call(tree.Name(name)):
                    if name not in (*_BUILT_IN, "super") or name in (*self.own, *self.module.names):
                        return False
                case tree.Call(tree.Attribute(tree.Call(tree.Name("super"), []), name)):
                    if name != HOOK:
                        return False
                case tree.Call(tree.Attribute(value, name)):
                    if name not in METHODS or not self.is_container(value, name):
                        return False
                case tree.Call() | tree.Lambda() | tree.Comprehension() | tree.OtherExpr():
                    return False
                case _:
                    pass
        return True


@dataclass(frozen=True, slots=True)
class Setting:
    """A place where code that runs in a module changes a class, and how, for a message."""

    class_name: str
    what: str
    path: str
    span: Span


def without_meddling(
    classes: Mapping[str, ClassInfo], settings: Sequence[Setting]
) -> dict[str, ClassInfo]:
    """Give the classes; one that a module changes is no longer what its text says."""
    found = dict(classes)
    for setting in settings:
        info = found.get(setting.class_name)
        if info is not None and info.obstacle is None:
            span = setting.span if info.path == setting.path else info.node.name.span
            found[info.name] = replace(info, obstacle=Obstacle(setting.what, span))
    return found


def base_meaning(
    modules: Mapping[str, ModuleInfo], module: ModuleInfo, base: tree.Expr
) -> Meaning | None:
    """Say what a base, or another name of a module, means there."""
    match base:
        case tree.Name(text):
            found = module.names.get(text)
            match found:
                case ConstantName(tree.Name(other), path, name) if (
                    other != name and path in modules
                ):
                    # `Base = _PureBase`, mostly one of several.
                    aliased = modules[path].names.get(other)
                    return aliased if isinstance(aliased, ClassName) else found
            return found
        case tree.Attribute(value, inner) if (outer := dotted_name(value)) is not None:
            match module.names.get(outer):
                case ModuleName(path):
                    return modules[path].names.get(inner) or ForeignName(outer, inner)
            return module.names.get(f"{outer}.{inner}") or ForeignName(outer, inner)
        case _:
            return ForeignName("", "")
