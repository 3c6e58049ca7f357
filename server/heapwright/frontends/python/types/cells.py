"""What is known of the type of each variable, growing while bodies are looked at.

Place: frontends/python/types/. `infer` fills the cells; lives inside one `lower`.

Cells whose values flow into each other share what kinds of values they hold; whether
`None` is among them goes with the flow only: `self.least = None` says nothing about the
argument that is stored there later. A declared cell keeps what its annotation says.

Bodies are looked at again and again, and most of the time they find what they found before. So
every change is numbered: a body has nothing to learn from cells that did not change since it
was looked at.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from heapwright.ir.core.kinds import BOOLS, NONES, NOTHING_KNOWN, Kinds
from heapwright.ir.core.types import BOOL, INT, NULL

Key = TypeVar("Key")


class Cell:
    """The kinds of values of one variable, field, parameter, result or expression."""

    __slots__ = ("any_none", "changed", "is_declared", "is_kept", "nones", "own", "up")

    def __init__(self, kinds: Kinds = NOTHING_KNOWN, *, is_declared: bool = False) -> None:
        self.up: Cell | None = None
        self.changed = 0  # the number of its last change, see `Growth`
        self.is_declared = is_declared
        self.is_kept = is_declared  # a variable, not the value of an expression
        self.nones = self.any_none = NULL in kinds  # `any` of all cells that share their kinds
        self.own = kinds.without(NULL) if self.nones else kinds  # what they share

    def copy(self) -> Cell:
        """Give a cell that knows the same, and shares nothing."""
        cell = Cell(self.own, is_declared=self.is_declared)
        cell.changed, cell.is_kept = self.changed, self.is_kept
        cell.nones, cell.any_none = self.nones, self.any_none
        return cell

    def root(self) -> Cell:
        """Give the cell that holds what this one shares with others."""
        cell = self
        while cell.up is not None:
            if cell.up.up is not None:
                cell.up = cell.up.up
            cell = cell.up
        return cell

    def kinds(self) -> Kinds:
        """Give what is known."""
        root = self.root()
        # Values that nothing is known of are kept as ints, or as objects where None is
        # among them; cells that share them must agree which.
        nones = self.nones or (root.any_none and not root.own.members)
        return root.own | NONES if nones else root.own

    def has_changed_since(self, number: int) -> bool:
        """Say whether more is known than after the change of this number."""
        return self.changed > number or self.root().changed > number

    @property
    def is_open(self) -> bool:
        """Whether no kind of value is known."""
        return not self.root().own.members


class Cells(dict[Key, Cell]):
    """Cells by what they are of; notes which were asked for."""

    __slots__ = ("asked",)

    def __init__(self, cells: Iterable[tuple[Key, Cell]] = ()) -> None:
        super().__init__(cells)
        self.asked: set[Cell] = set()

    def __getitem__(self, key: Key) -> Cell:
        """Give a cell that is there."""
        cell = super().__getitem__(key)
        self.asked.add(cell)
        return cell

    def found(self, key: Key) -> Cell | None:
        """Give a cell, if there is one."""
        cell = self.get(key)
        if cell is not None:
            self.asked.add(cell)
        return cell


class Growth:
    """Whether anything was learned since the last look, and how many changes there were."""

    __slots__ = ("has_grown", "n_changes")

    def __init__(self) -> None:
        self.has_grown = False
        self.n_changes = 0

    def changed(self, *cells: Cell) -> None:
        """Number a change of cells."""
        self.n_changes += 1
        for cell in cells:
            cell.changed = self.n_changes

    def share(self, first: Cell, second: Cell) -> None:
        """Note that two cells hold the same kinds of values."""
        first, second = first.root(), second.root()
        if first is second:
            return
        if first.is_declared and second.is_declared:
            return
        if first.is_declared or second.is_declared:
            declared, other = (first, second) if first.is_declared else (second, first)
            self.absorb(other, declared)
            return
        # What is kept stays the root, so that values of expressions cost nothing.
        if first.is_kept and not second.is_kept:
            first, second = second, first
        if first.is_kept:
            self.has_grown = True
            self.changed(second)
        first.up = second
        self.absorb(second, first)

    def flow(self, target: Cell, source: Cell) -> None:
        """Note that a value goes from one cell into another."""
        if source.nones and not target.nones and not target.root().is_declared:
            target.nones = target.root().any_none = True
            self.changed(target, target.root())
            self.has_grown = self.has_grown or target.is_kept
        declared = target.root()
        if declared.is_declared and INT in declared.own and BOOL in source.root().own:
            # A bool fits where an int is declared, and stays the bool that `str` shows.
            self.absorb(declared, Cell(BOOLS))
        self.share(target, source)

    def absorb(self, cell: Cell, other: Cell) -> None:
        """Add what another cell knows."""
        before = (cell.own, cell.any_none)
        # What an annotation says of one variable says nothing of None in others.
        cell.any_none = cell.any_none or (other.any_none and not other.is_declared)
        cell.own |= other.own
        if cell.is_kept and before != (cell.own, cell.any_none):
            self.has_grown = True
            self.changed(cell)

    def learn(self, cell: Cell, kinds: Kinds) -> None:
        """Add kinds, unless the type is declared."""
        root = cell.root()
        if not root.is_declared:
            self.absorb(root, Cell(kinds))
            if NULL in kinds and not cell.nones:
                cell.nones = root.any_none = True
                self.changed(cell, root)
                self.has_grown = self.has_grown or cell.is_kept
