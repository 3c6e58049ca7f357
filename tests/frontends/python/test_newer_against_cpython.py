"""The plain interpreter does with decorators, managers, data, dates, … what CPython does."""

from __future__ import annotations

import warnings

import pytest

from frontends.python.agreement import program_from
from frontends.python.random_newer import random_newer_module
from frontends.python.value_agreement import compare_calls, executed

# A case is a sequence of one or two calls on a fresh object; four sequences begin with each method,
# so these are 10 * 20 * 4 = 800 cases. `./dev bench differential` looks further.
N_MODULES = 10
METHODS_PER_MODULE = 20
MODULES_PER_TEST = 2


@pytest.mark.parametrize("first", range(0, N_MODULES, MODULES_PER_TEST))
def test_random_methods_with_newer_constructs_behave_as_in_cpython(first: int) -> None:
    n_whole = n_cases = 0
    for seed in range(first, first + MODULES_PER_TEST):
        text, cases = random_newer_module(seed, METHODS_PER_MODULE)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about `return` in `finally`, and comparisons by `is`
            executed(text)
        program = program_from(text)
        for calls in cases:
            # What classes share begins anew.
            difference, ended_early = compare_calls(executed(text), program, calls)
            assert difference == "", f"seed {seed}: {difference}\n{text}"
            n_whole += ended_early is None
            n_cases += 1
    # A generator that mostly writes what is not supported would test nothing.
    assert n_whole > 0.4 * n_cases
