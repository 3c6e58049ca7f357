"""Paths as specs: what `heapwright paths --spec` prints, and what `synth FILE::METHOD#K` finds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from heapwright.cli.main import main
from support.expect import expect

TINY = """
class Item {
    int weight;
    int get() := this.weight;
    void set(int w) := this.weight := w;
}
class Cell {
    private Cell next;
    private Item item;
    private new;
    static Cell of(Item i) := let c := new Cell in { c.item := i; c };
    Cell before(Item i) := let c := new Cell in { c.item := i; c.next := this; c };
    bool heavier(Item other) :=
        if this.next = null then this.item.weight > other.weight
        else if this.next.item = other then true
        else false;
}
"""

PYTHON = """
class Item:
    def __init__(self, weight: int) -> None:
        self._weight = weight


class Cell:
    def __init__(self, item: Item, following: "Cell | None" = None) -> None:
        self._item = item
        self._next = following

    def heavier(self, other: Item) -> bool:
        if self._next is None:
            return self._item._weight > other._weight
        if self._next._item is other:
            return True
        return False
"""


def file(tmp_path: Path, name: str, text: str) -> str:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(list(arguments)) in (0, 1)
    return capsys.readouterr().out


def printed_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(printed(capsys, *arguments, "--json"))
    return found


def test_a_path_is_printed_as_a_spec(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = file(tmp_path, "cell.tiny", TINY)
    expect("""
    // An input for which `Cell.heavier` fails with NullDereference.
    spec heavier_path_1(Cell cell, Item other) :=
        cell.next = null
        && cell.item = null;
    """).check(printed(capsys, "paths", f"{path}::Cell.heavier", "--spec", "1"))


def test_a_path_of_a_python_method_is_printed_as_a_python_spec(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = file(tmp_path, "cell.py", PYTHON)
    expect("""
    # heapwright: spec
    def heavier_path_1(cell: Cell, other: Item) -> bool:
        # An input for which `Cell.heavier` fails with AttributeError.
        return cell._next is None and cell._item is None
    """).check(printed(capsys, "paths", f"{path}::Cell.heavier", "--spec", "1"))


def test_a_path_of_a_main_expression_is_a_spec_over_its_symbols(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = """
    class Node { Node next; int value; }
    if Y0.next = Y1 then X0 < Y1.value else false
    """
    path = file(tmp_path, "main.tiny", text)
    expect("""
    // An input for which the main expression returns X0 < Y1.value.
    spec main_path_4(Node y0, Node y1, int x0) :=
        y0 != null
        && y0.next = y1
        && y1 != null;
    """).check(printed(capsys, "paths", path, "--spec", "4"))


def test_paths_keep_their_numbers_when_errors_are_hidden(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = file(tmp_path, "cell.tiny", TINY)
    lines = printed(capsys, "paths", f"{path}::Cell.heavier", "--errors", "off").splitlines()
    everything = printed(capsys, "paths", f"{path}::Cell.heavier").splitlines()
    shown = [line for line in lines if line.lstrip()[:1].isdigit()]
    assert shown and set(shown) < set(everything)


def test_calls_that_lead_to_a_path_are_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = file(tmp_path, "cell.tiny", TINY)
    found = printed_json(capsys, "synth", f"{path}::Cell.heavier#1", "--no-cache")
    assert found["verdict"] == "reachable"
    expect("cell := Cell.of(null);").check(found["code"])


@pytest.mark.parametrize(("name", "text"), [("cell.tiny", TINY), ("cell.py", PYTHON)])
def test_every_path_is_reached_as_a_spec_just_when_it_is_reached_as_a_path(
    name: str, text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = f"{file(tmp_path, name, text)}::Cell.heavier"
    paths = printed_json(capsys, "paths", target, "--reach")["paths"]
    assert len(paths) > 3
    for number, one in enumerate(paths, 1):
        asked = printed_json(capsys, "synth", f"{target}#{number}", "--no-cache")
        wanted = asked["verdict"].replace("contradiction", "unreachable")
        assert (number, wanted) == (number, one["reach"]), one["condition"]


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("Cell.heavier#99", "has no path 99"),
        ("Cell.heavier#", "the number of a path was wanted after `#`"),
        ("Cell.gone#1", "no method `Cell.gone`"),
    ],
)
def test_a_path_that_is_not_there_ends_with_one_line(
    target: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = file(tmp_path, "cell.tiny", TINY)
    assert main(["synth", f"{path}::{target}"]) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert message in line
