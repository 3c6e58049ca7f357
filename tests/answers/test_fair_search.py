"""A few simple calls are found however many ways there are to make others.

The first search is breadth first; none of these texts lets it end in any time that a test has.
"""

from __future__ import annotations

import pytest

from heapwright.answers.search.ask import Effort, ask_spec
from heapwright.limits import Limits
from heapwright.solver.chain import default_solver
from support.engine import last_question, verdict_text
from support.expect import expect
from support.python_engine import (
    ask_python,
    check_python_sequence,
    check_python_verdicts,
    loaded_python,
)
from support.turns import TokenWithTurns

# A breaker can be made in more than a million ways.
WIDE = """
class Breaker:
    def __init__(
        self,
        limit: int = 5,
        names: list[str] | None = None,
        groups: dict[str, int] | None = None,
        weights: list[int] | None = None,
        counter: "Counter | None" = None,
    ) -> None:
        self.limit = limit
        self.names = names
        self.groups = groups
        self.weights = weights
        self.counter = counter

class Counter:
    def __init__(self, name: str) -> None:
        self.name = name
        self.n = 0

    def up(self) -> None:
        self.n += 1

"""


USED = """
@spec
def USED(b: Breaker) -> bool:
    return b.counter is not None and b.counter.n == 1 and b.limit == 7
"""


def test_the_calls_of_the_class_asked_about_get_their_turn() -> None:
    check_python_sequence(
        WIDE + "@spec\ndef TWO(c: Counter) -> bool:\n    return c.n == 2 and c.name == 'main'\n",
        expect("""
            c = Counter("main")
            c.up()
            c.up()
        """),
    )


def test_an_object_that_another_needs_is_made_first() -> None:
    check_python_sequence(
        WIDE + USED,
        expect("""
            counter = Counter("a")
            counter.up()
            b = Breaker(7, counter=counter)
        """),
    )


def test_a_broken_invariant_is_found_fairly() -> None:
    text = WIDE.replace(
        "    def up(",
        "    @invariant\n    def below(self) -> bool:\n        return self.n < 3\n\n    def up(",
    )
    check_python_verdicts(text, {"Counter.below": "found in 4"})


# Up to any number of rooms; each of the many numbers is a path of its own.
LOOPING = """
class Building:
    def __init__(self, n: int) -> None:
        self.n_rooms = 0
        for _ in range(n):
            self.n_rooms += 1
        self.n_doors = 0

    def connect(self, a: int, b: int) -> None:
        if 0 <= a < b < self.n_rooms:
            self.n_doors += 1

@spec
def DOORS(b: Building) -> bool:
    return b.n_rooms == 2 and b.n_doors == 2
"""


def test_a_loop_of_any_number_of_rounds_does_not_hide_small_numbers() -> None:
    assert verdict_text(ask_python(LOOPING, "DOORS").verdict) == "found in 3"


def test_calls_beyond_the_bound_are_not_made() -> None:
    answer = ask_python(LOOPING, "DOORS", calls=2)
    assert verdict_text(answer.verdict).startswith("undecided: `Building.__init__`: more than 400")


@pytest.mark.parametrize(
    ("condition", "verdict"), [("s.n == 2", "nowhere"), ("s.n == 1 and s.h", "found in 2")]
)
def test_a_proof_is_found_where_the_fair_search_finds_nothing(condition: str, verdict: str) -> None:
    """The constructor alone takes more paths than the first search has, but not too many."""
    flags = ("a", "b", "c", "d", "e", "f", "g", "h")
    text = f"""
class Switch:
    def __init__(self, {", ".join(f"{name}: bool" for name in flags)}) -> None:
        self.n = 0
        self.h = a and b and c and d and e and f and g and h

    def on(self) -> None:
        self.n = 1

@spec
def ASKED(s: Switch) -> bool:
    return {condition}
"""
    check_python_verdicts(text, {"ASKED": verdict})


def test_what_others_call_may_be_a_number_too() -> None:
    """A decorator asks whether it was given a function or a number, and gives on the number."""
    check_python_sequence(
        """
class Cache:
    def __init__(self, maxsize, getsizeof=None):
        if getsizeof:
            self.getsizeof = getsizeof
        self.__maxsize = maxsize
        self.__data = {}

    @property
    def maxsize(self):
        return self.__maxsize

    def __setitem__(self, key, value):
        if len(self.__data) >= self.__maxsize:
            raise ValueError("full")
        self.__data[key] = value

    def __len__(self):
        return len(self.__data)

    @staticmethod
    def getsizeof(value):
        return 1

class Counting(Cache):
    def __init__(self, maxsize, getsizeof=None):
        Cache.__init__(self, maxsize, getsizeof)
        self.n = 0

    def __setitem__(self, key, value, store=Cache.__setitem__):
        store(self, key, value)
        self.n += 1

def cached(maxsize):
    if callable(maxsize):
        return Counting(128)
    return Counting(maxsize)

@spec
def TWO(c: Counting) -> bool:
    return len(c) == 2 and c.n == 2 and c.maxsize == 3
""",
        expect("""
            c = Counting(3)
            c[0] = 0
            c[1] = 0
        """),
    )


def test_ways_to_make_another_object_are_not_gone_through_on_every_heap() -> None:
    """None of the ways to make a breaker takes a breaker, so on its heaps none is looked at."""
    # A client reads no counter from a breaker, and so has none to give.
    text = (WIDE + USED).replace(".counter", "._counter")
    program = loaded_python(text).program
    # Some 7,200 are needed; many more with the ways that lead nowhere.
    effort = Effort(default_solver(), Limits(), token=TokenWithTurns(9_000))
    answer = ask_spec(program, effort, last_question(program))
    assert verdict_text(answer.verdict) == "found in 3"
