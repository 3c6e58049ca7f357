"""Python programs are answered in Python, and CPython runs every answer."""

from __future__ import annotations

import pytest

from support.expect import expect
from support.python_engine import (
    check_python_sequence,
    check_python_test,
    check_python_verdicts,
)
from support.repo import ROOT

COUNTER = """
class Counter:
    def __init__(self, start: int = 0) -> None:
        self._n = start

    def up(self, by: int) -> None:
        if by <= 0:
            raise ValueError(f"{by} is no way up")
        self._n += by
"""


def test_a_constructor_and_a_method_are_called() -> None:
    check_python_sequence(
        COUNTER + "@spec\ndef S(c: Counter) -> bool:\n    return c._n == 7\n",
        expect("c = Counter(7)"),
    )


def test_a_test_is_a_pytest_function_that_asserts_the_spec() -> None:
    check_python_test(
        COUNTER + "@spec\ndef S(c: Counter) -> bool:\n    return c._n == 7\n",
        expect(
            """
            def test_S() -> None:
                c = Counter(7)
                assert S(c)
            """
        ),
    )


def test_objects_that_the_spec_does_not_name_are_called_after_their_class() -> None:
    check_python_sequence(
        """
class LinkedList:
    def __init__(self) -> None:
        self._next: "LinkedList | None" = None

    def attach(self, other: "LinkedList") -> None:
        self._next = other

@spec
def S(o: LinkedList) -> bool:
    return o._next._next is o and o is not o._next
""",
        expect(
            """
            linked_list = LinkedList()
            o = LinkedList()
            linked_list.attach(o)
            o.attach(linked_list)
            """
        ),
    )


def test_properties_and_items_are_written_as_their_syntax() -> None:
    check_python_sequence(
        """
class Box:
    def __init__(self) -> None:
        self._a = 0
        self._b = 0

    @property
    def a(self) -> int:
        return self._a

    @a.setter
    def a(self, value: int) -> None:
        self._a = value * 2

    def __setitem__(self, key: int, value: int) -> None:
        if key == 3:
            self._b = value

@spec
def S(box: Box) -> bool:
    return box._a == 10 and box._b == -1
""",
        expect(
            """
            box = Box()
            box.a = 5
            box[3] = -1
            """
        ),
    )


def test_keyword_only_arguments_are_named() -> None:
    check_python_sequence(
        """
class Box:
    def __init__(self, *, size: int) -> None:
        self._size = size

@spec
def S(box: Box) -> bool:
    return box._size == 3
""",
        expect("box = Box(size=3)"),
    )


def test_functions_that_give_objects_and_class_methods_are_factories() -> None:
    check_python_sequence(
        """
class _Pair:
    def __init__(self, a: int, b: int) -> None:
        self.a = a
        self.b = b

    @classmethod
    def twin(cls, a: int) -> "_Pair":
        return cls(a, a)

def ordered(a: int, b: int) -> _Pair:
    return _Pair(a, b) if a < b else _Pair.twin(a)

@spec
def S(pair: _Pair) -> bool:
    return pair.a == 3 and pair.b == 8
""",
        expect("pair = ordered(3, 8)"),
    )


def test_an_argument_that_may_be_none_is_tried_both_ways() -> None:
    text = """
class Cell:
    def __init__(self, value: int | None = None) -> None:
        self._value = value
        self._n = 0

    def put(self, value: int | None) -> None:
        if self._value is None and value is not None:
            self._n += 1
        self._value = value

    def take(self) -> int | None:
        value, self._value = self._value, None
        return value
"""
    check_python_sequence(
        text + "@spec\ndef S(c: Cell) -> bool:\n    return c._n == 2 and c._value == 9\n",
        expect(
            """
            c = Cell()
            c.put(0)
            c.put(None)
            c.put(9)
            """
        ),
    )


def test_values_that_are_only_stored_and_may_be_none_are_mere_identities() -> None:
    check_python_sequence(
        """
class Slot:
    def __init__(self):
        self._item = None
        self._other = None

    def keep(self, item):
        self._other = self._item
        self._item = item

@spec
def S(slot: Slot) -> bool:
    return slot._item is not None and slot._other is not None and slot._item != slot._other
""",
        expect(
            """
            slot = Slot()
            value2 = object()
            slot.keep(value2)
            value = object()
            slot.keep(value)
            """
        ),
    )


