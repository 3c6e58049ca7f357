"""What a call took, the object that it gave may change later: such objects matter, too."""

from __future__ import annotations

import pytest

from support.engine import check_verdict
from support.python_engine import check_python_verdicts

CELL = """
class Cell { int n; }
class Setter {
    Cell cell;
    void put() := if this.cell != null then { this.cell.n := 5; };
}
spec FIVE(Cell c) := c != null && c.n = 5;
"""
MADE = "let s := new Setter in { s.cell := c; s }"


def test_a_factory_gives_what_kept_its_argument() -> None:
    check_verdict(CELL + f"class Shop {{ static Setter on(Cell c) := {MADE}; }}", "found in 3")


def test_a_method_gives_what_kept_its_argument() -> None:
    check_verdict(CELL + f"class Shop {{ Setter on(Cell c) := {MADE}; }}", "found in 4")


def test_what_was_kept_may_be_given_on_by_another_call() -> None:
    shelf = f"""
class Shelf {{
    Setter setter;
    void keep(Cell c) := this.setter := {MADE};
    Setter take() := this.setter;
}}
"""
    check_verdict(CELL + shelf, "found in 5")


@pytest.mark.parametrize("annotation", [": Maker", ""])
def test_a_constructor_keeps_its_argument(annotation: str) -> None:
    text = f"""
class Cell:
    def __init__(self) -> None:
        self.n = 0

class Maker:
    def __init__(self) -> None:
        self.made = []

    def make(self) -> Cell:
        cell = Cell()
        self.made.append(cell)
        return cell

class Setter:
    def __init__(self, maker{annotation}) -> None:
        self.maker = maker

    def put(self) -> None:
        for cell in self.maker.made:
            cell.n = 5

@spec
def FIVE(c: Cell) -> bool:
    return c.n == 5
"""
    check_python_verdicts(text, {"FIVE": "found in 4"})
