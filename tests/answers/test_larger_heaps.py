"""Larger heaps are tried before absence is claimed, and how much is tried decides nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwright.answers.calls.verdict import Found, Nowhere, Undecided
from heapwright.answers.search import larger
from heapwright.answers.search.ask import Answer, specs_of
from heapwright.graph.state.watch import WatchStopped
from heapwright.limits import DEFAULT_LIMITS, Limits
from heapwright.store.disk import open_store
from heapwright.text.source import Source
from heapwright.workspace.load import program_of
from heapwright.workspace.questions import Asking, ask_question
from heapwright.workspace.shelf import Shelf

STACK = """
from heapwright import spec

class Node:
    def __init__(self, value: int, rest: "Node | None") -> None:
        self.value = value
        self.rest = rest

class Stack:
    def __init__(self) -> None:
        self._top: Node | None = None

    def push(self, value: int) -> None:
        self._top = Node(value, self._top)

def values(node: Node | None) -> list[int]:
    found: list[int] = []
    while node is not None:
        found.append(node.value)
        node = node.rest
    return found

@spec
def ASKED(s: Stack) -> bool:
    return CONDITION
"""
TINY = """
class Node { Node rest; }
class Stack {
    private Node top;
    private int size;
    void push() := { let node := new Node in { node.rest := this.top; this.top := node };
        this.size := this.size + 1; };
}
spec ASKED(Stack s) := CONDITION;
"""


def ask(
    condition: str,
    *,
    text: str = STACK,
    shelf: Shelf | None = None,
    limits: Limits = DEFAULT_LIMITS,
    path: str = "stack.py",
    widens: bool = False,
) -> Answer:
    """Ask whether a stack can be so."""
    language = "tiny" if path.endswith(".tiny") else "python"
    source = Source(path, text.replace("CONDITION", condition))
    program = program_of(source, language).program
    (spec,) = specs_of(program)
    return ask_question(program, spec, Asking(limits, shelf=shelf, widens=widens)).answer


def ran(answer: Answer, strategy: str) -> str | None:
    """Say what came out of a strategy, if it had a turn."""
    return next((one.outcome for one in answer.ran if one.strategy == strategy), None)


def test_what_a_few_nodes_more_reach_is_reachable() -> None:
    answer = ask("sum(values(s._top)) > 0 and len(values(s._top)) * 2 == 16")
    assert isinstance(answer.verdict, Found)
    assert len(answer.verdict.rendered.calls) == 9


def test_a_language_with_static_types_has_larger_heaps_tried_too() -> None:
    answer = ask("s.top.rest.rest.rest.rest.rest.rest != null", text=TINY, path="stack.tiny")
    assert isinstance(answer.verdict, Found)
    assert len(answer.verdict.rendered.calls) == 8


def test_nothing_is_tried_where_no_heap_outgrew_the_scope() -> None:
    text = STACK.replace("self._top = Node(value, self._top)", "self._top = Node(value, None)")
    answer = ask("s._top is not None and s._top.rest is not None", text=text)
    assert isinstance(answer.verdict, Nowhere)
    assert ran(answer, "larger heaps") is None


def test_nothing_is_tried_beyond_a_scope_that_somebody_set() -> None:
    answer = ask("len(values(s._top)) > 6", limits=Limits(objects=(("Node", 6),)))
    assert isinstance(answer.verdict, Nowhere)
    assert ran(answer, "larger heaps") is None


def test_a_contradiction_needs_no_heaps() -> None:
    answer = ask("s._top is None and s._top is not None")
    assert ran(answer, "larger heaps") is None


def test_what_was_tried_in_vain_is_not_tried_again(tmp_path: Path) -> None:
    condition = "s._top is not None and s._top.rest is s._top"
    tried = "found nothing when that was tried before"
    shelf = Shelf(open_store(tmp_path))
    assert ran(ask(condition, shelf=shelf), "larger heaps") == "found nothing"
    assert ran(ask(condition, shelf=shelf), "larger heaps") == tried
    again = ask(condition, shelf=Shelf(open_store(tmp_path)))
    assert ran(again, "larger heaps") == tried
    assert isinstance(again.verdict, Nowhere) and again.is_cached


def test_another_question_is_tried_though_one_was_before(tmp_path: Path) -> None:
    shelf = Shelf(open_store(tmp_path))
    ask("s._top is not None and s._top.rest is s._top", shelf=shelf)
    answer = ask("len(values(s._top)) * 2 == 16", shelf=shelf)
    assert isinstance(answer.verdict, Found)


def test_where_time_is_short_nothing_is_claimed(monkeypatch: pytest.MonkeyPatch) -> None:
    def none_left(*_: object) -> None:
        raise WatchStopped("the time limit of 1 s was reached")

    monkeypatch.setattr(larger, "_toward", none_left)
    answer = ask("s._top is not None and s._top.rest is s._top")
    assert answer.verdict == Undecided(
        "the time limit of 1 s was reached before larger heaps were tried"
    )


def test_a_proof_is_about_as_many_objects_as_the_question_speaks_of() -> None:
    answer = ask("len(values(s._top)) == 9 and s._top.rest is s._top")
    assert isinstance(answer.verdict, Nowhere)
    assert dict(answer.objects) == {"Node": 9, "Stack": 1}


def test_a_long_chain_is_found_where_the_question_speaks_of_it() -> None:
    answer = ask("len(values(s._top)) == 20 and s._top.value == 7")
    assert isinstance(answer.verdict, Found)
    assert len(answer.verdict.rendered.calls) == 21


def test_what_may_be_widened_is_tried_with_plain_values_first() -> None:
    answer = ask("len(values(s._top)) * 2 == 16", widens=True)
    assert isinstance(answer.verdict, Found)
    assert ran(answer, "wider scope") is None
