"""The static types that both languages share.

Place: ir/. Front ends give them, the engine reads them to choose variables,
arguments and default values.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class IntType:
    """Mathematical integers, without bounds."""


@dataclass(frozen=True, slots=True)
class BoolType:
    """`true` and `false`."""


@dataclass(frozen=True, slots=True)
class VoidType:
    """No value: the result of a function that only acts."""


@dataclass(frozen=True, slots=True)
class RefType:
    """Null, or an object of the class or of a class below it."""

    class_name: str


Type: TypeAlias = IntType | BoolType | VoidType | RefType

INT = IntType()
BOOL = BoolType()
VOID = VoidType()
