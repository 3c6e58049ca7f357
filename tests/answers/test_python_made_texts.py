"""Strings that are put together of unknown ones: kept as any string, unless they matter."""

from __future__ import annotations

from heapwright.answers.search.ask import Effort, ask_spec, specs_of
from heapwright.limits import Limits
from heapwright.solver.chain import default_solver
from heapwright.text.source import Source
from heapwright.workspace.load import program_of
from support.python_engine import check_python_verdicts

SHOP = """
class Item:
    def __init__(self, name: str, maker: str):
        self.name = name
        self.maker = maker

    def __repr__(self):
        return f"<{self.name!r} by {self.maker}>"

class Shop:
    def __init__(self):
        self.items = {}
        self.log = []
        self.last = ""

    def add(self, item: Item, price: int):
        if item.name in self.items:
            raise KeyError(item)
        self.items[item.name] = price
        self.last = item.name + ":" + item.maker
        self.log.append(f"{item.name} by {item.maker} costs {price}, {item!r}")
"""


def test_lines_of_a_log_do_not_multiply_the_heaps() -> None:
    text = f"""{SHOP}
@spec
def CHEAP(shop: Shop) -> bool:
    return sorted(shop.items.values()) == [3, 5]
"""
    program = program_of(Source("shop.py", text), "python").program
    [spec] = specs_of(program)
    answer = ask_spec(program, Effort(solver=default_solver(), limits=Limits()), spec)
    # Without letters: no answer would name a bound on the characters of strings.
    assert "characters" not in answer.objects
    check_python_verdicts(text, {"CHEAP": "found in 5"})


def test_what_no_string_whatsoever_makes_true_is_unreachable() -> None:
    check_python_verdicts(
        f"""{SHOP}
@spec
def EMPTY(shop: Shop) -> bool:
    return len(shop.log) != len(shop.items)
""",
        {"EMPTY": "nowhere"},
    )


def test_what_such_a_string_is_decides_where_somebody_asks() -> None:
    check_python_verdicts(
        """
class Person:
    def __init__(self, first: str, last: str):
        self.first = first
        self.name = first + " " + last

@spec
def SAME(p: Person) -> bool:
    return p.name == p.first
@spec
def ADA(p: Person) -> bool:
    return p.name == "A L"
""",
        {"SAME": "nowhere", "ADA": "found in 1"},
    )


def test_numbers_are_written_in_other_bases() -> None:
    text = """
class Index:
    def __index__(self):
        return 5

class Shown:
    def __init__(self) -> None:
        self.text = ""

    def show(self, n: int) -> None:
        if n == 13:
            self.text = bin(-10) + oct(True) + hex(255) + bin(Index()) + bin(0)
        elif n == 14:
            self.text = " ".join(map(oct, [8, -9]))

    def fail(self) -> None:
        try:
            bin(1.5)
        except TypeError:
            self.text = "no"

class Twelve:
    def __init__(self, n: int) -> None:
        self.text = hex(n) if n == 12 else ""

@spec
def TWELVE(s: Twelve) -> bool:
    return s.text == "0xc"

@spec
def SEVERAL(s: Shown) -> bool:
    return s.text == "-0b10100o10xff0b1010b0"

@spec
def BY_MAP(s: Shown) -> bool:
    return s.text == "0o10 -0o11"

@spec
def FAILED(s: Shown) -> bool:
    return s.text == "no"
"""
    expected = dict.fromkeys(("SEVERAL", "BY_MAP", "FAILED"), "found in 2")
    check_python_verdicts(text, {**expected, "TWELVE": "found in 1"})


def test_what_an_unknown_number_is_in_another_base_is_not_known() -> None:
    text = """
class Bits:
    def __init__(self, n: int) -> None:
        self.n = bin(n).count("2")

@spec
def ONE(b: Bits) -> bool:
    return b.n == 1
"""
    check_python_verdicts(
        text, {"ONE": "undecided: `Bits.__init__`: the text of an unknown value matters"}
    )


def test_texts_of_different_numbers_that_functions_keep_need_not_be_equal() -> None:
    text = """
class Pair:
    def __init__(self) -> None:
        self.one = None
        self.two = None

    def put(self, n: int, m: int) -> None:
        t = str(n)
        u = str(m)

        def one():
            return t

        def two():
            return u

        self.one = one
        self.two = two
        t = "<" + str(n)
        u = "<" + str(m)

    def shout(self, n: int, m: int) -> None:
        self.one = str(n).upper
        self.two = str(m).upper

@spec
def DIFFERENT(p: Pair) -> bool:
    return p.one is not None and p.one() != p.two()
"""
    check_python_verdicts(text, {"DIFFERENT": "found in 2"})
