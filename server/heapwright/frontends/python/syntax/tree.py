"""The syntax tree of a Python file, as far as it matters here.

Place: frontends/python/syntax/. `parse` makes it from what tree-sitter gives; everything after
sees only this. Spans count code points from the start of the file. What we have no
meaning for is an `OtherExpr` or `OtherStatement` that says what it is, so the rest of
the function is still there to look at.
Long because: one small class per kind of node, all of one union.
"""

from __future__ import annotations

from typing import TypeAlias

from heapwright.records import dataclass
from heapwright.text.span import Span

# --- Expressions -------------------------------------------------------------


# What bytes are read as is called this, which no text can contain.
BYTES = "(bytes)"


@dataclass(frozen=True, slots=True)
class Name:
    """A variable, class, function or module by its name."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class IntLiteral:
    """An int."""

    value: int
    span: Span


@dataclass(frozen=True, slots=True)
class BoolLiteral:
    """`True` or `False`."""

    value: bool
    span: Span


@dataclass(frozen=True, slots=True)
class NoneLiteral:
    """`None`."""

    span: Span


@dataclass(frozen=True, slots=True)
class FloatLiteral:
    """A float, as Python writes it."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class FormatPiece:
    """`{value!r:spec}` in a string."""

    value: Expr
    conversion: str  # "", "r", "s" or "a"
    spec: tuple[str | FormatPiece, ...]


@dataclass(frozen=True, slots=True)
class StringLiteral:
    """A string; `text` is what stands between the quotes, `parts` what it interpolates.

    `pieces` are what the string is made of, with escapes resolved; None if Python has
    other ideas about them.
    """

    text: str
    parts: tuple[Expr, ...]
    span: Span
    pieces: tuple[str | FormatPiece, ...] | None = None


@dataclass(frozen=True, slots=True)
class Attribute:
    """`value.name`."""

    value: Expr
    name: str
    span: Span
    name_span: Span


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of a call; `name` is None for a positional one."""

    name: str | None
    value: Expr


@dataclass(frozen=True, slots=True)
class Call:
    """`function(arguments)`."""

    function: Expr
    arguments: tuple[Argument, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Subscript:
    """`value[index]` with one index."""

    value: Expr
    index: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class UnaryOperation:
    """`-x`, `+x`, `~x` or `not x`."""

    operator: str
    operand: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class BinaryOperation:
    """An arithmetic operator between two operands."""

    operator: str
    lhs: Expr
    rhs: Expr
    span: Span
    operator_span: Span


@dataclass(frozen=True, slots=True)
class BooleanOperation:
    """`and` or `or`."""

    operator: str
    lhs: Expr
    rhs: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Comparison:
    """`first < second <= third`: one operator between each two operands."""

    operands: tuple[Expr, ...]
    operators: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Conditional:
    """`then_value if condition else else_value`."""

    condition: Expr
    then_value: Expr
    else_value: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class TupleExpr:
    """Several expressions with commas between them; also a target of an assignment."""

    items: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class NamedExpr:
    """`name := value`."""

    name: Name
    value: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Display:
    """`[a, *b]` or `{a, b}`; `kind` is "list" or "set"."""

    kind: str
    items: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class DictDisplay:
    """`{key: value, **value}`; a key is None where all of a mapping is taken."""

    keys: tuple[Expr | None, ...]
    values: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class ForClause:
    """`for target in iterable if condition` of a comprehension."""

    target: Expr
    iterable: Expr
    conditions: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Comprehension:
    """`kind` is "list", "set", "dict" or "generator"; `value` only for a dict."""

    kind: str
    element: Expr
    value: Expr | None
    clauses: tuple[ForClause, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Lambda:
    """`lambda parameters: body`."""

    parameters: tuple[Parameter, ...]
    body: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class SliceExpr:
    """`start:stop:step` between brackets."""

    start: Expr | None
    stop: Expr | None
    step: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class Starred:
    """`*value`, or `**value` in a call."""

    value: Expr
    is_double: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Yield:
    """`yield value` or `yield from value`."""

    value: Expr | None
    is_from: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Member:
    """A member of an enumeration; no text is read as one, see `enums`."""

    class_name: str
    name: str
    span: Span


@dataclass(frozen=True, slots=True)
class OtherExpr:
    """Anything else; `what` names it in the plural, `parts` are the expressions inside."""

    what: str
    parts: tuple[Expr, ...]
    span: Span


Expr: TypeAlias = (
    Name
    | IntLiteral
    | BoolLiteral
    | NoneLiteral
    | StringLiteral
    | Attribute
    | Call
    | Subscript
    | UnaryOperation
    | BinaryOperation
    | BooleanOperation
    | Comparison
    | Conditional
    | TupleExpr
    | NamedExpr
    | FloatLiteral
    | Display
    | DictDisplay
    | Comprehension
    | Lambda
    | SliceExpr
    | Starred
    | Yield
    | Member
    | OtherExpr
)

# --- Statements --------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Assignment:
    """`target = target = value`; an annotation only with a single target."""

    targets: tuple[Expr, ...]
    annotation: Expr | None
    value: Expr | None  # None where there is only an annotation
    span: Span


@dataclass(frozen=True, slots=True)
class AugmentedAssignment:
    """`target += value`; the operator without its `=`."""

    target: Expr
    operator: str
    value: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class ExprStatement:
    """An expression for its effect."""

    value: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class If:
    """`elif` is an `If` alone in `else_body`."""

    condition: Expr
    then_body: Block
    else_body: Block
    span: Span


@dataclass(frozen=True, slots=True)
class While:
    """`else_body` runs unless the loop was left by `break`."""

    condition: Expr
    body: Block
    else_body: Block
    span: Span


@dataclass(frozen=True, slots=True)
class For:
    """`else_body` runs unless the loop was left by `break`."""

    target: Expr
    iterable: Expr
    body: Block
    else_body: Block
    span: Span


@dataclass(frozen=True, slots=True)
class Break:
    """`break`."""

    span: Span


@dataclass(frozen=True, slots=True)
class Continue:
    """`continue`."""

    span: Span


@dataclass(frozen=True, slots=True)
class Pass:
    """`pass`, or an ellipsis or a string standing alone."""

    span: Span


@dataclass(frozen=True, slots=True)
class Return:
    """`return`, with or without a value."""

    value: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class Raise:
    """`raise`, with or without a value."""

    value: Expr | None
    cause: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class ExceptClause:
    """`except classes as name`; `classes` is None where everything is caught."""

    classes: Expr | None
    name: Name | None
    body: Block
    span: Span


@dataclass(frozen=True, slots=True)
class Try:
    """`else_body` runs where `body` ended without an exception."""

    body: Block
    handlers: tuple[ExceptClause, ...]
    else_body: Block
    final_body: Block
    span: Span


@dataclass(frozen=True, slots=True)
class WithItem:
    """`value as target`."""

    value: Expr
    target: Expr | None


@dataclass(frozen=True, slots=True)
class With:
    """`with items: body`."""

    items: tuple[WithItem, ...]
    body: Block
    span: Span


@dataclass(frozen=True, slots=True)
class Delete:
    """`del targets`."""

    targets: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Nonlocal:
    """`nonlocal names`."""

    names: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern of `match`.

    `kind` is "value" (equal to `value`), "capture" (any, kept under `name`), "any", "or",
    "sequence", "mapping", "class", "star" (the rest of a sequence) or "rest" (of a mapping).
    """

    kind: str
    span: Span
    value: Expr | None = None  # what to compare with, or the class
    name: str | None = None  # what it is kept under
    parts: tuple[Pattern, ...] = ()
    keys: tuple[Expr | str | None, ...] = ()  # of a mapping, or of a class's attributes


