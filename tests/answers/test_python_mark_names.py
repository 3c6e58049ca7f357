"""Marks mean the same under other names."""

from __future__ import annotations

import pytest

from support.python_engine import check_python_verdicts

TEXT = """
import heapwright as hw
from heapwright import invariant as always, spec as question

@hw.scope(Node=3)
class Node:
    def __init__(self) -> None:
        self.n = 0

    def up(self) -> None:
        self.n += 1

    @{always}
    def small(self) -> bool:
        return self.n < 3

@{question}
def TWO(b: Node) -> bool:
    return b.n == 2
"""


@pytest.mark.parametrize("always", ["always", "hw.invariant"])
@pytest.mark.parametrize("question", ["question", "hw.spec"])
def test_marks_under_other_names_are_read(always: str, question: str) -> None:
    text = TEXT.format(always=always, question=question)
    check_python_verdicts(text, {"TWO": "found in 3", "Node.small": "found in 4"})
