"""Classes that keep an object to themselves: each shows another way in which clients get at it.

Place: tests/oracle; data for `client_modules`. In a text `$C` is the class, `$I` that of the object
inside, which is made without arguments, and `$k` a small number. `inner` is how a spec names
the object: `$s` is what the spec is given.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Handing:
    """A class, and where the object inside of it is."""

    text: str
    inner: str = "$s._item"
    with_raising: bool = False
    takes: bool = False  # making it takes an argument


_KEEPS = "class $C:\n    def __init__(self) -> None:\n        self._item = $I()\n"
_KEEPS_LIST = "class $C:\n    def __init__(self) -> None:\n        self._items = [$I()]\n"
_FIRST = "$s._items[0]"
_TYPING = "from typing import Any, Callable, Iterable, Iterator, NamedTuple\n"

HANDINGS: Mapping[str, Handing] = {
    "in a list": Handing(
        _KEEPS_LIST + "    def items(self) -> list[$I]:\n        return list(self._items)\n", _FIRST
    ),
    "in the list itself": Handing(
        _KEEPS_LIST + "    def items(self) -> list[$I]:\n        return self._items\n", _FIRST
    ),
    "in a dict": Handing(
        _KEEPS + '    def items(self) -> dict[str, $I]:\n        return {"a": self._item}\n'
    ),
    "in the values of a dict": Handing(
        "class $C:\n    def __init__(self) -> None:\n"
        '        self._items = {"a": $I()}\n'
        "    def items(self) -> Iterable[$I]:\n        return self._items.values()\n",
        '$s._items["a"]',
    ),
    "in a tuple": Handing(
        _KEEPS + "    def first(self) -> tuple[$I, int]:\n        return self._item, $k\n"
    ),
    "in a list of tuples": Handing(
        _KEEPS + "    def all(self) -> list[tuple[int, $I]]:\n        return [($k, self._item)]\n"
    ),
    "in a NamedTuple": Handing(
        "class Offer$C(NamedTuple):\n    item: $I\n    price: int\n\n\n"
        + _KEEPS
        + "    def offer(self) -> Offer$C:\n        return Offer$C(self._item, $k)\n"
    ),
    "in a dataclass": Handing(
        "from dataclasses import dataclass\n\n@dataclass\nclass Offer$C:\n    item: $I\n"
        "    price: int\n\n\n"
        + _KEEPS
        + "    def offer(self) -> Offer$C:\n        return Offer$C(self._item, $k)\n"
    ),
    "from a generator": Handing(
        _KEEPS_LIST
        + "    def each(self) -> Iterator[$I]:\n        for item in self._items:\n"
        + "            yield item\n",
        _FIRST,
    ),
    "by going through the object": Handing(
        _KEEPS_LIST + "    def __iter__(self) -> Iterator[$I]:\n        return iter(self._items)\n",
        _FIRST,
    ),
    "from enumerate": Handing(
        _KEEPS_LIST
        + "    def each(self) -> Iterator[tuple[int, $I]]:\n"
        + "        return enumerate(self._items)\n",
        _FIRST,
    ),
    "as one of several kinds": Handing(
        _KEEPS
        + "    def get(self, n: int) -> $I | int:\n        if n > $k:\n"
        + "            return self._item\n        return n\n"
    ),
    "as a result without annotation": Handing(
        _KEEPS + "    def get(self):\n        return self._item\n"
    ),
    "in a list without annotation": Handing(
        _KEEPS + "    def all(self):\n        return [self._item]\n"
    ),
    "as a result of any kind": Handing(
        _KEEPS + "    def get(self) -> Any:\n        return self._item\n"
    ),
    "as what a call made": Handing(
        "class $C:\n    def __init__(self) -> None:\n        self._items: list[$I] = []\n"
        "    def make(self) -> list[$I]:\n        item = $I()\n"
        "        self._items.append(item)\n        return [item]\n",
        _FIRST,
    ),
    "as an attribute": Handing(
        "class $C:\n    def __init__(self) -> None:\n        self.item = $I()\n", "$s.item"
    ),
    "in an attribute that is a list": Handing(
        "class $C:\n    def __init__(self) -> None:\n        self.items = [$I()]\n", "$s.items[0]"
    ),
    "as a property": Handing(
        _KEEPS + "    @property\n    def item(self) -> $I:\n        return self._item\n"
    ),
    "as an attribute of a class": Handing("class $C:\n    item = $I()\n", "$s.item"),
    "as a constant of the module": Handing(
        "item_$C = $I()\n\n\nclass $C:\n    def __init__(self) -> None:\n"
        "        self._item = item_$C\n"
    ),
    "from a function of the module": Handing(
        "_item_$C = $I()\n\n\ndef item_$C() -> $I:\n    return _item_$C\n\n\n"
        "class $C:\n    def __init__(self) -> None:\n        self._item = _item_$C\n"
    ),
    "beside the object that a function made": Handing(
        _KEEPS
        + "\n\ndef make_$C() -> tuple[$C, $I]:\n    made = $C()\n    return made, made._item\n"
    ),
    "as what a context gives": Handing(
        "from contextlib import contextmanager\n\n"
        + _KEEPS
        + "    @contextmanager\n    def lend(self) -> Iterator[$I]:\n        yield self._item\n"
    ),
    "as what entering the object gives": Handing(
        _KEEPS
        + "    def __enter__(self) -> $I:\n        return self._item\n"
        + "    def __exit__(self, *error: object) -> None:\n        pass\n"
    ),
    "from a closure": Handing(
        _KEEPS + "    def getter(self) -> Callable[[], $I]:\n        return lambda: self._item\n"
    ),
    "as an item of the object": Handing(
        _KEEPS_LIST + "    def __getitem__(self, n: int) -> $I:\n        return self._items[n]\n",
        _FIRST,
    ),
    "as what it was made with": Handing(
        "class $C:\n    def __init__(self, item: $I) -> None:\n        self._item = item\n",
        takes=True,
    ),
    "in a list that it was made with": Handing(
        "class $C:\n    def __init__(self, items: list[$I]) -> None:\n"
        "        self._items = items\n",
        _FIRST,
        takes=True,
    ),
    "to a function that is given": Handing(
        _KEEPS + "    def visit(self, f: Callable[[$I], None]) -> None:\n        f(self._item)\n"
    ),
    "in a set": Handing(_KEEPS + "    def all(self) -> set[$I]:\n        return {self._item}\n"),
    "in a dict inside of a list": Handing(
        _KEEPS + '    def all(self) -> list[dict[str, $I]]:\n        return [{"a": self._item}]\n'
    ),
    "as the second of what is gone through": Handing(
        "class $C:\n    def __init__(self) -> None:\n        self._items = [$I(), $I()]\n"
        "    def each(self) -> Iterator[$I]:\n        yield from self._items\n",
        "$s._items[1]",
    ),
    "from an object that a call gave": Handing(
        "class _Box$C:\n    def __init__(self, item: $I) -> None:\n        self._item = item\n"
        "    def get(self) -> $I:\n        return self._item\n\n\n"
        + _KEEPS
        + '    def box(self) -> "_Box$C":\n        return _Box$C(self._item)\n'
    ),
    "as an optional result": Handing(
        _KEEPS
        + "    def get(self, n: int) -> $I | None:\n        if n == $k:\n"
        + "            return self._item\n        return None\n"
    ),
    "as what it was given before": Handing(
        "class $C:\n    def __init__(self) -> None:\n        self._item: $I | None = None\n"
        "    def put(self, item: $I) -> None:\n        self._item = item\n"
    ),
    "among what it was given": Handing(
        "class $C:\n    def __init__(self) -> None:\n        self._items: list[$I] = []\n"
        "    def put(self, items: Iterable[$I]) -> None:\n        self._items.extend(items)\n",
        _FIRST,
    ),
    "as an attribute of an attribute": Handing(
        "class Box$C:\n    def __init__(self) -> None:\n        self.item = $I()\n\n\n"
        "class $C:\n    def __init__(self) -> None:\n        self.box = Box$C()\n",
        "$s.box.item",
    ),
    "as a field of a dataclass": Handing(
        "from dataclasses import dataclass, field\n\n@dataclass\nclass $C:\n"
        "    item: $I = field(default_factory=$I)\n",
        "$s.item",
    ),
    "in an exception": Handing(
        "class Bad$C(Exception):\n    def __init__(self, item: $I) -> None:\n"
        '        super().__init__("bad")\n        self.item = item\n\n\n'
        + _KEEPS
        + "    def go(self) -> None:\n        raise Bad$C(self._item)\n",
        with_raising=True,
    ),
    "in the arguments of an exception": Handing(
        _KEEPS + "    def go(self) -> None:\n        raise ValueError(self._item)\n",
        with_raising=True,
    ),
}
