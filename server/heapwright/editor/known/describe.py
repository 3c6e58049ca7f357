"""Describe the answer to a spec or an invariant, for whoever shows it.

Place: editor/known/. A worker calls this; the report goes to the server.
"""

from __future__ import annotations

from heapwright.answers.calls.render import test_text
from heapwright.answers.calls.verdict import Found, Nowhere
from heapwright.answers.search.ask import Answer, Explored
from heapwright.editor.known.report import Report, ReportedCall
from heapwright.editor.known.verdicts import Shown, shown_answer
from heapwright.ir.core.hierarchy import Hierarchy, hierarchy_of
from heapwright.ir.core.program import Function
from heapwright.pictures import heap_svg
from heapwright.pictures.heap_line import heap_line
from heapwright.pictures.heap_steps import final_picture, final_roots, step_roots
from heapwright.pictures.heap_text import draw_heap
from heapwright.problems import Problem, Related
from heapwright.records import replace
from heapwright.workspace.load import LoadedProgram
from heapwright.workspace.python_text import fitted, merged_imports
from heapwright.workspace.questions import Asked


def report_of(loaded: LoadedProgram, question: Function, asked: Asked, digest: str) -> Report:
    """Describe an answer."""
    answer = asked.answer
    place = loaded.source_map.functions[question.qualified_name]
    shown = shown_answer(answer, question, place)
    report = without_calls(
        question.qualified_name,
        question.role.value,
        digest,
        shown,
        answer,
        asked.n_solver_calls,
        is_complete=isinstance(answer.verdict, Nowhere),
    )
    if not isinstance(answer.verdict, Found):
        return report
    return _with_calls(loaded, question, answer.verdict, report)


def without_calls(
    name: str,
    kind: str,
    digest: str,
    shown: Shown,
    found: Answer | Explored,
    n_solver_calls: int,
    *,
    is_complete: bool,
) -> Report:
    """Describe what every answer has: the words for it, its bound, and what it cost."""
    graph = found.graph
    return Report(
        name=name,
        kind=kind,
        digest=digest,
        verdict=shown.verdict,
        reason=shown.reason,
        objects=dict(found.objects),
        kinds=dict(found.kinds),
        calls_bound=found.calls,
        is_complete=is_complete,
        problem=shown.problem,
        n_states=len(graph.states),
        n_disjuncts=len(graph.disjuncts),
        n_edges=graph.counts.edges,
        n_paths=graph.counts.paths,
        n_solver_calls=n_solver_calls,
        seconds=found.seconds,
        explore_seconds=found.explore_seconds,
        is_cached=found.is_cached,
    )


def reported_calls(hierarchy: Hierarchy, found: Found) -> tuple[ReportedCall, ...]:
    """Describe the calls of a sequence, each with the heap after it."""
    heaps = [heap_line(hierarchy, heap, roots) for heap, roots in step_roots(found)]
    return tuple(
        ReportedCall(call.result, call.text, call.method, call.arguments, heap)
        for call, heap in zip(found.rendered.calls, heaps, strict=True)
    )


def _with_calls(loaded: LoadedProgram, question: Function, found: Found, report: Report) -> Report:
    hierarchy = hierarchy_of(loaded.program)
    rendered = found.rendered
    code = fitted(loaded, rendered.code)
    test = fitted(loaded, test_text(loaded.program, question, rendered))
    return replace(
        report,
        calls=reported_calls(hierarchy, found),
        arguments=rendered.arguments,
        code=code.code,
        test=test.code,
        imports=merged_imports((*code.imports, *test.imports)),
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
        path, span = loaded.source_map.name_place(call.method) or (own, note.span)
        related.append(Related(note.message, span, None if path == own else path))
    return replace(problem, related=tuple(related))
