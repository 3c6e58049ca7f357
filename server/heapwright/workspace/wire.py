"""Frozen values as JSON and back, for messages between our own processes.

Place: workspace/. Server and workers send dataclasses to each other in this form. Their
type hints say how to read them; nothing else is believed, and nothing is unpickled.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from enum import Enum
from functools import cache
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from heapwright.records import fields, is_dataclass

Value = TypeVar("Value")


class NotReadable(ValueError):
    """The data is not of the form that the type says."""


def written(value: object) -> Any:  # noqa: ANN401 - JSON
    """Give a value as JSON: dataclasses as objects, tuples as lists, enums by value."""
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value):
        return {name: written(getattr(value, name)) for name, _ in _hints(cast(Any, type(value)))}
    if isinstance(value, Mapping):
        return {str(key): written(inner) for key, inner in value.items()}
    if isinstance(value, tuple | list):
        return [written(inner) for inner in value]
    return value


def read(kind: type[Value], data: object) -> Value:
    """Read a dataclass back; raises `NotReadable` if the data does not fit."""
    return cast(Value, _reader(cast(Any, kind))(data))


@cache
def _reader(kind: Any) -> Callable[[Any], Any]:  # noqa: ANN401 - a type hint
    origin, arguments = get_origin(kind), get_args(kind)
    if is_dataclass(kind):
        return _dataclass_reader(cast(type, kind))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind
    if origin in (Union, types.UnionType):
        (inner,) = [one for one in arguments if one is not type(None)]
        read_inner = _reader(inner)
        return lambda data: None if data is None else read_inner(data)
    if origin is tuple:
        return _tuple_reader(arguments)
    if origin is not None and issubclass(origin, Mapping):
        read_value = _reader(arguments[1])
        return lambda data: {key: read_value(value) for key, value in _is(data, dict).items()}
    if kind is float:
        return lambda data: float(_is(data, (int, float)))
    return lambda data: _is(data, kind)


def _dataclass_reader(kind: type) -> Callable[[Any], Any]:
    hints = _hints(kind)

    def read_fields(data: Any) -> Any:  # noqa: ANN401
        found = _is(data, dict)
        if found.keys() - {name for name, _ in hints}:
            raise NotReadable(f"{kind.__name__} has no such fields: {sorted(found)}")
        try:
            return kind(**{name: _reader(hint)(found[name]) for name, hint in hints})
        except KeyError as error:
            raise NotReadable(f"{kind.__name__} needs {error}") from error

    return read_fields


def _tuple_reader(arguments: tuple[Any, ...]) -> Callable[[Any], Any]:
    if len(arguments) == 2 and arguments[1] is Ellipsis:
        read_one = _reader(arguments[0])
        return lambda data: tuple(read_one(one) for one in _is(data, list))
    readers = [_reader(one) for one in arguments]

    def read_all(data: Any) -> Any:  # noqa: ANN401
        found = _is(data, list)
        if len(found) != len(readers):
            raise NotReadable(f"{len(readers)} values were wanted, not {len(found)}")
        return tuple(read_one(one) for read_one, one in zip(readers, found, strict=True))

    return read_all


@cache
def _hints(kind: type) -> tuple[tuple[str, Any], ...]:
    hints = get_type_hints(kind)
    return tuple((field.name, hints[field.name]) for field in fields(kind))


def _is(data: Any, kind: Any) -> Any:  # noqa: ANN401
    if not isinstance(data, kind):
        raise NotReadable(f"{kind} was wanted, not {type(data).__name__}")
    return data
