"""The order in which a fair search tries arguments."""

from __future__ import annotations

from itertools import islice, product

from hypothesis import given
from hypothesis import strategies as st

from heapwright.graph.client.gives import MOST_CHOICES, simplest_first
from heapwright.graph.state.state_graph import Argument, Literal, ObjectAt, Omitted


def slot(n_choices: int) -> list[Argument]:
    return [Literal(number) for number in range(n_choices)]


@given(st.lists(st.integers(0, 6), max_size=4))
def test_every_choice_is_made_once(sizes: list[int]) -> None:
    slots = [slot(size) for size in sizes]
    found = list(simplest_first(slots))
    assert len(found) == len(set(found))
    assert set(found) == set(product(*slots))


def test_all_ways_to_change_one_of_seven_come_first() -> None:
    slots = [slot(4) for _ in range(7)]
    first = set(islice(simplest_first(slots), 200))
    for place in range(7):
        for choice in slots[place]:
            changed: list[Argument] = [Literal(0)] * 7
            changed[place] = choice
            assert tuple(changed) in first


def test_the_plainest_arguments_come_first() -> None:
    slots: list[list[Argument]] = [[Literal(None), ObjectAt(0), Omitted()]]
    assert list(simplest_first(slots)) == [(Omitted(),), (ObjectAt(0),), (Literal(None),)]


def test_of_a_slot_without_end_only_the_first_are_tried() -> None:
    endless = (Literal(number) for number in iter(int, 1))
    assert len(list(simplest_first([endless]))) == MOST_CHOICES
