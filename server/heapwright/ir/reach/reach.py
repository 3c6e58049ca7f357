"""What code can run and what objects can appear, seen from a class or a function.

Place: ir/reach/. `fingerprint` digests what this finds; later the engine chooses the
calls to explore by it. Pure; results are in program order.

Two kinds of reach. The *API* of a class is everything that clients of its objects
can do: all methods, with all that these can touch. The *calls* of one function are
only what that function itself can run. Both grow by the same rules:

- A class that is named as the type of a field, parameter, result or symbol, or in
  `new`, `instanceof` or a handler, may have objects. So may every class below it:
  where a Node fits, a new subclass of Node fits too, and its overriding methods run. That
  does not hold where code makes or names an object of the root class or a list, nor of
  anything that the library names: what is below comes from code of the program. It never holds
  of modules, which have no objects, and of what is not read.
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

from heapwright.cancellation import Look, nobody_looks
from heapwright.ir.core.hierarchy import Hierarchy, hierarchy_of
from heapwright.ir.core.program import Function, Program, Role
from heapwright.ir.core.types import RefType, classes_in
from heapwright.ir.reach.cells import Cells, cells_of
from heapwright.ir.reach.circles import Circles, circles_of
from heapwright.ir.reach.keeping import keeps_iterators
from heapwright.ir.reach.meeting import Meeting
from heapwright.ir.reach.uses import Uses, fitting, uses_of
from heapwright.records import dataclass, field

# What a loop asks of an iterator, and the class of those that generators are.
NEXT, GENERATOR = "__next__", "generator"


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
    key = (frozenset(class_names), frozenset(functions))
    known = index.apis.get(key)
    if known is None:
        known = index.apis[key] = _api_search(index, *key).result()
    return known


def _api_search(index: ReachIndex, class_names: Iterable[str], functions: Iterable[str]) -> _Search:
    search = _Search(index, is_api=True)
    for name in class_names:
        search.add_class(name)
    for name in functions:
        search.add_function(name)
    return search


def call_reach(index: ReachIndex, function_name: str, world: World | None = None) -> Reach:
    """Say what one run of a function can reach, on a receiver of any class that fits."""
    known = index.reaches.get((function_name, world))
    if known is None:
        search = _call_search(index, function_name, world)
        known = index.reaches[function_name, world] = search.result()
    return known


def _call_search(index: ReachIndex, function_name: str, world: World | None) -> _Search:
    search = _Search(index, is_api=False, world=world or world_around(index, function_name))
    search.add_root_function(function_name)
    return search


def can_run(
    index: ReachIndex,
    function_name: str,
    wanted: frozenset[str],
    world: World | None = None,
    met: frozenset[str] = frozenset(),
) -> bool:
    """Say whether one run of a function can come to one of these functions.

    Where classes are to be `met`, too, it is also asked whether objects of one can appear.
    """
    if not wanted:
        return False
    known = index.reaches.get((function_name, world))
    if known is not None:
        is_met = not met or not met.isdisjoint(known.classes)
        return is_met and not wanted.isdisjoint(known.functions)
    # Mostly both are near, and following all would take far longer.
    search = _call_search(index, function_name, world)
    search.first_of(functions=wanted)
    if wanted.isdisjoint(search.functions):
        return False
    if met and met.isdisjoint(search.classes):
        search.first_of(met)
    return not met or not met.isdisjoint(search.classes)


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


def circles(index: ReachIndex, look: Look = nobody_looks) -> Circles:
    """Say which classes of a program can have objects that come together."""
    if not index.circles:
        index.circles.append(
            circles_of(
                index.hierarchy,
                lambda *roots: _api_search(index, *roots).result(),
                lambda function, wanted: _api_search(index, (), (function,)).first_of(wanted),
                look,
            )
        )
    return index.circles[0]


def shared_cells(index: ReachIndex) -> Cells:
    """Say which functions read and set what all objects share."""
    if not index.cells:
        index.cells.append(cells_of(index.hierarchy))
    return index.cells[0]


def world_around(index: ReachIndex, function_name: str) -> World:
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


def classes_met(index: ReachIndex, function_name: str) -> tuple[str, ...]:
    """Name the classes whose objects can ever be at hand where a function runs."""
    return world_around(index, function_name).classes


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
    acting: frozenset[str]  # functions that write or make something themselves
    # Whether an iterator may be half-way when a call ends, and what then runs where one is asked
    # for its next item: the generators of each class, those of modules under `generator`.
    keeps_iterators: bool
    resumed: Mapping[str, Sequence[str]]
    # Found when they are first asked for; a memory behind a pure face.
    circles: list[Circles] = field(default_factory=list)
    worlds: dict[str, World] = field(default_factory=dict)
    reaches: dict[tuple[str, World | None], Reach] = field(default_factory=dict)
    apis: dict[tuple[frozenset[str], frozenset[str]], Reach] = field(default_factory=dict)
    met: dict[World, tuple[_Search, Meeting]] = field(default_factory=dict)
    changing: dict[tuple[str, World], bool] = field(default_factory=dict)  # for `changing`
    cells: list[Cells] = field(default_factory=list)
    # What they say themselves, for `fingerprint`.
    class_digests: dict[str, bytes] = field(default_factory=dict)
    function_digests: dict[str, bytes] = field(default_factory=dict)


# An editor asks about the newest few programs, many times over.
_MOST_INDEXED = 4
_recently_indexed: dict[int, tuple[Program, ReachIndex]] = {}


def reach_index(program: Program) -> ReachIndex:
    """Look once through all functions of a valid program."""
    # Found by identity: comparing would cost more. The program is kept with it, so that its
    # identity cannot pass to another one.
    known = _recently_indexed.pop(id(program), None)
    if known is None:
        while len(_recently_indexed) >= _MOST_INDEXED:
            del _recently_indexed[next(iter(_recently_indexed))]
        known = (program, _indexed(program))
    _recently_indexed[id(program)] = known
    return known[1]


def _indexed(program: Program) -> ReachIndex:
    hierarchy = hierarchy_of(program)
    names = {function.name for function in hierarchy.functions.values()}
    uses = {
        name: uses_of(program, function, hierarchy, names)
        for name, function in hierarchy.functions.items()
    }
    methods = {name: _found_in(hierarchy, name, is_static=False) for name in hierarchy.classes}
    statics = {name: _found_in(hierarchy, name, is_static=True) for name in hierarchy.classes}
    keeps = keeps_iterators(hierarchy)
    resumed = _resumed(hierarchy) if keeps else {}
    named = _by_name(methods)
    for class_name, generators in resumed.items():
        named.setdefault(NEXT, []).extend((class_name, generator) for generator in generators)
    return ReachIndex(
        hierarchy,
        uses,
        methods,
        statics,
        named,
        _by_name(statics),
        {
            name: frozenset(field.name for field in hierarchy.fields(name))
            for name in hierarchy.classes
        },
        frozenset(
            name for name, one in uses.items() if one.acts or (keeps and NEXT in one.methods)
        ),
        keeps,
        resumed,
    )


def _resumed(hierarchy: Hierarchy) -> dict[str, list[str]]:
    """Give the generators of the text by the class whose objects are there when they run."""
    found: dict[str, list[str]] = {}
    for function in hierarchy.functions.values():
        if function.is_generator and not hierarchy.is_of_library(function):
            owner = function.owner if function.has_receiver else None
            found.setdefault(owner or GENERATOR, []).append(function.qualified_name)
    return {
        name: [one for level in hierarchy.line(name) for one in found.get(level.name, ())]
        for name in hierarchy.classes
        if any(level.name in found for level in hierarchy.line(name))
    }


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


def _met(index: ReachIndex, world: World) -> tuple[_Search, Meeting]:
    """Follow what meeting a world leads to, whoever meets it."""
    start = _Search(index, is_api=False)
    start.values.update(world.functions)
    start.value_methods.update(world.methods)
    for name in world.classes:
        start.add_exactly(name)
    start.first_of()
    return start, Meeting(index, world, frozenset(start.classes), frozenset(start.fields))


class _Search:
    """The sets that grow while following the rules above; lives inside one call.

    Sets of names are only asked for membership; `result` restores program order. What is
    found does not depend on the order in which things are followed.
    """

    def __init__(self, index: ReachIndex, *, is_api: bool, world: World | None = None) -> None:
        self.index = index
        self.hierarchy = index.hierarchy
        self.is_api = is_api
        self.world = world  # None where the world is what is reached
        self.root: str | None = None
        self.classes: set[str] = set()
        self.types: set[str] = set()  # among them, those with all that is below
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
        self.first_of()
        inherited = self.above - self.classes
        return Reach(
            tuple([name for name in self.hierarchy.classes if name in self.classes]),
            tuple([name for name in self.hierarchy.classes if name in inherited]),
            tuple([name for name in self.hierarchy.functions if name in self.functions]),
        )

    def first_of(self, classes: Container[str] = (), functions: Container[str] = ()) -> str | None:
        """Follow everything until one of these is to be followed next."""
        while self.new_classes or self.new_functions:
            if self.new_classes:
                if self.new_classes[-1] in classes:
                    return self.new_classes[-1]
                self.follow_class(self.new_classes.pop())
            else:
                if self.new_functions[-1] in functions:
                    return self.new_functions[-1]
                self.follow_function(self.new_functions.pop())
        return None

    def add_root_function(self, name: str) -> None:
        function = self.hierarchy.functions[name]
        self.root = name
        self.add_function(name)
        if function.has_receiver and function.owner is not None:
            self.add_class(function.owner)

    def add_class(self, name: str) -> None:
        """Objects of the class, and so of those below it, may appear."""
        if name not in self.types:
            self.types.add(name)
            for below in fitting(self.hierarchy, name):
                self.add_exactly(below)

    def add_exactly(self, name: str) -> None:
        """Objects of the class itself may appear."""
        if name not in self.classes:
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
            if self.is_api and name not in self.hierarchy.made:
                for function in class_def.functions:
                    # What a class holds under a name is asked for by that name, and by code only.
                    if function.role is not Role.INVARIANT and function.name[:1] != "$":
                        self.add_function(function.qualified_name)
        for method, found in self.index.methods[name].items():
            if method in self.methods:
                self.add_function(found)
        for static, found in self.index.statics[name].items():
            if static in self.statics:
                self.add_function(found)
        if NEXT in self.methods:
            for generator in self.index.resumed.get(name, ()):
                self.add_function(generator)
        self.fields |= self.index.fields[name]
        self.call_values()

    def follow_function(self, name: str) -> None:
        uses = self.index.uses[name]
        if uses.is_dynamic and not self.is_dynamic:
            self.is_dynamic = True
            if self.world is not None:
                self.meet_world(self.world)
                return
        # Most of what a function names is known by then.
        for class_name in uses.classes - self.types:
            self.add_class(class_name)
        for class_name in uses.exact - self.classes:
            self.add_exactly(class_name)
        for called in uses.functions - self.functions:
            self.add_function(called)
        for method in uses.methods - self.methods:
            self.add_method(method)
        for static in uses.statics - self.statics:
            self.add_static(static)
        self.values.update(uses.values)
        self.value_methods.update(uses.value_methods)
        self.called_fields.update(uses.called_fields)
        self.calls_values = self.calls_values or uses.calls_values
        self.call_values()

    def meet_world(self, world: World) -> None:
        """Take that objects and functions may be met which nothing here makes.

        What these lead to is the same for all functions, and mostly all there is: so start over
        from there, with the root that everything else here comes from.
        """
        known = self.index.met.get(world)
        if known is None:
            known = self.index.met[world] = _met(self.index, world)
        start, meeting = known
        self.classes = start.classes.copy()
        self.types = start.types.copy()
        self.above = start.above.copy()
        self.functions = start.functions.copy()
        self.new_classes.clear()
        self.new_functions.clear()
        assert self.root is not None
        functions = meeting.functions_from(self.root)
        if functions is not None:
            self.functions.update(functions)
            return
        self.methods = start.methods.copy()
        self.statics = start.statics.copy()
        self.called_fields = start.called_fields.copy()
        self.fields = start.fields.copy()
        self.values = start.values.copy()
        self.value_methods = start.value_methods.copy()
        self.calls_values = start.calls_values
        self.add_root_function(self.root)

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
