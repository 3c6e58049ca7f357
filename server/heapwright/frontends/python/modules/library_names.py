"""The names of what Python brings along, and where in our library they stand.

Place: frontends/python/modules/. Knows names only; `library` has the code.
"""

from __future__ import annotations

import errno
import math
import os
import re
import string
import sys
from collections.abc import Mapping
from typing import TypeAlias

from heapwright.frontends.python.modules.library_classes import DECIMAL
from heapwright.ir.core.operations import LIBRARY

LIBRARY_PATH = "(library).py"
LIBRARY_OWNER = LIBRARY

# Classes of values that are no objects: making one is a function of the library.
KIND_CLASSES = frozenset(("int", "str", "float", "bool", "tuple", "type", "object"))
BUILT_IN_CLASSES = frozenset(
    (
        *("list", "dict", "set", "frozenset", "range", "slice", "bytes", "bytearray"),
        *("memoryview", "property"),
    )
)
# Methods that are functions where they are read on their class, such as `str.lower`.
_ITEMS = ("__init__", "__len__", "__iter__", "__contains__", "__eq__", "__repr__")
_PLACES = ("__getitem__", "__setitem__", "__delitem__")
_OF_SETS = (
    *("copy", "union", "intersection", "difference", "symmetric_difference"),
    *("issubset", "issuperset", "isdisjoint", "__len__", "__iter__", "__contains__", "__eq__"),
)
METHODS_OF_CLASSES: Mapping[str, tuple[str, ...]] = {
    "str": (
        *("capitalize", "casefold", "center", "count", "encode", "endswith", "expandtabs", "find"),
        *("format", "index", "isalnum", "isalpha", "isascii", "isdecimal", "isdigit"),
        *("isidentifier", "islower", "isnumeric", "isprintable", "isspace", "istitle", "isupper"),
        *("join", "ljust", "lower", "lstrip", "partition", "removeprefix", "removesuffix"),
        *("replace", "rfind", "rindex", "rjust", "rpartition", "rsplit", "rstrip", "split"),
        *("splitlines", "startswith", "strip", "swapcase", "title", "translate", "upper"),
        *("zfill", "__len__"),
    ),
    "int": (
        *("bit_length", "__add__", "__sub__", "__mul__", "__floordiv__", "__mod__"),
        *("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__"),
    ),
    "float": ("is_integer",),
    "tuple": ("index", "count"),
    "list": (
        *("append", "extend", "insert", "pop", "remove", "clear", "index", "count", "reverse"),
        *("sort", "copy", *_ITEMS, *_PLACES, "__add__"),
    ),
    "dict": (
        *("get", "pop", "popitem", "setdefault", "keys", "values", "items", "update", "clear"),
        *("copy", *_ITEMS, *_PLACES),
    ),
    "set": (
        *("add", "discard", "remove", "pop", "clear", "update", "difference_update"),
        *("intersection_update", "symmetric_difference_update", "__init__", "__repr__", *_OF_SETS),
    ),
    "frozenset": _OF_SETS,
}
# Functions that raise what few programs have.
CODECS = frozenset(("codecs_encoded", "codecs_decoded"))
OPENING = frozenset(("open", "codecs_open"))
# And those that go with exceptions of modules.
RAISING: Mapping[frozenset[str], tuple[str, ...]] = {
    frozenset((DECIMAL, "decimal_from_float", "decimal_getcontext")): (
        "decimal.InvalidOperation",
        "decimal.DivisionByZero",
    ),
    frozenset(("json_loads", "json_load")): ("json.JSONDecodeError",),
    frozenset(
        f"statistics_{name}" for name in ("mean", "median", "median_low", "median_high", "mode")
    ): ("statistics.StatisticsError",),
}
ENVIRONMENT = ("os_environ", "os.environ")
# What only tells a number or a string, of the system or of its arguments.
_ANSWERS = ("system_", "os_path_", "os_getenv", "os_fspath", "time_now", "gettext_", "sys_intern")
_FUNCTIONS = frozenset(
    (
        *("len", "abs", "repr", "chr", "ord", "round", "format", "isinstance", "iter", "next"),
        *("divmod", "pow", "sum", "any", "all", "min", "max", "sorted", "reversed"),
        *("open", "exit", "quit", "bin", "oct", "hex"),
        *("enumerate", "zip", "map", "filter", "hash", "id", "print", "callable", "issubclass"),
    )
)
# Numbers by which a program asks the system for something.
_SYSTEM_NUMBERS = (
    *("SEEK_SET", "SEEK_CUR", "SEEK_END", "F_OK", "R_OK", "W_OK", "X_OK"),
    *("O_RDONLY", "O_WRONLY", "O_RDWR", "O_APPEND", "O_CREAT", "O_EXCL", "O_TRUNC"),
)
# What a name of another module means: a kind and a name of the library, or a plain value.
# What begins with "tuple" is a tuple of classes.
Meaning: TypeAlias = "tuple[str, str] | float | int | str"
_FOREIGN: dict[tuple[str, str], Meaning] = {
    ("collections", "deque"): ("type", "deque"),
    ("collections", "OrderedDict"): ("type", "collections_OrderedDict"),
    ("collections", "defaultdict"): ("type", "defaultdict"),
    ("collections", "Counter"): ("type", "collections_Counter"),
    ("threading", "Lock"): ("type", "threading_Lock"),
    ("threading", "RLock"): ("type", "threading_RLock"),
    ("threading", "Condition"): ("type", "threading_Condition"),
    ("threading", "Event"): ("type", "threading_Event"),
    ("math", "inf"): math.inf,
    ("math", "pi"): math.pi,
    ("math", "e"): math.e,
    ("math", "tau"): math.tau,
    ("math", "nan"): math.nan,
    ("sys", "maxsize"): sys.maxsize,
    ("sys", "maxunicode"): sys.maxunicode,
    ("datetime", "MINYEAR"): 1,
    ("datetime", "MAXYEAR"): 9999,
    ("sys.float_info", "max"): sys.float_info.max,
    ("sys.float_info", "min"): sys.float_info.min,
    ("sys.float_info", "epsilon"): sys.float_info.epsilon,
    ("string", "ascii_letters"): string.ascii_letters,
    ("string", "ascii_lowercase"): string.ascii_lowercase,
    ("string", "ascii_uppercase"): string.ascii_uppercase,
    ("string", "digits"): string.digits,
    ("string", "hexdigits"): string.hexdigits,
    ("string", "octdigits"): string.octdigits,
    ("string", "printable"): string.printable,
    ("string", "punctuation"): string.punctuation,
    ("string", "whitespace"): string.whitespace,
    ("itertools", "count"): ("type", "itertools_count"),
    ("itertools", "repeat"): ("type", "itertools_repeat"),
    ("itertools", "cycle"): ("type", "itertools_cycle"),
    ("operator", "itemgetter"): ("type", "operator_itemgetter"),
    ("functools", "partial"): ("type", "functools_partial"),
    ("queue", "Queue"): ("type", "queue_Queue"),
    ("queue", "LifoQueue"): ("type", "queue_LifoQueue"),
    ("queue", "PriorityQueue"): ("type", "queue_PriorityQueue"),
    ("asyncio", "Lock"): ("type", "asyncio_Lock"),
    ("datetime", "datetime"): ("type", "datetime_datetime"),
    ("datetime", "date"): ("type", "datetime_date"),
    ("datetime", "time"): ("type", "datetime_time"),
    ("datetime", "timedelta"): ("type", "datetime_timedelta"),
    ("datetime", "timezone"): ("type", "datetime_timezone"),
    ("datetime.timezone", "utc"): ("datetime_timezone", "datetime.timezone.utc"),
    ("datetime", "UTC"): ("datetime_timezone", "datetime.timezone.utc"),
    ("decimal", "Decimal"): ("type", DECIMAL),
    ("decimal", "DecimalTuple"): ("type", "decimal_DecimalTuple"),
    ("decimal", "Context"): ("type", "decimal_Context"),
    ("json", "JSONDecodeError"): ("type", "json.JSONDecodeError"),
    ("json.decoder", "JSONDecodeError"): ("type", "json.JSONDecodeError"),
    ("statistics", "StatisticsError"): ("type", "statistics.StatisticsError"),
    ("types", "MappingProxyType"): ("type", "types_MappingProxyType"),
    ("decimal", "InvalidOperation"): ("type", "decimal.InvalidOperation"),
    ("decimal", "DivisionByZero"): ("type", "decimal.DivisionByZero"),
    ("pathlib", "Path"): ("type", "pathlib_Path"),
    ("io", "open"): ("function", f"{LIBRARY_OWNER}.open"),
    ("types", "GeneratorType"): ("type", "generator"),
    ("random", "Random"): ("type", "random_Random"),
    ("random", "SystemRandom"): ("type", "random_Random"),
    ("contextlib", "suppress"): ("type", "contextlib_suppress"),
    ("contextlib", "nullcontext"): ("type", "contextlib_nullcontext"),
    ("contextlib", "closing"): ("type", "contextlib_closing"),
    ("collections", "ChainMap"): ("type", "collections_ChainMap"),
    ("io", "StringIO"): ("type", "io_StringIO"),
    ("_io", "StringIO"): ("type", "io_StringIO"),
    ("_thread", "allocate_lock"): ("type", "threading_Lock"),
    ("_thread", "RLock"): ("type", "threading_RLock"),
    ("xml.etree.ElementTree", "Element"): ("type", "xml_Element"),
    ("re", "Pattern"): ("type", "re_Pattern"),
    ("re", "Match"): ("type", "re_Match"),
    ("os", "environ"): ENVIRONMENT,
    ("os", "sep"): os.sep,
    ("os", "linesep"): os.linesep,
    ("os", "pathsep"): os.pathsep,
    ("os", "curdir"): os.curdir,
    ("os", "pardir"): os.pardir,
    ("os", "extsep"): os.extsep,
    ("os.path", "sep"): os.sep,
    ("os", "name"): os.name,
    ("sys", "platform"): sys.platform,
    ("sys", "byteorder"): sys.byteorder,
    ("six", "string_types"): ("tuple", "str"),
    ("six", "integer_types"): ("tuple", "int"),
    ("six", "text_type"): ("type", "str"),
    ("six", "binary_type"): ("type", "bytes"),
    ("logging", "NOTSET"): 0,
    ("logging", "WARN"): 30,
    ("logging", "FATAL"): 50,
    ("logging", "DEBUG"): 10,
    ("logging", "INFO"): 20,
    ("logging", "WARNING"): 30,
    ("logging", "ERROR"): 40,
    ("logging", "CRITICAL"): 50,
}
for _stream in ("stdin", "stdout", "stderr"):
    _FOREIGN["sys", _stream] = _FOREIGN["sys", f"__{_stream}__"] = ("sys_stream", f"sys.{_stream}")
