"""Heaps and graphs as plain data for a client that draws them itself, with pictures for all.

Place: editor/known/. `work` calls these; the keys are those of docs/lsp.md, but places are
`{path, start, end}` in offsets, which the server turns into ranges.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from heapwright.answers.calls.verdict import Found
from heapwright.graph.state.state_graph import StateGraph
from heapwright.ir.core.hierarchy import hierarchy_of
from heapwright.pictures import graph_svg, heap_svg
from heapwright.pictures.graph_model import graph_picture
from heapwright.pictures.heap_model import Data, HeapPicture, Link, Null
from heapwright.pictures.heap_steps import heap_steps
from heapwright.pictures.state_model import state_pictures
from heapwright.workspace.load import LoadedProgram


def drawn_heaps(loaded: LoadedProgram, found: Found) -> list[dict[str, Any]]:
    """Describe the empty heap and the heap after each call."""
    steps = []
    for number, step in enumerate(heap_steps(hierarchy_of(loaded.program), found)):
        title = "The empty heap" if step.call is None else f"After call {number}: {step.call.text}"
        steps.append(
            {
                "call": None if step.call is None else step.call.text,
                "method": None if step.call is None else step.call.method,
                "place": None if step.call is None else _place(loaded, step.call.method),
                "svg": heap_svg.svg(step.picture, title),
                "text": step.text,
                "objects": _objects(loaded, step.picture),
                "roots": [
                    {"variable": name, "id": drawn.number}
                    for drawn in step.picture.objects
                    for name in drawn.names
                ],
            }
        )
    return steps


def drawn_graph(
    graph: StateGraph, ways: Sequence[Sequence[str] | None], class_name: str
) -> dict[str, Any]:
    """Describe the states of a class, the shortest calls to each, and the calls between them."""
    picture = graph_picture(graph)
    return {
        "name": class_name,
        "complete": graph.is_complete,
        "stoppedBy": graph.stopped_by,
        "states": [
            {
                "id": state.number,
                "depth": state.depth,
                "roots": list(shown.roots),
                "nObjects": sum(count for _, count in state.objects),
                "svg": heap_svg.svg(shown.picture, f"State {state.number} of {class_name}"),
                "text": shown.text,
                "constraints": list(shown.constraints),
                "calls": None if way is None else list(way),
            }
            for state, shown, way in zip(picture.states, state_pictures(graph), ways, strict=True)
        ],
        "edges": [
            {"source": arrow.source, "target": arrow.target, "label": arrow.label}
            for arrow in picture.arrows
        ],
        "svg": graph_svg.svg(picture, f"State graph of {class_name}"),
    }


def _objects(loaded: LoadedProgram, picture: HeapPicture) -> list[dict[str, Any]]:
    objects = []
    for drawn in picture.objects:
        described: dict[str, Any] = {
            "id": drawn.number,
            "class": drawn.class_name,
            "fields": [],
            "place": _place(loaded, drawn.class_name),
        }
        for field in drawn.fields:
            shown: dict[str, Any] = {"name": field.name, "changed": field.is_marked}
            match field.content:
                case Data(text):
                    shown["value"] = text
                case Null(word):
                    shown["value"] = word
                case Link(target):
                    shown["value"] = picture.objects[target].title
                    shown["target"] = picture.objects[target].number
            described["fields"].append(shown)
        objects.append(described)
    return objects


def _place(loaded: LoadedProgram, name: str) -> dict[str, Any] | None:
    """Say where a method or class is named."""
    match loaded.source_map.name_place(name):
        case (path, span):
            return {"path": path, "start": span.start, "end": span.end}
        case None:
            return None
