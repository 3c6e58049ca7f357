"""The text that an action inserts, and where; or what it updates if it stands there already.

Place: editor/features/. `code_actions` offers these, the server applies them. What was inserted is
known again by its name: a test of ours, or in Python a block of statements below a
comment of ours. So an action never inserts twice.

    Python                          tiny
    # heap input for TEST           test TEST_input {
    node = Node.create(1, True)         node := Node.create(1, true);
                                    }
"""

from __future__ import annotations

import re
from enum import Enum

from heapwright.editor.known.knowledge import Knowledge, Question
from heapwright.editor.known.report import Report
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.parse import Parsed as PythonParsed
from heapwright.ir.core.program import FIXED
from heapwright.records import dataclass
from heapwright.text.span import Span
from heapwright.workspace import python_text
from heapwright.workspace.outline import bounds_of, tests_of
from heapwright.workspace.snapshot import Document

STEP = 2  # by how many objects a bound is raised


class ActionKind(Enum):
    """What is inserted."""

    INPUT = "input"  # the calls
    TEST = "test"  # a test that makes the calls and asserts the spec
    FAILING = "failing"  # a test that makes the calls and asserts the violated invariant
    BOUND = "bound"  # a larger scope
    BRANCHES = "branches"  # tests that take all branches of a class or method
    FORMULAS = "formulas"  # HEX formulas that were inferred


@dataclass(frozen=True, slots=True)
class Change:
    """Replace the characters of a span by a text."""

    span: Span
    text: str


def changes(
    document: Document, knowledge: Knowledge, question: Question, report: Report, kind: ActionKind
) -> tuple[Change, ...]:
    """Give the changes that insert, or update, what is known about a question."""
    if kind is ActionKind.BOUND:
        return tuple(with_line_ends(document, one) for one in _raised(document, question, report))
    text = inserted_text(document, question, report, kind)
    imports = _imported(document, report, text)
    standing = standing_at(document, question, kind)
    if standing is not None:
        return (*imports, with_line_ends(document, Change(standing, text)))
    end = _end_of_line(document, _place(knowledge, question).end)
    inserted = Change(Span(end, end), document.language.gap + text)
    return (*imports, with_line_ends(document, inserted))


def inserted_text(document: Document, question: Question, report: Report, kind: ActionKind) -> str:
    """Give the text of a block, without space around it."""
    if kind is not ActionKind.INPUT:
        return report.test
    name = _block_name(document, question, kind)
    if not document.language.declares_questions:
        return f"{name}\n{report.code}"
    body = "\n".join(f"    {line}" for line in report.code.splitlines())
    return f"test {name} {{\n{body}\n}}"


def _imported(document: Document, report: Report, text: str) -> tuple[Change, ...]:
    """Give the change that adds the imports which a text needs and the file lacks."""
    parsed = document.parsed
    if not isinstance(parsed, PythonParsed):
        return ()
    above = [s for s in parsed.tree.body if isinstance(s, tree.Import)]
    grown: list[Change] = []
    new: list[str] = []
    for line in report.imports:
        module, names = python_text.imported_by(line)
        needed = [name for name in names or (module,) if re.search(rf"\b{name}\b", text)]
        own = [s for s in above if names and s.is_from and "." * s.level + s.module == module]
        for name in needed:
            # The answer may be older than an import that was inserted since.
            if any(name == one.alias for s in own for one in s.names):
                continue
            takes_all = own and any(one.name == "*" for one in own[-1].names)
            if own and own[-1].names and not takes_all:
                grown.append(_grown(own[-1], name))
            else:
                new.append(f"from {module} import {name}" if names else line)
    there = set(document.text.splitlines())
    lines = "".join(f"{line}\n" for line in python_text.merged_imports(new) if line not in there)
    if not lines:
        return tuple(grown)
    place = python_text.import_place(parsed.tree, document.text)
    if not above:
        lines = f"\n{lines}" if place > 0 else f"{lines}\n\n"
    return (*grown, with_line_ends(document, Change(Span(place, place), lines)))


def _grown(statement: tree.Import, name: str) -> Change:
    """Put a name into an import, in front of those that come later."""
    for one in statement.names:
        if python_text.import_order(one.name) > python_text.import_order(name):
            return Change(Span(one.span.start, one.span.start), f"{name}, ")
    end = statement.names[-1].span.end
    return Change(Span(end, end), f", {name}")


