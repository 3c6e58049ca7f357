"""What a function does: expressions that have a value, statements that act.

Place: ir/core/. Front ends make these; `paths` runs them, on symbols or on plain values.

Operands are evaluated from left to right, each exactly once. An expression may
act too (a call, an allocation, a `Do`), so nobody may drop, repeat or reorder one
without looking. Locals are numbered slots: slot 0 is the receiver where there is
one, then come the parameters, then the rest; their names are in the source map.

`site` numbers the instructions of one function. It says which place a branch, a
fault or a range belongs to, follows from the structure alone, and is not compared.
"""

from __future__ import annotations

from enum import Enum
from typing import TypeAlias

from heapwright.ir.core.types import Type
from heapwright.records import dataclass, field

NO_SITE = -1


class UnaryOperator(Enum):
    """Operators on one value."""

    NEGATE = "-"
    NOT = "not"


class BinaryOperator(Enum):
    """Operators on two values, both always evaluated.

    Division and remainder round down, as in Python: -7 // 2 = -4 and -7 % 2 = 1.
    EQUAL compares two ints or two Booleans, SAME compares the identity of references.
    """

    ADD = "+"
    SUBTRACT = "-"
    MULTIPLY = "*"
    DIVIDE = "//"
    REMAINDER = "%"
    LESS = "<"
    LESS_EQUAL = "<="
    EQUAL = "=="
    SAME = "is"


# --- Expressions -------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class IntConstant:
    """An int."""

    value: int
    site: int = field(default=NO_SITE, compare=False)


@dataclass(frozen=True, slots=True)
class BoolConstant:
    """A Boolean."""

    value: bool
    site: int = field(default=NO_SITE, compare=False)


@dataclass(frozen=True, slots=True)
class NullConstant:
    """The reference to no object."""

    site: int = field(default=NO_SITE, compare=False)


@dataclass(frozen=True, slots=True)
class Symbol:
    """An input of the whole program; the same name is the same value everywhere."""

    name: str
    type: Type
    site: int = field(default=NO_SITE, compare=False)


@dataclass(frozen=True, slots=True)
class Local:
    """The value of a slot."""

    slot: int
    site: int = field(default=NO_SITE, compare=False)


@dataclass(frozen=True, slots=True)
class GetField:
    """A field of an object; a null target is a fault."""

    target: Expr
    field_name: str
    site: int = field(default=NO_SITE, compare=False)


@dataclass(frozen=True, slots=True)
class New:
    """A fresh object whose fields have their default values; runs no constructor."""

    class_name: str
    site: int = field(default=NO_SITE, compare=False)


@dataclass(frozen=True, slots=True)
class Unary:
    """An operator on one value."""

    operator: UnaryOperator
    operand: Expr
    site: int = field(default=NO_SITE, compare=False)


@dataclass(frozen=True, slots=True)
class Binary:
    """An operator on two values; a zero divisor is a fault."""

    operator: BinaryOperator
    lhs: Expr
    rhs: Expr
    site: int = field(default=NO_SITE, compare=False)


@dataclass(frozen=True, slots=True)
class And:
    """`rhs` is evaluated only when `lhs` is true."""

    lhs: Expr
    rhs: Expr
    site: int = field(default=NO_SITE, compare=False)


@dataclass(frozen=True, slots=True)
class Or:
    """`rhs` is evaluated only when `lhs` is false."""

    lhs: Expr
    rhs: Expr
    site: int = field(default=NO_SITE, compare=False)


@dataclass(frozen=True, slots=True)
class Choose:
    """One of two values; only the chosen one is evaluated."""

    condition: Expr
    then_value: Expr
    else_value: Expr
    site: int = field(default=NO_SITE, compare=False)


@dataclass(frozen=True, slots=True)
class IsInstance:
    """Whether the object is of the class or of one below it; false for null."""

    operand: Expr
    class_name: str
    site: int = field(default=NO_SITE, compare=False)


@dataclass(frozen=True, slots=True)
class Invoke:
    """Call the method that the receiver's class finds; a null receiver is a fault.

    The receiver is evaluated first, then the arguments, then the receiver is tested.
    """

    receiver: Expr
    method: str
    arguments: tuple[Expr, ...]
    site: int = field(default=NO_SITE, compare=False)


@dataclass(frozen=True, slots=True)
class InvokeExact:
    """Call one known function: static, inherited by name, a spec, a constructor.

    For a function with a receiver the receiver is the first argument, and a null
    one is a fault.
    """

    function: str  # qualified name, see `program.Function.qualified_name`
    arguments: tuple[Expr, ...]
    site: int = field(default=NO_SITE, compare=False)


