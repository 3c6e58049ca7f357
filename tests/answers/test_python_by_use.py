"""Values whose classes and kinds only uses elsewhere tell."""

from __future__ import annotations

import pytest

from support.expect import expect
from support.python_engine import check_python_sequence, check_python_verdicts

STRATEGY = """
class Up:
    def apply(self, x: int) -> int:
        return x + 1

class Twice:
    def apply(self, x: int) -> int:
        return x * 2

class Context:
    def __init__(self, strategy):
        self.strategy = strategy
        self.x = 3

    def step(self):
        self.x = self.strategy.apply(self.x)

"""


def test_an_object_may_be_of_each_class_that_has_the_method() -> None:
    check_python_sequence(
        STRATEGY + "@spec\ndef SIX(c: Context) -> bool:\n    return c.x == 6\n",
        expect("""
            twice = Twice()
            c = Context(twice)
            c.step()
        """),
    )


def test_nothing_is_proved_of_other_classes() -> None:
    check_python_verdicts(
        STRATEGY + "@spec\ndef NEVER(c: Context) -> bool:\n    return c.x == 0\n",
        {
            "NEVER": "undecided: `Context.__init__`: objects of unknown classes for `strategy` "
            "are not tried"
        },
        calls=3,
    )


def test_what_is_added_to_a_string_is_a_string() -> None:
    check_python_sequence(
        """
class Document:
    def __init__(self):
        self.text = ""

class Insert:
    def __init__(self, document, piece):
        self.document = document
        self.piece = piece

    def do(self):
        self.document.text += self.piece

@spec
def WRITTEN(d: Document) -> bool:
    return d.text == "ab"
""",
        expect("""
            d = Document()
            insert = Insert(d, "ab")
            insert.do()
        """),
    )


LINKED = """
class Node:
    def __init__(self, data, next):
        self.data = data
        self.next = next

class Names:
    def __init__(self):
        self.head = None

    def insert(self, data):
        self.head = Node(data, self.head)

    def first(self):
        return self.head.data

    def __getitem__(self, index):
        node = self.head
        for _ in range(index):
            node = node.next
        return node.data

    def listed(self):
        found, node = [], self.head
        while node:
            found.append(node.data)
            node = node.next
        return found

def first_of(names):
    return names.first()

@spec
def ASKED(n: Names) -> bool:
    return {condition}
"""


@pytest.mark.parametrize(
    "condition",
    ["n.first() == 'x'", "first_of(n) == 'x'", "n[0] == 'x'", "n.listed() == ['x']"],
)
def test_what_a_question_compares_results_with_is_given(condition: str) -> None:
    check_python_sequence(
        LINKED.format(condition=condition),
        expect("""
            n = Names()
            n.insert("x")
        """),
    )


def test_what_nested_functions_take_along_is_given_too() -> None:
    check_python_sequence(
        """
class Node:
    def __init__(self, key):
        self.key = key
        self.left = self.right = None

class Tree:
    def __init__(self):
        self.root = None

    def insert(self, key):
        def put(node):
            if node is None:
                return Node(key)
            if key < node.key:
                node.left = put(node.left)
            elif key > node.key:
                node.right = put(node.right)
            return node

        self.root = put(self.root)

@spec
def BEES(t: Tree) -> bool:
    return t.root.key == "bee" and t.root.left.key == "ant"
""",
        expect("""
            t = Tree()
            t.insert("bee")
            t.insert("ant")
        """),
    )


def test_an_entry_is_of_the_class_whose_attributes_a_question_reads() -> None:
    check_python_sequence(
        """
class Task:
    def __init__(self, prio):
        self.prio = prio

class Board:
    def __init__(self):
        self.tasks = []

    def add(self, task):
        self.tasks.append(task)

    def last(self):
        return self.tasks[-1]

@spec
def URGENT(b: Board) -> bool:
    return b.tasks[0].prio == 3 and b.last().prio == 4
""",
        expect("""
        b = Board()
        task = Task(3)
        task2 = Task(4)
        b.add(task)
        b.add(task2)
        """),
    )
