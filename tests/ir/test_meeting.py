"""What functions lead to where a world is met: following bits finds what following names does."""

from __future__ import annotations

import pytest

from heapwright.ir.core.program import Program
from heapwright.ir.reach.meeting import Meeting
from heapwright.ir.reach.reach import (
    Reach,
    ReachIndex,
    api_reach,
    call_reach,
    reach_index,
    world_of,
)
from heapwright.records import replace
from support.python_engine import loaded_python

TEXT = """
class Base:
    def __init__(self, hook=None):
        self.hook = hook
        self.kept = []

    def run(self, value):
        return self.hook(value) if self.hook else self.step(value)

    def step(self, value):
        return [one for one in self.kept if one == value]


class Lower(Base):
    def __eq__(self, other):
        return isinstance(other, Base) and self.kept == other.kept

    def step(self, value):
        self.kept.append(value)
        return Other.of(value)


class Other:
    def __init__(self, inner):
        self.inner = inner
        self.call = shown

    @staticmethod
    def of(value):
        return Other(value)

    def __len__(self):
        return len(self.inner)

    def name(self):
        return self.call(self.inner)


class Apart:
    def count(self, limit: int) -> int:
        return limit + 1


def shown(value):
    return str(value)


def made(value):
    return Lower(shown) if value else object()
"""


def reaches(program: Program) -> dict[str, Reach]:
    """Follow each function in the world of some classes, and in that around it."""
    index: ReachIndex = reach_index(program)
    world = world_of(index, api_reach(index, ("Base", "Other")))
    found = {name: call_reach(index, name, world) for name in index.hierarchy.functions}
    return found | {f"{name} by itself": call_reach(index, name) for name in found}


def test_following_bits_and_following_names_find_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    program = loaded_python(TEXT).program
    by_bits = reaches(replace(program))
    n_asked = 0

    def not_here(self: Meeting, root: str) -> None:
        nonlocal n_asked
        n_asked += 1

    monkeypatch.setattr(Meeting, "functions_from", not_here)
    assert reaches(replace(program)) == by_bits
    assert n_asked > 0
