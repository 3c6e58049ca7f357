"""Random declarations: decorators, descriptors, managers, generators, data, diamonds of classes.

Place: tests/frontends/python. `random_newer` puts these before the class under test and writes
statements that use them. Every piece leaves a trace, so that what runs in another order, or
not at all, shows.
"""

from __future__ import annotations

from random import Random

IMPORTS = """
import contextlib
import functools
import json
from collections import namedtuple
from contextlib import contextmanager, suppress
from dataclasses import asdict, astuple, replace
from datetime import date, datetime, timedelta
from enum import IntEnum
from typing import NamedTuple
"""


def random_declarations(random: Random) -> str:
    """Write all that the statements of `random_newer` use."""
    parts = (_decorators, _descriptor, _diamond, _managers, _generators, _tuples, _data, _shared)
    written = [part(random) for part in (*parts, _slotted, _answering, _coroutines)]
    return "\n\n".join(written)


def _decorators(random: Random) -> str:
    result = random.choice(("result", "(result, len(rest))", "[result]"))
    before = random.choice(("pass", "if 'k' in named: raise KeyError('k')", "rest = rest[:2]"))
    return f"""
def traced(function):
    @functools.wraps(function)
    def inner(*rest, **named):
        {before}
        result = function(*rest, **named)
        return {result}
    return inner


def times(n):
    def around(function):
        @functools.wraps(function)
        def inner(*rest):
            return [function(*rest) for _ in range(n)]
        return inner
    return around


@traced
def sums(x, y={random.randint(0, 3)}):
    return x + y


@times({random.randint(0, 2)})
def doubled(x, *, by=2):
    return x * by


{random.choice(("@traced", "@times(1)", ""))}
def later(x, f=lambda z, k={random.randint(0, 3)}: (z, k)):
    return f(x)
"""


def _descriptor(random: Random) -> str:
    missing = random.choice(("self.low", "None", "getattr(owner, 'BEST', 7)"))
    test = random.choice(("value < self.low", "not isinstance(value, int)", "value is None"))
    named = random.choice(
        (
            "    def __set_name__(self, owner, name):\n        self.name = '_' + name\n",
            "    name = '_kept'\n",
        )
    )
    return f"""
class Checked:
    def __init__(self, low):
        self.low = low

{named}
    def __get__(self, one, owner=None):
        if one is None:
            return self
        return one.__dict__.get(self.name, {missing})

    def __set__(self, one, value):
        if {test}:
            raise {random.choice(("ValueError(value)", "TypeError", "AttributeError(self.name)"))}
        one.__dict__[self.name] = value


class Holder:
    BEST = 9
    level = Checked({random.randint(0, 2)})

    def __init__(self, level=3):
        {random.choice(("self.level = level", "self.other = level"))}

    def raised(self):
        self.level += 1
        return self.level
"""


def _diamond(random: Random) -> str:
    def step(name: str, kind: int) -> str:
        after = random.choice(
            (
                f"return ('{name}', super().told(x))",
                f"return super().told(x + {kind}) + ('{name}',)",
                f"found = super().told(x)\n        self.seen.append('{name}')\n"
                "        return found",
                f"if x > {kind}:\n            return '{name}'\n        return super().told(x)",
            )
        )
        return f"    def told(self, x):\n        {after}\n"

    def init(name: str) -> str:
        return random.choice(
            (
                "",
                f"    def __init__(self, **named):\n        super().__init__(**named)\n"
                f"        self.seen.append('{name}')\n",
                f"    def __init__(self, {name.lower()}=1, **named):\n"
                f"        self.{name.lower()} = {name.lower()}\n"
                "        super().__init__(**named)\n",
            )
        )

    def extra(name: str) -> str:
        return random.choice(
            (
                f"    KIND = '{name}'\n",
                f"    @property\n    def kind(self):\n        return '{name}'\n",
                f"    @classmethod\n    def made(cls, x=1):\n        one = cls()\n"
                f"        one.seen.append(('{name}', x))\n        return one\n",
                f"    @staticmethod\n    def loose(x):\n        return ('{name}', x)\n",
                "    pass\n",
            )
        )

    def level(name: str, bases: str, kind: int) -> str:
        body = extra(name) + init(name) + (step(name, kind) if random.random() < 0.8 else "")
        return f"class {name}({bases}):\n{body}"

    sides = random.choice(("Left, Right", "Right, Left"))
    return "\n\n".join(
        (
            "class Top:\n    KIND = 'Top'\n    def __init__(self, top=0):\n        self.top = top\n"
            "        self.seen = []\n    @property\n    def kind(self):\n        return self.KIND\n"
            "    def told(self, x):\n        return ('Top', x)\n"
            "    @classmethod\n    def made(cls, x=0):\n        return cls(top=x)\n"
            "    @staticmethod\n    def loose(x):\n        return x\n",
            level("Left", "Top", 1),
            level("Right", "Top", 2),
            level("Both", sides, 3),
            level("Last", random.choice(("Both", "Left", "Both")), 4),
        )
    )


