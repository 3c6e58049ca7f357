"""Read several path expressions at once, one name at a time.

Place: invariants/. `rules` makes one automaton for all the paths of a set of formulas.

Every name in a path expression is a *position*. After a word, the automaton may be at
several positions of several paths; which ones is kept in one int, a bit per position,
called the *label* of the word. A label is all that has to be carried along the heap:
nothing is ever matched again from the root.
Source: [HEX] Definition 3.3. The construction is that of Glushkov.
"""

from __future__ import annotations

from collections.abc import Sequence

from heapwright.ir.core import structure as ir
from heapwright.records import dataclass, field


def automaton_for(paths: Sequence[ir.Path]) -> Automaton:
    """Build the automaton that reads all these paths."""
    builder = _Builder()
    accepting: list[int] = []
    start = 0
    for path in paths:
        # A bit of its own stands for the empty word of this path.
        empty = builder.position("")
        part = builder.part(ir.from_environment(path))
        builder.follow[empty] = part.first
        start |= 1 << empty
        accepting.append(part.last | (1 << empty if part.has_empty else 0))
    names: dict[str, int] = {}
    for position, name in enumerate(builder.names):
        names[name] = names.get(name, 0) | 1 << position
    return Automaton(start, tuple(accepting), tuple(builder.follow), names)


@dataclass(frozen=True, slots=True, eq=False)
class Automaton:
    """Labels of words; `accepting` has for each path the positions that end a word of it."""

    start: int
    accepting: tuple[int, ...]
    _follow: tuple[int, ...]
    _named: dict[str, int]
    _known: dict[tuple[int, str], int] = field(default_factory=dict)

    def step(self, label: int, name: str) -> int:
        """Give the label of a word with one more name."""
        found = self._known.get((label, name))
        if found is None:
            found = 0
            rest = label
            while rest:
                lowest = rest & -rest
                found |= self._follow[lowest.bit_length() - 1]
                rest ^= lowest
            found &= self._named.get(name, 0)
            self._known[label, name] = found
        return found

    def accepts(self, label: int, path: int) -> bool:
        """Say whether a word with this label is a word of the path."""
        return bool(label & self.accepting[path])


@dataclass(frozen=True, slots=True)
class _Part:
    """Positions that can begin and end a word of a part, and whether it has the empty word."""

    first: int
    last: int
    has_empty: bool


class _Builder:
    """Numbers the positions. An accumulator, used once."""

    __slots__ = ("follow", "names")

    def __init__(self) -> None:
        self.names: list[str] = []
        self.follow: list[int] = []  # by position: the positions that may come next

    def position(self, name: str) -> int:
        self.names.append(name)
        self.follow.append(0)
        return len(self.names) - 1

    def part(self, path: ir.Path) -> _Part:
        match path:
            case ir.Step(name):
                bit = 1 << self.position(name)
                return _Part(bit, bit, False)
            case ir.Sequence(parts):
                whole = _Part(0, 0, True)
                for part in parts:
                    whole = self._joined(whole, self.part(part))
                return whole
            case ir.Choice(alternatives):
                several = [self.part(alternative) for alternative in alternatives]
                first = last = 0
                for one in several:
                    first |= one.first
                    last |= one.last
                return _Part(first, last, any(one.has_empty for one in several))
            case ir.Repeat(inner, operator):
                one = self.part(inner)
                if operator != "?":
                    self._link(one.last, one.first)
                return _Part(one.first, one.last, one.has_empty or operator != "+")

    def _joined(self, lhs: _Part, rhs: _Part) -> _Part:
        self._link(lhs.last, rhs.first)
        return _Part(
            lhs.first | (rhs.first if lhs.has_empty else 0),
            rhs.last | (lhs.last if rhs.has_empty else 0),
            lhs.has_empty and rhs.has_empty,
        )

    def _link(self, last: int, first: int) -> None:
        while last:
            lowest = last & -last
            self.follow[lowest.bit_length() - 1] |= first
            last ^= lowest
