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
from heapwright.records import dataclass

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
    classes: set[str] = set()
    functions: set[str] = set()
    methods: set[str] = set()
    statics: set[str] = set()
    fields: set[str] = set()
    called_fields: set[str] = set()
    # Dictionaries serve as sets that keep the order.
    values: dict[str, None] = {}
    value_methods: dict[str, None] = {}
    exact: set[str] = set()
    is_dynamic = calls_values = False
    known = hierarchy.classes

    def operates(operation: Operation) -> None:
        # What is no object has methods, too, those of the class of its kind.
        nonlocal is_dynamic
        if not is_dynamic:
            exact.update(name for name in KINDS if name in known)
        is_dynamic = True
        exact.update(name for name in operation.makes if name in known)
        methods.update(operation.methods)

    taken = [parameter.type for parameter in function.parameters]
    if function.role in (Role.METHOD, Role.STATIC) and not function.is_public:
        # What clients may give is the same for all functions that they do not call.
        taken = [type_ for type_ in taken if not isinstance(type_, AnyType)]
    for type_ in taken:
        classes.update(classes_in(type_))
    # That any object comes out says nothing; whichever does came from somewhere else.
    results = classes_in(function.result)
    (exact if any(map(hierarchy.is_root, results)) else classes).update(results)
    for type_ in taken:
        classes.update(name for name in members_in(type_) if name in known)
        for kind, name in named_in(type_):
            if kind == "function":
                values[name] = None
                continue
            # A class that a client gives is called like one that the text names.
            if name in known:
                classes.add(name)
            values.update(dict.fromkeys(_makers(hierarchy, (name,))))
    if function.is_generator:
        classes.add("generator")
    nodes = [node for node in walk(usable_body(function)) if type(node) in _NAMING]
    acts = _acts(nodes)
    defaults = tuple([p.default for p in function.parameters if p.default is not None])
    if defaults:
        nodes += [node for node in walk(defaults) if type(node) in _NAMING]
    called = {id(n.callee) for n in nodes if isinstance(n, ir.CallValue) and n.method is None}
    for node in nodes:
        match node:
            case ir.Operate(operation=operation, name=name):
                operates(OPERATIONS[operation])
                match operation:
                    case "getattr" | "setattr" | "delattr" | "plainget" | "plainset" | "plaindel":
                        methods.update((name, f"@{name}", f"@{name}=", f"@{name}~", f"${name}"))
                        if operation in SETTING:
                            fields.add(name)
                        elif operation in GETTING and name in names:
                            value_methods[name] = None
                            statics.add(name)
                    case "isinstance" if name in known:
                        classes.add(name)
                    case "type":
                        # Whoever has the class of a value may call it.
                        statics.update(MAKERS)
                        functions.update(_makers(hierarchy, KINDS))
            case ir.Invoke(method=method):
                methods.add(method)
            case ir.InvokeExact(function=name):
                functions.add(name)
            case ir.SetField(field_name=field_name):
                fields.add(field_name)
            case ir.New(name) if hierarchy.is_root(name) or name in hierarchy.library:
                exact.add(name)
            case ir.New(class_name=name) | ir.IsInstance(class_name=name):
                classes.add(name)
            case ir.Symbol(type=RefType(class_name=name)):
                classes.add(name)
            case ir.CallValue(callee=callee, method=method, names=given):
                operates(ITERATION if "*" in given else Operation())
                if method is None:
                    calls_values = calls_values or not isinstance(callee, ir.NameConstant)
                else:
                    called_fields.add(method)
                    statics.add(method)
                    methods.update((method, f"@{method}", f"${method}"))
                    methods.update(("__getattr__", "__get__"))
                if method in SPLITTING and "list" in known:
                    exact.add("list")
                if method == "join":
                    operates(ITERATION)
                if method == "format":
                    methods.update(("__format__", "__str__", "__repr__"))
                methods.add("__call__")
            case ir.NameConstant(kind="function", name=name):
                functions.add(name)
                if id(node) not in called and name in hierarchy.functions:
                    values[name] = None
            case ir.NameConstant(kind="type", name=name) if name in known:
                is_plain = hierarchy.is_root(name) or name in hierarchy.library
                (exact if is_plain else classes).add(name)
                functions.update(_makers(hierarchy, (name,)))
            case ir.NameConstant(kind=kind) if kind in known:
                classes.add(kind)  # a member of an enumeration, say
            case ir.ForEach():
                operates(ITERATION)
            case ir.Handler(catches=catches, slot=slot):
                classes.update(catches or ())
                if slot is not None:
                    classes.add(program.faults.null_dereference)
                    classes.add(program.faults.division_by_zero)
    if hierarchy.is_of_library(function):
        exact, classes = exact | classes, set()
    return Uses(
        frozenset(classes),
        frozenset(exact),
        frozenset(functions),
        frozenset(methods),
        frozenset(statics),
        frozenset(fields),
        is_dynamic,
        tuple(values),
        tuple(value_methods),
        calls_values,
        frozenset(called_fields),
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
