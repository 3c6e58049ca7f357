"""HEX formulas as a worker asks them for an editor."""

from __future__ import annotations

from heapwright.editor.known.knowledge import Loaded
from heapwright.editor.work.task import Task
from heapwright.editor.work.work import Workbench, answer, heap, load_file
from heapwright.workspace.shelf import Shelf

TEXT = """
class Node { Node next; }
class Ring {
    private Node head;
    void push() := let node := new Node in { node.next := this.head; this.head := node };
    void close() := if this.head != null then this.head.next := this.head else null;
    hex { this.head aliases nothing; this.head(.next)* aliases nothing; }
}
scope Node <= 3;
"""


def loaded_and_task() -> tuple[Workbench, Task, Loaded]:
    bench = Workbench(shelf=Shelf(None))
    task = Task("ring.tiny", "tiny", {"ring.tiny": TEXT}, name="HEX of Ring")
    return bench, task, load_file(bench, task)


def test_formulas_are_a_question_of_the_file() -> None:
    _, _, loaded = loaded_and_task()
    (question,) = loaded.questions
    assert (question.name, question.kind) == ("HEX of Ring", "structure")
    assert TEXT[question.whole.start : question.whole.end] == (
        "this.head aliases nothing; this.head(.next)* aliases nothing"
    )
    assert question.digest


def test_a_broken_formula_is_hw020_with_calls_and_a_marked_picture() -> None:
    bench, task, _ = loaded_and_task()
    report = answer(bench, task)
    assert report.verdict == "violated"
    assert report.problem is not None and report.problem.code == "HW020"
    span = report.problem.span
    assert TEXT[span.start : span.end] == "this.head(.next)* aliases nothing"
    assert [related.message for related in report.problem.related][-1] == "3. it.close();"
    assert ">>next<<=Node#2" in report.heap_text
    assert "<svg" in report.heap_svg
    assert len(heap(bench, task)["steps"]) == 4  # the empty heap first


def test_another_comment_changes_no_digest_but_another_formula_does() -> None:
    bench, _, loaded = loaded_and_task()
    for text, is_same in (
        (TEXT.replace("scope", "// a word\nscope"), True),
        (TEXT.replace("this.head aliases nothing", "this.head not null"), False),
        (TEXT.replace("this.head.next := this.head", "this.head.next := null"), False),
    ):
        again = load_file(bench, Task("ring.tiny", "tiny", {"ring.tiny": text}))
        assert (again.questions[0].digest == loaded.questions[0].digest) == is_same
