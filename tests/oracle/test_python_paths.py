"""Paths of Python code, with values for their unknowns, do what the plain interpreter does."""

from __future__ import annotations

from random import Random

import pytest

from frontends.python.agreement import program_from
from frontends.python.random_newer import random_newer_module
from frontends.python.random_values import random_values_module, signatures_of
from frontends.python.random_wide import random_wide_module
from heapwright.solver.chain import default_solver
from oracle.symbolic_agreement import Tally, check_paths

METHODS_PER_MODULE = 20


@pytest.mark.parametrize("seed", range(9))
def test_paths_of_python_methods_agree_with_the_plain_interpreter(seed: int) -> None:
    tally = check_module(seed)
    # A test whose runs mostly stop would show nothing; dates and formats stop more of them.
    assert tally.n_compared > (2 if seed % 3 == 2 else 3) * tally.n_methods


def check_module(seed: int) -> Tally:
    """Compare all methods of a random module, of each kind in turn."""
    make = (random_values_module, random_wide_module, random_newer_module)[seed % 3]
    text, _ = make(seed, METHODS_PER_MODULE)
    random = Random(f"paths {seed}")
    try:
        return check_paths(program_from(text), signatures_of(text), random, default_solver())
    except AssertionError as wrong:
        raise AssertionError(f"seed {seed}: {wrong}\n{text}") from None
