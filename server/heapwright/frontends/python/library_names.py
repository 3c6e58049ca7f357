"""The names of what Python brings along, and where in our library they stand.

Place: frontends/python/. Knows names only; `library` has the code.
"""

from __future__ import annotations

import math
import string
import sys

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
        *("enumerate", "zip", "map", "filter", "hash", "id"),
    )
)
_FOREIGN: dict[tuple[str, str], tuple[str, str] | float | int | str] = {
    ("collections", "deque"): ("type", "deque"),
    ("collections", "OrderedDict"): ("type", "OrderedDict"),
    ("collections", "defaultdict"): ("type", "defaultdict"),
    ("collections", "Counter"): ("type", "Counter"),
    ("threading", "Lock"): ("type", "Lock"),
    ("threading", "RLock"): ("type", "RLock"),
    ("threading", "Condition"): ("type", "Condition"),
    ("threading", "Event"): ("type", "Event"),
    ("math", "inf"): math.inf,
    ("math", "pi"): math.pi,
    ("math", "e"): math.e,
    ("math", "tau"): math.tau,
    ("math", "nan"): math.nan,
    ("sys", "maxsize"): sys.maxsize,
    ("string", "ascii_letters"): string.ascii_letters,
    ("string", "ascii_lowercase"): string.ascii_lowercase,
    ("string", "ascii_uppercase"): string.ascii_uppercase,
    ("string", "digits"): string.digits,
    ("string", "hexdigits"): string.hexdigits,
    ("string", "punctuation"): string.punctuation,
    ("string", "whitespace"): string.whitespace,
    ("itertools", "count"): ("type", "itertools_count"),
    ("itertools", "repeat"): ("type", "itertools_repeat"),
    ("itertools", "cycle"): ("type", "itertools_cycle"),
    ("operator", "itemgetter"): ("type", "operator_itemgetter"),
    ("functools", "partial"): ("type", "functools_partial"),
    ("contextlib", "suppress"): ("type", "contextlib_suppress"),
    ("contextlib", "nullcontext"): ("type", "contextlib_nullcontext"),
    ("logging", "DEBUG"): 10,
    ("logging", "INFO"): 20,
    ("logging", "WARNING"): 30,
    ("logging", "ERROR"): 40,
    ("logging", "CRITICAL"): 50,
}
# Functions that the library calls as their modules do.
for _module, _names in {
    "heapq": "heappush heappop heapify heappushpop heapreplace nlargest nsmallest",
    "bisect": "bisect_left bisect_right insort_left insort_right",
    "functools": "reduce",
    "copy": "copy",
}.items():
    for _name in _names.split():
        _FOREIGN[_module, _name] = ("function", f"{LIBRARY_OWNER}.{_name}")
# Functions whose names in the library begin with that of their module.
for _module, _names in {
    "itertools": "chain islice takewhile dropwhile filterfalse starmap accumulate pairwise "
    "compress zip_longest product permutations combinations",
    "operator": "add sub mul truediv floordiv mod pow and_ or_ xor lshift rshift neg pos invert "
    "not_ truth eq ne lt le gt ge is_ is_not contains getitem setitem delitem index",
    "math": "floor ceil trunc sqrt fabs exp log log2 log10 sin cos tan atan atan2 hypot pow "
    "degrees radians isclose isnan isinf isfinite gcd lcm factorial isqrt comb prod",
    "copy": "deepcopy",
    "typing": "cast",
    "random": "random uniform randint randrange getrandbits choice shuffle sample",
    "uuid": "uuid4",
    "secrets": "token_hex",
    "time": "sleep",
}.items():
    for _name in _names.split():
        _FOREIGN[_module, _name] = ("function", f"{LIBRARY_OWNER}.{_module}_{_name}")
# Names that mean one and the same function here.
for _function, _names in {
    "time_now": "time.time time.monotonic time.perf_counter time.process_time",
    "time_now_ns": "time.time_ns time.monotonic_ns time.perf_counter_ns",
    "datetime_now": "datetime.datetime.now datetime.datetime.utcnow datetime.datetime.today "
    "datetime.date.today",
    "uuid_uuid4": "uuid.uuid1",
    "itertools_chain_from": "itertools.chain.from_iterable",
    "random_choice": "secrets.choice",
    "nothing": "warnings.warn random.seed logging.debug logging.info logging.warning "
    "logging.error logging.critical logging.exception logging.log logging.basicConfig",
    "bisect_right": "bisect.bisect",
    "insort_right": "bisect.insort",
}.items():
    for _name in _names.split():
        _module, _, _last = _name.rpartition(".")
        _FOREIGN[_module, _last] = ("function", f"{LIBRARY_OWNER}.{_function}")


def library_class(name: str) -> str | None:
    """Give the class of the library that a built-in name means."""
    return name if name in BUILT_IN_CLASSES else None


def library_function(name: str) -> str | None:
    """Give the function of the library that a built-in name means."""
    return f"{LIBRARY_OWNER}.{name}" if name in _FUNCTIONS else None


def foreign_name(module: str, name: str) -> tuple[str, str] | float | int | str | None:
    """Give what a name of the standard library means: a kind and a name, or a plain value."""
    return _FOREIGN.get((module, name))