for _flag in ("IGNORECASE", "MULTILINE", "DOTALL", "VERBOSE", "ASCII", "UNICODE"):
    _FOREIGN["re", _flag] = _FOREIGN["re", _flag[0] if _flag != "DOTALL" else "S"] = int(
        re.RegexFlag[_flag]
    )
_FOREIGN["re", "X"] = _FOREIGN["re", "VERBOSE"]
for _name in _SYSTEM_NUMBERS:
    if hasattr(os, _name):
        _FOREIGN["os", _name] = int(getattr(os, _name))
for _name in filter(str.isupper, dir(errno)):
    _FOREIGN["errno", _name] = int(getattr(errno, _name))
for _rounding in ("CEILING", "DOWN", "FLOOR", "HALF_DOWN", "HALF_EVEN", "HALF_UP", "UP", "05UP"):
    _FOREIGN["decimal", f"ROUND_{_rounding}"] = f"ROUND_{_rounding}"
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
    "dataclasses": "replace asdict astuple",
    "itertools": "chain islice takewhile dropwhile filterfalse starmap accumulate pairwise "
    "compress zip_longest product permutations combinations",
    "operator": "add sub mul truediv floordiv mod pow and_ or_ xor lshift rshift neg pos invert "
    "not_ truth eq ne lt le gt ge is_ is_not contains getitem setitem delitem index "
    "iadd isub imul itruediv ifloordiv imod ipow iand ior ixor ilshift irshift",
    "math": "floor ceil trunc sqrt fabs exp log log2 log10 sin cos tan atan atan2 hypot pow "
    "degrees radians isclose isnan isinf isfinite gcd lcm factorial isqrt comb prod "
    "asin acos sinh cosh tanh asinh acosh atanh expm1 log1p exp2 cbrt erf erfc gamma lgamma "
    "fmod copysign",
    "copy": "deepcopy",
    "typing": "cast",
    "random": "random uniform randint randrange getrandbits choice shuffle sample choices "
    "triangular expovariate gammavariate normalvariate gauss lognormvariate weibullvariate "
    "paretovariate",
    "uuid": "uuid4",
    "secrets": "token_hex",
    "hashlib": "md5 sha1 sha224 sha256 sha384 sha512",
    "time": "sleep",
    "os": "fspath getenv",
    "os.path": "join basename dirname split splitext isabs normpath normcase abspath",
    "shutil": "get_terminal_size",
    "traceback": "print_exc print_stack",
    "gettext": "gettext ngettext translation",
    "sys": "exit intern",
    "re": "compile escape match search fullmatch sub split",
    "codecs": "charmap_build open",
    "six": "iteritems iterkeys itervalues",
    "textwrap": "wrap fill dedent",
    "decimal": "getcontext",
    "json": "dumps dump loads load",
    "statistics": "mean median median_low median_high mode multimode",
}.items():
    for _name in _names.split():
        _FOREIGN[_module, _name] = (
            "function",
            f"{LIBRARY_OWNER}.{_module.replace('.', '_')}_{_name}",
        )
