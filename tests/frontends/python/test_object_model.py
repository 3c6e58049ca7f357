"""Attributes and the methods that decide about them, each compared with CPython."""

from __future__ import annotations

import pytest

from frontends.python.method_bodies import compared

SAME = {
    "two classes of one line each have a private name of their own": """
class A:
    __n = 5
    def __init__(self):
        self.__x = 1
    def ax(self):
        return self.__x, self.__n, self.__own()
    def __own(self):
        return "A"
class B(A):
    __n = 6
    def __init__(self, x):
        super().__init__()
        self.__x = x
    def bx(self):
        return self.__x, self.__n, self.__own()
    def __own(self):
        return "B"
---
b = B(x)
return b.ax(), b.bx(), b._A__x, b._B__x, hasattr(b, "__x"), b._A__own()""",
    "a name that is private in one class is none in another": """
class _Box:
    def __init__(self, x):
        self.__x = x
class Thief:
    def take(self, box):
        return box.__x
---
try:
    return Thief().take(_Box(x))
except AttributeError:
    return _Box(x)._Box__x""",
    "variables and parameters of a method can be private": """
class A:
    def go(self, __x):
        __y = __x + 1
        def inner():
            return __y
        return inner()
---
return A().go(x)""",
}


@pytest.mark.parametrize("body", SAME.values(), ids=SAME)
def test_as_in_cpython(body: str) -> None:
    assert compared(body, 2, 0, -1) == ("", None)
