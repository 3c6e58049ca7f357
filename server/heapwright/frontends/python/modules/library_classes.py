"""The classes that Python brings along, exceptions apart, and what holds for their objects.

Place: frontends/python/modules/. `lower` puts this into the program, where everybody else finds
it; the code of the classes is in `library/`. A class that is missing here counts as one of the
text: its objects and calls matter like those of the user.
"""

from __future__ import annotations

from collections.abc import Mapping

from heapwright.ir.core.operations import FOREIGN, FOREIGN_ERROR, LIBRARY, SHARED
from heapwright.ir.core.program import Brought, ByDigits, ByEntries, ByItems, ByNumber

# The class of decimal numbers: a client gives the coefficient and the exponent, and makes neither
# an infinity nor a NaN.
DECIMAL = "decimal_Decimal"
# The class of objects that are strings, too.
TEXT_OBJECT = "text_object"

_DAY = 86_400_000_000  # microseconds
_NEW_YEAR = 738_886  # of 2024, counted in days from the year 1
_CALENDAR: tuple[tuple[str, int | bool | None], ...] = (
    *(("_year", None), ("_month", 1), ("_day", 1), ("_known", True)),
)
# Dates, times and what lies between them.
DATES: Mapping[str, ByNumber] = {
    "datetime_date": ByNumber("_days", _NEW_YEAR, 1, 3_652_059, _CALENDAR),
    "datetime_datetime": ByNumber(
        *("_us", _NEW_YEAR * _DAY, _DAY, 3_652_060 * _DAY - 1),
        (*_CALENDAR, ("_days", None), ("tzinfo", None)),
    ),
    "datetime_timedelta": ByNumber("_us", 0, -999_999_999 * _DAY, 1_000_000_000 * _DAY - 1),
}
CONTAINERS = ("list", "dict", "set", "frozenset", "deque")
_OTHERS = (
    *("cell", "float", "generator_context", "int"),
    *("threading_Lock", "method", "object", "range", "slice", "str", "tuple"),
    *(LIBRARY, SHARED, "threading_RLock", "shared_lock", "threading_Condition"),
    *("threading_Event", "itertools_repeat", "itertools_cycle", "operator_itemgetter"),
    *("functools_partial", "contextlib_suppress", "contextlib_nullcontext", "logging_Logger"),
    *("contextlib_closing", "collections_ChainMap", "io_StringIO", "os_environ", "sys_stream"),
    *("re_Pattern", "re_Match", "xml_Element", "bytearray", "memoryview", "codecs_map"),
    *("random_Random", "property", TEXT_OBJECT, "datetime_timezone", "io_file", "codecs_file"),
    *("gettext_Translations", "coroutine", "async_context", "asyncio_Lock"),
    *("decimal_DecimalTuple", "decimal_Context", "_json_writer", "_json_reader", "hashlib_hash"),
    *("types_MappingProxyType", FOREIGN, FOREIGN_ERROR),
)
_GONE_THROUGH = ("generator", "object_iterator", "dict_view", "mapping_view")
_COPIED = (
    *("collections_OrderedDict", "collections_Counter", "itertools_count", "uuid_UUID"),
    *("pathlib_Path", "os_terminal_size"),
)
# A function of which nothing is known but what it gives.
GIVING_ONE_VALUE = "constant_function"
LIBRARY_CLASSES: Mapping[str, Brought] = {
    **dict.fromkeys(_OTHERS, Brought()),
    **dict.fromkeys(_COPIED, Brought(is_copied=True)),
    **dict.fromkeys(CONTAINERS, Brought(made=ByEntries(), is_copied=True)),
    **{name: Brought(made=made, is_value=True, is_copied=True) for name, made in DATES.items()},
    **dict.fromkeys(("bytes", "datetime_time"), Brought(is_value=True, is_copied=True)),
    **dict.fromkeys(_GONE_THROUGH, Brought(is_gone_through=True)),
    GIVING_ONE_VALUE: Brought(made=ByItems("tuple", "results")),
    "object_iterator": Brought(
        made=ByItems("list", "items", (("index", 0),)), is_gone_through=True
    ),
    "collections_Counter": Brought(made=ByItems("dict"), is_copied=True),
    "defaultdict": Brought(
        made=ByItems("dict", types=(("default_factory", "int"),)),
        is_copied=True,
        grows_when_asked=True,
    ),
    DECIMAL: Brought(
        made=ByDigits("_n", "_e", (("_negative", False), ("_loose", 0))),
        is_value=True,
        is_copied=True,
    ),
}
