"""What the modules of a program declare: names, classes, functions.

Place: frontends/python/table/. `declare` makes a `ClassTable`; inference and lowering look
things up in it.

Names in the IR: a class has its own name (with those around it, `List.Node`), methods and
static methods theirs. Some functions have a name that no text can contain, so that
nothing clashes and the renderer recognises them:

    Node.__new__       allocates, runs `__init__` and gives the object: `Node(…)`
    Node.__init__      the initialiser, which takes the object as its first argument
    Node.@size         the getter of a property, and `Node.@size=` its setter
    module list.make   the function `make` of the module `list`
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum, IntEnum
from typing import TypeAlias

from heapwright.frontends.python.syntax import tree
from heapwright.ir.python_names.function_names import short_name, told_name
from heapwright.records import dataclass, field
from heapwright.text.span import Span

ROOT_CLASS = "object"
CONSTRUCTION = "__new__"
INITIALISER = "__init__"
# What makes an object without its initialiser; no text can contain it.
ALLOCATION = "(allocate)"

# Built-in exceptions by name, and the class above each: those that every program has, and
# those that it has where its text names them.
_COMMON: Mapping[str, str] = {
    "BaseException": ROOT_CLASS,
    "Exception": "BaseException",
    "ArithmeticError": "Exception",
    "ZeroDivisionError": "ArithmeticError",
    "OverflowError": "ArithmeticError",
    "AssertionError": "Exception",
    "AttributeError": "Exception",
    "FrozenInstanceError": "AttributeError",
    "LookupError": "Exception",
    "IndexError": "LookupError",
    "KeyError": "LookupError",
    "NameError": "Exception",
    "UnboundLocalError": "NameError",
    "RuntimeError": "Exception",
    "NotImplementedError": "RuntimeError",
    "RecursionError": "RuntimeError",
    "StopIteration": "Exception",
    "TypeError": "Exception",
    "ValueError": "Exception",
    "OSError": "Exception",
    "ConnectionError": "OSError",
    "FileExistsError": "OSError",
    "FileNotFoundError": "OSError",
    "PermissionError": "OSError",
    "TimeoutError": "OSError",
    "BufferError": "Exception",
    "EOFError": "Exception",
    "ImportError": "Exception",
    "MemoryError": "Exception",
    "ReferenceError": "Exception",
    "SystemError": "Exception",
    "UnicodeError": "ValueError",
    "Warning": "Exception",
    "DeprecationWarning": "Warning",
    "UserWarning": "Warning",
    "KeyboardInterrupt": "BaseException",
    "SystemExit": "BaseException",
}
_RARE: Mapping[str, str] = {
    "GeneratorExit": "BaseException",
    "KeyboardInterrupt": "BaseException",
    "SystemExit": "BaseException",
    "FloatingPointError": "ArithmeticError",
    "BufferError": "Exception",
    "ImportError": "Exception",
    "ModuleNotFoundError": "ImportError",
    "StopAsyncIteration": "Exception",
    "ReferenceError": "Exception",
    "SyntaxError": "Exception",
    "IndentationError": "SyntaxError",
    "TabError": "IndentationError",
    "SystemError": "Exception",
    "UnicodeError": "ValueError",
    "UnicodeDecodeError": "UnicodeError",
    "UnicodeEncodeError": "UnicodeError",
    "BlockingIOError": "OSError",
    "ChildProcessError": "OSError",
    "ConnectionError": "OSError",
    "BrokenPipeError": "ConnectionError",
    "ConnectionAbortedError": "ConnectionError",
    "ConnectionRefusedError": "ConnectionError",
    "ConnectionResetError": "ConnectionError",
    "FileExistsError": "OSError",
    "FileNotFoundError": "OSError",
    "InterruptedError": "OSError",
    "IsADirectoryError": "OSError",
    "NotADirectoryError": "OSError",
    "PermissionError": "OSError",
    "ProcessLookupError": "OSError",
    "TimeoutError": "OSError",
    "Warning": "Exception",
    "DeprecationWarning": "Warning",
    "FutureWarning": "Warning",
    "RuntimeWarning": "Warning",
    "UserWarning": "Warning",
    # Those of modules, by their whole names.
    "decimal.InvalidOperation": "ArithmeticError",
    "decimal.DivisionByZero": "ZeroDivisionError",
    "json.JSONDecodeError": "ValueError",
    "statistics.StatisticsError": "ValueError",
}
FROZEN = "FrozenInstanceError"  # of `dataclasses`
EXCEPTIONS: Mapping[str, str] = {**_COMMON, **_RARE}
COMMON_EXCEPTIONS = frozenset(_COMMON)
# Built-in exceptions that have a second name.
OTHER_NAMES = {"IOError": "OSError", "EnvironmentError": "OSError"}


class FunctionKind(Enum):
    """What a function is in its text."""

    METHOD = "method"
    STATIC = "static method"
    CLASS = "class method"
    GETTER = "property"
    SETTER = "property setter"
    INITIALISER = "initialiser"
    FUNCTION = "function"
    SPEC = "spec"
    INVARIANT = "invariant"


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Why something cannot be used, and where that stands.

    `what` completes "… is not explored: ".
    """

    what: str
    span: Span


