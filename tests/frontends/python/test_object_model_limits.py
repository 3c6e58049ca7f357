"""Attributes and the methods that decide about them: as in CPython, or not followed at all."""

from __future__ import annotations

import pytest

from frontends.python.method_bodies import compared

# What CPython can do and we may not follow, and never an answer that is not CPython's.
UNFOLLOWED = {
    "whether an object has a value that its class has, too": """
class A:
    n = 0
    def up(self):
        self.n += 1
---
a = A()
if x > 1:
    a.up()
return "n" in a.__dict__, list(a.__dict__)""",
    "a dict that an object shares with others": """
class A:
    def __init__(self, x):
        self.n = x
    def __setstate__(self, state):
        self.__dict__ = state
---
a = A(x)
state = {"n": 1}
a.__setstate__(state)
a.n = 3
return state""",
    "a dict that is kept": """
class A:
    def __init__(self, x):
        self.n = x
    def kept(self):
        return self.__dict__
---
a = A(x)
kept = a.kept()
kept["n"] = 7
return a.n""",
    "a dict that grows in a loop over it": """
class A:
    def __init__(self, x):
        self.n = x
    def grow(self):
        for name in self.__dict__:
            self.more = name
---
A(x).grow()""",
    "a cached value in the dict": """
from functools import cached_property
class A:
    def __init__(self, x):
        self.n = x
    @cached_property
    def twice(self):
        return self.n * 2
---
a = A(x)
a.twice
return list(a.__dict__)""",
    "an item that a property hides": """
class A:
    def __init__(self, x):
        self._n = x
    @property
    def n(self):
        return self._n
    @n.setter
    def n(self, value):
        self._n = value
---
a = A(x)
a.__dict__["n"] = 9
return a.n, "n" in a.__dict__""",
}


@pytest.mark.parametrize("body", UNFOLLOWED.values(), ids=UNFOLLOWED)
def test_followed_as_in_cpython_or_not_at_all(body: str) -> None:
    difference, _ = compared(body, 2)
    assert difference == ""
