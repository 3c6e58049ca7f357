"""What comes together while one function is lowered.

Place: frontends/python/lower/common/. `program.functions` makes a `Sheet`, the lowering of
expressions and statements writes on it, and it is thrown away afterwards: an accumulator behind a
pure face. Sites are numbered in the order in which instructions are made.

What has no meaning here ends the lowering of the whole function by a `Refusal`, which
`program.functions` catches: half a function would be worse than none.
"""

from __future__ import annotations

from collections.abc import Callable

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.table.class_table import FunctionInfo
from heapwright.frontends.python.table.resolve import Surroundings
from heapwright.frontends.python.types.known_types import Types
from heapwright.frontends.python.types.types import ValueType
from heapwright.ir.core import instructions as ir
from heapwright.ir.core.kind_words import words
from heapwright.ir.core.kinds import Kinds
from heapwright.ir.core.program import ClassDef
from heapwright.ir.core.types import Type
from heapwright.records import dataclass, field
from heapwright.text.span import Span


class Refusal(Exception):
    """A construct that is not supported; `what` completes "… is not explored: ".

    Caught by `program.functions`, never seen outside.
    """

    def __init__(self, what: str, span: Span) -> None:
        super().__init__(what)
        self.what = what
        self.span = span


def not_supported(kinds: Kinds, span: Span) -> Refusal:
    """Say that values of such kinds have no static type."""
    return Refusal(f"{words(kinds)} are not supported", span)


@dataclass(frozen=True, slots=True)
class Value:
    """An expression and the type of its value."""

    type: ValueType
    expr: ir.Expr


def no_value(sheet: Sheet, expr: tree.Expr) -> ir.Expr:
    """Stand in where no expression of any kind is lowered."""
    raise Refusal("such values are not supported", expr.span)


def no_block(sheet: Sheet, body: tree.Block) -> list[ir.Statement]:
    """Stand in where no statement of any kind is lowered."""
    raise Refusal("such statements are not supported", body[0].span)


@dataclass(slots=True)
class Sheet:
    """Sites and slots of one function so far."""

    types: Types
    around: Surroundings
    function: FunctionInfo | None
    slot_names: list[str]
    slots: dict[str, int]  # of variables by name
    guarded: frozenset[str] = frozenset()  # variables that may be read before they are assigned
    flags: dict[str, int] = field(default_factory=dict)  # slots that say whether they are
    sites: list[Span] = field(default_factory=list)
    # Slots of what is being handled, and of "was left by break" of the loops around.
    handled: list[int] = field(default_factory=list)
    breaks: list[int | None] = field(default_factory=list)
    constant_depth: int = 0
    # For code whose values may be of any kind, see `dynamic.functions`.
    cells: set[str] = field(default_factory=set)  # variables that nested functions see
    captured: dict[str, str] = field(default_factory=dict)  # those of functions around, by field
    closures: list[ClassDef] = field(default_factory=list)  # what nested functions became
    # Names of code that is not read, and of values that are not followed, with the reason.
    unread: dict[str, str] = field(default_factory=dict)
    result: Type | None = None  # what the function has to give
    is_library: bool = False
    is_generator: bool = False
    is_nested: bool = False  # in another function, whose header says what that one gives
    lower_value: Callable[[Sheet, tree.Expr], ir.Expr] = field(default=no_value)
    lower_block: Callable[[Sheet, tree.Block], list[ir.Statement]] = field(default=no_block)

    def site(self, span: Span) -> int:
        """Number an instruction."""
        self.sites.append(span)
        return len(self.sites) - 1

    def slot(self, name: str = "") -> int:
        """Number a local; an empty name is for one that the text does not have."""
        self.slot_names.append(name)
        return len(self.slot_names) - 1

    def local(self, slot: int, span: Span) -> ir.Local:
        """Read a slot."""
        return ir.Local(slot, self.site(span))

    @property
    def has_receiver(self) -> bool:
        """Whether slot 0 is an object that cannot be missing."""
        return self.function is not None and self.function.self_name in self.slots

    def class_below(self, lower: str, upper: str) -> bool:
        """Say whether one class is below another."""
        return self.types.table.is_below(lower, upper)
