"""The one place where it is claimed that something is nowhere.

Place: answers/absence/. Every proof comes here in the end: the exact search, loose graphs, proofs
of one class alone and contradictions, for specs, invariants and formulas.

A claim of absence speaks of all clients. So whatever a client could do and an exploration did not
try stands in its way, unless the bound of the claim names it: the sizes of `told_scope`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from heapwright.answers.calls.verdict import Contradiction, Nowhere
from heapwright.graph.state.narrowings import Narrowing
from heapwright.graph.state.state_graph import Setting, StateGraph
from heapwright.records import dataclass


@dataclass(frozen=True, slots=True)
class Narrowed:
    """Absence cannot be claimed: this was left out, or not all was looked at."""

    narrowings: tuple[Narrowing, ...]


def absence(
    graph: StateGraph,
    narrowings: Iterable[Narrowing] = (),
    culprits: Callable[[], tuple[int, ...]] = tuple,
) -> Nowhere | Narrowed:
    """Claim that no heap of a graph answers a question, of which `narrowings` are left out.

    `culprits` gives the parts of a spec that no reachable heap satisfies together.
    """
    found = (*narrowings, *graph.left_out)
    return Narrowed(found) if found or not graph.is_complete else Nowhere(culprits())


def contradicts(
    setting: Setting, narrowings: Iterable[Narrowing], *, is_guessed: bool
) -> Contradiction | Nowhere | Narrowed:
    """Claim that nothing satisfies a spec, reachable or not.

    Where a type is only a guess, that holds for what clients give, and for nothing else.
    """
    if not is_guessed:
        return Contradiction()
    found = (*narrowings, *setting.api.left_out)
    return Narrowed(found) if found else Nowhere()