@dataclass(frozen=True, slots=True)
class TextConstant:
    """A string."""

    value: str
    site: int = field(default=NO_SITE, compare=False)


@dataclass(frozen=True, slots=True)
class FloatConstant:
    """A floating-point number; compared by its text, so that no two zeros or NaNs are mixed."""

    text: str
    site: int = field(default=NO_SITE, compare=False)


@dataclass(frozen=True, slots=True)
class NameConstant:
    """A class or function as a value; `kind` is "type", "function" or "constant"."""

    kind: str
    name: str
    site: int = field(default=NO_SITE, compare=False)


@dataclass(frozen=True, slots=True)
class Operate:
    """An operation of the language on values of any kind; what it does, the values decide.

    `name` is what an operation needs besides its operands: an attribute, a class, a number.
    See `operations` for all of them.
    """

    operation: str
    operands: tuple[Expr, ...]
    name: str = ""
    site: int = field(default=NO_SITE, compare=False)


@dataclass(frozen=True, slots=True)
class CallValue:
    """Call a value, or a method of it that is found by name when the call runs.

    `names` says for each argument how it is given: None by its place, a name by that
    name, `*` and `**` for all that it contains.
    """

    callee: Expr
    method: str | None
    arguments: tuple[Expr, ...]
    names: tuple[str | None, ...]
    site: int = field(default=NO_SITE, compare=False)


@dataclass(frozen=True, slots=True)
class Do:
    """Run statements, then give a value; sees and changes the same locals."""

    body: Body
    value: Expr
    site: int = field(default=NO_SITE, compare=False)


Expr: TypeAlias = (
    IntConstant
    | BoolConstant
    | NullConstant
    | Symbol
    | Local
    | GetField
    | New
    | Unary
    | Binary
    | And
    | Or
    | Choose
    | IsInstance
    | Invoke
    | InvokeExact
    | TextConstant
    | FloatConstant
    | NameConstant
    | Operate
    | CallValue
    | Do
)

# --- Statements --------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Assign:
    """Put a value into a slot."""

    slot: int
    value: Expr
    site: int = field(default=NO_SITE, compare=False)


@dataclass(frozen=True, slots=True)
class SetField:
    """Evaluate target, then value, then test the target, then write."""

    target: Expr
    field_name: str
    value: Expr
    site: int = field(default=NO_SITE, compare=False)


@dataclass(frozen=True, slots=True)
class Evaluate:
    """Evaluate and drop the value."""

    value: Expr
    site: int = field(default=NO_SITE, compare=False)


@dataclass(frozen=True, slots=True)
class If:
    """Run one of two bodies."""

    condition: Expr
    then_body: Body
    else_body: Body
    site: int = field(default=NO_SITE, compare=False)


@dataclass(frozen=True, slots=True)
class While:
    """Run the body as long as the condition is true."""

    condition: Expr
    body: Body
    site: int = field(default=NO_SITE, compare=False)


@dataclass(frozen=True, slots=True)
class ForEach:
    """Run the body for every item of a value that has items."""

    slot: int
    iterable: Expr
    body: Body
    site: int = field(default=NO_SITE, compare=False)


@dataclass(frozen=True, slots=True)
class Break:
    """Leave the innermost loop."""

    site: int = field(default=NO_SITE, compare=False)


@dataclass(frozen=True, slots=True)
class Continue:
    """Go on with the next round of the innermost loop."""

    site: int = field(default=NO_SITE, compare=False)


@dataclass(frozen=True, slots=True)
class Return:
    """Leave the function; `value` is None in a function without a result."""

    value: Expr | None
    site: int = field(default=NO_SITE, compare=False)


@dataclass(frozen=True, slots=True)
class Throw:
    """Throw an object; throwing null is the null fault itself."""

    value: Expr
    site: int = field(default=NO_SITE, compare=False)


@dataclass(frozen=True, slots=True)
class Handler:
    """Catches objects of these classes and of those below them; of any class if None."""

    catches: tuple[str, ...] | None
    slot: int | None  # receives the caught object
    body: Body


@dataclass(frozen=True, slots=True)
class Try:
    """Run `body`; the first handler that fits takes what it throws; `final` always runs."""

    body: Body
    handlers: tuple[Handler, ...]
    final: Body
    site: int = field(default=NO_SITE, compare=False)


Statement: TypeAlias = (
    Assign | SetField | Evaluate | If | While | ForEach | Break | Continue | Return | Throw | Try
)

Body: TypeAlias = tuple[Statement, ...]
