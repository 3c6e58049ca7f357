"""The classes and functions that Python brings along, as IR; and which of them a program needs.

Place: frontends/python/. `lower` lowers `library_text` once per process, and adds to a
program what its functions can reach of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from heapwright.frontends.python.class_table import EXCEPTIONS
from heapwright.frontends.python.library_names import LIBRARY_OWNER
from heapwright.ir import instructions as ir
from heapwright.ir.operations import ITERATION, KINDS, OPERATIONS, SPLITTING
from heapwright.ir.program import ClassDef, Field, Function, Program
from heapwright.ir.types import ANY, classes_in
from heapwright.ir.walk import walk

# Fields of objects that the interpreters make themselves; see `paths.dynamic`.
_HELPERS = {"generator": ("(function)", "(state)"), "method": ("(function)", "(self)")}
_KIND_MAKERS = {"int": "new_int", "str": "new_str", "float": "new_float"} | {
    "bool": "new_bool",
    "tuple": "new_tuple",
}


def library_classes(program: Program) -> tuple[ClassDef, ...]:
    """Give the classes of the lowered library; nobody calls them from outside."""
    classes = []
    for class_def in program.classes:
        if class_def.name in _HELPERS:
            fields = tuple(Field(name, ANY, False) for name in _HELPERS[class_def.name])
            class_def = replace(class_def, fields=fields)
        functions = tuple(replace(f, is_public=False) for f in class_def.functions)
        if class_def.parent is not None and class_def.name not in EXCEPTIONS:
            classes.append(replace(class_def, functions=functions, is_constructible=False))
    return tuple(classes)


def with_library(program: Program, library: tuple[ClassDef, ...]) -> Program:
    """Add the classes and functions of the library that a program can reach."""
    needed = _Needed(program, library)
    taken = {class_def.name for class_def in program.classes}
    added = [c for c in needed.classes() if c.name not in taken]
    if not added:
        return program
    # The library stands right behind the root class and the exceptions, so that parents
    # come before their children.
    n_before = 1 + sum(c.name in EXCEPTIONS for c in program.classes)
    classes = (*program.classes[:n_before], *added, *program.classes[n_before:])
    return replace(program, classes=classes)


class _Needed:
    """What of the library is in reach, by name alone; grows until nothing is added."""

    def __init__(self, program: Program, library: tuple[ClassDef, ...]) -> None:
        self.library = {class_def.name: class_def for class_def in library}
        self.functions = {f.qualified_name: f for c in library for f in c.functions}
        self.class_names: dict[str, None] = {}
        self.function_names: dict[str, None] = {}
        self.methods: set[str] = set()
        self.pending: list[Function] = []
        functions = [
            *(f for c in program.classes for f in c.functions),
            *program.functions,
        ]
        for class_def in program.classes:
            if class_def.parent in self.library:
                self.add_class(class_def.parent)
        for function in functions:
            self.look(function)
        while self.pending:
            self.look(self.pending.pop())

    def classes(self) -> list[ClassDef]:
        found: list[ClassDef] = []
        for name, class_def in self.library.items():
            functions = tuple(
                f for f in class_def.functions if f.qualified_name in self.function_names
            )
            if name in self.class_names or functions:
                found.append(replace(class_def, functions=functions))
        return found

    def add_class(self, name: str) -> None:
        class_def = self.library.get(name)
        if class_def is None or name in self.class_names:
            return
        self.class_names[name] = None
        if class_def.parent is not None:
            self.add_class(class_def.parent)
        for function in class_def.functions:
            if function.name in self.methods or not function.has_receiver:
                self.add_function(function.qualified_name)

    def add_function(self, name: str) -> None:
        function = self.functions.get(name)
        if function is not None and name not in self.function_names:
            self.function_names[name] = None
            self.pending.append(function)

    def add_methods(self, names: Iterable[str]) -> None:
        for name in names:
            if name not in self.methods:
                self.methods.add(name)
                for class_name in self.class_names:
                    for function in self.library[class_name].functions:
                        if function.name == name:
                            self.add_function(function.qualified_name)

    def look(self, function: Function) -> None:
        """Follow what one function names."""
        parts: Sequence[ir.Expr | ir.Statement] = function.body
        defaults = [p.default for p in function.parameters if p.default is not None]
        for type_ in (function.result, *(p.type for p in function.parameters)):
            for name in classes_in(type_):
                self.add_class(name)
        if function.is_generator:
            self.add_class("generator")
        if any(p.gathers == "**" for p in function.parameters):
            self.add_class("dict")
        is_dynamic = False
        for node in walk((*parts, *defaults)):
            match node:
                case ir.Operate(operation, _, name):
                    is_dynamic = True
                    self.add_methods(OPERATIONS[operation].methods)
                    for made in OPERATIONS[operation].makes:
                        self.add_class(made)
                    if operation in ("getattr", "setattr"):
                        self.add_methods((name, f"@{name}", f"${name}"))
                    if operation == "getattr":
                        self.add_class("method")
                case ir.CallValue(method=method, names=names):
                    is_dynamic = True
                    self.add_methods(("__call__", *(ITERATION.methods if "*" in names else ())))
                    if method == "join":
                        self.add_methods(ITERATION.methods)
                    if method is not None:
                        self.add_methods((method,))
                        if method in SPLITTING:
                            self.add_class("list")
                case ir.ForEach():
                    is_dynamic = True
                    self.add_methods(ITERATION.methods)
                case ir.NameConstant("type", name):
                    self.add_class(name)
                    self.add_function(f"{name}.__new__")
                    if name in _KIND_MAKERS:
                        self.add_function(f"{LIBRARY_OWNER}.{_KIND_MAKERS[name]}")
                case ir.NameConstant("function", name):
                    self.add_function(name)
                    self.add_class(name.rpartition(".")[0])
                case ir.NameConstant(kind):
                    self.add_class(kind)
                case ir.InvokeExact(function=name):
                    self.add_function(name)
                    self.add_class(name.rpartition(".")[0])
                case ir.New(name) | ir.IsInstance(class_name=name):
                    self.add_class(name)
        if is_dynamic:
            for kind in KINDS:
                self.add_class(kind)
