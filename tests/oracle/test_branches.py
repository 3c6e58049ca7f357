"""Branches of small random programs: brute force takes none that is called unreachable."""

from __future__ import annotations

import pytest

from heapwright.answers.branches.branches import Branch, BranchKind, branches_of
from heapwright.answers.branches.cover import ONLY_NULL
from heapwright.limits import Limits
from heapwright.paths.plain.concrete import Threw, run
from heapwright.workspace.branch_tests import BranchTests, branch_tests
from heapwright.workspace.decided_branches import UnderTest
from heapwright.workspace.questions import Asking
from oracle.client import World, called_name, choices
from oracle.enumerate import Enumeration
from oracle.random_programs import RandomProgram
from oracle.test_random_programs import enumerated, is_raising, scope
from support.engine import loaded

# Programs whose graphs are complete after little work.
SEEDS = (0, 1, 2, 4, 8, 9, 13, 16, 21, 24, 25, 27, 28, 32, 45, 48)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_branch_that_some_call_takes_is_covered(seed: int) -> None:
    program, client_world, found = enumerated(seed)
    made = generated_for(seed, program)
    taken = branches_taken(program, client_world, found)
    # A fault that takes null where nobody would give it gets no test, and is not called impossible.
    without_test = {branch for branch, why in made.tests.unknown if why == ONLY_NULL}
    assert all(branch.kind is BranchKind.FAULT for branch in without_test)
    assert len(without_test) == len(made.tests.unknown)
    missed = taken.difference(made.tests.covered, without_test)
    assert not missed, [program.text[b.start : b.end] for b in missed]


def test_the_seeds_have_branches_of_every_kind() -> None:
    tests = [generated_for(seed, enumerated(seed)[0]).tests for seed in SEEDS]
    for kind in (BranchKind.BRANCH, BranchKind.FAULT):
        assert any(branch.kind is kind for one in tests for branch in one.unreachable)
        assert any(branch.kind is kind for one in tests for branch in one.covered)
    assert sum(len(one.covered) for one in tests) > 100


def generated_for(seed: int, program: RandomProgram) -> BranchTests:
    limits = Limits(objects=tuple(sorted(scope(program).items())))
    asking = Asking(limits, with_raising=is_raising(seed))
    return branch_tests(loaded(program.text), UnderTest(tuple(program.classes[::-1])), asking)


def branches_taken(
    program: RandomProgram, client_world: World, found: Enumeration
) -> frozenset[Branch]:
    """Make every call on every client that brute force met: what it takes, and what it throws."""
    whole = loaded(program.text)
    functions = {f.qualified_name: f for c in whole.program.classes for f in c.functions}
    every = branches_of(whole.program, whole.source_map, functions, with_faults=True)
    decisions: set[tuple[str, int, bool]] = set()
    thrown: set[Branch] = set()
    for reached in found.values():
        client = reached.client
        for call in client_world.calls:
            if isinstance(call, str):
                continue
            for arguments in choices(client_world, client, call):
                name = called_name(client_world, client, call, arguments)
                outcome = run(
                    client_world.program,
                    name,
                    arguments,
                    client.heap,
                    trace=lambda *decision: decisions.add(decision),
                )
                if isinstance(outcome, Threw):
                    thrown |= every.thrown(outcome.function, outcome.site)
    return every.of(decisions) | thrown
