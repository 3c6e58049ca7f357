"""The paths of a method as an editor and the command line show them.

Place: editor/. Plain values; `workspace.paths` finds the paths.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from heapwright.ir.hierarchy import hierarchy_of
from heapwright.ir.program import Program
from heapwright.pictures.heap_text import draw_heap, input_text
from heapwright.workspace.paths import FoundPath, FoundPaths


@dataclass(frozen=True, slots=True)
class Shown:
    """A path with its input as a drawing of text, and the values of the inputs."""

    path: FoundPath
    example: str
    inputs: tuple[tuple[str, str], ...]


def shown_path(program: Program, path: FoundPath) -> Shown:
    """Describe one path."""
    example = path.example
    roots = list(example.values.items())
    drawing = draw_heap(hierarchy_of(program), example.heap, roots)
    return Shown(
        path, drawing, tuple((name, input_text(example.heap, value)) for name, value in roots)
    )


def paths_bound(found: FoundPaths) -> Iterator[str]:
    """Say what keeps the list from being all paths, a sentence each."""
    for reason, n_paths in Counter(found.stopped).items():
        yield f"{n_paths} given up: {reason}"
    for reason, n_paths in Counter(found.unknown).items():
        yield f"{n_paths} not confirmed: {reason}"
    if found.left is not None:
        yield f"stopped after {found.left.reason}; at least {found.left.n_left} more to run"
