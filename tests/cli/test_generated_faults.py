"""Faults (null dereferences, missing keys, …): which of them happen, and which cannot."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.expect import expect
from support.generated_tests import check_tests, generated


def test_a_fault_of_the_code_gets_a_test(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = """
class Stack {
    private Node top;
    void push(int v) := let n := new Node in { n.value := v; n.below := this.top; this.top := n };
    int pop() := let v := this.top.value in { this.top := this.top.below; v };
    int share(int n) := 100 / n;
}
class Node { Node below; int value; }
"""
    found = generated(capsys, tmp_path, "stack.tiny", text, "::Stack")
    assert [name for name in found["tests"] if "raises" in name] == [
        "pop_raises_null_dereference",
        "share_raises_division_by_zero",
    ]


def test_faults_of_python_are_told_by_their_classes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = """
class Shop:
    def __init__(self) -> None:
        self._prices: dict[str, int] = {}
        self._log: list[str] = []

    def price(self, name: str) -> int:
        return self._prices[name]

    def last(self) -> str:
        return self._log[-1]

    def share(self, n: int) -> int:
        return 12 // n
"""
    check_tests(
        capsys,
        tmp_path,
        text,
        expect("""
        def test_shop() -> None:
            Shop()


        def test_last_raises_index_error() -> None:
            shop = Shop()
            with pytest.raises(IndexError):
                shop.last()


        def test_price_raises_key_error() -> None:
            shop = Shop()
            with pytest.raises(KeyError):
                shop.price("a")


        def test_share_raises_zero_division_error() -> None:
            shop = Shop()
            with pytest.raises(ZeroDivisionError):
                shop.share(0)


        def test_share() -> None:
            shop = Shop()
            assert shop.share(1) == 12
        """),
    )


def test_faults_that_cannot_happen_are_told_from_those_that_can(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = """
class Meter:
    def __init__(self) -> None:
        self._values: list[int] = []
        self._count = 0

    def add(self, value: int) -> None:
        self._values = [value]
        self._count = 1

    def first(self) -> int:
        return self._values[0]

    def mean(self) -> int:
        if not self._values:
            return 0
        return self._values[0] // self._count
"""
    found = generated(capsys, tmp_path, "meter.py", text)
    assert found["faults"] == {
        "total": 3,
        "reachable": 1,
        "covered": 1,
        "unreachable": 2,
        "unknown": 0,
    }
    assert [place["text"] for place in found["impossible_faults"]] == [
        "self._values[0]",
        "self._values[0] // self._count",
    ]
    assert [name for name in found["tests"] if "raises" in name] == [
        "test_first_raises_index_error"
    ]
    assert found["problems"] == []


def test_a_fault_that_takes_null_where_nobody_gives_it_is_not_called_impossible(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = """
class Cup:
    def __init__(self) -> None:
        self.is_full = False


class Tray:
    def __init__(self) -> None:
        self._n_full = 0

    def put(self, cup{annotation}) -> None:
        if cup.is_full:
            self._n_full = 1
"""
    found = generated(capsys, tmp_path, "tray.py", text.format(annotation=""), "::Tray")
    assert found["faults"]["unreachable"] == 0
    # Whoever keeps to the annotation cannot make it happen.
    found = generated(capsys, tmp_path, "tray.py", text.format(annotation=": Cup"), "::Tray")
    assert found["faults"]["unreachable"] == 1
    assert found["open_faults"] == []
