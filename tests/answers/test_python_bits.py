"""Operators on the bits of ints: masks, and ints of which only a few values are possible."""

from __future__ import annotations

import pytest

from support.python_engine import check_python_verdicts

BITS = """
class Bits:
    def __init__(self) -> None:
        self.bits = 0

    def add(self, i: int) -> None:
        if not 0 <= i < 3:
            raise IndexError(i)
        self.bits |= 1 << i

    def drop(self, i: int) -> None:
        if 0 <= i < 3:
            self.bits &= ~(1 << i)

@spec
def IS(b: Bits) -> bool:
    return b.bits == {n}
"""


@pytest.mark.parametrize("n", range(-1, 9))
def test_every_set_of_bits_is_found_and_no_other(n: int) -> None:
    verdict = f"found in {1 + n.bit_count()}" if 0 <= n < 8 else "nowhere"
    check_python_verdicts(BITS.format(n=n), {"IS": verdict})


def test_a_tree_of_sums_finds_its_places_by_the_last_bit() -> None:
    text = """
class Sums:
    def __init__(self) -> None:
        self.tree = [0] * 5

    def add(self, i: int, n: int) -> None:
        if 1 <= i <= 4:
            while i <= 4:
                self.tree[i] += n
                i += i & -i

@spec
def SUMS(s: Sums) -> bool:
    return s.tree[2] == 5 and s.tree[4] == 4

@spec
def ODD(s: Sums) -> bool:
    return s.tree[1] > s.tree[2] > s.tree[4] > 0 and s.tree[3] == 0
"""
    check_python_verdicts(text, {"SUMS": "found in 3", "ODD": "found in 4"})


@pytest.mark.parametrize(
    ("condition", "verdict"),
    [
        ("b.last == 5", "found in 1"),
        ("b.last == 8", "nowhere"),
        ("b.last == 5 and b.n < 0", "found in 1"),
        ("b.half == 7 and b.n == 15", "found in 1"),
        ("b.half * 2 > b.n", "nowhere"),
    ],
)
def test_the_last_bits_of_any_int_are_known(condition: str, verdict: str) -> None:
    text = f"""
class Box:
    def __init__(self, n: int) -> None:
        self.n = n
        self.last = n & 7
        self.half = n >> 1

@spec
def QUESTION(b: Box) -> bool:
    return {condition}
"""
    check_python_verdicts(text, {"QUESTION": verdict})


def test_all_bits_of_any_int_are_not_followed() -> None:
    text = """
class Box:
    def __init__(self, n: int, m: int) -> None:
        self.n = n ^ m ^ n ^ m

@spec
def SEVEN(b: Box) -> bool:
    return b.n == 7
"""
    why = "operators on the bits of an unknown int are not followed"
    check_python_verdicts(text, {"SEVEN": f"undecided: `Box.__init__`: {why}"})


def test_ints_that_depend_on_each_other_are_told_apart_before_any_is_decided() -> None:
    text = """
class Pair:
    def __init__(self, n: int, m: int) -> None:
        self.n = self.m = self.both = 0
        if 0 <= n <= 3 and n <= m <= n + 1:
            self.n, self.m, self.both = n, m, n ^ m

@spec
def WRONG(p: Pair) -> bool:
    return p.both != p.n ^ p.m

@spec
def SEVEN(p: Pair) -> bool:
    return p.n == 3 and p.m == 4 and p.both == 7

@spec
def SIX(p: Pair) -> bool:
    return p.both == 6
"""
    verdicts = {"WRONG": "nowhere", "SEVEN": "found in 1", "SIX": "nowhere"}
    check_python_verdicts(text, verdicts)
