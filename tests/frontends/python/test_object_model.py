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
    "the dict of an object has what the object itself was given": """
class A:
    z = 3
    def __init__(self, x):
        self.a = x
        self.b = 2
    def at(self, n):
        try:
            return self.__dict__[n]
        except KeyError:
            return "missing"
---
a = A(x)
got = a.__dict__.get("q"), a.__dict__.get("q", 5), a.__dict__.get("a", 7)
has = "a" in a.__dict__, "z" in vars(a), "q" not in a.__dict__
return a.at("a"), a.at("z"), a.at("at"), a.__dict__["b"], got, has, vars(a)["a"]""",
    "a copy of the dict of an object is one of its own": """
class A:
    def __init__(self, x):
        self.b = x
        self.a = [x]
    def state(self):
        return self.__dict__.copy()
---
a = A(x)
s = a.state()
t = dict(a.__dict__)
u = {**vars(a), "c": 1}
s["b"] = 9
names = list(a.__dict__), sorted(a.__dict__), len(a.__dict__), str(a.__dict__)
return s, t, u, a.b, names, s["a"] is a.a""",
    "attributes come in the order in which they were set": """
class A:
    def __init__(self, x):
        self.n = x
        self.m = 1
class B(A):
    def __init__(self, x):
        self.z = 0
        super().__init__(x)
        self.late = None
---
b = B(x)
some = {k: v for k, v in b.__dict__.items() if v is not None}
return list(b.__dict__.items()), [k for k in vars(b)], some""",
    "objects are equal where their dicts are": """
class A:
    def __init__(self, x):
        self.n = x
        self.m = 1
    def __eq__(self, other):
        return isinstance(other, A) and self.__dict__ == other.__dict__
---
return A(x) == A(2), A(x) == A(5), A(x) != A(2), A(x) == 3""",
    "what is put into the dict of an object is an attribute": """
class A:
    def __init__(self, x):
        self.n = x
        self.m = 1
    def put(self, k, v):
        self.__dict__[k] = v
---
a = A(x)
a.put("n", 5)
a.__dict__["m"] = 6
a.__dict__["m"] += 1
a.__dict__["w"] = 8
p = a.__dict__.pop("n")
q = a.__dict__.pop("n", 0)
r = a.__dict__.setdefault("n", 3)
s = a.__dict__.setdefault("n", 4)
del a.__dict__["m"]
try:
    del a.__dict__["m"]
except KeyError:
    pass
a.__dict__.update(m=2)
a.__dict__.update({"n": 11})
return p, q, r, s, a.n, a.m, a.w""",
    "the dict of an object is filled without `__setattr__`": """
class A:
    def __init__(self, x):
        self.__dict__["_vals"] = {}
        self.n = x
    def __setattr__(self, name, value):
        self._vals[name] = value
    def __getattr__(self, name):
        if name in self._vals:
            return self._vals[name]
        raise AttributeError(name)
---
a = A(x)
a.k = 3
return a.n, a.k, a._vals, "n" in a.__dict__, list(a.__dict__)""",
    "a proxy passes attributes on": """
class Inner:
    def __init__(self, x):
        self.v = x
class Proxy:
    def __init__(self, target):
        self.__dict__["_target"] = target
    def __getattr__(self, name):
        return getattr(self._target, name)
    def __setattr__(self, name, value):
        setattr(self._target, name, value)
---
i = Inner(x)
p = Proxy(i)
p.v = p.v + 1
return i.v, p.v, list(vars(p))""",
    "a `__setattr__` may store into the dict": """
class A:
    def __init__(self, x):
        self.n = x
    def __setattr__(self, name, value):
        self.__dict__[name] = value * 2
---
a = A(x)
a.n += 1
return a.n, dict(a.__dict__)""",
    "a loop over the dict of an object only looks": """
class A:
    def __init__(self, x):
        self.n = x
        self.m = 1
        self.s = "t"
    def __repr__(self):
        parts = []
        for k, v in self.__dict__.items():
            if isinstance(v, int):
                parts.append(f"{k}={v}")
        return "A(" + ", ".join(parts) + ")"
---
return repr(A(x)), f"{A(x).__dict__}" """,
    "the dict of an object can be given by name": """
class A:
    def __init__(self, n, m=1):
        self.n = n
        self.m = m
    def clone(self):
        return A(**self.__dict__)
    def other(self):
        made = A(0)
        made.__dict__.update(self.__dict__)
        return made
---
a = A(x, 7)
return a.clone(), a.other().m""",
    "what is in slots is not in the dict": """
class A:
    __slots__ = ("n",)
    def __init__(self, x):
        self.n = x
class B(A):
    def __init__(self, x):
        super().__init__(x)
        self.m = 2
---
return list(B(x).__dict__.items()), "n" in B(x).__dict__""",
    "without its dict an object has no attributes": """
class A:
    def __init__(self, x):
        self.n = x
        self.m = 1
---
a = A(x)
a.__dict__.clear()
a.m = 4
return hasattr(a, "n"), a.m, list(a.__dict__)""",
    "an attribute that was not set is not in the dict": """
class A:
    def __init__(self, x):
        self.n = x
        if x > 0:
            self.p = 1
---
return list(A(x).__dict__), "p" in A(x).__dict__""",
    "a property is not in the dict": """
class A:
    def __init__(self, x):
        self._n = x
    @property
    def n(self):
        return self._n
---
a = A(x)
return "n" in a.__dict__, dict(a.__dict__)""",
    "keys that are no strings are not in the dict": """
class A:
    def __init__(self, x):
        self.n = x
---
return 5 in A(x).__dict__, A(x).__dict__.get(None, 3)""",
    "a variable may stand for the dict of an object": """
class A:
    def __init__(self, x):
        self.n = x
        self.m = 1
    def go(self, k):
        d = self.__dict__
        d[k] = d["n"] + 1
        return "m" in d, d.get("q"), list(d)
---
a = A(x)
return a.go("m"), a.m""",
    "a method may give the dict of its object to clients": """
class A:
    def __init__(self, x):
        self.n = x
        self.m = [1]
    def to_dict(self):
        return self.__dict__
class B:
    def __init__(self, x):
        self.a = A(x)
---
self.n = B(x)
return 1""",
    "`__new__` makes an object of a class that is a value": """
class A:
    def __init__(self, x):
        self.n = x
    def other(self, like):
        made = type(like).__new__(type(like))
        made.n = 4
        return made
    @classmethod
    def bare(cls):
        made = cls.__new__(cls)
        made.n = 8
        return made
class B(A):
    pass
---
return A(x).other(B(1)), B.bare(), A.bare().n""",
    "a key that has no hash is a TypeError": """
class A:
    def __init__(self, x):
        self.n = x
    def has(self, k):
        return k in self.__dict__
---
return A(x).has([1])""",
    "an object is given another dict": """
class A:
    def __init__(self, x):
        self.n = x
        self.m = 1
    def reset(self):
        self.__dict__ = {"m": 0}
    def like(self, other):
        self.__dict__ = dict(other.__dict__)
---
a = A(x)
b = A(9)
b.like(a)
a.reset()
return hasattr(a, "n"), a.m, b.n, b.m""",
    "attributes are changed in a loop over the dict": """
class A:
    def __init__(self, x):
        self.n = x
        self.m = 1
    def twice(self):
        for name, value in self.__dict__.items():
            setattr(self, name, value * 2)
            self.m = 5
---
a = A(x)
a.twice()
return a.n, a.m""",
    "a generator over the dict that is used up at once": """
class A:
    def __init__(self, x):
        self.a = x
        self.b = "t"
    def __repr__(self):
        shown = ", ".join(f"{k}={v!r}" for k, v in self.__dict__.items())
        return f"{type(self).__name__}({shown})"
---
return repr(A(x))""",
    "an object may be a key by its dict": """
class A:
    def __init__(self, x):
        self.a = x
    def __eq__(self, o):
        return self.__dict__ == o.__dict__
    def __hash__(self):
        return hash(tuple(sorted(self.__dict__.items())))
---
return len({A(x), A(x), A(1)})""",
}


@pytest.mark.parametrize("body", SAME.values(), ids=SAME)
def test_as_in_cpython(body: str) -> None:
    assert compared(body, 2, 0, -1) == ("", None)
