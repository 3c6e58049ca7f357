"""The heap after each generated call, at the end of its line.

Place: editor/features/. What the hint says in full is drawn when somebody looks at it.
"""

from __future__ import annotations

from heapwright.editor.features.generated import generated_calls
from heapwright.editor.known.knowledge import Knowledge
from heapwright.pictures.words import shortened
from heapwright.records import dataclass
from heapwright.text.span import Span
from heapwright.workspace.snapshot import Document

LONGEST = 72


@dataclass(frozen=True, slots=True)
class Hint:
    """A text behind an offset, about one call of an answer."""

    offset: int
    label: str
    name: str
    number: int


def hints(document: Document, knowledge: Knowledge, span: Span) -> tuple[Hint, ...]:
    """Give the hints in a part of the text."""
    return tuple(
        Hint(call.span.end, shortened(call.call.heap, LONGEST), call.name, call.number)
        for call in generated_calls(document, knowledge)
        if call.call.heap and span.start <= call.span.end <= span.end
    )
