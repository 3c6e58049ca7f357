"""Classes whose state tells what a client gave, or what it did to what is shared.

Place: tests/oracle; data for `client_modules`. In a text `$C` is a class, `$k` a small number;
`told` is true of an object `$x` of the class `$C` after a client gave what the name says, or did
it, and there is no other way.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

TYPING = (
    "from collections import Counter\n"
    "from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence\n"
    "from typing import Any, Literal, Protocol\n"
)


@dataclass(frozen=True)
class Giving:
    """Classes and functions, and what tells that a client gave or did something."""

    text: str
    told: str = "$x._n == $k"
    never: str = "$x._n < 0"


_COUNTED = "class $C:\n    def __init__(self) -> None:\n        self._n = 0\n"


def _seen(parameter: str, condition: str) -> Giving:
    """A method that notes whether what it is given is such a thing."""
    return Giving(
        _COUNTED
        + f"    def f(self, {parameter}) -> None:\n        if {condition}:\n"
        + "            self._n = $k\n"
    )


GIVINGS: Mapping[str, Giving] = {
    "an iterator for Iterable": _seen(
        "xs: Iterable[int]", "len(list(xs)) == 2 and len(list(xs)) == 0"
    ),
    "a list for Iterable": _seen("xs: Iterable[int]", "len(list(xs)) == 2 == len(list(xs))"),
    "a tuple for Sequence": _seen("xs: Sequence[int]", "isinstance(xs, tuple)"),
    "a range for Sequence": _seen("xs: Sequence[int]", "isinstance(xs, range)"),
    "a Counter for Mapping": _seen("xs: Mapping[str, int]", "isinstance(xs, Counter)"),
    "a mapping that has what it does not contain": _seen(
        "xs: Mapping[str, int]", '"z" not in xs and xs["z"] == 0'
    ),
    "an int for float": _seen("x: float", "isinstance(x, int)"),
    "a float for float": _seen("x: float", "isinstance(x, float) and x == 0.5"),
    "one list twice": Giving(
        _COUNTED
        + "    def f(self, xs: list[int], ys: list[int]) -> None:\n        before = len(xs)\n"
        + "        ys.append($k)\n        if len(xs) != before:\n            self._n = $k\n"
    ),
    "one object twice in a list": Giving(
        "class Part$C:\n    def __init__(self) -> None:\n        self._m = 0\n\n\n"
        + _COUNTED
        + "    def f(self, xs: list[Part$C]) -> None:\n"
        + "        if len(xs) == 2 and xs[0] is xs[1]:\n            self._n = $k\n"
    ),
    "one object twice in a dict": Giving(
        "class Part$C:\n    def __init__(self) -> None:\n        self._m = 0\n\n\n"
        + _COUNTED
        + "    def f(self, xs: dict[str, Part$C]) -> None:\n        parts = list(xs.values())\n"
        + "        if len(parts) == 2 and parts[0] is parts[1]:\n            self._n = $k\n"
    ),
    "one list twice in a dict": Giving(
        _COUNTED
        + "    def f(self, xs: dict[str, list[int]]) -> None:\n        parts = list(xs.values())\n"
        + "        if len(parts) == 2 and parts[0] is parts[1]:\n            self._n = $k\n"
    ),
    "one list twice in a list": _seen("xs: list[list[int]]", "len(xs) == 2 and xs[0] is xs[1]"),
    "the object itself": Giving(
        _COUNTED
        + '    def f(self, other: "$C") -> None:\n        if other is self:\n'
        + "            self._n = $k\n"
    ),
    "its own container": Giving(
        "class $C:\n    def __init__(self) -> None:\n        self._items = [1, 2]\n"
        "        self._n = 0\n"
        "    def items(self) -> list[int]:\n        return self._items\n"
        "    def drain(self, xs: list[int]) -> None:\n        while xs:\n            xs.pop()\n"
        "        if not self._items:\n            self._n = $k\n"
    ),
    "its own container at once": Giving(
        "class $C:\n    def __init__(self) -> None:\n        self._items = [1]\n"
        "        self._n = 0\n"
        "    def items(self) -> list[int]:\n        return self._items\n"
        "    def take(self, xs: Iterable[int]) -> None:\n        for x in xs:\n"
        "            if len(self._items) < 3:\n                self._items.append(x)\n"
        "            else:\n                break\n"
        "        if self._items == [1, 1, 1]:\n            self._n = $k\n"
    ),
    "what fits a protocol": Giving(
        "class Sink$C(Protocol):\n    def put(self, n: int) -> None: ...\n\n\n"
        "class Store$C:\n    def __init__(self) -> None:\n        self._m = 0\n"
        "    def put(self, n: int) -> None:\n        self._m = n\n\n\n"
        "class $C:\n    def __init__(self, sink: Sink$C) -> None:\n        self._sink = sink\n"
        "        sink.put($k)\n",
        "isinstance($x._sink, Store$C) and $x._sink._m == $k",
        "$x._sink is None",
    ),
    "its own object for a protocol": Giving(
        "class Clock$C(Protocol):\n    def now(self) -> int: ...\n\n\n"
        "class $C:\n    def __init__(self, clock: Clock$C) -> None:\n"
        "        self._n = abs(clock.now())\n"
    ),
    "what is below an abstract class": Giving(
        "from abc import ABC, abstractmethod\n\nclass Shape$C(ABC):\n    @abstractmethod\n"
        "    def area(self) -> int: ...\n\n\n"
        "class Square$C(Shape$C):\n    def __init__(self, side: int) -> None:\n"
        "        self._side = side\n    def area(self) -> int:\n"
        "        return self._side * self._side\n\n\n"
        + _COUNTED
        + "    def put(self, shape: Shape$C) -> None:\n        self._n = shape.area()\n",
        "$x._n == $k * $k",
    ),
    "a class": Giving(
        "class Room$C:\n    least = 0\n\n\nclass Hotel$C:\n"
        "    def __init__(self, kind: type[Room$C]) -> None:\n        self._kind = kind\n"
        "    def allow(self) -> None:\n        self._kind.least = $k\n\n\n"
        "class $C(Room$C):\n    def __init__(self) -> None:\n        self._n = Room$C.least\n"
    ),
    "a class where nothing says what": _seen("x", "x is $C"),
    "None where nothing says what": _seen("x=0", "x is None"),
    "a list where nothing says what": _seen("x", "isinstance(x, list) and len(x) == 2"),
    "an object where nothing says what": _seen("x", "x is self"),
    "several values": Giving(
        _COUNTED
        + "    def f(self, *xs: int) -> None:\n        if len(xs) == 2:\n"
        + "            self._n = $k\n"
    ),
    "a result of a function that it brings": Giving(
        _COUNTED
        + "    def f(self, f: Callable[[int], int]) -> None:\n        if f($k) == $k + 1:\n"
        + "            self._n = $k\n"
    ),
    "an object that it read from another": Giving(
        "class Node$C:\n    def __init__(self) -> None:\n        self._m = 0\n\n\n"
        "class $C:\n    def __init__(self) -> None:\n        self.head = Node$C()\n"
        "        self._n = 0\n"
        "    def before(self, node: Node$C) -> None:\n        if node is self.head:\n"
        "            self._n = $k\n"
    ),
    "to a function of the module": Giving(
        _COUNTED
        + "    def _add(self, n: int) -> None:\n        self._n += n\n\n\n"
        + "def transfer_$C(a: $C, b: $C, n: int) -> None:\n    a._add(n)\n    b._add(n + 1)\n",
        "$x._n == $k",
        "isinstance($x, int)",
    ),
    "a method of an enumeration member": Giving(
        "from enum import Enum\n\nclass Level$C(Enum):\n    LOW = 1\n    HIGH = 2\n"
        "    def __init__(self, n: int) -> None:\n        self._hits = 0\n"
        "    def hit(self) -> None:\n        self._hits += 1\n\n\n"
        "class $C:\n    def __init__(self) -> None:\n        self._level = Level$C.LOW\n",
        "$x._level._hits == 2",
        "$x._level._hits < 0",
    ),
    "a class attribute by another class": Giving(
        "class Bank$C:\n    def allow(self, n: int) -> None:\n        $C._over = n * n\n\n\n"
        "class $C:\n    _over = 0\n    def __init__(self) -> None:\n        self._n = $C._over\n",
        "$x._n == $k * $k",
    ),
    "a class attribute by a function": Giving(
        "class $C:\n    _least = 0\n    def __init__(self) -> None:\n        self._n = $C._least\n"
        "\n\ndef sale_$C() -> None:\n    $C._least = $k\n"
    ),
    "a global by another class": Giving(
        "_limit_$C = 0\n\n\n"
        + _COUNTED
        + "    def take(self) -> None:\n        self._n = _limit_$C\n\n\n"
        + "class Bank$C:\n    def allow(self) -> None:\n        global _limit_$C\n"
        + "        _limit_$C = $k\n"
    ),
    "a global by a function": Giving(
        "_limit_$C = 0\n\n\n"
        + _COUNTED
        + "    def take(self) -> None:\n        self._n = _limit_$C\n\n\n"
        + "def allow_$C(n: int) -> None:\n    global _limit_$C\n    _limit_$C = n * n\n",
        "$x._n == $k * $k",
    ),
    "a dict of the module by another class": Giving(
        "_seen_$C: dict[str, int] = {}\n\n\n"
        + _COUNTED
        + "    def take(self) -> None:\n        self._n = len(_seen_$C)\n\n\n"
        + "class Desk$C:\n    def see(self, name: str) -> None:\n"
        + "        _seen_$C[name] = $k\n",
        "$x._n == 2",
    ),
    "a list of a class by another class": Giving(
        "class $C:\n    _log: list[int] = []\n    def __init__(self) -> None:\n"
        "        self._n = len($C._log)\n\n\n"
        "class Desk$C:\n    def note(self) -> None:\n        $C._log.append($k)\n",
        "$x._n == 2",
    ),
    "a string for Iterable": _seen("xs: Iterable[str]", 'isinstance(xs, str) and xs == "ab"'),
    "a set for Iterable": _seen("xs: Iterable[int]", "isinstance(xs, set) and len(xs) == 2"),
    "a dict for Iterable": _seen("xs: Iterable[str]", "isinstance(xs, dict)"),
    "True for int": _seen("x: int", "x is True"),
    "a large int": _seen("x: int", "x >= 2**63"),
    "names of its own": _seen("**xs: int", "len(xs) == 1"),
    "None for an optional object": Giving(
        _COUNTED
        + '    def f(self, other: "$C | None" = None, *, hard: bool = False) -> None:\n'
        + "        if other is None and hard:\n            self._n = $k\n"
    ),
    "a literal": _seen('x: Literal["a", "zz"]', 'x == "zz"'),
    "another kind of a union": _seen("x: int | list[str]", "isinstance(x, list) and not x"),
    "a function that gives something else each time": Giving(
        _COUNTED
        + "    def f(self, f: Callable[[], int]) -> None:\n        if f() != f():\n"
        + "            self._n = $k\n"
    ),
    "a class for Callable": Giving(
        _COUNTED
        + '    def f(self, f: Callable[[], "$C"]) -> None:\n        one = f()\n'
        + "        if one is not self and one._n == 0:\n            self._n = $k\n"
    ),
    "a method of another object for Callable": Giving(
        "class Meter$C:\n    def __init__(self) -> None:\n        self._m = 0\n"
        "    def read(self) -> int:\n        self._m += 1\n        return self._m\n\n\n"
        "class $C:\n    def __init__(self, meter: Meter$C) -> None:\n"
        "        self._meter = meter\n        self._n = 0\n"
        "    def f(self, f: Callable[[], int]) -> None:\n        before = self._meter._m\n"
        "        f()\n        if self._meter._m > before:\n            self._n = $k\n"
    ),
    "its own generator": Giving(
        "class $C:\n    def __init__(self) -> None:\n        self._items = [1, 2]\n"
        "        self._n = 0\n"
        "    def each(self) -> Iterator[int]:\n        yield from self._items\n"
        "    def drop(self, xs: Iterator[int]) -> None:\n        for x in xs:\n"
        "            self._items.remove(x)\n"
        "        if self._items == [2]:\n            self._n = $k\n"
    ),
    "objects that it linked to a ring": Giving(
        "class $C:\n    def __init__(self) -> None:\n        self._next: $C | None = None\n"
        "        self._n = 0\n"
        "    def link(self, other: $C) -> None:\n        self._next = other\n",
        "$x._next is not $x and $x._next._next is $x",
    ),
    "an object of a class below": Giving(
        "class Base$C:\n    def size(self) -> int:\n        return 0\n\n\n"
        "class Below$C(Base$C):\n    def size(self) -> int:\n        return $k\n\n\n"
        + _COUNTED
        + "    def f(self, other: Base$C) -> None:\n        self._n = other.size()\n"
    ),
    "a class below for a class": Giving(
        "class Base$C:\n    size = 0\n\n\nclass Below$C(Base$C):\n    size = $k\n\n\n"
        + _COUNTED
        + "    def f(self, kind: type[Base$C]) -> None:\n        self._n = kind.size\n"
    ),
    "a default that calls share": Giving(
        "class $C:\n    def __init__(self) -> None:\n        self._n = 0\n"
        "    def f(self, n: int, seen: list[int] = []) -> None:\n        seen.append(n)\n"
        "        self._n = len(seen)\n",
        "$x._n == 3 and not isinstance($x, int)",
    ),
    "a counter that objects share": Giving(
        "class $C:\n    _made = 0\n    def __init__(self) -> None:\n        $C._made += 1\n"
        "        self._n = $C._made\n",
        "$x._n == 3",
    ),
}
