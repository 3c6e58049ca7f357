"""Answers from kept graphs are those that a cold start gives."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwright.answers.calls.verdict import Found, Nowhere
from heapwright.answers.search.ask import Answer, invariants_of, specs_of
from heapwright.ir.core.program import Function, Program
from heapwright.limits import Limits
from heapwright.store.disk import open_store
from heapwright.text.source import Source
from heapwright.workspace.load import load_program, program_of
from heapwright.workspace.questions import Asking, ask_question
from heapwright.workspace.shelf import Shelf
from support.repo import ROOT

SUBJECTS = ROOT / "benchmarks" / "subjects" / "tiny"
# Each node class with a small scope, so that all questions of a file take a moment only.
SMALL = {
    "kiasan_avl": "AvlNode",
    "kiasan_bst": "BinaryNode",
    "kiasan_leftist": "LeftistNode",
    "kiasan_rbt": "Entry",
    "javascan_binom": "BinomialHeapNode",
    "sir_slist": "MyListNode",
    "sushi_clist": "LinkedListNode",
    "fig1_node": "Node",
}


def said(answer: Answer) -> object:
    """Give all of an answer that a user sees, but for its cost."""
    match answer.verdict:
        case Found(rendered, replayed):
            return ("found", rendered, replayed.final_heap, answer.objects, answer.calls)
        case verdict:
            return (verdict, answer.objects, answer.calls)


def asking(limits: Limits, shelf: Shelf | None) -> Asking:
    return Asking(limits=limits, shelf=shelf)


def questions(program: Program) -> tuple[Function, ...]:
    return (*specs_of(program), *invariants_of(program))


@pytest.mark.parametrize("name", sorted(SMALL))
@pytest.mark.parametrize("calls", [None, 3])
def test_cached_answers_equal_cold_ones(name: str, calls: int | None, tmp_path: Path) -> None:
    program = load_program(str(SUBJECTS / f"{name}.tiny"), None).program
    limits = Limits(calls=calls, objects=((SMALL[name], 4),))
    cold = [said(ask_question(program, q, asking(limits, None)).answer) for q in questions(program)]
    filling = Shelf(open_store(tmp_path))
    first = [
        said(ask_question(program, q, asking(limits, filling)).answer) for q in questions(program)
    ]
    assert first == cold
    # Another process finds the graphs on disk and need not explore.
    reading = Shelf(open_store(tmp_path))
    again = [ask_question(program, q, asking(limits, reading)).answer for q in questions(program)]
    assert [said(answer) for answer in again] == cold
    assert all(answer.is_cached for answer in again)


def test_a_graph_that_goes_further_answers_a_tighter_question_as_a_cold_one_would() -> None:
    program = load_program(str(SUBJECTS / "kiasan_bst.tiny"), None).program
    shelf = Shelf(None)
    for spec in specs_of(program):
        ask_question(program, spec, asking(Limits(objects=(("BinaryNode", 4),)), shelf))
    for calls in range(1, 7):
        limits = Limits(calls=calls, objects=(("BinaryNode", 4),))
        for spec in specs_of(program):
            kept = ask_question(program, spec, asking(limits, shelf)).answer
            cold = ask_question(program, spec, asking(limits, None)).answer
            assert said(kept) == said(cold), (calls, spec.name)


COUNTER = """
class Counter {{
    private int n; {more}
    void up() := if this.n < {limit} then this.n := this.n + 1;
}}
class Other {{ int x; {other} }}
spec end(Counter c) := c.n = 3;
spec beyond(Counter c) := c.n = 4;
"""


def program(limit: int = 3, more: str = "", other: str = "") -> Program:
    text = COUNTER.format(limit=limit, more=more, other=other)
    return program_of(Source("counter.tiny", text)).program


def answer(shelf: Shelf, asked: Program, name: str) -> Answer:
    spec = next(spec for spec in specs_of(asked) if spec.name == name)
    return ask_question(asked, spec, asking(Limits(), shelf)).answer


def test_a_comment_or_an_edit_of_another_class_explores_nothing(tmp_path: Path) -> None:
    shelf = Shelf(open_store(tmp_path))
    assert not answer(shelf, program(), "beyond").is_cached
    assert answer(shelf, program(more="/* moved */\n"), "beyond").is_cached
    assert answer(shelf, program(other="int y; void set() := this.y := 1;"), "beyond").is_cached
    assert answer(Shelf(open_store(tmp_path)), program(), "end").is_cached


def test_an_edit_of_the_class_is_never_answered_from_the_old_graph(tmp_path: Path) -> None:
    shelf = Shelf(open_store(tmp_path))
    assert isinstance(answer(shelf, program(), "beyond").verdict, Nowhere)
    assert isinstance(answer(shelf, program(limit=4), "beyond").verdict, Found)
    assert isinstance(answer(shelf, program(), "beyond").verdict, Nowhere)


def test_an_answer_from_beyond_the_scope_is_not_a_cached_one() -> None:
    text = """
    class Cell { Cell next; }
    class Chain { private Cell head; private int size;
        void add() := let cell := new Cell in {
            cell.next := this.head; this.head := cell; this.size := this.size + 1 }; }
    spec TWO(Chain c) := c.size = 2;
    spec TEN(Chain c) := c.size = 10;
    """
    asked = program_of(Source("chain.tiny", text)).program
    widening = Asking(Limits(), shelf=Shelf(None), widens=True)
    for spec, is_cached in zip(specs_of(asked), (True, False), strict=True):
        answers = [ask_question(asked, spec, widening).answer for _ in range(2)]
        assert all(isinstance(answer.verdict, Found) for answer in answers)
        assert answers[1].is_cached is is_cached
