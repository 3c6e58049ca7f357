"""Hashes: those of numbers are CPython's, others are only known when a program runs."""

from __future__ import annotations

import pytest

from heapwright.answers.calls.verdict import Undecided
from support.python_engine import ask_python, check_python_verdicts

TABLE = """
class Key:
    def __init__(self, n: int) -> None:
        self.n = n

    def __hash__(self) -> int:
        return self.n * 2

class Table:
    def __init__(self) -> None:
        self.buckets: list[list[int]] = [[], [], []]

    def add(self, key: int) -> None:
        bucket = self.buckets[hash({key}) % 3]
        if len(bucket) < 2 and key not in bucket:
            bucket.append(key)

@scope(items=3)
@spec
def QUESTION(t: Table) -> bool:
    return {condition}
"""


@pytest.mark.parametrize(
    "condition, calls",
    [
        ("t.buckets[1] == [1, 4]", 3),
        ("len(t.buckets[1]) == 2", 3),
        # A hash is never -1: that of -1 is -2.
        ("-1 in t.buckets[1]", 2),
        ("t.buckets[2] == [5] and t.buckets[0] == [-3]", 3),
    ],
)
def test_keys_are_put_where_their_hash_says(condition: str, calls: int) -> None:
    text = TABLE.format(key="key", condition=condition)
    check_python_verdicts(text, {"QUESTION": f"found in {calls}"})


@pytest.mark.parametrize("condition", ["5 in t.buckets[0]", "-1 in t.buckets[2]"])
def test_keys_are_nowhere_else(condition: str) -> None:
    text = TABLE.format(key="key", condition=condition)
    check_python_verdicts(text, {"QUESTION": "nowhere"})


def test_the_hash_of_an_object_is_the_one_that_its_class_computes() -> None:
    text = TABLE.format(key="Key(key)", condition="t.buckets == [[0], [2], [1]]")
    check_python_verdicts(text, {"QUESTION": "found in 4"})


def test_the_hash_of_a_whole_float_is_that_of_the_int() -> None:
    text = TABLE.format(key="float(key)", condition="t.buckets[1] == [4]")
    check_python_verdicts(text, {"QUESTION": "found in 2"})


def test_where_a_string_is_put_only_a_real_run_knows() -> None:
    text = TABLE.format(key="str(key)", condition="t.buckets[1] == [4]")
    why = "what happens depends on the time, chance or the system"
    check_python_verdicts(text, {"QUESTION": f"undecided: `Table.add`: {why}"})


def test_a_string_has_one_hash_as_long_as_a_program_runs() -> None:
    text = """
class Table:
    def __init__(self) -> None:
        self.buckets: list[list[tuple[str, int]]] = [[], [], []]

    def put(self, key: str, value: int) -> None:
        self.buckets[hash(key) % 3].append((key, value))

    def get(self, key: str) -> int:
        for k, v in self.buckets[hash(key) % 3]:
            if k == key:
                return v
        raise KeyError(key)

@spec
def GOT(t: Table) -> bool:
    return t.get("ann") == 5 and t.get("bob") == 6

@spec
def FIRST(t: Table) -> bool:
    return t.buckets[0] == [("ann", 5)]
"""
    why = "what happens depends on the time, chance or the system"
    check_python_verdicts(
        text, {"GOT": "found in 3", "FIRST": f"undecided: `Table.put`: {why}"}, scope={"items": 3}
    )


POINTS = """
from dataclasses import dataclass

@dataclass(frozen=True)
class Point:
    x: int
    y: int

class Table:
    def __init__(self) -> None:
        self.buckets: list[list[Point]] = [[], [], []]
        self.seen: set[Point] = set()

    def add(self, x: int, y: int) -> None:
        self.seen.add(Point(x, y))
        bucket = self.buckets[hash(Point(x, y)) % 3]
        if Point(x, y) not in bucket:
            bucket.append(Point(x, y))

@spec
def QUESTION(t: Table) -> bool:
    return {condition}
"""


@pytest.mark.parametrize(
    "condition, verdict",
    [
        ("len(t.seen) == 1 and Point(1, 2) in t.buckets[hash(Point(1, 2)) % 3]", "found in 2"),
        ("t.seen == {Point(1, 2), Point(3, 4)}", "found in 3"),
    ],
)
def test_equal_fields_of_a_dataclass_have_equal_hashes(condition: str, verdict: str) -> None:
    text = POINTS.format(condition=condition)
    check_python_verdicts(text, {"QUESTION": verdict}, scope={"items": 3})


def test_whether_other_fields_have_other_hashes_only_a_real_run_knows() -> None:
    text = POINTS.format(condition="any(len(bucket) == 2 for bucket in t.buckets)")
    answer = ask_python(text, "QUESTION", scope={"items": 3}, calls=3)
    assert isinstance(answer.verdict, Undecided)
