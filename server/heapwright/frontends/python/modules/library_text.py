"""The text of the library: what the files of `library/` say together, and methods read on classes.

Place: frontends/python/modules/. `lower` lowers it, `below_containers` looks up which methods the
classes have.

`str.lower` is a function that takes the string first. What is given must be of the class, as
Python has it; a class below it does not say what happens then, whatever it says about its objects.
There is one such function for each of `METHODS_OF_CLASSES`, all alike, so they are written here.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from heapwright.frontends.python.modules.library_names import METHODS_OF_CLASSES

FOLDER = Path(__file__).resolve().parent.parent / "library"
FILES = (
    "sequences",
    "dicts",
    "sets",
    "collections",
    "values",
    "builtins",
    "algorithms",
    "modules",
    "math",
    "inputs",
    "system",
    "small_classes",
    "bytes",
    "random_objects",
    "coroutines",
    "elements",
    "text_objects",
    "timedeltas",
    "datetimes",
    "files",
    "foreign",
    "decimals",
    "decimal_steps",
    "json",
    "small_modules",
)
_RECEIVERS = """
def _of_str(value):
    if not isinstance(value, str):
        raise TypeError
    return text_inside(value)


def _of_tuple(value):
    if not isinstance(value, tuple):
        raise TypeError
    if _hw_type(value) is not tuple:
        _hw_stop("a method of `tuple` on an object that is one, too")
    return value


def _of_int(value):
    if not isinstance(value, int):
        raise TypeError
    return value


def _of_float(value):
    if not isinstance(value, float):
        raise TypeError
    return value
"""
_OF_CONTAINER = """
def of_{owner}_{name}(self, /, *given, **named):
    if not isinstance(self, {owner}):
        raise TypeError
    return {owner}.{name}(self, *given, **named)
"""
_OF_VALUE = """
def of_{owner}_{name}(self, /, *given, **named):
    return _of_{owner}(self).{name}(*given, **named)
"""
_OF_OPERATOR = """
def of_{owner}_{name}(self, other, /):
    _of_{owner}(self)
    return self {sign} other if isinstance(other, {owner}) else NotImplemented
"""
_LENGTH = """
def of_str___len__(self, /):
    return len(_of_str(self))
"""
_SIGNS = {
    "__add__": "+",
    "__sub__": "-",
    "__mul__": "*",
    "__floordiv__": "//",
    "__mod__": "%",
    "__eq__": "==",
    "__ne__": "!=",
    "__lt__": "<",
    "__le__": "<=",
    "__gt__": ">",
    "__ge__": ">=",
}


def _class_method(owner: str, name: str) -> str:
    if owner == "str" and name == "__len__":
        return _LENGTH
    if owner == "int" and name in _SIGNS:
        return _OF_OPERATOR.format(owner=owner, name=name, sign=_SIGNS[name])
    is_value = owner in ("str", "tuple", "int", "float")
    return (_OF_VALUE if is_value else _OF_CONTAINER).format(owner=owner, name=name)


@lru_cache(maxsize=1)
def library_text() -> str:
    """Give the whole text; read once per process."""
    files = [(FOLDER / f"{name}.py").read_text(encoding="utf-8") for name in FILES]
    methods = [
        _class_method(owner, name) for owner, names in METHODS_OF_CLASSES.items() for name in names
    ]
    return "\n".join((*files, _RECEIVERS, *methods))
