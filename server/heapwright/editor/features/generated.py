"""Calls in the text that we generated: which call of which answer each line is.

Place: editor/features/. `hover` and `inlay_hints` ask. A line counts if it stands in a block of
ours and says what the last answer says.
"""

from __future__ import annotations

from collections.abc import Iterator

from heapwright.editor.features.insertions import ActionKind, standing_at
from heapwright.editor.known.knowledge import Knowledge
from heapwright.editor.known.report import ReportedCall
from heapwright.records import dataclass
from heapwright.text.span import Span
from heapwright.workspace.snapshot import Document


@dataclass(frozen=True, slots=True)
class GeneratedCall:
    """A line of a block: the question, the number of the call, the call, its place."""

    name: str
    number: int  # from 1 on
    call: ReportedCall
    span: Span


def generated_calls(document: Document, knowledge: Knowledge) -> Iterator[GeneratedCall]:
    """Find the calls that stand in the text."""
    for question in knowledge.loaded.questions:
        report = knowledge.known(question.name).report
        if report is None or not report.is_found:
            continue
        kinds = (
            (ActionKind.INPUT, ActionKind.TEST)
            if question.kind == "spec"
            else (ActionKind.FAILING,)
        )
        for kind in kinds:
            block = standing_at(document, question, kind)
            at = None if block is None else block.start
            for number, call in enumerate(report.calls, start=1):
                if block is None or at is None:
                    break
                start = document.text.find(call.text, at, block.end)
                if start < 0:
                    break
                at = start + len(call.text)
                yield GeneratedCall(question.name, number, call, Span(start, at))


def call_at(document: Document, knowledge: Knowledge, offset: int) -> GeneratedCall | None:
    """Give the generated call at an offset."""
    found = generated_calls(document, knowledge)
    return next((call for call in found if call.span.contains(offset)), None)
