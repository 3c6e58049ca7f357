"""The names of what Python brings along, and where in our library they stand.

Place: frontends/python/. Knows names only; `library` has the code.
"""

from __future__ import annotations

import math

from heapwright.ir.operations import LIBRARY

LIBRARY_PATH = "(python).py"
LIBRARY_OWNER = LIBRARY

# Classes of values that are no objects: making one is a function of the library.
KIND_CLASSES = frozenset(("int", "str", "float", "bool", "tuple", "type", "object"))
BUILT_IN_CLASSES = frozenset(("list", "dict", "set", "frozenset", "range", "slice"))
_FUNCTIONS = frozenset(
    (
        *("len", "abs", "repr", "chr", "ord", "round", "format", "isinstance", "iter", "next"),
        *("divmod", "pow", "sum", "any", "all", "min", "max", "sorted", "reversed"),
        *("enumerate", "zip", "map", "filter"),
    )
)
_FOREIGN: dict[tuple[str, str], tuple[str, str] | float] = {
    ("collections", "deque"): ("type", "deque"),
    ("collections", "OrderedDict"): ("type", "OrderedDict"),
    ("collections", "defaultdict"): ("type", "defaultdict"),
    ("collections", "Counter"): ("type", "Counter"),
    ("threading", "Lock"): ("type", "Lock"),
    ("threading", "RLock"): ("type", "Lock"),
    ("math", "inf"): math.inf,
    ("math", "pi"): math.pi,
    ("math", "e"): math.e,
}
for _module, _names in (
    ("heapq", ("heappush", "heappop", "heapify", "heappushpop", "heapreplace")),
    ("heapq", ("nlargest", "nsmallest")),
    ("bisect", ("bisect_left", "bisect_right", "insort_left", "insort_right")),
    ("functools", ("reduce",)),
    ("copy", ("copy",)),
):
    for _name in _names:
        _FOREIGN[_module, _name] = ("function", f"{LIBRARY_OWNER}.{_name}")
_FOREIGN["bisect", "bisect"] = ("function", f"{LIBRARY_OWNER}.bisect_right")
_FOREIGN["bisect", "insort"] = ("function", f"{LIBRARY_OWNER}.insort_right")


def library_class(name: str) -> str | None:
    """Give the class of the library that a built-in name means."""
    return name if name in BUILT_IN_CLASSES else None


def library_function(name: str) -> str | None:
    """Give the function of the library that a built-in name means."""
    return f"{LIBRARY_OWNER}.{name}" if name in _FUNCTIONS else None


def foreign_name(module: str, name: str) -> tuple[str, str] | float | None:
    """Give what a name of the standard library means: a kind and a name, or a number."""
    return _FOREIGN.get((module, name))
