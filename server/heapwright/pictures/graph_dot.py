"""The state graph of a class in the DOT language.

Place: pictures/. Takes the model of `graph_model`.
"""

from __future__ import annotations

from heapwright.pictures.graph_model import GraphPicture
from heapwright.pictures.words import dot_string


def dot(picture: GraphPicture, title: str = "State graph") -> str:
    """Write the graph; the same graph gives the same text, byte for byte."""
    lines = [
        f"label={dot_string(title)};",
        'node [shape=box, style=rounded, fontname="monospace", fontsize=11];',
        'edge [fontname="monospace", fontsize=9, arrowsize=0.7];',
        *(
            f"s{state.number} [label={dot_string(state.title)},"
            f" tooltip={dot_string(state.details)}];"
            for state in picture.states
        ),
        *(
            f"s{arrow.source} -> s{arrow.target} [label={dot_string(arrow.label)}"
            f"{'' if arrow.is_first else ', style=dashed'}];"
            for arrow in picture.arrows
        ),
    ]
    return "\n".join(["digraph {", *(f"  {line}" for line in lines), "}", ""])
