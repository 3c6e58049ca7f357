"""What a call does on the heaps of one disjunct, remembered for other graphs.

Place: graph/state/. `explore` asks for a summary before it runs a call and keeps one after it
ran. The summaries of a call hold as long as what the call can run stays as it is, so
they survive an edit of another method; whoever makes a `Summaries` sees to that.

A summary holds all that running the call gives and nothing that depends on the graph:
which of the heaps are new is decided each time. So exploring with summaries gives the
same graph as without, disjunct by disjunct. A source is therefore compared down to the
inside of its constraint: an equal meaning in another form could give other paths.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from heapwright.domains.constraint import Constraint
from heapwright.domains.normal_form import is_bounds_only, key
from heapwright.graph.state.public_calls import PublicCall
from heapwright.graph.state.shape import Shape
from heapwright.graph.state.state_graph import Argument, Demand, Disjunct, Root
from heapwright.records import dataclass


@dataclass(frozen=True, slots=True)
class Landing:
    """Heaps that a path leads to: what the client then holds, as in `Edge`, and which they are."""

    roots: tuple[Root, ...]
    shape: Shape
    constraints: tuple[Constraint, ...]  # together they describe the heaps


@dataclass(slots=True)
class PathSummary:
    """One path that changes something; found out later, if at all: whether it is possible."""

    decisions: tuple[bool, ...]
    raises: str | None
    landings: tuple[Landing, ...]
    is_possible: bool | None = None


@dataclass(frozen=True, slots=True)
class Summary:
    """All paths of a call from one source: those that change something, and how many others."""

    n_paths: int
    n_unchanged: int
    n_out_of_scope: int
    notes: tuple[str, ...]  # why runs were given up
    paths: tuple[PathSummary, ...]
    met: tuple[str, ...] = ()  # bounds that runs or heaps were dropped for; see `told_scope`
    demands: tuple[Demand, ...] = ()  # on the strings that the call takes


class Source:
    """The heaps that a call is made on, as a key; its hash is computed once."""

    __slots__ = ("_hash", "constraint", "inside", "shape")

    def __init__(self, shape: Shape, constraint: Constraint) -> None:
        self.shape = shape
        self.constraint = constraint
        self.inside = inside(constraint)
        self._hash = hash((shape, self.inside))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return (
            isinstance(other, Source)
            and self._hash == other._hash
            and self.shape == other.shape
            and self.inside == other.inside
        )


CallSummaries: TypeAlias = "dict[tuple[Source, tuple[Argument, ...]], Summary]"


class Summaries:
    """The summaries of the calls of one setting. Mutable: it grows while a graph does.

    `summaries_of` gives what is known about a call; it is asked when a call is first made.
    No more is remembered once `most_paths` were; a graph may be larger than the memory.
    """

    __slots__ = (
        "_by_call",
        "_constraints",
        "_disjunct",
        "_room",
        "_shapes",
        "_source",
        "_summaries_of",
    )

    def __init__(
        self, summaries_of: Callable[[PublicCall], CallSummaries], most_paths: int
    ) -> None:
        self._summaries_of = summaries_of
        self._room = most_paths
        self._shapes: dict[Shape, Shape] = {}
        self._constraints: dict[tuple[object, ...], Constraint] = {}
        self._by_call: dict[tuple[str, str | None], CallSummaries] = {}
        self._disjunct: Disjunct | None = None  # whose source is remembered
        self._source: Source | None = None

    def recall(
        self, disjunct: Disjunct, call: PublicCall, arguments: tuple[Argument, ...]
    ) -> Summary | None:
        """Give what this call was found to do on these heaps before."""
        return self._known(call).get((self._source_of(disjunct), arguments))

    def keep(
        self,
        disjunct: Disjunct,
        call: PublicCall,
        arguments: tuple[Argument, ...],
        summary: Summary,
    ) -> None:
        """Remember what a call does, while there is room."""
        self._room -= weight(summary)
        if self._room >= 0:
            for path in summary.paths:
                path.landings = tuple([self._shared(landing) for landing in path.landings])
            self._known(call)[self._source_of(disjunct), arguments] = summary

    def _shared(self, landing: Landing) -> Landing:
        """Say the same with parts that other landings have, too: most lead to few heaps."""
        shape = self._shapes.setdefault(landing.shape, landing.shape)
        constraints = [self._constraints.setdefault(inside(c), c) for c in landing.constraints]
        return Landing(landing.roots, shape, tuple(constraints))

    def _known(self, call: PublicCall) -> CallSummaries:
        name = (call.name, call.receiver)
        known = self._by_call.get(name)
        if known is None:
            known = self._by_call[name] = self._summaries_of(call)
        return known

    def _source_of(self, disjunct: Disjunct) -> Source:
        # All calls on a disjunct are made one after the other.
        if self._source is None or disjunct is not self._disjunct:
            self._source = Source(disjunct.shape, disjunct.constraint)
            self._disjunct = disjunct
        return self._source


def weight(summary: Summary) -> int:
    """Say how much memory a summary takes, in paths; measured, a path takes 0.5 to 0.8 kB."""
    return 1 + len(summary.paths)


def inside(constraint: Constraint) -> tuple[object, ...]:
    """Give a key that only constraints with the same parts in the same order share."""
    if is_bounds_only(constraint):
        return key(constraint)
    return (
        key(constraint),
        tuple(constraint.apart.items()),
        tuple(constraint.definitions.items()),
        tuple(constraint.strides.items()),
        constraint.congruences,
        constraint.sums,
        tuple(constraint.booleans.items()),
        constraint.residual,
    )
