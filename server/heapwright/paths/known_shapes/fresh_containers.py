"""Containers, decimal numbers and dates that a client makes for a call.

Place: paths/known_shapes/. `graph` makes the arguments of calls with this.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from heapwright.domains.constraint import FALSE, assume
from heapwright.heaps.known_shape import (
    FieldName,
    HeapObject,
    NamedValue,
    SpelledText,
    TextAtom,
    Value,
)
from heapwright.ir.core.program import ByDigits, ByEntries, ByItems, ByNumber, Made
from heapwright.paths.runs.machine import Infeasible, Machine
from heapwright.paths.values.any_kind import int_term, known
from heapwright.paths.values.numbers import decided
from heapwright.paths.values.spelled_text import spelled_equal
from heapwright.terms import build
from heapwright.terms.term import Term


def fresh_container(
    machine: Machine, made_by: Mapping[str, Made], class_name: str, values: Sequence[Value]
) -> Value:
    """Make a tuple, or a container with these entries; the keys of a dict are distinct."""
    if class_name == "tuple":
        return tuple(values)
    named: dict[FieldName, Value] = {}
    match made_by[class_name]:
        case ByDigits(coefficient, exponent, others):
            fields: dict[FieldName, Value] = {coefficient: values[0], exponent: values[1]}
            return HeapObject(class_name, {**fields, **dict(others)})
        case ByNumber() as by_number:
            return _by_number(machine, class_name, by_number, values[0])
        case ByItems(field=name, others=others) if name:
            made = HeapObject(class_name, {name: tuple(values), **dict(others)})
            machine.fresh.add(made)
            machine.given.add(made)
            return made
        case ByItems(like, types=types):
            named.update({name: NamedValue("type", one) for name, one in types})
        case ByEntries():
            like = class_name
    entries: Sequence[Value] = values
    keys: Sequence[Value] = ()
    if like == "dict":
        keys = values[::2]
        entries = list(zip(keys, values[1::2], strict=True))
    elif like in ("set", "frozenset"):
        keys = values
    for index, key in enumerate(keys):
        for other in keys[:index]:
            _tell_apart(machine, key, other)
    made = HeapObject(class_name, {**named, **dict(enumerate(entries))})
    machine.fresh.add(made)
    machine.given.add(made)
    return made


def _by_number(machine: Machine, class_name: str, made: ByNumber, number: Value) -> HeapObject:
    assert isinstance(number, int | Term)
    inside = build.add(int_term(number), build.integer(made.origin))
    for bound in (
        build.less_equal(build.integer(made.least), inside),
        build.less_equal(inside, build.integer(made.most)),
    ):
        machine.pc = assume(machine.pc, bound)
    if machine.pc is FALSE:
        raise Infeasible
    fields: dict[FieldName, Value] = {made.field: inside, **dict(made.others)}
    return HeapObject(class_name, fields)


def _tell_apart(machine: Machine, first: Value, second: Value) -> None:
    if isinstance(first, str | SpelledText) and isinstance(second, str | SpelledText):
        if decided(machine, spelled_equal(first, second)):
            raise Infeasible
        return
    one = first.term if isinstance(first, TextAtom) else first
    other = second.term if isinstance(second, TextAtom) else second
    if isinstance(one, Term) and isinstance(other, Term):
        equal = known(build.equal(one, other))
        if equal is True or (isinstance(equal, Term) and machine.decide(equal)):
            raise Infeasible
    elif one is other or one == other:
        raise Infeasible
