"""Summaries of calls that outlive the process.

Place: store/. `workspace` asks for the summaries of a call before it is first run, and
gives them back when a graph has grown. Whatever goes wrong is a miss.
"""

from __future__ import annotations

from heapwright.graph.state.public_calls import PublicCall
from heapwright.graph.state.state_graph import Setting
from heapwright.graph.state.summaries import CallSummaries
from heapwright.store.disk import Store
from heapwright.store.summary_codec import decode_summaries, encode_summaries

# Calls with fewer paths, in all or for each heap, are run again about as fast as their
# summaries are read. Measured with six nodes: `makeEmpty` of a search tree, one path for
# each of 197 heaps, runs in 12 ms and is read in 19; `insert`, with 2,353 paths for as
# many heaps, runs in 320 ms and is read in 33.
FEWEST_PATHS = 100
FEWEST_PATHS_PER_HEAP = 2
# More than this is not worth its place: a graph takes less than a tenth of it.
LARGEST_ENTRY = 4 * 1024 * 1024


def stored_summaries(
    store: Store, setting: Setting, call: PublicCall, digest: bytes
) -> CallSummaries | None:
    """Give what is stored about a call; `digest` is that of the call, from `call_digests`."""
    data = store.get(digest.hex())
    if data is None or len(data) > LARGEST_ENTRY:
        return None
    return decode_summaries(setting, call, digest, data)


def keep_summaries(store: Store, digest: bytes, summaries: CallSummaries) -> bool:
    """Store the summaries of a call where that pays; say whether they are stored."""
    n_paths = sum(summary.n_paths for summary in summaries.values())
    if n_paths < max(FEWEST_PATHS, FEWEST_PATHS_PER_HEAP * len(summaries)):
        return False
    data = encode_summaries(digest, summaries)
    return len(data) <= LARGEST_ENTRY and store.put(digest.hex(), data)
