"""Write pictures to files that the user named.

Place: cli/. The ending of the name chooses the form.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from heapwright.answers.calls.verdict import Found
from heapwright.answers.structure.structure import Violated
from heapwright.errors import UsageError
from heapwright.graph.state.state_graph import StateGraph
from heapwright.ir.core.hierarchy import hierarchy_of
from heapwright.ir.core.program import Program
from heapwright.paths.unknown_heaps.concrete_input import ConcreteInput
from heapwright.pictures import graph_dot, graph_svg, heap_dot, heap_svg
from heapwright.pictures.graph_model import graph_picture
from heapwright.pictures.heap_model import Place, heap_picture

ENDINGS = (".svg", ".dot")


def check_picture_path(path: str) -> None:
    """Refuse a name whose ending says neither SVG nor DOT, before any work is done."""
    if Path(path).suffix not in ENDINGS:
        raise UsageError(f"{path}: the name of a picture ends in .svg or .dot")


def write_heap(
    path: str,
    program: Program,
    found: Found | Violated,
    title: str,
    marked: Collection[Place] = (),
) -> None:
    """Draw the heap that a sequence builds."""
    names = [name for name, _ in found.rendered.arguments]
    roots = list(zip(names, found.replayed.arguments, strict=True))
    picture = heap_picture(hierarchy_of(program), found.replayed.final_heap, roots, marked=marked)
    draw = heap_svg.svg if path.endswith(".svg") else heap_dot.dot
    _write(path, draw(picture, title))


def write_input(path: str, program: Program, example: ConcreteInput, title: str) -> None:
    """Draw the input of a path."""
    picture = heap_picture(hierarchy_of(program), example.heap, list(example.values.items()))
    _write(path, heap_svg.svg(picture, title))


def write_graph(path: str, graph: StateGraph, title: str) -> None:
    """Draw a state graph."""
    picture = graph_picture(graph)
    draw = graph_svg.svg if path.endswith(".svg") else graph_dot.dot
    _write(path, draw(picture, title))


def _write(path: str, text: str) -> None:
    try:
        Path(path).write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{path}: cannot be written: {error.strerror}") from error
