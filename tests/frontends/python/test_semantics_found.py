"""Differences to CPython that random programs found, each as a small case."""

from __future__ import annotations

import pytest

from frontends.python.method_bodies import compared

# Each body is that of a method `go` of the class `T`; what stands before `---` comes first.
SAME = {
    "a bool that is stored among ints stays a bool": """
self.n = x > 0
return str(self.n), self.n is True, isinstance(self.n, bool), f"{self.n}", -self.n""",
    "a bool that is returned, passed or chosen stays one": """
def same(y: int) -> int:
    return y
return same(x > 0), (x > 0) or 5, 3 if x > 9 else True, max(True, x), min(x, False)""",
    "an object without the two methods is no context manager": """
with self as z:
    self.n = 5""",
    "a target of `with` is assigned inside of it": """
class Guard:
    def __init__(self):
        self.left = 0
    def __enter__(self):
        return 5
    def __exit__(self, kind, value, trace):
        self.left += 1
        return True
---
guard = Guard()
with guard as (a, b):
    self.n = 9
return guard.left, self.n""",
    "a class below is asked first whether it is equal": """
class A:
    def __eq__(self, other):
        return "A"
class B(A):
    def __eq__(self, other):
        return "B"
---
return A() == B(), B() == A(), A() != B(), A() == A()""",
    "the left side's `==` comes before the right side's `!=`": """
class A:
    def __eq__(self, other):
        return True
class B:
    def __ne__(self, other):
        return "B"
---
return A() != B(), B() != A(), B() != B()""",
    "an object of a frozen dataclass refuses assignments": """
from dataclasses import dataclass, field
@dataclass(frozen=True)
class P:
    x: int = 0
    tags: list = field(default_factory=list)
class Q(P):
    def put(self):
        self.y = 3
---
p = P(1)
p.tags.append(x)
for name in ("a", "b"):
    try:
        p.x = x
    except AttributeError as e:
        self.n += 1
try:
    p.x += 1
except AttributeError:
    self.n += 10
try:
    setattr(p, "x", 3)
except AttributeError:
    self.n += 100
p.x = 5""",
    "members of an Enum have operators of their own": """
from enum import Enum
class Level(Enum):
    LOW = 1
    HIGH = 2
    def __lt__(self, other):
        return self.value < other.value
    def __bool__(self):
        return self is Level.HIGH
---
return Level.LOW < Level.HIGH, sorted([Level.HIGH, Level.LOW]), not Level.LOW, bool(Level.HIGH)""",
    "a percent sign takes objects as well": """
return "%s|%s" % ([1], {2: 3}), "%s" % [x], "{}{}".format([1], x)""",
    "a key is looked for by its hash first": """
class Key:
    def __init__(self, n):
        self.n = n
    def __eq__(self, other):
        return True
    def __hash__(self):
        return self.n
---
return len({Key(x), Key(1), Key(2)}), Key(x) in {Key(1): 2}""",
    "an f-string can show its own text": """
return f"{x=}|{x = }|{ x+1 =!s:>4}|{x=:>3}|{str(x)=}" """,
    "a sequence pattern fits whatever is a sequence": """
from collections import deque
---
found = []
for value in (deque([1, 2]), range(2), "ab", [x, 2], (1,), {1: 2}):
    match value:
        case [first, *rest]:
            found.append((first, rest))
        case _:
            found.append(None)
return found""",
    "a hash may raise": """
class Key:
    def __eq__(self, other):
        return self is other
    def __hash__(self):
        raise ValueError
---
return {Key(): 1}""",
    "two items are left as they are where they cannot be ordered": """
self.n = [1, None]
try:
    self.n.sort()
except TypeError:
    return self.n""",
    "a parameter that only a place gives is not found by its name": """
def f(a, b=1, /, c=2, **more):
    return a, b, c, more
---
try:
    return f(1, b=2), f(b=1)
except TypeError:
    return f(1, 2), self.n""",
    "iterators that `zip` shares go on where they stood": """
it = iter([1, 2, 3, x])
first = list(zip(it, it))
other = iter([1, 2, 3])
return first, list(it), list(zip(other, [x])), list(other)""",
    "`zip` takes no more than it needs": """
def count():
    n = 0
    while True:
        yield n
        n += 1
return list(zip(count(), [x, 8])), list(zip([x, 8], count()))""",
    "a property that replaces another one has no setter": """
class P:
    def __init__(self):
        self._v = 1
    @property
    def v(self):
        return self._v
    @v.setter
    def v(self, y):
        self._v = y * 2
class Q(P):
    @property
    def v(self):
        return 100
---
p = P()
p.v = x
p.v += 1
try:
    Q().v = 3
except AttributeError:
    self.n = 7
return p.v, Q().v, self.n""",
    "the first entry of a class below OrderedDict": """
from collections import OrderedDict
class L(OrderedDict):
    pass
---
c = L()
c[1], c[x] = 1, 2
c.move_to_end(1)
return c.popitem(last=False), list(c.items())""",
    "keys of a class below dict that are called as parameters are": """
class D(dict):
    pass
---
d = D(values=3, other=x)
d.update(other=5, key=6)
return dict(d)""",
    "what a class sets to None its objects cannot do": """
class A:
    def __iter__(self):
        return iter([1])
    __contains__ = None
class B:
    __hash__ = None
    __add__ = None
    def __getitem__(self, i):
        return (1, 2)[i]
    __iter__ = None
class C:
    def __radd__(self, other):
        return 3
---
for asked in (lambda: 1 in A(), lambda: {B(): 1}, lambda: list(B()), lambda: B() + C()):
    try:
        asked()
    except TypeError:
        self.n += 1
return self.n, list(A()), B()[1]""",
    "a class with `__eq__` alone has no hash, whatever stands above it": """
from dataclasses import dataclass
class A:
    def __hash__(self):
        return 1
class B(A):
    def __eq__(self, other):
        return True
@dataclass
class C(A):
    x: int
@dataclass(eq=False)
class D(A):
    x: int
---
for made in (lambda: B(), lambda: C(1), lambda: D(1)):
    try:
        self.n = len({made(): 1})
    except TypeError:
        self.n += 10
return self.n, len({A(), A()})""",
    "an object has no hash where what it is made of has none": """
from dataclasses import dataclass
@dataclass(frozen=True)
class A:
    items: list
@dataclass(frozen=True)
class B:
    a: A
class C:
    def __init__(self, v):
        self.v = v
    def __eq__(self, other):
        return self.v == other.v
    def __hash__(self):
        return hash((1, self.v))
---
for made in (lambda: A([1]), lambda: B(A([1])), lambda: C([x]), lambda: hash(A([1]))):
    try:
        made() in {}
    except TypeError:
        self.n += 1
return self.n, {B(A((1,))): 1}[B(A((1,)))], len({C(x), C(x)})""",
    "a dataclass is shown by the name of the class below, and of the one around": """
from dataclasses import dataclass
@dataclass
class A:
    x: int
class B(A):
    pass
class C:
    @dataclass
    class D:
        y: int
---
names = C.D.__qualname__, C.D.__name__, type(B(1)).__qualname__
return repr(B(x)), str(C.D(x)), repr(A(3)), names""",
    "classes of the library have the names that Python gives them": """
from datetime import date, timedelta
from collections import ChainMap
import decimal
---
found = []
for z in (date(2024, 1, 1), timedelta(1), decimal.Decimal(1), ChainMap(), range(3), slice(1)):
    found.append(type(z).__name__)
return found, type(KeyError(1)).__name__, Counter.__name__""",
    "`reversed` asks an object for its items backwards, and when it is called": """
class A:
    def __reversed__(self):
        return iter([3, 2, 1])
    def __len__(self):
        return 1
    def __getitem__(self, i):
        return i
class B:
    n = 0
    def __len__(self):
        self.n += 1
        return 4
    def __getitem__(self, i):
        return {3: 7}[i] if i == 3 else [][i]
---
b = B()
r = reversed(b)
found = [list(reversed(A())), b.n, list(r)]
for bad in (lambda: reversed(5), lambda: reversed({1}), lambda: reversed(iter([]))):
    try:
        found.append(bad() is None)
    except TypeError:
        found.append("t")
return found""",
    "an object is asked for its iterator when `zip` and its like are called": """
class A:
    n = 0
    def __iter__(self):
        self.n += 1
        return iter([1])
---
a = A()
made = zip(a), enumerate(a), map(str, a), filter(None, a), zip(a, [1])
found = [a.n]
for bad in (lambda: zip(5), lambda: enumerate(5), lambda: map(len, 5), lambda: zip([1], 5)):
    try:
        bad()
    except TypeError:
        found.append("t")
return found, [list(one) for one in made]""",
    "what has no iterator is a TypeError": """
class A:
    pass
class B:
    def __getitem__(self, i):
        return (1, 2)[i]
class C:
    def __iter__(self):
        return 5
class D:
    def __iter__(self):
        return self
    def __next__(self):
        raise StopIteration
---
found = []
for z in (A(), B(), C(), D(), None, 3.5, x):
    try:
        found.append(list(iter(z)))
    except TypeError:
        found.append("t")
return found""",
    "arguments of methods are looked at first": """
from collections import deque, OrderedDict
---
found = []
for bad in (
    lambda: "a".encode(7), lambda: [].pop(None), lambda: deque().rotate("a"), lambda: {}.pop([1]),
    lambda: {1: 2}.pop([1]), lambda: "a".join([], 1), lambda: OrderedDict().pop([1]),
    lambda: "a".join(), lambda: {}.pop([], 3), lambda: [1].insert(None, 2),
    lambda: [1].index(1, 0, None), lambda: deque().insert(None, 2), lambda: [1].index(1, True),
):
    try:
        found.append(bad())
    except Exception as e:
        found.append(type(e).__name__)
return found""",
    "a Counter takes nothing, names, and what values it is given first": """
a = Counter(None)
a.update(None)
a.update(x=3, y=1)
a.subtract(None, x=x)
return a, Counter({"k": "s"}), Counter("ab", a=2), Counter(a=x), +a""",
    "a descriptor is asked, and not the object": """
class Checked:
    def __init__(self, name):
        self.name = name
    def __get__(self, one, owner=None):
        return getattr(one, self.name, 3)
    def __set__(self, one, value):
        if not isinstance(value, int):
            raise ValueError(value)
        setattr(one, self.name, value)
class Holder:
    level = Checked("_level")
    def __init__(self):
        self.level = 4
---
o = Holder()
o.level += x
try:
    o.level = "a"
except ValueError:
    self.n = 5
return o.level, self.n""",
    "a named tuple inside of a class shows its own name": """
from typing import NamedTuple
class Outer:
    class Pair(NamedTuple):
        left: int
        right: int
---
return repr(Outer.Pair(x, 4)), type(Outer.Pair(1, x)).__name__, Outer.Pair(x, 1) == (x, 1)""",
    "a trace that is printed changes nothing": """
import gc, sys, traceback
---
gc.disable()
try:
    self.n = 1 // x
except ZeroDivisionError:
    traceback.print_exc(file=sys.stdout)
    traceback.print_stack(limit=2)
    return traceback.print_exc(3)
gc.enable()
return self.n""",
    "numbers and texts that modules name": """
import datetime, errno, logging, os, string, sys
---
numbers = errno.ENOENT, errno.EEXIST, os.SEEK_END, os.O_RDWR | os.O_CREAT, logging.WARN, x
return numbers, datetime.MAXYEAR, string.printable, string.octdigits, sys.maxunicode""",
    "getters of attributes that a module makes": """
import operator
from operator import attrgetter as reads
both = operator.attrgetter("n", "n")
def shown(one, get=reads("n"), missing=reads("n.m")):
    try:
        return missing(one)
    except AttributeError:
        return get(one), both(one)
---
self.n = x
return shown(self), shown(self, reads("n")), both(self)""",
}
# What CPython can do and we may not follow; never an exception that the program did not raise.
UNFOLLOWED = {
    "a named tuple of another name than its own": """
from collections import namedtuple
Pair = namedtuple("Other", "left right")
---
return repr(Pair(x, 2)), type(Pair(1, x)).__name__""",
    "a getter whose name means two things": """
from operator import attrgetter
def first(one, get=attrgetter("n")):
    return get(one)
attrgetter = lambda name: lambda one: name
def second(one, get=attrgetter("n")):
    return get(one)
---
return first(self), second(self)""",
    "an object that a format shows in its own way": "return '%r' % [x] + '{:>4}'.format((x,))",
    "operators of Counter": "return Counter([1]) ^ 1 if x > 99 else (+Counter([x]))",
    "members of an Enum by name": "return E['ONE']",
    "all members of an Enum": "return list(E)",
    "a list that is half sorted": """
self.n = [1, 3, 2, None]
try:
    self.n.sort()
except TypeError:
    return self.n""",
    "the number that an object stands for": """
class I:
    def __index__(self):
        return 1
---
return "ab"[I()], (1, 2)[I():], "a" * I()""",
    "the attributes of an object as a dict": "return self.__dict__",
    "the name of a function": """
def inner():
    return 1
return inner.__name__""",
    "more arguments than our version takes": "return int('11', 2)",
    "a hash that may raise, and that nobody knows": """
class A:
    def __init__(self, x):
        self.a = x
    def __eq__(self, o):
        return self.a == o.a
    def __hash__(self):
        if self.a == 99:
            raise ValueError
        return hash((self.a, 1))
---
return len({A(x), A(1), A(x)})""",
    "equality of ranges": "return range(3) == range(0, 3)",
    "the value of `yield from`": """
def inner():
    yield 1
    return 3
def outer():
    found = yield from inner()
    yield found
return list(outer())""",
    "the end of an iterator inside of a generator": """
def outer():
    yield next(iter([]))
try:
    return list(outer())
except RuntimeError:
    return 7""",
    "a generator that raises StopIteration": """
def inner():
    raise StopIteration
    yield 1
try:
    return next(inner())
except RuntimeError:
    return list(inner())""",
    "an attribute of a class that is deleted": """
class A:
    n = 0
class B(A):
    pass
---
B.n = 5
r = A.n, B.n
del B.n
return r, B.n""",
    "a mapping that a format does not use": "return '%%' % {'a': x}, 'a' % [1]",
    "the default of a deleted field": """
from dataclasses import dataclass
@dataclass
class A:
    x: int = 3
---
a = A(x)
del a.x
return a.x""",
    "a field that only the class has": """
from dataclasses import dataclass, field
@dataclass
class A:
    x: int = 3
    c: int = field(default=5, init=False)
---
a = A(x)
return sorted(vars(a)), a.c""",
    "a generator that a loop leaves": """
def f(log):
    try:
        yield 1
        yield 2
    except GeneratorExit:
        log.append('f')
        raise
---
log = []
for i in f(log):
    log.append(i)
    break
return log""",
    "the names of classes that one of ours stands for": """
found = []
for z in ({}.keys(), iter([]), zip(), len, self.go, iter(()), lambda: 1):
    found.append(type(z).__name__)
return found""",
    "what happens when an object goes": """
class Gone:
    def __init__(self, log):
        self.log = log
    def __del__(self):
        self.log.append(1)
---
log = []
gone = Gone(log)
del gone
return log""",
}


@pytest.mark.parametrize("body", SAME.values(), ids=SAME)
def test_as_in_cpython(body: str) -> None:
    assert compared(body, 2, 0, -1) == ("", None)


@pytest.mark.parametrize("body", UNFOLLOWED.values(), ids=UNFOLLOWED)
def test_followed_as_in_cpython_or_not_at_all(body: str) -> None:
    difference, _ = compared(body, 2)
    assert difference == ""
