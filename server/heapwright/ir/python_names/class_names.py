"""How Python calls a class that the IR knows under another name.

Place: ir/python_names/. Both interpreters ask, for `type(x).__name__`. A class of the library has
the name of its module before its own; a second class of one name has a number behind it.
"""

from __future__ import annotations

import re

_NUMBER = re.compile(r" \(\d+\)$")
# Classes of the library that Python knows by the part behind the first "_".
_OF_MODULES = frozenset(
    (
        *("asyncio_Lock", "collections_ChainMap", "contextlib_closing", "contextlib_nullcontext"),
        *("contextlib_suppress", "datetime_date", "datetime_datetime", "datetime_time"),
        *("datetime_timedelta", "datetime_timezone", "decimal_Context", "decimal_Decimal"),
        *("decimal_DecimalTuple", "functools_partial", "io_StringIO", "itertools_count"),
        *("itertools_cycle", "itertools_repeat", "logging_Logger", "operator_itemgetter"),
        *("queue_LifoQueue", "queue_PriorityQueue", "queue_Queue", "random_Random", "re_Match"),
        *("re_Pattern", "uuid_UUID", "xml_Element", "collections_Counter"),
        *("collections_OrderedDict", "threading_Condition", "threading_Event"),
    )
)
# Classes of the library that stand for several of Python's.
_FOR_SEVERAL = frozenset(
    (
        *("async_context", "cell", "codecs_map", "constant", "dict_view", "foreign_error"),
        *("foreign_value", "function", "generator", "generator_context", "gettext_Translations"),
        *("hashlib_hash", "io_file", "mapping_view", "method", "object_iterator", "os_environ"),
        *("os_terminal_size", "pathlib_Path", "shared_lock", "sys_stream", "threading_Lock"),
        *("threading_RLock",),
        *("types_MappingProxyType", "codecs_file"),
    )
)
_MODULES_OF_EXCEPTIONS = ("decimal.", "json.", "statistics.")


def shown_name(class_name: str) -> str:
    """Give the name under which people know a class of the library; others keep theirs."""
    is_of_module = class_name in _OF_MODULES or class_name.startswith("threading_")
    return class_name.partition("_")[2] if is_of_module else class_name


def python_name(class_name: str) -> str | None:
    """Give the `__name__` of a class, None if it is not known."""
    whole = python_qualified_name(class_name)
    return None if whole is None else whole.rpartition(".")[2]


def python_qualified_name(class_name: str) -> str | None:
    """Give the `__qualname__` of a class, None if it is not known."""
    if class_name in _FOR_SEVERAL:
        return None
    if class_name in _OF_MODULES:
        return class_name.partition("_")[2]
    if class_name.startswith(_MODULES_OF_EXCEPTIONS):
        return class_name.partition(".")[2]
    name = _NUMBER.sub("", class_name)
    return name if all(part.isidentifier() for part in name.split(".")) else None
