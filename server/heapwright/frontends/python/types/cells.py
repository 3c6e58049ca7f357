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

from heapwright.frontends.python.types.types import Hint

Key = TypeVar("Key")


class Cell:
    """The type of one variable, field, parameter, result or expression."""

    __slots__ = (
        *("any_none", "bools", "changed", "ints", "is_declared", "is_kept", "nones", "others"),
        *("refs", "up"),
    )

    def __init__(self, hint: Hint | None = None, *, is_declared: bool = False) -> None:
        hint = hint or Hint()
        self.up: Cell | None = None
        self.changed = 0  # the number of its last change, see `Growth`
        self.is_declared = is_declared
        self.is_kept = is_declared  # a variable, not the value of an expression
        self.nones = hint.nones
        self.any_none = hint.nones  # of all cells that share their kinds with this one
        self.ints = hint.ints
        self.bools = hint.bools
        # Dictionaries serve as sets that keep the order.
        self.refs = dict.fromkeys(hint.refs)
        self.others = dict.fromkeys(hint.others)

    def root(self) -> Cell:
        """Give the cell that holds what this one shares with others."""
        cell = self
        while cell.up is not None:
            if cell.up.up is not None:
                cell.up = cell.up.up
            cell = cell.up
        return cell

    def hint(self) -> Hint:
        """Give what is known."""
        root = self.root()
        # Values that nothing is known of are kept as ints, or as objects where None is
        # among them; cells that share them must agree which.
        nones = self.nones or (root.any_none and self.is_open)
        return Hint(root.ints, root.bools, nones, tuple(root.refs), tuple(root.others))

    def has_changed_since(self, number: int) -> bool:
        """Say whether more is known than after the change of this number."""
        return self.changed > number or self.root().changed > number

    @property
    def is_open(self) -> bool:
        """Whether no kind of value is known."""
        root = self.root()
        return not (root.ints or root.bools or root.refs or root.others)


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
        if declared.is_declared and declared.ints and source.root().bools and not declared.bools:
            # A bool fits where an int is declared, and stays the bool that `str` shows.
            declared.bools = True
            self.changed(declared)
            self.has_grown = self.has_grown or declared.is_kept
        self.share(target, source)

    def absorb(self, cell: Cell, other: Cell) -> None:
        """Add what another cell knows."""
        before = (cell.ints, cell.bools, cell.any_none, len(cell.refs), len(cell.others))
        # What an annotation says of one variable says nothing of None in others.
        cell.any_none = cell.any_none or (other.any_none and not other.is_declared)
        cell.ints = cell.ints or other.ints
        cell.bools = cell.bools or other.bools
        cell.refs.update(other.refs)
        cell.others.update(other.others)
        after = (cell.ints, cell.bools, cell.any_none, len(cell.refs), len(cell.others))
        if cell.is_kept and before != after:
            self.has_grown = True
            self.changed(cell)

    def learn(self, cell: Cell, hint: Hint) -> None:
        """Add a hint, unless the type is declared."""
        root = cell.root()
        if not root.is_declared:
            self.absorb(root, Cell(hint))
            if hint.nones and not cell.nones:
                cell.nones = root.any_none = True
                self.changed(cell, root)
                self.has_grown = self.has_grown or cell.is_kept
