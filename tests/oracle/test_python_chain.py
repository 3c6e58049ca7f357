"""Random Python classes: verdicts agree with what CPython itself reaches by brute force."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import pytest

from frontends.python.value_agreement import executed
from heapwright.answers.calls.verdict import Contradiction, Found, NotFound, Nowhere, Undecided
from oracle.cpython_client import ENTRIES, RealState, is_true, real_states
from oracle.python_programs import PythonProgram, random_python_program
from support.python_engine import ask_python

SEEDS = range(24)
CALLS = 3
LENGTH = 2  # of the sequences of brute force


@pytest.mark.parametrize("seed", SEEDS)
def test_verdicts_on_python_agree_with_cpython(seed: int) -> None:
    check_verdicts(seed, with_raising=seed % 2 == 1)


def check_verdicts(seed: int, *, with_raising: bool) -> dict[str, str]:
    """Ask all questions of a program; gives the kind of each verdict.

    What is found was executed by CPython before we see it (`ask_python`).
    """
    program, module = written(seed)
    states = reached(seed, with_raising)
    kinds: dict[str, str] = {}
    for name in (*program.specs, *program.invariants):
        wanted = "." not in name
        answer = ask_python(
            program.text,
            name,
            scope={"Box": 1, "Item": 2, "items": ENTRIES},
            calls=CALLS + 1,  # making the object is a call
            with_raising=with_raising,
        )
        kinds[name] = type(answer.verdict).__name__
        witness = next((s for s in states if is_true(module, name, s) is wanted), None)
        where = f"{name} in seed {seed}: {witness and witness.calls}\n{program.text}"
        match answer.verdict:
            case Nowhere() | Contradiction():
                assert witness is None, where
            case NotFound(calls):
                assert witness is None or len(witness.calls) > calls, where
            case Found(_, replayed):
                assert witness is None or len(replayed.heaps) <= len(witness.calls), where
            case Undecided():
                pass
    return kinds


@lru_cache(maxsize=4)
def written(seed: int) -> tuple[PythonProgram, Mapping[str, object]]:
    program = random_python_program(seed)
    module = executed(program.text)
    module["print"] = lambda *_: None
    return program, module


@lru_cache(maxsize=4)
def reached(seed: int, with_raising: bool) -> list[RealState]:
    program, module = written(seed)
    return real_states(program, module, LENGTH, with_raising=with_raising)
