"""What is wrong with the user's text, as a value.

Place: bottom of the package. Front ends make problems, `cli` and `editor`
show them. A problem is never raised; see `errors` for what is.
"""

from __future__ import annotations

from enum import Enum

from heapwright.records import dataclass
from heapwright.text.span import Span


class Severity(Enum):
    """How much a problem matters; the names are those of the JSON output."""

    ERROR = "error"
    WARNING = "warning"
    INFORMATION = "information"
    HINT = "hint"


@dataclass(frozen=True, slots=True)
class Related:
    """A place that explains a problem; `path` is None for the problem's own file."""

    message: str
    span: Span
    path: str | None = None


@dataclass(frozen=True, slots=True)
class Problem:
    """One line about one range of one file, with a code that the docs explain."""

    code: str
    severity: Severity
    message: str
    span: Span
    related: tuple[Related, ...] = ()

    def shifted(self, distance: int) -> Problem:
        """Say the same about a text in which everything moved by `distance`."""
        if not distance:
            return self
        # Most problems have no related places, and broken files have many problems.
        related = self.related and tuple(
            Related(r.message, r.span.shifted(distance)) if r.path is None else r
            for r in self.related
        )
        return Problem(self.code, self.severity, self.message, self.span.shifted(distance), related)
