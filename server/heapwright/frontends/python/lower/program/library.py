"""The classes and functions that Python brings along, as IR; and which of them a program needs.

Place: frontends/python/lower/program/. `lower` lowers `library_text` unless `kept_library` has
it, and adds to a program what its functions can reach of it.
"""

from __future__ import annotations

from collections.abc import Iterable

from heapwright.frontends.python.lower.program.kept_library import Library
from heapwright.frontends.python.modules.library_names import LIBRARY_OWNER
from heapwright.frontends.python.table.class_table import EXCEPTIONS
from heapwright.ir.core import instructions as ir
from heapwright.ir.core.operations import ITERATION, KINDS, OPERATIONS, SPLITTING
from heapwright.ir.core.program import ClassDef, Field, Function, Program
from heapwright.ir.core.types import ANY, classes_in, named_in
from heapwright.ir.core.walk import code_of, walk
from heapwright.records import replace

# Fields of objects that the interpreters make themselves; see `paths/known_shapes/operations.py`.
_HELPERS = {"generator": ("(function)", "(state)"), "method": ("(function)", "(self)")}
# What clients do with objects that no code of the program need go on with.
_FOR_CLIENTS = {"generator": ("__next__",), "generator_context": ("__enter__", "__exit__")}
_KIND_MAKERS = {"int": "new_int", "str": "new_str", "float": "new_float"} | {
    "bool": "new_bool",
    "tuple": "new_tuple",
}


def library_classes(program: Program) -> tuple[ClassDef, ...]:
    """Give the classes of the lowered library; nobody calls them from outside.

    Their fields are ours: what CPython keeps in an `itertools.count` has no name.
    """
    classes = []
    for class_def in program.classes:
        fields = tuple(replace(field, is_public=False) for field in class_def.fields)
        if class_def.name in _HELPERS:
            fields = tuple(Field(name, ANY, False) for name in _HELPERS[class_def.name])
        functions = tuple(replace(f, is_public=False) for f in class_def.functions)
        if class_def.parent is not None and class_def.name not in EXCEPTIONS:
            classes.append(
                replace(class_def, fields=fields, functions=functions, is_constructible=False)
            )
    return tuple(classes)


def with_library(program: Program, library: Library) -> Program:
    """Add the classes and functions of the library that a program can reach."""
    needed = _Needed(program, library)
    taken = {class_def.name for class_def in program.classes}
    added = [c for c in needed.classes() if c.name not in taken]
    if not added:
        return program
    # The library may raise what the program itself never names.
    raised = [
        ClassDef(name, parent, (), (), False)
        for name, parent in EXCEPTIONS.items()
        if name in needed.exceptions and name not in taken
    ]
    # The library stands right behind the root class and the exceptions, so that parents
    # come before their children.
    n_before = 1 + sum(c.name in EXCEPTIONS for c in program.classes)
    classes = (*program.classes[:n_before], *raised, *added, *program.classes[n_before:])
    return replace(program, classes=classes)


def pruned(program: Program) -> Program:
    """Drop the readers of class values where no code can ask for them."""
    is_dynamic = any(
        isinstance(node, ir.Operate | ir.CallValue)
        for function in (*(f for c in program.classes for f in c.functions), *program.functions)
        for node in walk(function.body)
    )
    if is_dynamic:
        return program
    classes = tuple(
        replace(c, functions=tuple(f for f in c.functions if not f.name.startswith("$")))
        for c in program.classes
    )
    return replace(program, classes=classes)


def named_in_code(functions: Iterable[Function]) -> frozenset[str]:
    """Name the functions and classes of the library that functions use, and other names."""
    found: set[str] = set()
    for function in functions:
        for parameter in function.parameters:
            found.update(classes_in(parameter.type))
        for node in code_of(function):
            match node:
                case ir.NameConstant(kind, name):
                    found.update((kind, name, name.removeprefix(f"{LIBRARY_OWNER}.")))
                case ir.InvokeExact(function=name) | ir.New(class_name=name):
                    found.add(name.removeprefix(f"{LIBRARY_OWNER}."))
                case _:
                    pass
    return frozenset(found)