def test_raising_calls_are_caught_where_they_are_asked_for() -> None:
    text = """
class Gauge:
    def __init__(self) -> None:
        self._level = 0
        self._tries = 0

    def fill(self, amount: int) -> None:
        self._tries += 1
        if amount > 5:
            raise ValueError("too much")
        self._tries = 0

@spec
def S(gauge: Gauge) -> bool:
    return gauge._tries == 1
"""
    check_python_verdicts(text, {"S": "nowhere"})
    check_python_sequence(
        text,
        expect(
            """
            gauge = Gauge()
            with contextlib.suppress(ValueError):
                gauge.fill(6)
            """
        ),
        with_raising=True,
    )


def test_classes_inherit_call_up_and_are_told_apart() -> None:
    text = """
class Shape:
    def __init__(self, size: int) -> None:
        self.size = size

    def grow(self) -> None:
        self.size += 1

class Square(Shape):
    def __init__(self, side: int) -> None:
        super().__init__(side + 3)
        self.side = side

    def grow(self) -> None:
        super().grow()
        self.side += 1

@spec
def PLAIN(shape: Shape) -> bool:
    return shape.size == 3 and not isinstance(shape, Square)

@spec
def GROWN(square: Square) -> bool:
    return square.size == 8 and square.side == 5

@spec
def ODD(square: Square) -> bool:
    return square.size == 8 and square.side == 4
"""
    check_python_verdicts(text, {"PLAIN": "found in 1", "GROWN": "found in 1", "ODD": "nowhere"})


def test_an_abstract_class_is_never_made() -> None:
    check_python_verdicts(
        """
from abc import ABC, abstractmethod

class Animal(ABC):
    def __init__(self) -> None:
        self.meals = 0

    @abstractmethod
    def portion(self) -> int: ...

    def feed(self) -> None:
        self.meals += self.portion()

class Cat(Animal):
    def portion(self) -> int:
        return 2

@spec
def FED(animal: Animal) -> bool:
    return animal.meals == 4

@spec
def ODD(animal: Animal) -> bool:
    return animal is not None and not isinstance(animal, Cat)
""",
        {"FED": "found in 3", "ODD": "nowhere"},
    )


def test_dataclasses_have_the_constructor_that_python_gives_them() -> None:
    check_python_sequence(
        """
from dataclasses import dataclass

@dataclass
class Point:
    x: int
    y: int = 4

    def __post_init__(self) -> None:
        self.y += 1

@spec
def S(point: Point) -> bool:
    return point.x == 2 and point.y == 10
""",
        expect("point = Point(2, 9)"),
    )


def test_an_invariant_that_fails_comes_with_calls() -> None:
    check_python_verdicts(
        COUNTER
        + """
    @invariant
    def small(self) -> bool:
        return self._n < 100

    @invariant
    def sane(self) -> bool:
        return self._n == self._n
""",
        {"Counter.small": "found in 1", "Counter.sane": "nowhere"},
    )


def test_a_class_without_code_is_an_identity() -> None:
    check_python_sequence(
        """
class Token:
    pass

class Holder:
    def __init__(self) -> None:
        self._token: Token | None = None

    def take(self, token: Token | None) -> None:
        self._token = token

@spec
def S(holder: Holder) -> bool:
    return holder._token is not None
""",
        expect(
            """
            holder = Holder()
            token = Token()
            holder.take(token)
            """
        ),
    )


def test_one_of_several_objects_is_named_after_what_it_is_for() -> None:
    check_python_sequence(
        """
class Tree:
    def __init__(self, value: int, left: "Tree | None", right: "Tree | None") -> None:
        self.value = value
        self.left = left
        self.right = right

@scope(Tree=3)
@spec
def S(tree: Tree) -> bool:
    left, right = tree.left, tree.right
    if left.left is not None or left.right is not None or right.left is not None:
        return False
    return left.value == 1 and right.value == 3 and right.right is None
""",
        expect(
            """
            left = Tree(1, left=None, right=None)
            right = Tree(3, left=None, right=None)
            tree = Tree(0, left, right)
            """
        ),
    )


