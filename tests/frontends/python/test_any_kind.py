"""What code on values of any kind gives is what CPython gives.

Each case is the body of a function. It runs with CPython and on the plain interpreter; both
must return the same value, down to the kinds of what is inside, or raise the same exception.
"""

from __future__ import annotations

import collections
import textwrap
from pathlib import Path

import pytest

from frontends.python.agreement import program_from, real_module
from heapwright.domains.constraint import TRUE
from heapwright.graph.client.given_values import values_of
from heapwright.heaps.known_shape import HeapObject, Value
from heapwright.ir.core.hierarchy import Hierarchy, hierarchy_of
from heapwright.ir.core.program import Program
from heapwright.ir.python_names.class_names import shown_name
from heapwright.paths.known_shapes.compile import CompiledProgram, compile_program
from heapwright.paths.plain.concrete import Outcome, Returned, Threw, run
from heapwright.paths.plain.heap import (
    PlainHeap,
    Reference,
    Result,
    Unit,
    entries_of,
    fields_of,
)
from heapwright.paths.runs import run as run_module
from heapwright.paths.runs.run import RunLimits, paths_of

CASES = (Path(__file__).parent / "any_kind_cases.txt").read_text(encoding="utf-8").split("\n---\n")
HEADER = """
import bisect
import copy
import enum
import functools
import heapq
import io
import itertools
import logging
import math
import operator
import os
import os.path as paths
import statistics
import sys
import threading
import time
from _thread import allocate_lock
from collections import ChainMap, Counter, OrderedDict, defaultdict, deque, namedtuple
from collections.abc import Iterator, MutableMapping, MutableSequence, MutableSet, Sized
from typing import NamedTuple

logger = logging.getLogger(__name__)


class Hashed:
    def __init__(self, given):
        self.given = given

    def __hash__(self):
        return self.given


class Guarded:
    lock = threading.Lock()

    def __init__(self):
        self.own = threading.Lock()
        self.inner = threading.RLock()
        self.n = 0

    def add(self):
        logger.info("adding %s", self.n)
        with self.lock, self.own, self.inner:
            with self.inner:
                self.n += 1
        return self.own.locked()


class Table(MutableMapping):
    def __init__(self, **given):
        self.rows = []
        self.misses = 0
        self.update(given)

    def __getitem__(self, key):
        for known, value in self.rows:
            if known == key:
                return value
        self.misses += 1
        raise KeyError(key)

    def __setitem__(self, key, value):
        for row in self.rows:
            if row[0] == key:
                row[1] = value
                return
        self.rows.append([key, value])

    def __delitem__(self, key):
        self[key]
        self.rows = [row for row in self.rows if row[0] != key]

    def __iter__(self):
        for key, _ in self.rows:
            yield key

    def __len__(self):
        return len(self.rows)


class Row(MutableSequence, Sized):
    def __init__(self, items):
        self.items = list(items)

    def __getitem__(self, index):
        return self.items[index]

    def __setitem__(self, index, value):
        self.items[index] = value

    def __delitem__(self, index):
        del self.items[index]

    def __len__(self):
        return len(self.items)

    def insert(self, index, value):
        self.items.insert(index, value)


class Bag(MutableSet):
    def __init__(self, items=()):
        self.items = []
        for item in items:
            self.add(item)

    def __contains__(self, item):
        return item in self.items

    def __iter__(self):
        return iter(list(self.items))

    def __len__(self):
        return len(self.items)

    def add(self, item):
        if item not in self.items:
            self.items.append(item)

    def discard(self, item):
        if item in self.items:
            self.items.remove(item)


class Pile(list):
    limit = 3

    def __init__(self, *items):
        super().__init__(items)
        self.n_pushed = 0

    def push(self, item):
        self.n_pushed += 1
        self.append(item)

    def append(self, item):
        if len(self) >= self.limit:
            raise OverflowError
        super().append(item)


class Deep(Pile):
    limit = 5


class Loose(dict):
    def __setitem__(self, key, value):
        super().__setitem__(key.lower(), value)

    def __missing__(self, key):
        return "no " + key


class Seen(set):
    def add(self, item):
        super().add(abs(item))


class Recent(OrderedDict):
    def __getitem__(self, key):
        value = super().__getitem__(key)
        self.move_to_end(key)
        return value

    def __setitem__(self, key, value):
        super().__setitem__(key, value)
        if len(self) > 2:
            del self[next(iter(self))]


class Down(Iterator):
    def __init__(self, n):
        self.n = n

    def __next__(self):
        if self.n == 0:
            raise StopIteration
        self.n -= 1
        return self.n


Pair = namedtuple("Pair", "a b", defaults=[7])


class Spot(NamedTuple):
    x: int
    y: int = 0

    def swapped(self):
        return Spot(self.y, self.x)


class Entry(namedtuple("Entry", ["key", "value"])):
    def both(self):
        return self.key + self.value


class Level(enum.IntEnum):
    LOW = enum.auto()
    MID = 5
    HIGH = enum.auto()


class Mood(enum.StrEnum):
    GLAD = enum.auto()
    SAD = "blue"


class Form(str, enum.Enum):
    ROUND = "round"
    FLAT = "flat"


class Size(enum.Enum):
    S = 1
    M = 2
    MEDIUM = 2
    L = "large"

    def __lt__(self, other):
        return str(self.value) < str(other.value)

    @classmethod
    def smallest(cls):
        return min(cls)


class Point:
    limit = 3
    names = ("x", "y")

    def __init__(self, x, y=0):
        self.x = x
        self.y = y

    def __eq__(self, other):
        if not isinstance(other, Point):
            return NotImplemented
        return (self.x, self.y) == (other.x, other.y)

    def __hash__(self):
        return 1

    def __add__(self, other):
        return Point(self.x + other.x, self.y + other.y)

    def __rmul__(self, times):
        return Point(times * self.x, times * self.y)

    def __lt__(self, other):
        return (self.x, self.y) < (other.x, other.y)

    def __iter__(self):
        yield self.x
        yield self.y

    def __getitem__(self, index):
        return (self.x, self.y)[index]

    def __repr__(self):
        return f"Point({self.x}, {self.y!r})"

    def __call__(self, by, *more, sign=1, **named):
        return (self.x + by * sign, more, sorted(named))

    def __enter__(self):
        self.y = 1
        return self

    def __exit__(self, kind, value, trace):
        self.y = 2
        return kind is not None and self.x == 0

    @property
    def size(self):
        return abs(self.x) + abs(self.y)

    @size.setter
    def size(self, value):
        self.x = value

    @staticmethod
    def origin():
        return Point(0)

    @classmethod
    def at(cls, x):
        return cls(x, x)

class Plain:
    pass

class Base:
    def name(self, loud=False):
        return "BASE" if loud else "base"

class Derived(Base):
    def name(self, loud=False, *, twice=False):
        inner = super().name(loud)
        return inner * 2 if twice else inner + "!"

def helper(a, b=2, *rest, c=3, **more):
    return (a, b, rest, c, sorted(more.items()))

def countdown(n):
    try:
        while n:
            yield n
            n -= 1
    finally:
        LOG = "closed"
"""


