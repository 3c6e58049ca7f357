"""Operations on strings that may meet values of code that is not read.

Place: paths/known_shapes/. Part of `foreign`; what is known of such values stands there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from heapwright.heaps.known_shape import HeapObject, Text, TextAtom, Value
from heapwright.paths.known_shapes.text import TextOperations
from heapwright.paths.runs.machine import Machine, RunStopped
from heapwright.paths.values.any_kind import either, fresh_input, is_foreign, unknown_float
from heapwright.terms.term import Term

if TYPE_CHECKING:  # which is made of this
    from heapwright.paths.known_shapes.foreign import ForeignOperations


class ForeignText(TextOperations):
    """The operations on strings of one instruction that may meet foreign values."""

    __slots__ = ()

    dynamic: ForeignOperations

    def text_of(self, machine: Machine, value: Value) -> Text:
        """Give `str(value)`."""
        return (
            self.any_text(machine, value) if is_foreign(value) else super().text_of(machine, value)
        )

    def repr_of(self, machine: Machine, value: Value) -> Text:
        """Give `repr(value)`."""
        return (
            self.any_text(machine, value) if is_foreign(value) else super().repr_of(machine, value)
        )

    def formatted(self, machine: Machine, value: Value, spec: Value) -> Text:
        """Give `format(value, spec)`."""
        if is_foreign(value):
            return self.any_text(machine, value)
        return super().formatted(machine, value, spec)

    def any_text(self, machine: Machine, value: Value) -> Text:
        """Give the string that a foreign value makes of itself."""
        self.dynamic.touched(machine, value)
        return TextAtom(fresh_input(machine))

    def string_from(self, value: Value) -> Text:
        """Give a value that must be a string."""
        if is_foreign(value):
            raise RunStopped("whether what is not read is a string")
        return super().string_from(value)

    def called(self, machine: Machine, name: str, v: Sequence[Value]) -> Value:
        """Call a method of a string with arguments by place."""
        if is_foreign(v[0]):
            return self.dynamic.touched(machine, *v)
        return super().called(machine, name, v)

    def method(
        self,
        machine: Machine,
        receiver: Text,
        name: str,
        positional: list[Value],
        named: dict[str, Value],
    ) -> Value:
        """Call a method of a string."""
        if name == "join" and len(positional) == 1 and not named:
            parts = tuple(self.dynamic.items(machine, positional[0]))
            for part in filter(is_foreign, parts):
                return self.any_text(machine, part)
            return super().method(machine, receiver, name, [parts], named)
        foreign = [one for one in (*positional, *named.values()) if is_foreign(one)]
        if foreign and name != "format":
            return self.dynamic.touched(machine, foreign[0], *positional, *named.values())
        return super().method(machine, receiver, name, positional, named)

    def sliced(
        self, machine: Machine, sequence: tuple[Value, ...], index: HeapObject
    ) -> tuple[Value, ...]:
        """Give a slice of a tuple."""
        fields = dict(index.fields)
        for name, bound in index.fields.items():
            if is_foreign(bound):
                self.dynamic.touched(machine, bound)
                fields[name] = fresh_input(machine) if either(machine) else None
        return super().sliced(machine, sequence, HeapObject(index.class_name, fields))

    def index(self, machine: Machine, v: Sequence[Value]) -> Value:
        """Give a known int for a place in -n … n."""
        if is_foreign(v[0]):
            self.dynamic.touched(machine, v[0])
            return super().index(machine, (fresh_input(machine), *v[1:]))
        return super().index(machine, v)

    def to_int(self, machine: Machine, value: Value) -> Value:
        """Give `int(value)`."""
        if is_foreign(value):
            self.dynamic.touched(machine, value)
            return fresh_input(machine)
        return super().to_int(machine, value)

    def to_float(self, machine: Machine, value: Value) -> Value:
        """Give `float(value)`."""
        if is_foreign(value):
            self.dynamic.touched(machine, value)
            return unknown_float(machine, fresh_input(machine))
        return super().to_float(machine, value)

    def rounded(self, machine: Machine, v: Sequence[Value]) -> Value:
        """Give `round(value)` or `round(value, digits)`."""
        for one in filter(is_foreign, v):
            return self.dynamic.touched(machine, one, *v)
        return super().rounded(machine, v)

    def character(self, machine: Machine, name: str, value: Value) -> Value:
        """Give `chr(value)` or `ord(value)`."""
        if is_foreign(value):
            return self.dynamic.touched(machine, value)
        return super().character(machine, name, value)

    def check_hashable(self, machine: Machine, value: Value) -> Value:
        """See that a value can be a key of a dict or an item of a set."""
        if is_foreign(value):
            self.dynamic.touched(machine, value)
            return None
        return super().check_hashable(machine, value)

    def own_hash(self, machine: Machine, value: Value) -> int | Term | None:
        """Give the hash that the class of a key computes; None where it does not."""
        return None if is_foreign(value) else super().own_hash(machine, value)

    def hash_given(self, machine: Machine, value: Value) -> int | Term:
        """Give the int that `__hash__` gave."""
        if is_foreign(value):
            self.dynamic.touched(machine, value)
            return fresh_input(machine)
        return super().hash_given(machine, value)

    def interpolated(self, machine: Machine, text: Text, values: Value) -> Value:
        """Give `text % values`, of which a foreign value may be several."""
        items = values if type(values) is tuple else (values,)
        if any(map(is_foreign, items)):
            if not self.dynamic.is_plain(items):
                raise RunStopped("such a format of an object is not followed")
            return self.any_text(machine, next(filter(is_foreign, items)))
        return super().interpolated(machine, text, values)
