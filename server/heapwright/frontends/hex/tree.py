"""The syntax tree of a HEX formula.

Place: frontends/hex/. `parse` makes it; the tiny `hex { … }` block and Python's
`@structure("…")` carry it. Spans count as in the tree that carries the formula.
Source: [HEX] Definitions 3.2 and 3.3; companion methods: section 3.4.
"""

from __future__ import annotations

from typing import TypeAlias

from heapwright.records import dataclass, field
from heapwright.text.span import Span

NOWHERE = Span(0, 0)

# --- Path expressions: regular expressions over reference names ---------------


@dataclass(frozen=True, slots=True)
class Start:
    """`this`, `root` or a parameter: where a path begins."""

    name: str
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Step:
    """`.field`."""

    field_name: str
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Sequence:
    """One part after the other; at least two parts."""

    parts: tuple[Path, ...]
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Choice:
    """`(a | b)`; at least two alternatives."""

    alternatives: tuple[Path, ...]
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Repeat:
    """`part*`, `part+` or `part?`."""

    part: Path
    operator: str  # "*", "+" or "?"
    span: Span = field(default=NOWHERE, compare=False)


Path: TypeAlias = Start | Step | Sequence | Choice | Repeat

# --- Formulas ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NotNull:
    """`path not null`."""

    path: Path
    companion: str | None = None
    span: Span = field(default=NOWHERE, compare=False)
    companion_span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class ExpandsTo:
    """`path expands to T`; the type is None for `expands to nothing`."""

    path: Path
    type_name: str | None
    companion: str | None = None
    span: Span = field(default=NOWHERE, compare=False)
    companion_span: Span = field(default=NOWHERE, compare=False)
    type_span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class AliasesNothing:
    """`path aliases nothing`."""

    path: Path
    companion: str | None = None
    span: Span = field(default=NOWHERE, compare=False)
    companion_span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class AliasesSome:
    """`path aliases some T`."""

    path: Path
    type_name: str
    companion: str | None = None
    span: Span = field(default=NOWHERE, compare=False)
    companion_span: Span = field(default=NOWHERE, compare=False)
    type_span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Aliases:
    """`path aliases target`, or with `is_max` the maximal paths of target only."""

    path: Path
    target: Path
    is_max: bool = False
    companion: str | None = None
    span: Span = field(default=NOWHERE, compare=False)
    companion_span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Not:
    """`! formula`."""

    operand: Formula
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class And:
    """`lhs && rhs`."""

    lhs: Formula
    rhs: Formula
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Or:
    """`lhs || rhs`."""

    lhs: Formula
    rhs: Formula
    span: Span = field(default=NOWHERE, compare=False)


Atom: TypeAlias = NotNull | ExpandsTo | AliasesNothing | AliasesSome | Aliases
Formula: TypeAlias = Atom | Not | And | Or
