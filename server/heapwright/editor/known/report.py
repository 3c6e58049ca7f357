"""All that an editor shows about one question, as plain values.

Place: editor/known/. A worker makes it (`describe`) and sends it to the server, which keeps it.
Nothing in it refers to a graph or a program, so it outlives both.
"""

from __future__ import annotations

from collections.abc import Mapping

from heapwright.editor.known.wording import LIMIT
from heapwright.problems import Problem, Severity
from heapwright.records import dataclass, field
from heapwright.text.span import Span


@dataclass(frozen=True, slots=True)
class ReportedCall:
    """One call of a sequence, and the heap after it in one line."""

    result: str | None
    text: str
    method: str
    arguments: tuple[str, ...]
    heap: str


@dataclass(frozen=True, slots=True)
class Report:
    """The answer to a spec or an invariant."""

    name: str
    kind: str
    digest: str
    verdict: str
    reason: str
    objects: Mapping[str, int] = field(default_factory=dict)
    kinds: Mapping[str, str] = field(default_factory=dict)  # by parameter that nothing declares
    calls_bound: int | None = None
    is_complete: bool = False
    problem: Problem | None = None
    calls: tuple[ReportedCall, ...] = ()
    arguments: tuple[tuple[str, str], ...] = ()
    code: str = ""
    test: str = ""
    imports: tuple[str, ...] = ()  # lines that `code` and `test` need and the file lacks
    heap_text: str = ""
    heap_svg: str = ""
    n_states: int = 0
    n_disjuncts: int = 0
    n_edges: int = 0
    n_paths: int = 0
    n_solver_calls: int = 0
    seconds: float = 0.0
    explore_seconds: float = 0.0
    is_cached: bool = False

    @property
    def is_found(self) -> bool:
        """Whether there are calls: to reach the spec, or to break the invariant."""
        return self.verdict in ("reachable", "violated")


def gave_up(name: str, kind: str, digest: str, span: Span, reason: str) -> Report:
    """Describe a question that could not be answered because the work was stopped."""
    message = f"`{name}` is undecided: {reason}"
    problem = Problem(LIMIT, Severity.INFORMATION, message, span)
    return Report(name, kind, digest, "unknown", message, problem=problem)
