"""What Python's own classes have, by name: more than our library has of them.

Place: ir/. Both interpreters ask before they say that an attribute or operator is missing: of
what Python has and the library lacks, nothing is known, so a run that uses it stops.
"""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Iterable, Mapping
from types import FunctionType, GeneratorType, MethodType

from heapwright.ir.operations import CONTAINERS, LIBRARY_CLASSES


def _names_of(*classes: type) -> frozenset[str]:
    """Name what classes have beyond every object."""
    found = {name for cls in classes for level in cls.__mro__[:-1] for name in level.__dict__}
    return frozenset(found)


_OWN: Mapping[str, frozenset[str]] = {
    **{cls.__name__: _names_of(cls) for cls in (list, dict, set, frozenset, tuple, range, slice)},
    **{cls.__name__: _names_of(cls) for cls in (deque, OrderedDict, defaultdict, Counter)},
    **{cls.__name__: _names_of(cls) for cls in (int, bool, float, str)},
    "function": _names_of(FunctionType, MethodType),
    "method": _names_of(FunctionType, MethodType),
    "generator": _names_of(GeneratorType),
    "dict_view": _names_of(type({}.keys()), type({}.values()), type({}.items())),
}
# Of other classes of the library we know what they have only as far as they are written.
_WRITTEN = LIBRARY_CLASSES - _OWN.keys() - {"object", "cell", *CONTAINERS}


def is_unwritten(classes: Iterable[str], name: str) -> bool:
    """Say whether Python's own version of one of these classes has a name that ours lacks.

    `classes` are the class of a value and those above it.
    """
    return any(
        name in _OWN.get(one, ()) or (one in _WRITTEN and name != "__eq__") for one in classes
    )
