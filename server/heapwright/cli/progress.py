"""The live line on stderr while work goes on.

Place: cli/. Shown on a terminal only, and only after a moment, so that quick answers
stay quiet.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from heapwright.graph.state.state_graph import StateGraph

SECONDS_BEFORE_FIRST = 0.5
SECONDS_BETWEEN = 0.1


@contextmanager
def progress() -> Iterator[Callable[[StateGraph], None] | None]:
    """Give a function that shows how far a graph has come; the line is gone at the end."""
    if not sys.stderr.isatty():
        yield None
        return
    started = monotonic()
    shown_at = started + SECONDS_BEFORE_FIRST - SECONDS_BETWEEN

    def show(graph: StateGraph) -> None:
        nonlocal shown_at
        now = monotonic()
        if now - shown_at < SECONDS_BETWEEN:
            return
        shown_at = now
        waiting = len(graph.disjuncts) - graph.explored
        depth = graph.disjuncts[min(graph.explored, len(graph.disjuncts) - 1)].depth
        line = (
            f"{len(graph.states)} states, {waiting} waiting, {depth} calls, {now - started:.0f} s"
        )
        print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)

    try:
        yield show
    finally:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
