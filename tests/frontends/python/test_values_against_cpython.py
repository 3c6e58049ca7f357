"""The plain interpreter does with values of all kinds what CPython does."""

from __future__ import annotations

import pytest

from frontends.python.agreement import program_from
from frontends.python.random_values import random_values_module
from frontends.python.value_agreement import compare_calls, executed

# A case is a sequence of three calls on a fresh object; after each call what came back or was
# raised and the whole heap are compared. One sequence begins with each method: 1,280 cases. See
# `test_wide_against_cpython` for how many there are in all.
N_MODULES = 64
METHODS_PER_MODULE = 20
MODULES_PER_TEST = 8


@pytest.mark.parametrize("first", range(0, N_MODULES, MODULES_PER_TEST))
def test_random_methods_behave_as_in_cpython(first: int) -> None:
    n_whole = 0
    for seed in range(first, first + MODULES_PER_TEST):
        text, cases = random_values_module(seed, METHODS_PER_MODULE)
        module = executed(text)
        program = program_from(text)
        for calls in cases:
            difference, ended_early = compare_calls(module, program, calls)
            assert difference == "", f"seed {seed}: {difference}\n{text}"
            n_whole += ended_early is None
    # A generator that mostly writes what is not supported would test nothing.
    assert n_whole > 0.8 * MODULES_PER_TEST * METHODS_PER_MODULE
