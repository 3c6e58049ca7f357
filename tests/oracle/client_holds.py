"""What a Python client holds: values of its variables, what the module has, and what these lead to.

Place: tests/oracle, in the process of `client_worker`. Getting at a held value runs no code of the
module: items of lists, tuples, dicts and sets, fields, `args` and attributes of exceptions, public
attributes of objects and classes. A property is a call, so it is not followed here.
Says, too, how large the heap is that some values lead to.
"""

from __future__ import annotations

import collections.abc as abc
import types
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from oracle.python_clients import KNOWN, MODULE, Client, Thing, World, is_of_module, is_public

MOST_DEEP = 3
MOST_ITEMS = 4  # of one container
MOST_HELD = 60
PLAIN = (int, str, float, bytes, bool, type(None))
VIEWS: tuple[type, ...] = (abc.KeysView, abc.ValuesView, abc.ItemsView)
CONTAINERS = (list, tuple, dict, set, frozenset, deque)


@dataclass(frozen=True)
class Reference:
    """A value and an expression for it."""

    text: str
    value: Thing


def references(client: Client) -> list[Reference]:
    """Give what a client holds, the latest first, each object once."""
    key = (references, id(client))
    known = KNOWN.get(key)
    if known is None or known[0] is not client or known[1] != len(client.steps):
        known = KNOWN[key] = client, len(client.steps), _references(client)
    found: list[Reference] = known[2]
    return found


def _references(client: Client) -> list[Reference]:
    names = client.world.names
    start = [Reference(name, names[name]) for name in reversed(client.held) if name in names]
    start += [Reference(name, names[name]) for name in client.world.public if name in names]
    found: list[Reference] = []
    seen: set[int] = set()
    level = start
    for _ in range(MOST_DEEP + 1):
        below: list[Reference] = []
        for one in level:
            if isinstance(one.value, PLAIN):
                found.append(one)
            elif id(one.value) not in seen:
                seen.add(id(one.value))
                found.append(one)
                below.extend(parts(one))
        level = below
        if len(found) > MOST_HELD:
            break
    return found[:MOST_HELD]


def parts(one: Reference) -> Iterator[Reference]:
    """Give what a held value leads to without a call."""
    value, text = one.value, one.text
    kind = type(value)
    if kind in (list, deque) or isinstance(value, tuple):
        for number, item in zip(range(MOST_ITEMS), value, strict=False):
            yield Reference(f"{text}[{number}]", item)
    elif isinstance(value, dict) and kind.__module__ != MODULE:
        for number, (key, item) in zip(range(MOST_ITEMS), list(value.items()), strict=False):
            if type(key) in (int, str, bool):
                yield Reference(f"{text}[{key!r}]", item)
            else:
                yield Reference(f"list({text})[{number}]", key)
                yield Reference(f"list({text}.values())[{number}]", item)
    elif kind in (set, frozenset) or (isinstance(value, VIEWS) and kind.__module__ != MODULE):
        for number, item in zip(range(MOST_ITEMS), list(value), strict=False):
            yield Reference(f"list({text})[{number}]", item)
    if isinstance(value, BaseException):
        yield Reference(f"{text}.args", value.args)
    if is_of_module(value) or (isinstance(value, type) and value.__module__ == MODULE):
        for name in readable(value):
            yield Reference(f"{text}.{name}", getattr(value, name))


def readable(value: Thing) -> list[str]:
    """Name the public attributes that an object or class has, where reading them is no call."""
    is_class = isinstance(value, type)
    cls = value if is_class else type(value)
    names = () if is_class else getattr(value, "__dict__", ())
    found = [name for name in names if isinstance(name, str)]
    slots, fixed = _class_attributes(cls)
    found += [] if is_class else [name for name in slots if hasattr(value, name)]
    found += [name for name in fixed if name not in names]
    return [name for name in dict.fromkeys(found) if is_public(name) and name.isidentifier()]


def _class_attributes(cls: type) -> tuple[list[str], list[str]]:
    """Name the slots of objects, and the attributes that a class has for all of them."""
    own = [level for level in cls.__mro__ if level.__module__ == MODULE]
    key = (_class_attributes, cls, *(len(vars(level)) for level in own))
    if key not in KNOWN:
        slots = [name for level in own for name in _slots(level)]
        members = [one for level in own for one in vars(level).items()]
        fixed = [name for name, held in members if not _is_member(held) or _is_inner(held)]
        KNOWN[key] = slots, list(dict.fromkeys(fixed))
    found: tuple[list[str], list[str]] = KNOWN[key]
    return found


def _slots(level: type) -> Iterable[str]:
    slots = vars(level).get("__slots__", ())
    return (slots,) if isinstance(slots, str) else tuple(slots)


def _is_inner(held: Thing) -> bool:
    return isinstance(held, type) and held.__module__ == MODULE


def _is_member(held: Thing) -> bool:
    """Say whether what a class has under a name is a call, or gives itself."""
    return callable(held) or hasattr(type(held), "__get__")


@dataclass(frozen=True)
class Sizes:
    """How large a heap is: objects per class, and the entries of the largest container."""

    objects: Counter[str]
    items: int

    def or_more(self, other: Sizes) -> Sizes:
        """Give the larger of each."""
        return Sizes(self.objects | other.objects, max(self.items, other.items))


def sizes(world: World, roots: Iterable[Thing]) -> Sizes:
    """Count what values lead to, together with what the module itself keeps."""
    kept = {id(world.names)}
    pending = [*roots, *_shared(world)]
    objects: Counter[str] = Counter()
    items = 0
    keep_alive = []  # so that no two things have the same id
    while pending:
        one = pending.pop()
        if id(one) in kept or isinstance(one, (*PLAIN, types.ModuleType)):
            continue
        kept.add(id(one))
        keep_alive.append(one)
        if isinstance(one, CONTAINERS):
            # What stands in a class body, and an object that inherits from a container, alike.
            items = max(items, len(one))
        if isinstance(one, type):
            continue
        if is_of_module(one):
            for level in type(one).__mro__[:-1]:
                objects[level.__qualname__] += 1
        else:
            objects[type(one).__name__] += 1
        pending.extend(_below(one))
    return Sizes(objects, items)


def _shared(world: World) -> Iterator[Thing]:
    """Give what modules and classes keep under names."""
    for value in list(world.names.values()):
        if isinstance(value, type) and value.__module__ == MODULE:
            for name, held in list(vars(value).items()):
                if not name.startswith("__") and not _is_member(held):
                    yield held


def _below(one: Thing) -> Iterator[Thing]:
    if isinstance(one, dict):
        yield from one.keys()
        yield from one.values()
    elif isinstance(one, CONTAINERS):
        yield from one
    elif isinstance(one, types.FunctionType | types.LambdaType):
        yield from (cell.cell_contents for cell in one.__closure__ or () if _is_full(cell))
        yield from one.__defaults__ or ()
    elif isinstance(one, types.MethodType):
        yield one.__self__
    elif isinstance(one, types.GeneratorType):
        yield from one.gi_frame.f_locals.values() if one.gi_frame is not None else ()
    elif isinstance(one, partial):
        yield from (one.func, *one.args, *one.keywords.values())
    if isinstance(one, BaseException):
        yield one.args
    yield from getattr(one, "__dict__", {}).values() if not isinstance(one, type) else ()
    for level in type(one).__mro__:
        for name in _slots(level):
            if hasattr(one, name):
                yield getattr(one, name)


def _is_full(cell: types.CellType) -> bool:
    try:
        return cell.cell_contents is not None
    except ValueError:
        return False
