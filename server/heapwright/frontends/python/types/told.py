"""What evidence of kinds is: all that the text of one body tells of values.

Place: frontends/python/types/. `evidence` makes it; `infer` weighs it, source by source, and
`object_uses` and `argument_types` ask whether calls give all that is wanted. Records only.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from typing import ClassVar, TypeAlias

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.table import class_table
from heapwright.ir.core.kinds import Kinds, Mark, ValueKind
from heapwright.records import dataclass

QUESTIONS = (class_table.FunctionKind.SPEC, class_table.FunctionKind.INVARIANT)
# Of what clients make nothing: of other kinds than those that are given nothing is proved.
ASKED = Kinds((Mark.ASKED,))


class Source(Enum):
    """Where evidence comes from; `infer` says what weighs more than what."""

    ANNOTATION = auto()
    DEFAULT = auto()  # the value of a parameter, or of a class, that nothing else is given
    FLOW = auto()
    NAMESAKE = auto()  # a parameter of the same name, elsewhere in the class
    COMPARISON = auto()
    TYPE_TEST = auto()
    USE = auto()


# --- Declarations and flow ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Annotated:
    """A variable or attribute for which a body says what it holds: `self.next: Node = None`."""

    source: ClassVar[Source] = Source.ANNOTATION
    target: tree.Expr
    annotation: tree.Expr


@dataclass(frozen=True, slots=True)
class Default:
    """A value that a parameter has unless a call gives another."""

    source: ClassVar[Source] = Source.DEFAULT
    parameter: str
    value: tree.Expr


@dataclass(frozen=True, slots=True)
class Flow:
    """A value that goes somewhere: into variables and attributes, or nowhere, with no target.

    Of some values only the kinds are known: of what a `with` gives, or what a handler catches.
    """

    source: ClassVar[Source] = Source.FLOW
    targets: tuple[tree.Expr, ...]
    value: tree.Expr | Kinds


@dataclass(frozen=True, slots=True)
class EntryFlow:
    """A variable that a loop gives the entries of something to."""

    source: ClassVar[Source] = Source.FLOW
    target: tree.Expr
    iterable: tree.Expr


@dataclass(frozen=True, slots=True)
class ResultFlow:
    """A value that a function returns."""

    source: ClassVar[Source] = Source.FLOW
    value: tree.Expr


@dataclass(frozen=True, slots=True)
class NamedFlow:
    """A value that goes into an attribute whose name is a value: `x.__dict__[name] = v`."""

    source: ClassVar[Source] = Source.FLOW
    receiver: tree.Expr
    name: tree.Expr | None
    value: tree.Expr | None


@dataclass(frozen=True, slots=True)
class Deleted:
    """An attribute that is deleted: a class may have a value for it."""

    source: ClassVar[Source] = Source.FLOW
    name: str


@dataclass(frozen=True, slots=True)
class Nested:
    """A function or class inside of a function: its variables are not followed."""

    source: ClassVar[Source] = Source.FLOW
    body: tree.Block


AnyFlow: TypeAlias = Default | Flow | EntryFlow | ResultFlow | NamedFlow | Deleted | Nested


# --- Tests, comparisons and uses -----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TypeTest:
    """A value that is asked whether it is of some kinds; no subject stands for an entry.

    `is_whole` says that clients can make whatever is named, `is_refused` that any other value
    only leads to an exception.
    """

    source: ClassVar[Source] = Source.TYPE_TEST
    subject: tree.Expr | None
    kinds: Kinds
    is_whole: bool = True
    is_refused: bool = False
    has_all: bool = False  # every value is of what is named
    is_key: bool = False  # and no entry


@dataclass(frozen=True, slots=True)
class Compared:
    """Something, and what it is compared with; no subject stands for entries of containers."""

    source: ClassVar[Source] = Source.COMPARISON
    subject: tree.Expr | None
    other: tree.Expr
    is_positive: bool = True  # it asks for equality
    is_same: bool = False  # it asks whether they are one object


@dataclass(frozen=True, slots=True)
class Used:
    """Something that is used as no number can be, and what that tells."""

    source: ClassVar[Source] = Source.USE
    subject: tree.Expr
    kinds: Kinds


@dataclass(frozen=True, slots=True)
class KindAsked:
    """A value that is asked for its kind, or whether it is `None`.

    Tests that name kinds of which clients give all are `TypeTest`s, too: it `is_named`. So are
    those of the class of a parameter, which `object_uses` sees.
    """

    source: ClassVar[Source] = Source.TYPE_TEST
    subject: tree.Expr
    kind: ValueKind  # `Mark.ASKED` or `None`
    is_named: bool
    is_of_parameter: bool
    is_of_value: bool  # what is asked for is a value, and its kind only thereby


@dataclass(frozen=True, slots=True)
class Told:
    """All that the body of one function tells."""

    flows: tuple[AnyFlow, ...]  # in the order of the text, without those in nested functions
    tests: tuple[TypeTest, ...]  # with those in nested functions
    own_tests: tuple[TypeTest, ...]  # in the order of the text
    compared: tuple[Compared | Used, ...]
    asked: tuple[KindAsked, ...]
    uses: Mapping[str, Kinds]  # what variables may be, by what is done with them
    entries: frozenset[str]  # variables that loops and comprehensions give entries to
    held: tuple[str, ...]  # variables that are put into containers
    listed: tuple[str, ...]  # attributes whose values are, or are given one by one
    nested: frozenset[str]  # names that nested functions use
    objects: frozenset[str]  # variables that are used as no number can be
    calls: tuple[tree.Call, ...]
    has_text_key: bool  # something is looked up by a string
    has_texts: bool  # entries of a container are compared with strings

    def is_entry(self, subject: tree.Expr | None) -> bool:
        """Say whether something plainly is an entry of a container."""
        return isinstance(subject, tree.Subscript) or (
            isinstance(subject, tree.Name) and subject.text in self.entries
        )
