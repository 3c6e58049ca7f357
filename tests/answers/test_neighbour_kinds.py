"""What clients give for a question does not depend on the questions beside it."""

from __future__ import annotations

from itertools import permutations

import pytest

from heapwright.answers.calls.verdict import Found, Undecided, Verdict
from support.python_engine import ask_python

BOX = """
class Box:
    def __init__(self, data):
        self.data = data
"""
LIST = """
class Node:
    def __init__(self, value, next=None):
        self.value = value
        self.next = next

class Chain:
    def __init__(self):
        self.head = None

    def push(self, value):
        self.head = Node(value, self.head)

def vals(node):
    found = []
    while node is not None:
        found.append(node.value)
        node = node.next
    return found
"""
BAG = """
class Bag:
    def __init__(self):
        self.items = []
        self.by_key = {}

    def add(self, item):
        self.items.append(item)

    def put(self, key, item):
        self.by_key[key] = item
"""
KEPT = """
from typing import Sequence

class Kept:
    def __init__(self, number: float, row: Sequence[int], count: int):
        self.number = number
        self.row = row
        self.count = count
"""
TREE = """
class Tree:
    def __init__(self, key, left=None, right=None):
        self.key = key
        self.left = left
        self.right = right

    def least(self):
        return self.key if self.left is None else self.left.least()
"""


def asked(program: str, parameter: str, *conditions: str) -> str:
    """Write a program with a question for each condition."""
    specs = [
        f"@spec\ndef Q{number}({parameter}) -> bool:\n    return {condition}\n"
        for number, condition in enumerate(conditions)
    ]
    return "\n".join((program, *specs))


def told(text: str, name: str) -> str:
    """Say a verdict, without the calls: there may be several shortest ones."""
    verdict: Verdict = ask_python(text, name).verdict
    match verdict:
        case Found():
            return "reachable"
        case Undecided(reason):
            return f"unknown: {reason}"
        case _:
            return type(verdict).__name__


@pytest.mark.parametrize(
    ("program", "parameter", "conditions"),
    [
        (
            BOX,
            "b: Box",
            (
                "b.data is Box",
                "b.data + b.data == 3",
                "b.data == 'x'",
                "b.data is None",
                "b.data == [1]",
                "isinstance(b.data, Box)",
                "isinstance(b.data, tuple)",
                "callable(b.data)",
            ),
        ),
        (
            LIST,
            "o: Chain",
            (
                "vals(o.head) == [2, 1]",
                "any(x is None for x in vals(o.head))",
                "vals(o.head) == ['a']",
                "o.head.value.next is None",
            ),
        ),
        (
            BAG,
            "b: Bag",
            (
                "b.items == ['a']",
                "b.items == [1, 2]",
                "isinstance(b.items[0], tuple)",
                "'k' in b.by_key",
                "b.by_key[0] is None",
            ),
        ),
        (
            KEPT,
            "k: Kept",
            (
                "k.number == 2.5",
                "isinstance(k.number, int)",
                "k.row == (1, 2)",
                "isinstance(k.row, range)",
                "k.count is True",
                "k.count == k.number == 3",
            ),
        ),
        (
            TREE,
            "t: Tree",
            (
                "t.least() == 2",
                "t.left is not None and t.left.key > t.key",
                "t.key == 'root'",
                "t.key < 0.5",
            ),
        ),
    ],
    ids=["box", "chain", "bag", "kept", "tree"],
)
def test_a_second_question_changes_no_verdict(
    program: str, parameter: str, conditions: tuple[str, ...]
) -> None:
    alone = {one: told(asked(program, parameter, one), "Q0") for one in conditions}
    beside = {
        (one, other): told(asked(program, parameter, one, other), "Q0")
        for one, other in permutations(conditions, 2)
    }
    assert {pair: (alone[pair[0]], said) for pair, said in beside.items()} == {
        pair: (alone[pair[0]], alone[pair[0]]) for pair in beside
    }
