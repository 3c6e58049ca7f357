"""The plain interpreter does with what Python brings along what CPython does."""

from __future__ import annotations

import pytest

from frontends.python.agreement import program_from
from frontends.python.random_wide import random_wide_module
from frontends.python.value_agreement import compare_calls, executed

# A case is a sequence of one to three calls on a fresh object; after each call the result or the
# exception and the whole heap are compared. Twelve sequences begin with each method, so these
# are 16 * 20 * 12 = 3,840 cases. With the 1,280 of `test_values_against_cpython` and the 1,200 of
# `test_against_cpython` there are 6,320. `./dev bench differential` looks further.
N_MODULES = 16
METHODS_PER_MODULE = 20
MODULES_PER_TEST = 2


@pytest.mark.parametrize("first", range(0, N_MODULES, MODULES_PER_TEST))
def test_random_methods_with_library_classes_behave_as_in_cpython(first: int) -> None:
    n_whole = n_cases = 0
    for seed in range(first, first + MODULES_PER_TEST):
        text, cases = random_wide_module(seed, METHODS_PER_MODULE)
        module = executed(text)
        program = program_from(text)
        for calls in cases:
            difference, ended_early = compare_calls(module, program, calls)
            assert difference == "", f"seed {seed}: {difference}\n{text}"
            n_whole += ended_early is None
            n_cases += 1
    # A generator that mostly writes what is not supported would test nothing.
    assert n_whole > 0.7 * n_cases
