"""Classes mean what they mean in CPython: inheritance, dataclasses, attributes, constants."""

from __future__ import annotations

from pathlib import Path

import pytest

from frontends.python.agreement import program_from, real_module
from heapwright.paths.plain.concrete import LeftOut, Returned, Threw, run

NUMBERS = (-7, -1, 0, 1, 2, 3, 10)


def check_go(folder: Path, text: str) -> None:
    """Compare `go(n)` of a module with CPython for some numbers: what it gives or raises."""
    module = real_module(folder, "module", text)
    program = program_from(text)
    for number in NUMBERS:
        try:
            wanted: object = module["go"](number)  # type: ignore[operator]
        except Exception as error:  # noqa: BLE001 - whatever the module raises is compared
            wanted = type(error).__name__
        outcome = run(program, "module module.go", (number,))
        match outcome:
            case Returned(value):
                found: object = value
            case Threw(class_name):
                found = class_name
            case _:
                raise AssertionError(f"{outcome}\n{text}")
        assert (type(found), found) == (type(wanted), wanted), f"go({number})\n{text}"


CASES = {
    "what a class gives that it does not have": """
class Inner:
    limit = 4

    def __init__(self, n: int) -> None:
        self.n = n

    def add(self, by: int) -> int:
        self.n += by
        return self.n

class Outer:
    def __init__(self, n: int) -> None:
        self.inner = Inner(n)
        self.asked = 0
        if n > 1:
            self.late = n

    def __getattr__(self, name):
        self.asked += 1
        if name == "late":
            return -5
        return getattr(self.inner, name)

    def own(self) -> int:
        return 1

def go(n: int) -> int:
    o = Outer(n)
    total = o.n + o.limit * 10 + o.own() + o.late
    by = 3
    total += o.add(by) * 100
    if hasattr(o, "n"):
        total += 1000
    if not hasattr(o, "late"):
        total += 7
    return total * 10 + o.asked if n < 3 else o.inner.missing
""",
    "attributes by a name that only the run knows": """
class Point:
    scale = 10

    def __init__(self, x: int, y: int) -> None:
        self.x = x
        self.y = y

    @property
    def area(self) -> int:
        return self.x * self.y

    def shifted(self, by: int) -> int:
        return self.x + by

class Named(Point):
    def __init__(self, x: int) -> None:
        super().__init__(x, 2)
        self.label = x + 1

def go(n: int) -> int:
    p = Named(n) if n % 2 else Point(n, 3)
    total = 0
    for name in ("x", "y", "area", "scale", "label"):
        if hasattr(p, name):
            total = total * 7 + getattr(p, name)
        else:
            total -= getattr(p, name, 5)
    for name, value in (("y", 4), ("x", n + 1)):
        setattr(p, name, getattr(p, name) + value)
    total += getattr(p, "shif" + "ted")(2)
    total += p.x * 100 + p.y
    which = "label"
    return total + getattr(p, which)
""",
    "conditions about the running Python choose what a module, class or function has": """
import os
import sys
from typing import TYPE_CHECKING

if sys.version_info >= (3, 8):
    def step() -> int:
        return 1
else:
    def step() -> int:
        return 2

if sys.version_info[0] == 2 or sys.platform.startswith("win"):
    def step() -> int:
        return 3

class A:
    if sys.version_info < (3, 0) and os.name == "nt":
        size = 5
        def up(self, n):
            return n * 100
    else:
        size = 6
        if sys.version_info.major > 2:
            def up(self, n):
                return n + self.size

    if TYPE_CHECKING:
        def __getattr__(self, name: str) -> int: ...

def go(n: int) -> int:
    a = A()
    if sys.platform == "win32" and os.name == "nt":
        import msvcrt
        return msvcrt.getch()
    return a.up(n) * 10 + (step() if not sys.version_info[:2] < (3, 4) else 7)
""",
    "several bases are asked in their order": """
class A:
    def one(self) -> int:
        return 1
    def two(self) -> int:
        return 2

class B:
    def two(self) -> int:
        return 20
    def three(self) -> int:
        return 30

class C(A, B):
    pass

class D(B, A):
    def one(self) -> int:
        return super().one() + 100

def go(n: int) -> int:
    c, d = C(), D()
    return c.one() + 10 * c.two() + 100 * c.three() + 7 * d.one() + 1000 * d.two() + n
""",
    "super() follows the order of the object's class": """
class Base:
    def __init__(self, n: int) -> None:
        self.n = n
        self.trace = 1
    def step(self, n: int) -> None:
        self.trace = self.trace * 10 + 2

class Left(Base):
    def step(self, n: int) -> None:
        self.trace = self.trace * 10 + 3
        super().step(n)

class Right(Base):
    def step(self, n: int) -> None:
        self.trace = self.trace * 10 + 4
        super().step(n)

class Both(Left, Right):
    def step(self, n: int) -> None:
        self.trace = self.trace * 10 + 5
        super().step(n)

class Last(Both):
    def step(self, n: int) -> None:
        super().step(n)
        self.trace += n

def go(n: int) -> int:
    left, both, last = Left(n), Both(n), Last(n)
    left.step(n)
    both.step(n)
    last.step(n)
    return left.trace + both.trace * 7 + last.trace * 11
""",
    "a mixin brings attributes along": """
class Counted:
    LIMIT = 3
    count: int
    def __init__(self) -> None:
        self.count = 0
    def up(self) -> bool:
        self.count += 1
        return self.count > self.LIMIT

class Named:
    def __init__(self, name: int) -> None:
        self.name = name

class Thing(Named, Counted):
    def __init__(self, name: int) -> None:
        Named.__init__(self, name)
        Counted.__init__(self)

def go(n: int) -> int:
    thing = Thing(n)
    for _ in range(n):
        if thing.up():
            break
    return thing.count * 100 + thing.name + 10000 * isinstance(thing, Counted)
""",
    "an exception may have several bases": """
class Bad(ValueError):
    pass

class Worse(Bad, KeyError):
    pass

def go(n: int) -> int:
    try:
        if n > 2:
            raise Worse
        if n > 0:
            raise Bad
        raise KeyError
    except KeyError:
        return 1
    except ValueError:
        return 2
""",
    "a dataclass takes the fields of its bases first": """
from dataclasses import dataclass, field

@dataclass
class Point:
    x: int
    y: int = 5

@dataclass
class Named(Point):
    name: int = field(default=7, repr=False)
    y: int = 9
    z: int = field(init=False, default=3)

def go(n: int) -> int:
    a, b, c = Named(n), Named(n, 1), Named(1, name=n)
    return a.x + 10 * a.y + 100 * a.name + b.y + c.name * 1000 + c.y + a.z
""",
    "keyword-only fields come last": """
from dataclasses import KW_ONLY, dataclass, field

@dataclass
class A:
    a: int = field(kw_only=True)
    b: int
    _: KW_ONLY
    c: int = 4

@dataclass(kw_only=True)
class B(A):
    d: int

def go(n: int) -> int:
    a = A(1, a=n)
    b = B(2, a=n, d=5, c=6)
    return a.a + 10 * a.b + 100 * a.c + 1000 * b.d + 10000 * b.c + b.b
""",
    "__post_init__ gets what is only for it": """
from dataclasses import InitVar, dataclass

@dataclass
class A:
    a: int
    scale: InitVar[int] = 2
    total: int = 0
    def __post_init__(self, scale: int) -> None:
        if self.a < 0:
            raise ValueError(self.a)
        self.total += self.a * scale

def go(n: int) -> int:
    return A(n).total + 100 * A(3, n).total
""",
    "a frozen dataclass refuses assignments": """
from dataclasses import FrozenInstanceError, dataclass

@dataclass(frozen=True)
class A:
    a: int
    def change(self, n: int) -> None:
        self.a = n

def go(n: int) -> int:
    item = A(n)
    try:
        item.a = 3
    except FrozenInstanceError:
        pass
    else:
        return -1
    if n > 2:
        item.change(n)
    return item.a
""",
    "a constant of a class may be replaced below": """
class Shape:
    SIDES = 0
    SCALE = 2
    def sides(self) -> int:
        return self.SIDES * self.SCALE

class Square(Shape):
    SIDES = 4

class Line(Shape):
    SIDES = 1
    SCALE = 3

def pick(n: int) -> Shape:
    if n < 0:
        return Shape()
    return Square() if n < 2 else Line()

def go(n: int) -> int:
    shape = pick(n)
    return shape.sides() + 100 * shape.SIDES + 1000 * Square.SIDES
""",
    "an attribute may be set from outside": """
class Cell:
    def __init__(self, n: int) -> None:
        self.value = n

def tag(cell: Cell, n: int) -> None:
    cell.tag = n

def go(n: int) -> int:
    cell = Cell(n)
    if n > 0:
        tag(cell, n)
    return cell.tag + cell.value
""",
    "a class method makes objects of the class it is asked on": """
class Cell:
    def __init__(self, n: int) -> None:
        self.value = n
    @classmethod
    def twice(cls, n: int) -> "Cell":
        return cls(2 * n)
    @classmethod
    def base(cls) -> int:
        return 1

class Big(Cell):
    def __init__(self, n: int) -> None:
        super().__init__(n + 1000)
    @classmethod
    def base(cls) -> int:
        return 2

def go(n: int) -> int:
    return Cell.twice(n).value + Big.twice(n).value * 10 + Big.base() + Cell.base() * 7
""",
    "members of an Enum are constants": """
from enum import Enum, auto
import enum

class Colour(Enum):
    GREEN = auto()
    BLUE = auto()
    RED = "r"
    CRIMSON = "r"

    def is_warm(self):
        return self is Colour.RED

class Level(enum.Enum):
    LOW = 1
    HIGH = 7

def go(n: int) -> int:
    chosen = Colour.RED if n > 1 else Colour.BLUE if n > 0 else Colour("r")
    names = {Colour.RED: 1, Colour.GREEN: 2, Colour.BLUE: 3}
    total = names[chosen] + 10 * chosen.is_warm() + 100 * (chosen == Colour.CRIMSON)
    total += 1000 * (chosen.name == "RED") + Level(7).value * (chosen != Colour.BLUE)
    if n == 3:
        Level(n)
    if n == 10:
        chosen.other()
    return total + 10000 * isinstance(chosen, Colour) + len(chosen.name) + (Level.LOW in names)
""",
    "dataclasses are equal and ordered by their fields": """
from dataclasses import dataclass, field

@dataclass(order=True)
class Point:
    x: int
    y: int = field(default=0, compare=False)

@dataclass
class Other:
    x: int

@dataclass(frozen=True)
class Key:
    a: int
    b: str = "k"

def go(n: int) -> int:
    one, two, far = Point(n), Point(n, 5), Point(n + 1)
    total = (one == two) + 2 * (one != far) + 4 * (one < far) + 8 * (far >= two)
    total += 16 * (one == Other(n)) + 32 * (one == n) + 64 * (Other(n) == Other(n))
    seen = {Key(n): 1, Key(1): 2}
    total += 100 * len(seen) + 1000 * seen[Key(n, "k")]
    if n == 3:
        return one < n
    if n == 10:
        return len({one})
    return total
""",
    "a default is made anew for every object": """
from dataclasses import dataclass, field

@dataclass
class Bag:
    items: list[int] = field(default_factory=list)
    names: dict[str, int] = field(default_factory=lambda: {"a": 1})
    hidden: list[int] = field(init=False, default_factory=list)

def go(n: int) -> int:
    one, two, three = Bag(), Bag(), Bag([n])
    one.items.append(n)
    two.names["b"] = n
    one.hidden.append(1)
    return len(one.items) + 10 * len(two.items) + 100 * len(two.names) + three.items[0] * 1000
""",
    "a class inside a class is named through it": """
class Chain:
    class Link:
        __slots__ = ("value", "after")
        def __init__(self, value: int, after: "Chain.Link | None") -> None:
            self.value = value
            self.after = after

    def __init__(self) -> None:
        self.head: Chain.Link | None = None

    def push(self, n: int) -> None:
        self.head = Chain.Link(n, self.head)

    def push_again(self, n: int) -> None:
        self.head = self.Link(n, self.head)

def go(n: int) -> int:
    chain = Chain()
    chain.push(n)
    chain.push_again(n + 1)
    return chain.head.value * 100 + chain.head.after.value
""",
}


