"""Plain heaps with some values made unknown, and what a symbolic run left behind.

Place: tests/oracle. The symbolic executor runs on heaps of known shape; this makes one from a
plain heap and describes what it became, for given values of the unknowns, in the words that
`value_agreement` has for plain heaps.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from frontends.python.value_agreement import HELPERS
from heapwright.frontends.python.modules.library_classes import CONTAINERS
from heapwright.heaps.float_ranks import float_at
from heapwright.heaps.known_shape import (
    ABSENT,
    FloatRank,
    FloatTerm,
    HeapObject,
    NamedValue,
    SpelledText,
    TextAtom,
    Value,
    objects_in,
)
from heapwright.heaps.spelling import written
from heapwright.ir.core.hierarchy import Hierarchy
from heapwright.ir.python_names.class_names import shown_name
from heapwright.paths.known_shapes.kinds import GENERATOR, LEFT, STATE_FIELD
from heapwright.paths.plain import heap as plain_heap
from heapwright.paths.plain.heap import Named, PlainHeap, Reference
from heapwright.paths.values.any_kind import UNKNOWN_TEXT
from heapwright.terms.evaluate import evaluate
from heapwright.terms.sorts import BOOL
from heapwright.terms.term import Term

Assignment = Mapping[Term, int]


class NotKnown(Exception):
    """A value is the text of something unknown, of which the executor says nothing."""


def rows_with(
    hierarchy: Hierarchy, heap: PlainHeap, instead: Callable[[int], object]
) -> list[list[object]]:
    """Give the rows of a heap with its ints replaced, one by one, always in the same order.

    Keys stay as they are: they are distinct, which unknown ones might not be. So does what
    belongs to the shape, such as the greatest length of a deque, or where a generator waits.
    """

    def replaced(value: object) -> object:
        if isinstance(value, tuple):
            return tuple(map(replaced, value))
        return instead(value) if type(value) is int else value

    rows: list[list[object]] = []
    for name, row in zip(heap.class_names, heap.rows, strict=True):
        line = [level.name for level in hierarchy.line(name)]
        n_fields = len(hierarchy.fields(name))
        fields, entries = row[:n_fields], row[n_fields:]
        is_fixed = name == "generator" or not set(line).isdisjoint(CONTAINERS)
        made: list[object] = list(fields) if is_fixed else list(map(replaced, fields))
        for entry in entries:
            if "dict" in line and isinstance(entry, tuple):
                made.append((entry[0], replaced(entry[1])))
            elif "set" in line or "frozenset" in line:
                made.append(entry)
            else:
                made.append(replaced(entry))
        rows.append(made)
    return rows


def symbolic_objects(
    hierarchy: Hierarchy, heap: PlainHeap, unknown: Callable[[int], object]
) -> list[HeapObject]:
    """Give the objects of a plain heap; `unknown` says what stands for each of its ints.

    Where a generator waits the two interpreters keep each in its own way: a run that wants to go on
    in one stops.
    """
    made = [HeapObject(name, {}) for name in heap.class_names]

    def value_of(value: object) -> Value:
        match value:
            case Reference(number):
                return made[number]
            case tuple():
                return tuple([value_of(inner) for inner in value])
            case Named(kind, name):
                return ABSENT if value == plain_heap.ABSENT else NamedValue(kind, name)
            case _:
                return value  # type: ignore[return-value]

    for one, row in zip(made, rows_with(hierarchy, heap, unknown), strict=True):
        fields = [field.name for field in hierarchy.fields(one.class_name)]
        names = [*fields, *range(len(row) - len(fields))]
        one.fields.update(zip(names, map(value_of, row), strict=True))
        if one.class_name == GENERATOR and type(one.fields[STATE_FIELD]) is tuple:
            one.fields[STATE_FIELD] = LEFT
    return made


def described_symbolic(
    hierarchy: Hierarchy,
    values: tuple[Value, ...],
    assignment: Assignment,
    texts: Mapping[int, str],
) -> object:
    """Describe values where the unknowns have these values; may raise `NotKnown`.

    `texts` says which text an unknown string is.
    """
    numbers: dict[HeapObject, int] = {}

    def number(term: Term) -> object:
        found = evaluate(term, assignment)
        return ("bool", bool(found)) if term.sort is BOOL else ("int", found)

    def one(value: Value) -> object:
        match value:
            case None | bool() | int() | str():
                return (type(value).__name__, value)
            case float():
                return ("float", repr(value))
            case Term():
                return number(value)
            case TextAtom() if value is UNKNOWN_TEXT:
                raise NotKnown
            case TextAtom(term):
                return ("str", texts[int(evaluate(term, assignment))])
            case SpelledText(letters):
                known = [a if isinstance(a, int) else int(evaluate(a, assignment)) for a in letters]
                return ("str", written(known))
            case FloatTerm(numerator, denominator):
                return ("float", repr(int(evaluate(numerator, assignment)) / denominator))
            case FloatRank(rank):
                return ("float", repr(float_at(int(evaluate(rank, assignment)))))
            case tuple():
                return ("tuple", tuple([one(inner) for inner in value]))
            case NamedValue(kind, name):
                return ("function",) if kind == "function" else (kind, name)
            case HeapObject():
                return of_object(value)

    def of_object(value: HeapObject) -> object:
        if value in numbers:
            return ("again", numbers[value])
        numbers[value] = len(numbers)
        name = shown_name(value.class_name)
        line = [level.name for level in hierarchy.line(value.class_name)]
        entries = [value.fields[i] for i in range(sum(type(k) is int for k in value.fields))]
        match next((level for level in line if level in CONTAINERS), None):
            case "list":
                return (name, tuple(map(one, entries)))
            case "deque":
                return (name, tuple(map(one, entries)), value.fields["maxlen"])
            case "set" | "frozenset":
                return (name, tuple(sorted(map(repr, map(one, entries)))))
            case "dict":
                pairs = [entry for entry in entries if isinstance(entry, tuple)]
                return (name, tuple((one(k), one(v)) for k, v in pairs))
        if "BaseException" in line:
            return (name, "an exception")
        if name in HELPERS:
            return ("helper",)
        there = [
            (key, inner)
            for key, inner in sorted((str(k), v) for k, v in value.fields.items())
            if not key.endswith("?")
            and value.fields.get(f"{key}?") is not False
            and inner is not ABSENT
        ]
        return (name, tuple((key, one(inner)) for key, inner in there))

    try:
        return tuple([one(value) for value in values])
    except KeyError:
        # An input of the program is among what came out.
        raise NotKnown from None


def frozen(values: tuple[Value, ...]) -> tuple[Value, ...]:
    """Copy values with all objects that they lead to, so that nobody can change them."""
    copies: dict[HeapObject, HeapObject] = {}

    def copied(value: Value) -> Value:
        if isinstance(value, tuple):
            return tuple([copied(inner) for inner in value])
        if isinstance(value, HeapObject):
            return copies[value]
        return value

    pending = [one for value in values for one in objects_in(value)]
    while pending:
        found = pending.pop()
        if found not in copies:
            copies[found] = HeapObject(found.class_name, {})
            pending += [one for inner in found.fields.values() for one in objects_in(inner)]
    for original, copy in copies.items():
        for name, value in original.fields.items():
            copy.fields[name] = copied(value)
    return tuple([copied(value) for value in values])