# Names that mean one and the same function here.
for _function, _names in {
    "time_now": "time.time time.monotonic time.perf_counter time.process_time",
    "time_now_ns": "time.time_ns time.monotonic_ns time.perf_counter_ns",
    "gettext_domain": "gettext.bindtextdomain gettext.textdomain",
    "pathlib_asked": "pathlib.Path.cwd pathlib.Path.home",
    "datetime_now": "datetime.datetime.now",
    "datetime_naive_now": "datetime.datetime.utcnow datetime.datetime.today",
    "datetime_today": "datetime.date.today",
    "datetime_strptime": "datetime.datetime.strptime",
    "datetime_fromisoformat": "datetime.datetime.fromisoformat",
    "datetime_fromtimestamp": "datetime.datetime.fromtimestamp",
    "datetime_combine": "datetime.datetime.combine",
    "date_fromisoformat": "datetime.date.fromisoformat",
    "date_fromordinal": "datetime.date.fromordinal",
    "decimal_from_float": "decimal.Decimal.from_float",
    "uuid_uuid4": "uuid.uuid1",
    "itertools_chain_from": "itertools.chain.from_iterable",
    "random_choice": "secrets.choice",
    "bisect_right": "bisect.bisect",
    "xml_SubElement": "xml.etree.ElementTree.SubElement",
    "xml_Comment": "xml.etree.ElementTree.Comment",
    "insort_right": "bisect.insort",
    "system_int": "os.getpid os.getppid os.getuid os.getgid os.geteuid os.getegid "
    "threading.get_ident threading.get_native_id threading.active_count _thread.get_ident "
    "sys.getrecursionlimit",
    "system_str": "os.getcwd platform.system platform.machine platform.node platform.release "
    "platform.version platform.processor platform.python_version sys.getdefaultencoding "
    "sys.getfilesystemencoding getpass.getuser socket.gethostname tempfile.gettempdir "
    "time.ctime traceback.format_exc",
    "os_path_of_system": "os.path.realpath os.path.expanduser os.path.expandvars",
    "os_path_asked": "os.path.exists os.path.isfile os.path.isdir os.path.islink os.path.lexists "
    "os.path.ismount",
    "is_coroutine": "asyncio.iscoroutine inspect.iscoroutine",
    "is_awaitable": "inspect.isawaitable",
    "asyncio_waits": "asyncio.sleep asyncio.gather asyncio.create_task asyncio.ensure_future "
    "asyncio.wait asyncio.wait_for asyncio.shield asyncio.to_thread asyncio.run "
    "asyncio.get_event_loop asyncio.get_running_loop asyncio.new_event_loop "
    "asyncio.current_task asyncio.all_tasks",
    "codecs_charmap_build": "_codecs.charmap_build",
    "codecs_encoded": " ".join(
        f"{module}.{name}_encode"
        for module in ("codecs", "_codecs")
        for name in ("charmap", "ascii", "latin_1", "utf_8", "utf_16", "utf_32", "utf_7")
    ),
    "codecs_decoded": " ".join(
        f"{module}.{name}_decode"
        for module in ("codecs", "_codecs")
        for name in ("charmap", "ascii", "latin_1")
    ),
    "nothing": "warnings.warn random.seed logging.debug logging.info logging.warning "
    "logging.error logging.critical logging.exception logging.log logging.basicConfig "
    "warnings.simplefilter warnings.filterwarnings gc.collect gc.enable gc.disable "
    "faulthandler.enable",
}.items():
    for _name in _names.split():
        _module, _, _last = _name.rpartition(".")
        _FOREIGN[_module, _last] = ("function", f"{LIBRARY_OWNER}.{_function}")

