"""Operations on plain values that only the library of the language asks for.

Place: paths/plain/. Part of `dynamic`: inputs of a run (the time, a random number), functions
on floats, copies of objects. Written without a look at the symbolic version.

An input has no value here: nobody knows what the clock will say. It may be stored and
passed on; a run that looks at one cannot be told in advance, and ends (`InputMatters`). Only
where the machine says what comes out (see `outcomes`) it is that.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from heapwright.ir.core.operations import PICKLING, input_kind
from heapwright.paths.plain.heap import ABSENT, Input, Reference
from heapwright.paths.plain.machine import Dynamic, Machine, Unfollowed

if TYPE_CHECKING:  # which is made of this
    from heapwright.paths.plain.dynamic import PlainOperations


def fresh_input(machine: Machine, kind: str) -> Dynamic:
    """Give a value that only a real run has, or one that it might have."""
    if machine.outcomes is not None and not kind.startswith("computed "):
        return machine.outcomes.value(kind)
    return Input(input_kind(kind))


def between(operations: PlainOperations, machine: Machine, low: int, high: int) -> Dynamic:
    """Give an int of a range; known where there is only one."""
    if low > high:
        raise operations.error("ValueError")
    if low == high:
        return int(low)
    return Input("int") if machine.outcomes is None else machine.outcomes.between(low, high)


def real(operations: PlainOperations, machine: Machine, name: str, *given: Dynamic) -> Dynamic:
    """Compute a function of the module `math`."""
    for value in given:
        if isinstance(value, Reference):
            raise Unfollowed(f"`{name}` of an object", operations.function)
        if not isinstance(value, int | float):
            raise operations.error("TypeError")
    if name == "isclose":
        lhs, rhs, relative, absolute = given
        return operations.native(lambda: math.isclose(lhs, rhs, rel_tol=relative, abs_tol=absolute))
    return operations.native(lambda: getattr(math, name)(*given))


def hash_of(operations: PlainOperations, machine: Machine, value: Dynamic) -> Dynamic:
    """Give the hash of a number, or the one that the class of an object computes."""
    if isinstance(value, int | float) and value == value:
        return hash(value)
    own = operations.find(machine, value, "__hash__") if isinstance(value, Reference) else None
    if (
        own is not None
        and not operations.loaded.hierarchy.is_of_library(own.function)
        and own.function.left_out is None
    ):
        given = operations.invoke(machine, own, [value])
        return ABSENT if isinstance(given, Input) else hash_given(operations, given)
    operations.do_hashable(machine, value)
    if machine.outcomes is not None and _is_plain_value(value):
        return machine.outcomes.hash_of(value)
    return ABSENT


def _is_plain_value(value: Dynamic) -> bool:
    """Say whether a value is the same wherever it is: a string, a number, a tuple of such."""
    if isinstance(value, tuple):
        return all(map(_is_plain_value, value))
    # What is not equal to itself has a hash of its own each time.
    return value is None or (isinstance(value, int | float | str) and value == value)


class _Hashed:
    """An object whose class computes a hash: Python itself says what becomes of it."""

    def __init__(self, given: int) -> None:
        self.given = given

    def __hash__(self) -> int:
        return self.given


def hash_given(operations: PlainOperations, given: Dynamic) -> int:
    """Give the hash of an object for which `__hash__` gave a value."""
    if not isinstance(given, int):
        raise operations.error("TypeError")
    return hash(_Hashed(given))


def shallow_copy(operations: PlainOperations, machine: Machine, value: Dynamic) -> Dynamic:
    """Give `copy.copy` of an object."""
    if not isinstance(value, Reference):
        return value
    class_name = machine.class_names[value.number]
    if class_name.startswith("("):
        return value
    own = operations.find(machine, value, "__copy__")
    if own is not None:
        return operations.invoke(machine, own, [value])
    return fieldwise_copy(operations, machine, value)


def fieldwise_copy(operations: PlainOperations, machine: Machine, value: Reference) -> Dynamic:
    """Give a copy of an object by its row."""
    class_name = machine.class_names[value.number]
    _check(operations, machine, value, ("__reduce__", *PICKLING))
    return operations.raw(machine, class_name, list(machine.rows[value.number]))


def deep_copy(operations: PlainOperations, machine: Machine, value: Dynamic) -> Dynamic:
    """Give `copy.deepcopy` of a value."""
    made: dict[int, Reference] = {}

    def copy_of(one: Dynamic) -> Dynamic:
        if isinstance(one, tuple):
            return tuple(copy_of(inner) for inner in one)
        if not isinstance(one, Reference):
            return one
        if one.number in made:
            return made[one.number]
        class_name = machine.class_names[one.number]
        if class_name.startswith("("):
            raise Unfollowed("a copy of a function", operations.function)
        _check(operations, machine, one, ("__deepcopy__", *PICKLING))
        made[one.number] = operations.raw(machine, class_name, [])
        row = [copy_of(inner) for inner in machine.rows[one.number]]
        machine.rows[made[one.number].number] = row
        return made[one.number]

    return copy_of(value)


def _check(
    operations: PlainOperations, machine: Machine, value: Reference, special: Sequence[str]
) -> None:
    """Give up where copying an object is more than copying its row."""
    name = machine.class_names[value.number]
    hierarchy = operations.loaded.hierarchy
    brought = hierarchy.classes[name].brought
    is_copied = brought is not None and brought.is_copied
    if brought is not None and not is_copied:
        raise Unfollowed(f"a copy of a `{name}`", operations.function)
    is_below = hierarchy.has_entries(name)
    if (is_below and not is_copied) or operations.fits(machine, value, "BaseException"):
        raise Unfollowed(f"a copy of a `{name}`", operations.function)
    if any(operations.find(machine, value, method) is not None for method in special):
        raise Unfollowed(f"`{name}` has its own way to be copied", operations.function)
    if any(operations.fits(machine, value, kind) for kind in ("dict", "set", "frozenset")):
        is_dict = operations.fits(machine, value, "dict")
        for entry in operations.entries(machine, value):
            if not _is_plain_key(operations, machine, entry[0] if is_dict else entry):
                raise Unfollowed("a copy of a dict or set of objects", operations.function)


def _is_plain_key(operations: PlainOperations, machine: Machine, key: Dynamic) -> bool:
    if isinstance(key, tuple):
        return all(_is_plain_key(operations, machine, inner) for inner in key)
    return not isinstance(key, Reference) or operations.find(machine, key, "__eq__") is None
