"""Random Python programs on CPython, on the plain interpreter, along symbolic paths, as verdicts.

    ./dev bench differential [N]      N random programs of each kind, 50 by default

The tests compare the first of these on every run; this looks further. Three comparisons:

    calls     sequences of calls with CPython and with the plain interpreter
    paths     the paths of the symbolic executor, with values for their unknowns, with the
              plain interpreter
    verdicts  what heapwright says about specs and invariants with brute force in CPython

Prints how much agreed and why the rest could not be compared. A difference is printed with the
seed, and makes the benchmark fail. Each core works on programs of its own.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from frontends.python.agreement import program_from
from frontends.python.random_newer import random_newer_module
from frontends.python.random_values import random_values_module
from frontends.python.random_wide import random_wide_module
from frontends.python.value_agreement import compare_calls, executed
from oracle.test_python_chain import check_verdicts
from oracle.test_python_paths import check_module

METHODS_PER_MODULE = 20
FIRST = 10_000  # behind the seeds of the tests
SHOWN = 8  # of the reasons why a case could not be compared

MODULES = {
    "calls on values": random_values_module,
    "calls with library classes": random_wide_module,
    "calls with newer constructs": random_newer_module,
}


@dataclass(frozen=True, slots=True)
class Compared:
    """What came of the program of one seed; `differences` are texts to print."""

    counts: Counter[str]
    early: Counter[str]
    differences: tuple[str, ...]
    seconds: float


def main(n_programs: int) -> int:
    """Compare; the exit code says whether there was a difference."""
    seeds = range(FIRST, FIRST + n_programs)
    n_different = 0
    with ProcessPoolExecutor() as pool:
        for title in MODULES:
            n_different += _told(title, pool.map(partial(_calls, title), seeds))
        n_different += _told("paths", pool.map(_paths, seeds))
        n_different += _told("verdicts", pool.map(_verdicts, seeds))
    return min(1, n_different)


def _told(title: str, compared: Iterable[Compared]) -> int:
    """Print what came of the programs of one kind, and give the number of differences."""
    counts: Counter[str] = Counter()
    early: Counter[str] = Counter()
    n_different = 0
    seconds = 0.0
    for one in compared:
        counts.update(one.counts)
        early.update(one.early)
        n_different += len(one.differences)
        seconds += one.seconds
        for difference in one.differences:
            print(f"{difference}\n", flush=True)
    said = ", ".join(f"{count} {what}" for what, count in counts.items())
    print(f"{title}: {said}, {n_different} differed ({seconds:.0f} s of work)", flush=True)
    for reason, count in early.most_common(SHOWN):
        print(f"    {count:6}  {reason}")
    return n_different


def _calls(title: str, seed: int) -> Compared:
    start = perf_counter()
    counts = Counter({"sequences agreed": 0, "calls": 0, "not followed to their end": 0})
    early: Counter[str] = Counter()
    differences = []
    text, cases = MODULES[title](seed, METHODS_PER_MODULE)
    try:
        executed(text)
    except SyntaxError:
        counts["modules no Python"] += 1  # what chance wrote
        return Compared(counts, early, (), perf_counter() - start)
    program = program_from(text)
    for calls in cases:
        # What classes share begins anew.
        difference, ended = compare_calls(executed(text), program, calls)
        if difference:
            differences.append(f"seed {seed}: {difference}")
        elif ended is not None:
            counts["not followed to their end"] += 1
            early[ended.rpartition("reason=")[2][:80]] += 1
        else:
            counts["sequences agreed"] += 1
            counts["calls"] += len(calls)
    return Compared(counts, early, tuple(differences), perf_counter() - start)


def _paths(seed: int) -> Compared:
    start = perf_counter()
    try:
        tally = check_module(seed)
    except AssertionError as wrong:
        return Compared(Counter(), Counter(), (str(wrong)[:2000],), perf_counter() - start)
    counts = Counter(
        {
            "methods": tally.n_methods,
            "paths": tally.n_paths,
            "points agreed": tally.n_compared,
            "left open": tally.n_stopped + tally.n_doubted + tally.n_unfollowed,
        }
    )
    return Compared(counts, Counter(), (), perf_counter() - start)


def _verdicts(seed: int) -> Compared:
    start = perf_counter()
    try:
        kinds = Counter(check_verdicts(seed, with_raising=seed % 2 == 1).values())
    except AssertionError as wrong:
        return Compared(Counter(), Counter(), (str(wrong)[:3000],), perf_counter() - start)
    return Compared(kinds, Counter(), (), perf_counter() - start)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 50))
