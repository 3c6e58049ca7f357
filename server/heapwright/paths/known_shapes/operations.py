"""Operations on symbolic values of any kind: what they do depends on what they meet.

Place: paths/known_shapes/. `compile` makes one `Dynamic` per instruction and calls what
`operation` gives. What each operation means is in `ir.operations`; the plain interpreter has its
own version of all this, which shares nothing with it.

The operations call each other, so they are methods of one class, whose parts lie in `kinds`,
`calls`, `items`, `operators` and, beside them, `text`: each file uses only those before it.

What cannot be followed (the identity of ints, the order of a set) stops the run with a
reason. That is never wrong: a stopped run makes a verdict "unknown".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

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
        if name in ("neg", "pos", "invert", "abs"):
            return lambda machine, v: self.unary(machine, name, v[0])
        if name in _OPERATIONS:
            return _OPERATIONS[name](self, extra)
        if name in LIBRARY_OPERATIONS:
            return library_operation(self, name)
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

    # --- Entries of containers; positions are always in range ---------------------------

    def n_entries(self, container: HeapObject) -> int:
        """Count the entries of a container."""
        return len(container.fields) - len(self.compiled.defaults[container.class_name])

    def size(self, machine: Machine, v: Sequence[Value]) -> Value:
        """Give how many entries a container has."""
        container = v[0]
        assert type(container) is HeapObject
        return self.n_entries(container)

    def entry(self, machine: Machine, v: Sequence[Value]) -> Value:
        """Give the entry at a position."""
        container, index = v
        assert type(container) is HeapObject and type(index) is int
        return container.fields[index]

    def put(self, machine: Machine, v: Sequence[Value]) -> Value:
        """Replace the entry at a position."""
        container, index, value = v
        assert type(container) is HeapObject and type(index) is int
        container.fields[index] = settled(machine, value)
        self.touch(machine, container)
        return None

    def all_entries(self, container: Value) -> tuple[Value, ...]:
        """Give the entries of a container as a tuple."""
        assert type(container) is HeapObject
        return tuple(self.entries(container))

    def has_moved(self, machine: Machine, v: Sequence[Value]) -> bool:
        """Say whether a set has other entries, or a dict of the same size another key somewhere."""
        container, before = v[0], v[1]
        assert type(container) is HeapObject
        if type(before) is tuple:
            return not self.is_same_value(machine, self.all_entries(container), before)
        _, _, place, key = v
        assert type(place) is int
        if self.n_entries(container) != before:
            return False
        entry = container.fields[place]
        assert type(entry) is tuple
        return entry[0] is not key and not self.is_same_value(machine, entry[0], key)

    def is_same_value(self, machine: Machine, one: Value, other: Value) -> bool:
        """Say whether two values are the same, without code of the program."""
        if one is other or type(one) is HeapObject or type(other) is HeapObject:
            return one is other
        if type(one) is tuple and type(other) is tuple:
            return len(one) == len(other) and all(
                self.is_same_value(machine, *pair) for pair in zip(one, other, strict=True)
            )
        return kind_of(one) == kind_of(other) and self.same_or_equal(machine, one, other)

    def insert(self, machine: Machine, v: Sequence[Value]) -> Value:
        """Put an entry before the one at a position."""
        container, index, value = v
        assert type(container) is HeapObject and type(index) is int
        n = self.n_entries(container)
        if (most := machine.most_entries) is not None and most <= n < machine.position:
            # The run had to decide at least once for each entry.
            raise ScopeLeft(GROWN)
        for place in range(n, index, -1):
            container.fields[place] = container.fields[place - 1]
        container.fields[index] = settled(machine, value)
        self.touch(machine, container)
        return None

    def remove(self, machine: Machine, v: Sequence[Value]) -> Value:
        """Take out the entry at a position."""
        container, index = v
        assert type(container) is HeapObject and type(index) is int
        n = self.n_entries(container)
        for place in range(index, n - 1):
            container.fields[place] = container.fields[place + 1]
        del container.fields[n - 1]
        self.touch(machine, container)
        return None

    def find(self, machine: Machine, v: Sequence[Value]) -> Value:
        """Give the position of an item, -1 without one."""
        container, item = v
        assert type(container) is HeapObject
        for index, one in enumerate(self.entries(container)):
            if self.same_or_equal(machine, one, item):
                return index
        return -1

    def find_key(self, machine: Machine, v: Sequence[Value]) -> Value:
        """Give the position of a key of a dict or a set, -1 without one."""
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


# By name: what makes the code, from what an operation needs besides its operands.
_OPERATIONS: Final[Mapping[str, Callable[[Dynamic, str], Code]]] = {
    "truth": lambda do, _: lambda machine, v: do.truth(machine, v[0]),
    "is": lambda do, _: lambda machine, v: do.identical(machine, v[0], v[1]),
    "contains": lambda do, _: lambda machine, v: do.contains(machine, v[0], v[1]),
    "len": lambda do, _: lambda machine, v: do.length(machine, v[0]),
    "getattr": lambda do, extra: lambda machine, v: do.get_attribute(machine, v[0], extra),
    "setattr": lambda do, extra: lambda machine, v: do.set_attribute(machine, v[0], extra, v[1]),
    "delattr": lambda do, extra: lambda machine, v: do.delete_attribute(machine, v[0], extra),
    "plainget": lambda do, extra: lambda machine, v: do.plain_attribute(machine, v[0], extra),
    "plainset": lambda do, extra: (
        lambda machine, v: do.plain_assignment(machine, v[0], extra, v[1])
    ),
    "plaindel": lambda do, extra: lambda machine, v: do.plain_deletion(machine, v[0], extra),
    "own": lambda do, extra: lambda machine, v: do.own_attribute(v[0], extra),
    "getitem": lambda do, _: lambda machine, v: do.get_item(machine, v[0], v[1]),
    "setitem": lambda do, _: lambda machine, v: do.item_method(machine, "__setitem__", v),
    "delitem": lambda do, _: lambda machine, v: do.item_method(machine, "__delitem__", v),
    "tuple": lambda do, _: lambda machine, v: tuple(map(plain_length, v)),
    "list": lambda do, _: (
        lambda machine, v: do.new_container(machine, "list", [settled(machine, one) for one in v])
    ),
    "bind": lambda do, _: lambda machine, v: do.method_of(machine, v[0], v[1]),
    "concat": lambda do, _: lambda machine, v: (*do.items(machine, v[0]), *do.items(machine, v[1])),
    "gather": lambda do, _: lambda machine, v: tuple(do.items(machine, v[0])),
    "unpack": lambda do, extra: lambda machine, v: do.unpack(machine, v[0], extra),
    "isinstance": lambda do, extra: lambda machine, v: do.is_instance(v[0], extra),
    "fits": lambda do, extra: lambda machine, v: do.is_instance(v[0], extra),
    "exactly": lambda do, extra: lambda machine, v: kind_of(v[0]) == extra,
    "instance": lambda do, _: lambda machine, v: do.is_instance_of_value(machine, v[0], v[1]),
    "subclass": lambda do, _: lambda machine, v: do.is_subclass(v[0], v[1]),
    "callable": lambda do, _: lambda machine, v: do.is_callable(v[0]),
    "type": lambda do, _: lambda machine, v: NamedValue("type", kind_of(v[0])),
    "cast": lambda do, extra: lambda machine, v: do.cast(machine, v[0], extra),
    "absent": lambda do, _: lambda machine, v: ABSENT,
    "printed": lambda do, _: lambda machine, v: do.printed(machine, v[0]),
    "shown": lambda do, _: lambda machine, v: None,
    "missing": lambda do, _: lambda machine, v: v[0] is ABSENT,
    "bound": lambda do, extra: lambda machine, v: do.bound(v[0], extra),
    "require": lambda do, extra: lambda machine, v: do.required(v[0], extra),
    "stop": lambda do, _: lambda machine, v: do.stop(v[0]),
    "shared": lambda do, extra: lambda machine, v: do.shared(machine, extra),
    "share": lambda do, extra: lambda machine, v: do.share(machine, extra, v[0]),
    "order": lambda do, _: lambda machine, v: do.order(machine, v[0], v[1]),
    "throw": lambda do, _: lambda machine, v: do.thrown_into(machine, v[0], v[1]),
    "send": lambda do, _: lambda machine, v: do.sent_into(machine, v[0], v[1]),
    "summed": lambda do, _: lambda machine, v: do.summed(machine, v[0], v[1]),
    "next": lambda do, _: lambda machine, v: do.advance(machine, v[0]),
    "size": lambda do, _: do.size,
    "entry": lambda do, _: do.entry,
    "entries": lambda do, _: lambda machine, v: do.all_entries(v[0]),
    "moved": lambda do, _: do.has_moved,
    "put": lambda do, _: do.put,
    "insert": lambda do, _: do.insert,
    "remove": lambda do, _: do.remove,
    "find": lambda do, _: do.find,
    "findkey": lambda do, _: do.find_key,
}
