"""Which actions there are at a place, at once and without asking anybody.

Place: editor/features/. What an action changes is worked out when it is chosen (`insertions`, and
`rewriting` for what only a worker can know).
"""

from __future__ import annotations

from heapwright.editor.features.insertions import ActionKind, raisable, standing_at
from heapwright.editor.known.knowledge import Knowledge, Question, Status
from heapwright.editor.known.report import Report
from heapwright.editor.known.structure_name import structure_name
from heapwright.records import dataclass
from heapwright.text.span import Span
from heapwright.workspace.snapshot import Document

REWRITE = "refactor.rewrite"
QUICK_FIX = "quickfix"


@dataclass(frozen=True, slots=True)
class Action:
    """An action on a question, or on a class or method; `disabled` says why it cannot be used."""

    title: str
    lsp_kind: str
    name: str
    kind: ActionKind
    disabled: str | None = None
    codes: tuple[str, ...] = ()  # of the diagnostics that it is about
    is_preferred: bool = False


def actions(document: Document, knowledge: Knowledge, span: Span) -> tuple[Action, ...]:
    """List the actions on the questions that the span touches, and on the class or method."""
    found: list[Action] = []
    for question in knowledge.loaded.questions:
        if question.whole.start <= span.end and span.start <= question.whole.end:
            known = knowledge.known(question.name)
            is_known = known.status is Status.DONE
            report = known.report if is_known else None
            found += _actions(document, question, report, _reason(question, report))
    return (*found, *_on_code(knowledge, span))


def _on_code(knowledge: Knowledge, span: Span) -> list[Action]:
    """List the actions on the innermost class or public method that holds the span."""
    classes = [place for place in knowledge.loaded.classes if place.whole.holds(span)]
    if not classes or any(one.whole.holds(span) for one in knowledge.loaded.questions):
        return []
    methods = [m for m in knowledge.loaded.methods if m.is_tested and m.whole.holds(span)]
    inner = min(methods or classes, key=lambda place: place.whole.end - place.whole.start)
    found = [Action("Generate tests for all branches", REWRITE, inner.name, ActionKind.BRANCHES)]
    if not any(method.whole.holds(span) for method in knowledge.loaded.methods):
        has_formulas = knowledge.question(structure_name(inner.name)) is not None
        reason = f"`{inner.name}` has HEX formulas already" if has_formulas else None
        title = "Infer HEX invariant"
        found.append(Action(title, REWRITE, inner.name, ActionKind.FORMULAS, reason))
    return found


def _actions(
    document: Document, question: Question, report: Report | None, reason: str | None
) -> list[Action]:
    if question.left_out is not None or question.kind == "structure":
        return []
    found = []
    if question.kind == "spec":
        for kind, title in (
            (ActionKind.INPUT, "heap input"),
            (ActionKind.TEST, "heap input as test"),
        ):
            verb = "Generate" if standing_at(document, question, kind) is None else "Update"
            found.append(Action(f"{verb} {title}", REWRITE, question.name, kind, reason))
    elif report is not None and report.verdict == "violated":
        verb = "Insert" if standing_at(document, question, ActionKind.FAILING) is None else "Update"
        title = f"{verb} failing test"
        found.append(
            Action(title, QUICK_FIX, question.name, ActionKind.FAILING, None, ("HW010",), True)
        )
    if report is not None and raisable(report):
        codes = ("HW001", "HW002", "HW003")
        found.append(
            Action("Raise the bound", QUICK_FIX, question.name, ActionKind.BOUND, None, codes)
        )
    return found


def _reason(question: Question, report: Report | None) -> str | None:
    """Say why there are no calls to insert; None if there are, or if it is not known yet."""
    return None if report is None or report.is_found else report.reason
