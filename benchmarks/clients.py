"""Random client programs, run by CPython, against verdicts.

    ./dev bench clients [N] [--clients M] [--seed S] [--seconds T]

A module for each thing that clients do, N random modules out of several such (300 by default),
and all of examples/ and of the classes of benchmarks/subjects/python, these once without and once
with calls that raise. Heapwright is asked with a timeout of T seconds per question (10); then M
clients (400) of each module try to refute what it says. `tests/oracle` tells what a client is, and
looks at fewer of them on every run.

Prints modules, clients, questions and verdicts; how many verdicts were refuted, which should be
none, and each of these with its module and its client; and how many undecided questions some
client answers. A refutation makes the benchmark fail. Each core works on modules of its own.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from oracle.client_judging import Judged, judged, verdicts_on
from oracle.client_modules import KINDS, Module, module_of, piece_of, random_module

ROOT = Path(__file__).parent.parent
REAL = (
    *sorted((ROOT / "examples").glob("*.py")),
    *sorted((ROOT / "benchmarks" / "subjects" / "python").glob("*.py")),
)
FIRST = 10_000  # behind the seeds of the tests
TOLD = ("modules", "clients", "questions", "refuted", "crashed", "undecided, and found by a client")


@dataclass(frozen=True, slots=True)
class Budget:
    """How much is spent on one module."""

    n_clients: int
    seconds: int


def main(arguments: Sequence[str]) -> int:
    """Judge all modules; the exit code says whether a verdict was refuted."""
    parser = argparse.ArgumentParser()
    parser.add_argument("n_modules", nargs="?", type=int, default=300)
    parser.add_argument("--clients", type=int, default=400)
    parser.add_argument("--seed", type=int, default=FIRST)
    parser.add_argument("--seconds", type=int, default=10)
    options = parser.parse_args(arguments)
    budget = Budget(options.clients, options.seconds)
    seeds = range(options.seed, options.seed + options.n_modules)
    with ProcessPoolExecutor() as pool:
        counts = _told("each kind alone", pool.map(partial(_kind, budget), KINDS))
        counts += _told("random modules", pool.map(partial(_random, budget), seeds))
        for title, with_raising in (("real modules", False), ("with calls that raise", True)):
            judge = partial(_real, budget, with_raising)
            counts += _told(title, pool.map(judge, REAL))
    _show("all", counts)
    return min(1, counts["refuted"] + counts["crashed"])


def _kind(budget: Budget, kind: str) -> tuple[str, Judged]:
    return _written(budget, module_of([piece_of(kind)], with_invariants=False))


def _random(budget: Budget, seed: int) -> tuple[str, Judged]:
    return _written(budget, random_module(seed))


def _written(budget: Budget, module: Module) -> tuple[str, Judged]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "module.py")
        path.write_text(module.text, encoding="utf-8")
        return module.text, _judged(path, budget, module.with_raising)


def _real(budget: Budget, with_raising: bool, path: Path) -> tuple[str, Judged]:
    return str(path.relative_to(ROOT)), _judged(path, budget, with_raising)


def _judged(path: Path, budget: Budget, with_raising: bool) -> Judged:
    try:
        verdicts = verdicts_on(path, seconds=budget.seconds, with_raising=with_raising)
    except Exception as error:  # noqa: BLE001 - whatever it is, nobody should see it
        return Judged({"check": f"check ended with {error!r}"}, Counter(crashed=1))
    return judged(path, verdicts, seed=1, n_clients=budget.n_clients, with_raising=with_raising)


def _told(title: str, found: Iterable[tuple[str, Judged]]) -> Counter[str]:
    """Print what came of modules of one kind, and give the counts."""
    counts: Counter[str] = Counter()
    for module, one in found:
        counts += one.counts + Counter({"modules": 1})
        for client in one.refuted.values():
            print(f"{module}\n\n{client}\n", flush=True)
    _show(title, counts)
    return counts


def _show(title: str, counts: Counter[str]) -> None:
    said = ", ".join(f"{counts[name]:,} {name}" for name in TOLD)
    words = ", ".join(f"{n:,} {word}" for word, n in sorted(counts.items()) if word not in TOLD)
    print(f"{title}: {said}", flush=True)
    print(f"    {words}", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
