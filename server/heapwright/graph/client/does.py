"""The public calls that can matter for a question.

Place: graph/client/. `explore` tries these calls; nothing else builds heaps.
A class matters when the question names it, or when a call that matters takes or
returns its objects. Calls are in canonical order (by name), not in the order of the
text, so that moving a method changes no graph.
Source: [MSEQ] Definition 3.2.
"""

from __future__ import annotations

from collections.abc import Iterable

from heapwright.cancellation import Look, nobody_looks
from heapwright.graph.state.public_calls import Api, PublicCall
from heapwright.ir.core import instructions as ir
from heapwright.ir.core.hierarchy import Hierarchy
from heapwright.ir.core.operations import FOREIGN, SETTING, SHARED
from heapwright.ir.core.program import Function, Program, Role
from heapwright.ir.core.types import AnyType, RefType, classes_in
from heapwright.ir.core.walk import walk
from heapwright.ir.python_names.function_names import told_name
from heapwright.ir.reach import reach
from heapwright.ir.reach.changing import may_change
from heapwright.ir.reach.uses import usable_body


def api_for(
    program: Program,
    index: reach.ReachIndex,
    classes: Iterable[str],
    opaque: frozenset[str],
    look: Look = nobody_looks,
) -> Api:
    """Find the calls that can matter for objects of these classes.

    `look` is called now and then, and may stop the work.
    """
    hierarchy = index.hierarchy
    reach.circles(index, look)
    asked = [below for name in classes for below in hierarchy.below(name)]
    relevant = _closure(program, index, asked, opaque, look)
    sharing = _sharing(hierarchy)
    statics = [
        function
        for function in _statics(program)
        if _touches(index, function, relevant, opaque)
        or reach.can_run(index, function.qualified_name, sharing)
    ]
    # Only these calls are made, so nobody meets what none of them makes or takes.
    names = [function.qualified_name for function in statics]
    world = reach.world_of(index, reach.api_reach(index, relevant, names))
    creators: list[PublicCall] = []
    methods: dict[str, tuple[PublicCall, ...]] = {}
    left_out: dict[str, None] = {}
    for class_name in sorted(relevant):
        class_def = hierarchy.classes[class_name]
        if class_def.is_constructible:
            creators.append(_construction(class_name))
        own: dict[str, PublicCall] = {}
        for level in hierarchy.line(class_name):
            for function in level.functions:
                if function.role is Role.METHOD and function.name not in own:
                    look()
                    resolved = hierarchy.method(class_name, function.name)
                    assert resolved is not None
                    if not resolved.is_public:
                        continue
                    if resolved.left_out is not None:
                        left_out[_told(resolved)] = None
                        continue
                    own[function.name] = public_call(index, resolved, class_name, opaque, world)
        methods[class_name] = tuple(own[name] for name in sorted(own))
    for function in statics:
        look()
        if function.left_out is not None:
            left_out[_told(function)] = None
        else:
            creators.append(public_call(index, function, None, opaque, world))
    creators.sort(key=lambda call: (call.function is not None, call.name))
    held = set(asked)
    for call in (*creators, *(call for calls in methods.values() for call in calls)):
        if not call.is_observer:
            for type_ in call.parameters:
                for name in classes_in(type_):
                    if name not in opaque and name not in hierarchy.made:
                        held.update(hierarchy.below(name))
            if call.receiver is not None:
                held.add(call.receiver)
    return Api(
        tuple(sorted(relevant)),
        tuple(creators),
        methods,
        frozenset(held),
        tuple(sorted(left_out)),
        frozenset(asked),
    )


def _told(function: Function) -> str:
    """Say what is left out, and why."""
    return f"`{told_name(function.qualified_name)}`: {function.left_out}"


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


def _closure(
    program: Program,
    index: reach.ReachIndex,
    classes: Iterable[str],
    opaque: frozenset[str],
    look: Look,
) -> set[str]:
    hierarchy = index.hierarchy
    relevant: set[str] = set()
    pending = list(classes)
    seen: set[str] = set()

    def add(class_names: Iterable[str]) -> None:
        for found in class_names:
            if found not in seen and found not in opaque and found not in hierarchy.made:
                seen.add(found)
                pending.extend(hierarchy.below(found))

    # Objects of one class may come out of another one's method, or be changed by it. A function
    # counts once for what it gives and once for what it takes, so each waits for its first class.
    public = [
        function
        for class_def in program.classes
        for function in class_def.functions
        if function.is_public and function.role in (Role.METHOD, Role.STATIC)
    ]
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
    return relevant


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
            return True
    types = [function.result, *(parameter.type for parameter in function.parameters)]
    return any(
        name not in opaque and not relevant.isdisjoint(hierarchy.below(name))
        for t in types
        for name in classes_in(t)
        if name in hierarchy.classes
    )


def _sharing(hierarchy: Hierarchy) -> frozenset[str]:
    """Name the functions that see what all objects share."""
    if SHARED not in hierarchy.classes:
        return frozenset()
    names = {field.name.rpartition(".")[2] for field in hierarchy.classes[SHARED].fields}
    return frozenset(
        name
        for name, function in hierarchy.functions.items()
        if any(
            isinstance(node, ir.Operate)
            and (
                node.operation in ("share", "shared")
                or (node.operation in SETTING and node.name in names)
            )
            for node in walk(usable_body(function))
        )
    )


def _statics(program: Program) -> list[Function]:
    return sorted(
        (
            function
            for class_def in program.classes
            for function in class_def.functions
            if function.role is Role.STATIC and function.is_public
        ),
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
) -> PublicCall:
    """Describe a function as something a client can call; `world` is what it can meet."""
    name = function.qualified_name
    returns_object = not function.gives_plain and (
        isinstance(function.result, AnyType)
        or (isinstance(function.result, RefType) and function.result.class_name not in opaque)
    )
    return PublicCall(
        name=name,
        function=name,
        receiver=receiver,
        parameters=tuple(parameter.type for parameter in function.parameters),
        parameter_names=tuple(parameter.name for parameter in function.parameters),
        result=function.result,
        is_observer=function.only_looks
        or (not returns_object and not _may_act(index, name, world)),
        never_null=frozenset(at for at, p in enumerate(function.parameters) if not p.takes_null),
    )


def _may_act(index: reach.ReachIndex, function_name: str, world: reach.World | None) -> bool:
    """Say whether a call may change something; what makes lists for itself alone does not.

    Code that is not read may do anything wherever a value of it is met.
    """
    if not reach.can_run(index, function_name, index.acting, world):
        return False
    if world is None or FOREIGN in world.classes:
        return True
    return may_change(index, function_name, world)
