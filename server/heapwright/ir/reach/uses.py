"""What one function names: classes, functions, methods and fields.

Place: ir/reach/. `reach` makes this once for each function of a program and follows it from there.
Pure.
"""

from __future__ import annotations

from collections.abc import Container, Iterable

from heapwright.ir.core import instructions as ir
from heapwright.ir.core.hierarchy import Hierarchy
from heapwright.ir.core.operations import (
    FOREIGN,
    FOREIGN_ERROR,
    GETTING,
    ITERATION,
    KINDS,
    LIBRARY,
    MODULE,
    OPERATIONS,
    SETTING,
    SPLITTING,
    Operation,
)
from heapwright.ir.core.program import Function, Program, Role
from heapwright.ir.core.types import AnyType, RefType, classes_in, members_in, named_in
from heapwright.ir.core.walk import Node, walk
from heapwright.records import dataclass, field

# What making an object of a class, or asking an enumeration, runs.
MAKERS = ("__new__", "(members)", "(named)")
# The instructions that name something, or act; most are others.
_NAMING = frozenset(
    (
        *(ir.Operate, ir.CallValue, ir.ForEach, ir.NameConstant, ir.New, ir.IsInstance),
        *(ir.Invoke, ir.InvokeExact, ir.SetField, ir.Symbol, ir.Handler, ir.Throw),
    )
)


@dataclass(frozen=True, slots=True)
class Uses:
    """What one function names."""

    classes: frozenset[str]  # as types, in `new`, `instanceof`, handlers
    exact: frozenset[str]  # the same, but nothing below these
    functions: frozenset[str]  # called exactly
    methods: frozenset[str]  # called on a receiver
    statics: frozenset[str]  # called or read on a value that may be a class
    written_fields: frozenset[str]
    is_dynamic: bool  # looks at values of any kind
    values: tuple[str, ...]  # functions that it names without calling them
    value_methods: tuple[str, ...]  # attributes that it reads, which may be methods
    calls_values: bool
    called_fields: frozenset[str]  # attributes that it calls, which may be fields
    acts: bool  # may write a field, or make an object that it does not throw


def uses_of(
    program: Program, function: Function, hierarchy: Hierarchy, names: Container[str]
) -> Uses:
    """List what the signature and the body of a function name, each once."""
    found = _Found(hierarchy, names)
    found.signature(function)
    nodes = [node for node in walk(usable_body(function)) if type(node) in _NAMING]
    acts = _acts(nodes)
    defaults = tuple([p.default for p in function.parameters if p.default is not None])
    if defaults:
        nodes += [node for node in walk(defaults) if type(node) in _NAMING]
    called = {id(n.callee) for n in nodes if isinstance(n, ir.CallValue) and n.method is None}
    for node in nodes:
        match node:
            case ir.NameConstant():
                found.named(node, is_called=id(node) in called)
            case ir.Handler(catches=catches, slot=slot):
                found.classes.update(catches or ())
                if slot is not None:
                    found.classes.add(program.faults.null_dereference)
                    found.classes.add(program.faults.division_by_zero)
            case _:
                found.node(node)
    return found.uses(is_of_library=hierarchy.is_of_library(function), acts=acts)


