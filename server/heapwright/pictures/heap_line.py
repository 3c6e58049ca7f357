"""A heap in one line, for the margin of an editor.

Place: pictures/. Each object is written once, where it is first met; later it is named.

    o: Node#1(value=550, next: Node#2(value=450, next=null))
"""

from __future__ import annotations

from collections.abc import Sequence

from heapwright.ir.core.hierarchy import Hierarchy
from heapwright.ir.python_names.class_names import shown_name
from heapwright.paths.plain.heap import PlainHeap, Reference, Value, fields_of
from heapwright.pictures.heap_model import plain_text
from heapwright.pictures.words import visible

MOST_OBJECTS = 40


def heap_line(hierarchy: Hierarchy, heap: PlainHeap, roots: Sequence[tuple[str, Value]]) -> str:
    """Write what the named roots lead to; beyond `MOST_OBJECTS` it says `…`."""
    numbers: dict[Reference, int] = {}
    parts: list[str] = []
    # What is still to write, last first: finished text, or a name with its value.
    pending: list[str | tuple[str, Value]] = []
    for index, root in enumerate(reversed(roots)):
        if index:
            pending.append("; ")
        pending.append(root)
    while pending:
        match pending.pop():
            case str() as text:
                parts.append(text)
            case name, Reference() as value:
                is_known = value in numbers
                number = numbers.setdefault(value, len(numbers) + 1)
                title = f"{shown_name(heap.class_of(value))}#{number}"
                if is_known:
                    parts.append(f"{name}={title}")
                    continue
                if len(numbers) > MOST_OBJECTS:
                    parts.append(f"{name}=…")
                    continue
                parts.append(f"{name}: {title}(")
                pending.append(")")
                fields = list(fields_of(hierarchy, heap, value).items())
                for index, field in enumerate(reversed(fields)):
                    if index:
                        pending.append(", ")
                    pending.append(field)
            case name, plain:
                parts.append(f"{name}={plain_text(hierarchy.language, plain)}")
    return visible("".join(parts))
