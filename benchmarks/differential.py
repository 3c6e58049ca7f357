"""Random Python programs on CPython, on the plain interpreter, along symbolic paths, as verdicts.

    ./dev bench differential [N]      N random programs of each kind, 50 by default

The tests compare the first of these on every run; this looks further. Three comparisons:

    calls     sequences of calls with CPython and with the plain interpreter
    paths     the paths of the symbolic executor, with values for their unknowns, with the
              plain interpreter
    verdicts  what heapwright says about specs and invariants with brute force in CPython

Prints how much agreed and why the rest could not be compared. A difference is printed with the
seed, and makes the benchmark fail.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from frontends.python.agreement import program_from
from frontends.python.random_values import Call, random_values_module
from frontends.python.random_wide import random_wide_module
from frontends.python.value_agreement import compare_calls, executed
from oracle.test_python_chain import check_verdicts
from oracle.test_python_paths import check_module

METHODS_PER_MODULE = 20
FIRST = 10_000  # behind the seeds of the tests


def main(n_programs: int) -> int:
    """Compare; the exit code says whether there was a difference."""
    seeds = range(FIRST, FIRST + n_programs)
    n_different = 0
    n_different += _calls("calls on values", random_values_module, seeds)
    n_different += _calls("calls with library classes", random_wide_module, seeds)
    n_different += _paths(seeds)
    n_different += _verdicts(seeds)
    return min(1, n_different)


def _calls(
    title: str, make: Callable[[int, int], tuple[str, list[tuple[Call, ...]]]], seeds: range
) -> int:
    n_agreed = n_calls = n_different = n_refused = 0
    early: Counter[str] = Counter()
    start = perf_counter()
    for seed in seeds:
        text, cases = make(seed, METHODS_PER_MODULE)
        try:
            module = executed(text)
        except SyntaxError:
            n_refused += 1  # what chance wrote is no Python
            continue
        program = program_from(text)
        for calls in cases:
            difference, ended = compare_calls(module, program, calls)
            if difference:
                n_different += 1
                print(f"seed {seed}: {difference}\n")
            elif ended is not None:
                early[ended.rpartition("reason=")[2][:80]] += 1
            else:
                n_agreed += 1
                n_calls += len(calls)
    print(
        f"{title}: {n_agreed} sequences ({n_calls} calls) agreed, {n_different} differed, "
        f"{sum(early.values())} could not be followed to their end, {n_refused} modules no Python "
        f"({perf_counter() - start:.0f} s)"
    )
    for reason, count in early.most_common(8):
        print(f"    {count:6}  {reason}")
    return n_different


def _paths(seeds: range) -> int:
    n_methods = n_paths = n_compared = n_open = n_different = 0
    start = perf_counter()
    for seed in seeds:
        try:
            tally = check_module(seed)
        except AssertionError as wrong:
            n_different += 1
            print(f"{str(wrong)[:2000]}\n")
            continue
        n_methods += tally.n_methods
        n_paths += tally.n_paths
        n_compared += tally.n_compared
        n_open += tally.n_stopped + tally.n_doubted + tally.n_unfollowed
    print(
        f"paths: {n_methods} methods, {n_paths} paths, {n_compared} points agreed, {n_different} "
        f"modules differed, {n_open} points were left open ({perf_counter() - start:.0f} s)"
    )
    return n_different


def _verdicts(seeds: range) -> int:
    kinds: Counter[str] = Counter()
    n_different = 0
    start = perf_counter()
    for seed in seeds:
        try:
            kinds.update(check_verdicts(seed, with_raising=seed % 2 == 1).values())
        except AssertionError as wrong:
            n_different += 1
            print(f"{str(wrong)[:3000]}\n")
    said = ", ".join(f"{count} {kind}" for kind, count in kinds.most_common())
    print(
        f"verdicts: {sum(kinds.values())} agreed ({said}), {n_different} programs differed "
        f"({perf_counter() - start:.0f} s)"
    )
    return n_different


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 50))
