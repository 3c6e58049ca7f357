"""What the classes that Python brings along have, whether or not we know what it does.

Place: ir/python_names/. Both interpreters ask this before they say that something has no such
attribute or operator: what CPython has and our library has not is a run that cannot be followed,
and never an AttributeError or TypeError of the program.
"""

from __future__ import annotations

import builtins
import collections
import enum
import threading
import types
from collections.abc import Container, Iterable, Mapping
from functools import cache
from importlib import import_module

from heapwright.ir.core.operations import LIBRARY, MODULE

_ITERATORS: tuple[type, ...] = (
    type(iter([])),
    type(iter(())),
    type(iter({})),
    enumerate,
    zip,
    map,
    filter,
)
_VIEWS: tuple[type, ...] = (type({}.keys()), type({}.values()), type({}.items()))
_CLASSES: Mapping[str, tuple[type, ...]] = {
    **{
        one.__name__: (one,)
        for one in (
            *(list, dict, set, frozenset, tuple, str, int, bool, float, range, slice),
            *(collections.deque, collections.OrderedDict, collections.defaultdict),
            *(collections.Counter, BaseException, enum.Enum, bytes, bytearray, memoryview),
            property,
        )
    },
    "text_object": (str,),
    "NoneType": (type(None),),
    "type": (type, enum.EnumMeta, types.GenericAlias),
    "function": (types.FunctionType, types.BuiltinFunctionType),
    "method": (types.MethodType, types.BuiltinMethodType),
    "generator": (types.GeneratorType, *_ITERATORS),
    "object_iterator": _ITERATORS,
    "dict_view": _VIEWS,
    "threading_Lock": (type(threading.Lock()), type(threading.RLock())),
}
# The generators behind iterators of containers that know of each change, and not only of those that
# another size shows.
NOTICING = frozenset(
    f"{LIBRARY}.{name}" for name in ("_deque_items", "_deque_backward", "_ordered_entries")
)
# Classes of modules that few programs need: to import these takes milliseconds.
_LATER: Mapping[str, tuple[str, str]] = {
    "decimal_Decimal": ("decimal", "Decimal"),
    "datetime_timedelta": ("datetime", "timedelta"),
    "datetime_date": ("datetime", "date"),
    "datetime_datetime": ("datetime", "datetime"),
    "datetime_time": ("datetime", "time"),
}
# Of other classes of the library we know what they have only as far as they are written.
_NOT_WRITTEN = frozenset((*_CLASSES, *_LATER, "object", "cell", LIBRARY))
# What CPython adds to objects and classes without being told.
_OF_OBJECTS = frozenset(
    (
        *(name for name in dir(types.FunctionType) if name != "__call__"),
        *(
            "__dict__",
            "__module__",
            "__weakref__",
            "__wrapped__",
            "__annotations__",
            "__match_args__",
        ),
        *("__wrapped__", "__slots__", "__orig_class__", "__parameters__", "__abstractmethods__"),
        *("__static_attributes__", "__firstlineno__", "__type_params__", "__orig_bases__"),
    )
)


@cache
def _names_of(class_name: str) -> frozenset[str]:
    """Give what CPython's version of a class has itself."""
    classes = _CLASSES.get(class_name, ())
    if class_name in _LATER:
        module, name = _LATER[class_name]
        classes = (getattr(import_module(module), name),)
    return frozenset(
        attribute
        for one in classes
        for attribute in dir(one)
        if getattr(one, attribute, None) is not getattr(object, attribute, None)
    )


def has_native(library: Container[str], class_names: Iterable[str], name: str) -> bool:
    """Say whether CPython's version of one of these classes has something of this name itself."""
    return any(
        name in _names_of(one) or (one in library and one not in _NOT_WRITTEN and name != "__eq__")
        for one in class_names
    )


def is_special(name: str) -> bool:
    """Say whether every object may have an attribute of this name, whatever its class says."""
    return name in _OF_OBJECTS or name.startswith("__dataclass_")


def is_native(library: Container[str], owner: str | None) -> bool:
    """Say whether a function of this class, or of the library itself, stands for CPython's own."""
    return owner in _CLASSES or owner in _LATER or owner in library


def is_bound(function: str, owner: str | None, *, is_static: bool) -> bool | None:
    """Say whether a function that a class holds becomes a method of objects that read it.

    Functions of C do not, and of methods that a class found itself nobody knows: None.
    """
    if owner == LIBRARY:
        return False if hasattr(builtins, function) else None
    if is_static and owner is not None and not owner.startswith(MODULE):
        return None
    return True
