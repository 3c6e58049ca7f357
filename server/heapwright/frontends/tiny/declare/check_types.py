"""What an expression of the tiny language can be while it is checked.

Place: frontends/tiny/declare/. These are the IR's types and the few states that a value can
have before it is known which of them it is. None of them reaches the IR.
"""

from __future__ import annotations

from typing import TypeAlias

from heapwright.frontends.tiny.declare import check_codes
from heapwright.ir.core.types import BoolType, IntType, RefType
from heapwright.records import dataclass


@dataclass(frozen=True, slots=True)
class NullType:
    """The type of `null`: fits every class."""


@dataclass(frozen=True, slots=True)
class NeverType:
    """The type of `throw`, which gives no value because it never comes back."""


@dataclass(frozen=True, slots=True)
class UnknownType:
    """The type of a mistake that is reported already; silences what follows from it."""


@dataclass(frozen=True, slots=True)
class NoValue:
    """Nothing to use. `why` is the message for whoever tries, `code` its code."""

    why: str
    code: str = check_codes.NO_VALUE


@dataclass(frozen=True, slots=True)
class OpenType:
    """A reference whose class follows from how it is used.

    `names` are symbols (`Y0`) and variables that started as null; `Inference` knows
    their classes. `known` is the class of what else the value can be: in
    `if c then Y0 else new Node` the names are ("Y0",) and `known` is Node.
    """

    names: tuple[str, ...]
    known: RefType | None = None


ValueType: TypeAlias = IntType | BoolType | RefType | NullType | NeverType | UnknownType | OpenType
CheckType: TypeAlias = ValueType | NoValue

NULL = NullType()
NEVER = NeverType()
UNKNOWN = UnknownType()


def is_silent(check_type: CheckType) -> bool:
    """Whether nothing may be said about a value, because it never is or was reported."""
    return isinstance(check_type, NeverType | UnknownType)


def is_reference(check_type: CheckType) -> bool:
    """Whether the value is null or an object."""
    return isinstance(check_type, RefType | NullType | OpenType)


def shown_type(check_type: CheckType) -> str:
    """Name a type for a message: `an int`, `a Node`, `null`."""
    match check_type:
        case IntType():
            return "an int"
        case BoolType():
            return "a bool"
        case RefType(class_name):
            return with_article(class_name)
        case OpenType(names):
            return " or ".join(f"`{name}`" for name in names if is_symbol(name)) or "an object"
        case NullType():
            return "null"
        case NoValue():
            return "nothing"
        case NeverType() | UnknownType():
            return "something"


def with_article(class_name: str) -> str:
    """Put `a` or `an` before a class name."""
    article = "an" if class_name[:1] in "AEIOUaeiou" else "a"
    return f"{article} `{class_name}`"


def is_symbol(name: str) -> bool:
    """Whether the name of an open type is a symbol of the program, as `Y0`."""
    return name.startswith("Y")
