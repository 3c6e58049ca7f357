"""Every heap that some calls with small ints can build, found by trying them all.

Place: tests/oracle. The engine's claims are measured against this: what is found here
must be in the graph, with no more calls than here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import TypeAlias

from heapwright.ir.core.program import Function
from heapwright.paths.plain.concrete import Returned, run
from oracle.client import (
    Canonical,
    Client,
    World,
    after_calls,
    canonical,
    compact,
    fits,
    start,
    values_of,
)


@dataclass(frozen=True, slots=True)
class Reached:
    """A client that the enumeration met, and the least number of calls that leads to it."""

    client: Client
    calls: int


Enumeration: TypeAlias = "Mapping[Canonical, Reached]"


def enumerate_clients(world: World, max_calls: int, max_clients: int = 200_000) -> Enumeration:
    """Give all clients within a number of calls, breadth first.

    After each call a client may let go of any objects, which costs nothing. What it
    then holds must keep the scope.
    """
    first, client = canonical(world, start(world))
    found = {first: Reached(client, 0)}
    frontier = [client]
    seen: set[Client] = set()  # spares the canonical form of what came up before
    for n_calls in range(1, max_calls + 1):
        fresh: list[Client] = []
        for here in frontier:
            for outcome in after_calls(world, here):
                for smaller in _letting_go(world, outcome):
                    if smaller in seen:
                        continue
                    seen.add(smaller)
                    form, client = canonical(world, smaller)
                    if form not in found:
                        found[form] = Reached(client, n_calls)
                        fresh.append(client)
        assert len(found) <= max_clients, "the enumeration is too large for a test"
        frontier = fresh
    return found


def least_calls(world: World, found: Enumeration, spec: Function) -> int | None:
    """Give the least number of calls after which the spec is true for some arguments."""
    best: int | None = None
    for reached in found.values():
        if (best is None or reached.calls < best) and _is_true(world, reached.client, spec):
            best = reached.calls
    return best


def _is_true(world: World, client: Client, spec: Function) -> bool:
    pools = [values_of(world, client, parameter.type) for parameter in spec.parameters]
    for arguments in product(*pools):
        match run(world.program, spec.qualified_name, arguments, client.heap):
            case Returned(True):
                return True
            case _:
                pass
    return False


def _letting_go(world: World, client: Client) -> Iterator[Client]:
    """Give the client with every choice of what it goes on holding, within the scope."""
    held = client.held
    for chosen in range(1, 1 << len(held)):
        kept = [reference for i, reference in enumerate(held) if chosen >> i & 1]
        smaller = compact(world, client, kept)
        if fits(world, smaller):
            yield smaller
