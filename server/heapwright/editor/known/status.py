"""How far each question of a file is, for lists, lenses and custom requests.

Place: editor/known/. Plain values; the server adds ranges.
"""

from __future__ import annotations

from heapwright.editor.known.knowledge import Knowledge
from heapwright.editor.known.report import Report
from heapwright.records import dataclass
from heapwright.text.span import Span


@dataclass(frozen=True, slots=True)
class Item:
    """A question: its place, its status, and the last answer if there is one."""

    name: str
    kind: str
    span: Span
    status: str  # outdated, queued, running, or the verdict
    report: Report | None


def items(knowledge: Knowledge) -> tuple[Item, ...]:
    """List the questions of a file in the order of the text."""
    found = []
    for question in knowledge.loaded.questions:
        known = knowledge.known(question.name)
        found.append(
            Item(question.name, question.kind, question.span, known.shown_status, known.report)
        )
    return tuple(found)