@pytest.mark.parametrize("number", range(len(CASES)))
def test_code_on_values_of_any_kind(number: int, tmp_path: Path) -> None:
    body = CASES[number]
    text = f"{HEADER}\ndef case():\n{textwrap.indent(body, '    ')}\n"
    module = real_module(tmp_path, "module", text)
    try:
        wanted = f"gave {shown(module['case']())}"  # type: ignore[operator]
    except Exception as error:  # noqa: BLE001 - whatever the case raises is compared
        wanted = f"raised {type(error).__name__}"
    program = program_from(text)
    outcome = run(program, "module module.case", ())
    assert said(hierarchy_of(program), outcome) == wanted, body
    assert symbolic(program) == wanted, body


def symbolic(program: Program) -> str:
    """Say how a run of the symbolic executor ends, which has nothing to decide here."""
    compiled = compile_program(program)
    case = compiled.functions["module module.case"]
    [end] = paths_of(
        TRUE, lambda machine: case.call(machine, values_of(case, (), [], machine)), RunLimits()
    )
    match end.outcome:
        case run_module.Returned(value):
            return f"gave {theirs(compiled, value)}"
        case run_module.Threw(class_name):
            return f"raised {class_name}"
        case other:
            return str(other)


def theirs(compiled: CompiledProgram, value: Value) -> str:
    """Write a value of the symbolic executor in the same way."""
    if isinstance(value, tuple):
        return f"tuple[{', '.join(theirs(compiled, v) for v in value)}]"
    if not isinstance(value, HeapObject):
        return repr(value)
    name, line = shown_name(value.class_name), compiled.ancestors[value.class_name]
    entries = [v for k, v in value.fields.items() if isinstance(k, int)]
    if "dict" in line:
        pairs = []
        for entry in entries:
            assert isinstance(entry, tuple)
            pairs.append(": ".join(theirs(compiled, v) for v in entry))
        return f"{name}[{', '.join(pairs)}]"
    inside = [theirs(compiled, entry) for entry in entries]
    if name in ("list", "deque"):
        return f"{name}[{', '.join(inside)}]"
    if name in ("set", "frozenset"):
        return f"{name}[{', '.join(sorted(inside))}]"
    fields = sorted((k, v) for k, v in value.fields.items() if isinstance(k, str))
    return f"{name}({', '.join(f'{k}={theirs(compiled, v)}' for k, v in fields)})"


