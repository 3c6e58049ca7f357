"""What a hover says, in Markdown: the last known state, at once, and how true it still is.

Place: editor/features/. The server decides whether pictures are shown as images or as text.
"""

from __future__ import annotations

from base64 import b64encode

from heapwright.editor.features.generated import call_at
from heapwright.editor.known.knowledge import Knowledge, Known, Place, Question, Status
from heapwright.editor.known.report import Report
from heapwright.editor.known.wording import bound_text, counted, headline
from heapwright.records import dataclass
from heapwright.text.span import Span
from heapwright.workspace.snapshot import Document

MOST_IMAGE_BYTES = 60_000


@dataclass(frozen=True, slots=True)
class Hover:
    """A text in Markdown about a place."""

    markdown: str
    span: Span


def hover(
    document: Document, knowledge: Knowledge, offset: int, *, with_images: bool
) -> Hover | None:
    """Say what is known about the spec, invariant, class, method or generated call here."""
    call = call_at(document, knowledge, offset)
    if call is not None:
        text = f"After this call:\n\n```text\n{call.call.heap or '(empty heap)'}\n```"
        return Hover(text, call.span)
    for question in knowledge.loaded.questions:
        if question.span.contains(offset):
            return Hover(_question(document, knowledge, question, with_images), question.span)
    for place in knowledge.loaded.methods:
        if place.span.contains(offset):
            used = _method(knowledge, place)
            return None if used is None else Hover(used, place.span)
    for place in knowledge.loaded.classes:
        if place.span.contains(offset):
            return Hover(_class(knowledge, place), place.span)
    return None


def one_line(known: Known) -> str:
    """Say in a few words how far a question is; for lenses, symbols and lists."""
    report = known.report
    if known.status is Status.DONE and report is not None:
        return _headline(report)
    if report is None:
        return {Status.QUEUED: "queued", Status.RUNNING: "running …"}.get(
            known.status, "not checked yet"
        )
    return f"{_headline(report)} · {known.status.value}"


def branches_line(knowledge: Knowledge, name: str) -> str | None:
    """Say how many branches of a method calls can take; None if there are none, or unknown."""
    title = None if knowledge.survey is None else knowledge.survey.titles.get(name)
    if title is None or knowledge.is_surveyed:
        return title
    return f"{title} · {Status.OUTDATED.value}"


def _headline(report: Report) -> str:
    n_calls = counted(len(report.calls), "call")
    match report.verdict:
        case "reachable":
            return f"reachable in {n_calls}"
        case "violated":
            return f"violated after {n_calls}"
        case verdict:
            return headline(verdict, report.objects)


def _question(
    document: Document, knowledge: Knowledge, question: Question, with_images: bool
) -> str:
    known = knowledge.known(question.name)
    report = known.report
    parts = [f"**{question.kind} `{question.name}`**: {one_line(known)}"]
    match known.status:
        case Status.OUTDATED if report is not None:
            parts.append("*The text has changed since; this is being looked at again.*")
        case Status.RUNNING | Status.QUEUED if report is not None:
            parts.append("*This is what was known before the last change.*")
        case _:
            pass
    if question.left_out is not None:
        parts.append(question.left_out)
    elif report is not None:
        parts += _details(document, report, with_images)
    return "\n\n".join(parts)


def _details(document: Document, report: Report, with_images: bool) -> list[str]:
    parts = []
    if not report.is_found:
        parts.append(report.reason)
    facts = [bound_text(report.objects, report.kinds).strip() or "no objects"]
    if report.calls_bound is not None:
        facts.append(f"up to {counted(report.calls_bound, 'call')}")
    facts.append(counted(report.n_states, "state"))
    facts.append(f"{report.seconds:.3f} s")
    if report.n_solver_calls:
        facts.append(counted(report.n_solver_calls, "solver call"))
    if report.is_cached:
        facts.append("cached")
    parts.append(" · ".join(facts))
    if report.calls:
        parts.append(f"```{document.language.name}\n{report.code}\n```")
    if report.heap_text:
        image = report.heap_svg.encode()
        if with_images and len(image) <= MOST_IMAGE_BYTES:
            data = b64encode(image).decode()
            parts.append(f"![The heap of {report.name}](data:image/svg+xml;base64,{data})")
        else:
            parts.append(f"```text\n{report.heap_text}\n```")
    return parts


def _class(knowledge: Knowledge, place: Place) -> str:
    lines = [f"**class `{place.name}`**"]
    for question in knowledge.loaded.questions:
        if question.name.startswith(f"{place.name}."):
            name = question.name.removeprefix(f"{place.name}.")
            lines.append(f"- invariant `{name}`: {one_line(knowledge.known(question.name))}")
    for question in knowledge.loaded.questions:
        report = knowledge.known(question.name).report
        if question.kind == "spec" and report is not None and place.name in report.objects:
            lines.append(f"- spec `{question.name}`: {one_line(knowledge.known(question.name))}")
    return "\n".join([lines[0], "", *lines[1:]]) if len(lines) > 1 else lines[0]


def _method(knowledge: Knowledge, place: Place) -> str | None:
    """Say in which answers a method is called, and what became of its branches."""
    lines = []
    for question in knowledge.loaded.questions:
        known = knowledge.known(question.name)
        if known.report is None:
            continue
        steps = [
            str(number)
            for number, call in enumerate(known.report.calls, start=1)
            if call.method == place.name
        ]
        if steps:
            noun = "call" if len(steps) == 1 else "calls"
            old = "" if known.status is Status.DONE else " (outdated)"
            lines.append(f"- {noun} {', '.join(steps)} of `{question.name}`{old}")
    parts = ["\n".join([f"**`{place.name}`** is", "", *lines])] if lines else []
    branches = branches_line(knowledge, place.name)
    if branches is not None:
        parts.append(branches)
    return "\n\n".join(parts) or None
