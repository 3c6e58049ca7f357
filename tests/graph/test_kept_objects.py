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


@pytest.mark.parametrize("body", ["Folder(n)", "self.__class__(n)", "type(self)(n)"])
def test_there_is_room_for_what_objects_make_of_their_own_kind(body: str) -> None:
    text = f"""
class Folder:
    def __init__(self, n: int) -> None:
        self.n = n
        self.folders = []

    def add(self, n: int) -> None:
        self.folders.append({body})

@spec
def THREE(f: Folder) -> bool:
    return len(f.folders) == 3 and f.folders[2].n == 7
"""
    check_python_verdicts(text, {"THREE": "found in 4"})


def test_there_is_room_for_what_objects_take_of_their_own_kind() -> None:
    text = """
class Person:
    def __init__(self) -> None:
        self.friends: list["Person"] = []

    def meet(self, other: "Person") -> None:
        self.friends.append(other)

@spec
def CHAIN(p: Person) -> bool:
    return p.friends[0].friends[0].friends[0].friends == [] and len(p.friends) == 1
"""
    check_python_verdicts(text, {"CHAIN": "found in 7"})
