"""What fits a class that only says what others must have, and what nothing fits.

Place: frontends/python/types/. `annotations` asks what a `Protocol` allows, `argument_types`
whether a client has anything to give at all.

    class Sink(Protocol):
        def put(self, n: int) -> None: ...

allows an object of each class of the program that has such a `put`, whatever stands above it, and a
value of each kind of Python's own that has all that is wanted: `def __len__` is a list, too.
"""

from __future__ import annotations

from collections.abc import Iterator

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.dotted_names import last_name
from heapwright.frontends.python.syntax.walk import walk
from heapwright.frontends.python.table.class_table import ClassInfo, ClassTable, FunctionInfo
from heapwright.ir.core.kinds import (
    BOOLS,
    DICTS,
    FLOATS,
    INTS,
    LISTS,
    NOTHING_KNOWN,
    SETS,
    TEXTS,
    TUPLES,
    Kinds,
    UnreadKind,
    objects_of,
)

_OWN_KINDS: tuple[tuple[type, Kinds], ...] = (
    (int, INTS),
    (bool, BOOLS),
    (str, TEXTS),
    (float, FLOATS),
    (list, LISTS),
    (tuple, TUPLES),
    (dict, DICTS),
    (set, SETS),
)


def is_protocol(info: ClassInfo) -> bool:
    """Say whether a class is a `Protocol`, and not one that says that it keeps to it."""
    return any(
        last_name(base.value if isinstance(base, tree.Subscript) else base) == "Protocol"
        for base in info.node.bases
    )


def kinds_fitting(table: ClassTable, class_name: str) -> Kinds:
    """Give what a `Protocol` allows; a name that nothing is known of where nothing fits."""
    wanted = _wanted(table, class_name)
    fitting = [
        name
        for name, info in table.classes.items()
        if not (is_protocol(info) or info.is_enum or info.is_exception or info.obstacle)
        and all(_has(table, name, member, function) for member, function in wanted.items())
    ]
    topmost = [
        name
        for name in fitting
        if not any(other != name and table.is_below(name, other) for other in fitting)
    ]
    found = objects_of(*topmost)
    for own, kinds in _OWN_KINDS:
        if all(hasattr(own, member) for member in wanted):
            found = Kinds((*found, *kinds))
    return found if found != NOTHING_KNOWN else Kinds((UnreadKind(class_name),))


def has_objects(table: ClassTable, class_name: str) -> bool:
    """Say whether there can be an object of a class of the program."""
    return class_name not in table.classes or any(
        not (table.classes[below].is_abstract or is_protocol(table.classes[below]))
        for below in table.below(class_name)
    )


def _wanted(table: ClassTable, class_name: str) -> dict[str, FunctionInfo | None]:
    """Name what a `Protocol` and those above it want; what is no function has none."""
    wanted: dict[str, FunctionInfo | None] = {}
    for level in table.line(class_name):
        info = table.classes.get(level)
        if info is None:
            continue
        for function in info.functions.values():
            if not (function.is_generated or "<" in function.ir_name):
                is_read = function.ir_name.startswith("@")
                wanted.setdefault(function.name, None if is_read else function)
        for name in (*info.annotations, *info.constants):
            wanted.setdefault(name, None)
    return wanted


def _has(table: ClassTable, class_name: str, name: str, wanted: FunctionInfo | None) -> bool:
    """Say whether objects of a class have something that can be used as what is wanted."""
    for level in (class_name, *table.classes[class_name].order, *table.line(class_name)):
        info = table.classes.get(level)
        if info is None:
            continue
        own = next((one for one in info.functions.values() if one.name == name), None)
        if own is not None:
            return wanted is None or _takes_as_many(own, wanted)
        if name in info.annotations or name in info.constants or name in _attributes(info):
            return True
    return False


def _takes_as_many(own: FunctionInfo, wanted: FunctionInfo) -> bool:
    """Say whether a function takes as many arguments as another one, as far as is plain."""
    if any(p.kind in ("*", "**", "keyword") for p in (*own.parameters, *wanted.parameters)):
        return True
    needed = sum(parameter.default is None for parameter in own.parameters)
    return needed <= len(wanted.parameters) <= len(own.parameters)


def _attributes(info: ClassInfo) -> Iterator[str]:
    """Name the attributes that the code of a class assigns to its objects."""
    for function in info.functions.values():
        for node in walk(function.node.body):
            match node:
                case tree.Assignment(targets):
                    for target in targets:
                        match target:
                            case tree.Attribute(tree.Name(receiver), name) if (
                                receiver == function.self_name
                            ):
                                yield name
                case _:
                    pass
