"""The plain interpreter computes with decimal numbers as CPython does."""

from __future__ import annotations

import random

import pytest

from frontends.python.agreement import program_from
from frontends.python.random_decimals import HEAD, random_expression, random_operand
from frontends.python.value_agreement import executed
from heapwright.limits import Limits
from heapwright.paths.plain.concrete import Returned, Threw, run
from heapwright.paths.plain.heap import EMPTY_HEAP, Reference

N_EXPRESSIONS = 150


@pytest.mark.parametrize("seed", range(6))
def test_random_expressions_give_what_cpython_gives(seed: int) -> None:
    chance = random.Random(seed)
    texts = [random_expression(chance, f"({random_operand(chance)})") for _ in range(N_EXPRESSIONS)]
    methods = [f"    def m{i}(self):\n        return {text}\n" for i, text in enumerate(texts)]
    text = HEAD + "\nclass T:\n    def __init__(self):\n        self.n = 0\n" + "".join(methods)
    real = executed(text)["T"]()  # type: ignore[operator]
    program = program_from(text)
    made = run(program, "T.__new__", (), EMPTY_HEAP)
    assert isinstance(made, Returned) and isinstance(made.value, Reference)
    n_whole = 0
    for index, shown in enumerate(texts):
        try:
            wanted: object = ("gave", getattr(real, f"m{index}")())
        except Exception as error:  # noqa: BLE001 - whatever it raises is compared
            wanted = ("raised", type(error).__name__)
        match run(program, f"T.m{index}", (made.value,), made.heap, Limits(steps=20_000)):
            case Returned(value):
                found: object = ("gave", value)
            case Threw(class_name):
                found = ("raised", class_name.rpartition(".")[2])
            case _:
                continue
        assert found == wanted, shown
        n_whole += 1
    assert n_whole > 0.9 * N_EXPRESSIONS
