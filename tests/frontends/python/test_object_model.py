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
    "a class may look at what is assigned before `super()` keeps it": """
class P:
    def __init__(self, x):
        self.log = 0
        self.x = x
    def __setattr__(self, name, value):
        if name == "x" and value < 0:
            raise ValueError
        super().__setattr__(name, value)
---
p = P(x)
p.x += 5
setattr(p, "x", p.x + 1)
return p.x, p.log""",
    "a class may refuse assignments and deletions": """
class P:
    def __init__(self, x):
        object.__setattr__(self, "x", x)
    def __setattr__(self, name, value):
        raise AttributeError(name)
    def __delattr__(self, name):
        raise AttributeError(name)
---
p = P(x)
n = 0
try:
    p.x = 3
except AttributeError:
    n += 1
try:
    del p.x
except AttributeError:
    n += 10
try:
    p.y = 1
except AttributeError:
    n += 100
return n, p.x""",
    "`__getattr__` is asked where a property raises an AttributeError": """
class P:
    def __init__(self, x):
        self._x = x
    @property
    def x(self):
        if self._x == 0:
            raise AttributeError
        return self._x
    def __getattr__(self, name):
        return "no " + name
---
p = P(x)
return p.x, p.y, p._x, hasattr(p, "zz")""",
    "a `__setattr__` calls that of the class above": """
class A:
    def __setattr__(self, name, value):
        object.__setattr__(self, name, value + 1)
class B(A):
    def __init__(self, x):
        self.n = x
    def __setattr__(self, name, value):
        super().__setattr__(name, value * 2)
---
b = B(x)
b.n = 5
return b.n""",
    "`object.__setattr__` runs the setter of a property": """
class A:
    def __init__(self):
        self._v = 0
        self.count = 0
    @property
    def v(self):
        return self._v
    @v.setter
    def v(self, value):
        self._v = value * 2
    def __setattr__(self, name, value):
        if name == "v":
            object.__setattr__(self, "count", self.count + 1)
        object.__setattr__(self, name, value)
---
a = A()
a.v = x
return a.v, a.count""",
    "a deleted attribute is gone until it is set again": """
class A:
    def __init__(self, x):
        self.a = x
        self.b = 2
---
a = A(x)
del a.a
delattr(a, "b")
try:
    del a.a
except AttributeError:
    a.b = 7
return hasattr(a, "a"), hasattr(a, "b")""",
    "attributes are deleted by names that only the run knows": """
class A:
    def __init__(self, x):
        self.a = x
        self.b = 2
    def drop(self, names):
        for n in names:
            delattr(self, n)
---
a = A(x)
a.drop(["a"] if x > 0 else ["b", "a"])
return hasattr(a, "a"), hasattr(a, "b")""",
    "what `object` does not find is an AttributeError": """
class A:
    def __init__(self, x):
        self.a = x
    def __getattr__(self, name):
        if name.startswith("is_"):
            return name[3:] == "a"
        return super().__getattribute__(name)
---
a = A(x)
try:
    a.zz
except AttributeError:
    return a.is_a, a.is_b, a.a""",
    "a frozen dataclass sets its fields by way of `object`": """
from dataclasses import dataclass
@dataclass(frozen=True)
class A:
    x: int
    y: int = 0
    def __post_init__(self):
        object.__setattr__(self, "y", self.x * 2)
---
a = A(x)
return a.y, a""",
    "a class may keep all attributes in a dict of its own": """
class Conf:
    def __init__(self):
        object.__setattr__(self, "_data", {})
    def __setattr__(self, name, value):
        self._data[name] = value
    def __getattr__(self, name):
        try:
            return self._data[name]
        except KeyError:
            raise AttributeError(name)
---
c = Conf()
c.alpha = x
c.beta = 2
try:
    c.gamma
except AttributeError:
    return c.alpha, c.beta, hasattr(c, "alpha"), hasattr(c, "delta"), c._data""",
    "`__setattr__` can be called by its name": """
class A:
    def __init__(self):
        self.n = 0
---
a = A()
a.__setattr__("n", x)
return a.n""",
    "an attribute that is looked for by name may not be there yet": """
class R:
    def see(self, o):
        return hasattr(o, "late"), getattr(o, "l" + "ate", 99)
class A:
    def __init__(self, r, x):
        self.seen = r.see(self)
        self.late = x
---
return A(R(), x).seen""",
    "`__getattr__` may read attributes itself": """
class A:
    def __init__(self, x):
        self.n = x
    def __getattr__(self, name):
        return getattr(self, "n") if name == "m" else 5
    def go(self):
        return self.m, self.zz
---
return A(x).go()""",
    "an attribute that no class has is missing": """
class A:
    items = []
    def __init__(self, x):
        self.a = x
    def ask(self, name):
        return getattr(self, name, "none"), hasattr(self, name)
---
a = A(x)
return a.ask("a"), a.ask("b"), a.ask("zz" + str(x)), a.ask("ask")[1]""",
    "`__getattr__` is asked for names that no class has": """
class A:
    def __init__(self, x):
        self.a = x
    def __getattr__(self, name):
        if name == "b":
            return 5
        raise AttributeError
    def ask(self, name):
        return getattr(self, name, "none"), hasattr(self, name)
---
a = A(x)
return a.ask("a"), a.ask("b"), a.ask("zz" + str(x))""",
}


@pytest.mark.parametrize("body", SAME.values(), ids=SAME)
def test_as_in_cpython(body: str) -> None:
    assert compared(body, 2, 0, -1) == ("", None)