@dataclass(frozen=True, slots=True)
class Case:
    """One `case` of a `match`."""

    pattern: Pattern
    guard: Expr | None
    body: Block


@dataclass(frozen=True, slots=True)
class Match:
    """`match subject`."""

    subject: Expr
    cases: tuple[Case, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Assert:
    """`assert condition, message`."""

    condition: Expr
    message: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class ImportedName:
    """`name as alias`."""

    name: str
    alias: str
    span: Span

    @property
    def bound(self) -> str:
        """The name that gets a meaning: `a` by `import a.b`."""
        return self.alias.partition(".")[0]


@dataclass(frozen=True, slots=True)
class Import:
    """`from module import names`; a plain `import` has no names of its own.

    `level` counts the dots of a relative import.
    """

    module: str
    level: int
    names: tuple[ImportedName, ...]
    is_from: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter; `kind` is "plain", "positional", "keyword", "*" or "**"."""

    name: Name
    annotation: Expr | None
    default: Expr | None
    kind: str
    span: Span


@dataclass(frozen=True, slots=True)
class Mark:
    """What a comment `# heapwright: …` says."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class FunctionDef:
    """A function or method; `header` reaches from its first decorator to the colon."""

    name: Name
    parameters: tuple[Parameter, ...]
    result: Expr | None
    body: Block
    decorators: tuple[Expr, ...]
    marks: tuple[Mark, ...]
    is_async: bool
    is_generator: bool
    is_broken: bool  # the parser had to skip or invent something in it
    span: Span


@dataclass(frozen=True, slots=True)
class ClassDef:
    """A class; `keywords` are named arguments such as `metaclass=…`."""

    name: Name
    bases: tuple[Expr, ...]
    keywords: tuple[Argument, ...]
    body: Block
    decorators: tuple[Expr, ...]
    marks: tuple[Mark, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class OtherStatement:
    """Anything else; `what` names it in the plural, `body` is what stands inside."""

    what: str
    parts: tuple[Expr, ...]
    body: Block
    span: Span


Statement: TypeAlias = (
    Assignment
    | AugmentedAssignment
    | ExprStatement
    | If
    | While
    | For
    | Break
    | Continue
    | Pass
    | Return
    | Raise
    | Try
    | With
    | Delete
    | Nonlocal
    | Match
    | Assert
    | Import
    | FunctionDef
    | ClassDef
    | OtherStatement
)

Block: TypeAlias = tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Module:
    """A whole file; `marks` are those that stand at no declaration."""

    body: Block
    marks: tuple[Mark, ...]
    span: Span
