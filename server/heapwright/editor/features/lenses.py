"""The line above a spec, an invariant, a class or a method.

Place: editor/features/. `reachable in 3 calls · insert · draw`: each part is a lens of its own, so
that a click does what the word says.
"""

from __future__ import annotations

from heapwright.editor.features.hover import branches_line, one_line
from heapwright.editor.known.knowledge import Knowledge
from heapwright.records import dataclass
from heapwright.text.span import Span


@dataclass(frozen=True, slots=True)
class Lens:
    """A text at a place, and the command that it stands for, if any."""

    span: Span
    title: str
    command: str
    name: str


def lenses(knowledge: Knowledge) -> tuple[Lens, ...]:
    """Give the lenses of a file in the order of the text."""
    found: list[Lens] = []
    for question in knowledge.loaded.questions:
        known = knowledge.known(question.name)
        found.append(Lens(question.span, one_line(known), "heapwright.draw", question.name))
        if known.report is not None and known.report.is_found:
            is_spec = question.kind == "spec"
            command = "heapwright.generateInput" if is_spec else "heapwright.generateTest"
            title = "insert" if is_spec else "insert test"
            if question.kind != "structure":  # which no test can ask
                found.append(Lens(question.span, title, command, question.name))
            found.append(Lens(question.span, "draw", "heapwright.draw", question.name))
    for place in knowledge.loaded.classes:
        found.append(Lens(place.span, "state graph", "heapwright.showGraph", place.name))
    for place in knowledge.loaded.methods:
        branches = branches_line(knowledge, place.name)
        if branches is not None:
            command = "heapwright.generateTests" if place.is_tested else "heapwright.showPaths"
            found.append(Lens(place.span, branches, command, place.name))
    return tuple(sorted(found, key=lambda lens: lens.span.start))


def path_lenses(knowledge: Knowledge) -> tuple[Lens, ...]:
    """Give a lens per method, for the number of its paths, which takes a worker to know."""
    # What makes an object of a Python class and its `__init__` stand at one place.
    methods = {place.span: place for place in reversed(knowledge.loaded.methods)}
    return tuple(
        Lens(span, "", "heapwright.showPaths", methods[span].name)
        for span in sorted(methods)
        if "." in methods[span].name
    )
