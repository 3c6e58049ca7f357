"""Dataclasses of heapwright whose methods are made late behave as all others."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = """
import dataclasses
from dataclasses import dataclass, fields, replace
from heapwright.late_methods import make_methods_late
make_methods_late()
make_methods_late()
__name__ = "heapwright.pretended"
import sys, types
sys.modules[__name__] = types.ModuleType(__name__)
sys.modules[__name__].__dict__.update(globals())

@dataclass(frozen=True, slots=True)
class Base:
    'A record.'
    a: int
    b: str = "x"

@dataclass(frozen=True, slots=True)
class Below(Base):
    'A record below it.'
    c: tuple[int, ...] = ()

@dataclass
class Loose:
    'One that can be changed, and checks itself.'
    n: int
    def __post_init__(self):
        assert self.n > 0
"""


@pytest.mark.parametrize(
    "claim",
    [
        "repr(Below(1, c=(2,))) == \"Below(a=1, b='x', c=(2,))\"",
        "Base(1) == Base(1) and Base(1) != Base(2) and Base(1) != Below(1)",
        "hash(Base(1)) == hash(Base(1)) and len({Base(1), Base(1), Base(2)}) == 2",
        "replace(Below(1), a=5) == Below(5) and [f.name for f in fields(Below)] == ['a', 'b', 'c']",
        "Loose(1) == Loose(1)",
        "type(raised(lambda: Base())).__name__ == 'TypeError'",
        "type(raised(lambda: setattr(Base(1), 'a', 2))).__name__ == 'FrozenInstanceError'",
        "type(raised(lambda: delattr(Base(1), 'a'))).__name__ == 'FrozenInstanceError'",
        "type(raised(lambda: Loose(0))).__name__ == 'AssertionError'",
        "not hasattr(Base(1), '__dict__') and Base.__match_args__ == ('a', 'b')",
    ],
)
def test_a_record_behaves_as_usual_the_first_time_and_later(claim: str) -> None:
    raised = "def raised(act):\n    try:\n        act()\n    except Exception as error:\n"
    raised += "        return error\n"
    program = f"{PROGRAM}\n{raised}\nassert {claim}\nassert {claim}\n"
    subprocess.run([sys.executable, "-c", program], check=True)
