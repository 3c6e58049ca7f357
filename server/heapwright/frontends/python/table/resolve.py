"""What an attribute or a call means, once the class of the receiver is known.

Place: frontends/python/table/. `infer` and `typed.expressions` ask the same questions here, so
that what was inferred is what is lowered.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.dotted_names import dotted_name
from heapwright.frontends.python.table.class_table import (
    EXCEPTIONS,
    FROZEN,
    INITIALISER,
    ClassName,
    ClassTable,
    ConstantName,
    ForeignName,
    FunctionInfo,
    FunctionKind,
    FunctionName,
    Meaning,
    ModuleName,
)
from heapwright.frontends.python.table.fields import FieldTable
from heapwright.records import dataclass


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Where an expression stands: in which function, and what its names mean there."""

    table: ClassTable
    fields: FieldTable
    path: str
    function: FunctionInfo | None  # None for a value of a module or class
    locals: frozenset[str]  # parameters too
    imports: frozenset[str] = frozenset()  # names that imports in the function bind

    def meaning(self, name: str) -> Meaning | None:
        """Say what a name means that is no local; a local hides it."""
        if name in self.locals:
            return None
        function = self.function
        if (
            function is not None
            and function.kind is FunctionKind.CLASS
            and name == function.self_name
        ):
            return ClassName(function.class_name or "")
        owner = None if function is None else function.owner
        if owner is not None and f"{owner}.{name}" in self.table.classes and self.is_in_class_body:
            return ClassName(f"{owner}.{name}")
        if name.partition(".")[0] in self.imports:
            return self.table.modules[self.path].inner.get(name)
        return self.table.meaning(self.path, name)

    @property
    def is_in_class_body(self) -> bool:
        """Whether names of the class around are visible, which they are not in functions."""
        return self.function is None

    def class_named(self, expr: tree.Expr) -> str | None:
        """Give the class that an expression names, as in `Node` or `List.Node`."""
        match expr:
            case tree.Name(text):
                meaning = self.meaning(text)
                return meaning.name if isinstance(meaning, ClassName) else None
            case tree.Attribute(value, name):
                match self.module_named(value):
                    case str(path):
                        meaning = self.table.modules[path].names.get(name)
                        return meaning.name if isinstance(meaning, ClassName) else None
                if isinstance(value, tree.Name):
                    match self.meaning(value.text):
                        case ForeignName(module, "") if f"{module}.{name}" in EXCEPTIONS:
                            return f"{module}.{name}"
                        case ForeignName("dataclasses", "") if name == FROZEN:
                            return FROZEN
                outer = self.class_named(value)
                if outer is None and isinstance(value, tree.Name) and self.is_self(value):
                    # `self.Node` is how a method names a class inside its own.
                    owner = self.function.owner if self.function is not None else None
                    return None if owner is None else self._inner_of_objects(owner, name)
                return None if outer is None else self._inner_class(outer, name)
            case tree.Subscript(tree.Name() as generic, _):
                # `Stack[int]` is `Stack`: what stands in brackets is erased. The members of
                # an Enum are found by name in the same way.
                erased = self.class_named(generic)
                info = None if erased is None else self.table.classes.get(erased)
                return None if info is None or info.members else erased
            case tree.Call(tree.Name("type"), [tree.Argument(None, inner)]) if self.meaning(
                "type"
            ) is None and self.is_self(inner):
                owner = None if self.function is None else self.function.owner
                if owner is not None and len(self.table.below(owner)) == 1:
                    return owner
                return None
            case _:
                return None

    def _inner_class(self, outer: str, name: str) -> str | None:
        """Give the class inside of a class, or of one above it, that has this name there."""
        table = self.table
        for level in table.lookup_order(outer):
            info = table.classes.get(level)
            if info is None or name in info.constants or name in info.functions:
                return None
            inner = table.classes.get(f"{level}.{name}")
            if inner is not None and inner.path == info.path:
                return inner.name
        return None

    def _inner_of_objects(self, owner: str, name: str) -> str | None:
        """Give the class of this name that all objects find whose class has a method."""
        found = self._inner_class(owner, name)
        if found is None:
            return None
        table, by_class = self.table, self.fields.by_class
        for below in (*table.below(owner), *table.others.get(owner, ())):
            if self._inner_class(below, name) != found:
                return None
            if any(name in by_class.get(level, ()) for level in table.lookup_order(below)):
                return None
        return found

    def module_named(self, expr: tree.Expr) -> str | None:
        """Give the path of the module that an expression names."""
        name = dotted_name(expr)
        if name is not None and name.partition(".")[0] not in self.locals:
            meaning = self.meaning(name)
            if isinstance(meaning, ModuleName):
                return meaning.path
        return None

    def is_self(self, expr: tree.Expr) -> bool:
        """Say whether an expression is the receiver of the method around."""
        function = self.function
        return (
            isinstance(expr, tree.Name)
            and function is not None
            and function.kind is not FunctionKind.CLASS
            and expr.text == function.self_name
        )


