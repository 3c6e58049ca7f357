"""What is proved about floats is so in CPython, with all its rounding.

Random classes compute with floats in all the ways that `paths/ranked_floats` knows facts about.
Where a spec is proved to be unreachable, CPython makes random calls with awkward floats and must
never come to a heap that satisfies it.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from typing import Any

import pytest

from heapwright.heaps.float_ranks import MOST_EXACT, float_at, rank_of
from heapwright.ir.core.program import Role
from heapwright.text.source import Source
from heapwright.workspace.load import program_of
from oracle.test_loose import is_proved

SEEDS = range(60)
N_CLIENTS, N_CALLS = 60, 8
FIELDS = ("a", "b", "c")
AWKWARD = (
    *(0.0, -0.0, 0.1, 0.2, 0.3, 1 / 3, 0.5, 1.0, 1.5, 2.0, 9.99, 100.0, 1e15, 2.0**53),
    *(5e-324, 1e-310, 2.2250738585072014e-308, 1e-16, 0.9999999999999999, 1.0000000000000002),
)


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_is_proved_that_cpython_does(seed: int) -> None:
    text, specs = _module(random.Random(seed))
    proved = _proved(text)
    draws = random.Random(f"calls {seed}")
    for box, made in _clients(text, draws):
        for name in proved:
            assert not specs[name](box), f"{name} after {made} in\n{text}"


def test_many_of_these_specs_are_proved() -> None:
    """A graph that describes everything would pass the other test."""
    n_proved = sum(len(_proved(_module(random.Random(seed))[0])) for seed in SEEDS[:20])
    assert n_proved >= 25


def test_ranks_are_ordered_as_floats_are() -> None:
    floats = sorted({*AWKWARD, *(-one for one in AWKWARD), math.inf, -math.inf})
    ranks = [rank_of(one) for one in floats]
    assert ranks == sorted(set(ranks))
    assert [float_at(rank) for rank in ranks] == floats
    assert rank_of(-0.0) == 0
    assert rank_of(math.nextafter(0.1, 1.0)) == rank_of(0.1) + 1


def _proved(text: str) -> list[str]:
    program = program_of(Source("module.py", text), "python").program
    specs = [one for one in program.functions if one.role is Role.SPEC]
    return [spec.name for spec in specs if is_proved(program, spec, {})]


# --- Random classes ------------------------------------------------------------------


def _module(draws: random.Random) -> tuple[str, dict[str, Any]]:
    """Write a class with three floats, and specs about them."""
    lines = ["import math", "", "class Box:", "    def __init__(self, x: float, n: int) -> None:"]
    lines += ["        if x < 0:", "            raise ValueError(x)"]
    lines += [
        "        self.a = x",
        f"        self.b = {draws.choice(('0.0', '1.0', 'x', 'x / 2'))}",
    ]
    lines += ["        self.c = float(abs(n))" if draws.random() < 0.3 else "        self.c = 0.5"]
    for number in range(3):
        lines += ["", f"    def m{number}(self, x: float, n: int) -> None:"]
        for _ in range(draws.randint(1, 2)):
            left, right = draws.choice(("x", "n", *_PLACES)), _expression(draws, 1)
            lines += [f"        if {left} {draws.choice(('<', '<=', '>', '>='))} {right}:"]
            lines += [f"            {draws.choice(('raise ValueError(x)', 'return'))}"]
        for _ in range(draws.randint(1, 2)):
            target = draws.choice(_PLACES)
            lines += [f"        {target} {draws.choice(('=', '+=', '-=', '*='))} {_amount(draws)}"]
    questions: dict[str, str] = {}
    for number in range(5):
        left, right = draws.choice(_PLACES), draws.choice(("0", "0.0", "1.0", "0.5", *_PLACES))
        wanted = f"{left} {draws.choice(('<', '>', '<', '=='))} {right}".replace("self", "o")
        if draws.random() < 0.3:
            wanted += f" and {draws.choice(_PLACES)} > 0".replace("self", "o")
        questions[f"S{number}"] = wanted
        lines += ["", "# heapwright: spec", f"def S{number}(o: Box) -> bool:"]
        lines += [f"    return {wanted}"]
    text = "\n".join(lines) + "\n"
    return text, _ran(text)


_PLACES = tuple(f"self.{name}" for name in FIELDS)


def _amount(draws: random.Random) -> str:
    return draws.choice((_expression(draws, 1), _expression(draws, 2)))


def _expression(draws: random.Random, depth: int) -> str:
    if depth == 0 or draws.random() < 0.2:
        return draws.choice(("x", "n", "x", *_PLACES, "0.0", "1.0", "0.5", "100", "0.1", "2"))
    one, other = _expression(draws, depth - 1), _expression(draws, depth - 1)
    forms = (
        *(f"({one} + {other})", f"({one} - {other})", f"({one} * {other})"),
        *(f"({one} / 100)", f"({one} / (1 + abs({other})))", f"max({one}, {other})"),
        *(f"min({one}, {other})", f"abs({one})", f"(1 - {one})", f"-{one}", f"round({one}, 2)"),
        *(f"({one} % 1.5)", f"({one} // 2.0)", f"sum([{one}, {other}])", f"int({one})"),
        *(f"math.sqrt(abs({one}))", f"(abs({one}) ** 2)", f"math.floor({one})", f"round({one})"),
    )
    return draws.choice(forms)


# --- Runs of CPython -----------------------------------------------------------------


def _ran(text: str) -> dict[str, Any]:
    names: dict[str, Any] = {}
    exec(compile(text, "module.py", "exec"), names)  # noqa: S102 - the text is our own
    return names


def _clients(
    text: str, draws: random.Random
) -> Iterator[tuple[object, list[tuple[str, float, int]]]]:
    """Give boxes after random calls, as long as their floats are within the scope."""
    names = _ran(text)
    for _ in range(N_CLIENTS):
        box: Any = None
        made: list[tuple[str, float, int]] = []
        for _ in range(N_CALLS):
            x = draws.choice(AWKWARD) * draws.choice((1, 1, 1, -1))
            n = draws.choice((0, 1, 2, 3, 100, -1, 2**53, 7))
            name = draws.choice(("m0", "m1", "m2"))
            made.append((name, x, n))
            try:
                if box is None:
                    box = names["Box"](x, n)
                else:
                    getattr(box, name)(x, n)
            except (ValueError, OverflowError):
                # What a call did before it raised is not looked at by default.
                break
            if not all(_is_within(getattr(box, field)) for field in FIELDS):
                break
            yield box, made


def _is_within(value: float) -> bool:
    return math.isfinite(value) and abs(value) <= MOST_EXACT
