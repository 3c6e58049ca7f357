"""Collect the problems of several files while they are checked.

Place: frontends/tiny/declare/. `lower` makes one `Findings` per run and hands it down. It is
an accumulator, so that every check can be a function that gives its own result.
"""

from __future__ import annotations

from heapwright.frontends.tiny.declare.class_table import Place
from heapwright.problems import Problem, Related, Severity
from heapwright.records import dataclass, field
from heapwright.text.span import Span


@dataclass(slots=True)
class Findings:
    """Problems by path of the file."""

    by_path: dict[str, list[Problem]] = field(default_factory=dict)

    def add(
        self,
        place: Place,
        code: str,
        message: str,
        related: tuple[Related, ...] = (),
        severity: Severity = Severity.ERROR,
    ) -> None:
        """Report a problem at a place."""
        problem = Problem(code, severity, message, place.span, related)
        self.by_path.setdefault(place.path, []).append(problem)

    def sorted(self) -> dict[str, tuple[Problem, ...]]:
        """Give the problems of each file in the order of the text."""
        return {
            path: tuple(sorted(problems, key=_position)) for path, problems in self.by_path.items()
        }


def _position(problem: Problem) -> tuple[Span, str, str]:
    """Order problems by place, then by code and words."""
    return (problem.span, problem.code, problem.message)
