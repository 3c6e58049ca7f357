"""What comes together while one function is lowered.

Place: frontends/tiny/lower/. `lower_function` makes a `Sheet`, `elaborate` and `members`
write on it, and it is thrown away afterwards: an accumulator behind a pure face.
Sites are numbered in the order in which instructions are made, operands first. What
is made and then dropped gives its numbers back (`forget_sites`), so the numbers
follow from the IR alone and a stored result can name a site.
"""

from __future__ import annotations

from heapwright.frontends.tiny.declare.check_types import CheckType, ValueType
from heapwright.frontends.tiny.declare.class_table import ClassTable
from heapwright.frontends.tiny.declare.inference import Inference
from heapwright.ir.core.program import Role
from heapwright.problems import Problem, Related, Severity
from heapwright.records import dataclass, field
from heapwright.text.span import Span


@dataclass(frozen=True, slots=True)
class Setting:
    """Where a function stands and what its code may do."""

    table: ClassTable
    inference: Inference
    path: str
    offset: int
    owner: str | None
    role: Role
    severity: Severity
    used_lets: frozenset[int]

    @property
    def sees_private(self) -> bool:
        """Whether private members of all classes are visible."""
        return self.role in (Role.SPEC, Role.INVARIANT)

    @property
    def may_ask(self) -> bool:
        """Whether specs and invariants may be called."""
        return self.role in (Role.SPEC, Role.INVARIANT, Role.TEST)


@dataclass(frozen=True, slots=True)
class Scope:
    """The innermost visible variable, and the others behind it."""

    name: str
    slot: int
    type: CheckType
    outer: Scope | None


@dataclass(slots=True)
class Sheet:
    """Sites, slots and mistakes of one function so far.

    `result` is what the function must give; None if anything will do, and then
    `result_types` gathers what it gives.
    """

    setting: Setting
    result: ValueType | None
    slot_names: list[str]
    sites: list[Span] = field(default_factory=list)
    result_types: list[CheckType] = field(default_factory=list)
    asked: list[tuple[str, Span]] = field(default_factory=list)  # specs and invariants it calls
    problems: list[Problem] = field(default_factory=list)
    mistake: str | None = None
    has_throw: bool = False

    def site(self, span: Span) -> int:
        """Number an instruction."""
        self.sites.append(span)
        return len(self.sites) - 1

    def forget_sites(self, n_kept: int) -> None:
        """Give back the numbers of instructions that were dropped."""
        del self.sites[n_kept:]

    def slot(self, name: str) -> int:
        """Number a local; an empty name is for one that the text does not have."""
        self.slot_names.append(name)
        return len(self.slot_names) - 1

    def spoil(self, mistake: str = "it depends on something that has a mistake") -> None:
        """Note that the function cannot be used."""
        if self.mistake is None:
            self.mistake = mistake

    def report(
        self, code: str, span: Span, message: str, related: tuple[Related, ...] = ()
    ) -> None:
        """Report a problem; the span counts as in the tree."""
        self.spoil(message)
        setting = self.setting
        place = span.shifted(setting.offset)
        self.problems.append(Problem(code, setting.severity, message, place, related))


def visible(scope: Scope | None, name: str) -> Scope | None:
    """Find a variable."""
    while scope is not None and scope.name != name:
        scope = scope.outer
    return scope


def visible_names(scope: Scope | None) -> list[str]:
    """Give the names of all visible variables."""
    names = []
    while scope is not None:
        names.append(scope.name)
        scope = scope.outer
    return names
