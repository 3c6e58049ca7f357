"""Time, memory and cancellation, looked at while a graph grows.

Place: graph/. Whoever starts long work makes a `Watch`; `explore` asks it after each
path. Looking at the clock is cheap, at the memory less so, hence the stride.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from heapwright.graph.state_graph import StateGraph
from heapwright.limits import Limits

try:
    import resource
except ImportError:  # not on Windows; the memory limit is not kept there
    resource = None  # type: ignore[assignment]

STRIDE = 64


class WatchStopped(Exception):
    """A limit was reached; the text says which."""


class Watch:
    """Counts paths and looks at the limits now and then. One per answer."""

    __slots__ = ("_limits", "_n_checks", "_on_progress", "explore_seconds", "started")

    def __init__(
        self, limits: Limits, on_progress: Callable[[StateGraph], None] | None = None
    ) -> None:
        self._limits = limits
        self._on_progress = on_progress
        self._n_checks = 0
        self.started = monotonic()
        self.explore_seconds = 0.0

    @property
    def elapsed(self) -> float:
        """Give the seconds since the watch was made."""
        return monotonic() - self.started

    @contextmanager
    def exploring(self) -> Iterator[None]:
        """Count the time inside as exploration."""
        before = monotonic()
        try:
            yield
        finally:
            self.explore_seconds += monotonic() - before

    def check(self, graph: StateGraph) -> None:
        """Raise `WatchStopped` when a limit is reached; report progress."""
        limits = self._limits
        # The clock is looked at each time: one path may wait for the solver for seconds.
        if limits.seconds is not None and self.elapsed > limits.seconds:
            raise WatchStopped(f"the time limit of {limits.seconds:g} s was reached")
        self._n_checks += 1
        if self._n_checks % STRIDE:
            return
        if limits.memory_mb is not None and _peak_megabytes() > limits.memory_mb:
            raise WatchStopped(f"the memory limit of {limits.memory_mb} MB was reached")
        if self._on_progress is not None:
            self._on_progress(graph)


def _peak_megabytes() -> float:
    if resource is None:
        return 0.0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1_048_576 if sys.platform == "darwin" else 1_024)
