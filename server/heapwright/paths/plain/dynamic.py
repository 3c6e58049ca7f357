"""Operations on plain values of any kind: the meaning of Python's operators and protocols.

Place: paths/plain/. `code` makes one `PlainOperations` per instruction. Written on its own,
without a look at the symbolic version: each is the other's oracle.

Ints, strings, floats and tuples are Python's own values, so Python computes with them;
objects and containers live on the machine's heap. The operations call each other, so they
are methods of one class, whose parts lie in `kinds`, `calls`, `items`,
`text` and `operators`: each file uses only those before it.
"""

from __future__ import annotations

from collections.abc import Sequence

from heapwright.errors import EngineError
from heapwright.ir.core.operations import BINARY, COMPARISONS, HASHED, KINDS, LIBRARY
from heapwright.ir.reach.hashing import CHANGED_HASH, runs_hash
from heapwright.paths.plain import library
from heapwright.paths.plain.decimals import decimal_value
from heapwright.paths.plain.heap import Input, InputMatters, Named, Reference
from heapwright.paths.plain.kinds import Operation
from heapwright.paths.plain.machine import Dynamic, Machine, Unfollowed
from heapwright.paths.plain.operators import UNARY, PlainOperators

# Where an operation only passes an operand on: all of them, or one by its place. What it looks
# at may not be an input of the run.
_PASSED_ON: dict[str, int | None] = {
    **dict.fromkeys(("tuple", "list", "bound", "missing", "is", "find", "findkey", "hashable")),
    "hash": None,
    **dict.fromkeys(("bind", "copied", "fieldwise", "deepcopied", "share", "isinstance")),
    **dict.fromkeys(("fits", "exactly")),
    "shown": None,
    "instance": 0,
    "setattr": 1,
    "plainset": 1,
    "setitem": 2,
    "insert": 2,
    "put": 2,
}


