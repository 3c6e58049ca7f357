"""What was asked before, in which order and for how long, changes no verdict."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from heapwright.answers.calls.verdict import Found, Undecided
from heapwright.answers.search.ask import Answer, invariants_of, specs_of
from heapwright.limits import Limits
from heapwright.store.disk import open_store
from heapwright.text.source import Source
from heapwright.workspace.load import program_of
from heapwright.workspace.questions import Asking, ask_question
from heapwright.workspace.shelf import Shelf
from support.repo import ROOT

EXAMPLES = ("account", "bank", "binary_heap", "door", "inventory", "node", "search_tree")

# A text whose scope nobody set.
OPEN_SCOPE = """
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

def size(node: Node | None) -> int:
    return 0 if node is None else 1 + size(node.rest)

@spec
def EIGHT(s: Stack) -> bool:
    return size(s._top) == 8

@spec
def BELOW_NONE(s: Stack) -> bool:
    return size(s._top) < 0

@spec
def TWO(s: Stack) -> bool:
    return size(s._top) == 2
"""


def text_of(name: str) -> str:
    """Give the text of an example, or the one without a scope."""
    if name == "open scope":
        return OPEN_SCOPE
    return (ROOT / "examples" / f"{name}.py").read_text(encoding="utf-8")


def asked(
    text: str, shelf: Shelf | None, seconds: float | None = None, order: int = 1
) -> Mapping[str, Answer]:
    """Ask all questions of a text, in this order or backwards."""
    program = program_of(Source("asked.py", text), "python").program
    questions = [*specs_of(program), *invariants_of(program)][::order]
    asking = Asking(Limits(seconds=seconds), shelf=shelf)
    assert questions
    return {q.qualified_name: ask_question(program, q, asking).answer for q in questions}


def said(answers: Mapping[str, Answer]) -> dict[str, tuple[object, ...]]:
    """Give verdict, number of calls and bound of each."""
    return {
        name: (
            type(answer.verdict).__name__,
            len(answer.verdict.rendered.calls) if isinstance(answer.verdict, Found) else 0,
            dict(answer.objects),
            dict(answer.kinds),
        )
        for name, answer in sorted(answers.items())
    }


@pytest.mark.parametrize("name", [*EXAMPLES, "open scope"])
def test_what_was_asked_before_changes_no_verdict(name: str, tmp_path: Path) -> None:
    text = text_of(name)
    cold = said(asked(text, None))
    shelf = Shelf(open_store(tmp_path))
    assert said(asked(text, shelf)) == cold
    assert said(asked(text, shelf)) == cold
    later = Shelf(open_store(tmp_path))
    assert said(asked(text, later, order=-1)) == cold
    assert said(asked(text, Shelf(None), order=-1)) == cold


@pytest.mark.parametrize("name", ["account", "bank", "node", "open scope"])
def test_a_short_limit_before_changes_no_verdict(name: str, tmp_path: Path) -> None:
    text = text_of(name)
    cold = said(asked(text, None))
    for milliseconds in (0, 1, 3, 10, 30):
        short = asked(text, Shelf(open_store(tmp_path)), milliseconds / 1000)
        decided = {n: a for n, a in short.items() if not isinstance(a.verdict, Undecided)}
        # Where time is short another proof may come first, whose bound is as true.
        verdicts = {name: verdict[:2] for name, verdict in said(decided).items()}
        assert verdicts == {n: cold[n][:2] for n in sorted(decided)}, milliseconds
    assert said(asked(text, Shelf(open_store(tmp_path)))) == cold
