"""Demands on the lengths of strings as plain rows, and back.

Place: store/. `codec` and `summary_codec` store them with graphs and summaries.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from heapwright.graph.client.demanded_lengths import demand_order
from heapwright.graph.state.state_graph import Demand
from heapwright.store.term_table import Malformed

DemandRow: TypeAlias = tuple[str, int, int]  # a call, the place of a parameter, a length
LARGEST = 2**53


def written_demands(demands: Iterable[Demand]) -> list[DemandRow]:
    """Write demands, in an order that only they decide."""
    return [(one.call, one.place, one.length) for one in sorted(demands, key=demand_order)]


def read_demands(rows: Iterable[DemandRow]) -> list[Demand]:
    """Read demands; no place and no length is negative."""
    found = [Demand(*row) for row in rows]
    if any(not (0 <= one.place < LARGEST and 0 <= one.length < LARGEST) for one in found):
        raise Malformed("an impossible length")
    return found
