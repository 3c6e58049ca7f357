"""Small random programs: the engine and brute force must agree on all of them."""

from __future__ import annotations

from functools import lru_cache

import pytest

from heapwright.answers.calls.verdict import Contradiction, Found, Nowhere
from heapwright.solver.chain import default_solver, unknown_solver
from oracle.agreement import check_nothing_is_lost, check_verdict_agrees, least
from oracle.client import World, world
from oracle.enumerate import Enumeration, enumerate_clients
from oracle.landing import check_landings
from oracle.random_programs import RandomProgram, random_program
from support.engine import ask, explore, loaded, question_named

SEEDS = range(80)
CALLS = 3
N_ITEMS = 2


@pytest.mark.parametrize("seed", SEEDS)
def test_graph_and_brute_force_agree(seed: int) -> None:
    program, client_world, found = enumerated(seed)
    graph = explore(program.text, "A", **options(seed, program)).graph
    if program.has_items and "Object" not in graph.setting.opaque:
        return  # items are objects like others there, which the enumeration does not count
    check_nothing_is_lost(graph, client_world, found, default_solver())
    assert check_landings(graph, client_world, default_solver(), 2) > 0


@pytest.mark.parametrize("seed", SEEDS)
def test_verdicts_and_brute_force_agree(seed: int) -> None:
    program, client_world, found = enumerated(seed)
    for name in (*program.specs, *program.invariants):
        answer = ask(program.text, name, **options(seed, program))
        question = question_named(client_world.program, name)
        fewest = least(client_world, found, question)
        if fewest is not None and "Object" not in answer.graph.setting.opaque:
            fewest += N_ITEMS  # here making an item is a call
        check_verdict_agrees(answer.verdict, fewest, f"{name} in\n{program.text}")


@pytest.mark.parametrize("seed", SEEDS[::4])
def test_a_solver_that_knows_nothing_yields_no_wrong_verdict(seed: int) -> None:
    program, client_world, found = enumerated(seed)
    for name in (*program.specs, *program.invariants):
        limits = options(seed, program)
        weak = ask(program.text, name, solver=unknown_solver(), **limits).verdict
        if isinstance(weak, Nowhere | Contradiction):
            assert least(client_world, found, question_named(client_world.program, name)) is None
            strong = ask(program.text, name, **limits).verdict
            assert not isinstance(strong, Found), f"{name} in\n{program.text}"


def test_the_seeds_cover_the_features_that_matter() -> None:
    texts = [random_program(seed).text for seed in SEEDS]
    for feature in (
        *("extends A", "private new", "static A m", "throw", "try", "while", "instanceof"),
        *("Object item", "bool f", ".n0.n0", "new B", "% 2", "/ 2"),
        *("static A hidden", "void only", "B self", "B seen", "mark(B o)", "  B m"),
    ):
        assert any(feature in text for text in texts), feature


@lru_cache(maxsize=len(SEEDS))
def enumerated(seed: int) -> tuple[RandomProgram, World, Enumeration]:
    """Enumerate the program of a seed; every fifth one with calls that throw."""
    program = random_program(seed)
    client_world = world(
        loaded(program.text).program,
        program.classes,
        ints=(-1, 0, 2),
        scope=scope(program),
        opaque=frozenset({"Object"}),
        n_items=N_ITEMS,
        with_raising=is_raising(seed),
    )
    return program, client_world, enumerate_clients(client_world, CALLS)


def options(seed: int, program: RandomProgram) -> dict[str, object]:
    return {"scope": scope(program), "calls": CALLS, "with_raising": is_raising(seed)}


def scope(program: RandomProgram) -> dict[str, int]:
    return {"A": 3} if program.classes == ("A",) else {"A": 2, "B": 2}


def is_raising(seed: int) -> bool:
    return seed % 5 == 0
