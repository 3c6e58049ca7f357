"""Decorators that take arguments and only pass on what a method gets, compared with CPython."""

from __future__ import annotations

import pytest

from frontends.python.method_bodies import compared

DEPRECATED = """
import logging, warnings
from functools import wraps
warnings.simplefilter("ignore")
def deprecated(message, category=DeprecationWarning):
    def wrap(func):
        @wraps(func)
        def new_func(*args, **kwargs):
            warnings.warn(message, category, stacklevel=3)
            return func(*args, **kwargs)
        return new_func
    return wrap
"""
SAME = {
    "a method with defaults": f"""
{DEPRECATED}
class Box:
    def __init__(self):
        self.n = 1
    @deprecated("old")
    def put(self, n, more=5, *, last=7):
        self.n = n + more + last
        return self.n
class Big(Box):
    @deprecated("older")
    def put(self, n, more=50, *, last=70):
        return super().put(n, more, last=last) + 1
---
box, big = Box(), Big()
return box.put(x), box.put(x, 1), box.put(n=x, last=0), big.put(1), big.put(1, last=2), big.n""",
    "a default that is shared": f"""
{DEPRECATED}
class Box:
    @deprecated("old")
    def put(self, n, seen=[]):
        seen.append(n)
        return len(seen)
---
return Box().put(1), Box().put(2), Box().put(3, []), Box().put(4)""",
    "a static method": f"""
{DEPRECATED}
class Box:
    @staticmethod
    @deprecated("old")
    def stop():
        raise ValueError
    @staticmethod
    @deprecated("old", UserWarning)
    def double(n):
        return n * 2
---
try:
    Box.stop()
except ValueError:
    self.n = 4
return Box.double(x), Box().double(3), self.n""",
    "a property": f"""
{DEPRECATED}
class Box:
    def __init__(self, n):
        self.n = n
    @property
    @deprecated("old")
    def size(self):
        return self.n * 2
---
box = Box(x)
try:
    box.size = 3
except AttributeError:
    self.n = 9
return box.size, Box(4).size""",
    "arguments that do not fit": f"""
{DEPRECATED}
class Box:
    @deprecated("old")
    def put(self, n=1):
        return n
---
try:
    return Box().put(1, 2)
except TypeError:
    return Box().put()""",
}
UNFOLLOWED = {
    "code around that looks at what is given": """
def counted(f):
    def inner(*args, **kwargs):
        return len(args), f(*args, **kwargs)
    return inner
class Box:
    @counted
    def put(self, n=1):
        return n
---
return Box().put(), Box().put(3), Box().put(n=3)""",
    "a method of the class": f"""
{DEPRECATED}
class Box:
    @classmethod
    @deprecated("old")
    def make(cls, n=1):
        return cls.__name__, n
---
return Box.make(), Box().make(3)""",
    "a logger of a computed name": f"""
{DEPRECATED}
class Box:
    def logger(self):
        return logging.getLogger("box.%s" % self.__class__.__name__)
---
Box().logger().debug("x")
return Box().logger() is Box().logger(), Box().logger().name""",
}


@pytest.mark.parametrize("body", SAME.values(), ids=SAME)
def test_as_in_cpython(body: str) -> None:
    assert compared(body, 2) == ("", None)


@pytest.mark.parametrize("body", UNFOLLOWED.values(), ids=UNFOLLOWED)
def test_followed_as_in_cpython_or_not_at_all(body: str) -> None:
    difference, _ = compared(body, 2)
    assert difference == ""
