"""`isinstance(x, Iterable)`: which classes count as of an abstract type.

Place: frontends/python/. `dynamic_call` asks. CPython looks for methods, or at what a class says
that it is below; both are known before a run, so the question becomes one for each class:

    isinstance(x, Mapping)    x is of `dict`, or of a class below `Mapping` or one of its kind

What the library has one class for, and CPython several that differ, stops the run.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from heapwright.frontends.python.class_table import ClassInfo, ClassTable, ForeignName, Meaning
from heapwright.frontends.python.mixins import BASE_MARK
from heapwright.records import dataclass

_SEQUENCES = ("list", "tuple", "str", "range", "bytes", "bytearray", "memoryview", "deque")
_MAPPINGS = ("dict", "collections_ChainMap", "os_environ")
_SIZED = (*_SEQUENCES, *_MAPPINGS, "set", "frozenset", "dict_view", "mapping_view")
_ITERATORS = (
    *("generator", "object_iterator", "itertools_count", "itertools_repeat", "itertools_cycle"),
    *("io_StringIO", "sys_stream"),
)


@dataclass(frozen=True, slots=True)
class AbstractType:
    """Classes of the language that count, those of which nobody knows, and what a class needs.

    A class of the program counts if it has all `methods`, or, where there are none, if it is
    below one of `bases`.
    """

    classes: tuple[str, ...]
    unknown: tuple[str, ...] = ()
    methods: tuple[str, ...] = ()
    bases: tuple[str, ...] = ()


# The class of an enumeration is a value that can be gone through.
_CLASSES = ("type",)
_TYPES: Mapping[str, AbstractType] = {
    "Iterable": AbstractType((*_SIZED, *_ITERATORS), _CLASSES, ("__iter__",)),
    "Sized": AbstractType(_SIZED, _CLASSES, ("__len__",)),
    "Container": AbstractType(_SIZED, _CLASSES, ("__contains__",)),
    "Collection": AbstractType(_SIZED, _CLASSES, ("__len__", "__iter__", "__contains__")),
    "Iterator": AbstractType(_ITERATORS, (), ("__iter__", "__next__")),
    "Sequence": AbstractType(_SEQUENCES, (), (), ("Sequence", "MutableSequence")),
    "MutableSequence": AbstractType(("list", "bytearray", "deque"), (), (), ("MutableSequence",)),
    "Mapping": AbstractType(_MAPPINGS, (), (), ("Mapping", "MutableMapping")),
    "MutableMapping": AbstractType(_MAPPINGS, (), (), ("MutableMapping",)),
    "Set": AbstractType(
        ("set", "frozenset"), ("dict_view", "mapping_view"), (), ("Set", "MutableSet")
    ),
    "Number": AbstractType(("int", "float")),
    "Real": AbstractType(("int", "float")),
    "Rational": AbstractType(("int",)),
    "Integral": AbstractType(("int",)),
}
_NUMBERS = frozenset(("Number", "Real", "Rational", "Integral"))
_OF_TYPING = {"AbstractSet": "Set", "Set": ""}


def abstract_type(meaning: Meaning | None) -> AbstractType | None:
    """Give what a name of the standard library says of classes; None for any other name."""
    match meaning:
        case ForeignName("numbers", name) if name in _NUMBERS:
            return _TYPES[name]
        case ForeignName("typing", name) if name not in _NUMBERS:
            return _TYPES.get(_OF_TYPING.get(name, name))
        case ForeignName("collections.abc" | "_collections_abc", name) if name not in _NUMBERS:
            return _TYPES.get(name)
        case _:
            return None


def counting_classes(table: ClassTable, wanted: AbstractType) -> Iterator[str]:
    """Name the classes of a program that count; those below them count, too."""
    for name, info in table.classes.items():
        if _counts(table, info, wanted) and not _is_above_counting(table, info, wanted):
            yield name


def _is_above_counting(table: ClassTable, info: ClassInfo, wanted: AbstractType) -> bool:
    above = table.classes.get(info.parent)
    return above is not None and _counts(table, above, wanted)


def _counts(table: ClassTable, info: ClassInfo, wanted: AbstractType) -> bool:
    levels = [table.classes[n] for n in _line(table, info) if n in table.classes]
    if any(level.beneath in wanted.classes for level in levels):
        return True
    if wanted.methods:
        return all(table.function(info.name, method) is not None for method in wanted.methods)
    marks = {mark.text for level in levels for mark in level.node.marks}
    return any(f"{BASE_MARK}{base}" in marks for base in wanted.bases)


def _line(table: ClassTable, info: ClassInfo) -> tuple[str, ...]:
    return info.order or tuple(table.line(info.name))


def hidden_method(table: ClassTable, wanted: AbstractType) -> str | None:
    """Name a method that some class takes away by giving its name another value."""
    for info in table.classes.values():
        for method in wanted.methods:
            if method in info.constants:
                return method
    return None
