"""The syntax tree of a tiny file.

Place: frontends/tiny/syntax/. `parse` makes it, `print`, `check` and `lower` read it.
A span counts from the start of the declaration (or class member) that the node
belongs to, never from the start of the file: a declaration that an edit only
moved stays the same object, and `Placed` around it says where it lies now.
Spans are not compared: two trees are equal when they mean the same text.
Source: [POSE] Figure 6 is the core; `docs/languages.md` lists what we add.
"""

from __future__ import annotations

from typing import Generic, TypeAlias, TypeVar

from heapwright.frontends.hex.tree import Formula
from heapwright.records import dataclass, field
from heapwright.text.span import Span

NodeT_co = TypeVar("NodeT_co", covariant=True)

NOWHERE = Span(0, 0)

# Deeper trees are refused by the parser with a problem, so that everything
# after it may walk a tree by plain recursion.
MAX_DEPTH = 1_000


@dataclass(frozen=True, slots=True)
class Placed(Generic[NodeT_co]):
    """A node with the offset that its spans count from, which is not compared either."""

    offset: int = field(compare=False)
    node: NodeT_co


@dataclass(frozen=True, slots=True)
class Name:
    """An identifier as written; empty text where the parser had to invent one."""

    text: str
    span: Span = field(default=NOWHERE, compare=False)


# --- Expressions -------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class IntLiteral:
    """`42`. A minus sign is a `Unary` around it."""

    value: int
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class BoolLiteral:
    """`true` or `false`."""

    value: bool
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class NullLiteral:
    """`null`."""

    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class This:
    """`this`."""

    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable, or the class before the dot of a static call."""

    name: Name
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Symbol:
    """`X0` (a symbolic int) or `Y0` (a symbolic reference)."""

    text: str
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Marker:
    """`@ name`: marks a point in the program; its value is false."""

    name: Name
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class New:
    """`new C`."""

    class_name: Name
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class FieldAccess:
    """`target.field`."""

    target: Expr
    field_name: Name
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class FieldAssign:
    """`target.field := value`; its value is what was assigned."""

    target: Expr
    field_name: Name
    value: Expr
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class VariableAssign:
    """`name := value`; in a `test` block the first one declares the variable."""

    name: Name
    value: Expr
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Let:
    """`let name := value in body`."""

    name: Name
    value: Expr
    body: Expr
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class If:
    """`if condition then then_branch else else_branch`; without `else` it has no value."""

    condition: Expr
    then_branch: Expr
    else_branch: Expr | None
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Binary:
    """`lhs operator rhs`; `==` is stored as `=`."""

    operator: str  # one of BINARY_OPERATORS
    lhs: Expr
    rhs: Expr
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Unary:
    """`- operand` or `~ operand`; `!` is stored as `~`."""

    operator: str  # "-" or "~"
    operand: Expr
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class InstanceOf:
    """`target instanceof C`."""

    target: Expr
    class_name: Name
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Call:
    """`target.method(arguments)`, or the core's `target.method[argument]`."""

    target: Expr
    method: Name
    arguments: tuple[Expr, ...]
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class SpecCall:
    """`name(arguments)`: asks a spec, inside specs and `test` blocks."""

    name: Name
    arguments: tuple[Expr, ...]
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Block:
    """`{ e; e; e }`; its value is that of the last; never empty but after a mistake."""

    body: tuple[Expr, ...]
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class While:
    """`while condition do body`; it has no value."""

    condition: Expr
    body: Expr
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Throw:
    """`throw` or `throw value`."""

    value: Expr | None
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Try:
    """`try body catch handler`: the handler's value when the body throws or fails."""

    body: Expr
    handler: Expr
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Assert:
    """`assert condition`: throws when the condition is false."""

    condition: Expr
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Missing:
    """Where an expression should stand; the parser has reported it."""

    span: Span = field(default=NOWHERE, compare=False)


Expr: TypeAlias = (
    IntLiteral
    | BoolLiteral
    | NullLiteral
    | This
    | Variable
    | Symbol
    | Marker
    | New
    | FieldAccess
    | FieldAssign
    | VariableAssign
    | Let
    | If
    | Binary
    | Unary
    | InstanceOf
    | Call
    | SpecCall
    | Block
    | While
    | Throw
    | Try
    | Assert
    | Missing
)

# Loosest first; operators on one line bind equally and group to the left.
# `instanceof` stands between the comparisons and `+`.
BINARY_PRECEDENCE: tuple[tuple[str, ...], ...] = (
    ("||",),
    ("&&",),
    ("=", "!="),
    ("<", "<=", ">", ">="),
    ("instanceof",),
    ("+", "-"),
    ("*", "/", "%"),
)

# --- Declarations ------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Parameter:
    """`Type name`."""

    type_name: Name
    name: Name
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class FieldDecl:
    """`private Type name;`."""

    type_name: Name
    name: Name
    is_private: bool
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class MethodDecl:
    """`private static Type name(parameters) := body;`."""

    result: Name
    name: Name
    parameters: tuple[Parameter, ...]
    body: Expr
    is_private: bool
    is_static: bool
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class PrivateNew:
    """`private new;`: only the class itself may construct."""

    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class InvariantDecl:
    """`invariant name() := body;`."""

    name: Name
    body: Expr
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class HexDecl:
    """`hex { formula; formula; }`."""

    formulas: tuple[Formula, ...]
    span: Span = field(default=NOWHERE, compare=False)


Member: TypeAlias = FieldDecl | MethodDecl | PrivateNew | InvariantDecl | HexDecl


@dataclass(frozen=True, slots=True)
class ClassDecl:
    """`class name extends parent { members }`; member offsets count from the class."""

    name: Name
    parent: Name | None
    members: tuple[Placed[Member], ...]
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class SpecDecl:
    """`spec name(parameters) := body;`."""

    name: Name
    parameters: tuple[Parameter, ...]
    body: Expr
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class ScopeDecl:
    """`scope target <= bound;`, where the target is a class or `calls`."""

    target: Name
    bound: IntLiteral
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class IncludeDecl:
    """`include FILE` or `include "FILE";`."""

    path: Name
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class TestDecl:
    """`test name { … }`: statements and asserts that `heapwright test` runs."""

    name: Name
    body: Block
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class MainDecl:
    """The expression after the classes."""

    body: Expr
    span: Span = field(default=NOWHERE, compare=False)


Declaration: TypeAlias = ClassDecl | SpecDecl | ScopeDecl | IncludeDecl | TestDecl | MainDecl


@dataclass(frozen=True, slots=True)
class File:
    """The declarations of one file in the order they stand there."""

    declarations: tuple[Placed[Declaration], ...]