def test_arguments_that_nobody_could_tell_apart_are_named() -> None:
    check_python_sequence(
        """
class Date:
    def __init__(self, year: int, month: int, day: int) -> None:
        self.number = year * 400 + month * 31 + day
        self.state = 0

    def mark(self, is_holiday: bool, is_weekend: bool) -> None:
        self.state = 2 * is_holiday + is_weekend

    def move(self, days: int, is_back: bool, other: int, /) -> None:
        self.number = days - other if is_back else self.number

@spec
def S(date: Date) -> bool:
    return date.state == 2 and date.number == 1000
""",
        expect(
            """
            date = Date(year=0, month=0, day=1000)
            date.mark(is_holiday=True, is_weekend=False)
            """
        ),
    )


EXAMPLES = {
    "node": {"TEST": "found in 3", "LOOP": "nowhere"},
    "search_tree": {
        "BALANCED": "found in 4",
        "DISORDERED": "nowhere",
        "SearchTree.ordered": "nowhere",
        "SearchTree.counted": "found in 2",
    },
    "account": {
        "OVERDRAWN": "found in 3",
        "FEE_PAID": "found in 2",
        "BOTTOMLESS": "nowhere",
        "Account.covered": "found in 4",
        "Account.settled": "nowhere",
    },
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_examples_have_the_verdicts_that_they_claim(name: str) -> None:
    text = (ROOT / "examples" / f"{name}.py").read_text(encoding="utf-8")
    check_python_verdicts(text, EXAMPLES[name])


def test_printing_an_object_runs_what_its_class_says_of_it() -> None:
    text = """
class Bag:
    def __init__(self) -> None:
        self.n = 0
        self.items: list[int] = []

    def __str__(self) -> str:
        return str(self.items[0])

    def add(self) -> None:
        self.items.append(1)

    def show(self) -> None:
        print(self)
        self.n = 5

    def tell(self) -> None:
        print(f"<{self}>")
        self.n = 6

@spec
def SHOWN(b: Bag) -> bool:
    return b.n == 5

@spec
def EMPTY(b: Bag) -> bool:
    return b.n >= 5 and not b.items
"""
    check_python_verdicts(text, {"SHOWN": "found in 3", "EMPTY": "nowhere"})


def test_methods_that_write_an_object_down_are_no_calls_to_follow() -> None:
    text = """
class Queens:
    def __init__(self, n: int) -> None:
        self.n = n
        self.columns: list[int] = []

    def place(self, column: int) -> None:
        if len(self.columns) < self.n:
            self.columns.append(column)

    def __str__(self) -> str:
        return "".join("".join("Q" if c == q else "." for c in range(self.n)) for q in self.columns)

@spec
def TWO(q: Queens) -> bool:
    return q.columns == [1, 3]

@spec
def CROWDED(q: Queens) -> bool:
    return len(q.columns) > q.n > 0
"""
    check_python_verdicts(text, {"TWO": "found in 3", "CROWDED": "nowhere"})


def test_a_method_that_writes_an_object_down_may_change_it() -> None:
    text = """
class Page:
    def __init__(self) -> None:
        self.n_shown = 0

    def __str__(self) -> str:
        self.n_shown += 1
        return "page"

@spec
def SHOWN(p: Page) -> bool:
    return p.n_shown == 2
"""
    check_python_verdicts(text, {"SHOWN": "found in 3"})


def test_comparisons_that_a_decorator_adds_take_what_the_one_takes_that_is_written() -> None:
    text = """
from functools import total_ordering

@total_ordering
class Card:
    def __init__(self, rank: int) -> None:
        self.rank = min(max(rank, 2), 14)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Card) and self.rank == other.rank

    def __lt__(self, other: "Card") -> bool:
        return self.rank < other.rank

@spec
def ONE(card: Card) -> bool:
    return card.rank == 1

@spec
def ORDERED(low: Card, high: Card) -> bool:
    return low <= high and not low >= high
"""
    check_python_verdicts(text, {"ONE": "nowhere", "ORDERED": "found in 2"})
