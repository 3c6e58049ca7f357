"""What a plain value of any kind is, and how objects and containers lie on the heap.

Place: paths/plain/. The lowest part of `dynamic`. Makes rows on the machine's heap.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

from heapwright.ir.core.operations import SHARED
from heapwright.ir.python_names.native_names import has_native, is_special
from heapwright.paths.plain.heap import ABSENT, Input, InputMatters, Named, Reference
from heapwright.paths.plain.machine import (
    Dynamic,
    LoadedProgram,
    Machine,
    Stopped,
    Thrown,
    Unfollowed,
)

Operation: TypeAlias = Callable[[Machine, Sequence[Dynamic]], Dynamic]
NOT_IMPLEMENTED = Named("constant", "NotImplemented")
MAX_BITS = 14_000
MAX_TEXT = 10_000
STRING_METHODS = frozenset(
    name for name in dir(str) if not name.startswith("_") and name not in ("join", "format")
)


class PlainKinds:
    """The place of one instruction: knows the program and where it stands."""

    def __init__(self, loaded: LoadedProgram, function: str, site: int) -> None:
        """Remember the place."""
        self.loaded = loaded
        self.function = function
        self.site = site

    def error(self, class_name: str) -> Thrown:
        """Make an exception of the program."""
        return Thrown(class_name, None, self.function, self.site)

    def lacks(self, machine: Machine, value: Dynamic, name: str, class_name: str) -> Thrown:
        """Make the exception for what a value does not have.

        What CPython has and we have not is no exception of the program.
        """
        kind = self.kind(machine, value)
        hierarchy = self.loaded.hierarchy
        is_class = kind in hierarchy.classes
        line = [one.name for one in hierarchy.line(kind)] if is_class else [kind]
        special = class_name == "AttributeError" and is_special(name)
        if special or has_native(hierarchy.library, line, name):
            raise Unfollowed(f"`{name}` of a `{kind}`", self.function)
        return self.error(class_name)

    def is_object(self, value: Dynamic) -> bool:
        """Say whether the class of a value is one of the program, or of the library."""
        if isinstance(value, Named):
            return value.kind in self.loaded.hierarchy.classes
        return isinstance(value, Reference)

    def native(self, compute: Callable[[], Any]) -> Dynamic:
        """Let Python compute, and throw what it raises."""
        try:
            value = compute()
        except (TypeError, ValueError, ArithmeticError, LookupError, AttributeError) as problem:
            raise self.error(type(problem).__name__) from None
        if type(value) is int and value.bit_length() > MAX_BITS:
            raise Stopped("int size", self.function)
        if isinstance(value, complex | bytes):
            raise Unfollowed("a value of a kind that is not followed", self.function)
        if isinstance(value, str) and len(value) > MAX_TEXT:
            raise Unfollowed("a very long string", self.function)
        return value

    def count(self, machine: Machine) -> None:
        """Count a step."""
        machine.steps_left -= 1
        if machine.steps_left < 0:
            machine.take_steps(self.function)

    # --- Kinds -------------------------------------------------------------------------

    def kind(self, machine: Machine, value: Dynamic) -> str:
        """Name the class of a value."""
        if isinstance(value, Reference):
            return machine.class_names[value.number]
        if isinstance(value, Named):
            return value.kind
        if isinstance(value, Input):
            raise InputMatters
        return type(value).__name__

    def fits(self, machine: Machine, value: Dynamic, class_name: str) -> bool:
        """Say whether a value is of a class or of one below it."""
        kind = self.kind(machine, value)
        if class_name in (kind, "object") or (kind == "bool" and class_name == "int"):
            return True
        if class_name == "function":
            return kind in ("method", "function")
        if kind == "frozenset":
            # The library writes it below `set`, where it is not.
            return False
        classes = self.loaded.hierarchy.classes
        return class_name in classes and kind in self.loaded.hierarchy.below(class_name)

    def do_isinstance(self, machine: Machine, class_name: str, value: Dynamic) -> bool:
        """Give what the operation `isinstance` gives; of an input, the kind is known."""
        if isinstance(value, Input):
            return class_name in (value.kind, "object")
        # The library has one class below the other because they share methods.
        is_frozen = class_name == "set" and self.fits(machine, value, "frozenset")
        return not is_frozen and self.fits(machine, value, class_name)

    do_fits = do_isinstance

    def do_exactly(self, machine: Machine, class_name: str, value: Dynamic) -> bool:
        """Give what the operation `exactly` gives."""
        return not isinstance(value, Input) and self.kind(machine, value) == class_name

    def do_instance(self, machine: Machine, value: Dynamic, classes: Dynamic) -> bool:
        """Give what the operation `instance` gives."""
        if isinstance(classes, tuple):
            return any(self.do_instance(machine, value, one) for one in classes)
        if not isinstance(classes, Named) or classes.kind != "type":
            raise self.error("TypeError")
        return self.do_isinstance(machine, classes.name, value)

    def do_subclass(self, machine: Machine, value: Dynamic, classes: Dynamic) -> bool:
        """Give what the operation `subclass` gives."""
        if not isinstance(value, Named) or value.kind != "type":
            raise self.error("TypeError")
        if isinstance(classes, tuple):
            return any(self.do_subclass(machine, value, one) for one in classes)
        if not isinstance(classes, Named) or classes.kind != "type":
            raise self.error("TypeError")
        upper, lower = classes.name, value.name
        if upper in (lower, "object") or (lower == "bool" and upper == "int"):
            return True
        known, below = self.loaded.hierarchy.classes, self.loaded.hierarchy.below
        if upper == "set" and "frozenset" in known and lower in below("frozenset"):
            return False
        return upper in known and lower in below(upper)

    def do_type(self, machine: Machine, value: Dynamic) -> Named:
        """Give what the operation `type` gives."""
        return Named("type", self.kind(machine, value))

    def do_cast(self, machine: Machine, wanted: str, value: Dynamic) -> Dynamic:
        """Give what the operation `cast` gives."""
        if wanted == "int!" and type(value) is int:
            return value
        if wanted == "bool!" and type(value) is bool:
            return value
        if wanted.startswith("ref!"):
            if value is None:
                return value
            if isinstance(value, Reference) and self.fits(machine, value, wanted[4:]):
                return value
        raise Unfollowed("a value comes where another type is declared", self.function)

    def do_absent(self, machine: Machine) -> Named:
        """Give what the operation `absent` gives."""
        return ABSENT

    def do_missing(self, machine: Machine, value: Dynamic) -> bool:
        """Give what the operation `missing` gives."""
        return isinstance(value, Named) and value == ABSENT

    def do_bound(self, machine: Machine, name: str, value: Dynamic) -> Dynamic:
        """Give what the operation `bound` gives."""
        if isinstance(value, Named) and value == ABSENT:
            # What a function around has not given a value is no local of this one.
            raise self.error("NameError" if name.startswith("free ") else "UnboundLocalError")
        return value

    def do_stop(self, machine: Machine, reason: Dynamic, *about: Dynamic) -> None:
        """Give what the operation `stop` gives."""
        raise Unfollowed(str(reason), self.function)

    def do_shown(self, machine: Machine, value: Dynamic) -> None:
        """Give what the operation `shown` gives: all that could happen ended the run before."""

    def do_foreign(self, machine: Machine, name: Dynamic, can_raise: Dynamic) -> None:
        """Give what the operation `foreign` gives: nobody knows, so the run ends."""
        raise Unfollowed(f"`{name}` is not read", self.function, str(name))

    def do_handed(self, machine: Machine, *given: Dynamic) -> None:
        """Give what the operation `handed` gives."""
        raise Unfollowed("what is not read", self.function)

    def do_shared(self, machine: Machine, place: str) -> Dynamic:
        """Give what the operation `shared` gives."""
        if machine.shared is None:
            return ABSENT
        return machine.rows[machine.shared.number][self.loaded.field_table(place)[SHARED]]

    def do_share(self, machine: Machine, place: str, value: Dynamic) -> Dynamic:
        """Give what the operation `share` gives."""
        if machine.shared is None:
            machine.shared = self.loaded.allocate(machine, SHARED)
        self.row(machine, machine.shared)[self.loaded.field_table(place)[SHARED]] = value
        return value

    # --- Rows --------------------------------------------------------------------------

    def row(self, machine: Machine, reference: Reference) -> list[Dynamic]:
        """Give the row of an object, to be written to."""
        row = machine.rows[reference.number]
        if not isinstance(row, list):
            row = machine.rows[reference.number] = list(row)
        return row

    def raw(self, machine: Machine, class_name: str, row: list[Dynamic]) -> Reference:
        """Put an object on the heap, whatever its class declares."""
        machine.rows.append(row)
        machine.class_names.append(class_name)
        return Reference(len(machine.rows) - 1)

    def container(self, machine: Machine, class_name: str, items: Sequence[Dynamic]) -> Reference:
        """Make a container with these entries."""
        return self.raw(machine, class_name, [*self.loaded.default_row(class_name), *items])

    def first_entry(self, machine: Machine, container: Dynamic) -> int:
        """Say where in its row the entries of a container begin."""
        return len(self.loaded.default_row(machine.class_names[container.number]))

    def entries(self, machine: Machine, container: Dynamic) -> Iterator[Dynamic]:
        """Give the entries of a container as they are now."""
        first = self.first_entry(machine, container)
        yield from list(machine.rows[container.number][first:])