@dataclass(frozen=True, slots=True)
class FunctionInfo:
    """A function as it is declared; `parameters` are without `self` and `cls`."""

    name: str
    ir_name: str
    owner: str | None  # a class, or what stands for a module; None for a spec
    kind: FunctionKind
    node: tree.FunctionDef
    path: str
    parameters: tuple[tree.Parameter, ...]
    self_name: str | None  # how the text calls the receiver
    is_public: bool
    class_name: str | None = None  # what `cls` stands for
    obstacle: Obstacle | None = None
    origin: str | None = None  # the class whose text it is, where that is not `owner`
    is_generated: bool = False  # it stands in no text: the `__init__` of a dataclass

    @property
    def qualified_name(self) -> str:
        """Give the name in the IR."""
        return self.ir_name if self.owner is None else f"{self.owner}.{self.ir_name}"

    @property
    def shown_name(self) -> str:
        """Give the name for a message."""
        if self.owner is None or self.owner.startswith("module "):
            return short_name(self.name)
        return told_name(f"{self.owner}.{self.name}")


@dataclass(frozen=True, slots=True)
class ClassInfo:
    """A class as it is declared; `functions` are its own, by their name in the IR."""

    name: str
    parent: str
    node: tree.ClassDef
    path: str
    functions: Mapping[str, FunctionInfo]
    constants: Mapping[str, tree.Expr]  # values given in the class body
    annotations: Mapping[str, tree.Expr]  # types given in the class body
    is_exception: bool
    is_abstract: bool
    is_public: bool
    compares_fields: bool = False  # a dataclass, whose `==` is not identity
    members: tuple[str, ...] = ()  # of an enumeration
    beneath: str = ""  # the class of the library that its values are of, too: "int", "tuple"
    is_enum: bool = False
    is_frozen: bool = False  # a dataclass whose fields cannot be assigned
    bases: tuple[str, ...] = ()  # as written; `parent` is one of them
    # All classes above in the order in which Python looks things up, itself first; only
    # where several bases make it differ from the line of parents. See `inheritance`.
    order: tuple[str, ...] = ()
    declared: frozenset[str] = frozenset()  # functions that its own text has, by IR name
    structures: tuple[tree.StringLiteral, ...] = ()
    obstacle: Obstacle | None = None
    # The class whose text gives a value that several bases brought here; see `inheritance`.
    givers: Mapping[str, str] = field(default_factory=dict)


# --- What a name of a module stands for ----------------------------------------


@dataclass(frozen=True, slots=True)
class ClassName:
    """A class of the program, or a built-in exception."""

    name: str


@dataclass(frozen=True, slots=True)
class FunctionName:
    """A function of a module, or a spec."""

    qualified_name: str


@dataclass(frozen=True, slots=True)
class ConstantName:
    """A name that a module gives a value once."""

    value: tree.Expr
    path: str
    name: str


@dataclass(frozen=True, slots=True)
class ModuleName:
    """A module of the program."""

    path: str


@dataclass(frozen=True, slots=True)
class ForeignName:
    """Something imported from outside: `module.name`."""

    module: str
    name: str


@dataclass(frozen=True, slots=True)
class OpenName:
    """What an optional import left under a name: what it gives, or a constant in its place."""

    name: str


@dataclass(frozen=True, slots=True)
class TypeVariable:
    """A `TypeVar`, a `NewType` or the like: any type."""


Meaning: TypeAlias = (
    ClassName | FunctionName | ConstantName | ModuleName | ForeignName | OpenName | TypeVariable
)


@dataclass(frozen=True, slots=True)
class ModuleInfo:
    """One file: what its names mean."""

    path: str
    names: Mapping[str, Meaning]
    owner: str  # the class that stands for it in the IR
    inner: Mapping[str, Meaning] = field(default_factory=dict)  # of imports inside functions


class Use(IntEnum):
    """What code does with the value of a name, from harmless to anything."""

    LOOKS = 0
    TAKES_PARTS = 1  # what is inside of it may be changed
    HANDS_OUT = 2


@dataclass(frozen=True, slots=True)
class Sharing:
    """How the values of classes and modules are used; see `escape`."""

    uses: Mapping[str, Use] = field(default_factory=dict)  # by name, whosever it is
    on_classes: frozenset[str] = frozenset()  # attributes that code sets on a class
    in_modules: frozenset[tuple[str, str]] = frozenset()  # path and name, set by `global`
    changed: frozenset[str] = frozenset()  # names whose value the code of a module changes
    registers: bool = False  # whether a module says itself what classes are below