def standing_at(document: Document, question: Question, kind: ActionKind) -> Span | None:
    """Give the place where such a block stands already."""
    name = _block_name(document, question, kind)
    if kind is ActionKind.INPUT and not document.language.declares_questions:
        if name not in document.text:  # far quicker than the search below
            return None
        # The comment and the lines below it, up to the first empty one.
        block = re.compile(rf"^{re.escape(name)}[ \t]*(?:\r?\n(?![ \t]*\r?(?:\n|\Z)).*)*", re.M)
        found = block.search(document.text)
        return (
            None if found is None else Span(found.start(), found.start() + len(found[0].rstrip()))
        )
    return tests_of(document).get(name)


def raisable(report: Report) -> bool:
    """Say whether a larger bound could change the answer."""
    return report.verdict in ("unreachable", "not-found", "unknown", "holds", "holds-bounded") and (
        bool(report.objects) or report.calls_bound is not None
    )


def _block_name(document: Document, question: Question, kind: ActionKind) -> str:
    plain = question.name.replace(".", "_")
    language = document.language
    declares = language.declares_questions
    match kind:
        case ActionKind.INPUT:
            return f"{plain}_input" if declares else f"{language.comment} heap input for {plain}"
        case ActionKind.TEST:
            return f"{plain}_is_reachable" if declares else f"test_{plain}"
        case _:
            return f"{plain}_holds" if declares else f"test_{plain}_holds"


def _place(knowledge: Knowledge, question: Question) -> Span:
    """Give the declaration behind which is inserted: the class for an invariant."""
    owner = question.name.rpartition(".")[0]
    if question.kind == "invariant":
        for place in knowledge.loaded.classes:
            if place.name == owner:
                return place.whole
    return question.whole


def _raised(document: Document, question: Question, report: Report) -> list[Change]:
    wanted = {n: bound + STEP for n, bound in report.objects.items() if n not in FIXED}
    if report.verdict in ("not-found", "holds-bounded") and report.calls_bound is not None:
        wanted = {"calls": 2 * report.calls_bound}
    if not document.language.declares_questions:
        return _raised_in_marks(document, question, wanted)
    found = []
    for bound in bounds_of(document):
        if bound.target in wanted:
            found.append(Change(bound.span, str(wanted.pop(bound.target))))
    start = _start_of_line(document, question.whole.start)
    lines = "".join(f"scope {name} <= {bound};\n" for name, bound in sorted(wanted.items()))
    if question.kind == "invariant":
        start = 0  # a scope stands outside of classes
    return [*found, *([Change(Span(start, start), lines)] if lines else [])]


def _raised_in_marks(
    document: Document, question: Question, wanted: dict[str, int]
) -> list[Change]:
    found = []
    for mark in re.finditer(r"(?:@scope\(|#[ \t]*heapwright:[ \t]*scope\b)[^\n)]*", document.text):
        for name, bound in sorted(wanted.items()):
            value = re.search(rf"\b{re.escape(name)}[ \t]*=[ \t]*(\d+)", mark[0])
            if value is not None:
                start = mark.start() + value.start(1)
                found.append(Change(Span(start, start + len(value[1])), str(bound)))
                del wanted[name]
    if wanted:
        # Above the first decorator or the `def`, with its indentation.
        start = _start_of_line(document, question.whole.start)
        indent = document.text[start : question.whole.start]
        indent = indent if not indent.strip() else ""
        bounds = ", ".join(f"{name}={bound}" for name, bound in sorted(wanted.items()))
        found.append(Change(Span(start, start), f"{indent}# heapwright: scope {bounds}\n"))
    return found


def with_line_ends(document: Document, change: Change) -> Change:
    """Write line ends as the document does."""
    text = change.text.replace("\r\n", "\n")
    if "\r\n" in document.text:
        text = text.replace("\n", "\r\n")
    return Change(change.span, text)


def _end_of_line(document: Document, offset: int) -> int:
    index = document.source.line_index
    return index.line_span(index.line(offset)).end


def _start_of_line(document: Document, offset: int) -> int:
    index = document.source.line_index
    return index.line_span(index.line(offset)).start
