"""The heaps that a call sequence goes through, call by call.

Place: pictures/. `editor` shows these beside the calls. Objects keep their numbers from
step to step, so that the eye can follow them.
"""

from __future__ import annotations

from heapwright.answers.calls.syntax import RenderedCall
from heapwright.answers.calls.verdict import Found
from heapwright.ir.core.hierarchy import Hierarchy
from heapwright.paths.plain.heap import EMPTY_HEAP, PlainHeap, Reference, Value
from heapwright.pictures.heap_model import HeapPicture, changed_fields, heap_picture
from heapwright.pictures.heap_text import draw_heap
from heapwright.records import dataclass


@dataclass(frozen=True, slots=True)
class HeapStep:
    """The heap after a call; the first step is the empty heap before all calls."""

    call: RenderedCall | None
    picture: HeapPicture
    text: str


def heap_steps(hierarchy: Hierarchy, found: Found) -> tuple[HeapStep, ...]:
    """Model the empty heap and the heap after each call."""
    steps = [HeapStep(None, heap_picture(hierarchy, EMPTY_HEAP, []), "")]
    before = EMPTY_HEAP
    for call, (heap, roots) in zip(found.rendered.calls, step_roots(found), strict=True):
        numbers = {Reference(i): i + 1 for i in range(len(heap.rows))}
        marked = changed_fields(hierarchy, before, heap)
        picture = heap_picture(hierarchy, heap, roots, marked=marked, numbers=numbers)
        text = draw_heap(hierarchy, heap, roots, titles=numbers)
        steps.append(HeapStep(call, picture, text))
        before = heap
    return tuple(steps)


def step_roots(found: Found) -> list[tuple[PlainHeap, list[tuple[str, Value]]]]:
    """Give for each call the heap after it, and the variables so far with their values.

    A sequence also makes objects of classes without content. On the plain heap they appear
    when they are first used, so right after their making there is nothing new to see.
    """
    opaque = {class_name for class_name, _, _ in found.replayed.opaque}
    replayed = iter(zip(found.replayed.heaps, found.replayed.results, strict=True))
    heap = EMPTY_HEAP
    roots: list[tuple[str, Value]] = []
    steps: list[tuple[PlainHeap, list[tuple[str, Value]]]] = []
    for call in found.rendered.calls:
        if call.method not in opaque:
            heap, result = next(replayed)
            if call.result is not None and isinstance(result, Reference):
                roots.append((call.result, result))
        steps.append((heap, list(roots)))
    return steps


def final_roots(found: Found) -> list[tuple[str, Value]]:
    """Give what the question was asked about, by the names of its parameters."""
    names = [name for name, _ in found.rendered.arguments]
    return list(zip(names, found.replayed.arguments, strict=True))


def final_picture(hierarchy: Hierarchy, found: Found) -> HeapPicture:
    """Model the heap on which the question was asked."""
    return heap_picture(hierarchy, found.replayed.final_heap, final_roots(found))