def test_a_generic_class_of_the_new_syntax_is_a_class() -> None:
    program = program_from("""
class Box[T]:
    def __init__(self, item: T) -> None:
        self.item = item
    def swap(self, item: T) -> T:
        old, self.item = self.item, item
        return old

def go(n: int) -> int:
    box = Box(n)
    return box.swap(n + 1) * 100 + box.item
""")
    outcome = run(program, "module module.go", (7,))
    assert isinstance(outcome, Returned) and outcome.value == 708


@pytest.mark.parametrize("text", CASES.values(), ids=CASES)
def test_as_in_cpython(text: str, tmp_path: Path) -> None:
    check_go(tmp_path, text)


def test_a_function_of_which_nobody_knows_the_text_is_not_followed() -> None:
    text = """
import sys

if sys.flags.optimize:
    def step() -> int:
        return 1
else:
    def step() -> int:
        return 2

try:
    from fast import power
except ImportError:
    def power(n: int) -> int:
        return n

def go(n: int) -> int:
    return n + step()

def other(n: int) -> int:
    return n + power(n)
"""
    program = program_from(text)
    for name, asked in (("go", "step"), ("other", "power")):
        outcome = run(program, f"module module.{name}", (1,))
        assert outcome == LeftOut(f"module module.{name}", f"`{asked}` is not known")