def _managers(random: Random) -> str:
    ending = random.choice(
        (
            "except ValueError:\n        log.append('value')",
            "except KeyError:\n        log.append('key')\n        raise",
            "finally:\n        log.append('end')",
            "except LookupError as e:\n        raise ValueError(1) from e",
            "except Exception:\n        log.append('all')\n    else:\n        log.append('well')",
        )
    )
    leaving = random.choice(
        (
            "return kind is ValueError",
            "return kind is not None and issubclass(kind, LookupError)",
            "return isinstance(value, KeyError)",
            "self.log.append(kind is None)",
            "return 1",
            "raise TypeError",
        )
    )
    return f"""
@contextmanager
def entered(log, x):
    log.append(x)
    try:
        yield {random.choice(("x", "log", "(x, len(log))", ""))}
    {ending}


class Guard:
    def __init__(self, log):
        self.log = log

    def __enter__(self):
        self.log.append("in")
        return {random.choice(("self", "self.log", "len(self.log)"))}

    def __exit__(self, kind, value, trace):
        self.log.append("out")
        {leaving}
"""


def _generators(random: Random) -> str:
    handler = random.choice(
        (
            "except ValueError:\n            found = yield 'value'",
            "except ValueError:\n            return",
            "except GeneratorExit:\n            log.append('closed')\n            raise",
            "except KeyError:\n            log.append('key')",
            "finally:\n            log.append('final')",
        )
    )
    return f"""
def talking(log, x):
    found = {random.choice(("None", "x"))}
    while {random.choice(("True", "len(log) < 5", "found != 3"))}:
        try:
            found = yield (x, found)
            log.append(found)
            {random.choice(("x += 1", "if found == 2: return 7", "if found: x += found"))}
        {handler}


def counted(n):
    for i in range(n):
        {random.choice(("yield i", "yield i, n", "if i % 2: yield i"))}
    return {random.choice(("n", "None"))}


def nested(n):
    yield -1
    yield from counted(n)
    {random.choice(("yield from [n]", "yield n", "yield from ()", "return"))}
"""


def _tuples(random: Random) -> str:
    default = random.randint(0, 5)
    return f"""
Pair = namedtuple("Pair", {random.choice(("'a b'", "['a', 'b']", "'a, b', defaults=(4,)"))})


class Spot(NamedTuple):
    a: int
    b: int = {default}

    def moved(self, by=1):
        return self._replace(a=self.a + by)

    @property
    def total(self):
        return self.a + self.b


class Rank(IntEnum):
    LOW = {random.randint(-1, 1)}
    HIGH = {random.randint(2, 4)}

    def other(self):
        return Rank.HIGH if self is Rank.LOW else Rank.LOW
"""


def _data(random: Random) -> str:
    order = random.choice(("", "order=True"))
    frozen = random.choice(("", "frozen=True"))
    slots = random.choice(("", "", "slots=True"))
    options = ", ".join(one for one in (order, frozen, slots) if one)
    keyword = random.choice(("", ", kw_only=True"))
    # What cannot be set where the objects are frozen goes around the class's own assignment.
    setting = (
        "object.__setattr__(self, 'z', self.x * 2)" if frozen else "self.z = self.x + len(self.ys)"
    )
    post = random.choice(("", f"    def __post_init__(self):\n        {setting}\n"))
    below = f"@dataclass({frozen})\nclass Below(Record):\n    w: int = {random.randint(0, 3)}\n"
    return f"""
@dataclass({options})
class Record:
    x: int
    ys: list = field(default_factory={random.choice(("list", "lambda: [1]"))})
    z: int = field(default={random.randint(0, 3)}{random.choice(("", ", repr=False"))}{keyword})
    c: int = field(default=5, init=False, compare=False)
{post}
    def grown(self, by):
        return replace(self, x=self.x + by)


{below}
"""


