"""Digests of classes written in the tiny language, before and after an edit of the text."""

from __future__ import annotations

import pytest

from heapwright.frontends.tiny.declare.includes import load
from heapwright.frontends.tiny.lower.lower import lower
from heapwright.frontends.tiny.syntax.parse import parse
from heapwright.ir.checks.validate import validate
from heapwright.ir.written.fingerprint import class_fingerprints
from heapwright.paths.plain.concrete import Returned, run_main
from heapwright.text.source import Source, read_source

TEXT = """
class Node { int value; Node next; }
class List {
  private Node head;
  void push(int v) := let x := new Node in { x.value := v; x.next := this.head; this.head := x };
  int sum() := let t := 0 in let p := this.head in
    { while p != null do { t := t + p.value; p := p.next }; t };
}
class Other { int n; }
let l := new List in { l.push(3); l.push(4); l.sum() }
"""


def digests(text: str) -> dict[str, str]:
    lowered = lower(load(Source("list.tiny", text), read_source, parse))
    assert list(lowered.problems.values()) == [()]
    assert validate(lowered.program) == ()
    return dict(class_fingerprints(lowered.program))


def edited(old: str, new: str) -> str:
    assert TEXT.count(old) == 1
    return TEXT.replace(old, new)


@pytest.mark.parametrize(
    "after",
    [
        edited("int sum()", "/* adds */\n\n  int   sum ( )"),
        edited("let t := 0", "let all := 0")
        .replace("t := t + p", "all := all + p")
        .replace("; t }", "; all }"),
        edited("push(int v)", "push(int w)").replace("x.value := v", "x.value := w"),
        edited("l.push(4); ", ""),
        edited("class Node { int value; Node next; }", "class Node { Node next; int value; }"),
        "class Other { int n; }" + edited("class Other { int n; }", ""),
        edited("class Other", "spec empty(List l) := l.sum() = 0; class Other"),
    ],
)
def test_an_edit_that_means_the_same_keeps_all_digests(after: str) -> None:
    assert digests(after) == digests(TEXT)


@pytest.mark.parametrize(
    ("after", "changed"),
    [
        (edited("let t := 0", "let t := 1"), {"List"}),
        (edited("x.next := this.head", "x.next := null"), {"List"}),
        (edited("void push", "private void push").replace("l.push(3); l.push(4); ", ""), {"List"}),
        (edited("Node next;", "Node next; bool seen;"), {"List", "Node"}),
        (edited("class Other { int n; }", "class Other { int n; int m; }"), {"Other"}),
        (edited("class Other {", "class Other extends Node {"), {"List", "Node", "Other"}),
    ],
)
def test_an_edit_that_means_something_else_is_felt_where_it_matters(
    after: str, changed: set[str]
) -> None:
    before, now = digests(TEXT), digests(after)
    # The root class is above all others, so its digest covers them all.
    assert {name for name in before if before[name] != now[name]} == changed | {"Object"}


def test_a_program_from_text_runs() -> None:
    lowered = lower(load(Source("list.tiny", TEXT), read_source, parse))
    outcome = run_main(lowered.program)
    assert isinstance(outcome, Returned)
    assert outcome.value == 7
