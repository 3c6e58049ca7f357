"""Decide what to explore for a question: calls, classes, bounds, and how heaps are kept.

Place: graph/setting/. `answers` makes a setting per question; equal settings share a graph.

Much of a setting depends on the program and the classes alone, and many questions are
asked about the same: that part, the `Behaviour`, is made once and remembered for the
programs asked about last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from heapwright.cancellation import Look, nobody_looks
from heapwright.errors import EngineError
from heapwright.graph.client.does import api_for
from heapwright.graph.client.holds import ClassMet
from heapwright.graph.client.reads import public_attributes
from heapwright.graph.explore.room import NoRoom
from heapwright.graph.setting.counters import Flow, counter_fields, flow_of
from heapwright.graph.setting.default_scope import default_scope, kept_classes
from heapwright.graph.setting.guessed_kinds import asked_only
from heapwright.graph.setting.opaque import opaque_classes, used_classes
from heapwright.graph.state.public_calls import Api
from heapwright.graph.state.shape import Layout, Layouts
from heapwright.graph.state.state_graph import Setting, Spelling
from heapwright.ir.core import instructions as ir
from heapwright.ir.core.hierarchy import Hierarchy, hierarchy_of
from heapwright.ir.core.operations import SHARED
from heapwright.ir.core.program import CHARACTERS, DIGITS, ITEMS, PLACES, ByDigits, Program
from heapwright.ir.core.types import (
    AnyType,
    BoolType,
    IntType,
    RefType,
    classes_in,
    takes_container,
)
from heapwright.ir.core.walk import walk
from heapwright.ir.reach.reach import (
    ReachIndex,
    World,
    api_reach,
    call_reach,
    reach_index,
    shared_cells,
    world_of,
)
from heapwright.ir.written.fingerprint import api_fingerprint, canonical
from heapwright.paths.known_shapes.compile import CompiledProgram, compile_program
from heapwright.paths.runs.machine import OpaqueMixed, TextLooked
from heapwright.records import dataclass, replace

# How many entries a container has room for, and how many characters a string.
DEFAULT_ITEMS = 4
DEFAULT_CHARACTERS = 4
# How many digits a client puts behind the point of a decimal number: those of an amount of money.
DEFAULT_PLACES = 2
MOST_DIGITS = 16  # before the point; with 12 behind it these are all that the language keeps
# Of the program's own strings: how many are tried, and how long they may be.
MOST_TEXTS = 12
LONGEST_TEXT = 20
MOST_CONTAINERS = 12
# Objects that the language makes by itself.
HELPERS = ("generator", "method", "cell", "slice", "range")


Seen = TypeVar("Seen")


@dataclass(frozen=True, slots=True)
class Kept:
    """How values are kept of which little may matter."""

    with_opaque: bool = True  # objects that are only stored and compared, as identities
    with_spelling: bool = False  # strings letter by letter, and not as identities
    room: tuple[tuple[str, int], ...] = ()  # bounds that may not be smaller than this
    entries: int = 0  # that containers have room for, also those that a client gives
    met: tuple[str, ...] = ()  # classes whose objects clients get, without making any


DEFAULT_KEPT = Kept()


def fitting(attempt: Callable[[Kept], Seen], kept: Kept = DEFAULT_KEPT) -> Seen:
    """Make an attempt; where it needs that more is kept than is, start over with more."""
    while True:
        try:
            return attempt(kept)
        except OpaqueMixed:
            kept = replace(kept, with_opaque=False)
        except TextLooked:
            kept = replace(kept, with_spelling=True)
        except ClassMet as found:
            if found.class_name in kept.met:
                raise EngineError(f"`{found.class_name}` was met, and is met again") from None
            kept = replace(kept, met=tuple(sorted({*kept.met, found.class_name})))
        except NoRoom as lacking:
            kept = replace(kept, room=tuple(sorted({**dict(kept.room), **lacking.needed}.items())))


def setting_for(
    program: Program,
    classes: Sequence[str],
    questions: Sequence[str] = (),
    objects: Mapping[str, int] | None = None,
    kept: Kept = DEFAULT_KEPT,
    *,
    with_raising: bool = False,
    look: Look = nobody_looks,
) -> Setting:
    """Prepare the exploration of these classes for these specs or invariants.

    `objects` bounds single classes and wins over the program's own `scope`. In a large program
    this takes seconds: `look` is called now and then, and may stop the work.
    """
    look()
    prepared = _prepared(program)
    look()
    program, index = prepared.program, prepared.index
    hierarchy = index.hierarchy
    answering = _with_overriding(hierarchy, questions)
    opaque = _kept_as_identities(prepared, answering) if kept.with_opaque else frozenset[str]()
    cells = _cells_asked(index, answering)
    behaviour = prepared.behaviour(classes, opaque, cells, kept.met, look)
    api = asked_only(behaviour.api, hierarchy, answering)
    behaviour = replace(behaviour, api=api)
    asked = _reached(index, answering, behaviour.world)
    ignored = counter_fields(program, behaviour.flow, answering, asked)
    look()
    named = (bound.class_name for bound in program.scope if bound.class_name is not None)
    bounded = frozenset((*named, *(objects or ())))
    scope = _scope(program, hierarchy, behaviour, questions, objects or {}, opaque)
    _enlarge(scope, ((ITEMS, kept.entries),), bounded)
    room = scope[ITEMS]
    _enlarge(scope, kept.room, bounded)
    spelling = None
    if kept.with_spelling:
        texts = _texts(index, [*behaviour.functions, *asked], scope[CHARACTERS])
        spelling = Spelling(scope[CHARACTERS], texts)
    told = _told(hierarchy, api, behaviour.appearing, opaque)
    return Setting(
        program=program,
        hierarchy=hierarchy,
        compiled=prepared.compiled(opaque, ignored),
        api=api,
        layouts=_layouts(program, hierarchy, opaque, ignored),
        scope=scope,
        opaque=opaque,
        ignored=ignored,
        splits=SHARED not in hierarchy.classes
        and _takes_one_object_at_most(hierarchy, api, opaque, questions),
        appearing=behaviour.appearing,
        fingerprint=behaviour.fingerprint,
        world=behaviour.world,
        with_raising=with_raising,
        room=room,
        told=told if spelling is None else told | {CHARACTERS},
        bounded=bounded,
        spelling=spelling,
        readable=public_attributes(hierarchy, behaviour.appearing),
    )


def setting_without_calls(program: Program, kept: Kept = DEFAULT_KEPT) -> Setting:
    """Give the setting of a question for which nothing could be prepared.

    Its graph holds the empty heap alone, so whoever makes one notes what it does not prove.
    """
    hierarchy = hierarchy_of(program)
    nothing = frozenset[str]()
    rooms = {ITEMS: DEFAULT_ITEMS, CHARACTERS: DEFAULT_CHARACTERS, PLACES: DEFAULT_PLACES}
    return Setting(
        program=program,
        hierarchy=hierarchy,
        compiled=compile_program(program, nothing, nothing),
        api=Api((), (), {}, nothing, (), nothing),
        layouts=_layouts(program, hierarchy, nothing, nothing),
        scope={**dict.fromkeys(hierarchy.classes, 0), **rooms, DIGITS: MOST_DIGITS},
        opaque=nothing,
        ignored=nothing,
        splits=False,
        appearing=(),
        fingerprint="",
        world=World((), (), ()),
        spelling=Spelling(DEFAULT_CHARACTERS, ()) if kept.with_spelling else None,
    )


@dataclass(frozen=True, slots=True)
class Behaviour:
    """What objects of some classes can do, whatever is asked about them."""

    api: Api
    flow: Flow  # which values can flow where
    appearing: tuple[str, ...]  # classes whose objects may appear, and those above them
    fingerprint: str  # digest of all the code in reach
    functions: tuple[str, ...]  # all that the calls can run
    kept: frozenset[str]  # classes of which an object may keep any number
    world: World  # what they and whoever asks can meet


class _Prepared:
    """A program in canonical order, with what was found out about it so far."""

    __slots__ = ("_behaviours", "_compiled", "index", "is_dynamic", "program", "source", "used")

    def __init__(self, source: Program) -> None:
        self.source = source  # kept, so that its identity cannot pass to another program
        # Graphs are stored by what a program means, so they may not depend on its order.
        self.program = canonical(source)
        self.index = reach_index(self.program)
        self.is_dynamic = any(
            isinstance(node, ir.Operate | ir.CallValue | ir.ForEach)
            for function in self.index.hierarchy.functions.values()
            for node in walk(function.body)
        )
        # Only what is not dynamic has classes that are kept as identities.
        functions = () if self.is_dynamic else self.index.hierarchy.functions.values()
        self.used = used_classes(f for f in functions if f.owner is not None)
        self._behaviours: dict[
            tuple[tuple[str, ...], frozenset[str], frozenset[str], tuple[str, ...]], Behaviour
        ] = {}
        self._compiled: dict[tuple[frozenset[str], frozenset[str]], CompiledProgram] = {}

    def behaviour(
        self,
        classes: Sequence[str],
        opaque: frozenset[str],
        cells: frozenset[str],
        met: tuple[str, ...],
        look: Look,
    ) -> Behaviour:
        key = (tuple(sorted(set(classes))), opaque, cells, met)
        found = self._behaviours.get(key)
        if found is None:
            found = self._behaviours[key] = _behaviour(self.program, self.index, *key, look)
        return found

    def compiled(self, opaque: frozenset[str], ignored: frozenset[str]) -> CompiledProgram:
        found = self._compiled.get((opaque, ignored))
        if found is None:
            found = compile_program(self.program, opaque, ignored)
            self._compiled[opaque, ignored] = found
        return found


# An editor asks about the newest few programs, a benchmark about one, many times over.
_MOST_PREPARED = 4
_recently_prepared: dict[int, _Prepared] = {}


def _prepared(program: Program) -> _Prepared:
    """Give what is known about a program, found by identity: comparing would cost more."""
    prepared = _recently_prepared.pop(id(program), None)
    if prepared is None:
        while len(_recently_prepared) >= _MOST_PREPARED:
            del _recently_prepared[next(iter(_recently_prepared))]
        prepared = _Prepared(program)
    # The one asked about last goes last: proofs ask about small programs in between.
    _recently_prepared[id(program)] = prepared
    return prepared


def _behaviour(
    program: Program,
    index: ReachIndex,
    classes: Sequence[str],
    opaque: frozenset[str],
    cells: frozenset[str],
    met: tuple[str, ...],
    look: Look,
) -> Behaviour:
    api = api_for(program, index, classes, opaque, look, cells, met)
    # A static method that takes our objects need not belong to a class that matters.
    statics = [call.function for call in api.creators if call.function is not None]
    reach = api_reach(index, api.classes, statics)
    return Behaviour(
        api=api,
        flow=flow_of(index, reach.functions, look),
        functions=reach.functions,
        kept=kept_classes(index.hierarchy, api, reach.functions),
        appearing=tuple(sorted((*reach.classes, *reach.inherited))),
        fingerprint=api_fingerprint(program, api.classes, statics),
        world=world_of(index, reach),
    )


def _kept_as_identities(prepared: _Prepared, answering: Sequence[str]) -> frozenset[str]:
    """Name the classes whose objects are only stored and compared, also by whoever answers."""
    if prepared.is_dynamic:
        # Where values may be of any kind, an identity that is an int would be taken for one.
        return frozenset()
    asked = _reached(prepared.index, answering)
    return opaque_classes(prepared.program, prepared.index.hierarchy, prepared.used, asked)


def _reached(index: ReachIndex, functions: Sequence[str], world: World | None = None) -> list[str]:
    """Name the functions and all that they can run."""
    found = (call_reach(index, function, world) for function in functions)
    return [name for reach in found for name in reach.functions]


def _cells_asked(index: ReachIndex, questions: Sequence[str]) -> frozenset[str]:
    """Name what questions themselves may read of all that objects share."""
    cells = shared_cells(index)
    return cells.seen_by(_reached(index, questions)) if cells.readers else frozenset()


def _texts(index: ReachIndex, functions: Sequence[str], longest: int) -> tuple[str, ...]:
    """Give the strings that these functions name and that are longer than those all tried."""
    found = {
        node.value
        for name in dict.fromkeys(functions)
        if not index.hierarchy.is_of_library(index.hierarchy.functions[name])
        for node in walk(index.hierarchy.functions[name].body)
        if isinstance(node, ir.TextConstant) and longest < len(node.value) <= LONGEST_TEXT
    }
    return tuple(sorted(found, key=lambda text: (len(text), text))[:MOST_TEXTS])


def _with_overriding(hierarchy: Hierarchy, questions: Sequence[str]) -> list[str]:
    """Name the questions and, of an invariant, those that classes below put in its place."""
    names = dict.fromkeys(questions)
    for name in questions:
        function = hierarchy.functions[name]
        if function.has_receiver and function.owner is not None:
            for below in hierarchy.below(function.owner):
                method = hierarchy.method(below, function.name)
                assert method is not None
                names[method.qualified_name] = None
    return list(names)


def _layouts(
    program: Program, hierarchy: Hierarchy, opaque: frozenset[str], ignored: frozenset[str]
) -> Layouts:
    layouts: dict[str, Layout] = {}
    for class_def in program.classes:
        references: list[str] = []
        values: list[str] = []
        any_kind: list[str] = []
        for field in hierarchy.fields(class_def.name):
            if field.name in ignored:
                continue
            match field.type:
                case RefType(class_name) if class_name not in opaque:
                    references.append(field.name)
                case IntType() | BoolType() | RefType():
                    values.append(field.name)
                case AnyType():
                    any_kind.append(field.name)
        line = {level.name for level in hierarchy.line(class_def.name)}
        layouts[class_def.name] = Layout(
            tuple(references),
            tuple(values),
            tuple(any_kind),
            has_entries="generator" in line or any(map(hierarchy.is_container, line)),
        )
    return layouts


def _scope(
    program: Program,
    hierarchy: Hierarchy,
    behaviour: Behaviour,
    questions: Sequence[str],
    objects: Mapping[str, int],
    opaque: frozenset[str],
) -> dict[str, int]:
    names = [class_def.name for class_def in program.classes]
    scope: dict[str, int] = {}
    # What a question adds to the arguments of calls never makes its heaps smaller.
    plain = asked_only(behaviour.api, hierarchy, ())
    for api in (plain,) if plain == behaviour.api else (plain, behaviour.api):
        found = default_scope(
            hierarchy, api, questions, names, opaque, behaviour.kept, behaviour.functions
        )
        scope = {name: max(bound, scope.get(name, 0)) for name, bound in found.items()}
    for bound in program.scope:
        if bound.class_name is not None:
            scope[bound.class_name] = bound.bound
    scope.update(objects)
    # How much room containers have: the entries of each, and how many there are of each class.
    scope.setdefault(ITEMS, DEFAULT_ITEMS)
    scope.setdefault(CHARACTERS, DEFAULT_CHARACTERS)
    scope.setdefault(PLACES, DEFAULT_PLACES)
    scope[DIGITS] = MOST_DIGITS
    helpers = [name for name in HELPERS if name in hierarchy.library]
    for name in (*hierarchy.made, *helpers):
        if name in scope and name not in objects:
            scope[name] = MOST_CONTAINERS
    return scope


def _enlarge(
    scope: dict[str, int], needed: Iterable[tuple[str, int]], bounded: frozenset[str]
) -> None:
    """Let bounds that nobody set be at least as large as this."""
    for name, least in needed:
        if name not in bounded:
            scope[name] = max(scope[name], least)


def _told(
    hierarchy: Hierarchy, api: Api, appearing: Sequence[str], opaque: frozenset[str]
) -> frozenset[str]:
    """Name the classes that the heaps of a question are made of, as far as types tell.

    Where a field may hold anything, these are all classes of the program itself that may
    appear, and the entries of containers.
    """
    told = dict.fromkeys(sorted(api.held.intersection(api.classes)))
    queue = list(told)
    # What all objects share may be anything, too.
    holds_anything = SHARED in hierarchy.classes
    for name in queue:
        holds_anything = holds_anything or hierarchy.has_entries(name)
        for field in hierarchy.fields(name):
            holds_anything = holds_anything or isinstance(field.type, AnyType)
            if isinstance(field.type, RefType) and field.type.class_name not in opaque:
                fresh = [n for n in hierarchy.below(field.type.class_name) if n not in told]
                told.update(dict.fromkeys(fresh))
                queue.extend(fresh)
    calls = (*api.creators, *(call for calls in api.methods.values() for call in calls))
    # A client makes containers for calls, with so many entries.
    room = (ITEMS,) if any(takes_container(t) for c in calls for t in c.parameters) else ()
    has_digits = any(isinstance(hierarchy.made.get(name), ByDigits) for name in appearing)
    digits = (PLACES, DIGITS) if has_digits else ()
    if not holds_anything:
        return frozenset((*told, *room, *digits))
    own = [
        name
        for name in appearing
        if name not in hierarchy.library
        and not name.startswith("(")  # a function inside of another
        and not _is_exception(hierarchy, name)
        and not _is_enum(hierarchy, name)
    ]
    return frozenset((*told, *own, ITEMS, *digits))


def _is_enum(hierarchy: Hierarchy, name: str) -> bool:
    """Say whether a class has members and no objects."""
    return any(function.name == "(members)" for function in hierarchy.classes[name].functions)


def _is_exception(hierarchy: Hierarchy, name: str) -> bool:
    return any(class_def.name == "BaseException" for class_def in hierarchy.line(name))


def _takes_one_object_at_most(
    hierarchy: Hierarchy,
    api: Api,
    opaque: frozenset[str],
    questions: Sequence[str],
) -> bool:
    """Say whether unlinked parts of a heap can never meet in one call or question.

    Then each part can be explored on its own: calls on one cannot see the other.
    """
    taken = [
        (call.receiver is not None, call.parameters)
        for call in (*api.creators, *(c for calls in api.methods.values() for c in calls))
        if not call.is_observer
    ]
    for name in questions:
        function = hierarchy.functions[name]
        taken.append((function.has_receiver, tuple(p.type for p in function.parameters)))
    return all(
        has_receiver
        + sum(1 for t in types for name in classes_in(t) if name not in (*opaque, *hierarchy.made))
        <= 1
        for has_receiver, types in taken
    )
