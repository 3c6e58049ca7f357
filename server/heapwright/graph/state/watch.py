"""Time, memory and cancellation, looked at while a graph grows and is asked.

Place: graph/state/. Whoever starts long work makes a `Watch`; whoever runs paths asks it after
each one, and a `WatchedSolver` before and after each query. Looking at the clock is
cheap, at the memory less so, hence the stride.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from heapwright.cancellation import CancellationToken
from heapwright.graph.state.state_graph import Demand, StateGraph
from heapwright.limits import Limits
from heapwright.records import dataclass, field, replace
from heapwright.solver.answer import Answer, Solver
from heapwright.solver.query import AnyQuery

try:
    import resource
except ImportError:  # not on Windows; the memory limit is not kept there
    resource = None  # type: ignore[assignment]

STRIDE = 64


class WatchStopped(Exception):
    """A limit was reached; the text says which."""


@dataclass(slots=True)
class Work:
    """What a watch and those for parts of the same work count together."""

    n_followed: int = 0
    explore_seconds: float = 0.0
    n_try_outs: int = 0  # how often calls were tried out with plain values
    is_tried_out: bool = False  # and whether that came to its end
    # How long the question wants strings to be; what calls want is known by the graph.
    demands: set[Demand] = field(default_factory=set)


class Watch:
    """Looks at the clock each time and at the memory now and then. One per answer."""

    __slots__ = (
        "_limits",
        "_n_checks",
        "_n_looks",
        "_on_progress",
        "_token",
        "_told_seconds",
        "_work",
        "most_checks",
        "most_looks",
        "started",
    )

    def __init__(
        self,
        limits: Limits,
        on_progress: Callable[[StateGraph], None] | None = None,
        token: CancellationToken | None = None,
        work: Work | None = None,
    ) -> None:
        self._limits = limits
        self._on_progress = on_progress
        self._token = token
        self._work = Work() if work is None else work
        self._n_checks = 0
        self._n_looks = 0
        self._told_seconds = limits.seconds  # of the whole work, which is what a user has set
        self.started = monotonic()
        # These decide on any machine alike.
        self.most_checks: int | None = None
        self.most_looks: int | None = None

    @property
    def elapsed(self) -> float:
        """Give the seconds since the watch was made."""
        return monotonic() - self.started

    def within(self, seconds: float) -> Watch:
        """Give a watch for a part of the work, which may take that long at most."""
        left = self._limits.seconds
        most = seconds if left is None else min(seconds, left - self.elapsed)
        return self._for_part(most)

    def part(self, share: float) -> Watch:
        """Give a watch for a part of the work: at most this share of the time that is left."""
        left = self._limits.seconds
        most = None if left is None else max(0.0, share * (left - self.elapsed))
        return self._for_part(most)

    def _for_part(self, most: float | None) -> Watch:
        limits = replace(self._limits, seconds=most)
        part = Watch(limits, self._on_progress, self._token, self._work)
        part._told_seconds = self._told_seconds
        return part

    @property
    def seconds(self) -> float | None:
        """Give the bound on the time."""
        return self._limits.seconds

    @property
    def is_part(self) -> bool:
        """Whether it allows less time than the whole work has."""
        return self._limits.seconds != self._told_seconds

    @property
    def is_over(self) -> bool:
        """Whether the time is up."""
        return self._limits.seconds is not None and self.elapsed > self._limits.seconds

    @property
    def has_checks(self) -> bool:
        """Whether one more check is allowed."""
        return self.most_checks is None or self._n_checks < self.most_checks

    @property
    def n_followed(self) -> int:
        """Give the number of paths of calls that were followed, in parts of the work as well."""
        return self._work.n_followed

    @property
    def explore_seconds(self) -> float:
        """Give the time that went into growing graphs, in parts of the work as well."""
        return self._work.explore_seconds

    @property
    def work(self) -> Work:
        """Give what is counted for all parts of the work."""
        return self._work

    def follow(self, n_paths: int) -> None:
        """Count paths of calls that a graph grows by."""
        self._work.n_followed += n_paths

    @contextmanager
    def exploring(self) -> Iterator[None]:
        """Count the time inside as exploration."""
        before = monotonic()
        try:
            yield
        finally:
            self._work.explore_seconds += monotonic() - before

    def check(self, graph: StateGraph) -> None:
        """Raise `WatchStopped` when a limit is reached; report progress."""
        self.look()
        self._n_checks += 1
        if self.most_checks is not None and self._n_checks > self.most_checks:
            raise WatchStopped(f"{self.most_checks} steps were made")
        if self._n_checks % STRIDE == 0 and self._on_progress is not None:
            self._on_progress(graph)

    def look(self) -> None:
        """Raise `WatchStopped` when a limit is reached, or when nobody wants the result."""
        limits = self._limits
        if self._token is not None and self._token.cancelled:
            raise WatchStopped("the work was cancelled")
        if self.is_over:
            told = limits.seconds if self._told_seconds is None else self._told_seconds
            raise WatchStopped(f"the time limit of {told:g} s was reached")
        self._n_looks += 1
        if self.most_looks is not None and self._n_looks > self.most_looks:
            raise WatchStopped(f"{self.most_looks} steps were made")
        if self._n_looks % STRIDE == 0:
            self._look_at_memory()

    def _look_at_memory(self) -> None:
        most = self._limits.memory_mb
        if most is not None and peak_megabytes() > most:
            raise WatchStopped(f"the memory limit of {most} MB was reached")


class WatchedSolver:
    """Asks the watch before and after each query: a single one may take seconds.

    So an answer that a lack of time made Unknown never reaches anybody.
    """

    __slots__ = ("_inner", "_watch")

    def __init__(self, inner: Solver, watch: Watch) -> None:
        self._inner = inner
        self._watch = watch

    def check(self, query: AnyQuery) -> Answer:
        """Answer a query, or raise `WatchStopped`."""
        self._watch.look()
        answer = self._inner.check(query)
        self._watch.look()
        return answer


def peak_megabytes() -> float:
    """Give the most memory that this process ever used; 0 where that is not known."""
    if resource is None:
        return 0.0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1_048_576 if sys.platform == "darwin" else 1_024)
