"""What can be said about a question.

Place: answers/calls/. `search` and `widen` decide, `editor` puts it into words. Only a replay may
say Found; only a proof may say Nowhere or Contradiction.
"""

from __future__ import annotations

from typing import TypeAlias

from heapwright.answers.calls.render import Rendered
from heapwright.answers.calls.replay import Replayed
from heapwright.records import dataclass


@dataclass(frozen=True, slots=True)
class Found:
    """A sequence was found and replayed: the spec is true, or the invariant is not."""

    rendered: Rendered
    replayed: Replayed


@dataclass(frozen=True, slots=True)
class Nowhere:
    """Proved: no sequence of any length leads there while the heap keeps the scope.

    `culprits` are the sites of parts of a spec that no reachable heap satisfies together.
    """

    culprits: tuple[int, ...] = ()
    is_of_any_heap: bool = False  # whether the scope has no part in the proof


@dataclass(frozen=True, slots=True)
class NotInSmaller:
    """Proved for heaps that are smaller than the usual scope only: no sequence leads there.

    `beyond` says what stopped the search in larger ones. Where these are not larger, but have
    longer strings, `lengths` are those that the code or the question asks for.
    """

    beyond: str
    lengths: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Proved: the spec is false for every heap, reachable or not."""


@dataclass(frozen=True, slots=True)
class NotFound:
    """None within the bound on calls; longer ones may.

    `growing` names what takes ever new values, where that and not the user set the bound.
    """

    calls: int
    growing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Candidate:
    """Calls that may be an answer: nobody ran them, because they meet code that is not read."""

    rendered: Rendered
    assuming: str  # the first such code


@dataclass(frozen=True, slots=True)
class Undecided:
    """Something stopped the search; says what, the most telling reasons first."""

    reason: str
    candidate: Candidate | None = None
    further: tuple[str, ...] = ()  # reasons that would make it too long to be read


Verdict: TypeAlias = Found | Nowhere | NotInSmaller | Contradiction | NotFound | Undecided
