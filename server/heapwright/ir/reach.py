"""What code can run and what objects can appear, seen from a class or a function.

Place: ir/. `fingerprint` digests what this finds; later the engine chooses the
calls to explore by it. Pure; results are in program order.

Two kinds of reach. The *API* of a class is everything that clients of its objects
can do: all methods, with all that these can touch. The *calls* of one function are
only what that function itself can run. Both grow by the same rules:

- A class that is named as the type of a field, parameter, result or symbol, or in
  `new`, `instanceof` or a handler, may have objects. So may every class below it:
  where a Node fits, a new subclass of Node fits too, and its overriding methods run. Of the
  root class that holds where it is a type; `new object` and `object` as a value say nothing
  of all other classes. It never holds of modules, which have no objects, and of what is
  not read.
- An object of a class has the fields of the classes above it, and runs their code.
  But a class above is not itself a type that appears: two classes that only share
  the root class do not reach each other.
- `x.m()` runs the `m` of every class that may have objects. A static call runs that one
  function, not the rest of its class.
- A handler that keeps what it caught may hold a fault, so these classes may have objects.
- Code that looks at values of any kind may meet objects of every class of its *world*. The
  world of an API is the API itself: whoever uses these classes only meets what their code makes
  and takes. What one function meets depends on who calls it: either the world is given, or
  it is all that objects can meet in its circle, see `circles`. The same holds of functions
  as values.
- Invariants are questions and not behaviour: they count only where code calls them.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence

from heapwright.ir import instructions as ir
from heapwright.ir.circles import Circles, circles_of
from heapwright.ir.hierarchy import Hierarchy, hierarchy_of
from heapwright.ir.operations import (
    FOREIGN,
    FOREIGN_ERROR,
    GETTING,
    ITERATION,
    KINDS,
    LIBRARY,
    MADE_BY_CLIENTS,
    MODULE,
    OPERATIONS,
    SETTING,
    SPLITTING,
    Operation,
)
from heapwright.ir.program import Function, Program, Role
from heapwright.ir.types import RefType, classes_in, named_in
from heapwright.ir.walk import walk
from heapwright.records import dataclass, field


@dataclass(frozen=True, slots=True)
class Reach:
    """Names of what can take part, each in program order."""

    classes: tuple[str, ...]  # whose objects may appear
    inherited: tuple[str, ...]  # not among these, but above one of them
    functions: tuple[str, ...]  # qualified names of what can run


@dataclass(frozen=True, slots=True)
class World:
    """What code that looks at values of any kind may meet."""

    classes: tuple[str, ...]  # whose objects there may be
    functions: tuple[str, ...]  # that are values somewhere
    methods: tuple[str, ...]  # that are values somewhere, by name


def api_reach(
    index: ReachIndex, class_names: Iterable[str], functions: Iterable[str] = ()
) -> Reach:
    """Say what clients that use objects of these classes, and these functions, can reach."""
    search = _Search(index, is_api=True)
    for name in class_names:
        search.add_class(name)
    for name in functions:
        search.add_function(name)
    return search.result()


def call_reach(index: ReachIndex, function_name: str, world: World | None = None) -> Reach:
    """Say what one run of a function can reach, on a receiver of any class that fits."""
    known = index.reaches.get((function_name, world))
    if known is None:
        search = _Search(index, is_api=False, world=world or _world_around(index, function_name))
        search.add_root_function(function_name)
        known = index.reaches[function_name, world] = search.result()
    return known


def spec_reach(index: ReachIndex, function_name: str) -> Reach:
    """Say what a spec or invariant reaches: what it runs, and the API of its parameters."""
    search = _Search(index, is_api=True)
    search.add_root_function(function_name)
    return search.result()


def world_of(index: ReachIndex, reach: Reach) -> World:
    """Say what code may meet where nothing but this is reached."""
    uses = [index.uses[name] for name in reach.functions]
    return World(
        reach.classes,
        tuple(dict.fromkeys(name for one in uses for name in one.values)),
        tuple(dict.fromkeys(name for one in uses for name in one.value_methods)),
    )


def circles(index: ReachIndex) -> Circles:
    """Say which classes of a program can have objects that come together."""
    if not index.circles:
        index.circles.append(
            circles_of(index.hierarchy, lambda *roots: api_reach(index, *roots).classes)
        )
    return index.circles[0]


def _world_around(index: ReachIndex, function_name: str) -> World:
    """Say what a run of a function may meet, whoever calls it."""
    found = circles(index)
    owner = index.hierarchy.functions[function_name].owner
    circle = found.of_class.get(owner or "", found.of_function.get(function_name))
    # What belongs to no circle, a question for one, may be asked about several.
    key = circle or f"around {function_name}"
    world = index.worlds.get(key)
    if world is None:
        names = [circle] if circle else _circles_around(index, function_name)
        classes = [name for one in names for name in found.classes(one)]
        functions = [name for one in names for name in found.functions(one)]
        world = world_of(index, api_reach(index, classes, (*functions, function_name)))
        index.worlds[key] = world
    return world


def can_meet(index: ReachIndex, function_name: str, class_name: str) -> bool:
    """Say whether an object of a class can ever be at hand where a function runs."""
    return class_name in _world_around(index, function_name).classes


def _circles_around(index: ReachIndex, function_name: str) -> list[str]:
    of_class = circles(index).of_class
    reached = api_reach(index, (), (function_name,)).classes
    return sorted({of_class[name] for name in reached if name in of_class})


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
    names_root: bool  # in `new`, or as a value
    functions: tuple[str, ...]  # called exactly
    methods: tuple[str, ...]  # called on a receiver
    statics: tuple[str, ...]  # called or read on a value that may be a class
    written_fields: tuple[str, ...]
    is_dynamic: bool  # looks at values of any kind
    values: tuple[str, ...]  # functions that it names without calling them
    value_methods: tuple[str, ...]  # attributes that it reads, which may be methods
    calls_values: bool
    called_fields: tuple[str, ...]  # attributes that it calls, which may be fields


@dataclass(frozen=True, slots=True, eq=False)
class ReachIndex:
    """A program prepared for asking about reach several times."""

    hierarchy: Hierarchy
    uses: Mapping[str, Uses]  # by qualified name
    methods: Mapping[str, Mapping[str, str]]  # what a name runs on an object, by class
    statics: Mapping[str, Mapping[str, str]]  # and on the class itself
    # The same by name: which classes have it, and what runs.
    methods_named: Mapping[str, Sequence[tuple[str, str]]]
    statics_named: Mapping[str, Sequence[tuple[str, str]]]
    fields: Mapping[str, frozenset[str]]  # names by class
    # Found when they are first asked for; a memory behind a pure face.
    circles: list[Circles] = field(default_factory=list)
    worlds: dict[str, World] = field(default_factory=dict)
    reaches: dict[tuple[str, World | None], Reach] = field(default_factory=dict)
    encoded: dict[str, bytes] = field(default_factory=dict)  # functions, for `fingerprint`


# An editor asks about the newest few programs, many times over.
# What making an object of a class, or asking an enumeration, runs.
_MAKERS = ("__new__", "(members)", "(named)")
_MOST_INDEXED = 4
_recently_indexed: dict[int, tuple[Program, ReachIndex]] = {}


def reach_index(program: Program) -> ReachIndex:
    """Look once through all functions of a valid program."""
    # Found by identity: comparing would cost more. The program is kept with it, so that its
    # identity cannot pass to another one.
    known = _recently_indexed.get(id(program))
    if known is None:
        while len(_recently_indexed) >= _MOST_INDEXED:
            del _recently_indexed[next(iter(_recently_indexed))]
        known = _recently_indexed[id(program)] = (program, _indexed(program))
    return known[1]


def _indexed(program: Program) -> ReachIndex:
    hierarchy = hierarchy_of(program)
    names = {function.name for function in hierarchy.functions.values()}
    uses = {
        name: _uses(program, function, hierarchy, names)
        for name, function in hierarchy.functions.items()
    }
    methods = {name: _found_in(hierarchy, name, is_static=False) for name in hierarchy.classes}
    statics = {name: _found_in(hierarchy, name, is_static=True) for name in hierarchy.classes}
    return ReachIndex(
        hierarchy,
        uses,
        methods,
        statics,
        _by_name(methods),
        _by_name(statics),
        {
            name: frozenset(field.name for field in hierarchy.fields(name))
            for name in hierarchy.classes
        },
    )


def _found_in(hierarchy: Hierarchy, class_name: str, *, is_static: bool) -> dict[str, str]:
    """Give what each name means on objects of a class, or on the class: the lowest counts."""
    found: dict[str, str] = {}
    for level in hierarchy.line(class_name):
        for function in level.functions:
            if function.role is Role.STATIC if is_static else function.has_receiver:
                found.setdefault(function.name, function.qualified_name)
    return found


def _by_name(found: Mapping[str, Mapping[str, str]]) -> dict[str, list[tuple[str, str]]]:
    """Turn what classes have by name into who has a name."""
    named: dict[str, list[tuple[str, str]]] = {}
    for class_name, functions in found.items():
        for name, function in functions.items():
            named.setdefault(name, []).append((class_name, function))
    return named


def usable_body(function: Function) -> ir.Body:
    """Give the body; nothing if it is left out, since then it never runs."""
    return function.body if function.left_out is None else ()


def _uses(
    program: Program, function: Function, hierarchy: Hierarchy, names: Container[str]
) -> Uses:
    """List what the signature and the body of a function name, each once."""
    # Dictionaries serve as sets that keep the order.
    classes: dict[str, None] = {}
    functions: dict[str, None] = {}
    methods: dict[str, None] = {}
    statics: dict[str, None] = {}
    fields: dict[str, None] = {}
    values: dict[str, None] = {}
    value_methods: dict[str, None] = {}
    called_fields: dict[str, None] = {}
    is_dynamic = calls_values = names_root = False
    known = hierarchy.classes

    def operates(operation: Operation) -> None:
        # What is no object has methods, too, those of the class of its kind.
        nonlocal is_dynamic
        is_dynamic = True
        found = (*KINDS, *operation.makes)
        classes.update((name, None) for name in found if name in known)
        methods.update(dict.fromkeys(operation.methods))

    for type_ in (function.result, *(parameter.type for parameter in function.parameters)):
        classes.update(dict.fromkeys(classes_in(type_)))
    for parameter in function.parameters:
        for kind, name in named_in(parameter.type):
            if kind == "function":
                values[name] = None
                continue
            # A class that a client gives is called like one that the text names.
            if name in known:
                classes[name] = None
            makers = (f"{LIBRARY}.new_{name}", *(f"{name}.{maker}" for maker in _MAKERS))
            values.update((one, None) for one in makers if one in hierarchy.functions)
    if function.is_generator:
        classes["generator"] = None
    defaults = [p.default for p in function.parameters if p.default is not None]
    nodes = list(walk((*usable_body(function), *defaults)))
    called = {id(n.callee) for n in nodes if isinstance(n, ir.CallValue) and n.method is None}
    for node in nodes:
        match node:
            case ir.Invoke(method=method):
                methods[method] = None
            case ir.InvokeExact(function=exact):
                functions[exact] = None
            case ir.SetField(field_name=field_name):
                fields[field_name] = None
            case ir.New(name) if hierarchy.is_root(name):
                names_root = True
            case ir.New(class_name=name) | ir.IsInstance(class_name=name):
                classes[name] = None
            case ir.Symbol(type=RefType(class_name=name)):
                classes[name] = None
            case ir.Operate(operation=operation, name=name):
                operates(OPERATIONS[operation])
                match operation:
                    case "getattr" | "setattr" | "delattr" | "plainget" | "plainset" | "plaindel":
                        marked = (f"@{name}", f"@{name}=", f"@{name}~", f"${name}")
                        methods.update(dict.fromkeys((name, *marked)))
                        if operation in SETTING:
                            fields[name] = None
                        elif operation in GETTING and name in names:
                            value_methods[name] = statics[name] = None
                    case "isinstance" if name in known:
                        classes[name] = None
            case ir.CallValue(callee=callee, method=method, names=given):
                operates(ITERATION if "*" in given else Operation())
                if method is None:
                    calls_values = calls_values or not isinstance(callee, ir.NameConstant)
                else:
                    called_fields[method] = statics[method] = None
                    methods.update(dict.fromkeys((method, f"@{method}", f"${method}")))
                    methods["__getattr__"] = methods["__get__"] = None
                if method in SPLITTING and "list" in known:
                    classes["list"] = None
                if method == "join":
                    operates(ITERATION)
                methods["__call__"] = None
            case ir.NameConstant(kind="function", name=name):
                functions[name] = None
                if id(node) not in called and name in hierarchy.functions:
                    values[name] = None
            case ir.NameConstant(kind="type", name=name) if name in known:
                if hierarchy.is_root(name):
                    names_root = True
                else:
                    classes[name] = None
                made = (f"{name}.{maker}" for maker in _MAKERS)
                functions.update((one, None) for one in made if one in hierarchy.functions)
            case ir.NameConstant(kind=kind) if kind in known:
                classes[kind] = None  # a member of an enumeration, say
            case ir.ForEach():
                operates(ITERATION)
            case ir.Handler(catches=catches, slot=slot):
                classes.update(dict.fromkeys(catches or ()))
                if slot is not None:
                    classes[program.faults.null_dereference] = None
                    classes[program.faults.division_by_zero] = None
    return Uses(
        tuple(classes),
        names_root,
        tuple(functions),
        tuple(methods),
        tuple(statics),
        tuple(fields),
        is_dynamic,
        tuple(values),
        tuple(value_methods),
        calls_values,
        tuple(called_fields),
    )


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


def _comes_by_name(class_name: str) -> bool:
    """Say whether a class is met only where something names it, whatever it is below.

    A module has no objects, and what is not read comes from code that asks for it.
    """
    return class_name in (FOREIGN, FOREIGN_ERROR) or class_name.startswith(MODULE)


class _Search:
    """The sets that grow while following the rules above; lives inside one call.

    Sets of names are only asked for membership; `result` restores program order.
    """

    def __init__(self, index: ReachIndex, *, is_api: bool, world: World | None = None) -> None:
        self.index = index
        self.hierarchy = index.hierarchy
        self.is_api = is_api
        self.world = world  # None where the world is what is reached
        self.classes: set[str] = set()
        self.above: set[str] = set()
        self.functions: set[str] = set()
        self.methods: set[str] = set()
        self.statics: set[str] = set()
        self.called_fields: set[str] = set()
        self.fields: set[str] = set()
        # Not run so far.
        self.values: set[str] = set()
        self.value_methods: set[str] = set()
        self.is_dynamic = False
        self.calls_values = False
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
        if name in self.classes and not self.hierarchy.is_root(name):
            return
        for below in self.hierarchy.below(name):
            if below not in self.classes and (below == name or not _comes_by_name(below)):
                self.classes.add(below)
                self.new_classes.append(below)

    def add_root(self) -> None:
        """Objects of the root class itself may appear."""
        for name in self.hierarchy.classes:
            if self.hierarchy.is_root(name) and name not in self.classes:
                self.classes.add(name)
                self.new_classes.append(name)

    def add_function(self, name: str) -> None:
        if name not in self.functions:
            self.functions.add(name)
            self.new_functions.append(name)

    def add_method(self, name: str) -> None:
        if name not in self.methods:
            self.methods.add(name)
            for class_name, function in self.index.methods_named.get(name, ()):
                if class_name in self.classes:
                    self.add_function(function)

    def add_static(self, name: str) -> None:
        if name not in self.statics:
            self.statics.add(name)
            for class_name, function in self.index.statics_named.get(name, ()):
                if class_name in self.classes:
                    self.add_function(function)

    def follow_class(self, name: str) -> None:
        for class_def in self.hierarchy.line(name):
            self.above.add(class_def.name)
            for declared in class_def.fields:
                for class_name in classes_in(declared.type):
                    self.add_class(class_name)
            # What clients get of a container they never call: only code does, by name.
            if self.is_api and name not in MADE_BY_CLIENTS:
                for function in class_def.functions:
                    if function.role is not Role.INVARIANT:
                        self.add_function(function.qualified_name)
        for method, found in self.index.methods[name].items():
            if method in self.methods:
                self.add_function(found)
        for static, found in self.index.statics[name].items():
            if static in self.statics:
                self.add_function(found)
        self.fields |= self.index.fields[name]
        self.call_values()

    def follow_function(self, name: str) -> None:
        uses = self.index.uses[name]
        for class_name in uses.classes:
            self.add_class(class_name)
        if uses.names_root:
            self.add_root()
        for called in uses.functions:
            self.add_function(called)
        for method in uses.methods:
            self.add_method(method)
        for static in uses.statics:
            self.add_static(static)
        self.values.update(uses.values)
        self.value_methods.update(uses.value_methods)
        self.called_fields.update(uses.called_fields)
        self.calls_values = self.calls_values or uses.calls_values
        if uses.is_dynamic and not self.is_dynamic:
            self.is_dynamic = True
            self.meet_world()
        self.call_values()

    def meet_world(self) -> None:
        """Take that objects and functions may be met which nothing here makes."""
        if self.world is not None:
            self.values.update(self.world.functions)
            self.value_methods.update(self.world.methods)
            for class_name in self.world.classes:
                self.add_class(class_name)

    def call_values(self) -> None:
        """Run all functions that are values, if some code calls values."""
        if self.calls_values or not self.called_fields.isdisjoint(self.fields):
            self.calls_values = True
            for name in self.values:
                self.add_function(name)
            for name in self.value_methods:
                self.add_method(name)
            # Looking at them again after every step costs more than all the rest.
            self.values.clear()
            self.value_methods.clear()
