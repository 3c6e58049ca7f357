"""All that an editor shows about one question, as plain values.

Place: editor/. A worker makes it (`report_of`) and sends it to the server, which keeps it.
Nothing in it refers to a graph or a program, so it outlives both.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from heapwright.answers.render import test_text
from heapwright.answers.verdict import Found, Nowhere
from heapwright.editor.verdicts import LIMIT, shown_answer
from heapwright.ir.hierarchy import hierarchy_of
from heapwright.ir.program import Function, Role
from heapwright.pictures import heap_svg
from heapwright.pictures.heap_line import heap_line
from heapwright.pictures.heap_steps import final_picture, final_roots, step_roots
from heapwright.pictures.heap_text import draw_heap
from heapwright.problems import Problem, Related, Severity
from heapwright.text.span import Span
from heapwright.workspace.load import LoadedProgram
from heapwright.workspace.python_text import fitted
from heapwright.workspace.questions import Asked


@dataclass(frozen=True, slots=True)
class ReportedCall:
    """One call of a sequence, and the heap after it in one line."""

    result: str | None
    text: str
    method: str
    arguments: tuple[str, ...]
    heap: str


@dataclass(frozen=True, slots=True)
class Report:
    """The answer to a spec or an invariant."""

    name: str
    kind: str
    digest: str
    verdict: str
    reason: str
    objects: Mapping[str, int] = field(default_factory=dict)
    calls_bound: int | None = None
    is_complete: bool = False
    problem: Problem | None = None
    calls: tuple[ReportedCall, ...] = ()
    arguments: tuple[tuple[str, str], ...] = ()
    code: str = ""
    test: str = ""
    imports: tuple[str, ...] = ()  # lines that `code` and `test` need and the file lacks
    heap_text: str = ""
    heap_svg: str = ""
    n_states: int = 0
    n_disjuncts: int = 0
    n_edges: int = 0
    n_paths: int = 0
    n_solver_calls: int = 0
    seconds: float = 0.0
    explore_seconds: float = 0.0
    is_cached: bool = False

    @property
    def is_found(self) -> bool:
        """Whether there are calls: to reach the spec, or to break the invariant."""
        return self.verdict in ("reachable", "violated")


def report_of(loaded: LoadedProgram, question: Function, asked: Asked, digest: str) -> Report:
    """Describe an answer."""
    answer = asked.answer
    place = loaded.source_map.functions[question.qualified_name]
    shown = shown_answer(answer, question, place)
    graph = answer.graph
    report = Report(
        name=question.qualified_name,
        kind=question.role.value,
        digest=digest,
        verdict=shown.verdict,
        reason=shown.reason,
        objects=dict(answer.objects),
        calls_bound=answer.calls,
        is_complete=isinstance(answer.verdict, Nowhere),
        problem=shown.problem,
        n_states=len(graph.states),
        n_disjuncts=len(graph.disjuncts),
        n_edges=graph.counts.edges,
        n_paths=graph.counts.paths,
        n_solver_calls=asked.n_solver_calls,
        seconds=answer.seconds,
        explore_seconds=answer.explore_seconds,
        is_cached=answer.is_cached,
    )
    if not isinstance(answer.verdict, Found):
        return report
    return _with_calls(loaded, question, answer.verdict, report)


def gave_up(name: str, kind: str, digest: str, span: Span, reason: str) -> Report:
    """Describe a question that could not be answered because the work was stopped."""
    message = f"`{name}` is undecided: {reason}"
    problem = Problem(LIMIT, Severity.INFORMATION, message, span)
    return Report(name, kind, digest, "unknown", message, problem=problem)


def _with_calls(loaded: LoadedProgram, question: Function, found: Found, report: Report) -> Report:
    hierarchy = hierarchy_of(loaded.program)
    rendered = found.rendered
    heaps = [heap_line(hierarchy, heap, roots) for heap, roots in step_roots(found)]
    code = fitted(loaded, rendered.code)
    test = fitted(loaded, test_text(loaded.program, question, rendered))
    return replace(
        report,
        calls=tuple(
            ReportedCall(call.result, call.text, call.method, call.arguments, heap)
            for call, heap in zip(rendered.calls, heaps, strict=True)
        ),
        arguments=rendered.arguments,
        code=code.code,
        test=test.code,
        imports=tuple(dict.fromkeys((*code.imports, *test.imports))),
        heap_text=draw_heap(hierarchy, found.replayed.final_heap, final_roots(found)),
        heap_svg=heap_svg.svg(final_picture(hierarchy, found), report.name),
        problem=report.problem and _with_places(loaded, question, found, report.problem),
    )


def _with_places(
    loaded: LoadedProgram, question: Function, found: Found, problem: Problem
) -> Problem:
    """Let each call of a violated invariant lead to the method or class that it calls."""
    own = loaded.source_map.functions[question.qualified_name].path
    related = []
    for note, call in zip(problem.related, found.rendered.calls, strict=True):
        function = loaded.source_map.functions.get(call.method)
        class_ = loaded.source_map.classes.get(call.method)
        if function is not None:
            path, span = function.path, function.name_span.shifted(function.offset)
        elif class_ is not None:
            path, span = class_.path, class_.name_span
        else:
            path, span = own, note.span
        related.append(Related(note.message, span, None if path == own else path))
    return replace(problem, related=tuple(related))


def is_question(function: Function) -> bool:
    """Say whether a function is asked rather than called."""
    return function.role in (Role.SPEC, Role.INVARIANT)
