"""Operations on symbolic values of any kind: what they do depends on what they meet.

Place: paths/known_shapes/. `compile` makes one `Dynamic` per instruction and calls what
`operation` gives. What each operation means is in `ir.operations`; the plain interpreter has its
own version of all this, which shares nothing with it.

The operations call each other, so they are methods of one class, whose parts lie in
`dynamic_kinds`, `dynamic_calls`, `dynamic_items`, `dynamic_operators` and, beside them,
`dynamic_text`: each file uses only those before it.

What cannot be followed (the identity of ints, the order of a set) stops the run with a
reason. That is never wrong: a stopped run makes a verdict "unknown".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from heapwright.heaps.known_shape import ABSENT, HeapObject, NamedValue, Value
from heapwright.ir.core.operations import BINARY, COMPARISONS, HASHED
from heapwright.ir.core.program import GROWN
from heapwright.ir.reach.hashing import CHANGED_HASH, runs_hash
from heapwright.paths.known_shapes.kinds import Code
from heapwright.paths.known_shapes.library import LIBRARY_OPERATIONS, library_operation
from heapwright.paths.known_shapes.operators import Operators
from heapwright.paths.known_shapes.text import TextOperations
from heapwright.paths.runs.machine import HASHES, Machine, RunStopped, ScopeLeft
from heapwright.paths.values.any_kind import kind_of, plain_length, settled
from heapwright.paths.values.numbers import decided, ordered

if TYPE_CHECKING:  # which makes these
    from heapwright.paths.known_shapes.compile import CompiledProgram


class Dynamic(Operators):
    """The operations of one instruction: knows the program and where the instruction stands."""

    __slots__ = ()

    def __init__(self, compiled: CompiledProgram, function: str, site: int) -> None:
        super().__init__(compiled, function, site)
        self.text = TextOperations(self)

    def operation(self, name: str, extra: str) -> Code:
        """Give the code of an operation."""
        if name in BINARY:
            return lambda machine, v: self.binary(machine, name, v[0], v[1])
        if name[0] == "i" and name[1:] in BINARY:
            plain = name[1:]
            return lambda machine, v: self.in_place(machine, plain, v[0], v[1])
        if name in COMPARISONS:
            return lambda machine, v: self.compare(machine, name, v[0], v[1])
        return self.other_operation(name, extra)

    def other_operation(self, name: str, extra: str) -> Code:
        """Give the code of an operation that is no operator."""
        match name:
            case "truth":
                return lambda machine, v: self.truth(machine, v[0])
            case "is":
                return lambda machine, v: self.identical(v[0], v[1])
            case "contains":
                return lambda machine, v: self.contains(machine, v[0], v[1])
            case "neg" | "pos" | "invert" | "abs":
                return lambda machine, v: self.unary(machine, name, v[0])
            case "len":
                return lambda machine, v: self.length(machine, v[0])
            case "getattr":
                return lambda machine, v: self.get_attribute(machine, v[0], extra)
            case "setattr":
                return lambda machine, v: self.set_attribute(machine, v[0], extra, v[1])
            case "delattr":
                return lambda machine, v: self.delete_attribute(machine, v[0], extra)
            case "plainget":
                return lambda machine, v: self.plain_attribute(machine, v[0], extra)
            case "plainset":
                return lambda machine, v: self.plain_assignment(machine, v[0], extra, v[1])
            case "plaindel":
                return lambda machine, v: self.plain_deletion(machine, v[0], extra)
            case "own":
                return lambda machine, v: self.own_attribute(v[0], extra)
            case "getitem":
                return lambda machine, v: self.get_item(machine, v[0], v[1])
            case "setitem":
                return lambda machine, v: self.item_method(machine, "__setitem__", v)
            case "delitem":
                return lambda machine, v: self.item_method(machine, "__delitem__", v)
            case "tuple":
                return lambda machine, v: tuple(map(plain_length, v))
            case "list":
                return lambda machine, v: self.new_container(
                    machine, "list", [settled(machine, one) for one in v]
                )
            case "bind":
                return lambda machine, v: self.method_of(machine, v[0], v[1])
            case "concat":
                return lambda machine, v: (*self.items(machine, v[0]), *self.items(machine, v[1]))
            case "gather":
                return lambda machine, v: tuple(self.items(machine, v[0]))
            case "unpack":
                return lambda machine, v: self.unpack(machine, v[0], extra)
            case "isinstance" | "fits":
                return lambda machine, v: self.is_instance(v[0], extra)
            case "exactly":
                return lambda machine, v: kind_of(v[0]) == extra
            case "instance":
                return lambda machine, v: self.is_instance_of_value(machine, v[0], v[1])
            case "subclass":
                return lambda machine, v: self.is_subclass(v[0], v[1])
            case "callable":
                return lambda machine, v: self.is_callable(v[0])
            case "type":
                return lambda machine, v: NamedValue("type", kind_of(v[0]))
            case "cast":
                return lambda machine, v: self.cast(machine, v[0], extra)
            case "absent":
                return lambda machine, v: ABSENT
            case "printed":
                return lambda machine, v: self.printed(machine, v[0])
            case "shown":
                return lambda machine, v: None
            case "missing":
                return lambda machine, v: v[0] is ABSENT
            case "bound":
                return lambda machine, v: self.bound(v[0], extra)
            case "require":
                return lambda machine, v: self.required(v[0], extra)
            case "stop":
                return lambda machine, v: self.stop(v[0])
            case "shared":
                return lambda machine, v: self.shared(machine, extra)
            case "share":
                return lambda machine, v: self.share(machine, extra, v[0])
            case "order":
                return lambda machine, v: self.order(machine, v[0], v[1])
            case "throw":
                return lambda machine, v: self.thrown_into(machine, v[0], v[1])
            case "summed":
                return lambda machine, v: self.summed(machine, v[0], v[1])
            case "next":
                return lambda machine, v: self.advance(machine, v[0])
            case "size" | "entry" | "put" | "insert" | "remove" | "find" | "findkey":
                return self.entry_operation(name)
            case _ if name in LIBRARY_OPERATIONS:
                return library_operation(self, name)
            case _:
                return self.text.operation(name, extra)

    def printed(self, machine: Machine, file: Value) -> Value:
        """Write a text into a file, whatever the text is."""
        if file is None:
            return None
        if kind_of(file) not in ("sys_stream", "io_file", "codecs_file"):
            raise RunStopped(f"printing into a `{kind_of(file)}` is not followed")
        return self.call_found(machine, file, "write", [""], {})

    def may_match(self, machine: Machine, one: Value, key: Value) -> bool:
        """Say whether two keys have the same hash, as far as their classes compute it."""
        if type(one) is HeapObject and one.class_name in self.compiled.changing_keys:
            raise RunStopped(CHANGED_HASH)
        if one is key or not (self.is_object(one) or self.is_object(key)):
            return True
        hashes = [self.text.own_hash(machine, side) for side in (one, key)]
        if hashes[0] is None or hashes[1] is None:
            return True
        return decided(machine, ordered(machine, "eq", hashes[0], hashes[1]))

    def doubt_hashes(self, machine: Machine, one: Value, key: Value) -> None:
        """Note where two equal keys were taken to have the same hash."""
        if one is key or not (self.is_object(one) and self.is_object(key)):
            return
        methods = [self.method(side, "__hash__") for side in (one, key)]
        if all(method is None or runs_hash(method.function) for method in methods):
            return
        values = [self.hashed(machine, side) for side in (one, key)]
        if any(value is ABSENT for value in values) or not self.same_or_equal(machine, *values):
            machine.doubts[HASHES] = None

    def hashed(self, machine: Machine, key: Value) -> Value:
        """Give the value whose hash is the hash of a key; ABSENT where there is none."""
        method = self.method(key, HASHED)
        if method is None or method.function.left_out is not None:
            return ABSENT
        return self.call(machine, method, [key])

    def entry_operation(self, name: str) -> Code:
        """Give the code of an operation on entries; positions are always in range."""
        defaults = self.compiled.defaults

        def size(machine: Machine, v: Sequence[Value]) -> Value:
            container = v[0]
            assert type(container) is HeapObject
            return len(container.fields) - len(defaults[container.class_name])

        def entry(machine: Machine, v: Sequence[Value]) -> Value:
            container, index = v
            assert type(container) is HeapObject and type(index) is int
            return container.fields[index]

        def put(machine: Machine, v: Sequence[Value]) -> Value:
            container, index, value = v
            assert type(container) is HeapObject and type(index) is int
            container.fields[index] = settled(machine, value)
            self.touch(machine, container)
            return None

        def insert(machine: Machine, v: Sequence[Value]) -> Value:
            container, index, value = v
            assert type(container) is HeapObject and type(index) is int
            n = len(container.fields) - len(defaults[container.class_name])
            if (most := machine.most_entries) is not None and most <= n < machine.position:
                # The run had to decide at least once for each entry.
                raise ScopeLeft(GROWN)
            for place in range(n, index, -1):
                container.fields[place] = container.fields[place - 1]
            container.fields[index] = settled(machine, value)
            self.touch(machine, container)
            return None

        def remove(machine: Machine, v: Sequence[Value]) -> Value:
            container, index = v
            assert type(container) is HeapObject and type(index) is int
            n = len(container.fields) - len(defaults[container.class_name])
            for place in range(index, n - 1):
                container.fields[place] = container.fields[place + 1]
            del container.fields[n - 1]
            self.touch(machine, container)
            return None

        def find(machine: Machine, v: Sequence[Value]) -> Value:
            container, item = v
            assert type(container) is HeapObject
            for index, one in enumerate(self.entries(container)):
                if self.same_or_equal(machine, one, item):
                    return index
            return -1

        def find_key(machine: Machine, v: Sequence[Value]) -> Value:
            container, key = v
            assert type(container) is HeapObject
            self.text.check_hashable(machine, key)
            is_dict = "dict" in self.compiled.ancestors[container.class_name]
            for index, one in enumerate(self.entries(container)):
                if is_dict:
                    assert type(one) is tuple
                    one = one[0]
                if self.may_match(machine, one, key) and self.same_or_equal(machine, one, key):
                    self.doubt_hashes(machine, one, key)
                    return index
            return -1

        codes: dict[str, Code] = {"size": size, "entry": entry, "put": put, "insert": insert}
        codes |= {"remove": remove, "find": find, "findkey": find_key}
        return codes[name]