# --- Attributes ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FieldOf:
    """A field that objects of `owner` have."""

    owner: str


@dataclass(frozen=True, slots=True)
class ConstantOf:
    """A value that the body of a class, or a module, gives."""

    value: tree.Expr
    path: str
    class_name: str | None


Attribute: TypeAlias = FieldOf | FunctionInfo | ConstantOf


def attribute_of(
    table: ClassTable, fields: FieldTable, class_name: str, name: str
) -> Attribute | None:
    """Say what an attribute of objects of a class is; a property is its getter."""
    getter = table.function(class_name, f"@{name}")
    if getter is not None:
        return getter
    owner = fields.owner(class_name, name)
    if owner is not None:
        return FieldOf(owner)
    function = table.function(class_name, name)
    if function is not None:
        return function
    constant = table.constant(class_name, name)
    if constant is not None:
        return ConstantOf(constant[1], constant[0].path, constant[0].name)
    return None


def class_with(table: ClassTable, fields: FieldTable, class_name: str, name: str) -> str | None:
    """Find the one class below that has an attribute which this class lacks."""
    found: list[str] = []
    for below in table.below(class_name)[1:]:
        if attribute_of(table, fields, below, name) is not None and not any(
            table.is_below(below, upper) for upper in found
        ):
            found.append(below)
    return found[0] if len(found) == 1 else None


# --- Calls -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Construction:
    """`Node(…)`; without an initialiser there are no arguments."""

    class_name: str
    initialiser: FunctionInfo | None


@dataclass(frozen=True, slots=True)
class ExactCall:
    """One known function; `receiver` is what it takes as `self`, if anything."""

    function: FunctionInfo
    receiver: tree.Expr | None
    # Arguments may start with the receiver, as in `Node.size(node)`.
    arguments: tuple[tree.Argument, ...]


@dataclass(frozen=True, slots=True)
class MethodCall:
    """A method that the class of the receiver finds when it runs."""

    function: FunctionInfo
    receiver: tree.Expr


@dataclass(frozen=True, slots=True)
class RootInitialiser:
    """`super().__init__()` where no class above has an initialiser: it does nothing."""


@dataclass(frozen=True, slots=True)
class BuiltInCall:
    """A function that the language brings along."""

    name: str


@dataclass(frozen=True, slots=True)
class UnknownCall:
    """Anything else; `what` completes "… is not explored: "."""

    what: str


Callee: TypeAlias = (
    Construction | ExactCall | MethodCall | RootInitialiser | BuiltInCall | UnknownCall
)

BUILT_INS = frozenset(
    ("len", "abs", "min", "max", "int", "bool", "range", "isinstance", "print", "super", "type")
)


def callee_of(
    around: Surroundings, call: tree.Call, class_of: Callable[[tree.Expr], str | None]
) -> Callee:
    """Say what a call runs; `class_of` gives the class of a receiver."""
    table = around.table
    function = call.function
    class_name = around.class_named(function)
    if class_name is not None:
        return Construction(class_name, table.function(class_name, INITIALISER))
    match function:
        case tree.Name(text):
            match around.meaning(text):
                case FunctionName(qualified):
                    return ExactCall(table.functions[qualified], None, call.arguments)
                case ConstantName():
                    return UnknownCall(f"`{text}` is called, which is no function here")
                case None if text in BUILT_INS and text not in around.locals:
                    return BuiltInCall(text)
                case _:
                    return UnknownCall(f"calls of `{text}` are not supported")
        case tree.Attribute(tree.Call(tree.Name("super"), []), name) if (
            around.meaning("super") is None
        ):
            return _super_call(around, call, name)
        case tree.Attribute(value, name):
            path = around.module_named(value)
            if path is not None:
                match table.modules[path].names.get(name):
                    case FunctionName(qualified):
                        return ExactCall(table.functions[qualified], None, call.arguments)
                return UnknownCall(f"calls of `{name}` of another module are not supported")
            outer = around.class_named(value)
            if outer is not None:
                return _class_call(around, call, outer, name)
            return _method_call(around, value, name, class_of(value), call.arguments)
        case _:
            return UnknownCall("calls of values are not supported")


