"""The public calls that can matter for a question.

Place: graph/client/. `explore` tries these calls; nothing else builds heaps.
A class matters when the question names it, or when a call that matters takes or
returns its objects. Calls are in canonical order (by name), not in the order of the
text, so that moving a method changes no graph.
Source: [MSEQ] Definition 3.2.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from heapwright.cancellation import Look, nobody_looks
from heapwright.graph.state.narrowings import Narrowing, narrowed_in
from heapwright.graph.state.public_calls import Api, PublicCall
from heapwright.ir.core import instructions as ir
from heapwright.ir.core.hierarchy import Hierarchy
from heapwright.ir.core.operations import FOREIGN, METHOD, MODULE, SETTING, SHARED, THERE
from heapwright.ir.core.program import Function, Program, Role
from heapwright.ir.core.types import AnyType, RefType, classes_in, takes_container
from heapwright.ir.core.walk import walk
from heapwright.ir.reach import reach
from heapwright.ir.reach.adds_nothing import adds_nothing
from heapwright.ir.reach.changing import may_change
from heapwright.ir.reach.uses import usable_body
from heapwright.records import dataclass

# What lists and their like, which others have, too, count as among what is worth getting.
CONTAINERS = "(containers)"


def api_for(
    program: Program,
    index: reach.ReachIndex,
    classes: Iterable[str],
    opaque: frozenset[str],
    look: Look = nobody_looks,
    cells: frozenset[str] = frozenset(),
    met: Iterable[str] = (),
) -> Api:
    """Find the calls that can matter for objects of these classes, and for these shared cells.

    Of the classes that are `met`, clients get objects from the others; they need not make any.
    `look` is called now and then, and may stop the work.
    """
    hierarchy = index.hierarchy
    reach.circles(index, look)
    asked = [below for name in classes for below in hierarchy.below(name)]
    matter = _matter(program, index, asked, cells, opaque, look, met)
    relevant, needed, statics = matter.classes, matter.needed, matter.statics
    # Only these calls are made, so nobody meets what none of them makes or takes.
    names = [function.qualified_name for function in statics]
    reached = reach.api_reach(index, relevant, names)
    world = reach.world_of(index, reached)
    left_out: dict[Narrowing, None] = dict.fromkeys(map(_told, matter.unknown))
    found: list[tuple[Function, str | None]] = []
    for class_name in sorted(relevant):
        found += [(function, class_name) for function in callable_on(hierarchy, class_name)]
    found += [
        (one, None)
        for one in statics
        if one.qualified_name in matter.through or not _only_makes(one, relevant - needed)
    ]
    acting: list[tuple[Function, str | None]] = []
    for function, receiver in found:
        look()
        if function.left_out is None and acts(index, function, world):
            acting.append((function, receiver))
    given_methods = [
        function for function in _method_values(index, world) if acts(index, function, world)
    ]
    takes_containers = any(
        takes_container(parameter.type)
        for function, _ in acting
        for parameter in function.parameters
    )
    helpers = frozenset(
        (*([METHOD] if given_methods else ()), *([CONTAINERS] if takes_containers else ()))
    )
    held: set[str] = set(asked)
    while True:
        gains = _gains(index, reached, world, held) | helpers
        # A call that is made for what it gives takes objects, too.
        made = [
            (function, receiver)
            for function, receiver in found
            if function.left_out is None
            and ((function, receiver) in acting or may_give(function, opaque, gains))
        ]
        fresh = _held(hierarchy, asked, made, opaque)
        if fresh == held:
            break
        held = fresh
    if given_methods:
        held.add(METHOD)
    calls: list[PublicCall] = []
    for function, receiver in found:
        look()
        if function.left_out is None:
            calls.append(public_call(index, function, receiver, opaque, world, gains))
        elif not function.only_looks or may_give(function, opaque, gains):
            left_out[_told(function)] = None
    creators = [
        _construction(name)
        for name in sorted(relevant & needed)
        if hierarchy.classes[name].is_constructible
    ]
    creators += [call for call in calls if call.receiver is None]
    creators.sort(key=lambda call: (call.function is not None, call.name))
    methods = {
        name: tuple(
            sorted(
                (call for call in calls if call.receiver == name),
                key=lambda call: call.name.rpartition(".")[2],
            )
        )
        for name in sorted(relevant)
    }
    if given_methods:
        methods[METHOD] = tuple(
            public_call(index, function, METHOD, opaque, world, gains) for function in given_methods
        )
    return Api(
        tuple(sorted(relevant)),
        tuple(creators),
        methods,
        frozenset(held),
        tuple(sorted(left_out, key=str)),
        frozenset(asked),
        takes_containers,
    )


def _held(
    hierarchy: Hierarchy,
    asked: Iterable[str],
    acting: Iterable[tuple[Function, str | None]],
    opaque: frozenset[str],
) -> set[str]:
    """Name the classes whose objects are worth holding: the question or a call uses them."""
    held = set(asked)
    for function, receiver in acting:
        for name in _named(function):
            if name not in opaque and name not in hierarchy.made:
                held.update(hierarchy.below(name))
        if receiver is not None:
            held.add(receiver)
    return held


def _gains(
    index: reach.ReachIndex, reached: reach.Reach, world: reach.World, held: set[str]
) -> frozenset[str]:
    """Name the classes of what a client can get from a call, and use, without having made it.

    A call that changes nothing and gives nothing of these need not be made: what clients make
    they have.
    """
    hierarchy = index.hierarchy
    makers = [index.uses[name] for name in reached.functions if not name.endswith(".__new__")]
    made = {name for uses in makers for name in uses.exact}
    made.update(
        name.removesuffix(".__new__")
        for uses in makers
        for name in uses.functions
        if name.endswith(".__new__")
    )
    return frozenset(
        name
        for name in world.classes
        if (name in made or SHARED in hierarchy.classes)
        and name not in hierarchy.library
        and (name in held or _is_useful(index, name))
    )


def _method_values(index: reach.ReachIndex, world: reach.World) -> list[Function]:
    """Give the methods of the program that may be values somewhere, bound to their object."""
    hierarchy = index.hierarchy
    names = {
        function
        for name in world.methods
        for class_name, function in index.methods_named.get(name, ())
        if class_name in world.classes and class_name not in hierarchy.library
    }
    found = [hierarchy.functions[name] for name in sorted(names)]
    return [one for one in found if one.role is Role.METHOD and one.left_out is None]


def _is_useful(index: reach.ReachIndex, class_name: str) -> bool:
    """Say whether a client who gets such an object can change something by its calls."""
    return any(
        function.left_out is not None or acts(index, function)
        for function in callable_on(index.hierarchy, class_name)
    )


def callable_on(hierarchy: Hierarchy, class_name: str) -> list[Function]:
    """Give what a client may call on an object of exactly this class.

    Of a function that was made inside of another, that is what runs when it is called.
    """
    found: dict[str, Function] = {}
    for level in hierarchy.line(class_name):
        for function in level.functions:
            if function.role is Role.METHOD and function.name not in found:
                resolved = hierarchy.method(class_name, function.name)
                assert resolved is not None
                if resolved.is_public or (is_closure(class_name) and function.name == "__call__"):
                    found[function.name] = resolved
    return list(found.values())


def takers_of(hierarchy: Hierarchy, class_name: str) -> Iterable[Function]:
    """Give the public functions that take objects of a class."""
    line = {level.name for level in hierarchy.line(class_name)}
    for function in hierarchy.functions.values():
        is_call = function.is_public and function.role in (Role.METHOD, Role.STATIC)
        is_ours = is_call and not hierarchy.is_of_library(function)
        if is_ours and not line.isdisjoint(_named(function)):
            yield function


def is_closure(class_name: str) -> bool:
    """Say whether objects of a class are functions that were made inside of others."""
    return class_name.startswith("(")


def _only_makes(function: Function, classes: set[str]) -> bool:
    """Say whether a function is the constructor of one of these classes."""
    return function.name == "__new__" and function.owner in classes


def _told(function: Function) -> Narrowing:
    """Say what is left out, and why."""
    return narrowed_in(function.qualified_name, function.left_out or "")


def classes_holding(index: reach.ReachIndex, class_name: str) -> tuple[str, ...]:
    """Name the classes whose own code makes or changes objects of this class.

    Through them an object of the class can come to be that no client ever held.
    """
    hierarchy = index.hierarchy
    wanted = frozenset(hierarchy.below(class_name))
    fields = {field.name for name in wanted for field in hierarchy.fields(name)}
    acting = frozenset(
        name
        for name, function in hierarchy.functions.items()
        if _makes_or_changes(function, wanted, fields)
    )
    # The IR knows fields by name only. Where no object of the wanted classes appears in the
    # whole run, a field that is written belongs to another class, whatever its name is.
    return tuple(
        name
        for name, class_def in hierarchy.classes.items()
        if name in wanted
        or any(
            reach.can_run(index, function.qualified_name, acting, met=wanted)
            for function in class_def.functions
            if function.is_public and function.role in (Role.METHOD, Role.STATIC)
        )
    )


def _makes_or_changes(function: Function, wanted: frozenset[str], fields: set[str]) -> bool:
    """Say whether a function makes an object of these classes or writes such a field."""
    return any(
        (isinstance(node, ir.New) and node.class_name in wanted)
        or (isinstance(node, ir.SetField) and node.field_name in fields)
        or (isinstance(node, ir.NameConstant) and node.name in wanted)
        or (isinstance(node, ir.Operate) and node.operation in SETTING and node.name in fields)
        for node in walk(usable_body(function))
    )


@dataclass(frozen=True, slots=True)
class _Matter:
    """What matters: classes, functions without a receiver, and functions of which nobody knows."""

    classes: set[str]
    needed: set[str]  # those of which clients may need to make objects
    statics: list[Function]
    through: frozenset[str]  # calls that matter for what all objects share
    unknown: list[Function]


def _matter(
    program: Program,
    index: reach.ReachIndex,
    asked: Sequence[str],
    cells: frozenset[str],
    opaque: frozenset[str],
    look: Look,
    met: Iterable[str],
) -> _Matter:
    """Find what matters, also through what all objects share.

    A call matters if it can change a cell that the question or a call that matters reads, whoever
    it belongs to: after `bank.allow(500)` an Account may do what it could not do before. The
    classes whose calls these are matter as well, because clients have to make and use their
    objects.
    """
    through: dict[str, Function] = {}
    more: dict[str, None] = {}
    while True:
        relevant, needed = _closure(program, index, [*asked, *more], opaque, look, met)
        statics = [
            function
            for function in _statics(program)
            if function.qualified_name in through
            or (
                _touches(index, function, relevant, opaque)
                and not _is_one_of_many(index.hierarchy, function)
            )
        ]
        if not reach.shared_cells(index).readers:
            return _Matter(relevant, needed, statics, frozenset(), [])
        names = [function.qualified_name for function in statics]
        ran = reach.api_reach(index, relevant, names).functions
        seen = cells | reach.shared_cells(index).seen_by(ran)
        fresh = [
            function
            for function in _public(program)
            if function.qualified_name not in through
            and _changes_cells(index, function, seen, opaque, look)
        ]
        if not fresh:
            unknown = _left_out(program, index, opaque) if seen else []
            return _Matter(relevant, needed, statics, frozenset(through), unknown)
        for function in fresh:
            through[function.qualified_name] = function
            if function.has_receiver and function.owner is not None:
                more.update(dict.fromkeys(index.hierarchy.below(function.owner)))
            more.update(dict.fromkeys(_at_hand(index, function, seen, opaque)))


def _is_one_of_many(hierarchy: Hierarchy, function: Function) -> bool:
    """Say whether a function gives an object that is there from the start, as clients make them.

    Then it matters only where others use the very same object.
    """
    if not (function.name.startswith(THERE) and isinstance(function.result, RefType)):
        return False
    name = function.result.class_name
    if hierarchy.classes[name].is_constructible:
        return True
    made = hierarchy.functions.get(f"{name}.__new__")
    return made is not None and made.is_public and made.left_out is None


def _at_hand(
    index: reach.ReachIndex, function: Function, cells: frozenset[str], opaque: frozenset[str]
) -> Iterable[str]:
    """Name the classes of the program whose objects a client gives to a call or gets from it.

    The call is one that changes these cells, or gives away what one of them holds.
    """
    hierarchy = index.hierarchy
    result = function.result
    found = dict.fromkeys((*_named(function), *_given(index, function, opaque)))
    if isinstance(result, RefType) and result.class_name in hierarchy.made:
        # Whatever else is put into it comes out with it.
        known = reach.shared_cells(index)
        for name in sorted(known.opening(cells)):
            found.update(dict.fromkeys(reach.call_reach(index, name).classes))
    for name in found:
        if name not in hierarchy.classes or name in opaque or name in hierarchy.library:
            continue
        if hierarchy.classes[name].parent is not None and not name.startswith(MODULE):
            yield from (one for one in hierarchy.below(name) if not _is_exception(hierarchy, one))


def _is_exception(hierarchy: Hierarchy, name: str) -> bool:
    return any(level.name == "BaseException" for level in hierarchy.line(name))


def _left_out(program: Program, index: reach.ReachIndex, opaque: frozenset[str]) -> list[Function]:
    """Give the calls of which nobody knows what they do to what all objects share."""
    public = _public(program)
    found = [one for one in public if one.left_out is not None and not one.only_looks]
    if not any(function.has_receiver for function in found):
        return found
    # A method is called by whoever can get an object.
    hierarchy = index.hierarchy
    given = {one.name for one in program.classes if one.is_constructible}
    for function in public:
        if not function.has_receiver:
            given.update(_giving(index, function, opaque))
        elif isinstance(function.result, RefType):
            given.update(hierarchy.below(function.result.class_name))
    return [
        function
        for function in found
        if not function.has_receiver or not given.isdisjoint(hierarchy.below(function.owner or ""))
    ]


def _changes_cells(
    index: reach.ReachIndex,
    function: Function,
    cells: frozenset[str],
    opaque: frozenset[str],
    look: Look,
) -> bool:
    """Say whether a public call can change what one of these cells is, or what it holds."""
    look()
    name, known = function.qualified_name, reach.shared_cells(index)
    if reach.can_run(index, name, known.setting(cells)):
        return True
    if not reach.can_run(index, name, known.opening(cells)):
        return False
    world = reach.world_around(index, name)
    return not public_call(index, function, None, opaque, world).is_observer


def _public(program: Program) -> list[Function]:
    return [
        function
        for class_def in program.classes
        for function in class_def.functions
        if function.is_public and function.role in (Role.METHOD, Role.STATIC)
    ]


def _closure(
    program: Program,
    index: reach.ReachIndex,
    classes: Iterable[str],
    opaque: frozenset[str],
    look: Look,
    met: Iterable[str],
) -> tuple[set[str], set[str]]:
    """Give the classes that matter, and those of them of which clients may need to make objects."""
    hierarchy = index.hierarchy
    relevant: set[str] = set()
    pending = list(classes)
    needed = set(pending)
    pending += met
    seen: set[str] = set()

    def add(class_names: Iterable[str]) -> None:
        for found in class_names:
            if found not in seen and found not in opaque and found not in hierarchy.made:
                seen.add(found)
                needed.update(hierarchy.below(found))
                pending.extend(hierarchy.below(found))

    # Objects of one class may come out of another one's method, or be changed by it. A function
    # counts once for what it gives and once for what it takes, so each waits for its first class.
    public = _public(program)
    takers = [(one, taken) for one in public if (taken := _taking(hierarchy, one, opaque))]
    givers = [(one, given) for one in public if (given := _giving(index, one, opaque))]
    while pending:
        name = pending.pop()
        if name in relevant or name in opaque:
            continue
        relevant.add(name)
        look()
        # What its methods take must be built, and what they return can be used.
        for level in hierarchy.line(name):
            for function in level.functions:
                if function.role is Role.METHOD and function.is_public:
                    add(classes_in(function.result))
                    add(_named(function))
        taking = [function for function, taken in takers if name in taken]
        for function in (*taking, *(function for function, given in givers if name in given)):
            add(_named(function))
            if function.has_receiver and function.owner is not None:
                add((function.owner,))
        for function in taking:
            # What comes out may have kept what went in, and change it later.
            add(_given(index, function, opaque))
        takers = [(function, taken) for function, taken in takers if name not in taken]
        givers = [(function, given) for function, given in givers if name not in given]
    return relevant, needed & relevant


def _named(function: Function) -> list[str]:
    """Name the classes of what a function takes."""
    return [name for parameter in function.parameters for name in classes_in(parameter.type)]


def _given(index: reach.ReachIndex, function: Function, opaque: frozenset[str]) -> tuple[str, ...]:
    """Name the classes of the program whose objects a function may give."""
    if isinstance(function.result, RefType):
        return (function.result.class_name,)
    if not isinstance(function.result, AnyType):
        return ()
    return tuple(sorted(_giving(index, function, opaque) - index.hierarchy.library.keys()))


def _giving(index: reach.ReachIndex, function: Function, opaque: frozenset[str]) -> frozenset[str]:
    """Name the classes of exactly which the result may be an object."""
    result = function.result
    if function.gives_plain:
        return frozenset()
    if isinstance(result, AnyType) and not function.is_generator:
        # Anything may come out that can have come in.
        return frozenset(reach.classes_met(index, function.qualified_name))
    if isinstance(result, RefType) and result.class_name not in opaque:
        return frozenset(index.hierarchy.below(result.class_name))
    return frozenset()


def _taking(hierarchy: Hierarchy, function: Function, opaque: frozenset[str]) -> frozenset[str]:
    """Name the classes of exactly which an object fits one of the parameters."""
    return frozenset(
        below
        for name in _named(function)
        if name in hierarchy.classes and name not in opaque
        for below in hierarchy.below(name)
    )


def _touches(
    index: reach.ReachIndex, function: Function, relevant: set[str], opaque: frozenset[str]
) -> bool:
    """Say whether a function takes objects of these classes, or may give one."""
    hierarchy = index.hierarchy
    if isinstance(function.result, AnyType):
        given = _giving(index, function, opaque)
        if not given.isdisjoint(relevant - hierarchy.library.keys()):
            return not adds_nothing(index, function)
    types = [function.result, *(parameter.type for parameter in function.parameters)]
    return any(
        name not in opaque and not relevant.isdisjoint(hierarchy.below(name))
        for t in types
        for name in classes_in(t)
        if name in hierarchy.classes
    )


def _statics(program: Program) -> list[Function]:
    return sorted(
        (function for function in _public(program) if function.role is Role.STATIC),
        key=lambda function: function.qualified_name,
    )


def _construction(class_name: str) -> PublicCall:
    return PublicCall(class_name, None, None, (), (), RefType(class_name), False)


def public_call(
    index: reach.ReachIndex,
    function: Function,
    receiver: str | None,
    opaque: frozenset[str],
    world: reach.World | None = None,
    gains: frozenset[str] | None = None,
) -> PublicCall:
    """Describe a function as something a client can call.

    `world` is what it can meet, `gains` are the classes of what is worth getting.
    """
    name = function.qualified_name
    return PublicCall(
        name=name,
        function=name,
        receiver=receiver,
        parameters=tuple(parameter.type for parameter in function.parameters),
        parameter_names=tuple(parameter.name for parameter in function.parameters),
        result=function.result,
        is_observer=not may_give(function, opaque, gains) and not acts(index, function, world),
        never_null=frozenset(at for at, p in enumerate(function.parameters) if not p.takes_null),
    )


def may_give(
    function: Function, opaque: frozenset[str], gains: frozenset[str] | None = None
) -> bool:
    """Say whether a call may give an object that is worth getting."""
    match function.result:
        case AnyType():
            if gains is None:
                return not function.gives_plain
            if CONTAINERS in gains and function.gives_container:
                return True
            return not function.gives_plain and bool(gains - {CONTAINERS})
        case RefType(class_name):
            return class_name not in opaque
        case _:
            return False


def acts(index: reach.ReachIndex, function: Function, world: reach.World | None = None) -> bool:
    """Say whether a call may change something; what makes lists for itself alone does not.

    Code that is not read may do anything wherever a value of it is met.
    """
    if function.only_looks:
        return False
    function_name = function.qualified_name
    if not reach.can_run(index, function_name, index.acting, world):
        return False
    if world is None or FOREIGN in world.classes:
        return True
    return may_change(index, function_name, world)
