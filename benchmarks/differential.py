"""Random Python methods with the plain interpreter and with CPython, side by side.

    ./dev bench differential [N]      N random modules, 100 by default, 20 methods each

The tests compare the first of these on every run; this looks further. Prints how many calls
were compared and agreed, and why others could not be. A difference is printed with the
method, and makes the benchmark fail.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from frontends.python.agreement import program_from
from frontends.python.random_values import random_values_module
from frontends.python.value_agreement import compare_calls, executed

METHODS_PER_MODULE = 20
FIRST = 10_000  # behind the seeds of the tests


def main(n_modules: int) -> int:
    """Compare; the exit code says whether there was a difference."""
    agreed = differing = 0
    early: Counter[str] = Counter()
    start = perf_counter()
    for seed in range(FIRST, FIRST + n_modules):
        text, cases = random_values_module(seed, METHODS_PER_MODULE)
        module = executed(text)
        program = program_from(text)
        for calls in cases:
            difference, ended = compare_calls(module, program, calls)
            if difference:
                differing += 1
                print(f"seed {seed}: {difference}\n")
            elif ended is not None:
                early[ended.rpartition("reason=")[2][:80]] += len(calls)
            else:
                agreed += len(calls)
    seconds = perf_counter() - start
    print(f"{agreed} calls agreed, {differing} sequences differed, in {seconds:.0f} s")
    print(f"{sum(early.values())} calls in sequences that could not be followed to their end")
    for reason, count in early.most_common(10):
        print(f"    {count:6}  {reason}")
    return min(1, differing)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 100))
