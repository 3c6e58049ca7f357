"""Describe the answer to a spec or an invariant, for whoever shows it.

Place: editor/known/. A worker calls this; the report goes to the server.
"""

from __future__ import annotations

from heapwright.answers.calls.render import test_text
from heapwright.answers.calls.verdict import Found, Nowhere
from heapwright.editor.known.report import Report, ReportedCall
from heapwright.editor.known.verdicts import shown_answer
from heapwright.ir.core.hierarchy import hierarchy_of
from heapwright.ir.core.program import Function, Role
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
    graph = answer.graph
    report = Report(
        name=question.qualified_name,
        kind=question.role.value,
        digest=digest,
        verdict=shown.verdict,
        reason=shown.reason,
        objects=dict(answer.objects),
        kinds=dict(answer.kinds),
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


def is_question(function: Function) -> bool:
    """Say whether a function is asked rather than called."""
    return function.role in (Role.SPEC, Role.INVARIANT)
