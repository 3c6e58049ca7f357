"""Lambdas that are defaults, or that a module gives a name."""

from __future__ import annotations

from heapwright.answers.calls.verdict import Nowhere
from support.engine import verdict_text
from support.expect import expect
from support.python_engine import ask_python, check_python_sequence, check_python_verdicts

HEAP = """
ORDER = 3
by_rest = lambda x: x % ORDER

class Heap:
    def __init__(self, key=lambda x: x % ORDER) -> None:
        self.key = key
        self.top = 0

    def put(self, x: int) -> None:
        self.top = by_rest(x) + self.top % 2

class Low(Heap):
    def __init__(self) -> None:
        super().__init__()

    def put(self, x: int) -> None:
        self.top = self.key(x)
"""


def test_what_a_default_lambda_gives_is_found() -> None:
    text = f"{HEAP}\n@spec\ndef TWO(h: Low) -> bool:\n    return h.top == 2\n"
    check_python_sequence(
        text,
        expect(
            """
            h = Low()
            h.put(2)
            """
        ),
    )


def test_what_lambdas_never_give_is_proved() -> None:
    text = f"{HEAP}\n@spec\ndef S(h: Low) -> bool:\n    return h.top > 2\n"
    check_python_verdicts(text, {"S": "nowhere"})


def test_all_objects_have_one_default_lambda() -> None:
    one = "\n@spec\ndef ONE(g: Low, h: Low) -> bool:\n    return g.key is h.key and g is not h\n"
    two = "\n@spec\ndef TWO(g: Low, h: Low) -> bool:\n    return g.key is not h.key\n"
    check_python_sequence(
        HEAP + one,
        expect(
            """
            g = Low()
            h = Low()
            """
        ),
    )
    check_python_verdicts(HEAP + two, {"TWO": "nowhere"})


def test_a_lambda_whose_name_a_function_gives_another_value_is_not_the_only_one() -> None:
    text = """
step = lambda x: x + 1

def harden() -> None:
    global step
    step = lambda x: x + 2

class Count:
    def __init__(self) -> None:
        self.n = 0

    def up(self) -> None:
        self.n = step(self.n)

    def harder(self) -> None:
        harden()

@spec
def THREE(c: Count) -> bool:
    return c.n == 3
"""
    verdict = ask_python(text, "THREE").verdict
    assert not isinstance(verdict, Nowhere), verdict_text(verdict)


GETTERS = """
import operator as op
from operator import attrgetter

size_of = op.attrgetter("size")

class Part:
    def __init__(self, size: int, next: "Part | None") -> None:
        self.size = size
        self.next = next

    # heapwright: private
    def read(self, get=attrgetter("next.size", "size")) -> object:
        return get(self)

class Reader:
    def __init__(self, size: int) -> None:
        self.part = Part(3, Part(size, None))
        self.seen = self.part.read()

    def go_on(self) -> None:
        self.part = self.part.next
        try:
            self.seen = self.part.read()
        except AttributeError:
            self.seen = size_of(self.part) * 2
"""


def test_attribute_getters_that_are_defaults_or_values_of_modules_are_followed() -> None:
    text = f"""{GETTERS}
@spec
def PAIR(r: Reader) -> bool:
    return r.seen == (7, 3)

@spec
def TWICE(r: Reader) -> bool:
    return r.seen == 8

@spec
def ODD(r: Reader) -> bool:
    return r.seen == 9
"""
    check_python_verdicts(text, {"PAIR": "found in 1", "TWICE": "found in 2", "ODD": "nowhere"})