def _shared(random: Random) -> str:
    change = random.choice(("cls.count += x", "Shared.count += x", "cls.count = cls.count + x"))
    kept = random.choice(("cls.items.append(x)", "cls.items = [*cls.items, x]", "pass"))
    return f"""
class Shared:
    count = {random.randint(0, 2)}
    items = []

    @classmethod
    def add(cls, x):
        {change}
        {kept}
        return cls.count

    def mine(self):
        {random.choice(("self.count += 1", "self.items += [1]", "type(self).count += 1"))}
        return (self.count, len(self.items))


class SharedBelow(Shared):
    {random.choice(("pass", "count = 5", "items = [3]"))}


ORDER = []


def noted(x):
    ORDER.append(x)
    del ORDER[:-4]
    return len(ORDER)
"""


def _slotted(random: Random) -> str:
    slots = random.choice(('("x", "y")', '["x", "y"]', '("x", "y", "z")'))
    return f"""
class Slotted:
    __slots__ = {slots}

    def __init__(self, x, y=1):
        self.x = x
        {random.choice(("self.y = y", "if x: self.y = y"))}

    def total(self):
        return self.x + self.y


class SlottedBelow(Slotted):
    {random.choice(("__slots__ = ('w',)", "__slots__ = ()", "pass"))}

    def keep(self, w):
        self.w = w
        return self
"""


def _answering(random: Random) -> str:
    unknown = random.choice(
        ("raise AttributeError(name)", "return None", "return self.inner[name]", "return name * 2")
    )
    sequence = random.choice(
        (
            "    def __getitem__(self, i):\n        if i > 2:\n            raise IndexError\n"
            "        return i * 2\n",
            "    def __iter__(self):\n        yield from (1, self.n)\n",
            "    def __contains__(self, x):\n        return x == self.n and 'yes'\n",
            "    def __iter__(self):\n        return iter([self.n])\n    __contains__ = None\n",
            "    def __len__(self):\n        return abs(self.n)\n    def __getitem__(self, i):\n"
            "        return (5, 6)[i]\n",
        )
    )
    return f"""
class Asked:
    def __init__(self):
        self.inner = {{"a": 1, "b": [2]}}

    def __getattr__(self, name):
        if name.startswith("a"):
            return self.inner.get(name, {random.choice(("0", "len(name)"))})
        {unknown}


class Callable_:
    total = 0

    def __init__(self, n):
        self.n = n

    def __call__(self, *rest, by=1):
        self.total += by
        return (self.n, len(rest), self.total)

{sequence}

class Number:
    def __init__(self, v):
        self.v = v

    def __add__(self, other):
        if isinstance(other, {random.choice(("int", "Number", "(int, Number)"))}):
            return Number(self.v + getattr(other, "v", 1))
        return NotImplemented

    {random.choice(("__radd__ = __add__", ""))}

    def __mul__(self, k):
        return {random.choice(("NotImplemented", "Number(self.v * k)", "self.v * k"))}

    def __rsub__(self, other):
        return ("rsub", other, self.v)

    def __eq__(self, other):
        return {random.choice(("self.v == other", "NotImplemented", "self is other"))}

    def __lt__(self, other):
        return {random.choice(("self.v < getattr(other, 'v', 0)", "NotImplemented"))}

    def __iadd__(self, other):
        self.v += {random.choice(("other", "1"))}
        return {random.choice(("self", "self.v", "NotImplemented"))}

    def __round__(self, n=None):
        return (self.v, n)

    def __format__(self, spec):
        return f"<{{self.v}}|{{spec}}>"
"""


def _coroutines(random: Random) -> str:
    body = random.choice(
        (
            "if x < 0:\n        raise ValueError(x)\n    return x + 1",
            "for i in range(2):\n        x += i\n    return x",
            "try:\n        return 1 // x\n    finally:\n        ORDER.append('done')",
        )
    )
    return f"""
async def stepped(x):
    {body}


class Door:
    def __init__(self, log):
        self.log = log

    async def __aenter__(self):
        self.log.append(await stepped(1))
        return {random.choice(("self", "self.log"))}

    async def __aexit__(self, kind, value, trace):
        self.log.append(kind is None)
        return {random.choice(("False", "kind is ValueError", "None"))}
"""
