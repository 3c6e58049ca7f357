"""The bounds that an answer names.

Place: graph/explore/. `answers` and `workspace` ask; `explore` says which bounds were met.

Some follow from the setting: the classes that the heaps of a question are made of. Others matter
only where calls meet them, and are told where that happened. Those are the number of containers in
a heap, the entries of containers that a client gives and of those inside of them, the characters
of strings whose case changes (what `ß` becomes has no simple rule), the size of unknown ints that
are hashed, and the entries of a container while a call runs:

    def __init__(self, capacity: int) -> None:
        self.slots = [None] * capacity

has as many paths as there are ints. A list of that many entries is out of scope in the end, but
this one might shrink again before; so beyond `most_grown` entries nobody looks, and says so.
"""

from __future__ import annotations

from collections.abc import Mapping

from heapwright.graph.client.gives import MOST_INNER_ENTRIES
from heapwright.graph.state.state_graph import Setting, StateGraph
from heapwright.heaps.float_ranks import MOST_EXACT
from heapwright.ir.core.program import (
    CHARACTERS,
    CODE_POINT,
    DEMANDED,
    FLOAT_SIZE,
    GIVEN,
    GROWN,
    HASHED_SIZE,
    INNER,
    ITEMS,
)
from heapwright.paths.known_shapes.hashes import MOST_HASHED
from heapwright.paths.values.stand_ins import LAST_CASED

# How many times more entries a container may have while a call runs than afterwards.
GROWTH = 8
_TOLD_WHERE_MET = frozenset((GROWN, GIVEN, INNER, CODE_POINT, FLOAT_SIZE, HASHED_SIZE))


def is_told_where_met(setting: Setting, name: str) -> bool:
    """Say whether a bound is told where a heap was dropped for it."""
    return name in _TOLD_WHERE_MET or setting.hierarchy.is_container(name)


def most_grown(setting: Setting) -> int:
    """Say how many entries unknown values may give a container while a call runs."""
    return GROWTH * setting.scope[ITEMS]


def told_scope(graph: StateGraph, *, claims_absence: bool) -> Mapping[str, int]:
    """Give the bounds on the classes that the heaps of a question are made of.

    Follows from the setting alone, so that it does not tell how far was explored, unless the
    answer claims that something is not there: then all bounds are in it that were met.
    """
    scope = graph.setting.scope
    # A graph that was widened knows bounds for the classes that it met only.
    told = {name: scope[name] for name in sorted(graph.setting.told) if name in scope}
    spelling = graph.setting.spelling
    if spelling is not None and spelling.demands and CHARACTERS in told:
        told[DEMANDED] = spelling.longest_kept
    if claims_absence:
        if GROWN in graph.met:
            told[ITEMS] = scope[ITEMS]  # who raises this raises the other
        fixed = {
            GROWN: most_grown(graph.setting),
            GIVEN: graph.setting.room,
            INNER: MOST_INNER_ENTRIES,
            CODE_POINT: LAST_CASED,
            FLOAT_SIZE: MOST_EXACT,
            HASHED_SIZE: MOST_HASHED,
        }
        told.update({name: fixed.get(name) or scope[name] for name in sorted(graph.met)})
    return told
