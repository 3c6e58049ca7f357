"""A question has the same verdict, calls and bound whatever else the file asks."""

from __future__ import annotations

import ast
from itertools import combinations
from random import Random

import pytest

from heapwright.answers.calls.verdict import Found, Undecided
from heapwright.graph.setting.default_scope import DEFAULT_OBJECTS
from support.python_engine import PRELUDE, ask_python
from support.repo import ROOT

EXAMPLES = ("account", "bank", "binary_heap", "door", "inventory", "node", "search_tree")
N_PAIRS = 12

LINKED = """
class Node:
    def __init__(self, value, rest=None):
        self.value = value
        self.rest = rest

class Chain:
    def __init__(self):
        self.head = None
        self.size = 0

    def push(self, value):
        self.head = Node(value, self.head)
        self.size += 1

    def pop(self):
        value = self.head.value
        self.head = self.head.rest
        self.size -= 1
        return value

def values(node):
    found = []
    while node is not None:
        found.append(node.value)
        node = node.rest
    return found
"""
LINKED_QUESTIONS = (
    "values(c.head) == [2, 1, 2]",
    "any(value is None for value in values(c.head))",
    'values(c.head) == ["a"]',
    "c.head is not None and c.head.rest is c.head",
    "c.size < 0",
    "len(values(c.head)) == 7",
    "len(values(c.head)) != c.size",
    "sum(values(c.head)) == 6 and c.size == 3",
    "c.size == 2 and values(c.head) == [True, 1.5]",
    "c.head.value == (1, 2)",
)

TEAM = """
class Player:
    def __init__(self, name: str) -> None:
        self.name = name

class Team:
    def __init__(self) -> None:
        self.players: list[Player] = []
        self.captain: Player | None = None

    def join(self, player: Player) -> None:
        if player not in self.players:
            self.players.append(player)

    def lead(self, player: Player) -> None:
        if player in self.players:
            self.captain = player
"""
TEAM_QUESTIONS = (
    "len(c.players) == 2",
    "len(c.players) == 4",
    "c.captain is not None and c.captain not in c.players",
    'c.captain is not None and c.captain.name == "Ann"',
    "len(c.players) == 2 and c.players[0] is c.players[1]",
    "c.captain is None and len(c.players) > 0",
)

TEXTS = {"Chain": (LINKED, LINKED_QUESTIONS), "Team": (TEAM, TEAM_QUESTIONS)}


def pairs() -> list[tuple[str, int, int]]:
    """Choose pairs of questions about one class."""
    choose = Random(24)
    found = [
        (name, first, second)
        for name, (_, questions) in TEXTS.items()
        for first, second in combinations(range(len(questions)), 2)
    ]
    return sorted(choose.sample(found, N_PAIRS))


@pytest.mark.parametrize("name, first, second", pairs())
def test_another_question_changes_nothing(name: str, first: int, second: int) -> None:
    text, questions = TEXTS[name]

    def asking(*numbers: int) -> str:
        specs = [f"@spec\ndef Q{n}(c: {name}) -> bool:\n    return {questions[n]}" for n in numbers]
        return "\n\n".join([PRELUDE + text, *specs]) + "\n"

    together = asking(first, second)
    for number in (first, second):
        check_alike(together, asking(number), f"Q{number}")


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_questions_of_an_example_do_not_change_each_other(name: str) -> None:
    text = (ROOT / "examples" / f"{name}.py").read_text(encoding="utf-8")
    for asked in marked(text):
        check_alike(text, only(text, asked), asked)


def check_alike(together: str, alone: str, name: str) -> None:
    """Ask one question in two texts; verdict, calls and bounds must be the same.

    Where the other question is about containers an attribute may hold one, and their bound is told
    then, too.
    """
    said, bound = told(together, name)
    said_alone, bound_alone = told(alone, name)
    assert said == said_alone
    bound_alone.setdefault("items", bound.get("items", 0))
    bound.setdefault("items", bound_alone["items"])
    # How far a proof was widened beyond the usual bound may differ, as that is a matter of time.
    usual = {name: min(bound, DEFAULT_OBJECTS) for name, bound in bound.items()}
    assert usual == {name: min(bound, DEFAULT_OBJECTS) for name, bound in bound_alone.items()}


def told(text: str, name: str) -> tuple[object, dict[str, int]]:
    """Ask a question; give verdict, calls and kinds, and the bound."""
    answer = ask_python(text, name)
    match answer.verdict:
        case Found(rendered):
            more: object = rendered.code
        case Undecided(reason):
            more = reason
        case verdict:
            more = verdict
    return (type(answer.verdict).__name__, more, dict(answer.kinds)), dict(answer.objects)


def marked(text: str) -> dict[str, ast.FunctionDef]:
    """Find the specs and invariants of a text."""
    tree = ast.parse(text)
    bodies = [("", tree.body)]
    bodies += [(f"{node.name}.", node.body) for node in tree.body if isinstance(node, ast.ClassDef)]
    return {
        prefix + node.name: node
        for prefix, body in bodies
        for node in body
        if isinstance(node, ast.FunctionDef)
        and any(
            isinstance(d, ast.Name) and d.id in ("spec", "invariant") for d in node.decorator_list
        )
    }


def only(text: str, name: str) -> str:
    """Take all other specs and invariants out; the scope, which is that of the file, stays."""
    lines = text.split("\n")
    for other, node in marked(text).items():
        if other == name:
            continue
        assert node.end_lineno is not None
        start = min(decorator.lineno for decorator in node.decorator_list) - 1
        scopes = [line.strip() for line in lines[start : node.lineno] if "@scope(" in line]
        margin = " " * node.col_offset
        for number in range(start, node.end_lineno):
            lines[number] = ""
        lines[start] = f"{margin}pass"
        for scope in scopes:
            lines[start] = f"{margin}# heapwright: scope {scope.strip()[len('@scope(') : -1]}"
    return "\n".join(lines)
