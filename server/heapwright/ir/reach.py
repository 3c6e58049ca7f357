"""What code can run and what objects can appear, seen from a class or a function.

Place: ir/. `fingerprint` digests what this finds; later the engine chooses the
calls to explore by it. Pure; results are in program order.

Two kinds of reach. The *API* of a class is everything that clients of its objects
can do: all methods, with all that these can touch. The *calls* of one function are
only what that function itself can run. Both grow by the same rules:

- A class that is named as the type of a field, parameter, result or symbol, or in
  `new`, `instanceof` or a handler, may have objects. So may every class below it:
  where a Node fits, a new subclass of Node fits too, and its overriding methods run.
- An object of a class has the fields of the classes above it, and runs their code.
  But a class above is not itself a type that appears: two classes that only share
  the root class do not reach each other.
- `x.m()` runs the `m` of every class that may have objects. A static call runs that one
  function, not the rest of its class.
- A handler that keeps what it caught may hold a fault, so these classes may have objects.
- Invariants are questions and not behaviour: they count only where code calls them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from heapwright.ir import instructions as ir
from heapwright.ir.hierarchy import Hierarchy, hierarchy_of
from heapwright.ir.operations import ITERATION, KINDS, OPERATIONS, SPLITTING, Operation
from heapwright.ir.program import Function, Program, Role
from heapwright.ir.types import AnyType, MemberType, RefType, classes_in
from heapwright.ir.walk import walk


@dataclass(frozen=True, slots=True)
class Reach:
    """Names of what can take part, each in program order."""

    classes: tuple[str, ...]  # whose objects may appear
    inherited: tuple[str, ...]  # not among these, but above one of them
    functions: tuple[str, ...]  # qualified names of what can run


def api_reach(index: ReachIndex, class_names: Iterable[str]) -> Reach:
    """Say what clients that use objects of these classes can reach."""
    search = _Search(index, is_api=True)
    for name in class_names:
        search.add_class(name)
    return search.result()


def call_reach(index: ReachIndex, function_name: str) -> Reach:
    """Say what one run of a function can reach, on a receiver of any class that fits."""
    search = _Search(index, is_api=False)
    search.add_root_function(function_name)
    return search.result()


def spec_reach(index: ReachIndex, function_name: str) -> Reach:
    """Say what a spec or invariant reaches: what it runs, and the API of its parameters."""
    search = _Search(index, is_api=True)
    search.add_root_function(function_name)
    return search.result()


def with_acting_classes(index: ReachIndex, class_names: Iterable[str]) -> tuple[str, ...]:
    """Add the classes that can make or change objects of these, though none of these names them.

    A `Builder.build()` that returns the only Trees, or a `Gardener.cut(tree)` that
    writes their fields, decides which Trees exist. A class joins when its API meets
    the API of `class_names` and one of its public functions gives back an object of a
    shared class or can write a field of one. Repeats until no class joins.
    """
    classes = index.hierarchy.classes
    reach_of = {name: set(api_reach(index, (name,)).classes) for name in classes}
    chosen = set(class_names)
    touched: set[str] = set()
    joining = sorted(chosen)
    while joining:
        chosen.update(joining)
        touched = set(api_reach(index, chosen).classes)
        joining = [
            name
            for name, class_def in classes.items()
            if name not in touched
            and any(
                _acts_on(index, function, reach_of[name] & touched)
                for function in class_def.functions
            )
        ]
    return tuple(name for name in classes if name in chosen)


@dataclass(frozen=True, slots=True)
class Uses:
    """What one function names."""

    classes: tuple[str, ...]  # as types, in `new`, `instanceof`, handlers
    functions: tuple[str, ...]  # called exactly
    methods: tuple[str, ...]  # called on a receiver
    written_fields: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class ReachIndex:
    """A program prepared for asking about reach several times."""

    hierarchy: Hierarchy
    uses: Mapping[str, Uses]  # by qualified name


def reach_index(program: Program) -> ReachIndex:
    """Look once through all functions of a valid program."""
    hierarchy = hierarchy_of(program)
    statics: dict[str, list[str]] = {}
    for name, function in hierarchy.functions.items():
        if function.role is Role.STATIC:
            statics.setdefault(function.name, []).append(name)
    constructions = {
        class_name: [
            name
            for made in ("__new__", "(members)", "(named)")
            for name in statics.get(made, ())
            if name == f"{class_name}.{made}"
        ]
        for class_name in hierarchy.classes
    }
    made = _made_anywhere(hierarchy)
    values = _callable_values(hierarchy)
    uses = {
        name: _uses(program, function, statics, constructions, made, values)
        for name, function in hierarchy.functions.items()
    }
    return ReachIndex(hierarchy, uses)


def _made_anywhere(hierarchy: Hierarchy) -> tuple[str, ...]:
    """Name the classes whose objects some code makes, but for what is thrown at once."""
    found: dict[str, None] = {}
    thrown: set[int] = set()
    for function in hierarchy.functions.values():
        if function.is_generator:
            found["generator"] = None
        for node in walk(usable_body(function)):
            match node:
                case ir.Throw(value=ir.New() as new):
                    thrown.add(id(new))
                case ir.New(class_name=name) if id(node) not in thrown:
                    found[name] = None
                case ir.NameConstant(kind="type", name=name):
                    found[name] = None
                case ir.Operate(operation=operation):
                    found.update(dict.fromkeys(OPERATIONS[operation].makes))
                case ir.CallValue(method=method) if method in SPLITTING:
                    found["list"] = None
                case _:
                    pass
        for parameter in function.parameters:
            found.update(dict.fromkeys(classes_in(parameter.type)))
    return tuple(name for name in found if name in hierarchy.classes)


@dataclass(frozen=True, slots=True)
class _Values:
    """Functions that may be called where code calls a value, and fields that may hold one."""

    functions: tuple[str, ...]
    methods: tuple[str, ...]
    fields: frozenset[str]


def _callable_values(hierarchy: Hierarchy) -> _Values:
    """Find what a call of a value may run: functions and methods that are named as values."""
    functions: dict[str, None] = {}
    methods: dict[str, None] = {}
    fields = {f.name for c in hierarchy.classes.values() for f in c.fields}
    names = {function.name for function in hierarchy.functions.values()}
    for function in hierarchy.functions.values():
        defaults = [p.default for p in function.parameters if p.default is not None]
        called = {
            id(node.callee)
            for node in walk(usable_body(function))
            if isinstance(node, ir.CallValue) and node.method is None
        }
        for node in walk((*usable_body(function), *defaults)):
            match node:
                case ir.NameConstant(kind="function", name=name) if id(node) not in called:
                    functions[name] = None
                case ir.Operate(operation="getattr", name=name) if name in names:
                    methods[name] = None
                case _:
                    pass
        for parameter in function.parameters:
            if isinstance(parameter.type, AnyType):
                for choice in parameter.type.choices:
                    if isinstance(choice, MemberType) and choice.class_name == "function":
                        functions.update(dict.fromkeys(choice.names))
    known = tuple(name for name in functions if name in hierarchy.functions)
    return _Values(known, tuple(methods), frozenset(fields))


def usable_body(function: Function) -> ir.Body:
    """Give the body; nothing if it is left out, since then it never runs."""
    return function.body if function.left_out is None else ()


def _uses(
    program: Program,
    function: Function,
    statics: Mapping[str, Sequence[str]],
    constructions: Mapping[str, Sequence[str]],
    made: Sequence[str],
    values: _Values,
) -> Uses:
    """List what the signature and the body of a function name, each once."""
    # Dictionaries serve as sets that keep the order.
    classes: dict[str, None] = {}
    functions: dict[str, None] = {}
    methods: dict[str, None] = {}
    fields: dict[str, None] = {}
    known = {class_def.name for class_def in program.classes}

    def operates(operation: Operation) -> None:
        # The operands may be objects of whatever class is made anywhere, or no objects:
        # what is none has methods, too, those of the class of its kind.
        found = (*KINDS, *operation.makes, *made)
        classes.update((name, None) for name in found if name in known)
        methods.update(dict.fromkeys(operation.methods))

    for type_ in (function.result, *(parameter.type for parameter in function.parameters)):
        classes.update(dict.fromkeys(classes_in(type_)))
    if function.is_generator:
        classes["generator"] = None
    defaults = [p.default for p in function.parameters if p.default is not None]
    for node in walk((*usable_body(function), *defaults)):
        match node:
            case ir.Invoke(method=method):
                methods[method] = None
            case ir.InvokeExact(function=called):
                functions[called] = None
            case ir.SetField(field_name=field_name):
                fields[field_name] = None
            case ir.New(class_name=name) | ir.IsInstance(class_name=name):
                classes[name] = None
            case ir.Symbol(type=RefType(class_name=name)):
                classes[name] = None
            case ir.Operate(operation=operation, name=name):
                operates(OPERATIONS[operation])
                match operation:
                    case "getattr" | "setattr" | "delattr":
                        marked = (f"@{name}", f"@{name}=", f"@{name}~", f"${name}")
                        methods.update(dict.fromkeys((name, *marked)))
                        if operation == "setattr":
                            fields[name] = None
                    case "isinstance" if name in known:
                        classes[name] = None
            case ir.CallValue(callee=callee, method=method, names=names):
                if method in values.fields or (
                    method is None and not isinstance(callee, ir.NameConstant)
                ):
                    functions.update(dict.fromkeys(values.functions))
                    methods.update(dict.fromkeys(values.methods))
                operates(ITERATION if "*" in names else Operation())
                if method in SPLITTING and "list" in known:
                    classes["list"] = None
                if method == "join":
                    operates(ITERATION)
                methods["__call__"] = None
                if method is not None:
                    methods.update(dict.fromkeys((method, f"@{method}", f"${method}")))
                    functions.update(dict.fromkeys(statics.get(method, ())))
            case ir.NameConstant(kind="function", name=name):
                functions[name] = None
            case ir.NameConstant(kind="type", name=name) if name in known:
                classes[name] = None
                functions.update(dict.fromkeys(constructions.get(name, ())))
            case ir.ForEach():
                operates(ITERATION)
            case ir.Handler(catches=catches, slot=slot):
                classes.update(dict.fromkeys(catches or ()))
                if slot is not None:
                    classes[program.faults.null_dereference] = None
                    classes[program.faults.division_by_zero] = None
    return Uses(tuple(classes), tuple(functions), tuple(methods), tuple(fields))


def _acts_on(index: ReachIndex, function: Function, class_names: set[str]) -> bool:
    """Say whether a public call of a function can give or change an object of these classes."""
    if not class_names or not function.is_public:
        return False
    if function.role not in (Role.METHOD, Role.STATIC):
        return False
    if isinstance(function.result, RefType) and function.result.class_name in class_names:
        return True
    fields = {field.name for name in class_names for field in index.hierarchy.fields(name)}
    called = call_reach(index, function.qualified_name).functions
    return any(not fields.isdisjoint(index.uses[name].written_fields) for name in called)


class _Search:
    """The sets that grow while following the rules above; lives inside one call.

    Sets of names are only asked for membership; `result` restores program order.
    """

    def __init__(self, index: ReachIndex, *, is_api: bool) -> None:
        self.hierarchy = index.hierarchy
        self.uses = index.uses
        self.is_api = is_api
        self.classes: set[str] = set()
        self.above: set[str] = set()
        self.functions: set[str] = set()
        self.methods: set[str] = set()
        self.new_classes: list[str] = []
        self.new_functions: list[str] = []

    def result(self) -> Reach:
        """Follow everything that was added until nothing new turns up."""
        while self.new_classes or self.new_functions:
            if self.new_classes:
                self.follow_class(self.new_classes.pop())
            else:
                self.follow_function(self.new_functions.pop())
        inherited = self.above - self.classes
        return Reach(
            tuple(name for name in self.hierarchy.classes if name in self.classes),
            tuple(name for name in self.hierarchy.classes if name in inherited),
            tuple(name for name in self.hierarchy.functions if name in self.functions),
        )

    def add_root_function(self, name: str) -> None:
        function = self.hierarchy.functions[name]
        self.add_function(name)
        if function.has_receiver and function.owner is not None:
            self.add_class(function.owner)

    def add_class(self, name: str) -> None:
        """Objects of the class, and so of those below it, may appear."""
        if name in self.classes:
            return
        for below in self.hierarchy.below(name):
            if below not in self.classes:
                self.classes.add(below)
                self.new_classes.append(below)

    def add_function(self, name: str) -> None:
        if name not in self.functions:
            self.functions.add(name)
            self.new_functions.append(name)

    def follow_class(self, name: str) -> None:
        for class_def in self.hierarchy.line(name):
            self.above.add(class_def.name)
            for field in class_def.fields:
                for class_name in classes_in(field.type):
                    self.add_class(class_name)
            if self.is_api:
                for function in class_def.functions:
                    if function.role is not Role.INVARIANT:
                        self.add_function(function.qualified_name)
        for method in self.methods:
            self.dispatch(name, method)

    def follow_function(self, name: str) -> None:
        uses = self.uses[name]
        for class_name in uses.classes:
            self.add_class(class_name)
        for called in uses.functions:
            self.add_function(called)
        for method in uses.methods:
            if method not in self.methods:
                self.methods.add(method)
                for class_name in self.classes:
                    self.dispatch(class_name, method)

    def dispatch(self, class_name: str, method: str) -> None:
        function = self.hierarchy.method(class_name, method)
        if function is not None:
            self.add_function(function.qualified_name)
