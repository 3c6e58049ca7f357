"""State graphs that outlive the process, and notes about them.

Place: store/. `answers`' callers ask `stored_graph` before they explore, and give the
graph to `keep_graph` afterwards. Whatever goes wrong is a miss.
"""

from __future__ import annotations

from heapwright.graph.state.state_graph import Setting, StateGraph
from heapwright.store.codec import (
    LARGEST_ENCODING,
    decode_graph,
    encode_graph,
    sealed,
    unsealed,
)
from heapwright.store.disk import Store
from heapwright.store.recipe import recipe_digest

NOTE = b"heapwright note\n"


def stored_graph(store: Store, setting: Setting, recipe: bytes | None = None) -> StateGraph | None:
    """Give the graph of this setting as far as it was explored before, if it is stored.

    `recipe` is the setting's digest, for a caller who has it already.
    """
    recipe = recipe_digest(setting) if recipe is None else recipe
    data = store.get(recipe.hex())
    return None if data is None else decode_graph(setting, data, recipe)


def is_noted(store: Store, digest: bytes) -> bool:
    """Say whether there is a note of this digest, from `note_digest`."""
    data = store.get(digest.hex())
    return data is not None and unsealed(digest, data, NOTE) is not None


def keep_note(store: Store, digest: bytes) -> bool:
    """Store a note, which says nothing but that it is there; say whether that worked."""
    return store.put(digest.hex(), sealed(digest, b"\n", NOTE))


def keep_graph(store: Store, graph: StateGraph, recipe: bytes | None = None) -> bool:
    """Store a graph, complete or not; say whether that worked.

    The caller decides whether it is worth it: a graph that was read and not explored
    any further is stored already.
    """
    recipe = recipe_digest(graph.setting) if recipe is None else recipe
    data = encode_graph(graph, recipe)
    return len(data) <= LARGEST_ENCODING and store.put(recipe.hex(), data)
