"""Paths of Python methods on containers and strings that are not known, judged by CPython."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from heapwright.cli.main import main
from support.expect import Expectation, expect

SHELF = """
class Shelf:
    def __init__(self) -> None:
        self._items: list[int] = []
        self._prices: dict[int, int] = {}

    def put(self, item: int, price: int) -> None:
        self._items.append(item)
        self._prices[item] = price

    def last(self) -> int:
        return self._items[-1]

    def has_above(self, limit: int) -> bool:
        for item in self._items:
            if item > limit:
                return True
        return False

    def insert(self, item: int) -> None:
        at = 0
        while at < len(self._items) and self._items[at] < item:
            at += 1
        if at < len(self._items) and self._items[at] == item:
            raise ValueError
        self._items.insert(at, item)

    def price(self, item: int) -> int:
        if item not in self._prices:
            return 0
        return self._prices[item] // item

    def swap(self, first: int, second: int) -> None:
        items = self._items
        items[first], items[second] = items[second], items[first]

    def drop(self, item: int) -> bool:
        if item in self._items:
            self._items.remove(item)
            return True
        return False
"""

METHODS = ("last", "has_above", "insert", "price", "swap", "drop")
INTS = (-1, 0, 1, 2)


def paths_of(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, method: str, text: str = SHELF
) -> list[dict[str, Any]]:
    """Give the paths of a method, with their conditions as specs say them."""
    path = tmp_path / "shelf.py"
    path.write_text(text, "utf-8")
    assert main(["paths", f"{path}::Shelf.{method}", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["unknown_count"] == found["stopped_count"] == 0, found["reasons"]
    paths: list[dict[str, Any]] = found["paths"]
    for number, one in enumerate(paths, 1):
        assert main(["paths", f"{path}::Shelf.{method}", "--spec", str(number), "--json"]) == 0
        one["spec"] = json.loads(capsys.readouterr().out)
    return paths


def shelves(method: str) -> Iterator[tuple[list[int], dict[int, int]]]:
    """Give the attributes of all small shelves that a method may tell apart."""
    if method == "price":
        for size in range(3):
            for keys in product(INTS, repeat=size):
                if len(set(keys)) == size:
                    yield [], dict.fromkeys(keys, 6)
        return
    for size in range(4):
        for items in product(INTS if size < 3 else INTS[1:], repeat=size):
            yield list(items), {}


@pytest.mark.parametrize("method", METHODS)
def test_every_small_input_satisfies_one_condition_and_cpython_takes_that_path(
    method: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = paths_of(capsys, tmp_path, method)
    module: dict[str, Any] = {}
    exec(SHELF, module)  # noqa: S102 - a text of ours
    specs: list[Any] = []
    for path in paths:
        exec(path["spec"]["code"], module)  # noqa: S102 - written for this text
        specs.append(module[path["spec"]["name"]])
    taken: set[int] = set()
    n_parameters = {"last": 0, "swap": 2}.get(method, 1)
    for items, prices in shelves(method):
        for arguments in product(INTS, repeat=n_parameters):
            shelf = module["Shelf"]()
            shelf._items, shelf._prices = items.copy(), prices.copy()
            accepting = [at for at, holds in enumerate(specs) if holds(shelf, *arguments)]
            assert len(accepting) == 1, (items, prices, arguments, accepting)
            try:
                getattr(shelf, method)(*arguments)
                ended = "returned"
            except Exception as error:  # noqa: BLE001 - whatever the method raises is its end
                ended = type(error).__name__
            [at] = accepting
            wanted = paths[at]
            assert ended == ("returned" if wanted["outcome"] == "returned" else wanted["value"])
            taken.add(at)
    assert len(taken) == len(paths)


def check_paths(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    method: str,
    expected: Expectation,
    *options: str,
) -> None:
    path = tmp_path / "shelf.py"
    path.write_text(SHELF, "utf-8")
    assert main(["paths", f"{path}::Shelf.{method}", *options]) == 0
    lines = capsys.readouterr().out.splitlines()
    expected.check("\n".join([lines[0].partition("  (")[0], *lines[1:]]))


def test_runs_that_differ_in_lengths_only_are_one_path(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    check_paths(
        capsys,
        tmp_path,
        "last",
        expect("""
    Shelf.last: 1 path, 1 error path
        not complete: containers have at most 3 entries

      1. when len(self._items) == 0
         fails with IndexError
             self: Shelf#1
             ├─ _items: list#2
             └─ _prices: dict#3

      2. when len(self._items) >= 1
         returns self._items[0] or self._items[1] or self._items[2]
             self: Shelf#1
             ├─ _items: list#2 [0]=0
             └─ _prices: dict#3
    """),
    )


def test_lazy_initialization_tells_all_lengths_apart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    check_paths(
        capsys,
        tmp_path,
        "last",
        expect("""
    Shelf.last: 3 paths, 1 error path (not shown)
        not complete: containers have at most 3 entries

      2. when len(self._items) == 1
         returns self._items[0]
             self: Shelf#1
             ├─ _items: list#2 [0]=0
             └─ _prices: dict#3

      3. when len(self._items) == 2
         returns self._items[1]
             self: Shelf#1
             ├─ _items: list#2 [0]=0 [1]=0
             └─ _prices: dict#3

      4. when len(self._items) == 3
         returns self._items[2]
             self: Shelf#1
             ├─ _items: list#2 [0]=0 [1]=0 [2]=0
             └─ _prices: dict#3
    """),
        "--heap",
        "lazy",
        "--errors",
        "off",
    )


def test_public_calls_lead_to_paths_on_containers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "shelf.py"
    path.write_text(SHELF, "utf-8")
    assert main(["paths", f"{path}::Shelf.last", "--reach", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [one["reach"] for one in found["paths"]] == ["reachable", "reachable"]


def test_characters_of_unknown_strings_matter(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "names.py"
    path.write_text(
        """
class Names:
    def __init__(self) -> None:
        self._last = ""

    def say(self, name: str) -> str:
        if name == self._last:
            return "again"
        if name.startswith("x"):
            return "secret"
        return name
""",
        "utf-8",
    )
    assert main(["paths", f"{path}::Names.say", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    values = [one["value"] for one in found["paths"]]
    assert sorted(values) == ["'' or name[0] or name[0] + name[1]", "'again'", "'secret'"]
    assert "strings have at most 2 characters" in found["reasons"]


def test_an_object_that_is_a_string_is_told_by_its_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "events.py"
    text = """
class Event(str):
    def is_it(self, other: str) -> bool:
        return self == other
"""
    path.write_text(text, encoding="utf-8")
    assert main(["paths", f"{path}::Event.is_it"]) == 0
    printed = capsys.readouterr().out
    assert "str(self)" in printed
    assert "(text)=" in printed
    assert "_hw_" not in printed