class _Needed:
    """What of the library is in reach, by name alone; grows until nothing is added."""

    def __init__(self, program: Program, library: Library) -> None:
        self.library = library
        self.class_names: dict[str, None] = {}
        self.exceptions: set[str] = set()
        self.function_names: dict[str, Function] = {}
        self.methods: set[str] = set()
        self.operations: set[tuple[str, str]] = set()  # with the names that they have
        self.pending: list[Function] = []
        functions = [
            *(f for c in program.classes for f in c.functions),
            *program.functions,
        ]
        for class_def in program.classes:
            if class_def.parent in self.library.classes:
                self.add_class(class_def.parent)
        for function in functions:
            self.look(function)
        while self.pending:
            self.look(self.pending.pop())

    def classes(self) -> list[ClassDef]:
        found: list[ClassDef] = []
        for name, class_def in self.library.classes.items():
            functions = tuple(
                self.function_names[f"{name}.{function_name}"]
                for function_name, _ in self.library.functions_of(name)
                if f"{name}.{function_name}" in self.function_names
            )
            if name in self.class_names or functions:
                found.append(replace(class_def, functions=functions))
        return found

    def add_class(self, name: str) -> None:
        while name in EXCEPTIONS and name not in self.exceptions:
            self.exceptions.add(name)
            name = EXCEPTIONS[name]
        class_def = self.library.classes.get(name)
        if class_def is None or name in self.class_names:
            return
        self.class_names[name] = None
        if class_def.parent is not None:
            self.add_class(class_def.parent)
        # Functions of modules are named one by one, methods are found by the run.
        is_module = name == LIBRARY_OWNER
        for function_name in _FOR_CLIENTS.get(name, ()):
            self.add_function(f"{name}.{function_name}")
        for function_name, has_receiver in self.library.functions_of(name):
            if not is_module and (function_name in self.methods or not has_receiver):
                self.add_function(f"{name}.{function_name}")

    def add_function(self, name: str) -> None:
        function = None if name in self.function_names else self.library.function(name)
        if function is not None:
            self.function_names[name] = function
            self.pending.append(function)

    def add_named(self, kind: str, name: str) -> None:
        """Follow a class, a function or another constant that is a value."""
        match kind:
            case "type":
                self.add_class(name)
                self.add_function(f"{name}.__new__")
                if name in _KIND_MAKERS:
                    self.add_function(f"{LIBRARY_OWNER}.{_KIND_MAKERS[name]}")
            case "function":
                self.add_function(name)
                self.add_class(name.rpartition(".")[0])
            case _:
                self.add_class(kind)

    def add_methods(self, names: Iterable[str]) -> None:
        for name in names:
            if name not in self.methods:
                self.methods.add(name)
                for class_name in self.class_names:
                    self.add_function(f"{class_name}.{name}")

    def look(self, function: Function) -> None:
        """Follow what one function names."""
        for type_ in (function.result, *(p.type for p in function.parameters)):
            for name in classes_in(type_):
                self.add_class(name)
            for kind, name in named_in(type_):
                self.add_named(kind, name)
        if function.is_generator:
            self.add_class("generator")
        if any(p.gathers == "**" for p in function.parameters):
            self.add_class("dict")
        is_dynamic = False
        for node in code_of(function):
            match node:
                case ir.Operate(operation, _, name):
                    is_dynamic = True
                    if (operation, name) in self.operations:
                        continue  # most are the same few
                    self.operations.add((operation, name))
                    self.add_methods(OPERATIONS[operation].methods)
                    for made in OPERATIONS[operation].makes:
                        self.add_class(made)
                    if operation in ("getattr", "setattr"):
                        self.add_methods((name, f"@{name}", f"@{name}=", f"${name}"))
                    if operation == "getattr":
                        self.add_class("method")
                case ir.CallValue(method=method, names=names):
                    is_dynamic = True
                    self.add_methods(("__call__", *(ITERATION.methods if "*" in names else ())))
                    if method == "join":
                        self.add_methods(ITERATION.methods)
                    if method is not None:
                        self.add_methods((method, f"@{method}"))
                        if method in SPLITTING:
                            self.add_class("list")
                case ir.ForEach():
                    is_dynamic = True
                    self.add_methods(ITERATION.methods)
                case ir.NameConstant(kind, name):
                    self.add_named(kind, name)
                case ir.InvokeExact(function=name):
                    self.add_function(name)
                    self.add_class(name.rpartition(".")[0])
                case ir.New(name) | ir.IsInstance(class_name=name):
                    self.add_class(name)
                case ir.Handler(catches=catches) if catches:
                    for name in catches:
                        self.add_class(name)
        if is_dynamic:
            for kind in KINDS:
                self.add_class(kind)
