"""What is proved of a class alone is so in the whole program, which brute force runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

import pytest

from heapwright.answers.absence.prove_alone import proved_alone
from heapwright.answers.absence.prove_loosely import Proof
from heapwright.answers.calls.question import Question
from heapwright.answers.search.ask import question_classes, specs_of
from heapwright.answers.search.schedule import MOST_IN_LOOPS, ONE_CLASS
from heapwright.graph.setting.setting import setting_for
from heapwright.graph.state.watch import Watch
from heapwright.ir.alone.alone import alone
from heapwright.ir.alone.own_fields import NotAlone
from heapwright.ir.checks.validate import validate
from heapwright.ir.core.program import Function, Program, Role
from heapwright.limits import Limits
from heapwright.solver.chain import default_solver
from heapwright.text.source import Source
from heapwright.workspace.load import program_of
from oracle.agreement import least
from oracle.test_random_programs import SEEDS, enumerated, scope
from oracle.two_classes import VALUES, TwoClasses, two_classes
from support.engine import loaded, question_named

PYTHON_SEEDS = range(60)
N_WALKS, N_STEPS = 400, 7
LEAST_PROVED = 12  # of 120 questions, most of which are about what can be reached


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_is_proved_of_tiny_classes_that_brute_force_finds(seed: int) -> None:
    program, client_world, found = enumerated(seed)
    for name in (*program.specs, *program.invariants):
        question = question_named(client_world.program, name)
        if is_proved(loaded(program.text).program, question, scope(program)):
            fewest = least(client_world, found, question)
            assert fewest is None, f"{name} in\n{program.text}"


@pytest.mark.parametrize("seed", PYTHON_SEEDS)
def test_nothing_is_proved_of_parts_that_cpython_reaches(seed: int) -> None:
    program = two_classes(seed)
    loaded_program = program_of(Source("module.py", program.text), "python").program
    proved = [one.name for one in specs_of(loaded_program) if is_proved(loaded_program, one, {})]
    reached = reached_specs(program, proved, Random(seed))
    assert not reached, f"{reached} in\n{program.text}"


def test_much_is_proved_of_parts() -> None:
    n_proved = 0
    for seed in PYTHON_SEEDS[:20]:
        program = program_of(Source("module.py", two_classes(seed).text), "python").program
        n_proved += sum(is_proved(program, one, {}) for one in specs_of(program))
    assert n_proved >= LEAST_PROVED, n_proved


@pytest.mark.parametrize("seed", PYTHON_SEEDS[::3])
def test_programs_of_one_class_keep_the_rules_of_the_ir(seed: int) -> None:
    program = program_of(Source("module.py", two_classes(seed).text), "python").program
    for spec in specs_of(program):
        try:
            found, _, _ = alone(program, spec)
        except NotAlone:
            continue
        assert validate(found) == ()


def is_proved(program: Program, question: Function, bounds: dict[str, int]) -> bool:
    """Say whether the class that a question is about proves it alone."""
    names = [question.qualified_name]
    setting = setting_for(program, question_classes(program, question), names, bounds)
    asked = Question(program, question, wanted=question.role is Role.SPEC)
    watch = ONE_CLASS.of(Watch(Limits()))
    proof = proved_alone(setting, default_solver(), asked, watch, MOST_IN_LOOPS)
    return isinstance(proof, Proof)


def reached_specs(program: TwoClasses, names: list[str], random: Random) -> list[str]:
    """Name the specs that are true after some calls, with real objects."""
    if not names:
        return []
    module: dict[str, Any] = {}
    exec(compile(program.text, "module.py", "exec"), module)  # noqa: S102
    classes = [one for one in ("Part", "Low") if one in module]
    found: dict[str, None] = {}
    for _ in range(N_WALKS):
        for parts in walked(program, module, classes, random):
            for part in parts:
                found.update((n, None) for n in names if answer(module[n], part))
    return list(found)


def walked(
    program: TwoClasses, module: dict[str, Any], classes: Sequence[str], random: Random
) -> Iterator[list[Any]]:
    """Make calls one after the other; after each, give the parts that the client holds."""
    module["REGISTER"].clear()
    parts: list[Any] = []
    wholes: list[Any] = []
    for _ in range(N_STEPS):
        value = random.choice(VALUES)
        held = [*parts, *wholes]
        try:
            if not parts or random.randrange(6) == 0:
                parts.append(module[random.choice(classes)](value))
            elif not wholes or random.randrange(6) == 0:
                wholes.append(module["Whole"](random.choice(parts)))
            else:
                one = random.choice(held)
                kind = "Whole" if one in wholes else "Part"
                methods = [*program.methods[kind], *(["low"] if hasattr(one, "low") else [])]
                getattr(one, random.choice(methods))(value)
        except Exception:  # noqa: BLE001
            pass  # a client may go on after that, and so may code of the program
        yield [*parts, *(inner for whole in wholes for inner in whole.parts)]


def answer(spec: Callable[[Any], object], part: object) -> bool:
    """Ask a spec; one that raises is not satisfied."""
    try:
        return bool(spec(part))
    except Exception:  # noqa: BLE001
        return False