def _super_call(around: Surroundings, call: tree.Call, name: str) -> Callee:
    function = around.function
    if function is None or function.owner is None or function.owner not in around.table.classes:
        return UnknownCall("`super()` is not supported here")
    found = around.table.super_function(function, name)
    if found is None:
        if name == INITIALISER:
            return RootInitialiser()
        return UnknownCall(f"no base class has a method `{name}` that is known")
    if found.kind in (FunctionKind.STATIC, FunctionKind.CLASS):
        return ExactCall(found, None, call.arguments)
    if function.self_name is None or function.kind is FunctionKind.CLASS:
        return UnknownCall("`super()` is not supported here")
    receiver = tree.Name(function.self_name, call.function.span)
    return ExactCall(found, receiver, call.arguments)


def _class_call(around: Surroundings, call: tree.Call, class_name: str, name: str) -> Callee:
    found = around.table.function(class_name, name)
    if found is None:
        return UnknownCall(f"`{class_name}` has no function `{name}` that is known")
    if found.kind in (FunctionKind.STATIC, FunctionKind.CLASS):
        return ExactCall(found, None, call.arguments)
    if not call.arguments or call.arguments[0].name is not None:
        return UnknownCall(f"`{class_name}.{name}` is called without an object")
    receiver = call.arguments[0].value
    if around.is_self(receiver) and around.function is not None:
        found = around.table.own_copy(around.function.owner or "", found)
    return ExactCall(found, receiver, call.arguments[1:])


def _method_call(
    around: Surroundings,
    receiver: tree.Expr,
    name: str,
    class_name: str | None,
    arguments: tuple[tree.Argument, ...],
) -> Callee:
    if class_name is None:
        return UnknownCall(f"calls of `{name}` on this value are not supported")
    table = around.table
    found = attribute_of(table, around.fields, class_name, name)
    if found is None:
        below = class_with(table, around.fields, class_name, name)
        if below is not None:
            found = attribute_of(table, around.fields, below, name)
    match found:
        case FunctionInfo(kind=FunctionKind.STATIC | FunctionKind.CLASS) as function:
            if len(table.below(class_name)) > 1 and _is_overridden(table, class_name, function):
                return UnknownCall(f"`{name}` is chosen by the class of an object")
            return ExactCall(function, None, arguments)
        case FunctionInfo(kind=FunctionKind.METHOD | FunctionKind.INVARIANT) as function:
            return MethodCall(function, receiver)
        case FunctionInfo(kind=FunctionKind.INITIALISER) as function:
            return ExactCall(function, receiver, arguments)
        case None:
            return UnknownCall(f"`{class_name}` has no method `{name}` that is known")
        case _:
            return UnknownCall(f"`{name}` is called, which is no method")


def _is_overridden(table: ClassTable, class_name: str, function: FunctionInfo) -> bool:
    return any(
        table.classes[below].functions.get(function.ir_name) is not None
        for below in table.below(class_name)
        if below in table.classes and below != function.owner
    )


# --- Arguments -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Bound:
    """What a parameter gets: an argument (by its position in the call) or its default."""

    parameter: tree.Parameter
    value: tree.Expr
    position: int | None


def bind(
    parameters: Sequence[tree.Parameter], arguments: Sequence[tree.Argument]
) -> list[Bound] | str:
    """Give each parameter its value, or say why the call does not fit."""
    given: dict[str, tuple[int, tree.Expr]] = {}
    positional = [p for p in parameters if p.kind in ("plain", "positional")]
    n_positional = 0
    for position, argument in enumerate(arguments):
        if isinstance(argument.value, tree.OtherExpr) and argument.value.what.startswith("starred"):
            return "starred arguments are not supported"
        if argument.name is None:
            if n_positional >= len(positional):
                return "a call gives too many arguments"
            given[positional[n_positional].name.text] = (position, argument.value)
            n_positional += 1
            continue
        known = [p for p in parameters if p.kind != "positional"]
        if argument.name in given or argument.name not in [p.name.text for p in known]:
            return f"a call gives the argument `{argument.name}`, which does not fit"
        given[argument.name] = (position, argument.value)
    bound: list[Bound] = []
    for parameter in parameters:
        if parameter.name.text in given:
            position, value = given[parameter.name.text]
            bound.append(Bound(parameter, value, position))
        elif parameter.default is not None:
            bound.append(Bound(parameter, parameter.default, None))
        else:
            return f"a call lacks the argument `{parameter.name.text}`"
    return bound
