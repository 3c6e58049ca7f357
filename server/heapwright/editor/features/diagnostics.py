"""Everything that is wrong with a file, as far as it is known.

Place: editor/features/. The server shows these, pushed or pulled. The syntax is always that of the
current text; names, types and verdicts may lag behind, and then say so.
"""

from __future__ import annotations

from collections.abc import Iterable

from heapwright.editor.known.knowledge import Knowledge, Status
from heapwright.editor.known.wording import LIMIT
from heapwright.problems import Problem, Severity
from heapwright.records import dataclass
from heapwright.text.span import Span
from heapwright.workspace.ours import takes_part
from heapwright.workspace.snapshot import Document


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem, and whether the text has changed since it was found."""

    problem: Problem
    is_outdated: bool


def findings(
    document: Document, knowledge: Knowledge, folders: Iterable[str]
) -> tuple[Finding, ...]:
    """List the problems of a document in the order of the text, none if it takes no part."""
    if not takes_part(document, folders):
        return ()
    found = [Finding(problem, False) for problem in document.problems]
    # Names and types are looked at again within a moment; marking them each time
    # would only make them flicker.
    found += [Finding(problem, False) for problem in knowledge.loaded.problems]
    for name, known in knowledge.answers.items():
        if known.report is not None and known.report.problem is not None:
            is_outdated = known.status is not Status.DONE
            if knowledge.question(name) is not None:
                found.append(Finding(known.report.problem, is_outdated))
    if knowledge.survey is not None:
        is_outdated = not knowledge.is_surveyed
        found += [Finding(problem, is_outdated) for problem in knowledge.survey.problems]
    if knowledge.failure is not None:
        first_line = document.source.line_index.line_span(0)
        message = f"nothing can be said about this file: {knowledge.failure}"
        problem = Problem(LIMIT, Severity.INFORMATION, message, Span(0, first_line.end))
        found.append(Finding(problem, False))
    return tuple(
        sorted(found, key=lambda f: (f.problem.span.start, f.problem.span.end, f.problem.code))
    )