@dataclass(slots=True)
class _Found:
    """What a function names, as far as its nodes were looked at; see `Uses`."""

    hierarchy: Hierarchy
    names: Container[str]  # of what may be a method
    classes: set[str] = field(default_factory=set)
    exact: set[str] = field(default_factory=set)
    functions: set[str] = field(default_factory=set)
    methods: set[str] = field(default_factory=set)
    statics: set[str] = field(default_factory=set)
    fields: set[str] = field(default_factory=set)
    called_fields: set[str] = field(default_factory=set)
    # Dictionaries serve as sets that keep the order.
    values: dict[str, None] = field(default_factory=dict)
    value_methods: dict[str, None] = field(default_factory=dict)
    is_dynamic: bool = False
    calls_values: bool = False

    def signature(self, function: Function) -> None:
        """Look at what a function takes and gives."""
        hierarchy, known = self.hierarchy, self.hierarchy.classes
        taken = [parameter.type for parameter in function.parameters]
        if function.role in (Role.METHOD, Role.STATIC) and not function.is_public:
            # What clients may give is the same for all functions that they do not call.
            taken = [type_ for type_ in taken if not isinstance(type_, AnyType)]
        for type_ in taken:
            self.classes.update(classes_in(type_))
        # That any object comes out says nothing; whichever does came from somewhere else.
        results = classes_in(function.result)
        (self.exact if any(map(hierarchy.is_root, results)) else self.classes).update(results)
        for type_ in taken:
            self.classes.update(name for name in members_in(type_) if name in known)
            for kind, name in named_in(type_):
                if kind == "function":
                    self.values[name] = None
                    continue
                # A class that a client gives is called like one that the text names.
                if name in known:
                    self.classes.add(name)
                self.values.update(dict.fromkeys(_makers(hierarchy, (name,))))
        if function.is_generator:
            self.classes.add("generator")

    def node(self, node: Node) -> None:
        """Look at one instruction."""
        match node:
            case ir.Operate():
                self.operation(node)
            case ir.Invoke(method=method):
                self.methods.add(method)
            case ir.InvokeExact(function=name):
                self.functions.add(name)
            case ir.SetField(field_name=field_name):
                self.fields.add(field_name)
            case ir.New(name) if self.is_plain(name):
                self.exact.add(name)
            case ir.New(class_name=name) | ir.IsInstance(class_name=name):
                self.classes.add(name)
            case ir.Symbol(type=RefType(class_name=name)):
                self.classes.add(name)
            case ir.CallValue():
                self.call(node)
            case ir.ForEach():
                self.operates(ITERATION)
            case _:
                pass

    def is_plain(self, class_name: str) -> bool:
        """Say whether a class means itself alone: nobody's objects stand in for its own."""
        return self.hierarchy.is_root(class_name) or class_name in self.hierarchy.library

    def operates(self, operation: Operation) -> None:
        """Note an operation on values of any kind."""
        known = self.hierarchy.classes
        # What is no object has methods, too, those of the class of its kind.
        if not self.is_dynamic:
            self.exact.update(name for name in KINDS if name in known)
        self.is_dynamic = True
        self.exact.update(name for name in operation.makes if name in known)
        self.methods.update(operation.methods)

    def operation(self, node: ir.Operate) -> None:
        """Look at an operation by its name."""
        operation, name = node.operation, node.name
        self.operates(OPERATIONS[operation])
        match operation:
            case "getattr" | "setattr" | "delattr" | "plainget" | "plainset" | "plaindel":
                self.methods.update((name, f"@{name}", f"@{name}=", f"@{name}~", f"${name}"))
                if operation in SETTING:
                    self.fields.add(name)
                elif operation in GETTING and name in self.names:
                    self.value_methods[name] = None
                    self.statics.add(name)
            case "isinstance" if name in self.hierarchy.classes:
                self.classes.add(name)
            case "type":
                # Whoever has the class of a value may call it.
                self.statics.update(MAKERS)
                self.functions.update(_makers(self.hierarchy, KINDS))

    def call(self, node: ir.CallValue) -> None:
        """Look at a call of a value, or of what its attribute holds."""
        method = node.method
        if method == "__class__":
            # What is called is what it gives, a class.
            self.statics.update(MAKERS)
            self.functions.update(_makers(self.hierarchy, KINDS))
        self.operates(ITERATION if "*" in node.names else Operation())
        if method is None:
            if not isinstance(node.callee, ir.NameConstant):
                self.calls_values = True
        else:
            self.called_fields.add(method)
            self.statics.add(method)
            self.methods.update((method, f"@{method}", f"${method}"))
            self.methods.update(("__getattr__", "__get__"))
        if method in SPLITTING and "list" in self.hierarchy.classes:
            self.exact.add("list")
        if method == "join":
            self.operates(ITERATION)
        if method == "format":
            self.methods.update(("__format__", "__str__", "__repr__"))
        self.methods.add("__call__")

    def named(self, node: ir.NameConstant, *, is_called: bool) -> None:
        """Look at a function, a class or the member of an enumeration that is named."""
        kind, name = node.kind, node.name
        known = self.hierarchy.classes
        if kind == "function":
            self.functions.add(name)
            if not is_called and name in self.hierarchy.functions:
                self.values[name] = None
        elif kind == "type" and name in known:
            (self.exact if self.is_plain(name) else self.classes).add(name)
            self.functions.update(_makers(self.hierarchy, (name,)))
        elif kind in known:
            self.classes.add(kind)  # a member of an enumeration, say

    def uses(self, *, is_of_library: bool, acts: bool) -> Uses:
        """Give what was found; the library means the classes that it names, and none below."""
        exact, classes = self.exact, self.classes
        if is_of_library:
            exact, classes = exact | classes, set()
        return Uses(
            frozenset(classes),
            frozenset(exact),
            frozenset(self.functions),
            frozenset(self.methods),
            frozenset(self.statics),
            frozenset(self.fields),
            self.is_dynamic,
            tuple(self.values),
            tuple(self.value_methods),
            self.calls_values,
            frozenset(self.called_fields),
            acts,
        )


def _acts(nodes: Iterable[Node]) -> bool:
    n_allocations = 0
    for node in nodes:
        match node:
            case ir.SetField():
                return True
            case ir.Operate(operation) if OPERATIONS[operation].acts:
                return True
            case ir.New():
                n_allocations += 1
            case ir.Throw(ir.New()):
                n_allocations -= 1  # what is thrown leaves with the call
            case _:
                pass
    return n_allocations > 0


def _makers(hierarchy: Hierarchy, class_names: Iterable[str]) -> list[str]:
    """Name what calling these classes runs; the library has functions for some of its own."""
    return [
        maker
        for name in class_names
        for maker in (f"{LIBRARY}.new_{name}", *(f"{name}.{own}" for own in MAKERS))
        if maker in hierarchy.functions
    ]


def usable_body(function: Function) -> ir.Body:
    """Give the body; nothing if it is left out, since then it never runs."""
    return function.body if function.left_out is None else ()


def fitting(hierarchy: Hierarchy, class_name: str) -> tuple[str, ...]:
    """Name the classes whose objects fit where a class is named as a type.

    Some are met only where code asks for them, whatever they are below: a module has no objects,
    and what is not read comes by its own name.
    """
    return tuple(
        name
        for name in hierarchy.below(class_name)
        if name == class_name
        or (name not in (FOREIGN, FOREIGN_ERROR) and not name.startswith(MODULE))
    )
