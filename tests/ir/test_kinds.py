"""Kinds of values are put together and compared by what they are."""

from __future__ import annotations

from heapwright.ir.core.kinds import (
    BOOLS,
    INTS,
    LISTS,
    NONES,
    NOTHING_KNOWN,
    TEXTS,
    ContainerKind,
    Kinds,
    objects_of,
    simplest_first,
)
from heapwright.ir.core.types import BOOL, INT, NULL, TEXT, RefType


def test_each_kind_is_there_once_in_the_order_in_which_it_was_found() -> None:
    found = TEXTS | INTS | TEXTS | objects_of("Node") | INTS
    assert found.members == (TEXT, INT, RefType("Node"))


def test_the_order_makes_no_difference() -> None:
    assert INTS | TEXTS == TEXTS | INTS
    assert hash(INTS | TEXTS) == hash(TEXTS | INTS)
    assert INTS | TEXTS != INTS | BOOLS
    assert INTS != INTS | TEXTS


def test_what_is_simplest_comes_first() -> None:
    found = TEXTS | objects_of("Node") | NONES | BOOLS | LISTS | INTS
    expected = [INT, BOOL, NULL, RefType("Node"), TEXT, ContainerKind("list")]
    assert simplest_first(found) == expected


def test_nothing_known_adds_nothing_and_none_alone_tells_no_kind() -> None:
    assert NOTHING_KNOWN | INTS == INTS == INTS | NOTHING_KNOWN
    assert NOTHING_KNOWN.is_open
    assert NONES.is_open
    assert not (NONES | INTS).is_open


def test_some_kinds_cover_others() -> None:
    assert (INTS | TEXTS).covers(TEXTS)
    assert not TEXTS.covers(INTS | TEXTS)
    assert TEXTS.covers(NOTHING_KNOWN)


def test_containers_are_told_apart_by_what_they_hold() -> None:
    of_ints, of_texts = ContainerKind("list", (INTS,)), ContainerKind("list", (TEXTS,))
    assert of_ints != of_texts
    assert Kinds((of_ints,)) | Kinds((of_texts,)) == Kinds((of_texts, of_ints))
    assert ContainerKind("list").is_bare
    assert not of_ints.is_bare
    assert not ContainerKind("tuple", (), varies=False).is_bare
