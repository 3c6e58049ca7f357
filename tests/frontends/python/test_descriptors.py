"""Descriptors that a program writes itself and uses as decorators, compared with CPython."""

from __future__ import annotations

import pytest

from frontends.python.method_bodies import compared

CLASSPROPERTY = """
class classproperty:
    def __init__(self, f):
        self._f = f
    def __get__(self, instance, owner):
        return self._f(owner)
"""
SAME = {
    "a property of a class is read on objects and on classes": f"""
{CLASSPROPERTY}
class Box:
    limits = (1, 2)
    @classproperty
    def name(cls):
        return "<" + cls.__name__ + ">"
    @classproperty
    def table(cls):
        return {{one: one * 2 for one in cls.limits}}
    @classproperty
    def itself(cls):
        return cls
class Big(Box):
    limits = (3,)
---
box, big = Box(), Big()
self.n = box.table[1] + Big.table[3]
same = Big.itself is Big, big.itself is Big
return box.name, Box.name, big.name, Big.name, type(big).table, same""",
    "a property of a class is overridden": f"""
{CLASSPROPERTY}
class Box:
    @classproperty
    def labels(cls):
        raise NotImplementedError
    def first(self):
        return self.labels[0]
class Big(Box):
    @classproperty
    def labels(cls):
        return ["a", "b"]
---
try:
    Box().first()
except NotImplementedError:
    self.n = 5
try:
    return Big().first(), Big.labels[1], Box.labels
except NotImplementedError:
    return 9""",
    "a property of a class takes nothing": """
class staticproperty:
    def __init__(self, f):
        self.f = f
    def __get__(self, instance, owner=None):
        return self.f()
class Box:
    @staticproperty
    def limit():
        return 7
---
return Box.limit + x, Box().limit""",
    "a property of objects is what a descriptor says": """
class lazy:
    def __init__(self, f):
        self.f = f
    def __get__(self, obj, owner):
        if obj is None:
            return self
        return self.f(obj)
class Box:
    def __init__(self, n):
        self.n = n
    @lazy
    def twice(self):
        return self.n * 2
---
box = Box(x)
box.n += 1
return box.twice, getattr(box, "twice"), hasattr(box, "twice")""",
    "a descriptor computes": """
LIMIT = 10
class bounded:
    def __init__(self, f, most=LIMIT):
        self.f = f
        self.hits = 0
    def __get__(self, obj, owner):
        found = self.f(owner if obj is None else obj)
        return self.least(found)
    def least(self, found):
        return min(found, LIMIT)
class Box:
    n = 30
    def __init__(self, n):
        self.n = n
    @bounded
    def size(self):
        return self.n * 2
---
return Box(x).size, Box(8).size, Box.size""",
    "reading may change what all share": f"""
{CLASSPROPERTY}
class Box:
    n_read = 0
    @classproperty
    def number(cls):
        cls.n_read += 1
        return cls.n_read
---
return Box.number, Box().number, Box.n_read""",
    "what a descriptor gives is called": f"""
{CLASSPROPERTY}
class Token:
    def __init__(self, n):
        self.n = n
class Box:
    @classproperty
    def factory(cls):
        return Token
---
return Box.factory(x).n, Box().factory(3).n""",
    "an error inside of a descriptor is that of the read": f"""
{CLASSPROPERTY}
class Box:
    @classproperty
    def gone(cls):
        raise AttributeError
---
return hasattr(Box(), "gone"), getattr(Box(), "gone", 3)""",
    "an object deletes nothing that its class has": f"""
{CLASSPROPERTY}
class Box:
    @classproperty
    def n(cls):
        return 3
---
box = Box()
try:
    del box.n
except AttributeError:
    self.n = 1
return box.n""",
}
UNFOLLOWED = {
    "an object sets what its class has": f"""
{CLASSPROPERTY}
class Box:
    @classproperty
    def n(cls):
        return 3
---
box = Box()
box.n = x
return box.n""",
    "a class below gives a value in the place of a descriptor": f"""
{CLASSPROPERTY}
class Box:
    @classproperty
    def n(cls):
        return 3
class Big(Box):
    n = 5
---
return Big().n, Big.n""",
    "a class below puts a descriptor in the place of a value": f"""
{CLASSPROPERTY}
class Box:
    n = 5
    def m(self):
        return 6
class Big(Box):
    @classproperty
    def n(cls):
        return 3
    @classproperty
    def m(cls):
        return 4
---
return Big().n, Big.n, Box.n, Big().m""",
    "a class below has a property in its place": f"""
{CLASSPROPERTY}
class Box:
    @classproperty
    def n(cls):
        return 3
class Big(Box):
    @property
    def n(self):
        return 5
---
return Big().n, Box.n""",
    "a descriptor that is read on its class": """
class lazy:
    def __init__(self, f):
        self.f = f
    def __get__(self, obj, owner):
        if obj is None:
            return self
        return self.f(obj)
class Box:
    @lazy
    def n(self):
        return 2
---
return Box.n is Box.n, Box.n.f(x)""",
    "a descriptor that counts its reads": """
class counting:
    def __init__(self, f):
        self.f = f
        self.n = 0
    def __get__(self, obj, owner):
        self.n += 1
        return self.f(obj) + self.n
class Box:
    @counting
    def n(self):
        return 2
---
box = Box()
return box.n, box.n""",
    "a descriptor that keeps what it found in the object": """
class cached:
    def __init__(self, f):
        self.f = f
    def __get__(self, obj, owner):
        value = obj.__dict__[self.f.__name__] = self.f(obj)
        return value
class Box:
    @cached
    def n(self):
        return []
---
box = Box()
box.n.append(x)
return box.n""",
    "a descriptor that decides about assignments": """
class positive:
    def __init__(self, f):
        self.f = f
    def __get__(self, obj, owner):
        return obj._n
    def __set__(self, obj, value):
        obj._n = abs(value)
class Box:
    @positive
    def n(self):
        pass
---
box = Box()
box.n = -3
return box.n""",
    "a class that sets what it has by a descriptor": f"""
{CLASSPROPERTY}
class Box:
    @classproperty
    def n(cls):
        return 3
---
Box.n = x
return Box.n, Box().n""",
    "a descriptor that several classes bring along": f"""
{CLASSPROPERTY}
class A:
    n = 1
class B:
    @classproperty
    def n(cls):
        return 3
class C(A, B):
    pass
class D(B, A):
    pass
---
return C().n, C.n, D().n, D.n""",
}


@pytest.mark.parametrize("body", SAME.values(), ids=SAME)
def test_as_in_cpython(body: str) -> None:
    assert compared(body, 2, 0, -1) == ("", None)


@pytest.mark.parametrize("body", UNFOLLOWED.values(), ids=UNFOLLOWED)
def test_followed_as_in_cpython_or_not_at_all(body: str) -> None:
    difference, _ = compared(body, 2)
    assert difference == ""
