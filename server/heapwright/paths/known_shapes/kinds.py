"""What a symbolic value of any kind is, and where an operation on it stands.

Place: paths/known_shapes/. The lowest part of `operations`; every operation is built on it. Changes
nothing but the entries of containers that it makes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, TypeAlias

from heapwright.heaps.known_shape import ABSENT, HeapObject, NamedValue, Value
from heapwright.ir.core.operations import METHOD
from heapwright.ir.python_names.native_names import has_native, is_special
from heapwright.paths.known_shapes.text import TextOperations
from heapwright.paths.runs.machine import SET_ORDER, TOLD_APART, Machine, RunStopped, SubjectThrow
from heapwright.paths.values.any_kind import kind_of, plain_length, settled

if TYPE_CHECKING:  # which makes these
    from heapwright.paths.known_shapes.compile import CompiledFunction, CompiledProgram

Code: TypeAlias = "Callable[[Machine, Sequence[Value]], Value]"
NOT_IMPLEMENTED = NamedValue("constant", "NotImplemented")
GENERATOR = "generator"
MOST_ORDERED = 4  # items of a set that are visited in every order
STATE_FIELD = "(state)"
# How far a generator is. One that waits has the name of the place, see `compile_pull`; one that a
# loop left half-way cannot go on. One of the library that is `BROKEN` raises again and again, since
# what it went through has changed.
FRESH, LEFT, DONE = 0, 1, 2
RUNNING, BROKEN = NamedValue("yield", "running"), NamedValue("yield", "broken")


class KindOperations:
    """The place of one instruction: knows the program and where the instruction stands."""

    __slots__ = ("compiled", "function", "site", "text")

    text: TextOperations

    def __init__(self, compiled: CompiledProgram, function: str, site: int) -> None:
        self.compiled = compiled
        self.function = function
        self.site = site

    def throw(self, class_name: str) -> SubjectThrow:
        """Make an exception of the program."""
        return SubjectThrow(class_name, None, self.function, self.site)

    def lacks(self, value: Value, name: str, class_name: str) -> SubjectThrow:
        """Make the exception for what a value does not have.

        What CPython has and we have not is no exception of the program.
        """
        kind = kind_of(value)
        special = class_name == "AttributeError" and is_special(name)
        above = self.compiled.ancestors.get(kind, (kind,))
        if special or has_native(self.compiled.hierarchy.library, above, name):
            raise RunStopped(f"`{name}` of a `{kind}` is not followed")
        return self.throw(class_name)

    def is_caught(self, machine: Machine, thrown: SubjectThrow, catches: Collection[str]) -> bool:
        """Say whether what was thrown is of one of some classes."""
        return not self.compiled.ancestors.get(thrown.class_name, frozenset()).isdisjoint(catches)

    def is_object(self, value: Value) -> bool:
        """Say whether the class of a value is one of the program, or of the library."""
        if type(value) is NamedValue:
            return value.kind in self.compiled.dispatch
        return type(value) is HeapObject

    def method(self, value: Value, name: str) -> CompiledFunction | None:
        """Find what the class of a value has under a name."""
        table = self.compiled.dispatch.get(kind_of(value))
        return None if table is None else table.get(name)

    def is_instance(self, value: Value, class_name: str) -> bool:
        """Say whether a value is of a class or of one below it."""
        kind = kind_of(value)
        if class_name in ("object", kind):
            return True
        if kind == "bool":
            return class_name == "int"
        if class_name == "function":
            return kind in (METHOD, "function")
        return class_name in self.classes_above(kind)

    def classes_above(self, kind: str) -> frozenset[str]:
        """Name the classes that values of a class are of."""
        above = self.compiled.ancestors.get(kind, frozenset())
        # The library has `frozenset` below `set` because they share methods.
        return above - {"set"} if "frozenset" in above else above

    def is_instance_of_value(self, machine: Machine, value: Value, classes: Value) -> bool:
        """Say whether a value is of a class that is a value, or of one of several."""
        if type(classes) is tuple:
            return any(self.is_instance_of_value(machine, value, one) for one in classes)
        if not isinstance(classes, NamedValue) or classes.kind != "type":
            raise self.throw("TypeError")
        return self.is_instance(value, classes.name)

    def is_subclass(self, value: Value, classes: Value) -> bool:
        """Say whether a class is one of several, or below it."""
        if not isinstance(value, NamedValue) or value.kind != "type":
            raise self.throw("TypeError")
        if type(classes) is tuple:
            return any(self.is_subclass(value, one) for one in classes)
        if not isinstance(classes, NamedValue) or classes.kind != "type":
            raise self.throw("TypeError")
        if classes.name in ("object", value.name):
            return True
        if value.name == "bool":
            return classes.name == "int"
        return classes.name in self.classes_above(value.name)

    def is_callable(self, value: Value) -> bool:
        """Say whether a value can be called."""
        return kind_of(value) in (METHOD, "function", "type") or (
            self.method(value, "__call__") is not None
        )

    def cast(self, machine: Machine, value: Value, wanted: str) -> Value:
        """Give a value that fits a declared type, which typed code relies on."""
        kind = kind_of(value)
        match wanted:
            case "int!":
                if kind == "int":
                    return plain_length(value)
            case "bool!":
                if kind == "bool":
                    return value
            case _:
                class_name = wanted.removeprefix("ref!")
                if value is None or class_name in self.compiled.ancestors.get(kind, ()):
                    return value
                if class_name in self.compiled.opaque and kind == "int":
                    return value
        shown = wanted.strip("!").removeprefix("ref!")
        raise RunStopped(f"a {kind} comes where `{shown}` is declared")

    def bound(self, value: Value, name: str) -> Value:
        """Give the value of a variable that may have none.

        What a function around has not given a value is no local of this one.
        """
        if value is ABSENT:
            raise self.throw("NameError" if name.startswith("free ") else "UnboundLocalError")
        return value

    def required(self, value: Value, name: str) -> Value:
        """Give a receiver that has an attribute; Python looks before it evaluates arguments."""
        if type(value) is HeapObject and self.has_field(value, name):
            return value
        kind = kind_of(value)
        if kind in ("str", "type") or self.compiled.static(kind, name) is not None:
            return value
        if self.method(value, "__getattr__") is not None:
            # It runs before the arguments do, so they may not change anything.
            if self.method(value, name) is None:
                raise RunStopped("`__getattr__` before arguments is not followed")
            return value
        if all(self.method(value, f"{mark}{name}") is None for mark in ("", "@", "$")):
            raise self.lacks(value, name, "AttributeError")
        return value

    def has_field(self, value: HeapObject, name: str) -> bool:
        """Say whether the class declares a field; a heap of which little is known has all."""
        declared = self.compiled.defaults.get(value.class_name)
        return name in value.fields if declared is None else name in declared

    def stop(self, reason: Value) -> Value:
        """Stop the run."""
        raise RunStopped(f"{reason} is not followed")

    def shared(self, machine: Machine, place: str) -> Value:
        """Give what all objects share under a name."""
        if machine.shared is None:
            raise RunStopped("what all objects share is not known here")
        return machine.shared.fields[place]

    def share(self, machine: Machine, place: str, value: Value) -> Value:
        """Put a value where all objects share it."""
        if machine.shared is None:
            raise RunStopped("what all objects share is not known here")
        value = machine.shared.fields[place] = settled(machine, value)
        machine.changed = True
        return value

    def order(self, machine: Machine, container: Value, done: Value) -> int:
        """Give the next place of a set: each that is left, in a run of its own.

        That a set keeps its order while nobody changes it is not seen here, so a run may be
        one that cannot be; whatever is found is replayed.
        """
        assert type(container) is HeapObject and type(done) is tuple
        left = [place for place in range(len(self.entries(container))) if place not in done]
        if len(left) > MOST_ORDERED:
            machine.doubts[SET_ORDER] = None
            return left[0]
        for place in left[:-1]:
            if machine.choose():
                return place
        return left[-1]

    def new_container(self, machine: Machine, class_name: str, items: Sequence[Value]) -> Value:
        """Make a container with these entries."""
        fields = self.compiled.defaults[class_name].copy()
        fields.update(enumerate(items))
        made = HeapObject(class_name, fields)
        machine.fresh.add(made)
        return made

    def entries(self, container: HeapObject) -> list[Value]:
        """Give the entries of a container."""
        n_named = len(self.compiled.defaults[container.class_name])
        fields = container.fields
        return [fields[index] for index in range(len(fields) - n_named)]

    def touch(self, machine: Machine, value: HeapObject) -> None:
        """Note that an object changes; what is fresh cannot be missed by anyone."""
        if value not in machine.fresh:
            machine.changed = True
        elif value in machine.given:
            machine.met.add(TOLD_APART)
