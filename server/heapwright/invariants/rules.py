"""A set of formulas made ready: one automaton for all paths, atoms by number.

Place: invariants/. Everything that decides something about formulas takes `Rules`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from heapwright.invariants.automaton import Automaton, automaton_for
from heapwright.ir.core.hierarchy import Hierarchy
from heapwright.ir.core.structure import Aliases, And, Atom, Formula, Not, Or, Path
from heapwright.records import dataclass, field


@dataclass(frozen=True, slots=True)
class Numbered:
    """An atom of the formulas: which paths of the automaton are its own."""

    atom: Atom
    path: int
    target: int | None  # of `aliases target`


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """Formulas, the atoms they are made of, and the automaton that reads their paths."""

    formulas: tuple[Formula, ...]
    atoms: tuple[Numbered, ...]
    truths: tuple[Truth, ...]  # the formulas over numbers of atoms
    automaton: Automaton
    below: Mapping[str, frozenset[str]]  # by class: itself and the classes below it
    has_max: bool
    _at: dict[int, tuple[tuple[int, Numbered], ...]] = field(default_factory=dict)

    def at(self, label: int) -> tuple[tuple[int, Numbered], ...]:
        """Give the atoms that speak of a reference with this label, with their numbers."""
        found = self._at.get(label)
        if found is None:
            found = self._at[label] = tuple(
                (index, numbered)
                for index, numbered in enumerate(self.atoms)
                if self.automaton.accepts(label, numbered.path)
            )
        return found


@dataclass(frozen=True, slots=True)
class AllOf:
    """Every one of these is true; of no operands it is true."""

    operands: tuple[Truth, ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """One of these is true; of no operands it is false."""

    operands: tuple[Truth, ...]


@dataclass(frozen=True, slots=True)
class IsBroken:
    """Some reference breaks the atom of this number."""

    atom: int


# An atom is true when it is not broken, and `!atom` when it is. Broken atoms stay broken,
# so both can be told apart from "not yet".
@dataclass(frozen=True, slots=True)
class IsKept:
    """No reference breaks the atom of this number."""

    atom: int


Truth: TypeAlias = AllOf | AnyOf | IsBroken | IsKept


def rules_for(hierarchy: Hierarchy, formulas: Sequence[Formula]) -> Rules:
    """Prepare formulas of a program."""
    paths: dict[Path, int] = {}
    atoms: dict[Atom, int] = {}

    def number(path: Path) -> int:
        return paths.setdefault(path, len(paths))

    def truth(formula: Formula, is_wanted: bool) -> Truth:
        match formula:
            case Atom() as atom:
                index = atoms.setdefault(atom, len(atoms))
                return IsKept(index) if is_wanted else IsBroken(index)
            case Not(operand):
                return truth(operand, not is_wanted)
            case And(lhs, rhs):
                both = (truth(lhs, is_wanted), truth(rhs, is_wanted))
                return AllOf(both) if is_wanted else AnyOf(both)
            case Or(lhs, rhs):
                both = (truth(lhs, is_wanted), truth(rhs, is_wanted))
                return AnyOf(both) if is_wanted else AllOf(both)

    truths = tuple(truth(formula, True) for formula in formulas)
    numbered = tuple(
        Numbered(
            atom,
            number(atom.path),
            number(atom.claim.target) if isinstance(atom.claim, Aliases) else None,
        )
        for atom in atoms
    )
    return Rules(
        tuple(formulas),
        numbered,
        truths,
        automaton_for(tuple(paths)),
        {name: frozenset(hierarchy.below(name)) for name in hierarchy.classes},
        any(isinstance(a.claim, Aliases) and a.claim.is_max for a in atoms),
    )


def is_refuted(truth: Truth, broken: int) -> bool:
    """Say whether the formula is false whatever more of the heap becomes known."""
    match truth:
        case IsKept(atom):
            return bool(broken >> atom & 1)
        case IsBroken():
            return False
        case AllOf(operands):
            return any(is_refuted(operand, broken) for operand in operands)
        case AnyOf(operands):
            return all(is_refuted(operand, broken) for operand in operands)


def is_true(truth: Truth, broken: int) -> bool:
    """Say whether the formula is true if no more of the heap becomes known."""
    match truth:
        case IsKept(atom):
            return not broken >> atom & 1
        case IsBroken(atom):
            return bool(broken >> atom & 1)
        case AllOf(operands):
            return all(is_true(operand, broken) for operand in operands)
        case AnyOf(operands):
            return any(is_true(operand, broken) for operand in operands)
