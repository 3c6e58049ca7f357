"""Compare values of CPython with values of the plain interpreter, whatever their kind.

Place: tests/frontends/python. Both become the same kind of description: plain values with
their type, objects and containers by number in the order in which they are met, so that
sharing counts. The entries of a set have no order. A bool is not the int that equals it.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Mapping, Sequence
from enum import Enum
from functools import lru_cache
from types import CodeType, FunctionType

from frontends.python.random_values import Call
from heapwright.frontends.python.modules.library_classes import CONTAINERS
from heapwright.ir.core.hierarchy import Hierarchy, hierarchy_of
from heapwright.ir.core.program import Program
from heapwright.ir.python_names.class_names import shown_name
from heapwright.limits import Limits
from heapwright.paths.plain.concrete import Returned, Threw, run
from heapwright.paths.plain.heap import (
    ABSENT,
    EMPTY_HEAP,
    Input,
    InputMatters,
    Named,
    PlainHeap,
    Reference,
    Unit,
    entries_of,
    fields_of,
)

LIMITS = Limits(steps=100_000)


def executed(text: str) -> dict[str, object]:
    """Give the names of a module that we wrote ourselves, as CPython sees it."""
    module: dict[str, object] = {"__name__": "module"}
    exec(_compiled(text), module)  # noqa: S102
    return module


@lru_cache(maxsize=1)
def _compiled(text: str) -> CodeType:
    # Without the `from __future__` of this very file.
    return compile(text, "module", "exec", dont_inherit=True)


def compare_calls(
    module: Mapping[str, object], program: Program, calls: Sequence[Call]
) -> tuple[str, str | None]:
    """Give the first difference, or nothing, and why the comparison ended early, if it did."""
    hierarchy = hierarchy_of(program)
    real = module["T"]()  # type: ignore[operator]
    outcome = run(program, "T.__new__", (), EMPTY_HEAP, LIMITS)
    if not isinstance(outcome, Returned) or not isinstance(outcome.value, Reference):
        return "", f"T(): {outcome}"
    ours, heap = outcome.value, outcome.heap
    for number, call in enumerate(calls):
        try:
            value = _given(real, call)
            wanted: object = ("gave", described_real((real, value)))
        except Exception as error:  # noqa: BLE001 - whatever the class raises is compared
            wanted = ("raised", type(error).__name__, described_real((real,)))
        outcome = run(program, f"T.{call.method}", (ours, *call.arguments), heap, LIMITS)  # type: ignore[arg-type]
        try:
            match outcome:
                case Returned(our_value, heap):
                    plain = None if isinstance(our_value, Unit) else our_value
                    found: object = ("gave", described_ours(hierarchy, heap, (ours, plain)))
                case Threw(class_name, heap=heap):
                    name = class_name.rpartition(".")[2]  # behind that of its module
                    found = ("raised", name, described_ours(hierarchy, heap, (ours,)))
                case _:
                    return "", f"call {number}, {call.method}{call.arguments}: {outcome}"
        except InputMatters:
            return "", f"call {number}, {call.method}: what came out is an input"
        if found != wanted:
            return f"call {number}, {call}:\n  CPython {wanted}\n  ours    {found}", None
    return "", None


def _given(real: object, call: Call) -> object:
    """Give what a call gives; one that is awaited runs to its end."""
    name = call.method.removeprefix("await ")
    found = getattr(real, name)(*call.arguments)
    return found if name == call.method else asyncio.run(found)


def described_real(values: tuple[object, ...]) -> object:
    """Describe values of CPython."""
    numbers: dict[int, int] = {}

    def one(value: object) -> object:
        name = type(value).__name__
        if isinstance(value, Enum):
            return (name, value.name)
        if value is None or isinstance(value, int) or type(value) is str:
            return (name, value)
        if isinstance(value, float):
            return (name, repr(value))
        if isinstance(value, tuple):
            return (name, tuple(map(one, value)))
        if isinstance(value, type):
            return ("type", value.__name__)
        if isinstance(value, FunctionType):
            return ("function",)
        if id(value) in numbers:
            return ("again", numbers[id(value)])
        numbers[id(value)] = len(numbers)
        match value:
            case list():
                return (name, tuple(map(one, value)))
            case deque():
                return (name, tuple(map(one, value)), value.maxlen)
            case set() | frozenset():
                return (name, tuple(sorted(map(repr, map(one, value)))))
            case dict():
                return (name, tuple((one(key), one(inner)) for key, inner in value.items()))
            case BaseException():
                return (name, "an exception")
            case _ if hasattr(value, "__dict__") or hasattr(value, "__slots__"):
                slots = [n for c in type(value).__mro__ for n in getattr(c, "__slots__", ())]
                kept = {n: getattr(value, n) for n in slots if hasattr(value, n)}
                kept |= {"_hw_inside": str.__str__(value)} if isinstance(value, str) else {}
                fields = sorted((kept | getattr(value, "__dict__", {})).items())
                return (name, tuple((key, one(inner)) for key, inner in fields))
            case _:
                return ("helper",)

    return tuple(map(one, values))


# What the language makes by itself: iterators, views, methods as values.
HELPERS = frozenset(("generator", "method", "dict_view", "object_iterator", "slice", "range"))


def described_ours(hierarchy: Hierarchy, heap: PlainHeap, values: tuple[object, ...]) -> object:
    """Describe values of the plain interpreter."""
    numbers: dict[int, int] = {}

    def one(value: object) -> object:
        if value is None or isinstance(value, int | str):
            return (type(value).__name__, value)
        if isinstance(value, float):
            return ("float", repr(value))
        if isinstance(value, tuple):
            return ("tuple", tuple(map(one, value)))
        if isinstance(value, Input):
            raise InputMatters
        if isinstance(value, Named):
            return ("function",) if value.kind == "function" else (value.kind, value.name)
        assert isinstance(value, Reference), value
        if value.number in numbers:
            return ("again", numbers[value.number])
        numbers[value.number] = len(numbers)
        class_name = heap.class_of(value)
        name = shown_name(class_name)
        line = [level.name for level in hierarchy.line(class_name)]
        entries = entries_of(hierarchy, heap, value)
        fields = fields_of(hierarchy, heap, value)
        match next((level for level in line if level in CONTAINERS), None):
            case "list":
                return (name, tuple(map(one, entries)))
            case "deque":
                return (name, tuple(map(one, entries)), fields["maxlen"])
            case "set" | "frozenset":
                return (name, tuple(sorted(map(repr, map(one, entries)))))
            case "dict":
                pairs = [entry for entry in entries if isinstance(entry, tuple)]
                return (name, tuple((one(k), one(v)) for k, v in pairs))
        if "BaseException" in line:
            return (name, "an exception")
        if class_name in HELPERS:
            return ("helper",)
        there = [
            (key, inner)
            for key, inner in sorted(fields.items())
            if not key.endswith("?") and fields.get(f"{key}?") is not False and inner != ABSENT
        ]
        return (name, tuple((key, one(inner)) for key, inner in there))

    return tuple(map(one, values))
