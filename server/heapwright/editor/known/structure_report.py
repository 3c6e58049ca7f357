"""All that an editor shows about the HEX formulas of a class, as plain values.

Place: editor/known/. A worker makes it and sends it to the server, as with other questions.
"""

from __future__ import annotations

from heapwright.answers.calls.verdict import Found, Nowhere, Verdict
from heapwright.answers.structure.structure import StructureAnswer, StructureVerdict, Violated
from heapwright.editor.known.describe import reported_calls, without_calls
from heapwright.editor.known.report import Report
from heapwright.editor.known.structure_name import structure_name
from heapwright.editor.known.structures import shown_structure
from heapwright.ir.core.hierarchy import hierarchy_of
from heapwright.pictures import heap_svg
from heapwright.pictures.heap_model import heap_picture
from heapwright.pictures.heap_text import draw_heap
from heapwright.records import replace
from heapwright.workspace.load import LoadedProgram


def structure_report(
    loaded: LoadedProgram, answer: StructureAnswer, n_solver_calls: int, digest: str
) -> Report:
    """Describe the answer; the reference to blame is marked in the pictures."""
    shown = shown_structure(answer, loaded.program, loaded.source_map.classes[answer.class_name])
    name = structure_name(answer.class_name)
    is_complete = isinstance(answer.verdict, Nowhere)
    found = (shown, answer.explored, n_solver_calls)
    report = without_calls(name, "structure", digest, *found, is_complete=is_complete)
    if not isinstance(answer.verdict, Violated):
        return report
    rendered, replayed = answer.verdict.rendered, answer.verdict.replayed
    hierarchy = hierarchy_of(loaded.program)
    heap, roots = replayed.final_heap, [("this", replayed.arguments[0])]
    picture = heap_picture(hierarchy, heap, roots, marked=answer.verdict.marked)
    return replace(
        report,
        calls=reported_calls(hierarchy, Found(rendered, replayed)),
        arguments=rendered.arguments,
        code=rendered.code,
        heap_text=draw_heap(hierarchy, heap, roots, marked=answer.verdict.marked),
        heap_svg=heap_svg.svg(picture, name),
    )


def as_found(verdict: StructureVerdict) -> Verdict:
    """Give the calls that break a formula as an answer that can be drawn."""
    if isinstance(verdict, Violated):
        return Found(verdict.rendered, verdict.replayed)
    return verdict
