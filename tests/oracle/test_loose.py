"""Loose graphs describe all that can be reached, so what they prove is so.

Loose graphs may describe too much, so that they prove nothing is no mistake. How much they do
prove is looked at too: a graph that describes everything would pass the rest.
"""

from __future__ import annotations

import pytest

from examples.test_examples import FOLDER, PYTHON, TAUGHT, claims
from heapwright.answers.absence.prove_loosely import Proof, proved_loosely
from heapwright.answers.calls.question import Question
from heapwright.answers.search.ask import question_classes
from heapwright.graph.explore.breadth_first import explore
from heapwright.graph.explore.explore import new_graph
from heapwright.graph.setting.setting import setting_for
from heapwright.graph.state.watch import Watch
from heapwright.ir.core.program import Function, Program, Role
from heapwright.limits import Limits
from heapwright.paths.runs.machine import OpaqueMixed
from heapwright.records import replace
from heapwright.solver.chain import default_solver
from heapwright.text.source import Source
from heapwright.workspace.load import program_of
from oracle.agreement import least
from oracle.client import compact
from oracle.described import depth_of, index_of
from oracle.test_random_programs import SEEDS, enumerated, is_raising, scope
from support.engine import loaded, question_named

MOST_CHECKS = 4_000


@pytest.mark.parametrize("seed", SEEDS)
def test_every_heap_is_described(seed: int) -> None:
    program, client_world, found = enumerated(seed)
    setting = setting_for(
        loaded(program.text).program, ["A"], (), scope(program), with_raising=is_raising(seed)
    )
    if program.has_items and "Object" not in setting.opaque:
        return  # as in the test of exact graphs
    graph = new_graph(replace(setting, is_loose=True))
    try:
        explore(graph, default_solver(), None, watch())
    except OpaqueMixed:
        return  # the search starts over then, with more that is kept
    if not graph.is_complete:
        return
    index = index_of(graph, default_solver())
    for reached in found.values():
        client = reached.client
        known = zip(client.held, client.known, strict=True)
        held = [reference for reference, name in known if name in graph.setting.api.held]
        described = depth_of(index, client_world, compact(client_world, client, held))
        assert described is not None, f"not in the graph: {reached}"


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_is_proved_that_brute_force_finds(seed: int) -> None:
    program, client_world, found = enumerated(seed)
    for name in (*program.specs, *program.invariants):
        question = question_named(client_world.program, name)
        fewest = least(client_world, found, question)
        if is_proved(
            loaded(program.text).program, question, scope(program), with_raising=is_raising(seed)
        ):
            assert fewest is None, f"{name} in\n{program.text}"


@pytest.mark.parametrize("name", [*PYTHON, *TAUGHT])
def test_of_examples_nothing_is_proved_that_is_reachable(name: str) -> None:
    text = TAUGHT.get(name) or (FOLDER / name).read_text(encoding="utf-8")
    program = program_of(Source("module.py", text), "python").program
    claimed = claims(text)
    every = [*program.functions, *(f for c in program.classes for f in c.functions)]
    for question in every:
        if question.role in (Role.SPEC, Role.INVARIANT) and is_proved(program, question, {}):
            assert claimed[question.name] not in ("reachable", "violated"), question


def test_accounts_and_machines_are_proved_without_an_exact_graph() -> None:
    text = """
class Account:
    def __init__(self, limit: int) -> None:
        if limit < 0:
            raise ValueError(limit)
        self.limit = limit
        self.balance = 0
        self.n_bookings = 0

    def deposit(self, amount: int) -> None:
        if amount <= 0:
            raise ValueError(amount)
        self.balance += amount
        self.n_bookings += 1

    def withdraw(self, amount: int) -> None:
        if amount <= 0 or self.balance - amount < -self.limit:
            raise ValueError(amount)
        self.balance -= amount
        self.n_bookings += 1

# heapwright: spec
def OVERDRAWN(a: Account) -> bool:
    return a.balance < -a.limit

# heapwright: spec
def UNBOOKED(a: Account) -> bool:
    return a.balance != 0 and a.n_bookings == 0

# heapwright: spec
def IN_DEBT(a: Account) -> bool:
    return a.balance < 0
"""
    program = program_of(Source("module.py", text), "python").program
    specs = [one for one in program.functions if one.role is Role.SPEC]
    found = {spec.name: is_proved(program, spec, {}) for spec in specs}
    assert found == {"OVERDRAWN": True, "UNBOOKED": True, "IN_DEBT": False}


def is_proved(
    program: Program, question: Function, bounds: dict[str, int], *, with_raising: bool = False
) -> bool:
    """Say whether a loose graph proves that a spec is unreachable or an invariant holds."""
    setting = setting_for(
        program,
        question_classes(program, question),
        [question.qualified_name],
        bounds,
        with_raising=with_raising,
    )
    asked = Question(program, question, wanted=question.role is Role.SPEC)
    return isinstance(proved_loosely(setting, default_solver(), asked, watch()), Proof)


def watch() -> Watch:
    """Give a watch that counts and does not look at the clock."""
    made = Watch(Limits())
    made.most_checks = MOST_CHECKS
    return made