@dataclass(frozen=True, slots=True)
class ClassTable:
    """All declarations of a program; classes in an order with parents first."""

    modules: Mapping[str, ModuleInfo]  # by path
    classes: Mapping[str, ClassInfo]
    functions: Mapping[str, FunctionInfo]  # by qualified name, methods too
    children: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    # Classes whose objects are of a class too that is not among their parents.
    others: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    sharing: Sharing = field(default_factory=Sharing)
    stops: bool = False  # whether code shows that it may raise a StopIteration
    reads_exceptions: bool = False  # whether more than their class can matter
    has_getattr: bool = False  # whether some class decides itself about its attributes
    has_containers: bool = False  # whether objects of some class are lists, dicts or sets
    allocates: bool = False  # whether code makes objects without their initialisers
    # Attributes with containers of objects, and what code uses of these; see `container_fields`.
    used_entries: Mapping[str, frozenset[str]] = field(default_factory=dict)

    @property
    def speaking(self) -> tuple[str, ...]:
        """Name the classes whose text says how their objects are shown."""
        names = ("__str__", "__repr__", "__format__")
        return tuple(
            info.name
            for info in self.classes.values()
            if any(
                name in info.functions and not info.functions[name].is_generated for name in names
            )
        )

    def line(self, class_name: str) -> Iterator[str]:
        """Give the class and those above it, up to the root."""
        name: str | None = class_name
        while name is not None:
            yield name
            name = self.parent(name)

    def parent(self, class_name: str) -> str | None:
        """Give the class right above."""
        info = self.classes.get(class_name)
        if info is not None:
            return info.parent
        return EXCEPTIONS.get(class_name)

    def is_below(self, lower: str, upper: str) -> bool:
        """Say whether every object of `lower` is one of `upper`."""
        return upper == ROOT_CLASS or upper in self.line(lower)

    def above_both(self, first: str, second: str) -> str:
        """Give the nearest class above two classes."""
        line = set(self.line(first))
        return next(name for name in self.line(second) if name in line)

    def below(self, class_name: str) -> tuple[str, ...]:
        """Give the class and all below it, parents first."""
        found = [class_name]
        for name in found:
            found.extend(self.children.get(name, ()))
        return tuple(found)

    def function(self, class_name: str, ir_name: str) -> FunctionInfo | None:
        """Find a function of the class or of one above it."""
        classes = self.classes
        name: str | None = class_name
        while name is not None:  # as `line` does, which is slower, and this is asked a lot
            info = classes.get(name)
            if info is None:
                name = EXCEPTIONS.get(name)
            elif ir_name in info.functions:
                return info.functions[ir_name]
            else:
                name = info.parent
        return None

    def super_function(self, function: FunctionInfo, name: str) -> FunctionInfo | None:
        """Find what `super().name` means in the text of a function."""
        info = self.classes[function.owner or ""]
        if not info.order:
            upper = self.parent(function.origin or info.name)
            found = None if upper is None else self.function(upper, name)
            return None if found is None else self.own_copy(info.name, found)
        start = info.order.index(function.origin or info.name) + 1
        for level in info.order[start:]:
            above = self.classes.get(level)
            if above is not None and name in above.declared:
                return self.own_copy(info.name, above.functions[name])
        return None

    def names_of(self, class_name: str) -> tuple[str, ...]:
        """Give a class and those whose objects are of it by one of several bases."""
        return (class_name, *self.others.get(class_name, ()))

    def container(self, class_name: str) -> str | None:
        """Name the container that objects of a class are: "list", "dict"."""
        for name in self.line(class_name):
            info = self.classes.get(name)
            if info is not None and info.beneath not in ("", "tuple", "int", "str"):
                return info.beneath
        return None

    def own_copy(self, class_name: str, function: FunctionInfo) -> FunctionInfo:
        """Give the copy that a class with several bases has of a function, or the function."""
        info = self.classes.get(class_name)
        level = function.origin or function.owner
        if info is not None:
            for name in (f"{function.ir_name}<{level}>", function.ir_name):
                copy = info.functions.get(name)
                if copy is not None and copy.origin == level:
                    return copy
        return function

    def constant(self, class_name: str, name: str) -> tuple[ClassInfo, tree.Expr] | None:
        """Find a value that a class body gives, in the class or above it."""
        for level in self.line(class_name):
            info = self.classes.get(level)
            if info is not None and name in info.constants:
                giver = self.classes[info.givers.get(name, level)]
                return giver, info.constants[name]
        return None

    def lookup_order(self, class_name: str) -> tuple[str, ...]:
        """Give the class and all above it in the order in which Python looks things up."""
        below: list[str] = []
        for level in self.line(class_name):
            info = self.classes.get(level)
            if info is not None and info.order:
                return (*below, *info.order)
            below.append(level)
        return tuple(below)

    def is_exception(self, class_name: str) -> bool:
        """Say whether objects of the class can be raised."""
        return "BaseException" in self.line(class_name)

    def meaning(self, path: str, name: str) -> Meaning | None:
        """Say what a name of a module stands for."""
        found = self.modules[path].names.get(name)
        if found is None:
            if name in EXCEPTIONS and name != FROZEN:
                return ClassName(name)
            return ClassName(OTHER_NAMES[name]) if name in OTHER_NAMES else None
        if isinstance(found, ForeignName):
            if found == ForeignName("dataclasses", FROZEN):
                return ClassName(FROZEN)
            if f"{found.module}.{found.name}" in EXCEPTIONS:
                return ClassName(f"{found.module}.{found.name}")
        return found
