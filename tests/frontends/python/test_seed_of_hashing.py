"""What is lowered does not depend on the seed of hashing: a result on disk is found again."""

from __future__ import annotations

import os
import subprocess
import sys

from support.repo import ROOT

TEXT = '''
class Sums:
    """Nested functions see several variables of those around them."""

    def __init__(self, first: int, second: int) -> None:
        self.found = []
        shift, factor, limit = first, second, first + second

        def moved(value):
            def scaled(other):
                return (other + shift) * factor

            return min(scaled(value), limit, first)

        self.moved = moved
        self.kept = [one for one in (first, second) if any(one > x + limit for x in (shift, 1))]

    def add(self, value: int, bound: int) -> None:
        self.found.append((lambda x, y=bound: self.moved(x) + y + value)(value))
'''
SCRIPT = """
import sys
from heapwright.frontends.python.lower.program.lower import lower
from heapwright.frontends.python.modules.load import load_modules
from heapwright.ir.written.fingerprint import class_fingerprints
from heapwright.text.source import Source

lowered = lower(load_modules(Source("sums.py", sys.argv[1]), lambda path: None))
print(class_fingerprints(lowered.program)["Sums"])
print(lowered.program)
"""


def test_captured_variables_come_in_an_order_of_their_own() -> None:
    outputs = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT, TEXT],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT / "server")},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("0", "1", "2", "42")
    }
    assert len(outputs) == 1
