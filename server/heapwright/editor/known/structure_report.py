"""All that an editor shows about the HEX formulas of a class, as plain values.

Place: editor/known/. A worker makes it and sends it to the server, as with other questions.
"""

from __future__ import annotations

from heapwright.answers.calls.verdict import Found, Nowhere, Verdict
from heapwright.answers.structure.structure import StructureAnswer, StructureVerdict, Violated
from heapwright.editor.known.report import Report, ReportedCall
from heapwright.editor.known.structure_name import structure_name
from heapwright.editor.known.structures import shown_structure
from heapwright.ir.core.hierarchy import hierarchy_of
from heapwright.pictures import heap_svg
from heapwright.pictures.heap_line import heap_line
from heapwright.pictures.heap_model import heap_picture
from heapwright.pictures.heap_steps import step_roots
from heapwright.pictures.heap_text import draw_heap
from heapwright.workspace.load import LoadedProgram


def structure_report(
    loaded: LoadedProgram, answer: StructureAnswer, n_solver_calls: int, digest: str
) -> Report:
    """Describe the answer; the reference to blame is marked in the pictures."""
    explored = answer.explored
    graph = explored.graph
    shown = shown_structure(answer, loaded.program, loaded.source_map.classes[answer.class_name])
    name = structure_name(answer.class_name)
    calls: tuple[ReportedCall, ...] = ()
    arguments: tuple[tuple[str, str], ...] = ()
    code = text = svg = ""
    if isinstance(answer.verdict, Violated):
        rendered, replayed = answer.verdict.rendered, answer.verdict.replayed
        hierarchy = hierarchy_of(loaded.program)
        found = Found(rendered, replayed)
        heaps = [heap_line(hierarchy, heap, roots) for heap, roots in step_roots(found)]
        calls = tuple(
            ReportedCall(call.result, call.text, call.method, call.arguments, heap)
            for call, heap in zip(rendered.calls, heaps, strict=True)
        )
        arguments, code = rendered.arguments, rendered.code
        roots = [("this", replayed.arguments[0])]
        marked = answer.verdict.marked
        text = draw_heap(hierarchy, replayed.final_heap, roots, marked=marked)
        picture = heap_picture(hierarchy, replayed.final_heap, roots, marked=marked)
        svg = heap_svg.svg(picture, name)
    return Report(
        name=name,
        kind="structure",
        digest=digest,
        verdict=shown.verdict,
        reason=shown.reason,
        objects=dict(explored.objects),
        kinds=dict(explored.kinds),
        calls_bound=explored.calls,
        is_complete=isinstance(answer.verdict, Nowhere),
        problem=shown.problem,
        calls=calls,
        arguments=arguments,
        code=code,
        heap_text=text,
        heap_svg=svg,
        n_states=len(graph.states),
        n_disjuncts=len(graph.disjuncts),
        n_edges=graph.counts.edges,
        n_paths=graph.counts.paths,
        n_solver_calls=n_solver_calls,
        seconds=explored.seconds,
        explore_seconds=explored.explore_seconds,
        is_cached=explored.is_cached,
    )


def as_found(verdict: StructureVerdict) -> Verdict:
    """Give the calls that break a formula as an answer that can be drawn."""
    if isinstance(verdict, Violated):
        return Found(verdict.rendered, verdict.replayed)
    return verdict
