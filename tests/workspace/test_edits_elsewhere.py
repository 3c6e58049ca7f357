"""An edit of one class is felt by the questions that reach it, and by no others."""

from __future__ import annotations

import pytest

from heapwright.answers.search.ask import invariants_of, specs_of
from heapwright.limits import Limits
from heapwright.text.source import Source
from heapwright.workspace.load import program_of
from heapwright.workspace.questions import Asking, question_digests

HEAD = "from heapwright import invariant, spec\n"

# Three classes that have all names in common and nothing else.
LISTS = HEAD + "".join(
    f"""

class Box{number}:
    def __init__(self) -> None:
        self._items: list[int] = []

    def put(self, v: int) -> None:
        if v not in self._items:
            self._items.append(v)  # {number}

    def items(self) -> list[int]:
        return sorted(self._items)  # {number}

    def size(self) -> int:
        return len(self._items)  # {number}

    def label(self) -> str:
        return "box"  # {number}

    @invariant
    def small(self) -> bool:
        return self.size() < 99


@spec
def two{number}(b: Box{number}) -> bool:
    return b.size() == 2 and b.items()[0] == 7
"""
    for number in range(3)
)
DICTS = HEAD + "".join(
    f"""

class Bag{number}:
    def __init__(self):
        self._entries = {{}}

    def put(self, key, value):
        self._entries[key] = value  # {number}

    def get(self, key):
        return self._entries.get(key)

    def __len__(self):
        return len(self._entries)  # {number}

    @invariant
    def small(self):
        return len(self) < 99


@spec
def two{number}(b: Bag{number}) -> bool:
    return len(b) == 2 and b.get(7) == 8
"""
    for number in range(3)
)
USER = """

class Shelf:
    def __init__(self) -> None:
        self._boxes: list[Box1] = []

    def add(self, box: Box1) -> None:
        self._boxes.append(box)


@spec
def full(s: Shelf) -> bool:
    return len(s._boxes) == 1 and s._boxes[0].size() == 1
"""
MIXED = LISTS + DICTS.removeprefix(HEAD).replace("two", "pair") + USER


def check_felt(text: str, old: str, new: str, felt: set[str]) -> None:
    """Check which questions of a text have another digest after an edit."""
    assert text.count(old) == 1
    before, after = digests(text), digests(text.replace(old, new))
    assert {name for name in before if before[name] != after[name]} == felt


def digests(text: str) -> dict[str, str]:
    program = program_of(Source("text.py", text), "python").program
    asking = Asking(Limits())
    questions = (*specs_of(program), *invariants_of(program))
    assert not any(question.left_out for question in questions)
    return {q.qualified_name: question_digests(program, q, asking).answer for q in questions}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("self._items.append(v)  # 0", "self._items.insert(0, v)"),
        ("return len(self._items)  # 0", "return 0 + len(self._items)"),
        ('return "box"  # 0', 'return "lid"'),
    ],
)
def test_classes_on_lists_do_not_feel_each_others_edits(old: str, new: str) -> None:
    check_felt(LISTS, old, new, {"two0", "Box0.small"})


def test_classes_without_types_do_not_feel_each_others_edits() -> None:
    old, new = "self._entries[key] = value  # 0", "self._entries[key] = [value]"
    check_felt(DICTS, old, new, {"two0", "Bag0.small"})


def test_who_reaches_the_class_feels_the_edit() -> None:
    check_felt(
        MIXED,
        "self._items.append(v)  # 1",
        "self._items.insert(0, v)",
        {"two1", "Box1.small", "full"},
    )


def test_an_edit_of_a_class_that_uses_others_is_not_felt_by_classes_it_does_not_use() -> None:
    check_felt(
        MIXED, "self._boxes.append(box)", "self._boxes = [box]", {"full", "two1", "Box1.small"}
    )
