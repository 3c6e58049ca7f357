"""Functions, properties and descriptors that are values, and what a class makes of them."""

from __future__ import annotations

import pytest

from frontends.python.method_bodies import compared

SAME = {
    "a property is made by a call": """
def f(self):
    return 5
p, q, r = property(f), property(f, None, doc="x"), property(fget=f)
kinds = isinstance(p, property), isinstance(3, property), type(p) is property, callable(p), bool(p)
return p is p, p == q, p.fget is f, p.fset, q.fdel, r.fget is f, kinds, hasattr(p, "fget")""",
    "a property is kept and asked": """
def build(member):
    def f(self):
        return self.n == member
    return property(f)
d = {}
for m in (1, 2):
    d["is_" + str(m)] = build(m)
self.n = 2
asked = d["is_1"].fget(self), d["is_2"].__get__(self), d["is_2"].__get__(self, T)
return asked, sorted(d), d["is_1"] in d.values(), {d["is_1"]: x}[d["is_1"]]""",
    "the parts of a property stay": """
p = property(len)
try:
    p.fget = 3
except AttributeError:
    self.n = 3
return p.fget([1])""",
    "a property with other parts is another one": """
def put(self, v):
    self.n = v
p = property().setter(put)
p.__set__(self, 9)
try:
    p.__get__(self)
except AttributeError:
    pass
try:
    p.__get__(None)
except TypeError:
    self.n += 1
return self.n, p.__get__(None, T) is p, p.getter(len).fset is put, p.deleter(len).fdel is len""",
    "a function in the body of a class becomes a method": """
def f(*given):
    return 5, len(given)
class Box:
    handler = f
    size = len
class Big(Box):
    pass
---
return Box().handler(), Box.handler(), Big().handler(x), Big().size([1])""",
    "a class in the body of a class is called as it is": """
class Token:
    def __init__(self, *given):
        self.n = len(given)
class Box:
    maker = Token
---
return Box().maker().n, Box.maker(x).n""",
    "a function that is set on a class becomes a method": """
class Box:
    handler = None
---
Box.handler = lambda *given: len(given)
return Box().handler(), Box.handler(), Box().handler(x)""",
}
UNFOLLOWED = {
    "a property that is set on a class": """
class Box:
    size = 1
---
Box.size = property(lambda self: 7)
return Box().size""",
    "a function of a module that is set on a class": """
def f(self, *given):
    return 5, len(given)
class Box:
    handler = None
---
Box.handler = f
return Box().handler()""",
    "a descriptor that is set on a class": """
class Seven:
    def __get__(self, instance, owner):
        return 7
class Box:
    size = None
---
Box.size = Seven()
return Box().size, Box.size""",
    "a property of a lambda in the body of a class": """
class Box:
    size = property(lambda self: 3)
---
return Box().size""",
    "a descriptor in the body of a class": """
class Seven:
    def __get__(self, instance, owner):
        return 7
class Box:
    size = Seven()
---
return Box().size""",
    "a method of a class in the body of another": """
class Other:
    @classmethod
    def make(cls, *given):
        return cls.__name__, len(given)
    @staticmethod
    def count(*given):
        return len(given)
class Box:
    make = Other.make
    count = Other.count
---
return Box().make(), Box().count()""",
    "an attribute of a property": """
p = property(len)
try:
    p.x = 3
except AttributeError:
    return 3""",
    "the text of a property": """
def f(self):
    "text"
return property(f).__doc__""",
    "a class below `property`": """
class own(property):
    pass
class Box:
    @own
    def n(self):
        return 3
---
return Box().n""",
}


@pytest.mark.parametrize("body", SAME.values(), ids=SAME)
def test_as_in_cpython(body: str) -> None:
    assert compared(body, 2, 0, -1) == ("", None)


@pytest.mark.parametrize("body", UNFOLLOWED.values(), ids=UNFOLLOWED)
def test_followed_as_in_cpython_or_not_at_all(body: str) -> None:
    difference, _ = compared(body, 2)
    assert difference == ""
