"""Parameters that only their use tells anything about."""

from __future__ import annotations

from support.engine import verdict_text
from support.expect import expect
from support.python_engine import ask_python, check_python_sequence

SEARCH = """
class Search:
    def __init__(self, pattern, weights):
        self.pattern = pattern
        self.size = len(pattern)
        self.total = sum(w for _, w in weights.items())

    def first(self, pair):
        a, b = pair
        self.size = a - b

@spec
def ASKED(s: Search) -> bool:
    return {condition}
"""


def test_what_is_measured_is_a_list_or_a_string() -> None:
    check_python_sequence(
        SEARCH.format(condition="s.size == 2 and s.pattern[0] == s.pattern[1]"),
        expect("""
            s = Search([0, 0], {})
        """),
    )
    check_python_sequence(
        SEARCH.format(condition="s.pattern == 'ab'"), expect('s = Search("ab", {})')
    )


def test_what_has_items_is_a_dict() -> None:
    check_python_sequence(
        SEARCH.format(condition="s.total == 7 and s.size == 0"),
        expect("""
            s = Search([], {0: 7})
        """),
    )


def test_what_is_taken_apart_is_a_tuple() -> None:
    check_python_sequence(
        SEARCH.format(condition="s.size == 40"),
        expect("""
            s = Search([], {})
            s.first((0, -40))
        """),
    )


def test_nothing_is_proved_for_what_is_not_tried() -> None:
    found = verdict_text(ask_python(SEARCH.format(condition="s.pattern == 9"), None).verdict)
    assert "objects of unknown classes for `pattern` are not tried" in found
    assert "objects of unknown classes for `weights` are not tried" in found


def test_a_cast_is_what_it_casts() -> None:
    check_python_sequence(
        """
from typing import Generic, TypeVar, cast

K = TypeVar("K")

class Box(Generic[K]):
    def __init__(self) -> None:
        self.items: list[K] = []

    def put(self, k: K) -> None:
        self.items.append(cast(K, k))
        self.last = cast("list[K] | None", cast(list[K], self.items))

@spec
def TWO(b: Box) -> bool:
    return len(b.items) == 2 and b.last is b.items
""",
        expect("""
            b = Box()
            b.put(0)
            b.put(0)
        """),
    )


def test_what_is_put_into_a_set_is_not_what_another_add_takes() -> None:
    check_python_sequence(
        """
class Card:
    def __init__(self, rank):
        self.rank = rank

    def __eq__(self, other):
        return self.rank == other.rank

class Hand:
    def __init__(self):
        self.seen = set()

    def add(self, card: Card):
        self.seen.add(card.rank)

@spec
def NINE(h: Hand) -> bool:
    return h.seen == {9}
""",
        expect("""
            card = Card(9)
            h = Hand()
            h.add(card)
        """),
    )
