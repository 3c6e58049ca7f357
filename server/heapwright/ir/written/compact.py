"""IR as lists of plain values, and back.

Place: ir/written/. `frontends.python.kept_library` keeps lowered functions in this form, because
reading them takes a fiftieth of lowering them again.

    Assign(3, Local(0))   ↔   [7, 3, [2, 0]]

A list starts with the number of its class in `CLASSES`, or with one of the negative marks below.
The numbers hold for one version of the sources only.
"""

from __future__ import annotations

from enum import Enum
from typing import Any, TypeAlias

from heapwright.ir.core import instructions, program, types
from heapwright.records import fields, is_dataclass

# What JSON can say.
Plain: TypeAlias = bool | int | str | list[Any] | None
# Any node, type or constant of the IR; the caller knows which.
Piece: TypeAlias = Any

CLASSES: tuple[type, ...] = tuple(
    value
    for module in (types, instructions, program)
    for value in vars(module).values()
    if isinstance(value, type) and value.__module__ == module.__name__
)
NUMBERS = {cls: number for number, cls in enumerate(CLASSES)}
TUPLE, FLOAT, MEMBER = -1, -2, -3


def compact(value: object) -> Plain:
    """Give a piece of IR as plain values; a KeyError if it holds something else."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return [FLOAT, value.hex()]
    if isinstance(value, tuple):
        return [TUPLE, *map(compact, value)]
    if isinstance(value, Enum):
        return [MEMBER, NUMBERS[type(value)], value.name]
    number = NUMBERS[type(value)]
    assert is_dataclass(value)
    return [number, *(compact(getattr(value, field.name)) for field in fields(value))]


def spread(plain: Plain) -> Piece:
    """Give the piece of IR that `compact` was given."""
    if not isinstance(plain, list):
        return plain
    mark = plain[0]
    if mark == FLOAT:
        return float.fromhex(plain[1])
    if mark == MEMBER:
        return getattr(CLASSES[plain[1]], plain[2])
    # Most parts are no lists: asking here saves two calls of three.
    parts = [spread(part) if type(part) is list else part for part in plain[1:]]
    return tuple(parts) if mark == TUPLE else CLASSES[mark](*parts)
