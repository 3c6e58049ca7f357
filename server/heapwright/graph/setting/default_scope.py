"""How many objects of each class there are where nobody says so.

Place: graph/setting/. `setting` asks once per question.
Source: [MSEQ] section 5.1.3.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from heapwright.graph.state.public_calls import Api, PublicCall
from heapwright.ir.core import instructions as ir
from heapwright.ir.core.hierarchy import Hierarchy
from heapwright.ir.core.operations import MODULE
from heapwright.ir.core.types import AnyType, RefType, Type, classes_in
from heapwright.ir.core.walk import walk
from heapwright.ir.reach.uses import usable_body

DEFAULT_OBJECTS = 6
SEVERAL = 2
NESTED = 4


def default_scope(
    hierarchy: Hierarchy,
    api: Api,
    questions: Sequence[str],
    class_names: Sequence[str],
    opaque: frozenset[str],
    kept: frozenset[str],
    running: Iterable[str],
) -> dict[str, int]:
    """Bound the objects of each class by the paper's rule.

    A class that no call takes gets DEFAULT_OBJECTS; one that calls take gets the largest
    number of them in one call, receiver included. We add: a class whose objects link
    to each other (a field of its own class) is a structure, and gets DEFAULT_OBJECTS; one
    whose own methods make or take others that it may keep in a container, as a folder its
    folders, gets NESTED; where an object may keep any number of others, as a bank its accounts in
    a dict, there are SEVERAL of those that calls take or that other classes make, `kept`; and
    there is room for all that a question asks about. What modules and classes hold from the start
    comes on top.
    """
    calls = (*api.creators, *(call for calls in api.methods.values() for call in calls))
    # What functions of modules take says how many there must be, and not how many are enough.
    own: list[tuple[str, ...]] = []
    others: list[tuple[str, ...]] = []
    for call in calls:
        (others if call.name.startswith(MODULE) else own).append(
            _taken(call.receiver, call.parameters, opaque)
        )
    taken = [*own, *others]
    functions = [hierarchy.functions[name] for name in questions]
    asked = [
        _taken(f.owner if f.has_receiver else None, [p.type for p in f.parameters], opaque)
        for f in functions
    ]
    scope: dict[str, int] = {}
    replaced = _made_by_others(hierarchy, running, in_constructors=False)
    there = _there_from_the_start(hierarchy, running)
    for name in class_names:
        line = {class_def.name for class_def in hierarchy.line(name)}
        most = _most_at_once(line, own)
        most = max(most, _most_at_once(line, others)) if most else 0
        if most == 0 or _links_to_itself(hierarchy, name) or _is_made_of_its_own(name, line, calls):
            most = DEFAULT_OBJECTS
        if _keeps_its_own(hierarchy, name, taken, running):
            most = max(most, NESTED)
        n_asked = _most_at_once(line, asked)
        if n_asked == 0 and not kept.isdisjoint(line):
            most = max(most, SEVERAL)
        if hierarchy.language.shows_fields and name in replaced and most > 0:
            # A client may have read the one that was there before.
            most = max(most, SEVERAL)
        most = max(most, n_asked)
        if most < DEFAULT_OBJECTS:
            most += sum(1 for made in there if made in line)
        scope[name] = most
    return scope


def _there_from_the_start(hierarchy: Hierarchy, running: Iterable[str]) -> list[str]:
    """Name the class of each object that a module or class holds from the start.

    What clients can do with their own objects they can still do with those beside them.
    """
    found: dict[str, str] = {}
    for function in (hierarchy.functions[name] for name in running):
        for node in walk(usable_body(function)):
            match node:
                case ir.Operate("share", (ir.CallValue(ir.NameConstant("type", made), None),), at):
                    found[at] = made
                case _:
                    pass
    return list(found.values())


def _is_made_of_its_own(class_name: str, line: set[str], calls: Iterable[PublicCall]) -> bool:
    """Say whether an object is made with another of its class, as a node with the next one."""
    return any(
        call.name == f"{class_name}.__new__"
        and any(name in line for type_ in call.parameters for name in classes_in(type_))
        for call in calls
    )


def _keeps_its_own(
    hierarchy: Hierarchy,
    class_name: str,
    taken: Iterable[tuple[str, ...]],
    running: Iterable[str],
) -> bool:
    """Say whether an object may keep any number of its class that its own methods make or take."""
    if class_name in hierarchy.library or not any(
        isinstance(field.type, AnyType) for field in hierarchy.fields(class_name)
    ):
        return False
    line = {class_def.name for class_def in hierarchy.line(class_name)}
    if any(names[-1] in line and not line.isdisjoint(names[:-1]) for names in taken if names):
        return True
    for function in (hierarchy.functions[name] for name in running):
        # Of what a constructor calls itself, nobody can tell how often it is called.
        if function.owner in line and function.name != "__new__":
            for node in walk(usable_body(function)):
                match node:
                    case ir.New(class_name=name) | ir.NameConstant("type", name):
                        if name == class_name:
                            return True
                    case ir.InvokeExact(function=name):
                        if name == f"{class_name}.__new__":
                            return True
                    case ir.CallValue(method="__class__") | ir.Operate("getattr", _, "__class__"):
                        return True
    return False


def kept_classes(hierarchy: Hierarchy, api: Api, running: Iterable[str]) -> frozenset[str]:
    """Name the classes of which an object may keep any number: in a container, or being one.

    `running` names the functions that calls may run.
    """
    keeps_any = any(
        hierarchy.is_container(level.name) or any(isinstance(f.type, AnyType) for f in level.fields)
        for name in api.classes
        for level in hierarchy.line(name)
    )
    if not keeps_any:
        return frozenset()
    calls = (*api.creators, *(call for calls in api.methods.values() for call in calls))
    given = {name for call in calls for t in call.parameters for name in classes_in(t)}
    given |= _made_by_others(hierarchy, running)
    return frozenset(given.difference(hierarchy.library))


def _made_by_others(
    hierarchy: Hierarchy, running: Iterable[str], *, in_constructors: bool = True
) -> set[str]:
    """Name the classes of objects that the code of others makes."""
    made: set[str] = set()
    for function in (hierarchy.functions[name] for name in running):
        if not in_constructors and function.name in ("__init__", "__new__"):
            continue
        for node in walk(usable_body(function)):
            match node:
                case ir.New(class_name=name) | ir.NameConstant(name=name):
                    pass
                # Of code whose types are known, which may be a matter of what else is asked.
                case ir.InvokeExact(function=called):
                    name = called.removesuffix(".__new__")
                case _:
                    continue
            if name != function.owner and name in hierarchy.classes:
                made.add(name)
    return made


def _taken(
    receiver: str | None, parameters: Iterable[Type], opaque: frozenset[str]
) -> tuple[str, ...]:
    """Name the classes of the objects that a call takes, one by one."""
    named = [name for t in parameters for name in classes_in(t) if name not in opaque]
    return (*named, *([] if receiver is None else [receiver]))


def _most_at_once(line: set[str], taken: Iterable[tuple[str, ...]]) -> int:
    return max((sum(1 for name in names if name in line) for names in taken), default=0)


def _links_to_itself(hierarchy: Hierarchy, class_name: str) -> bool:
    line = {level.name for level in hierarchy.line(class_name) if level.parent is not None}
    return any(
        isinstance(field.type, RefType) and field.type.class_name in line
        for field in hierarchy.fields(class_name)
    )
