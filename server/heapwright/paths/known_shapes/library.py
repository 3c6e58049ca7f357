"""Operations on symbolic values that only the library of the language asks for.

Place: paths/known_shapes/. Part of `operations`: inputs of a run (the time, a random number),
functions on floats, copies of objects.

An input is a fresh variable, one per time that the run asks, so a path holds for all its
values. Inputs are numbered as a run meets them: a run that makes the same decisions
meets the same ones.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from heapwright.domains.constraint import FALSE, assume
from heapwright.heaps.known_shape import (
    FloatRank,
    FloatTerm,
    HeapObject,
    TextAtom,
    Value,
    copied,
    objects_in,
    reachable,
)
from heapwright.ir.core.operations import PICKLING, input_kind
from heapwright.paths.known_shapes.hashes import hash_of
from heapwright.paths.runs.machine import ASKED_FINITE, FLOATS, Infeasible, Machine, RunStopped
from heapwright.paths.values.any_kind import fresh_input, int_term, number_of, unknown_float
from heapwright.paths.values.decimals import decimal_result, is_settled
from heapwright.paths.values.numbers import OPEN, computed, decided, ordered
from heapwright.paths.values.ranked_floats import monotone, whole
from heapwright.terms import build
from heapwright.terms.term import Term

if TYPE_CHECKING:  # which is made of this
    from heapwright.paths.known_shapes.operations import Dynamic

Code: TypeAlias = "Callable[[Machine, Sequence[Value]], Value]"
LIBRARY_OPERATIONS = frozenset(
    (
        *("input", "between", "real", "copied", "fieldwise", "deepcopied"),
        *("decimal", "known", "within", "hash", "digest"),
    )
)


def library_operation(dynamic: Dynamic, name: str) -> Code:
    """Give the code of one of `LIBRARY_OPERATIONS`."""
    match name:
        case "input":
            return lambda machine, v: _input(machine, v[0])
        case "between":
            return lambda machine, v: _between(dynamic, machine, v[0], v[1])
        case "real":
            return lambda machine, v: _real(dynamic, machine, v)
        case "decimal":
            return lambda machine, v: decimal_result(v[0], v[1:])
        case "known":
            return lambda machine, v: all(map(is_settled, v))
        case "digest":
            return lambda machine, v: _digest(v[0], v[1])
        case "within":
            return lambda machine, v: _within(machine, v[0], v[1])
        case "hash":
            return lambda machine, v: hash_of(dynamic, machine, v[0])
        case "copied":
            return lambda machine, v: _copied(dynamic, machine, v[0])
        case "fieldwise":
            return lambda machine, v: _fieldwise(dynamic, machine, v[0])
        case _:
            return lambda machine, v: _deepcopied(dynamic, machine, v[0])


# --- Inputs ------------------------------------------------------------------------


def _input(machine: Machine, kind: Value) -> Value:
    """Give a value of a kind of which nothing is known."""
    fresh = fresh_input(machine)
    assert isinstance(kind, str)
    match input_kind(kind):
        case "str":
            return TextAtom(fresh)
        case "float":
            # Whoever looks at it notes that it need not be whole.
            return unknown_float(machine, fresh)
        case _ if kind == "hash":
            for bound in (
                build.less_equal(build.integer(-sys.maxsize - 1), fresh),
                build.less_equal(fresh, build.integer(sys.maxsize)),
                build.not_(build.equal(fresh, build.integer(-1))),
            ):
                machine.pc = assume(machine.pc, bound)
            return fresh
        case _:
            return fresh


def _digest(name: Value, codes: Value) -> Value:
    """Give a hash of known bytes, in digits of base 16."""
    # Imported here: few programs ask, and it loads OpenSSL.
    from hashlib import new

    assert isinstance(name, str) and isinstance(codes, tuple)
    known_codes = bytes([code for code in codes if isinstance(code, int)])
    return new(name, known_codes, usedforsecurity=False).hexdigest()


def _between(dynamic: Dynamic, machine: Machine, low: Value, high: Value) -> Value:
    """Give an int of which only the range is known."""
    first, last = number_of(low), number_of(high)
    assert isinstance(first, int | Term) and isinstance(last, int | Term)
    if decided(machine, ordered(machine, "lt", last, first)):
        raise dynamic.throw("ValueError")
    if isinstance(first, int) and first == last:
        return first
    fresh = fresh_input(machine)
    machine.pc = assume(machine.pc, build.less_equal(int_term(first), fresh))
    machine.pc = assume(machine.pc, build.less_equal(fresh, int_term(last)))
    if machine.pc is FALSE:
        raise Infeasible
    return fresh


def _within(machine: Machine, value: Value, bound: Value) -> Value:
    """Go on only if the absolute value of an int is below a bound: more is out of scope."""
    number, most = number_of(value), number_of(bound)
    assert isinstance(number, int | Term) and isinstance(most, int)
    below = build.less(int_term(number), build.integer(most))
    above = build.less(build.integer(-most), int_term(number))
    inside = assume(assume(machine.pc, below), above)
    if machine.covers_everything and inside is not machine.pc:
        raise RunStopped("decimal numbers beyond the scope")
    machine.pc = inside
    if machine.pc is FALSE:
        raise Infeasible
    return None


# --- Floats ------------------------------------------------------------------------


def _real(dynamic: Dynamic, machine: Machine, v: Sequence[Value]) -> Value:
    """Compute a function of the module `math`; of unknown numbers only what rounding gives."""
    name, *given = v
    assert isinstance(name, str)
    numbers: list[int | float] = []
    for value in given:
        number = number_of(value)
        if isinstance(number, FloatTerm) and name in ("floor", "ceil"):
            machine.doubts[FLOATS] = None
            sign = 1 if name == "floor" else -1
            up = computed(machine, "mul", number.numerator, sign)
            assert isinstance(up, int | Term)
            down = computed(machine, "floordiv", up, number.denominator)
            assert isinstance(down, int | Term)
            return computed(machine, "mul", down, sign)
        if isinstance(number, FloatRank) and name in _OF_RANKS:
            return _of_rank(dynamic, machine, name, number)
        if isinstance(number, OPEN):
            raise RunStopped(f"`{name}` of an unknown number is not followed")
        if number is None:
            if type(value) is HeapObject:
                raise RunStopped(f"`{name}` of an object is not followed")
            raise dynamic.throw("TypeError")
        numbers.append(number)
    try:
        if name == "isclose":
            return math.isclose(*numbers[:2], rel_tol=numbers[2], abs_tol=numbers[3])
        result = getattr(math, name)(*numbers)
    except (ValueError, OverflowError, TypeError) as problem:
        raise dynamic.throw(type(problem).__name__) from None
    assert isinstance(result, int | float)
    return result


_OF_RANKS = ("floor", "ceil", "trunc", "sqrt", "fabs", "isnan", "isinf", "isfinite")


def _of_rank(dynamic: Dynamic, machine: Machine, name: str, number: FloatRank) -> Value:
    """Compute a function of a float whose order is known; which is finite."""
    match name:
        case "isnan" | "isinf" | "isfinite":
            machine.met.add(ASKED_FINITE)
            return name == "isfinite"
        case "fabs":
            return dynamic.unary(machine, "abs", number)
        case "sqrt":
            if decided(machine, ordered(machine, "lt", number, 0)):
                raise dynamic.throw("ValueError")
            return monotone(machine, name, number, math.sqrt)
        case _:
            return whole(machine, name, number)


# --- Copies ------------------------------------------------------------------------


def _copied(dynamic: Dynamic, machine: Machine, value: Value) -> Value:
    """Give `copy.copy` of an object: one more with the same fields."""
    if type(value) is not HeapObject or value.class_name.startswith("("):
        return value
    method = dynamic.method(value, "__copy__")
    if method is not None:
        return dynamic.call(machine, method, [value])
    return _fieldwise(dynamic, machine, value)


def _fieldwise(dynamic: Dynamic, machine: Machine, value: Value) -> Value:
    """Give what `object` itself makes of a copy: one more with the same fields."""
    assert type(value) is HeapObject
    _check_plain(dynamic, value, "__reduce__")
    return dynamic.compiled.allocate(machine, value.class_name, value.fields)


def _deepcopied(dynamic: Dynamic, machine: Machine, value: Value) -> Value:
    """Give `copy.deepcopy` of a value: all objects below it once more."""
    below = reachable(list(dict.fromkeys(objects_in(value))))
    if not below:
        return value
    for found in below:
        if found.class_name.startswith("("):
            raise RunStopped("a copy of a function is not followed")
        _check_plain(dynamic, found, "__deepcopy__")
        if not _has_plain_keys(dynamic, found):
            raise RunStopped("a copy of a dict or set of objects is not followed")
    machine.changed = True
    return _with(copied(below), value)


def _with(copies: dict[HeapObject, HeapObject], value: Value) -> Value:
    if type(value) is HeapObject:
        return copies[value]
    if type(value) is tuple:
        return tuple([_with(copies, inner) for inner in value])
    return value


def _check_plain(dynamic: Dynamic, value: HeapObject, own: str) -> None:
    """Stop where copying an object is more than copying its fields."""
    name = value.class_name
    hierarchy = dynamic.compiled.hierarchy
    brought = hierarchy.library.get(name)
    is_copied = brought is not None and brought.is_copied
    ancestors = dynamic.compiled.ancestors.get(name, frozenset())
    # Python fills the copy of an object below a list or dict by the methods of its class.
    is_foreign = brought is not None or any(map(hierarchy.is_container, ancestors))
    if (is_foreign and not is_copied) or "BaseException" in ancestors:
        raise RunStopped(f"a copy of a `{name}` is not followed")
    if any(dynamic.method(value, special) is not None for special in (own, *PICKLING)):
        raise RunStopped(f"`{name}` has its own way to be copied")


def _has_plain_keys(dynamic: Dynamic, value: HeapObject) -> bool:
    """Say whether no key of a dict or item of a set has a way of its own to be compared."""
    ancestors = dynamic.compiled.ancestors[value.class_name]
    if not ancestors & {"dict", "set", "frozenset"}:
        return True
    entries = [inner for name, inner in value.fields.items() if type(name) is int]
    keys = [
        entry[0] if type(entry) is tuple and "dict" in ancestors else entry for entry in entries
    ]
    return not any(
        dynamic.method(found, "__eq__") is not None for key in keys for found in objects_in(key)
    )