def said(hierarchy: Hierarchy, outcome: Outcome) -> str:
    """Say how a run of ours ended."""
    match outcome:
        case Returned(value, heap):
            return f"gave {ours(hierarchy, heap, value)}"
        case Threw(class_name):
            return f"raised {class_name}"
        case other:
            return str(other)


def shown(value: object) -> str:
    """Write a value of CPython with all that is inside of it."""
    match value:
        case list() | tuple() | collections.deque():
            return f"{type(value).__name__}[{', '.join(map(shown, value))}]"
        case set() | frozenset():
            return f"{type(value).__name__}[{', '.join(sorted(map(shown, value)))}]"
        case dict():
            pairs = (f"{shown(k)}: {shown(v)}" for k, v in value.items())
            return f"{type(value).__name__}[{', '.join(pairs)}]"
        case None | bool() | int() | float() | str():
            return repr(value)
        case _:
            fields = ", ".join(f"{k}={shown(v)}" for k, v in sorted(vars(value).items()))
            return f"{type(value).__name__}({fields})"


def ours(hierarchy: Hierarchy, heap: PlainHeap, value: Result) -> str:
    """Write a value of ours in the same way."""
    if isinstance(value, tuple):
        return f"tuple[{', '.join(ours(hierarchy, heap, v) for v in value)}]"
    if not isinstance(value, Reference):
        return repr(None if isinstance(value, Unit) else value)
    name = shown_name(heap.class_of(value))
    line = [level.name for level in hierarchy.line(heap.class_of(value))]
    entries = entries_of(hierarchy, heap, value)
    if "dict" in line:
        pairs = []
        for entry in entries:
            assert isinstance(entry, tuple)
            pairs.append(": ".join(ours(hierarchy, heap, v) for v in entry))
        return f"{name}[{', '.join(pairs)}]"
    inside = [ours(hierarchy, heap, entry) for entry in entries]
    if name in ("list", "deque"):
        return f"{name}[{', '.join(inside)}]"
    if name in ("set", "frozenset"):
        return f"{name}[{', '.join(sorted(inside))}]"
    fields = sorted(fields_of(hierarchy, heap, value).items())
    texts = (f"{k}={ours(hierarchy, heap, v)}" for k, v in fields)
    return f"{name}({', '.join(texts)})"
