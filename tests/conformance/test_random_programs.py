"""Every heap model on small random methods that read, write, compare and call."""

from __future__ import annotations

from random import Random

import pytest

from support.conformance import check_conformance
from support.engine import loaded
from support.symbolic import function_named

SEEDS = 24

CLASSES = """
class N { N n; int f; int get() := this.f; N next() := this.n; }
class M extends N { M m; int get() := this.f + 1; }
class P {
    N keep;
    int m(N a, M b, int x) := METHOD;
}
"""


@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_random_method_has_the_same_paths_in_every_model(seed: int) -> None:
    text = random_text(seed)
    program = loaded(text).program
    try:
        check_conformance(program, function_named(program, "P.m"), n_objects=1, is_enough=False)
    except AssertionError as error:
        raise AssertionError(f"{text}\n{error}") from error


def random_text(seed: int) -> str:
    """Write the program of a seed."""
    writer = _Writer(Random(seed))
    body = "; ".join(writer.action(2) for _ in range(3))
    return CLASSES.replace("METHOD", f"{{ {body}; {writer.number(2)} }}")


class _Writer:
    """Writes expressions that are short enough for lazy initialization to end."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.n_reads = 4

    def action(self, depth: int) -> str:
        match self.random.randrange(5 if depth else 3):
            case 0:
                return f"{self.reference()}.f := {self.number(1)}"
            case 1:
                return f"{self.reference()}.n := {self.reference()}"
            case 2:
                return f"this.keep := {self.reference()}"
            case 3:
                condition, one, two = self.truth(), self.action(0), self.action(0)
                return f"if {condition} then {{ {one}; 0 }} else {{ {two}; 0 }}"
            case _:
                return f"if {self.truth()} then {{ {self.action(0)}; 0 }} else 0"

    def truth(self) -> str:
        match self.random.randrange(6):
            case 0:
                return f"{self.reference()} = {self.reference()}"
            case 1:
                return f"{self.reference()} = null"
            case 2:
                return f"{self.number(1)} < {self.number(1)}"
            case 3:
                return f"x = {self.random.randrange(2)} && {self.reference()} != a"
            case 4:
                return f"x < 1 || {self.reference()}.f = 0"
            case _:
                return "a instanceof M"

    def number(self, depth: int) -> str:
        match self.random.randrange(6 if depth else 2):
            case 0:
                return "x"
            case 1:
                return str(self.random.randrange(3))
            case 2:
                return f"{self.reference()}.f"
            case 3:
                return "a.get()"
            case 4:
                return f"(if {self.truth()} then {self.number(0)} else {self.number(0)})"
            case _:
                return f"({self.number(0)} + {self.number(0)})"

    def reference(self) -> str:
        self.n_reads -= 1
        if self.n_reads < 0:
            return self.random.choice(["a", "b"])
        return self.random.choice(
            ["a", "b", "a.n", "b.n", "this.keep", "b.m", "a.next()", "(new M)", "(new N)"]
        )
