"""A heap as a drawing of text, for terminals and editors without pictures.

Place: pictures/. Each object is drawn once, below the first reference that leads to
it; later references name it. What leads nowhere new (ints, Booleans, null, objects drawn
above) stands on the object's own line.

    o: Node#1 value=550
    └─ next: Node#2 value=450 next=null

A long list would run out of the page to the right; from the ninth object on it goes
straight down, with an arrow in front of each:

                            └─ next: Node#9 value=8
                            ↳  next: Node#10 value=9

A marked field stands between pointers: `>>next<<=Node#1`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from heapwright.ir.core.hierarchy import Hierarchy
from heapwright.ir.python_names.class_names import shown_name
from heapwright.paths.plain.heap import PlainHeap, Reference, Value
from heapwright.pictures.heap_model import Place, plain_text
from heapwright.pictures.shown_attributes import shown_attributes
from heapwright.pictures.words import visible

DEEPEST_LIST: Final = 8  # levels; a step is three columns
STEP: Final = 3


def draw_heap(
    hierarchy: Hierarchy,
    heap: PlainHeap,
    roots: Sequence[tuple[str, Value]],
    *,
    marked: Collection[Place] = (),
    titles: Mapping[Reference, int] | None = None,
) -> str:
    """Draw what the named roots lead to.

    Objects are numbered in order of appearance, or as `titles` says. Marked
    fields catch the eye.
    """
    language = hierarchy.language
    numbers: dict[Reference, int] = {}

    def numbered(reference: Reference) -> str:
        number = numbers[reference] if titles is None else titles[reference]
        return f"{shown_name(heap.class_of(reference))}#{number}"

    lines: list[str] = []
    # What is still to draw, last first: text before the name, text before what hangs
    # below it, name, value. A stack, so that long lists cannot exhaust recursion.
    pending: list[tuple[str, str, str, Value]] = [("", "", n, v) for n, v in reversed(roots)]
    while pending:
        before, below, name, value = pending.pop()
        if not isinstance(value, Reference):
            lines.append(visible(f"{before}{name} = {plain_text(language, value)}"))
            continue
        known = value in numbers
        numbers.setdefault(value, len(numbers) + 1)
        title = numbered(value)
        if known:
            lines.append(visible(f"{before}{name} ─▶ {title}"))
            continue
        plain: list[str] = []
        links: list[tuple[str, Reference]] = []
        for field_name, content in shown_attributes(hierarchy, heap, value).items():
            if (value, field_name) in marked:
                field_name = f">>{field_name}<<"
            if not isinstance(content, Reference):
                plain.append(f"{field_name}={plain_text(language, content)}")
            elif content in numbers:
                plain.append(f"{field_name}={numbered(content)}")
            else:
                links.append((field_name, content))
        lines.append(visible(" ".join([f"{before}{name}: {title}", *plain])))
        if len(links) == 1 and len(below) >= STEP * DEEPEST_LIST:
            ((only, target),) = links
            pending.append((below[:-STEP] + "↳  ", below, only, target))
            continue
        for index, (field_name, target) in reversed(list(enumerate(links))):
            is_last = index == len(links) - 1
            fork, rail = ("└─ ", "   ") if is_last else ("├─ ", "│  ")
            pending.append((below + fork, below + rail, field_name, target))
    return "\n".join(lines)


def input_text(hierarchy: Hierarchy, heap: PlainHeap, value: Value) -> str:
    """Write one value in a word: an object by its class, anything else as it is."""
    if isinstance(value, Reference):
        return heap.class_of(value)
    return plain_text(hierarchy.language, value)
