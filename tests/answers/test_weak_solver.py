"""A solver that knows nothing makes verdicts weaker, never wrong."""

from __future__ import annotations

import pytest

from heapwright.answers.calls.verdict import Contradiction, Found, Nowhere
from heapwright.ir.core.program import Role
from heapwright.solver.chain import unknown_solver
from subjects.catalogue import CATALOGUE
from subjects.plain_client import subject, subject_text
from support.engine import ask, check_verdict, check_verdicts, verdict_text

SQUARES = """
class Cell { private int x; private int y;
             void square(int v) := this.x := v * v;
             void area(int v, int w) := { this.x := v; this.y := w };
             void halve() := if this.x * this.y > 50 then this.x := this.x / 2; }
spec seven(Cell c) := c.x = 49;
spec negative(Cell c) := c.x * c.y = -1 && c.x > 1;
spec product(Cell c) := c.x * c.y = 391 && c.x > 1 && c.y > c.x;
spec self(Cell c) := c.x < c.x;
spec cube(Cell c) := c.x * c.x * c.x = 2;
"""


@pytest.mark.parametrize("spec", ["seven", "negative", "product", "self", "cube"])
def test_nothing_that_is_found_is_denied(spec: str) -> None:
    strong = ask(SQUARES, spec, calls=3).verdict
    weak = ask(SQUARES, spec, calls=3, solver=unknown_solver()).verdict
    if isinstance(strong, Found):
        assert not isinstance(weak, Nowhere | Contradiction), verdict_text(weak)
    if isinstance(weak, Nowhere | Contradiction):
        assert type(weak) is type(strong)


def test_what_only_the_solver_can_refute_stays_undecided() -> None:
    text = """
    class C { private int x; void set(int v) := this.x := v * v; }
    spec minus(C c) := c.x = -1;
    """
    check_verdict(text, "nowhere")
    check_verdict(text, "undecided: this solver answers nothing", solver=unknown_solver())


def test_what_the_domain_decides_needs_no_solver() -> None:
    text = """
    class C { private int x; void set(int v) := if v > 3 then this.x := v; }
    spec four(C c) := c.x = 4;
    spec three(C c) := c.x = 3;
    spec never(C c) := c.x < c.x;
    """
    expected = {"four": "found in 2", "three": "nowhere", "never": "contradiction"}
    check_verdicts(text, expected, solver=unknown_solver())


@pytest.mark.parametrize("name", [entry.name for entry in CATALOGUE])
def test_no_spec_of_a_subject_gets_a_wrong_verdict(name: str) -> None:
    text = subject_text(name)
    for spec in subject(name).functions:
        if spec.role is Role.SPEC:
            weak = ask(text, spec.name, solver=unknown_solver(), calls=4).verdict
            strong = ask(text, spec.name, calls=4).verdict
            if isinstance(strong, Found):
                assert not isinstance(weak, Nowhere | Contradiction)
            elif isinstance(weak, Nowhere | Contradiction):
                assert type(weak) is type(strong)
            else:
                assert not isinstance(weak, Found)