class PlainOperations(PlainOperators):
    """The operations of one instruction: knows the program and where it stands."""

    def operation(self, name: str, extra: str) -> Operation:
        """Give the code of an operation; what it looks at is no input of the run."""
        code = self.unchecked_operation(name, extra)
        place = _PASSED_ON.get(name, -1)
        if place is None or name in BINARY or not self.loaded.has_inputs:
            return code  # operators know themselves what they can do with an input

        def checked(machine: Machine, v: Sequence[Dynamic]) -> Dynamic:
            if any(isinstance(one, Input) and index != place for index, one in enumerate(v)):
                raise InputMatters
            return code(machine, v)

        return checked

    def unchecked_operation(self, name: str, extra: str) -> Operation:
        """Give the code of an operation."""
        if name in BINARY:
            return lambda machine, v: self.binary(machine, name, v[0], v[1])
        if name in UNARY:
            return lambda machine, v: self.unary(machine, name, v[0])
        if name in COMPARISONS:
            return lambda machine, v: self.compare(machine, name, v[0], v[1])
        if name[0] == "i" and name[1:] in BINARY:
            return lambda machine, v: self.augmented(machine, name, v[0], v[1])
        found = getattr(self, f"do_{name}", None)
        if found is None:
            raise EngineError(f"no operation is called {name}")
        if extra:
            return lambda machine, v: found(machine, extra, *v)
        return lambda machine, v: found(machine, *v)

    def do_printed(self, machine: Machine, file: Dynamic) -> None:
        """Give what the operation `printed` gives."""
        if file is None:
            return
        kind = self.kind(machine, file)
        if kind not in ("sys_stream", "io_file", "codecs_file"):
            raise Unfollowed(f"printing into a `{kind}`", self.function)
        self.call_method(machine, file, "write", [""], {})

    # --- Calls of values -----------------------------------------------------------------

    def call_value(
        self,
        machine: Machine,
        callee: Dynamic,
        given: list[Dynamic],
        named: dict[str, Dynamic],
    ) -> Dynamic:
        """Call a value: a class, a function, a method, or an object with `__call__`."""
        if isinstance(callee, Named) and callee.kind == "function":
            return self.invoke(machine, self.loaded.callees[callee.name], given, named)
        if isinstance(callee, Named) and callee.kind == "type":
            return self.construct(machine, callee.name, given, named)
        if self.kind(machine, callee) == "method":
            function, receiver = machine.rows[callee.number]
            if isinstance(function, str):
                return self.call_method(machine, receiver, function, given, named)
            return self.call_value(machine, function, [receiver, *given], named)
        found = self.find(machine, callee, "__call__")
        if found is None:
            raise self.error("TypeError")
        return self.invoke(machine, found, [callee, *given], named)

    def call_method(
        self,
        machine: Machine,
        receiver: Dynamic,
        name: str,
        given: list[Dynamic],
        named: dict[str, Dynamic],
    ) -> Dynamic:
        """Call `receiver.name(…)`."""
        if not self.has_field(machine, receiver, name):
            callee = self.find(machine, receiver, name)
            if callee is not None:
                return self.invoke(machine, callee, [receiver, *given], named)
            if isinstance(receiver, str):
                return self.string_method(machine, name, receiver, given, named)
            callee = self.find_static(self.kind(machine, receiver), name)
            if name == "__init__" and isinstance(receiver, Reference):
                if callee is None:
                    raise Unfollowed("such a call of `__init__`", self.function)
                return self.invoke(machine, callee, [receiver, *given], named)
            if callee is not None:
                return self.invoke(machine, callee, given, named)
        return self.call_value(machine, self.do_getattr(machine, name, receiver), given, named)

    def spread(
        self, machine: Machine, values: Sequence[Dynamic], names: Sequence[str | None]
    ) -> tuple[list[Dynamic], dict[str, Dynamic]]:
        """Put arguments apart: by place, and by name."""
        given: list[Dynamic] = []
        named: dict[str, Dynamic] = {}
        for value, name in zip(values, names, strict=True):
            match name:
                case None:
                    given.append(value)
                case "*":
                    given += self.listed(machine, value)
                case "**":
                    if not self.fits(machine, value, "dict"):
                        raise Unfollowed("`**` of what is no dict", self.function)
                    for key, one in self.entries(machine, value):
                        if self.is_object(key) and self.fits(machine, key, "str"):
                            raise Unfollowed("an object that is a string too", self.function)
                        if not isinstance(key, str) or key in named:
                            raise self.error("TypeError")
                        named[key] = one
                case _:
                    if name in named:
                        raise self.error("TypeError")
                    named[name] = value
        return given, named

    def construct(
        self, machine: Machine, class_name: str, given: list[Dynamic], named: dict[str, Dynamic]
    ) -> Dynamic:
        """Make an object of a class that a value names."""
        maker = f"{LIBRARY}.new_{class_name}" if class_name in KINDS else f"{class_name}.__new__"
        callee = self.loaded.callees.get(maker)
        if callee is not None:
            return self.invoke(machine, callee, given, named)
        if class_name not in self.loaded.hierarchy.classes:
            raise Unfollowed(f"making a `{class_name}`", self.function)
        is_exception = class_name in self.loaded.hierarchy.below("BaseException")
        if (given or named) and not is_exception:
            raise self.error("TypeError")
        return self.loaded.allocate(machine, class_name)

    def do_callable(self, machine: Machine, value: Dynamic) -> bool:
        """Give what the operation `callable` gives."""
        if self.kind(machine, value) in ("function", "method", "type"):
            return True
        return self.find(machine, value, "__call__") is not None

    # --- Entries -------------------------------------------------------------------------

    def do_size(self, machine: Machine, container: Dynamic) -> int:
        """Give what the operation `size` gives."""
        return len(machine.rows[container.number]) - self.first_entry(machine, container)

    def do_order(self, machine: Machine, container: Dynamic, done: Dynamic) -> int:
        """Give the next place of a set, from either end: nobody may rely on the order."""
        assert isinstance(done, tuple)
        last = self.do_size(machine, container) - 1
        return last - len(done) if machine.is_backward else len(done)

    def do_entry(self, machine: Machine, container: Dynamic, index: int) -> Dynamic:
        """Give what the operation `entry` gives."""
        return machine.rows[container.number][self.first_entry(machine, container) + index]

    def do_entries(self, machine: Machine, container: Dynamic) -> tuple[Dynamic, ...]:
        """Give what the operation `entries` gives."""
        return tuple(self.entries(machine, container))

    def do_moved(
        self,
        machine: Machine,
        container: Dynamic,
        before: Dynamic,
        place: int = 0,
        key: Dynamic = None,
    ) -> bool:
        """Give what the operation `moved` gives."""
        if isinstance(before, tuple):
            return self.do_entries(machine, container) != before
        if self.do_size(machine, container) != before:
            return False
        found = self.do_entry(machine, container, place)[0]
        return not (found is key or found == key)

    def do_put(self, machine: Machine, container: Dynamic, index: int, value: Dynamic) -> None:
        """Give what the operation `put` gives."""
        self.row(machine, container)[self.first_entry(machine, container) + index] = value

    def do_insert(self, machine: Machine, container: Dynamic, index: int, value: Dynamic) -> None:
        """Give what the operation `insert` gives."""
        self.row(machine, container).insert(self.first_entry(machine, container) + index, value)

    def do_remove(self, machine: Machine, container: Dynamic, index: int) -> None:
        """Give what the operation `remove` gives."""
        del self.row(machine, container)[self.first_entry(machine, container) + index]

    def do_find(self, machine: Machine, container: Dynamic, item: Dynamic) -> int:
        """Give what the operation `find` gives."""
        for index, entry in enumerate(self.entries(machine, container)):
            if self.matches(machine, entry, item):
                return index
        return -1

    def do_findkey(self, machine: Machine, container: Dynamic, key: Dynamic) -> int:
        """Give what the operation `findkey` gives."""
        self.do_hashable(machine, key)
        is_dict = self.fits(machine, container, "dict")
        for index, entry in enumerate(self.entries(machine, container)):
            one = entry[0] if is_dict else entry
            if self.may_match(machine, one, key) and self.matches(machine, one, key):
                self.check_hashed(machine, one, key)
                return index
        return -1

    def check_hashed(self, machine: Machine, one: Dynamic, key: Dynamic) -> None:
        """See that the values agree whose hashes are those of two equal keys."""
        if one == key or not (self.is_object(one) and self.is_object(key)):
            return
        callees = [self.find(machine, side, HASHED) for side in (one, key)]
        values = [
            self.invoke(machine, callee, [side])
            for callee, side in zip(callees, (one, key), strict=True)
            if callee is not None and callee.function.left_out is None
        ]
        if len(values) == 2 and not self.matches(machine, *values):
            raise Unfollowed("equal keys with different hashes", self.function)

    def may_match(self, machine: Machine, one: Dynamic, key: Dynamic) -> bool:
        """Say whether two keys have the same hash, as far as their classes compute it."""
        if any(self.fits(machine, one, name) for name in self.loaded.changing_keys):
            raise Unfollowed(CHANGED_HASH, self.function)
        hashes = [self.own_hash(machine, side) for side in (one, key)]
        if one == key or None in hashes:
            return True
        if any(isinstance(found, Input) for found in hashes):
            raise InputMatters
        return hashes[0] == hashes[1]

    def own_hash(self, machine: Machine, value: Dynamic) -> int | Input | None:
        """Give the hash that the class of a key computes; None where it does not."""
        callee = self.find(machine, value, "__hash__") if self.is_object(value) else None
        if callee is None or not runs_hash(callee.function):
            return None
        found = self.invoke(machine, callee, [value])
        return found if isinstance(found, Input) else library.hash_given(self, found)

    def do_hashable(self, machine: Machine, value: Dynamic) -> None:
        """Give what the operation `hashable` gives."""
        if isinstance(value, tuple):
            for inner in value:
                self.do_hashable(machine, inner)
        elif self.is_object(value) and self.find(machine, value, "__hash__") is not None:
            inner = self.find(machine, value, HASHED)
            is_known = inner is not None and inner.function.left_out is None
            if self.own_hash(machine, value) is None and inner is not None and is_known:
                self.do_hashable(machine, self.invoke(machine, inner, [value]))
        elif (
            isinstance(value, Reference)
            and not self.fits(machine, value, "frozenset")
            and (
                self.find(machine, value, "__eq__") is not None
                or self.loaded.hierarchy.has_entries(machine.class_names[value.number])
            )
        ):
            raise self.error("TypeError")

    # --- What only the library asks for ------------------------------------------------------

    do_hash = library.hash_of
    do_input = staticmethod(library.fresh_input)
    do_between = library.between
    do_real = library.real
    do_copied = library.shallow_copy
    do_fieldwise = library.fieldwise_copy
    do_deepcopied = library.deep_copy

    def do_summed(self, machine: Machine, total: Dynamic, item: Dynamic) -> Dynamic:
        """Give what the operation `summed` gives."""
        return self.binary(machine, "add", total, item)

    def do_decimal(self, machine: Machine, name: str, *given: Dynamic) -> Dynamic:
        """Give what the operation `decimal` gives."""
        return decimal_value(name, given)

    def do_digest(self, machine: Machine, name: str, codes: Dynamic) -> Dynamic:
        """Give what the operation `digest` gives."""
        assert isinstance(codes, tuple)
        # Imported here: few programs ask, and it loads OpenSSL.
        from hashlib import new

        return new(name, bytes(codes), usedforsecurity=False).hexdigest()

    def do_known(self, machine: Machine, *given: Dynamic) -> bool:
        """Give what the operation `known` gives."""
        return not any(isinstance(one, Named | Reference) for one in given)

    def do_within(self, machine: Machine, value: int, bound: int) -> None:
        """Give what the operation `within` gives."""
        if not -bound < value < bound:
            raise Unfollowed("a decimal with too many digits", self.function)
