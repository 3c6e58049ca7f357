"""A stretch of source text, counted in characters (code points).

Place: text/. Everything that points into a source carries a `Span`; only
`line_index` turns one into lines and columns.
"""

from __future__ import annotations

from heapwright.records import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """The half-open range `start` … `end` of offsets into one text."""

    start: int
    end: int

    def shifted(self, distance: int) -> Span:
        """Say where this span lies after the text before it grew by `distance`."""
        return Span(self.start + distance, self.end + distance)

    def joined(self, other: Span) -> Span:
        """Give the smallest span that holds both."""
        return Span(min(self.start, other.start), max(self.end, other.end))

    def holds(self, other: Span) -> bool:
        """Say whether all of another span lies in this one."""
        return self.start <= other.start and other.end <= self.end

    def contains(self, offset: int) -> bool:
        """Say whether a cursor at `offset` touches this span."""
        return self.start <= offset <= self.end
