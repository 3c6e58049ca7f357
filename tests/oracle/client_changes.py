"""Classes whose objects have secret state: each shows another way in which clients change it.

Place: tests/oracle; data for `client_modules`. In a text `$C` is the class, `$k` a small number and
`$x` an object that is asked about. `told` is true after clients did what the name says, and there
is no other way; `never` is true after nothing that they do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Change:
    """A class, and what tells that a client changed an object of it."""

    text: str
    told: str
    never: str = "$x._n < 0"


_COUNTED = """class $C:
    def __init__(self) -> None:
        self._n = 0
"""
_FORCED = _COUNTED + "    def _force(self) -> None:\n        self._n = $k\n"
_IS_FORCED = "$x._n == $k"
_PUT = _COUNTED + "    def _put(self, n: int) -> None:\n        self._n = n * n\n"
_IS_PUT = "$x._n == $k * $k"

_OBJECTS: Mapping[str, Change] = {
    "calls a method twice": Change(
        _COUNTED + "    def use(self) -> None:\n        self._n += 1\n", "$x._n == 2"
    ),
    "gives a number": Change(
        _COUNTED
        + "    def put(self, n: int) -> None:\n        if n > $k:\n            self._n = n\n",
        "$x._n == $k + 1",
        "0 < $x._n <= $k",
    ),
    "uses a second name": Change(_FORCED + "    go = _force\n", _IS_FORCED),
    "uses a function of the module as a method": Change(
        "def _forced(it) -> None:\n    it._n = $k\n\n" + _COUNTED + "    go = _forced\n", _IS_FORCED
    ),
    "calls a lambda of the class": Change(
        _FORCED + "    go = lambda self: self._force()\n", _IS_FORCED
    ),
    "calls a partial method": Change(
        "from functools import partialmethod\n\n" + _PUT + "    go = partialmethod(_put, $k)\n",
        _IS_PUT,
    ),
    "calls a class method that is a lambda": Change(
        _FORCED.replace(
            "-> None:\n        self._n = $k", '-> "$C":\n        self._n = $k\n        return self'
        )
        + "    made = classmethod(lambda cls: cls()._force())\n",
        _IS_FORCED,
    ),
    "sets a property that is made of two functions": Change(
        _PUT
        + "    def _get(self) -> int:\n        return self._n\n"
        + "    value = property(_get, _put)\n",
        _IS_PUT,
    ),
    "sets a property": Change(
        _COUNTED
        + "    @property\n    def value(self) -> int:\n        return self._n\n"
        + "    @value.setter\n    def value(self, n: int) -> None:\n        self._n = n * n\n",
        _IS_PUT,
    ),
    "deletes a property": Change(
        _COUNTED
        + "    @property\n    def value(self) -> int:\n        return self._n\n"
        + "    @value.deleter\n    def value(self) -> None:\n        self._n = $k\n",
        _IS_FORCED,
    ),
    "reads a property that counts": Change(
        _COUNTED
        + "    @property\n    def value(self) -> int:\n        self._n += 1\n"
        + "        return self._n\n",
        "$x._n == 2",
    ),
    "calls a function that a decorator made": Change(
        "def _deco$C(f):\n    def inner(self, n: int) -> None:\n        f(self, n + 1)\n"
        "    return inner\n\n" + _PUT + "    go = _deco$C(_put)\n",
        _IS_PUT,
    ),
    "works inside of a context that a generator makes": Change(
        "from contextlib import contextmanager\nfrom typing import Iterator\n\n"
        + _COUNTED
        + "        self._open = False\n"
        + "    @contextmanager\n    def use(self) -> Iterator[None]:\n        self._open = True\n"
        + "        yield\n        self._open = False\n"
        + "    def poke(self) -> None:\n        if self._open:\n            self._n = $k\n",
        _IS_FORCED,
    ),
    "is asked inside of a context": Change(
        "from contextlib import contextmanager\nfrom typing import Iterator\n\n"
        + _COUNTED
        + "    @contextmanager\n    def use(self) -> Iterator[int]:\n        self._n += 1\n"
        + "        yield self._n\n        self._n -= 1\n",
        "$x._n == 2",
    ),
    "works inside of a context that an object is": Change(
        _COUNTED
        + "        self._open = False\n"
        + '    def __enter__(self) -> "$C":\n        self._open = True\n        return self\n'
        + "    def __exit__(self, *error: object) -> None:\n        self._open = False\n"
        + "    def poke(self) -> None:\n        if self._open:\n            self._n = $k\n",
        _IS_FORCED,
    ),
    "calls a closure that a call gave": Change(
        "from typing import Callable\n\n"
        + _COUNTED
        + "    def opener(self) -> Callable[[], None]:\n        def go() -> None:\n"
        + "            self._n = $k\n        return go\n",
        _IS_FORCED,
    ),
    "calls a bound private method that a call gave": Change(
        "from typing import Callable\n\n"
        + _FORCED
        + "    def opener(self) -> Callable[[], None]:\n        return self._force\n",
        _IS_FORCED,
    ),
    "calls a lambda that a call gave": Change(
        _FORCED + "    def opener(self):\n        return lambda: self._force()\n", _IS_FORCED
    ),
    "calls what it finds in a dict that a call gave": Change(
        "from typing import Callable\n\n"
        + _FORCED
        + "    def actions(self) -> dict[str, Callable[[], None]]:\n"
        + '        return {"go": self._force}\n',
        _IS_FORCED,
    ),
    "advances a generator by one": Change(
        "from typing import Iterator\n\n"
        + _COUNTED
        + "    def steps(self) -> Iterator[int]:\n        for n in range(3):\n"
        + "            self._n = n + 1\n            yield n\n        self._n = 0\n",
        "$x._n == 2",
    ),
    "calls something while an iterator waits": Change(
        "from typing import Iterator\n\n"
        + _COUNTED
        + "    def put(self) -> None:\n        self._n = 1\n"
        + "    def steps(self) -> Iterator[int]:\n        self._n = 0\n        yield 1\n"
        + "        if self._n == 1:\n            self._n = $k\n",
        _IS_FORCED,
    ),
    "calls the object": Change(
        _COUNTED + "    def __call__(self, n: int) -> None:\n        self._n = n * n\n", _IS_PUT
    ),
    "uses an operator in place": Change(
        _COUNTED
        + '    def __iadd__(self, n: int) -> "$C":\n        self._n += n * n\n'
        + "        return self\n",
        _IS_PUT,
    ),
    "sets an item": Change(
        _COUNTED
        + "    def __setitem__(self, key: str, n: int) -> None:\n        self._n = n * n\n",
        _IS_PUT,
    ),
    "reads an item that counts": Change(
        _COUNTED
        + "    def __getitem__(self, n: int) -> int:\n        self._n += n * n\n"
        + "        return n\n",
        _IS_PUT,
    ),
    "deletes an item": Change(
        _COUNTED + "    def __delitem__(self, n: int) -> None:\n        self._n = n * n\n",
        _IS_PUT,
    ),
    "asks for its length": Change(
        _COUNTED + "    def __len__(self) -> int:\n        self._n = $k\n        return 1\n",
        _IS_FORCED,
    ),
    "asks whether it contains something": Change(
        _COUNTED
        + "    def __contains__(self, n: int) -> bool:\n        self._n = n * n\n"
        + "        return False\n",
        _IS_PUT,
    ),
    "calls a static method": Change(
        _COUNTED + '    @staticmethod\n    def set(it: "$C") -> None:\n        it._n = $k\n',
        _IS_FORCED,
    ),
    "makes it by a class method": Change(
        _FORCED
        + '    @classmethod\n    def made(cls) -> "$C":\n        one = cls()\n'
        + "        one._force()\n        return one\n",
        _IS_FORCED,
    ),
    "calls a method of a private base": Change(
        "class _Base$C:\n    def __init__(self) -> None:\n        self._n = 0\n"
        "    def go(self) -> None:\n        self._n = $k\n\n\nclass $C(_Base$C):\n    pass\n",
        _IS_FORCED,
    ),
    "calls a method that the class was given later": Change(
        "def _forced$C(it) -> None:\n    it._n = $k\n\n\n" + _COUNTED + "\n\n$C.go = _forced$C\n",
        _IS_FORCED,
    ),
    "calls a method that a decorator of the class added": Change(
        "def _deco$C(cls):\n    def go(self) -> None:\n        self._n = $k\n"
        "    cls.go = go\n    return cls\n\n\n@_deco$C\n" + _COUNTED,
        _IS_FORCED,
    ),
    "calls a partial that a call gave": Change(
        "from functools import partial\n\n"
        + _PUT
        + "    def setter(self):\n        return partial(self._put, $k)\n",
        _IS_PUT,
    ),
    "calls an object that a call gave": Change(
        "class _Setter$C:\n    def __init__(self, it) -> None:\n        self._it = it\n"
        "    def __call__(self, n: int) -> None:\n        self._it._put(n)\n\n\n"
        + _PUT
        + "    def setter(self):\n        return _Setter$C(self)\n",
        _IS_PUT,
    ),
    "calls a method of a private object that a call gave": Change(
        "class _Door$C:\n    def __init__(self, it) -> None:\n        self._it = it\n"
        "    def open(self) -> None:\n        self._it._force()\n\n\n"
        + _FORCED
        + '    def door(self) -> "_Door$C":\n        return _Door$C(self)\n',
        _IS_FORCED,
    ),
    "calls a method of a class inside of the class": Change(
        _FORCED
        + '    class Door:\n        def __init__(self, it: "$C") -> None:\n'
        + "            self._it = it\n        def open(self) -> None:\n"
        + "            self._it._force()\n",
        _IS_FORCED,
    ),
    "goes through an iterator of its own": Change(
        _COUNTED
        + '    def __iter__(self) -> "$C":\n        return self\n'
        + "    def __next__(self) -> int:\n        self._n += 1\n        return self._n\n",
        "$x._n == 2",
    ),
    "compares it": Change(
        _COUNTED
        + "    def __lt__(self, n: int) -> bool:\n        self._n = n * n\n        return True\n",
        _IS_PUT,
    ),
    "adds to it": Change(
        _COUNTED
        + '    def __add__(self, n: int) -> "$C":\n        self._n = n * n\n'
        + "        return self\n",
        _IS_PUT,
    ),
    "asks for its text": Change(
        _COUNTED + '    def __str__(self) -> str:\n        self._n = $k\n        return "it"\n',
        _IS_FORCED,
    ),
    "asks whether it is true": Change(
        _COUNTED + "    def __bool__(self) -> bool:\n        self._n = $k\n        return True\n",
        _IS_FORCED,
    ),
    "reads a key that is missing": Change(
        "class $C(dict[str, int]):\n    def __init__(self) -> None:\n        super().__init__()\n"
        "        self._n = 0\n"
        "    def __missing__(self, key: str) -> int:\n        self._n = $k\n        return 0\n",
        _IS_FORCED,
    ),
    "enters two contexts": Change(
        "from contextlib import contextmanager\nfrom typing import Iterator\n\n"
        + _COUNTED
        + "    @contextmanager\n    def use(self) -> Iterator[None]:\n        self._n += 1\n"
        + "        yield\n        self._n -= 1\n",
        "$x._n == 2",
    ),
    "leaves a context": Change(
        "from contextlib import contextmanager\nfrom typing import Iterator\n\n"
        + _COUNTED
        + "    @contextmanager\n    def use(self) -> Iterator[None]:\n        yield\n"
        + "        self._n = $k\n",
        _IS_FORCED,
    ),
    "takes a function that calls back": Change(
        "from typing import Callable\n\n"
        + _COUNTED
        + "        self._busy = False\n"
        + "    def run(self, f: Callable[[], int]) -> None:\n        if self._busy:\n"
        + "            self._n = $k\n        self._busy = True\n        f()\n"
        + "        self._busy = False\n",
        _IS_FORCED,
    ),
    "takes a function that raises": Change(
        "from typing import Callable\n\n"
        + _COUNTED
        + "    def run(self, f: Callable[[], int]) -> None:\n        try:\n            f()\n"
        + "        except ValueError:\n            self._n = $k\n",
        _IS_FORCED,
    ),
}

# Classes below containers: all that changes one raises, but for what the name says. What they hold
# in the beginning, what tells that it was changed, and what never happens.
_LEFT_OPEN: Mapping[str, tuple[str, str, str]] = {
    "__iadd__": ("list", "[1, 2]", "len($x) == 3"),
    "__imul__": ("list", "[1, 2]", "len($x) == 4"),
    "reverse": ("list", "[1, 2]", "list($x) == [2, 1]"),
    "sort": ("list", "[2, 1]", "list($x) == [1, 2]"),
    "extend": ("list", "[1, 2]", "len($x) == 3"),
    "insert": ("list", "[1, 2]", "list($x)[1:] == [1, 2]"),
    "append": ("list", "[1, 2]", "list($x)[:2] == [1, 2] and len($x) == 3"),
    "pop": ("list", "[1, 2]", "len($x) == 1"),
    "__delitem__": ("list", "[1, 2]", "len($x) == 1"),
    "__setitem__": ("list", "[1, 2]", "len($x) == 2 and list($x) != [1, 2]"),
    "clear": ("list", "[1, 2]", "len($x) == 0"),
    "__ior__": ("set", "[1, 2]", "len($x) == 3"),
    "__ixor__": ("set", "[1, 2]", "len($x) == 1"),
    "__iand__": ("set", "[1, 2]", "len($x) == 1"),
    "__isub__": ("set", "[1, 2]", "len($x) == 1"),
    "symmetric_difference_update": ("set", "[1, 2]", "len($x) == 1"),
    "update": ("set", "[1, 2]", "len($x) == 3"),
    "discard": ("set", "[1, 2]", "len($x) == 1"),
    "__ior__ ": ("dict", '{"a": 1}', "len($x) == 2"),
    "setdefault": ("dict", '{"a": 1}', "len($x) == 2"),
    "popitem": ("dict", '{"a": 1}', "len($x) == 0"),
    "update ": ("dict", '{"a": 1}', '$x["a"] != 1'),
}
_CHANGING = {
    "list": (
        *("append", "extend", "insert", "pop", "remove", "clear", "reverse", "sort"),
        *("__setitem__", "__delitem__", "__iadd__", "__imul__"),
    ),
    "set": (
        *("add", "discard", "remove", "pop", "clear", "update", "intersection_update"),
        *("difference_update", "symmetric_difference_update"),
        *("__ior__", "__iand__", "__isub__", "__ixor__"),
    ),
    "dict": (
        *("pop", "popitem", "clear", "setdefault", "update", "__setitem__", "__delitem__"),
        "__ior__",
    ),
}


def _below(base: str, start: str, left_open: str) -> str:
    closed = [name for name in _CHANGING[base] if name != left_open]
    return (
        f"class $C({base}):\n    def __init__(self) -> None:\n        super().__init__({start})\n"
        "    def _refuse(self, *given: object) -> None:\n        raise ValueError\n"
    ) + "".join(f"    {name} = _refuse\n" for name in closed)


_BELOW = {
    f"uses {name.strip()} of a {base}": Change(
        _below(base, start, name.strip()), told, f"not isinstance($x, {base})"
    )
    for name, (base, start, told) in _LEFT_OPEN.items()
}

CHANGES: Mapping[str, Change] = {**_OBJECTS, **_BELOW}
