"""State graphs that outlive a question: in memory for a while, on disk for long.

Place: workspace/. One per process. A graph is found by its recipe, so an edit that
changes nothing it depends on finds it again. After any other edit the graph is explored
anew, but only calls that the edit can have changed are run: what the others do is known
from their summaries.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from heapwright.graph.explore.breadth_first import INTERRUPTED
from heapwright.graph.explore.explore import new_graph
from heapwright.graph.state.public_calls import PublicCall
from heapwright.graph.state.state_graph import Setting, StateGraph
from heapwright.graph.state.summaries import CallSummaries, Summaries, weight
from heapwright.records import replace
from heapwright.store.recipe import CallName, call_digests, note_digest, recipe_digest

if TYPE_CHECKING:
    from pathlib import Path

    from heapwright.store.disk import Store

MOST_IN_MEMORY = 32
MOST_NOTES = 4_096
MOST_PATHS_IN_MEMORY = 20_000  # of all summaries together


# The database and the forms of what it holds are imported where there is a store: without one
# (`--no-cache`) they would be a tenth of a short run.


def open_store(directory: Path | None = None) -> Store:
    """Give the store in a directory, by default that of the user; never fails."""
    from heapwright.store.disk import open_store as opened

    return opened(directory)


def import_store() -> None:
    """Import all that a store needs, in a process that is going to be copied."""
    import heapwright.store.disk
    import heapwright.store.kept_graphs
    import heapwright.store.kept_summaries  # noqa: F401 - to have them in memory


class Shelf:
    """Keeps the graphs used last; the store, if there is one, has the others."""

    __slots__ = ("_calls", "_fresh", "_graphs", "_n_stored", "_notes", "_store", "n_kept")

    def __init__(self, store: Store | None) -> None:
        self._store = store
        self._graphs: dict[bytes, StateGraph] = {}
        self._calls: dict[bytes, CallSummaries] = {}  # by digest, those used last at the end
        self._n_stored: dict[bytes, int] = {}  # how many summaries of a call the store has
        self._fresh: dict[bytes, CallSummaries] = {}  # used since a graph was kept
        self._notes: dict[bytes, None] = {}  # digests, the newest last
        self.n_kept = 0  # how often a graph had grown

    def recall(self, setting: Setting) -> StateGraph:
        """Give the graph of an equal setting, made to work with this one, or a new one.

        What is left to explore will use what is known about the calls.
        """
        recipe = recipe_digest(setting)
        graph = self._graphs.pop(recipe, None)
        if graph is not None and graph.stopped_by == INTERRUPTED:
            graph = None  # Ctrl-C can come in the middle of a change
        if graph is not None:
            # The program may have changed where the graph does not depend on it. How to make
            # heaps is known by the layouts, so equal ones are not replaced.
            if setting.layouts == graph.setting.layouts:
                setting = replace(setting, layouts=graph.setting.layouts)
            graph.setting, graph.has_room = setting, False
        elif self._store is not None:
            from heapwright.store.kept_graphs import stored_graph

            graph = stored_graph(self._store, setting, recipe)
        if graph is None:
            graph = new_graph(setting)
        else:
            self._remember(recipe, graph)
        graph.kept_by = self
        # Who measures what merging gains wants every call run. Runs of a graph that is explored
        # fairly have other bounds, so summaries do not hold for them.
        if graph.explored < len(graph.disjuncts) and setting.merges and not setting.is_fair:
            graph.summaries = self._summaries(setting)
        return graph

    def keep(self, graph: StateGraph) -> None:
        """Keep a graph that grew, and what was found out about its calls."""
        self.n_kept += 1
        recipe = recipe_digest(graph.setting)
        graph.summaries = None
        self._remember(recipe, graph)
        if self._store is not None:
            from heapwright.store.kept_graphs import keep_graph

            keep_graph(self._store, graph, recipe)
        # A graph that is explored fairly has none, and the one beside it is not finished.
        if not graph.setting.is_fair:
            self._keep_summaries()

    def has_note(self, setting: Setting, name: str) -> bool:
        """Say whether something was noted about the graph of a setting."""
        digest = note_digest(setting, name)
        if digest in self._notes:
            return True
        if self._store is None:
            return False
        from heapwright.store.kept_graphs import is_noted

        return is_noted(self._store, digest)

    def note(self, setting: Setting, name: str) -> None:
        """Note something about the graph of a setting, by a name that says all about it."""
        digest = note_digest(setting, name)
        self._notes[digest] = None
        while len(self._notes) > MOST_NOTES:
            del self._notes[next(iter(self._notes))]
        if self._store is not None:
            from heapwright.store.kept_graphs import keep_note

            keep_note(self._store, digest)

    def _remember(self, recipe: bytes, graph: StateGraph) -> None:
        self._graphs[recipe] = graph
        while len(self._graphs) > MOST_IN_MEMORY:
            del self._graphs[next(iter(self._graphs))]

    def _summaries(self, setting: Setting) -> Summaries:
        digests: dict[CallName, bytes] = {}

        def summaries_of(call: PublicCall) -> CallSummaries:
            if not digests:
                digests.update(call_digests(setting))
            return self._known(setting, call, digests[call.name, call.receiver])

        return Summaries(summaries_of, MOST_PATHS_IN_MEMORY)

    def _known(self, setting: Setting, call: PublicCall, digest: bytes) -> CallSummaries:
        known = self._calls.pop(digest, None)
        if known is None and self._store is not None:
            from heapwright.store.kept_summaries import stored_summaries

            known = stored_summaries(self._store, setting, call, digest)
            self._n_stored[digest] = 0 if known is None else len(known)
        if known is None:
            known = {}
        self._calls[digest] = self._fresh[digest] = known
        return known

    def _keep_summaries(self) -> None:
        """Store what is new, and forget the calls that were not made for longest."""
        for digest, known in self._fresh.items():
            if self._store is not None and len(known) > self._n_stored.get(digest, 0):
                from heapwright.store.kept_summaries import keep_summaries

                keep_summaries(self._store, digest, known)
                self._n_stored[digest] = len(known)
        self._fresh.clear()
        sizes = {digest: _size(known) for digest, known in self._calls.items()}
        total = sum(sizes.values())
        for digest, size in sizes.items():
            if total <= MOST_PATHS_IN_MEMORY:
                break
            total -= size
            del self._calls[digest]
            self._n_stored.pop(digest, None)


def _size(known: CallSummaries) -> int:
    return sum(weight(summary) for summary in known.values())
