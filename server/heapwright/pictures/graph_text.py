"""The state graph of a class as text: every state, what it stands for, the calls that lead to it.

Place: pictures/. For bug reports: the same graph gives the same text.
"""

from __future__ import annotations

from heapwright.graph.state.state_graph import StateGraph
from heapwright.pictures.graph_model import graph_picture
from heapwright.pictures.state_model import state_pictures


def graph_text(graph: StateGraph) -> str:
    """List the states in order of discovery, each with its heap, constraints and calls."""
    picture = graph_picture(graph)
    lines = []
    for state, heap in zip(picture.states, state_pictures(graph), strict=True):
        lines.append(state.details)
        lines += [f"    {line}" for line in heap.text.split("\n")]
        lines += [f"    where {text}" for text in heap.constraints if text != "true"]
        lines += [
            f"    {'from' if arrow.is_first else 'also from'} #{arrow.source} by {arrow.label}"
            for arrow in sorted(picture.arrows, key=lambda arrow: not arrow.is_first)
            if arrow.target == state.number
        ]
    return "\n".join(lines)
