"""The recursion limit is raised while somebody needs it, and only then."""

from __future__ import annotations

import sys

import pytest

from heapwright.deep_recursion import MAX_FRAMES, deep_recursion


def depth(n: int) -> int:
    return 0 if n == 0 else 1 + depth(n - 1)


def test_recursion_goes_deep_inside_and_not_outside() -> None:
    with deep_recursion():
        assert depth(MAX_FRAMES - 5_000) == MAX_FRAMES - 5_000
    with pytest.raises(RecursionError):
        depth(MAX_FRAMES - 5_000)


def test_the_last_to_leave_puts_the_limit_back() -> None:
    before = sys.getrecursionlimit()
    with deep_recursion():
        with deep_recursion():
            pass
        assert sys.getrecursionlimit() == MAX_FRAMES
    assert sys.getrecursionlimit() == before


def test_an_exception_puts_the_limit_back() -> None:
    before = sys.getrecursionlimit()
    with pytest.raises(KeyError), deep_recursion():
        raise KeyError
    assert sys.getrecursionlimit() == before


def test_a_higher_limit_is_left_alone() -> None:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(MAX_FRAMES + 10)
    try:
        with deep_recursion():
            assert sys.getrecursionlimit() == MAX_FRAMES + 10
        assert sys.getrecursionlimit() == MAX_FRAMES + 10
    finally:
        sys.setrecursionlimit(before)