# Of other modules a few functions are known here, but their classes are read.
_KNOWN_MODULES = frozenset(
    (
        *(module for module, _ in _FOREIGN if module not in ("codecs", "xml.etree.ElementTree")),
        "abc",
        "enum",
        "dataclasses",
        "typing",
        "collections.abc",
    )
)


def library_class(name: str) -> str | None:
    """Give the class of the library that a built-in name means."""
    return name if name in BUILT_IN_CLASSES else None


def library_function(name: str) -> str | None:
    """Give the function of the library that a built-in name means."""
    return f"{LIBRARY_OWNER}.{name}" if name in _FUNCTIONS else None


def method_of_class(class_name: str, name: str) -> str | None:
    """Give the function of the library for a method that is read on a built-in class."""
    if name not in METHODS_OF_CLASSES.get(class_name, ()):
        return None
    return f"{LIBRARY_OWNER}.of_{class_name}_{name}"


def foreign_name(module: str, name: str) -> Meaning | None:
    """Give what a name of the standard library means: a kind and a name, or a plain value."""
    return _FOREIGN.get((module, name))


def is_answer(name: str) -> bool:
    """Say whether a function of the library only tells something: a number or a string."""
    return name.removeprefix(f"{LIBRARY_OWNER}.").startswith(_ANSWERS)


def is_known_module(name: str) -> bool:
    """Say whether names of a module of the standard library have a meaning here."""
    return name in _KNOWN_MODULES


def names_of_module(module: str) -> tuple[str, ...]:
    """Give the names of a module of the standard library that have a meaning here."""
    return tuple(name for known, name in _FOREIGN if known == module)
